// How texts of the go command are cut and read. That it prints such texts is for the tests on the
// real one.

#include "edge/go/build_failure.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace headgate::go {
namespace {

using testing::EndsWith;
using testing::HasSubstr;

TEST(TrimmedOutput, NamesPathsRelativeToTheModule) {
  const auto trimmed = [](std::string_view text) { return trimmed_output(text, "/tmp/hg/base"); };
  EXPECT_EQ(trimmed("/tmp/hg/base/sum/a.go:3:1: x\n"), "sum/a.go:3:1: x");
  EXPECT_EQ(trimmed("a in /tmp/hg/base/a, /tmp/hg/base/b\nb in /tmp/hg/base\n"),
            "a in a, b\nb in .");
  EXPECT_EQ(trimmed("(/tmp/hg/base) '/tmp/hg/base': no"), "(.) '.': no");
  // Another folder whose name begins alike.
  EXPECT_EQ(trimmed("/tmp/hg/base2/a.go and /tmp/hg/base-x"),
            "/tmp/hg/base2/a.go and /tmp/hg/base-x");
  EXPECT_EQ(trimmed_output("/tmp/hg/base/a.go", ""), "/tmp/hg/base/a.go");
}

TEST(TrimmedOutput, LeavesProgressOut) {
  EXPECT_EQ(trimmed_output("go: downloading example.com/x v1.0.0\n# pkg\r\na.go:1:1: x\r\n"
                           "go: finding module\ngo: extracting x\n\n",
                           ""),
            "# pkg\na.go:1:1: x");
  EXPECT_EQ(trimmed_output("go: downloading x v1\n", ""), "");
  EXPECT_EQ(trimmed_output("", ""), "");
}

TEST(TrimmedOutput, KeepsTheFirst60Lines) {
  std::string sixty;
  for (int i = 0; i < 60; ++i) {
    sixty += "line\n";
  }
  EXPECT_EQ(trimmed_output(sixty, "") + "\n", sixty);
  EXPECT_EQ(trimmed_output(sixty + "another\n", ""), sixty + "[more lines were left out]");
}

TEST(TrimmedOutput, KeepsTheFirst8KiB) {
  // 20 lines of 1000 bytes: with their line ends 8 fit into 8192.
  std::string text;
  for (int i = 0; i < 20; ++i) {
    text += std::string(1000, 'x') + "\n";
  }
  const std::string trimmed = trimmed_output(text, "");
  EXPECT_LE(trimmed.size(), 8192U);
  EXPECT_EQ(trimmed, text.substr(0, std::size_t{8} * 1001) + "[more lines were left out]");
}

TEST(TrimmedOutput, CutsALongLineBetweenCharacters) {
  // A linker's command line must not hide what the linker said.
  EXPECT_EQ(trimmed_output(std::string(5000, 'x') + "\nld: cannot find -lm\n", ""),
            std::string(1024, 'x') + "...\nld: cannot find -lm");
  // 1023 bytes, then a character of two: it does not fit whole.
  EXPECT_EQ(trimmed_output(std::string(1023, 'x') + "\u00e9\u00e9", ""),
            std::string(1023, 'x') + "...");
  EXPECT_EQ(trimmed_output(std::string(1022, 'x') + "\u00e9", ""),
            std::string(1022, 'x') + "\u00e9");
  // Not UTF-8 at all.
  EXPECT_EQ(trimmed_output(std::string(2000, '\x80'), ""), "...");
}

TEST(VersionRefusal, IsReadFromWhereverTheGoLineStands) {
  struct Case {
    std::string_view text, subject, required, running;
  };

  for (const Case& one : std::vector<Case>{
           {"go: go.mod requires go >= 1.27.0 (running go 1.26.8; GOTOOLCHAIN=local)\n", "go.mod",
            "1.27.0", "go1.26.8"},
           {"go: downloading x v1\ngo: ../go.work requires go >= 1.27rc1 (running go 1.26.8)",
            "../go.work", "1.27rc1", "go1.26.8"},
           {"go: example.com/x@v1.0.0 requires go >= 1.27 (running go 1.26.8)",
            "example.com/x@v1.0.0", "1.27", "go1.26.8"},
           {"go: module ./dep requires go >= 1.27 (running go 1.26)", "module ./dep", "1.27",
            "go1.26"},
       }) {
    const std::optional<VersionRefusal> refusal = version_refusal(one.text);
    ASSERT_TRUE(refusal) << one.text;
    EXPECT_EQ(refusal->subject, one.subject);
    EXPECT_EQ(refusal->required, one.required);
    EXPECT_EQ(refusal->running, one.running);
  }
}

TEST(VersionRefusal, IsNothingElse) {
  for (const std::string_view text :
       {"", "go: go.mod requires go >= 1.27.0", " (running go 1.26) requires go >= 1.27",
        "go: module ../b listed in go.work file requires go >= 1.27, but go.work lists go 1.26",
        "go: go.mod requires go >= 1.27.0\n(running go 1.26.8)"}) {
    EXPECT_FALSE(version_refusal(text)) << text;
  }
}

TEST(MissingToolchain, IsTheOneThatWasNotHadOrNotVerified) {
  EXPECT_EQ(missing_toolchain("go: downloading go1.27.0 (linux/amd64)\n"
                              "go: download go1.27.0 for linux/amd64: toolchain not available\n"),
            "go1.27.0");
  EXPECT_EQ(missing_toolchain("go: golang.org/toolchain@v0.0.1-go1.27rc1.linux-amd64: verifying "
                              "module: checksum database disabled by GOSUMDB=off"),
            "go1.27rc1");
  EXPECT_EQ(missing_toolchain("go: download go1.27.0"), "go1.27.0");
  EXPECT_EQ(missing_toolchain("go: download go1.99: golang.org/toolchain@v0.0.1: not found"),
            "go1.99");
  EXPECT_EQ(missing_toolchain("go: downloading go1.27.0 (linux/amd64)\n"), std::nullopt);
  EXPECT_EQ(missing_toolchain(""), std::nullopt);
}

TEST(LoadingFailure, TellsTheFirstComplaint) {
  const auto message_of = [](std::string_view text) {
    return loading_failure(text, "/t/base", "auto").message;
  };
  EXPECT_EQ(message_of("go: downloading x v1\n\ngo: inconsistent vendoring in /t/base:\n\tmore\n"),
            "the go command cannot load the module: inconsistent vendoring in .");
  EXPECT_EQ(message_of("go: errors parsing go.mod:\n/t/base/go.mod:3: unknown directive: x\n"),
            "the go command cannot load the module: go.mod:3: unknown directive: x");
  EXPECT_EQ(message_of(""), "the go command cannot load the module: it said nothing");
  EXPECT_THAT(message_of(std::string(1000, 'x')), EndsWith("x..."));
  EXPECT_LT(message_of(std::string(1000, 'x')).size(), 400U);
}

TEST(LoadingFailure, OfAnOldToolchainIsThat) {
  const Error error = loading_failure(
      "go: example.com/x@v1.0.0 requires go >= 1.27 (running go 1.26.8; GOTOOLCHAIN=local)\n",
      "/t/base", "go1.26.8");
  EXPECT_EQ(error.reason, Reason::kToolchainTooOld);
  EXPECT_EQ(error.message, "example.com/x@v1.0.0 requires go >= 1.27, the toolchain is go1.26.8");
  EXPECT_THAT(error.remedy, HasSubstr("measure.toolchain, which is 'go1.26.8', to auto"));
}

}  // namespace
}  // namespace headgate::go
