// Packages as the real go command lists them: what there is, and what is broken.

#include <algorithm>
#include <filesystem>

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "edge/go/go_project.h"

namespace headgate::go {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::vector<std::string> paths_of(const std::vector<Package>& packages) {
  std::vector<std::string> paths;
  paths.reserve(packages.size());
  for (const Package& package : packages) {
    paths.push_back(package.import_path);
  }
  return paths;
}

std::vector<Package> list(const GoProject& project, const Module& module,
                          const std::vector<std::string>& patterns = {"./..."},
                          const BuildFlags& flags = {}) {
  const Result<std::vector<Package>> packages = project.go()->packages(module, patterns, flags);
  EXPECT_TRUE(packages) << (packages ? "" : packages.error().message + packages.error().detail);
  return packages ? *packages : std::vector<Package>{};
}

TEST(Packages, AreSortedWithBothKindsOfTestFilesAndWhatTheyEmbed) {
  GoProject project;
  project.add_module();
  project.add("z/z.go", "package z\n\nimport _ \"embed\"\n\n//go:embed data\nvar Data string\n");
  project.add("z/data", "x");
  project.add("z/in_test.go",
              "package z\n\nimport _ \"embed\"\n\n//go:embed in/*.txt\nvar s string\n");
  project.add("z/in/a.txt", "x");
  project.add("z/out_test.go",
              "package z_test\n\nimport _ \"embed\"\n\n//go:embed out.txt\nvar s string\n");
  project.add("z/out.txt", "x");
  project.add("a/only_test.go", benchmark_file("a_test"));
  project.add("root.go", "package m\n");
  project.add("x.test/x.go", "package xtest\n");  // named like a test binary
  project.add("x.test/x_test.go", benchmark_file("xtest"));
  project.add("x/x.go", "package x\n");
  project.add("x/x_test.go", benchmark_file("x"));

  const std::vector<Package> packages = list(project, project.module());
  EXPECT_THAT(paths_of(packages), ElementsAre("example.com/m", "example.com/m/a", "example.com/m/x",
                                              "example.com/m/x.test", "example.com/m/z"));
  for (const Package& package : packages) {
    EXPECT_EQ(package.error, "") << package.import_path;
    EXPECT_EQ(package.remedy, "") << package.import_path;
  }
  EXPECT_THAT(packages[0].test_files, IsEmpty());
  EXPECT_EQ(packages[0].directory, project.path("."));
  EXPECT_THAT(packages[1].test_files, ElementsAre("only_test.go"));
  EXPECT_THAT(packages[3].test_files, ElementsAre("x_test.go"));
  EXPECT_EQ(packages[4].directory, project.path("z"));
  EXPECT_THAT(packages[4].test_files, ElementsAre("in_test.go", "out_test.go"));
  EXPECT_THAT(packages[4].embed_files, ElementsAre("data", "in/a.txt", "out.txt"));
}

TEST(Packages, AreThoseThatThePatternsName) {
  GoProject project;
  project.add_module();
  project.add_module("sub");
  for (const std::string name : {"a", "a/b", "c", "sub/d", "vendor/v", "testdata/t", "_x/y"}) {
    const std::string package = name.substr(name.rfind('/') + 1);
    project.add(name + "/p_test.go", benchmark_file(package));
  }
  std::filesystem::remove_all(project.path("vendor"));
  const auto paths = [&](const std::vector<std::string>& patterns) {
    return paths_of(list(project, project.module(), patterns));
  };
  EXPECT_THAT(paths({"./..."}),
              ElementsAre("example.com/m/a", "example.com/m/a/b", "example.com/m/c"));
  EXPECT_THAT(paths({"./c", "example.com/m/a"}), ElementsAre("example.com/m/a", "example.com/m/c"));
  EXPECT_THAT(paths({"./a/..."}), ElementsAre("example.com/m/a", "example.com/m/a/b"));
  EXPECT_THAT(paths({"./c", "./c", "./..."}).size(), 3U);
}

TEST(Packages, ThatDoNotExistMakeTheListShorter) {
  GoProject project;
  project.add_module();
  project.add("a/a_test.go", benchmark_file("a"));
  project.add_folder("empty");
  for (const char* pattern :
       {"./nosuch", "./nosuch/...", "./empty", "./empty/...", "example.com/m/nosuch",
        "example.com/m/empty", "example.org/other/...", "nosuch"}) {
    EXPECT_THAT(paths_of(list(project, project.module(), {pattern, "./a"})),
                ElementsAre("example.com/m/a"))
        << pattern;
    EXPECT_THAT(list(project, project.module(), {pattern}), IsEmpty()) << pattern;
  }
}

TEST(Packages, AreNeverThoseOfOthers) {
  GoProject project;
  project.add_module();
  project.add("a/a_test.go", benchmark_file("a"));
  EXPECT_THAT(paths_of(list(project, project.module(), {"./...", "strings", "encoding/..."})),
              ElementsAre("example.com/m/a"));
}

TEST(Packages, WithTagsAreThoseThatAreBuiltWithThem) {
  GoProject project;
  project.add_module();
  project.add("a/a.go", "package a\n");
  project.add("a/slow_test.go", "//go:build slow && bench\n\n" + benchmark_file("a"));
  project.add("a/race_test.go", "//go:build race\n\n" + benchmark_file("a", "BenchmarkRace"));
  project.add("only/only_test.go", "//go:build slow\n\n" + benchmark_file("only"));
  const std::vector<Package> plain = list(project, project.module());
  EXPECT_THAT(paths_of(plain), ElementsAre("example.com/m/a"));
  EXPECT_THAT(plain[0].test_files, IsEmpty());

  const std::vector<Package> tagged =
      list(project, project.module(), {"./..."}, {.tags = {"slow", "bench"}});
  EXPECT_THAT(paths_of(tagged), ElementsAre("example.com/m/a", "example.com/m/only"));
  EXPECT_THAT(tagged[0].test_files, ElementsAre("slow_test.go"));

  // The race detector is a tag, too.
  Context context = project.context({{"CGO_ENABLED", "1"}});
  const std::vector<Package> racing =
      make_command_go(launcher(), context)
          ->packages(project.module(), {"./..."}, {.race = BuildFlags::Race::kOn})
          .value();
  EXPECT_THAT(racing[0].test_files, ElementsAre("race_test.go"));
  context.goflags = "-race";
  EXPECT_THAT(make_command_go(launcher(), context)
                  ->packages(project.module(), {"./..."}, {})
                  .value()[0]
                  .test_files,
              IsEmpty());

  // One that its constraints leave out altogether is broken when it is named.
  const std::vector<Package> named = list(project, project.module(), {"./only"});
  ASSERT_THAT(paths_of(named), ElementsAre("example.com/m/only"));
  EXPECT_EQ(named[0].error, "build constraints exclude all Go files in only");
  EXPECT_THAT(named[0].remedy, HasSubstr("build.tags"));
}

TEST(Packages, UseVendoredModules) {
  GoProject project;
  project.add_module(".", "1.21", "\nrequire example.com/dep v1.0.0\n");
  project.add("a/a.go", "package a\n\nimport _ \"example.com/dep\"\n");
  project.add("a/a_test.go", benchmark_file("a"));
  project.add("vendor/modules.txt",
              "# example.com/dep v1.0.0\n## explicit; go 1.21\nexample.com/dep\n");
  project.add("vendor/example.com/dep/dep.go", "package dep\n");
  project.add("vendor/example.com/dep/dep_test.go", benchmark_file("dep"));
  const std::vector<Package> packages = list(project, project.module());
  EXPECT_THAT(paths_of(packages), ElementsAre("example.com/m/a"));
  EXPECT_EQ(packages[0].error, "");
  project.build(project.module(), "example.com/m/a");
}

TEST(Packages, OfAWorkspaceAreEachModulesOwn) {
  GoProject project;
  project.add("go.work", "go 1.21\n\nuse (\n\t.\n\t./b\n)\n");
  project.add_module(".", "1.21");
  project.add_module("b", "1.21");
  project.add("a/a.go", "package a\n\nimport _ \"example.com/m/b/lib\"\n");
  project.add("a/a_test.go", benchmark_file("a"));
  project.add("b/lib/lib.go", "package lib\n");
  project.add("b/lib/lib_test.go", benchmark_file("lib"));
  Module root = project.module();
  Module nested = project.module("b");
  root.workspace = nested.workspace = project.path("go.work");
  const std::vector<Package> packages = list(project, root);
  EXPECT_THAT(paths_of(packages), ElementsAre("example.com/m/a"));
  EXPECT_EQ(packages[0].error, "");
  EXPECT_THAT(paths_of(list(project, nested)), ElementsAre("example.com/m/b/lib"));
  EXPECT_THAT(paths_of(list(project, root, {"example.com/m/b/..."})),
              ElementsAre("example.com/m/b/lib"));
  project.build(root, "example.com/m/a");

  // Without the workspace nobody provides the other module.
  EXPECT_THAT(list(project, project.module())[0].error, HasSubstr("example.com/m/b/lib"));
}

TEST(Packages, OfAFolderWithoutAModuleAreNone) {
  GoProject project;
  project.add("go.work", "go 1.21\n\nuse ./b\n");
  project.add_module("b");
  project.add("b/b_test.go", benchmark_file("b"));
  Module root = project.module();
  EXPECT_THAT(list(project, root), IsEmpty());
  root.workspace = project.path("go.work");
  EXPECT_THAT(list(project, root), IsEmpty());
}

TEST(Packages, CannotBeListedWhereVendoringIsInconsistent) {
  GoProject project;
  project.add_module(".", "1.21", "\nrequire example.com/dep v1.0.0\n");
  project.add("vendor/modules.txt", "# example.com/dep v1.1.0\n## explicit\n");
  const Error error = project.go()->packages(project.module(), {"./..."}, {}).error();
  EXPECT_EQ(error.reason, Reason::kBuildFailed);
  EXPECT_EQ(error.message, "the go command cannot load the module: inconsistent vendoring in .");
  EXPECT_THAT(error.remedy, HasSubstr("go mod vendor"));
  EXPECT_THAT(error.detail, HasSubstr("example.com/dep@v1.0.0"));

  // Asked for by GOFLAGS alone, where nothing is vendored at all.
  std::filesystem::remove_all(project.path("vendor"));
  Context context = project.context();
  context.goflags = "-mod=vendor";
  EXPECT_THAT(make_command_go(launcher(), context)
                  ->packages(project.module(), {"./..."}, {})
                  .error()
                  .remedy,
              HasSubstr("GOFLAGS"));
}

TEST(Packages, CannotBeListedWithFlagsThatTheGoCommandRefuses) {
  GoProject project;
  project.add_module();
  Context context = project.context();
  context.goflags = "-nosuchflag";
  const Error error =
      make_command_go(launcher(), context)->packages(project.module(), {"./..."}, {}).error();
  EXPECT_EQ(error.reason, Reason::kBuildFailed);
  EXPECT_EQ(error.message,
            "the go command cannot load the module: parsing $GOFLAGS: unknown flag -nosuchflag");
}

// One package of the table below: its file, its test file, and what they make of it.
struct Kind {
  std::string name, source, test;
  std::string error;   ///< what the listing says; "" where it sees nothing wrong
  std::string remedy;  ///< a part of it
  enum class Builds { kYes, kNo } builds;
};

std::vector<Kind> kinds() {
  using enum Kind::Builds;
  const std::string tidy = "run `go mod tidy`";
  return {
      {"healthy", "package healthy\n", benchmark_file("healthy"), "", "", kYes},
      {"external", "package external\n", benchmark_file("external_test"), "", "", kYes},
      {"onlytests", "", benchmark_file("onlytests_test"), "", "", kYes},
      {"hidden", "//go:build never\n\npackage hidden\n", benchmark_file("hidden"), "", "", kYes},
      // The compiler's affair: the listing reads no further than the imports.
      {"badbody", "package badbody\n\nfunc F( {\n", benchmark_file("badbody"), "", "", kNo},
      {"badtype", "package badtype\n\nvar x int = \"\"\n", benchmark_file("badtype"), "", "", kNo},
      {"usesbad", "package usesbad\n\nimport _ \"example.com/m/badbody\"\n",
       benchmark_file("usesbad"), "", "", kNo},
      // What loading shows; of test files it reads everything.
      {"badtest", "package badtest\n", benchmark_file("badtest") + "func {\n",
       "badtest/b_test.go:9:6: expected 'IDENT', found '{'", "", kNo},
      {"noclause", "package noclause\n", "pakage noclause\n",
       "noclause/b_test.go:1:1: expected 'package', found pakage", "", kNo},
      {"zero", "package zero\n", std::string("package zero\n\0", 14) + benchmark_file("zero"),
       "read zero/b_test.go: unexpected NUL in input", "", kNo},
      {"badimport", "package badimport\n\nimport \"fmt\n", benchmark_file("badimport"),
       "badimport/a.go:3:8: string literal not terminated", "", kNo},
      {"mixed", "package mixed\n", benchmark_file("other"),
       "found packages mixed (a.go) and other (b_test.go) in mixed", "", kNo},
      {"missing", "package missing\n\nimport _ \"example.com/m/generated\"\n",
       benchmark_file("missing"),
       "missing/a.go:3:8: no required module provides package example.com/m/generated", tidy, kNo},
      {"testmissing", "package testmissing\n",
       "package testmissing\n\nimport _ \"example.com/nowhere/x\"\n",
       "testmissing/b_test.go:3:8: no required module provides package example.com/nowhere/x", tidy,
       kNo},
      {"notstd", "package notstd\n\nimport _ \"protos/gen\"\n", benchmark_file("notstd"),
       "notstd/a.go:3:8: package protos/gen is not in std", "measure.prepare", kNo},
      {"embeds", "package embeds\n\nimport _ \"embed\"\n\n//go:embed web/dist\nvar s string\n",
       benchmark_file("embeds"), "embeds/a.go:5:12: pattern web/dist: no matching files found",
       "'web/dist', which //go:embed needs, is not in the commit", kNo},
      {"testembeds", "package testembeds\n",
       "package testembeds\n\nimport _ \"embed\"\n\n//go:embed x.txt\nvar s string\n",
       "testembeds/b_test.go:5:12: pattern x.txt: no matching files found", "measure.copy", kNo},
      {"usesembeds", "package usesembeds\n\nimport _ \"example.com/m/embeds\"\n",
       benchmark_file("usesembeds"), "embeds/a.go:5:12: pattern web/dist: no matching files found",
       "measure.copy", kNo},
      {"cycle", "package cycle\n\nimport _ \"example.com/m/elcyc\"\n", benchmark_file("cycle"),
       "example.com/m/cycle imports example.com/m/elcyc imports example.com/m/cycle: "
       "import cycle not allowed",
       "break the import cycle", kNo},
      {"elcyc", "package elcyc\n\nimport _ \"example.com/m/cycle\"\n", benchmark_file("elcyc"),
       "import cycle not allowed", "break the import cycle", kNo},
      {"testcycle", "package testcycle\n",
       "package testcycle\n\nimport _ \"example.com/m/usestest\"\n",
       "import cycle not allowed in test", "break the import cycle", kNo},
      {"usestest", "package usestest\n\nimport _ \"example.com/m/testcycle\"\n",
       benchmark_file("usestest"), "", "", kYes},
      {"internal", "package internal\n\nimport _ \"cmd/internal/obj\"\n",
       benchmark_file("internal"),
       "internal/a.go:3:8: use of internal package cmd/internal/obj not allowed", "", kNo},
  };
}

TEST(Packages, AreBrokenWhenTheirTestsCannotBeLoadedAndOnlyThen) {
  GoProject project;
  project.add_module();
  for (const Kind& kind : kinds()) {
    if (!kind.source.empty()) {
      project.add(kind.name + "/a.go", kind.source);
    }
    project.add(kind.name + "/b_test.go", kind.test);
  }
  const std::vector<Package> packages = list(project, project.module());
  EXPECT_EQ(packages.size(), kinds().size());
  for (const Kind& kind : kinds()) {
    SCOPED_TRACE(kind.name);
    const std::string path = "example.com/m/" + kind.name;
    const auto found = std::find_if(packages.begin(), packages.end(),
                                    [&](const Package& one) { return one.import_path == path; });
    ASSERT_NE(found, packages.end());
    // Whatever is wrong, the files in which base's benchmarks were are known.
    EXPECT_THAT(found->test_files, ElementsAre("b_test.go"));
    EXPECT_THAT(found->error, HasSubstr(kind.error));
    EXPECT_EQ(found->error.empty(), kind.error.empty()) << found->error;
    EXPECT_THAT(found->error, Not(HasSubstr(project.path("."))));
    EXPECT_THAT(found->remedy, HasSubstr(kind.remedy));
    EXPECT_EQ(found->remedy.empty(), kind.remedy.empty()) << found->remedy;

    // The listing is never stricter than the build.
    const Status built =
        project.go()->build_test(project.module(), path, {}, project.output("b.test"));
    EXPECT_EQ(built.has_value(), kind.builds == Kind::Builds::kYes);
    if (!built) {
      EXPECT_EQ(built.error().reason, Reason::kBuildFailed);
      EXPECT_THAT(built.error().detail, AllOf(Not(IsEmpty()), Not(HasSubstr(project.path(".")))));
      if (!kind.error.empty()) {
        EXPECT_EQ(built.error().remedy, found->remedy);
      }
    }
  }
}

}  // namespace
}  // namespace headgate::go
