// Test binaries built by the real go command.

#include <filesystem>
#include <fstream>
#include <iterator>

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "edge/go/go_project.h"

namespace headgate::go {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

std::string bytes_of(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::string benchmarks_of(const std::string& binary) {
  return output_of({binary, "-test.list=."}, "/");
}

void add_package(GoProject& project, const std::string& folder = ".") {
  project.add(folder + "/a/a.go",
              "package a\n\nvar Version = \"none\"\n\nfunc F() int { panic(1) }\n");
  project.add(folder + "/a/a_test.go", benchmark_file("a"));
}

std::string built_in(GoProject& project, const std::string& folder) {
  project.add(folder + "/go.mod", "module example.com/m\n\ngo 1.21\n");
  add_package(project, folder);
  return bytes_of(project.build(project.module(folder), "example.com/m/a"));
}

TEST(Build, GivesTheSameBytesInEveryFolder) {
  GoProject project;
  const std::string base = built_in(project, "base");
  EXPECT_GT(base.size(), 1000000U);
  EXPECT_TRUE(built_in(project, "head") == base);  // a path of equal length
  EXPECT_TRUE(built_in(project, "a/much/longer/path/than/the/others") == base);
}

TEST(Build, OfCgoGivesTheSameBytesInEveryFolder) {
  GoProject project;
  const auto built = [&](const std::string& folder) {
    project.add(
        folder + "/a/c.go",
        "package a\n\n// static int one(void) { return 1; }\nimport \"C\"\n\nfunc One() int "
        "{ return int(C.one()) }\n");
    return built_in(project, folder);
  };
  const std::string base = built("base");
  EXPECT_NE(base.find("_cgo_"), std::string::npos);
  EXPECT_TRUE(built("a/longer/path") == base);
}

TEST(Build, GivesPackagesOfOneNameBinariesOfTheirOwn) {
  GoProject project;
  project.add_module();
  project.add("a/util/x_test.go", benchmark_file("util", "BenchmarkFirst"));
  project.add("b/util/x_test.go", benchmark_file("util", "BenchmarkSecond"));
  project.add("a_util/x_test.go", benchmark_file("a_util", "BenchmarkThird"));
  std::vector<std::string> binaries;
  for (const char* package : {"a/util", "b/util", "a_util"}) {
    binaries.push_back(project.build(project.module(), fmt::format("example.com/m/{}", package)));
  }
  EXPECT_EQ(benchmarks_of(binaries[0]), "BenchmarkFirst\n");
  EXPECT_EQ(benchmarks_of(binaries[1]), "BenchmarkSecond\n");
  EXPECT_EQ(benchmarks_of(binaries[2]), "BenchmarkThird\n");
}

TEST(Build, BelongsToTheUserThatBuilds) {
  GoProject project;
  project.add_module();
  add_package(project);
  const std::string binary = project.build(project.module(), "example.com/m/a");
  struct stat facts = {};
  ASSERT_EQ(::stat(binary.c_str(), &facts), 0);
  EXPECT_EQ(facts.st_uid, ::geteuid() == 0 ? 65111U : ::geteuid());
}

TEST(Build, IgnoresInstrumentingFlagsOfTheEnvironment) {
  GoProject project;
  project.add_module();
  add_package(project);
  const std::string plain = bytes_of(project.build(project.module(), "example.com/m/a"));
  Context context = project.context({{"CGO_ENABLED", "1"}});
  context.goflags = "-race -cover -covermode=atomic -n -json -trimpath=false -buildvcs=true";
  const std::string output = project.output("flags.test");
  const Status built = make_command_go(launcher(), context)
                           ->build_test(project.module(), "example.com/m/a", {}, output);
  ASSERT_TRUE(built) << built.error().detail;
  EXPECT_TRUE(bytes_of(output) == plain);
}

TEST(Build, HasTheFlagsThatTheSettingsAskFor) {
  GoProject project;
  project.add_module();
  add_package(project);
  project.add("a/tagged_test.go", "//go:build extra\n\n" + benchmark_file("a", "BenchmarkTagged"));
  project.add("a/main_test.go",
              "package a\n\nimport (\n\t\"fmt\"\n\t\"os\"\n\t\"testing\"\n)\n\n"
              "func TestMain(m *testing.M) {\n\tfmt.Println(Version)\n\tos.Exit(m.Run())\n}\n");
  const std::string binary = project.build(project.module(), "example.com/m/a",
                                           {.tags = {"extra", "more"},
                                            .ldflags = "-X 'example.com/m/a.Version=v 1'",
                                            .gcflags = "example.com/m/a=-N -l",
                                            .pgo = "off"});
  EXPECT_EQ(benchmarks_of(binary), "v 1\nBenchmarkA\nBenchmarkTagged\n");
  const std::map<std::string, std::string> settings = project.go()->build_settings(binary).value();
  EXPECT_EQ(settings.at("-tags"), "extra,more");
  EXPECT_EQ(settings.at("-trimpath"), "true");
  EXPECT_FALSE(settings.contains("-race"));
}

TEST(Build, ArgumentsSayWhatWouldOtherwiseBeInherited) {
  EXPECT_THAT(build_arguments({}),
              ElementsAre("-trimpath", "-buildvcs=false", "-race=false", "-cover=false"));
  EXPECT_THAT(build_arguments({.tags = {"a", "b"},
                               .ldflags = "-s -w",
                               .gcflags = "all=-N",
                               .pgo = "auto",
                               .race = BuildFlags::Race::kOn,
                               .trimpath = BuildFlags::Trimpath::kOff}),
              ElementsAre("-trimpath=false", "-buildvcs=false", "-race=true", "-cover=false",
                          "-tags=a,b", "-ldflags=-s -w", "-gcflags=all=-N", "-pgo=auto"));
}

TEST(Build, OfAPackageWithoutTestFilesFails) {
  GoProject project;
  project.add_module();
  project.add("a/a.go", "package a\n");
  const std::string output = project.output("a.test");
  std::ofstream(output) << "left by an earlier build";
  const Error error =
      project.go()->build_test(project.module(), "example.com/m/a", {}, output).error();
  EXPECT_EQ(error.reason, Reason::kBuildFailed);
  EXPECT_EQ(error.message, "the test binary of example.com/m/a does not build");
  EXPECT_THAT(error.detail, HasSubstr("[no test files]"));
  EXPECT_THAT(error.remedy, HasSubstr("build.tags"));
  EXPECT_FALSE(std::filesystem::exists(output));
}

TEST(Build, ThatFailsTellsTheBeginningOfTheCompilersText) {
  GoProject project;
  project.add_module();
  std::string source = "package a\n";
  for (int i = 0; i < 100; ++i) {
    source += fmt::format("var V{} int = \"text\"\n", i);
  }
  project.add("a/a.go", source);
  project.add("a/a_test.go", benchmark_file("a"));
  // -e: all errors, not ten.
  const Error error = project.go()
                          ->build_test(project.module(), "example.com/m/a", {.gcflags = "-e"},
                                       project.output("a.test"))
                          .error();
  EXPECT_EQ(error.reason, Reason::kBuildFailed);
  EXPECT_THAT(error.detail,
              testing::StartsWith("# example.com/m/a [example.com/m/a.test]\na/a.go:2:14: cannot "
                                  "use \"text\""));
  // 60 lines: the heading and 59 errors, of lines 2 to 60.
  EXPECT_THAT(error.detail, AllOf(HasSubstr("\na/a.go:60:"), Not(HasSubstr("a/a.go:61:")),
                                  testing::EndsWith("\n[more lines were left out]")));
  EXPECT_EQ(error.remedy, "");
}

TEST(Build, IsNotStoppedByWhatVetFinds) {
  GoProject project;
  project.add_module();
  project.add("a/a_test.go",
              "package a\n\nimport (\n\t\"fmt\"\n\t\"testing\"\n)\n\n"
              "func BenchmarkA(b *testing.B) {\n\tfmt.Printf(\"%d\", \"text\")\n}\n");
  project.build(project.module(), "example.com/m/a");
}

TEST(Build, OfASideKnowsNothingOfFoldersAboveIt) {
  // A go.work above the folder would capture the module; a go.mod there would own its packages.
  GoProject project;
  project.add("go.work", "go 1.21\n\nuse ./elsewhere\n");
  project.add("go.mod", "module example.com/stray\n\ngo 1.21\n");
  project.add("m/go.mod", "module example.com/m\n\ngo 1.21\n");
  add_package(project, "m");
  project.build(project.module("m"), "example.com/m/a");
}

TEST(BuildSettings, TellGodebugDefaultsThatTheGoLineSelects) {
  // Go 1.25 changed the defaults of containermaxprocs and updatemaxprocs; an older go line keeps
  // the old ones, with no line of code changed.
  GoProject project;
  project.add_module("old", "1.24");
  project.add_module("new", "1.25");
  std::vector<std::string> defaults;
  for (const std::string folder : {"old", "new"}) {
    add_package(project, folder);
    const std::string binary =
        project.build(project.module(folder), fmt::format("example.com/m/{}/a", folder));
    const std::map<std::string, std::string> settings =
        project.go()->build_settings(binary).value();
    const auto found = settings.find("DefaultGODEBUG");
    defaults.push_back(found == settings.end() ? "" : found->second);
    EXPECT_EQ(settings.at("-trimpath"), "true");
    EXPECT_EQ(settings.count("GOARCH"), 1U);
  }
  EXPECT_THAT(defaults[0], AllOf(HasSubstr("containermaxprocs=0"), HasSubstr("updatemaxprocs=0")));
  EXPECT_THAT(defaults[1], Not(HasSubstr("maxprocs")));
}

TEST(BuildSettings, OfWhatIsNoGoBinaryAreAnError) {
  GoProject project;
  project.add("text", "no binary");
  const Error error = project.go()->build_settings(project.path("text")).error();
  EXPECT_EQ(error.reason, Reason::kProcessFailed);
  EXPECT_EQ(error.message, fmt::format("`go version -m` cannot read {}", project.path("text")));
  EXPECT_FALSE(project.go()->build_settings(project.path("absent")));
}

}  // namespace
}  // namespace headgate::go
