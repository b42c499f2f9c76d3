#include "edge/go/build_info.h"

#include <gtest/gtest.h>

namespace headgate::go {
namespace {

using Settings = std::map<std::string, std::string>;

TEST(BuildInfo, HoldsTheBuildLinesAlone) {
  // `go version -m` of Go 1.26, shortened; the fields are separated by tabs.
  EXPECT_EQ(read_build_settings("/t/x.test: go1.26.8\n"
                                "\tpath\texample.com/m/sum.test\n"
                                "\tmod\texample.com/m\t(devel)\t\n"
                                "\tdep\texample.com/d\tv1.0.0\th1:abc=\n"
                                "\tbuild\t-buildmode=exe\n"
                                "\tbuild\t-tags=a,b\n"
                                "\tbuild\tDefaultGODEBUG=asynctimerchan=1,winsymlink=0\n"
                                "\tbuild\tGOAMD64=v1\n"),
            (Settings{{"-buildmode", "exe"},
                      {"-tags", "a,b"},
                      {"DefaultGODEBUG", "asynctimerchan=1,winsymlink=0"},
                      {"GOAMD64", "v1"}}));
  EXPECT_EQ(read_build_settings(""), Settings{});
  EXPECT_EQ(read_build_settings("\tbuild\t"), (Settings{{"", ""}}));
}

TEST(BuildInfo, TakesTheQuotesOffGoStrings) {
  // runtime/debug writes keys with "=", blanks or quotes, and values with blanks or quotes, as Go
  // strings.
  EXPECT_EQ(read_build_settings("\tbuild\t-ldflags=\"-X 'main.a=b c' \\\"q\\\" \\\\\"\n"),
            (Settings{{"-ldflags", "-X 'main.a=b c' \"q\" \\"}}));
  EXPECT_EQ(read_build_settings("\tbuild\t\"a=b\"=\"tab\\tline\\n\"\n"),
            (Settings{{"a=b", "tab\tline\n"}}));
  EXPECT_EQ(read_build_settings("\tbuild\tkey=\"\\x07\"\n"), (Settings{{"key", "\\x07"}}));
}

TEST(BuildInfo, SurvivesStringsThatDoNotEnd) {
  EXPECT_EQ(read_build_settings("\tbuild\tkey=\"open\\"), (Settings{{"key", "open\\"}}));
  EXPECT_EQ(read_build_settings("\tbuild\t\"open"), (Settings{{"open", ""}}));
}

}  // namespace
}  // namespace headgate::go
