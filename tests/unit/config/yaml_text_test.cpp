#include "core/config/yaml_text.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace headgate::config {
namespace {

using namespace std::string_view_literals;

struct Refused {
  std::string_view text;
  std::string_view message;
  std::string_view remedy;
};

TEST(YamlText, AcceptsUtf8OfEveryLength) {
  EXPECT_TRUE(check_yaml_text("", "f"));
  // The first and last character of one, two, three and four bytes, around the surrogates.
  EXPECT_TRUE(check_yaml_text(
      "a ~\n\u0080 \u07ff\r\n\u0800 \ud7ff \ue000 \uffff\n\U00010000 \U0010ffff\t\n", "f"));
}

TEST(YamlText, RefusesInvalidUtf8WithItsLine) {
  const Refused cases[] = {
      {"a\n\x80", "f:2: invalid UTF-8 (byte 0x80)", "save the file as UTF-8"},       // continuation
      {"\xc0\xaf", "f:1: invalid UTF-8 (byte 0xc0)", "save the file as UTF-8"},      // overlong
      {"\xe0\x80\xaf", "f:1: invalid UTF-8 (byte 0xe0)", "save the file as UTF-8"},  // overlong
      {"\xed\xa0\x80", "f:1: invalid UTF-8 (byte 0xed)", "save the file as UTF-8"},  // surrogate
      {"\xf4\x90\x80\x80", "f:1: invalid UTF-8 (byte 0xf4)", "save the file as UTF-8"},
      {"\n\nx: \xe9t\xe9", "f:3: invalid UTF-8 (byte 0xe9)", "save the file as UTF-8"},  // Latin-1
      {"\xf0\x9f\x98", "f:1: invalid UTF-8 (byte 0xf0)", "save the file as UTF-8"},      // cut off
      {"\xff", "f:1: invalid UTF-8 (byte 0xff)", "save the file as UTF-8"},
  };
  for (const Refused& refused : cases) {
    const Status status = check_yaml_text(refused.text, "f");
    ASSERT_FALSE(status) << refused.message;
    EXPECT_EQ(status.error().message, refused.message);
    EXPECT_EQ(status.error().remedy, refused.remedy);
    EXPECT_EQ(status.error().reason, Reason::kConfigInvalid);
  }
}

TEST(YamlText, RefusesWhatAParserCouldMisread) {
  const Refused cases[] = {
      {"\xff\xfev\0"sv, "f: the file is UTF-16", "save the file as UTF-8"},
      {"\xfe\xff\0v"sv, "f: the file is UTF-16", "save the file as UTF-8"},
      {"a: 1\nb: \0\n"sv, "f:2: control character 0x00",
       "remove it; in a quoted value write an escape"},
      {"a: \x04", "f:1: control character 0x04", "remove it; in a quoted value write an escape"},
      {"a: \x1b[1m", "f:1: control character 0x1b", "remove it; in a quoted value write an escape"},
      {"a: \x7f", "f:1: control character 0x7f", "remove it; in a quoted value write an escape"},
      {"a: 1\rb: 2\r", "f:1: a carriage return that ends no line", "end lines with a line feed"},
      {"a: 1\n%YAML 1.2\n", "f:2: YAML directives are not supported", "remove the line"},
      {"%TAG ! x\n", "f:1: YAML directives are not supported", "remove the line"},
  };
  for (const Refused& refused : cases) {
    const Status status = check_yaml_text(refused.text, "f");
    ASSERT_FALSE(status) << refused.message;
    EXPECT_EQ(status.error().message, refused.message);
    EXPECT_EQ(status.error().remedy, refused.remedy);
  }
}

TEST(YamlText, APercentSignInsideALineIsText) {
  EXPECT_TRUE(check_yaml_text("min-delta: 5%\n  %x", "f"));
}

TEST(YamlText, RefusesMoreThanAMebibyte) {
  EXPECT_TRUE(check_yaml_text(std::string(kMaxYamlBytes, '#'), "f"));
  const Status status = check_yaml_text(std::string(kMaxYamlBytes + 1, '#'), "f");
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().message,
            "f: 1048577 bytes are more than a settings file may have (1048576)");
  EXPECT_EQ(status.error().remedy, "is this the right file?");
}

}  // namespace
}  // namespace headgate::config
