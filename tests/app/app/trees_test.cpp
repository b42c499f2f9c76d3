#include "app/trees.h"

#include <csignal>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/fake_program.h"

namespace headgate::app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;
using testing_support::FakeProgram;

constexpr const char* kBase = "/tmp/hg-00000/base";
constexpr const char* kHead = "/tmp/hg-00000/head";

class TreesTest : public testing::Test {
 protected:
  TreesTest() { program.sides({{"a.txt", "base"}}, {{"a.txt", "head"}}); }

  Result<stats::Sides<git::TreeProblems>> export_them() {
    Result<Sources> sources =
        find_sources(std::make_unique<git::FakeRepository>(program.repository),
                     Question{.base = github::Revision{"base"},
                              .head = head,
                              .why = {},
                              .base_branch = {},
                              .notes = {}});
    Result<Sandbox> made = Sandbox::create(program.services(), "/workspace", "");
    sandbox = *std::move(made);
    return export_trees(program.services(), *sources, settings, *sandbox, deadline);
  }

  [[nodiscard]] std::optional<std::string> content(const std::string& path) const {
    return program.files.content_of(path);
  }

  FakeProgram program;
  std::variant<github::Where, WorkTree> head = github::Where(github::Revision{"head"});
  config::Settings settings;
  Deadline deadline{program.clock};
  std::optional<Sandbox> sandbox;
};

TEST_F(TreesTest, EachSideLiesInItsFolderAndPathsAreEquallyLong) {
  ASSERT_TRUE(export_them());
  EXPECT_EQ(content(std::string(kBase) + "/a.txt"), "base");
  EXPECT_EQ(content(std::string(kHead) + "/a.txt"), "head");
  EXPECT_EQ(sandbox->tree(stats::Side::kBase).size(), sandbox->tree(stats::Side::kHead).size());
  EXPECT_EQ(sandbox->home(stats::Side::kBase).size(), sandbox->home(stats::Side::kHead).size());
  EXPECT_EQ(sandbox->temp(stats::Side::kBase).size(), sandbox->temp(stats::Side::kHead).size());
  EXPECT_EQ(sandbox->binaries(stats::Side::kBase).size(),
            sandbox->binaries(stats::Side::kHead).size());
}

TEST_F(TreesTest, TheWorkTreeIsExportedAsItIs) {
  head = WorkTree{};
  program.commit("", {{"a.txt", "dirty"}});
  program.repository->work_tree_content.problems.submodules = {"third_party/x"};
  const auto problems = export_them();
  ASSERT_TRUE(problems);
  EXPECT_THAT(program.repository->exports,
              ElementsAre(Pair(FakeProgram::id_of("base"), kBase), Pair("", kHead)));
  EXPECT_EQ(content(std::string(kHead) + "/a.txt"), "dirty");
  EXPECT_THAT(problems->head.submodules, ElementsAre("third_party/x"));
}

TEST_F(TreesTest, ProblemsComeBackBySide) {
  program.repository->problems[FakeProgram::id_of("head")].lfs_pointers = {"big.bin"};
  const auto problems = export_them();
  ASSERT_TRUE(problems);
  EXPECT_THAT(problems->head.lfs_pointers, ElementsAre("big.bin"));
  EXPECT_TRUE(problems->base.lfs_pointers.empty());
}

TEST_F(TreesTest, AnExportThatFailsNamesItsSide) {
  program.repository->export_error =
      Error{.reason = Reason::kObjectsMissing, .message = "a.txt is not here"};
  EXPECT_EQ(export_them().error().message, "exporting base: a.txt is not here");
}

TEST_F(TreesTest, ASignalStopsTheExport) {
  program.interrupts.interrupt(SIGTERM);
  EXPECT_EQ(export_them().error().reason, Reason::kInterrupted);
}

TEST_F(TreesTest, TheDeadlineStopsTheExport) {
  deadline.set(1);
  program.clock.advance(1);
  EXPECT_EQ(export_them().error().reason, Reason::kInterrupted);
  EXPECT_FALSE(content(std::string(kBase) + "/a.txt"));
}

TEST_F(TreesTest, CopiedPathsReachBothTreesWhereACommitHasNone) {
  program.sides({{"go.mod", "m"}}, {{"go.mod", "m"}, {"web/dist/app.js", "of the commit"}});
  program.files.add_file("/workspace/web/dist/app.js", "of the checkout");
  program.repository->paths["web/dist"] = git::PathStatus::kIgnored;
  settings.build.copy = {"web/dist"};
  ASSERT_TRUE(export_them());
  EXPECT_EQ(content(std::string(kBase) + "/web/dist/app.js"), "of the checkout");
  EXPECT_EQ(content(std::string(kHead) + "/web/dist/app.js"), "of the commit");
}

TEST_F(TreesTest, ABareRepositoryHasNothingToCopyFrom) {
  program.repository->work_tree = "";
  settings.build.copy = {"web/dist"};
  const auto refused = export_them();
  EXPECT_EQ(refused.error().reason, Reason::kConfigInvalid);
  EXPECT_THAT(refused.error().message, HasSubstr("is a bare repository"));
}

TEST_F(TreesTest, WhatGitDoesNotIgnoreIsHeadsAndNotCopiedIntoBase) {
  program.files.add_file("/workspace/sum/sum.go", "head's");
  settings.build.copy = {"sum"};
  for (const git::PathStatus status : {git::PathStatus::kTracked, git::PathStatus::kUntracked}) {
    program.repository->paths["sum"] = status;
    program.repository->paths["sum/sum.go"] = status;
    const auto refused = export_them();
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().reason, Reason::kConfigInvalid);
    EXPECT_EQ(refused.error().message, "measure.copy: git does not ignore all of 'sum'");
    EXPECT_FALSE(content(std::string(kBase) + "/sum/sum.go"));
  }
}

TEST_F(TreesTest, AFolderIsCopiedWhenEachOfItsFilesIsIgnored) {
  program.files.add_file("/workspace/dist/a.js", "a");
  program.files.add_file("/workspace/dist/b.js", "b");
  program.repository->paths["dist"] = git::PathStatus::kUntracked;
  program.repository->paths["dist/a.js"] = git::PathStatus::kIgnored;
  program.repository->paths["dist/b.js"] = git::PathStatus::kIgnored;
  settings.build.copy = {"dist"};
  ASSERT_TRUE(export_them());
  EXPECT_EQ(content(std::string(kBase) + "/dist/b.js"), "b");
  program.repository->paths["dist/b.js"] = git::PathStatus::kUntracked;
  EXPECT_EQ(export_them().error().reason, Reason::kConfigInvalid);
}

TEST_F(TreesTest, ACopiedPathThatIsNotThereIsAnError) {
  settings.build.copy = {"web/dist"};
  const auto refused = export_them();
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().reason, Reason::kConfigInvalid);
  EXPECT_EQ(refused.error().message, "measure.copy: there is no 'web/dist' in the checkout");
}

TEST_F(TreesTest, ACopiedPathMayNotLeadOutOfTheCheckout) {
  program.files.add_file("/etc/shadow", "secret");
  program.files.add_symlink("/workspace/web", "/etc");
  program.repository->paths["web/shadow"] = git::PathStatus::kIgnored;
  settings.build.copy = {"web/shadow"};
  const auto refused = export_them();
  EXPECT_EQ(refused.error().reason, Reason::kConfigInvalid);
  EXPECT_THAT(refused.error().message, HasSubstr("leads out of the repository"));
}

TEST_F(TreesTest, ACopiedPathMayNotLeadOutOfATree) {
  program.files.add_file("/workspace/web/app.js", "x");
  program.repository->paths["web/app.js"] = git::PathStatus::kIgnored;
  program.files.add_folder("/elsewhere");
  program.repository->write_export = [&](const std::string&, const std::string& target) {
    program.files.add_symlink(target + "/web", "/elsewhere");
  };
  settings.build.copy = {"web/app.js"};
  EXPECT_THAT(export_them().error().message, HasSubstr("leads out of the repository"));
  EXPECT_TRUE(program.files.list("/elsewhere")->empty());
}

}  // namespace
}  // namespace headgate::app
