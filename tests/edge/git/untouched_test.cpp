#include <chrono>
#include <filesystem>
#include <functional>
#include <utility>

#include <gmock/gmock.h>

#include "git_test.h"
#include "support/folder_snapshot.h"

namespace headgate::git {
namespace {

using headgate::testing::FolderSnapshot;
using headgate::testing::GitFixture;
using headgate::testing::make_pull_request_checkout;
using headgate::testing::PullRequestCheckout;
using headgate::testing::snapshot;
namespace fs = std::filesystem;

// Contents, modes, and modification and change times of the whole repository, before and after.
class Untouched : public GitTest {
 protected:
  void expect_untouched_by_every_call(const std::string& repository) {
    const FolderSnapshot before = snapshot(repository);
    const auto opened = open(repository, Ownership::kCheck);
    EXPECT_EQ(snapshot(repository), before) << "open";
    const std::vector<std::pair<const char*, std::function<bool()>>> calls = {
        {"head", [&] { return opened->head().has_value(); }},
        {"commit", [&] { return opened->commit("HEAD").has_value(); }},
        {"merge_base",
         [&] { return opened->is_shallow() || opened->merge_base("HEAD", "HEAD").has_value(); }},
        {"default_branch", [&] { return opened->default_branch().has_value(); }},
        {"inspect", [&] { return opened->inspect("HEAD", never).has_value(); }},
        {"read_file", [&] { return opened->read_file("HEAD", "a.go").has_value(); }},
        {"export_tree",
         [&] { return opened->export_tree("HEAD", folder_ / "tree", never).has_value(); }},
        {"work_tree_content", [&] { return opened->work_tree_content().has_value(); }},
        {"export_work_tree",
         [&] { return opened->export_work_tree(folder_ / "work", never).has_value(); }},
        {"path_status", [&] { return opened->path_status("a.go").has_value(); }},
    };
    for (const auto& [name, call] : calls) {
      EXPECT_TRUE(call()) << name;
      EXPECT_EQ(snapshot(repository), before) << name;
    }
  }
};

TEST_F(Untouched, ADirtyRepositoryWithHooksAndASubmodule) {
  GitFixture upstream(folder_ / "upstream");
  upstream.write("d.go", "package d\n");
  upstream.commit("Upstream");
  GitFixture repo(folder_ / "repo");
  repo.write(".gitignore", "*.log\n");
  repo.write("a.go", "package a\n");
  repo.write("b.go", "package a\n");
  repo.git({"submodule", "--quiet", "add", "file://" + upstream.path(), "module"});
  repo.commit("Start");
  for (const char* const hook : {"post-checkout", "post-index-change", "pre-commit"}) {
    repo.write_executable(std::string(".git/hooks/") + hook, "#!/bin/sh\ntouch fired\n");
  }
  repo.write("a.go", "package a // dirty\n");
  repo.write("staged.go", "package a\n");
  repo.git({"add", "staged.go"});
  repo.write("untracked.go", "package a\n");
  repo.write("x.log", "ignored");
  expect_untouched_by_every_call(repo.path());
}

// `git status` writes the index when a file was touched but not changed. We do not.
TEST_F(Untouched, AnIndexThatWantsARefresh) {
  GitFixture repo(folder_ / "repo");
  repo.write("a.go", "package a\n");
  repo.commit("Start");
  fs::last_write_time(repo / "a.go", fs::file_time_type::clock::now() - std::chrono::hours(2));
  expect_untouched_by_every_call(repo.path());
  const std::string index = content_of(repo / ".git/index");
  repo.git({"status"});
  EXPECT_NE(content_of(repo / ".git/index"), index)
      << "the index was fresh, this test shows nothing";
}

TEST_F(Untouched, ADepthTwoPullRequestCheckout) {
  const PullRequestCheckout made = make_pull_request_checkout(
      folder_ / "pr", {{"a.go", "package a\n"}}, {{"b.go", "package a\n"}}, 2);
  expect_untouched_by_every_call(made.path);
}

TEST_F(Untouched, APackedSparseRepository) {
  GitFixture repo(folder_ / "repo");
  repo.write("a.go", "package a\n");
  repo.write("left/out.go", "package b\n");
  repo.commit("Start");
  repo.git({"sparse-checkout", "set", "nothing"});
  repo.git({"gc", "--quiet"});
  expect_untouched_by_every_call(repo.path());
}

}  // namespace
}  // namespace headgate::git
