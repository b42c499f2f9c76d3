#include "app/modules.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "go_trees.h"

namespace headgate::app {
namespace {

using stats::Side;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class ModulesTest : public testing::Test {
 protected:
  ModulesTest() { trees.sandbox(); }

  Result<Modules> find() {
    go::FakeGo go = trees.go();
    return find_modules(trees.program.services(), go, trees.settings, trees.sandbox());
  }

  static std::string mod(const std::string& path) { return "module " + path + "\n\ngo 1.24\n"; }

  GoTrees trees;
};

TEST_F(ModulesTest, TheRootIsTheModuleByDefault) {
  trees.add_both({{"go.mod", mod("example.com/m")}});
  const Result<Modules> modules = find();
  ASSERT_TRUE(modules) << modules.error().message;
  ASSERT_EQ(modules->pairs.size(), 1U);
  EXPECT_EQ(modules->pairs.front().name, "example.com/m");
  EXPECT_EQ(modules->pairs.front().sides.base->directory, "/tmp/hg-00000/base");
  EXPECT_EQ(modules->pairs.front().sides.base->workspace, "off");
  EXPECT_EQ(modules->toolchains.base, "go1.26.8");
  EXPECT_THAT(modules->caveats, IsEmpty());
}

TEST_F(ModulesTest, WithoutAModuleTheFoldersThatHaveOneAreNamed) {
  trees.add_both({{"svc/go.mod", mod("svc")}, {"web/go.mod", mod("web")}});
  const Result<Modules> refused = find();
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().reason, Reason::kNoModule);
  EXPECT_THAT(refused.error().remedy, HasSubstr("set modules: [svc, web]"));
}

TEST_F(ModulesTest, AutoTakesEveryModuleOfEitherSideButNotVendoredOnes) {
  trees.settings.scope.modules = {"auto"};
  trees.add_both({{"go.mod", mod("root")},
                  {"vendor/x/go.mod", mod("x")},
                  {"a/testdata/go.mod", mod("fixture")},
                  {".hidden/go.mod", mod("hidden")},
                  {"_old/go.mod", mod("old")},
                  {"a/notgo.mod", mod("no")}});
  trees.add(Side::kHead, {{"new/go.mod", mod("new")}});
  const Result<Modules> modules = find();
  ASSERT_TRUE(modules) << modules.error().message;
  std::vector<std::string> folders;
  for (const ModulePair& pair : modules->pairs) {
    folders.push_back(pair.folder);
  }
  EXPECT_THAT(folders, ElementsAre(".", "new"));
  EXPECT_FALSE(modules->pairs[1].sides.base);
  EXPECT_TRUE(modules->pairs[1].sides.head);
}

TEST_F(ModulesTest, ModulesOfOneNameAreToldApartByTheirFolders) {
  trees.settings.scope.modules = {"a", "b"};
  trees.add_both({{"a/go.mod", mod("same")}, {"b/go.mod", mod("same")}});
  const Result<Modules> modules = find();
  ASSERT_TRUE(modules);
  EXPECT_EQ(modules->pairs[0].name, "same in a");
  EXPECT_EQ(modules->pairs[1].name, "same in b");
}

TEST_F(ModulesTest, TheNameIsHeadsWhereTheSidesDisagree) {
  trees.add(Side::kBase, {{"go.mod", mod("old.example/m")}});
  trees.add(Side::kHead, {{"go.mod", mod("new.example/m")}});
  EXPECT_EQ(find()->pairs.front().name, "new.example/m");
}

TEST_F(ModulesTest, AWorkspaceIsLookedForInsideItsOwnTreeOnly) {
  trees.settings.scope.modules = {"a"};
  trees.program.files.add_file("/tmp/hg-00000/go.work", "go 1.24\n");
  trees.add_both({{"a/go.mod", mod("a")}});
  trees.add(Side::kHead, {{"go.work", "use ./a\n"}});
  const Result<Modules> modules = find();
  ASSERT_TRUE(modules) << modules.error().message;
  EXPECT_EQ(modules->pairs.front().sides.base->workspace, "off");
  EXPECT_EQ(modules->pairs.front().sides.head->workspace, "/tmp/hg-00000/head/go.work");
}

TEST_F(ModulesTest, AReplaceThatLeavesTheRepositoryIsRefusedByFileAndSide) {
  trees.add_both({{"go.mod", mod("m")}});
  trees.add(Side::kHead, {{"go.mod", mod("m") + "replace example.com/dep => ../../dep\n"}});
  const Result<Modules> refused = find();
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().reason, Reason::kReplaceOutsideTree);
  EXPECT_EQ(refused.error().message,
            "go.mod of head: replace example.com/dep => '../../dep' leaves the repository");
}

TEST_F(ModulesTest, AReplaceThroughASymlinkLeavesTheRepositoryToo) {
  trees.add_both({{"go.mod", mod("m") + "replace example.com/dep => ./dep\n"}});
  trees.program.files.add_folder("/elsewhere");
  trees.program.files.add_symlink("/tmp/hg-00000/head/dep", "/elsewhere");
  EXPECT_EQ(find().error().reason, Reason::kReplaceOutsideTree);
}

TEST_F(ModulesTest, AReplaceInsideTheRepositoryIsFine) {
  trees.add_both({{"go.mod", mod("m") + "replace example.com/dep => ./dep\n"},
                  {"dep/go.mod", mod("example.com/dep")}});
  EXPECT_TRUE(find());
}

TEST_F(ModulesTest, WhatAWorkspaceUsesIsCheckedLikeTheModule) {
  trees.settings.scope.modules = {"a"};
  trees.add_both({{"a/go.mod", mod("a")},
                  {"b/go.mod", mod("b") + "replace example.com/dep => ../../dep\n"},
                  {"go.work", "use ./a\nuse ./b\n"}});
  EXPECT_THAT(find().error().message, HasSubstr("b/go.mod of base: replace example.com/dep"));
  trees.add_both({{"b/go.mod", mod("b")}, {"go.work", "use ./a\nuse ../../c\n"}});
  EXPECT_THAT(find().error().message, HasSubstr("go.work of base: use '../../c' leaves"));
}

TEST_F(ModulesTest, ToolchainsThatDifferAreACaveat) {
  trees.add_both({{"go.mod", mod("m")}});
  trees.program.go.toolchain_versions[GoTrees::root(Side::kHead)] = "go1.27.0";
  const Result<Modules> modules = find();
  ASSERT_TRUE(modules);
  EXPECT_EQ(modules->toolchains.head, "go1.27.0");
  EXPECT_EQ(modules->caveats.front().code, "toolchains-differ");
}

TEST_F(ModulesTest, TheSameToolchainIsTheNewerAskedForOnBothSides) {
  trees.add_both({{"go.mod", mod("m")}});
  trees.settings.build.toolchain = "same";
  trees.program.go.toolchain_versions[GoTrees::root(Side::kHead)] = "go1.27.0";
  const Result<Modules> modules = find();
  ASSERT_TRUE(modules);
  EXPECT_EQ(modules->pairs.front().sides.base->toolchain, "go1.27.0");
  EXPECT_EQ(modules->pairs.front().sides.head->toolchain, "go1.27.0");
  // Each side is asked what it would take, and then what it gets.
  EXPECT_THAT(trees.program.go.calls, Contains("toolchain /tmp/hg-00000/base").Times(2));
}

TEST_F(ModulesTest, ANamedToolchainIsAskedForAsItIs) {
  trees.add_both({{"go.mod", mod("m")}});
  trees.settings.build.toolchain = "go1.25.3";
  EXPECT_EQ(find()->pairs.front().sides.head->toolchain, "go1.25.3");
}

TEST_F(ModulesTest, AToolchainThatCannotBeHadNamesTheSide) {
  trees.add_both({{"go.mod", mod("m")}});
  trees.program.go.toolchain_errors[GoTrees::root(Side::kHead)] =
      Error{.reason = Reason::kToolchainTooOld, .message = "go.mod requires go >= 1.99.0"};
  const Result<Modules> refused = find();
  EXPECT_EQ(refused.error().reason, Reason::kToolchainTooOld);
  EXPECT_EQ(refused.error().message, "head: go.mod requires go >= 1.99.0");
}

}  // namespace
}  // namespace headgate::app
