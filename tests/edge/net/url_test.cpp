#include "edge/net/url.h"

#include <optional>

#include <gtest/gtest.h>

namespace headgate::net {
namespace {

TEST(Origin, IsOneSpellingOfSchemeHostAndPort) {
  EXPECT_EQ(origin_of("https://api.test/a?b#c"), "https://api.test:443");
  EXPECT_EQ(origin_of("HTTPS://API.Test:443"), "https://api.test:443");
  EXPECT_EQ(origin_of("http://127.0.0.1:8080/x"), "http://127.0.0.1:8080");
  EXPECT_EQ(origin_of("http://[::1]:5/x"), "http://[::1]:5");
  EXPECT_EQ(origin_of("http://[::1]"), "http://[::1]:80");
  EXPECT_EQ(origin_of("https://api.test?x=http://evil.test"), "https://api.test:443");
}

TEST(Origin, OfAnotherServerDiffers) {
  const std::optional<std::string> own = origin_of("https://api.test/x");
  for (const char* url : {"http://api.test/x", "https://api.test:8443/x", "https://api.test.evil/x",
                          "https://evil.test/api.test", "https://api.tes/x"}) {
    EXPECT_NE(origin_of(url), own) << url;
  }
}

TEST(Origin, IsNoneOfWhatCouldBeReadInTwoWays) {
  for (const char* url : {"", "api.test", "/x", "ftp://api.test", "https://", "https:///x",
                          "https://me@api.test", "https://api.test:443@evil.test",
                          "https://api.test:", "https://api.test:4x", "https://api .test",
                          "https://api.test\r\n", "https://\xC3\xA9.test", "file:///etc/passwd"}) {
    EXPECT_EQ(origin_of(url), std::nullopt) << url;
  }
  EXPECT_EQ(origin_of("https://api.test\\@evil.test"), "https://api.test:443");
}

}  // namespace
}  // namespace headgate::net
