// What test binaries are made of, as the real go command lists it.

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "edge/go/go_project.h"
#include "edge/go/link_list.h"

namespace headgate::go {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

std::vector<Linked> links(const GoProject& project, const Module& module,
                          const std::vector<std::string>& patterns = {"./..."}) {
  const Result<std::vector<Linked>> linked = project.go()->linked(module, patterns, {});
  EXPECT_TRUE(linked) << (linked ? "" : linked.error().message + linked.error().detail);
  return linked ? *linked : std::vector<Linked>{};
}

Linked find(const std::vector<Linked>& all, const std::string& name) {
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Linked& one) { return one.name == name; });
  EXPECT_NE(found, all.end()) << name;
  return found == all.end() ? Linked{} : *found;
}

TEST(Linked, NamesPackagesTheirTestVariantsAndTheTestBinary) {
  GoProject project;
  project.add_module();
  project.add("a/a.go", "package a\n");
  project.add("b/b.go", "package b\n\nimport _ \"example.com/m/a\"\n");
  project.add("b/in_test.go",
              "package b\n\nimport (\n\t\"testing\"\n\n\t_ \"example.com/m/c\"\n)\n\n"
              "func BenchmarkX(b *testing.B) {}\n");
  project.add("b/out_test.go", "package b_test\n\nimport _ \"example.com/m/b\"\n");
  project.add("c/c.go", "package c\n");
  const std::vector<Linked> all = links(project, project.module(), {"./b"});

  EXPECT_THAT(find(all, "example.com/m/b").imports, ElementsAre("example.com/m/a"));
  EXPECT_THAT(find(all, "example.com/m/b [example.com/m/b.test]").imports,
              UnorderedElementsAre("example.com/m/a", "example.com/m/c", "testing"));
  EXPECT_THAT(find(all, "example.com/m/b_test [example.com/m/b.test]").imports,
              ElementsAre("example.com/m/b [example.com/m/b.test]"));
  const Linked binary = find(all, "example.com/m/b.test");
  EXPECT_THAT(binary.imports, Contains("example.com/m/b [example.com/m/b.test]"));
  EXPECT_EQ(binary.directory, project.path("b"));
  // Dependencies are listed though no pattern names them, and so is what nothing else imports.
  EXPECT_EQ(find(all, "example.com/m/c").directory, project.path("c"));
}

TEST(Linked, LeavesTheStandardLibraryToTheToolchain) {
  GoProject project;
  project.add_module();
  project.add("a/a.go", "package a\n\nimport _ \"fmt\"\n");
  const Linked fmt = find(links(project, project.module()), "fmt");
  EXPECT_EQ(fmt.directory, "");
  EXPECT_EQ(fmt.module, "");
  EXPECT_THAT(fmt.imports, IsEmpty());
}

TEST(Linked, SaysWhichModuleInWhichVersionForWhichLanguage) {
  GoProject project;
  project.add_module(".", "1.21",
                     "require example.com/dep v1.2.3\nreplace example.com/dep => ./dep\n");
  project.add("dep/go.mod", "module example.com/dep\n\ngo 1.20\n");
  project.add("dep/dep.go", "package dep\n");
  project.add("a/a.go", "package a\n\nimport _ \"example.com/dep\"\n");
  const std::vector<Linked> all = links(project, project.module());
  EXPECT_EQ(find(all, "example.com/m/a").module, "example.com/m, go1.21");
  EXPECT_EQ(find(all, "example.com/dep").module, "example.com/dep v1.2.3 => ./dep, go1.20");
  EXPECT_EQ(find(all, "example.com/dep").directory, project.path("dep"));
}

TEST(Linked, NamesEmbeddedFilesOfPackagesAndTests) {
  GoProject project;
  project.add_module();
  project.add("a/a.go", "package a\n\nimport _ \"embed\"\n\n//go:embed x.txt\nvar X string\n");
  project.add("a/a_test.go", "package a\n\nimport _ \"embed\"\n\n//go:embed y/z\nvar y string\n");
  project.add("a/x.txt", "x");
  project.add("a/y/z", "z");
  EXPECT_THAT(find(links(project, project.module()), "example.com/m/a").embed_files,
              ElementsAre("x.txt", "y/z"));
}

TEST(Linked, SaysWhatCannotBeLoaded) {
  GoProject project;
  project.add_module();
  project.add("a/a.go", "package a\n\nimport _ \"example.com/absent\"\n");
  project.add("b/b.go", "package b\n");
  const std::vector<Linked> all = links(project, project.module());
  EXPECT_EQ(find(all, "example.com/absent").loading, Linked::Loading::kBroken);
  EXPECT_EQ(find(all, "example.com/m/b").loading, Linked::Loading::kWhole);
}

TEST(Linked, SeesGodebugDefaultsOfATestBinary) {
  GoProject project;
  project.add_module(".", "1.21");
  project.add("a/a_test.go", "//go:debug panicnil=1\n" + benchmark_file("a"));
  EXPECT_THAT(find(links(project, project.module()), "example.com/m/a.test").godebug,
              HasSubstr("panicnil=1"));
}

TEST(LinkList, OfAnythingElseThanJsonIsNone) {
  EXPECT_FALSE(read_link_list("go: no modules"));
  EXPECT_TRUE(read_link_list("")->empty());
}

}  // namespace
}  // namespace headgate::go
