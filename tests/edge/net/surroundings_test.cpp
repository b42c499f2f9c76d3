#include "edge/net/surroundings.h"

#include <gtest/gtest.h>

namespace headgate::net {
namespace {

Surroundings with(os::Environment::Variables variables) {
  return surroundings_of(os::Environment(std::move(variables)));
}

TEST(Surroundings, AreEmptyWhereNothingIsSet) {
  const Surroundings none = with({});
  EXPECT_EQ(none.proxy_for("https://api.test"), "");
  EXPECT_EQ(none.proxy_for("http://api.test"), "");
  EXPECT_EQ(none.no_proxy + none.certificate_file + none.certificate_folder, "");
}

TEST(Surroundings, TheProxyIsThatOfTheScheme) {
  const Surroundings some =
      with({{"HTTPS_PROXY", "http://s.test"}, {"HTTP_PROXY", "http://p.test"}});
  EXPECT_EQ(some.proxy_for("https://api.test"), "http://s.test");
  EXPECT_EQ(some.proxy_for("http://api.test"), "http://p.test");
}

TEST(Surroundings, LowerCaseWinsAndEmptyIsNotSet) {
  EXPECT_EQ(with({{"https_proxy", "a"}, {"HTTPS_PROXY", "b"}}).https_proxy, "a");
  EXPECT_EQ(with({{"https_proxy", ""}, {"HTTPS_PROXY", "b"}}).https_proxy, "b");
  EXPECT_EQ(with({{"no_proxy", "a"}, {"NO_PROXY", "b"}}).no_proxy, "a");
}

TEST(Surroundings, AProxyForAllIsUsedWhereNoneIsNamed) {
  const Surroundings some = with({{"ALL_PROXY", "all"}, {"https_proxy", "s"}});
  EXPECT_EQ(some.https_proxy, "s");
  EXPECT_EQ(some.http_proxy, "all");
}

TEST(Surroundings, CertificatesAreThoseThatOpensslReads) {
  const Surroundings some = with({{"SSL_CERT_FILE", "/a.pem"}, {"SSL_CERT_DIR", "/certs"}});
  EXPECT_EQ(some.certificate_file, "/a.pem");
  EXPECT_EQ(some.certificate_folder, "/certs");
}

}  // namespace
}  // namespace headgate::net
