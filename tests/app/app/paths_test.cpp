#include "app/paths.h"

#include <memory>

#include <gtest/gtest.h>

#include "support/fake_program.h"

namespace headgate::app {
namespace {

using testing_support::FakeProgram;

class PathsTest : public testing::Test {
 protected:
  FakeProgram program;
  app::Services& services = program.services();
};

TEST_F(PathsTest, RelativePathsCountFromTheCurrentFolder) {
  EXPECT_EQ(absolute(services, "a/b"), "/workspace/a/b");
  EXPECT_EQ(absolute(services, "/a/b"), "/a/b");
}

TEST_F(PathsTest, ADanglingSymlinkExists) {
  program.files.add_symlink("/workspace/link", "/nowhere");
  EXPECT_TRUE(exists(services, "/workspace/link"));
  EXPECT_FALSE(exists(services, "/workspace/other"));
}

TEST_F(PathsTest, APathElsewhereStaysAsItIs) {
  EXPECT_EQ(relative_to("/t/base", "/t/base/a/b"), "a/b");
  EXPECT_EQ(relative_to("/t/base", "/t/base"), ".");
  EXPECT_EQ(relative_to("/t/base", "/t/baseline/a"), "/t/baseline/a");
}

TEST_F(PathsTest, TheModuleIsTheNearestUpwards) {
  program.files.add_file("/workspace/svc/go.mod", "module svc\n");
  program.files.add_folder("/workspace/svc/internal/x");
  EXPECT_EQ(module_folder(services, "/workspace", "/workspace/svc/internal/x"), "svc");
  EXPECT_EQ(module_folder(services, "/workspace", "/workspace/svc"), "svc");
  program.files.add_file("/workspace/go.mod", "module root\n");
  EXPECT_EQ(module_folder(services, "/workspace", "/workspace"), ".");
}

TEST_F(PathsTest, WithoutAModuleTheFolderItselfIsNamed) {
  program.files.add_folder("/workspace/docs/api");
  EXPECT_EQ(module_folder(services, "/workspace", "/workspace/docs/api"), "docs/api");
  EXPECT_EQ(module_folder(services, "/workspace", "/elsewhere"), ".");
}

TEST_F(PathsTest, ARepositoryWithoutAWorkTreeHasNoFolderToStandIn) {
  program.files.add_folder("/srv/up.git");
  EXPECT_EQ(module_folder(services, "", "/srv/up.git"), ".");
}

TEST_F(PathsTest, AGoModAboveTheRepositoryDoesNotCount) {
  program.files.add_file("/go.mod", "module root\n");
  EXPECT_EQ(module_folder(services, "/workspace", "/workspace"), ".");
  program.files.add_folder("/workspace/sub");
  EXPECT_EQ(module_folder(services, "/workspace", "/workspace/sub"), "sub");
}

TEST_F(PathsTest, WhatIsNotThereYetStaysWhereItsFolderIs) {
  EXPECT_TRUE(stays_in(services, "/workspace", "out/results"));
  program.files.add_folder("/workspace/real");
  program.files.add_symlink("/workspace/inside", "real");
  EXPECT_TRUE(stays_in(services, "/workspace", "inside/results"));
}

TEST_F(PathsTest, ASymlinkOutOfTheFolderIsFoundOnEveryLevel) {
  program.files.add_folder("/etc");
  program.files.add_symlink("/workspace/last", "/etc");
  program.files.add_symlink("/workspace/first", "..");
  EXPECT_FALSE(stays_in(services, "/workspace", "last"));
  EXPECT_FALSE(stays_in(services, "/workspace", "last/not/yet/there"));
  EXPECT_FALSE(stays_in(services, "/workspace", "first/etc"));
}

TEST_F(PathsTest, ASymlinkToWhatIsNotThereYetLeadsAnywhere) {
  program.files.add_symlink("/workspace/dangling", "/etc/new");
  EXPECT_FALSE(stays_in(services, "/workspace", "dangling"));
  EXPECT_FALSE(stays_in(services, "/workspace", "dangling/below"));
}

TEST_F(PathsTest, SymlinksAreResolvedAsFarAsThereIsAnything) {
  program.files.add_folder("/workspace/real");
  program.files.add_symlink("/link", "/workspace");
  EXPECT_EQ(real_so_far(services, "/link/real/not/yet"), "/workspace/real/not/yet");
  EXPECT_EQ(real_so_far(services, "/nothing/here"), "/nothing/here");
}

TEST_F(PathsTest, SymlinksCountBelowTheFolderOnlyHoweverItIsReached) {
  program.files.add_folder("/workspace/real");
  program.files.add_symlink("/link", "/workspace");
  program.files.add_symlink("/workspace/inside", "real");
  EXPECT_EQ(symlink_below(services, "/workspace", "/link/real/x"), std::nullopt);
  EXPECT_EQ(symlink_below(services, "/workspace", "/workspace/inside"), "/workspace/inside");
  EXPECT_EQ(symlink_below(services, "/workspace", "/link/inside/x"), "/link/inside");
  EXPECT_EQ(symlink_below(services, "/link", "/workspace/inside/x"), "/workspace/inside");
  program.files.add_symlink("/workspace/dangling", "nowhere");
  EXPECT_EQ(symlink_below(services, "/workspace", "/workspace/dangling/x"), "/workspace/dangling");
}

TEST_F(PathsTest, APathIsTrackedByItsNameAndByWhereItLeads) {
  git::FakeRepository repository(program.repository);
  program.files.add_folder("/workspace/evil/cache");
  program.files.add_symlink("/cache", "/workspace/evil");
  const auto tracked = [&](const char* path) {
    return is_tracked(services, repository, path).value();
  };
  EXPECT_FALSE(tracked("/cache/cache"));
  program.repository->paths["evil/cache"] = git::PathStatus::kTracked;
  EXPECT_TRUE(tracked("/cache/cache"));
  EXPECT_TRUE(tracked("/workspace/evil/cache"));
  EXPECT_FALSE(tracked("/elsewhere"));
  program.repository->work_tree = "";
  EXPECT_FALSE(tracked("/workspace/evil/cache"));
}

}  // namespace
}  // namespace headgate::app
