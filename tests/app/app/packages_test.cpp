#include "app/packages.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "go_trees.h"

namespace headgate::app {
namespace {

using stats::Side;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing_support::Tree;

std::string benchmark(const std::string& name) {
  return "package x\n\nimport \"testing\"\n\nfunc " + name + "(b *testing.B) {}\n";
}

class PackagesTest : public testing::Test {
 protected:
  PackagesTest() {
    trees.sandbox();
    trees.add_both({{"go.mod", "module example.com/m\n\ngo 1.24\n"}});
  }

  Result<Packages> find() {
    go::FakeGo go = trees.go();
    const Result<Modules> modules =
        find_modules(trees.program.services(), go, trees.settings, trees.sandbox());
    HEADGATE_CHECK(modules.has_value());
    return find_packages(trees.program.services(), go, trees.settings, trees.sandbox(), *modules,
                         "/workspace");
  }

  Result<std::vector<gate::Caveat>> check() {
    const Result<Packages> packages = find();
    HEADGATE_CHECK(packages.has_value());
    return check_problems(*packages, trees.sandbox(), problems);
  }

  static std::vector<std::string> paths(const Packages& packages) {
    std::vector<std::string> all;
    for (const gate::PackagePair& pair : packages.pairs) {
      all.push_back(pair.import_path);
    }
    return all;
  }

  GoTrees trees;
  stats::Sides<git::TreeProblems> problems;
};

TEST_F(PackagesTest, PackagesWithABenchmarkOnEitherSideAreKeptInOrder) {
  trees.add_both({{"b/b_test.go", benchmark("BenchmarkB")}, {"none/none.go", "package none\n"}});
  trees.add(Side::kHead, {{"a/a_test.go", benchmark("BenchmarkA")}});
  const Result<Packages> packages = find();
  ASSERT_TRUE(packages) << packages.error().message;
  EXPECT_THAT(paths(*packages), ElementsAre("example.com/m/a", "example.com/m/b"));
  EXPECT_EQ(packages->pairs[0].module, "example.com/m");
  EXPECT_EQ(packages->pairs[0].sides.base.state, gate::PackageState::kAbsent);
  EXPECT_EQ(packages->places[0].base.directory, "");
  EXPECT_EQ(packages->places[0].head.directory, "/tmp/hg-00000/head/a");
}

TEST_F(PackagesTest, DeclarationsSayWhereTheyStandInTheRepository) {
  trees.add_both({{"b/b_test.go", benchmark("BenchmarkB")}});
  const Result<Packages> packages = find();
  ASSERT_EQ(packages->pairs[0].sides.head.declared.size(), 1U);
  const gate::DeclaredBenchmark& declared = packages->pairs[0].sides.head.declared.front();
  EXPECT_EQ(declared.name, "BenchmarkB");
  EXPECT_EQ(declared.location, (gate::Location{.file = "b/b_test.go", .line = 5}));
}

TEST_F(PackagesTest, APackageThatDoesNotLoadIsBrokenAndTakesNothingFromTheOthers) {
  trees.add_both(
      {{"a/a_test.go", benchmark("BenchmarkA")}, {"b/b_test.go", benchmark("BenchmarkB")}});
  trees.program.go.broken["/tmp/hg-00000/head/a"] = "a_test.go:3:8: no required module";
  const Result<Packages> packages = find();
  ASSERT_TRUE(packages);
  EXPECT_EQ(packages->pairs[0].sides.head.state, gate::PackageState::kBroken);
  EXPECT_EQ(packages->pairs[0].sides.head.error, "a_test.go:3:8: no required module");
  EXPECT_EQ(packages->pairs[0].sides.base.state, gate::PackageState::kReady);
  EXPECT_EQ(packages->pairs[1].sides.head.state, gate::PackageState::kReady);
}

TEST_F(PackagesTest, WhatIsEmbeddedAndOnlyInTheCheckoutIsNamed) {
  trees.add_both({{"web/web_test.go", benchmark("BenchmarkOpen")}});
  trees.program.go.broken["/tmp/hg-00000/head/web"] =
      "web/web.go:5:12: pattern all:dist: no matching files found";
  trees.program.go.remedies["/tmp/hg-00000/head/web"] = "make it with measure.prepare";
  EXPECT_EQ(find()->pairs[0].sides.head.remedy, "make it with measure.prepare");
  trees.program.files.add_file("/workspace/web/dist/index.html", "<p>");
  EXPECT_EQ(find()->pairs[0].sides.head.remedy,
            "'web/dist' exists in the checkout but not in the commit: make it with "
            "measure.prepare");
}

TEST_F(PackagesTest, ATestFileThatLeadsOutOfTheTreeIsNotRead) {
  trees.add_both({{"a/a.go", "package a\n"}});
  trees.program.files.add_file("/etc/secret_test.go", benchmark("BenchmarkSecret"));
  trees.program.files.add_symlink("/tmp/hg-00000/head/a/a_test.go", "/etc/secret_test.go");
  const Result<Packages> packages = find();
  ASSERT_FALSE(packages);
  EXPECT_THAT(packages.error().message, HasSubstr("head: "));
}

TEST_F(PackagesTest, NoPackageAndNoBenchmarkAreToldApart) {
  EXPECT_EQ(find().error().reason, Reason::kNoPackage);
  trees.add_both({{"a/a.go", "package a\n"}});
  const Result<Packages> packages = find();
  EXPECT_EQ(packages.error().reason, Reason::kNoBenchmark);
  trees.settings.scope.packages = {"./nowhere"};
  EXPECT_THAT(find().error().message, HasSubstr("'./nowhere'"));
}

TEST_F(PackagesTest, ASubmoduleInAMeasuredPackageIsAnError) {
  trees.add_both({{"a/a_test.go", benchmark("BenchmarkA")}});
  problems.head.submodules = {"a/testdata/corpus"};
  const auto checked = check();
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().reason, Reason::kSubmoduleInPackage);
  EXPECT_EQ(checked.error().message,
            "example.com/m/a of head has a submodule at 'a/testdata/corpus'");
}

TEST_F(PackagesTest, ARepositoryInsideIsACaveatWhereverItLies) {
  trees.add_both({{"a_test.go", benchmark("BenchmarkA")}});
  problems.head.nested_repositories = {".wt", "testdata/clone"};
  const auto caveats = check();
  ASSERT_TRUE(caveats) << caveats.error().message;
  ASSERT_EQ(caveats->size(), 1U);
  EXPECT_EQ(caveats->front().code, "nested-repositories");
  EXPECT_EQ(caveats->front().text,
            "head leaves out what git does not track either: folders with a .git of their own, "
            "'.wt' first");
}

TEST_F(PackagesTest, AnLfsPointerIsAnErrorWhereItIsEmbeddedAndACaveatElsewhere) {
  trees.add_both({{"a/a_test.go", benchmark("BenchmarkA")}});
  problems.base.lfs_pointers = {"docs/film.mp4", "docs/other.mp4"};
  const auto caveats = check();
  ASSERT_TRUE(caveats) << caveats.error().message;
  ASSERT_EQ(caveats->size(), 1U);
  EXPECT_EQ(caveats->front().code, "lfs-pointers");
  EXPECT_EQ(caveats->front().text,
            "base has 2 Git LFS pointers, 'docs/film.mp4' first: none in a measured package's "
            "folder");
  trees.program.go.embed_files["/tmp/hg-00000/base/a"] = {"assets/big/a.bin"};
  problems.base.lfs_pointers = {"a/assets/big/a.bin"};
  EXPECT_EQ(check().error().reason, Reason::kLfsPointerInPackage);
}

TEST_F(PackagesTest, OnlyPackagesWithASelectedBenchmarkAreMeasured) {
  trees.add_both(
      {{"a/a_test.go", benchmark("BenchmarkA")}, {"b/b_test.go", benchmark("BenchmarkB")}});
  const Result<schedule::Selection> selection = schedule::Selection::create("B$", "");
  const Result<Packages> selected = selected_packages(*find(), *selection, trees.settings.scope);
  ASSERT_TRUE(selected);
  EXPECT_THAT(paths(*selected), ElementsAre("example.com/m/b"));
  ASSERT_EQ(selected->places.size(), 1U);
  EXPECT_EQ(selected->places.front().head.directory, "/tmp/hg-00000/head/b");
}

TEST_F(PackagesTest, ASelectionThatTakesNothingIsAnErrorThatQuotesIt) {
  trees.add_both({{"a/a_test.go", benchmark("BenchmarkA")}});
  trees.settings.scope.bench = "Nothing";
  trees.settings.scope.skip = "A";
  const Result<schedule::Selection> selection = schedule::Selection::create("Nothing", "A");
  const Result<Packages> refused = selected_packages(*find(), *selection, trees.settings.scope);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().reason, Reason::kNoBenchmark);
  EXPECT_EQ(refused.error().message, "no benchmark matches bench 'Nothing' with skip 'A'");
}

}  // namespace
}  // namespace headgate::app
