// What is said about builds that fail for lack of something, by the real go command and compiler:
// the remedy is found by their words, which these tests would notice to change.

#include <filesystem>

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "edge/go/build_failure.h"
#include "edge/go/go_project.h"

namespace headgate::go {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr std::string_view kTest =
    "package m\n\nimport \"testing\"\n\nfunc BenchmarkA(*testing.B) {}\n";

Error failure_of(const GoProject& project, const Variables& settings = {},
                 const BuildFlags& flags = {}) {
  const Status built = project.go(settings)->build_test(project.module(), "example.com/m", flags,
                                                        project.output("m.test"));
  EXPECT_FALSE(built);
  Error error =
      built ? Error{.reason = Reason::kInternal, .message = "it was built"} : built.error();
  EXPECT_EQ(error.reason, Reason::kBuildFailed);
  EXPECT_EQ(error.message, "the test binary of example.com/m does not build");
  EXPECT_THAT(error.detail, Not(HasSubstr(project.path("."))));
  return error;
}

GoProject& with_cgo(GoProject& project, std::string_view preamble, std::string_view body = "") {
  project.add_module();
  project.add("c.go", fmt::format("package m\n\n{}\nimport \"C\"\n{}", preamble, body));
  project.add("m_test.go", kTest);
  return project;
}

TEST(Remedy, ForAMissingCompilerNamesAnImageThatHasOne) {
  GoProject project;
  const Error error =
      failure_of(with_cgo(project, "// int x;"), {{"CC", "no-such-cc"}, {"CGO_ENABLED", "1"}});
  EXPECT_THAT(error.detail, HasSubstr("C compiler \"no-such-cc\" not found"));
  EXPECT_THAT(error.remedy, AllOf(HasSubstr("needs a C compiler"), HasSubstr("CGO_ENABLED=0"),
                                  HasSubstr("outside the container")));
}

TEST(Remedy, ForAMissingHeaderNamesAnImageThatHasIt) {
  GoProject project;
  const Error error = failure_of(with_cgo(project, "// #include <no/such.h>"));
  EXPECT_THAT(error.detail, HasSubstr("c.go:3:11: fatal error: no/such.h"));
  EXPECT_THAT(error.remedy, HasSubstr("a C header is missing"));
}

TEST(Remedy, ForAMissingLibraryNamesAnImageThatHasIt) {
  GoProject project;
  const Error error = failure_of(with_cgo(
      project, "// #cgo LDFLAGS: -lno-such-library\n// int f(void);", "\nfunc F() { C.f() }\n"));
  EXPECT_THAT(error.detail, HasSubstr("cannot find -lno-such-library"));
  EXPECT_THAT(error.remedy, HasSubstr("a C library is missing"));
}

TEST(Remedy, ForPackagesThatPkgConfigDoesNotKnowIsTheSame) {
  GoProject project;
  with_cgo(project, "// #cgo pkg-config: no-such-package");
  EXPECT_THAT(failure_of(project, {{"PKG_CONFIG", "no-such-pkg-config"}}).detail,
              HasSubstr("no-such-pkg-config"));
  if (std::filesystem::exists("/usr/bin/pkg-config")) {
    EXPECT_THAT(failure_of(project).remedy, HasSubstr("a C library is missing"));
  }
}

TEST(Remedy, ForCgoThatIsOffNamesTheCompiler) {
  GoProject project;
  with_cgo(project, "// int x;");
  // Then the go command sees no Go files to import.
  project.add("user/u.go", "package user\n\nimport _ \"example.com/m\"\n");
  project.add("user/u_test.go", benchmark_file("user"));
  const Status built =
      project.go({{"CGO_ENABLED", "0"}})
          ->build_test(project.module(), "example.com/m/user", {}, project.output("u.test"));
  ASSERT_FALSE(built);
  EXPECT_THAT(built.error().detail, HasSubstr("build constraints exclude all Go files in ."));
  EXPECT_THAT(built.error().remedy, HasSubstr("C compiler"));
}

TEST(Remedy, ForTheRaceDetectorWithoutCgoNamesBoth) {
  GoProject project;
  project.add_module();
  project.add("m_test.go", kTest);
  const BuildFlags racing{.race = BuildFlags::Race::kOn};
  EXPECT_THAT(failure_of(project, {{"CGO_ENABLED", "0"}}, racing).remedy,
              HasSubstr("build.race: false"));
  const Error listing =
      project.go({{"CGO_ENABLED", "0"}})->packages(project.module(), {"./..."}, racing).error();
  EXPECT_EQ(listing.message,
            "the go command cannot load the module: -race requires cgo; enable cgo by setting "
            "CGO_ENABLED=1");
  EXPECT_THAT(listing.remedy, HasSubstr("build.race: false"));
}

TEST(Remedy, ForAReplacementThatIsNotThereNamesTheDirective) {
  GoProject project;
  project.add_module(".", "1.21",
                     "\nrequire example.com/dep v1.0.0\n\nreplace example.com/dep => ./dep\n");
  project.add("m.go", "package m\n\nimport _ \"example.com/dep\"\n");
  project.add("m_test.go", kTest);
  Error error = failure_of(project);
  EXPECT_THAT(error.detail, HasSubstr("replacement directory ./dep does not exist"));
  EXPECT_THAT(error.remedy, HasSubstr("a folder that is not in the commit"));
  EXPECT_EQ(project.go()->packages(project.module(), {"./..."}, {}).value().at(0).remedy,
            error.remedy);

  project.add_folder("dep");
  error = failure_of(project);
  EXPECT_THAT(error.detail, HasSubstr("no such file or directory"));
  EXPECT_THAT(error.remedy, HasSubstr("a folder without a go.mod"));
}

TEST(Remedy, ForAMissingSumIsToTidy) {
  GoProject project;
  project.add_module(".", "1.21", "\nrequire example.com/dep v1.0.0\n");
  project.add("m.go", "package m\n\nimport _ \"example.com/dep\"\n");
  project.add("m_test.go", kTest);
  const Error error = failure_of(project);
  EXPECT_THAT(error.detail, HasSubstr("missing go.sum entry"));
  EXPECT_EQ(error.remedy,
            "run `go mod tidy` and commit go.mod and go.sum; a vendor folder that git ignores is "
            "taken from the checkout with measure.copy");
}

TEST(Remedy, ForAModuleThatCannotBeFetchedIsAVendorFolder) {
  GoProject project;
  project.add_module(".", "1.21", "\nrequire example.com/dep v1.0.0\n");
  project.add("go.sum",
              "example.com/dep v1.0.0 h1:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n"
              "example.com/dep v1.0.0/go.mod h1:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n");
  project.add("m.go", "package m\n\nimport _ \"example.com/dep\"\n");
  project.add("m_test.go", kTest);
  const Error error = failure_of(project);
  EXPECT_THAT(error.detail, HasSubstr("module lookup disabled by GOPROXY=off"));
  EXPECT_THAT(error.remedy, HasSubstr("commit a vendor folder"));
}

TEST(Remedy, ForInconsistentVendoringIsToVendorAgain) {
  GoProject project;
  project.add_module(".", "1.21", "\nrequire example.com/dep v1.0.0\n");
  project.add("vendor/modules.txt", "# example.com/dep v1.1.0\n## explicit\n");
  project.add("m_test.go", kTest);
  EXPECT_THAT(failure_of(project).remedy, HasSubstr("run `go mod vendor`"));
}

TEST(Remedy, ForCodeThatIsWrongIsNone) {
  for (const std::string_view body : {"func F( {\n", "var x int = \"text\"\n", "import _ 1\n",
                                      "func G() { undefined() }\n", "import \"fmt\"\n"}) {
    GoProject project;
    project.add_module();
    project.add("m.go", fmt::format("package m\n\n{}", body));
    project.add("m_test.go", kTest);
    const Error error = failure_of(project);
    EXPECT_THAT(error.detail, HasSubstr("m.go:3:")) << body;
    EXPECT_EQ(error.remedy, "") << body;
  }
}

TEST(Remedy, IsFoundInTextsThatAreHardToBringAbout) {
  struct Case {
    std::string_view text, remedy;
  };

  // As Go 1.26, git 2.39, ssh 9.2 and clang 14 print them; names and addresses are made up.
  for (const Case& one : std::vector<Case>{
           {"a.go:3:8: git.corp.test/x@v1.0.0: reading git.corp.test/x/go.mod at revision v1.0.0: "
            "git ls-remote -q origin: exit status 128:\n\tgit@git.corp.test: Permission denied "
            "(publickey,password).\n",
            "no credentials are passed"},
           {"\tHost key verification failed.\n\tfatal: Could not read from remote repository.",
            "no credentials are passed"},
           {"a.go:3:8: no protocol found for repository", "no credentials are passed"},
           {"Get \"https://proxy.test/x/@v/v1.0.0.zip\": dial tcp: lookup proxy.test on "
            "10.0.0.53:53: no such host",
            "the module proxy cannot be reached"},
           {"fatal: unable to access 'https://git.corp.test/x/': Could not resolve host: "
            "git.corp.test",
            "the module proxy cannot be reached"},
           {"fatal: unable to access 'https://git.corp.test/x/': Failed to connect to "
            "git.corp.test port 443 after 130 ms: Couldn't connect to server",
            "the module proxy cannot be reached"},
           {"Get \"https://proxy.test/x/@v/list\": net/http: TLS handshake timeout",
            "the module proxy cannot be reached"},
           {"Get \"https://proxy.test/x/@v/list\": tls: failed to verify certificate: x509: "
            "certificate signed by unknown authority",
            "SSL_CERT_FILE"},
           {"verifying example.com/x@v1.0.0: checksum mismatch\n\tdownloaded: h1:a\n\tgo.sum:     "
            "h1:b\n\nSECURITY ERROR\nThis download does NOT match an earlier download",
            "find out why before anything else"},
           {"go: updates to go.mod needed; to update it:\n\tgo mod tidy", "run `go mod tidy`"},
           {"c.go:3:10: fatal error: 'no/such.h' file not found", "a C header is missing"},
           {"go build runtime/cgo: # pkg-config --cflags  -- x\npkg-config: exec: "
            "\"pkg-config\": executable file not found in $PATH",
            "cgo needs pkg-config"},
           {"example.com/m/big: /usr/local/go/pkg/tool/linux_amd64/compile: signal: killed",
            "ran out of memory"},
           {"write $WORK/b001/_pkg_.a: no space left on device", "make room on the disk"},
           {"a.go:5:12: pattern web/dist: no matching files found",
            "'web/dist', which //go:embed needs, is not in the commit"},
           {"a.go:5:12: pattern all:web/*.js: no matching files found", "'all:web/*.js', which"},
           // A pattern is the pull request's own text: what is not a plain path is not repeated.
           {"a.go:5:12: pattern ](http://x) `::error`: no matching files found",
            "what //go:embed needs is not in the commit"},
           {": no matching files found", "what //go:embed needs is not in the commit"},
       }) {
    EXPECT_THAT(remedy_for(one.text), HasSubstr(std::string(one.remedy))) << one.text;
  }
  EXPECT_EQ(remedy_for(""), "");
  EXPECT_EQ(remedy_for("fatal error: all goroutines are asleep"), "");
}

TEST(MissingEmbed, IsThePatternWhereItIsAPlainPath) {
  EXPECT_EQ(missing_embed("a.go:5:12: pattern all:web/*.js: no matching files found"),
            "all:web/*.js");
  EXPECT_EQ(missing_embed("a.go:5:12: pattern ](http://x): no matching files found"), "");
  EXPECT_EQ(missing_embed("undefined: x"), "");
}

}  // namespace
}  // namespace headgate::go
