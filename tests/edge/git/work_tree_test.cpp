#include <algorithm>
#include <filesystem>
#include <sstream>

#include <gmock/gmock.h>
#include <sys/stat.h>

#include "git_test.h"

namespace headgate::git {
namespace {

using headgate::testing::Files;
using headgate::testing::GitFixture;
using headgate::testing::run_git;
using headgate::testing::TemporaryFolder;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::UnorderedElementsAreArray;
namespace fs = std::filesystem;

// What git itself would commit, asked of a copy of the repository.
struct Recorded {
  std::string tree;
  std::vector<std::string> files;
  std::vector<std::string> submodules;
};

Recorded record(const std::string& repository, const std::string& copy) {
  fs::copy(repository, copy, fs::copy_options::recursive | fs::copy_options::copy_symlinks);
  run_git(copy, {"add", "--all"});
  Recorded recorded;
  // "<mode> <id> <stage>\t<path>", each ended by a NUL.
  std::istringstream lines(run_git(copy, {"ls-files", "--stage", "-z"}));
  for (std::string line; std::getline(lines, line, '\0');) {
    const std::string path = line.substr(line.find('\t') + 1);
    (line.starts_with("160000") ? recorded.submodules : recorded.files).push_back(path);
  }
  recorded.tree = run_git(copy, {"write-tree"});
  return recorded;
}

class WorkTree : public GitTest {
 protected:
  void SetUp() override { previous_umask_ = umask(022); }

  void TearDown() override { umask(previous_umask_); }

  WorkTreeContent content(Ownership ownership = Ownership::kTrust) {
    Result<WorkTreeContent> listed = open(repo_.path(), ownership)->work_tree_content();
    if (!listed) {
      ADD_FAILURE() << listed.error().message << "\n" << listed.error().detail;
      return {};
    }
    return *std::move(listed);
  }

  /// Files and submodules are git's own, and exporting the work tree gives byte for byte what
  /// exporting git's tree gives.
  void expect_as_git_would_record() {
    const TemporaryFolder copies;
    const Recorded recorded = record(repo_.path(), copies / "copy");
    const WorkTreeContent listed = content();
    EXPECT_EQ(listed.files, recorded.files);
    std::vector<std::string> without_files = listed.problems.submodules;
    without_files.insert(without_files.end(), listed.problems.nested_repositories.begin(),
                         listed.problems.nested_repositories.end());
    EXPECT_THAT(without_files, UnorderedElementsAreArray(recorded.submodules));

    const std::string ours = copies / "ours";
    const Status status = open(repo_.path())->export_work_tree(ours, never);
    ASSERT_TRUE(status) << status.error().message << "\n" << status.error().detail;
    GitFixture copy = GitFixture::at(copies / "copy");
    const std::string commit = copy.commit_tree(recorded.tree, {}, "Recorded");
    const std::string theirs = copies / "theirs";
    ASSERT_TRUE(open(copy.path())->export_tree(commit, theirs, never));
    ASSERT_EQ(paths_below(ours), paths_below(theirs));
    for (const std::string& path : paths_below(ours)) {
      EXPECT_EQ(mode_of(ours + "/" + path), mode_of(theirs + "/" + path)) << path;
      if (fs::is_symlink(ours + "/" + path)) {
        EXPECT_EQ(fs::read_symlink(ours + "/" + path), fs::read_symlink(theirs + "/" + path));
      } else if (!path.ends_with('/')) {
        EXPECT_EQ(content_of(ours + "/" + path), content_of(theirs + "/" + path)) << path;
      }
    }
  }

  GitFixture repo_{folder_ / "repo"};

 private:
  mode_t previous_umask_ = 0;
};

TEST_F(WorkTree, ACleanOneIsItsCommit) {
  repo_.write("a.go", "package a\n");
  repo_.write_executable("run", "#!/bin/sh\n");
  repo_.link("link", "a.go");
  repo_.commit("Start");
  EXPECT_THAT(content().files, ElementsAre("a.go", "link", "run"));
  expect_as_git_would_record();
}

TEST_F(WorkTree, ChangedAddedAndDeletedFiles) {
  for (const char* const name : {"changed", "deleted", "kept", "staged", "unstaged", "mode"}) {
    repo_.write(std::string("d/") + name, "one");
  }
  repo_.commit("Start");
  repo_.write("d/changed", "two");
  repo_.write("d/staged", "two");
  repo_.git({"add", "d/staged"});
  repo_.write("d/staged", "three");
  repo_.remove("d/deleted");
  repo_.git({"rm", "--quiet", "--cached", "d/unstaged"});
  repo_.write_executable("d/mode", "one");
  repo_.write("new/file", "new");
  repo_.git({"add", "--intent-to-add", "new/file"});
  repo_.write("new/other", "new");
  fs::create_directories(repo_ / "new/empty/folders");
  EXPECT_THAT(content().files, ElementsAre("d/changed", "d/kept", "d/mode", "d/staged",
                                           "d/unstaged", "new/file", "new/other"));
  expect_as_git_would_record();
}

TEST_F(WorkTree, BeforeTheFirstCommit) {
  repo_.write("a.go", "package a\n");
  EXPECT_THAT(content().files, ElementsAre("a.go"));
  expect_as_git_would_record();
}

TEST_F(WorkTree, IgnoredFilesStayOutUnlessTracked) {
  repo_.write(".gitignore", "*.log\n!keep.log\n/build/\nnode_modules\n");
  repo_.write("sub/.gitignore", "/generated\n*.tmp\n");
  repo_.write("build/tracked", "x");
  repo_.git({"add", "--force", "build/tracked"});
  repo_.commit("Start");
  for (const char* const path :
       {"a.log", "keep.log", "build/untracked", "sub/build/file", "sub/a.tmp", "a.tmp",
        "sub/generated/x", "generated/x", "sub/node_modules/x", "private"}) {
    repo_.write(path, "x");
  }
  repo_.write(".git/info/exclude", "private\n");
  EXPECT_THAT(content().files, ElementsAre(".gitignore", "a.tmp", "build/tracked", "generated/x",
                                           "keep.log", "sub/.gitignore", "sub/build/file"));
  expect_as_git_would_record();
}

TEST_F(WorkTree, AResultsFolderThatIgnoresItselfStaysOut) {
  repo_.write("a.go", "package a\n");
  repo_.commit("Start");
  repo_.write("headgate-results/.gitignore", "*\n");
  repo_.write("headgate-results/base.txt", "x");
  EXPECT_THAT(content().files, ElementsAre("a.go"));
  expect_as_git_would_record();
}

TEST_F(WorkTree, TheUsersOwnIgnoreFileCountsWhereTheUserDoes) {
  fs::create_directories(home_ / ".config/git");
  std::ofstream(home_ / ".config/git/ignore") << ".idea\n";
  repo_.write(".idea/x", "x");
  repo_.write("a.go", "package a\n");
  EXPECT_THAT(content(Ownership::kCheck).files, ElementsAre("a.go"));
  EXPECT_THAT(content(Ownership::kTrust).files, ElementsAre(".idea/x", "a.go"));
}

TEST_F(WorkTree, OneKindInThePlaceOfAnother) {
  repo_.write("file-to-folder", "x");
  repo_.write("folder-to-file/x", "x");
  repo_.write("folder-to-link/x", "x");
  repo_.write("file-to-link", "x");
  repo_.link("link-to-file", "nowhere");
  repo_.link("link-to-folder", "nowhere");
  repo_.write("elsewhere/x", "x");
  repo_.commit("Start");
  for (const char* const path : {"file-to-folder", "folder-to-file", "folder-to-link",
                                 "file-to-link", "link-to-file", "link-to-folder"}) {
    repo_.remove(path);
  }
  repo_.write("file-to-folder/y", "y");
  repo_.write("folder-to-file", "y");
  repo_.link("folder-to-link", "elsewhere");
  repo_.link("file-to-link", "/etc/passwd");
  repo_.write("link-to-file", "y");
  repo_.write("link-to-folder/y", "y");
  EXPECT_THAT(content().files,
              ElementsAre("elsewhere/x", "file-to-folder/y", "file-to-link", "folder-to-file",
                          "folder-to-link", "link-to-file", "link-to-folder/y"));
  expect_as_git_would_record();
}

TEST_F(WorkTree, SpecialFilesAreNoFiles) {
  repo_.write("a.go", "package a\n");
  repo_.write("was-a-file", "x");
  repo_.commit("Start");
  repo_.remove("was-a-file");
  ASSERT_EQ(mkfifo((repo_ / "pipe").c_str(), 0600), 0);
  ASSERT_EQ(mkfifo((repo_ / "was-a-file").c_str(), 0600), 0);
  EXPECT_THAT(content().files, ElementsAre("a.go"));
  ASSERT_TRUE(open(repo_.path())->export_work_tree(folder_ / "out", never));
  EXPECT_THAT(paths_below(folder_ / "out"), ElementsAre("a.go"));
}

TEST_F(WorkTree, OddNamesSurvive) {
  for (const char* const name : {" ", "!x", "*", "[a]", "b\\c", "new\nline", "\xff\xfe", "-x",
                                 "trail ", "dir /f", "..a", ".github/x", "#hash", "\xc3\xa9"}) {
    repo_.write(name, name);
    repo_.write(std::string("untracked/") + name, name);
  }
  repo_.git({"add", "."});
  repo_.git({"rm", "--quiet", "-r", "--cached", "untracked"});
  expect_as_git_would_record();
}

TEST_F(WorkTree, OnlyTheExecutableBitSurvives) {
  repo_.write("secret", "x");
  repo_.write("tool", "x");
  repo_.write("group-only", "x");
  fs::permissions(repo_ / "secret", static_cast<fs::perms>(0600));
  fs::permissions(repo_ / "tool", static_cast<fs::perms>(04700));
  fs::permissions(repo_ / "group-only", static_cast<fs::perms>(0674));
  ASSERT_TRUE(open(repo_.path())->export_work_tree(folder_ / "out", never));
  EXPECT_EQ(mode_of(folder_ / "out/secret"), 0644U);
  EXPECT_EQ(mode_of(folder_ / "out/tool"), 0755U);
  EXPECT_EQ(mode_of(folder_ / "out/group-only"), 0644U);
  expect_as_git_would_record();
}

TEST_F(WorkTree, AConflictedFileIsTakenAsItIs) {
  repo_.write("a.go", "one\n");
  repo_.commit("Start");
  repo_.git({"branch", "other"});
  repo_.write("a.go", "two\n");
  repo_.commit("Ours");
  repo_.git({"checkout", "--quiet", "other"});
  repo_.write("a.go", "three\n");
  repo_.commit("Theirs");
  EXPECT_ANY_THROW(repo_.git({"merge", "main"}));
  EXPECT_THAT(content().files, ElementsAre("a.go"));
  ASSERT_TRUE(open(repo_.path())->export_work_tree(folder_ / "out", never));
  EXPECT_THAT(content_of(folder_ / "out/a.go"), HasSubstr("<<<<<<<"));
}

TEST_F(WorkTree, RepositoriesInsideAreSubmodulesWhereGitTracksThem) {
  repo_.write(".gitignore", "ignored-repo\n");
  repo_.write("a.go", "package a\n");
  GitFixture nested(repo_ / "vendor/nested");
  nested.write("b.go", "package b\n");
  nested.commit("Nested");
  GitFixture ignored(repo_ / "ignored-repo");
  ignored.write("c.go", "package c\n");
  ignored.commit("Ignored");
  GitFixture upstream(folder_ / "upstream");
  upstream.write("d.go", "package d\n");
  upstream.commit("Upstream");
  repo_.git({"submodule", "--quiet", "add", "file://" + upstream.path(), "module"});
  repo_.write("module/dirty", "x");
  EXPECT_THAT(content().files, ElementsAre(".gitignore", ".gitmodules", "a.go"));
  EXPECT_THAT(content().problems.submodules, ElementsAre("module"));
  EXPECT_THAT(content().problems.nested_repositories, ElementsAre("vendor/nested"));
  expect_as_git_would_record();
}

TEST_F(WorkTree, ALinkedWorkTreeInsideIsNoSubmodule) {
  repo_.write("a.go", "package a\n");
  repo_.commit("Start");
  repo_.git({"worktree", "add", "--quiet", "--detach", ".wt"});
  EXPECT_THAT(content().files, ElementsAre("a.go"));
  EXPECT_THAT(content().problems.submodules, IsEmpty());
  EXPECT_THAT(content().problems.nested_repositories, ElementsAre(".wt"));
}

TEST_F(WorkTree, ASubmoduleWhoseFolderIsGoneIsGone) {
  GitFixture upstream(folder_ / "upstream");
  upstream.write("d.go", "package d\n");
  upstream.commit("Upstream");
  for (const char* const name : {"deleted", "emptied", "replaced"}) {
    repo_.git({"submodule", "--quiet", "add", "file://" + upstream.path(), name});
  }
  repo_.commit("Start");
  repo_.git({"submodule", "--quiet", "deinit", "emptied"});
  repo_.remove("deleted");
  repo_.remove("replaced");
  repo_.write("replaced", "a file now");
  EXPECT_THAT(content().files, ElementsAre(".gitmodules", "replaced"));
  EXPECT_THAT(content().problems.submodules, ElementsAre("emptied"));
  expect_as_git_would_record();
}

TEST_F(WorkTree, LfsPointersAreListed) {
  const std::string pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n";
  repo_.write("a/pointer", pointer);
  repo_.write("big", pointer + std::string(1024, 'x'));
  repo_.link("link", "a/pointer");
  EXPECT_THAT(content().problems.lfs_pointers, ElementsAre("a/pointer"));
}

TEST_F(WorkTree, WhatASparseCheckoutLeavesOutComesFromTheDatabase) {
  repo_.write("in/a.go", "package a\n");
  repo_.write("out/b.go", "package b\n");
  repo_.write_executable("out/run", "#!/bin/sh\n");
  repo_.link("out/link", "b.go");
  repo_.commit("Start");
  repo_.git({"sparse-checkout", "set", "in"});
  repo_.write("in/new.go", "package a\n");
  ASSERT_FALSE(fs::exists(repo_ / "out"));
  EXPECT_THAT(content().files,
              ElementsAre("in/a.go", "in/new.go", "out/b.go", "out/link", "out/run"));
  expect_as_git_would_record();
}

TEST_F(WorkTree, WhatWasNeitherCheckedOutNorFetchedIsMissing) {
  repo_.git({"config", "uploadpack.allowFilter", "true"});
  repo_.git({"config", "uploadpack.allowAnySHA1InWant", "true"});
  repo_.write("in/a.go", "package a\n");
  repo_.write("out/b.go", "package b\n");
  repo_.commit("Start");
  run_git(folder_.path(), {"clone", "--quiet", "--filter=blob:none", "--sparse",
                           "file://" + repo_.path(), "clone"});
  run_git(folder_ / "clone", {"sparse-checkout", "set", "in"});
  const auto opened = open(folder_ / "clone");
  const Result<WorkTreeContent> listed = opened->work_tree_content();
  ASSERT_TRUE(listed) << listed.error().message;
  EXPECT_THAT(listed->files, ElementsAre("in/a.go"));
  EXPECT_THAT(listed->problems.missing_objects, ElementsAre("out/b.go"));
  const Status status = opened->export_work_tree(folder_ / "target", never);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().reason, Reason::kObjectsMissing);
  EXPECT_THAT(status.error().message, HasSubstr("the work tree"));
  EXPECT_FALSE(fs::exists(folder_ / "target"));
}

TEST_F(WorkTree, ALinkedWorkTreeHasContentOfItsOwn) {
  repo_.write("a.go", "package a\n");
  repo_.commit("Start");
  repo_.git({"worktree", "add", "--quiet", "-b", "other", folder_ / "linked"});
  const GitFixture linked = GitFixture::at(folder_ / "linked");
  linked.write("b.go", "package a\n");
  EXPECT_THAT(open(linked.path())->work_tree_content()->files, ElementsAre("a.go", "b.go"));
  EXPECT_THAT(content().files, ElementsAre("a.go"));
}

TEST_F(WorkTree, ExportStopsWhenAsked) {
  repo_.write("a.go", "package a\n");
  repo_.write("b.go", "package a\n");
  const Status status = open(repo_.path())->export_work_tree(folder_ / "out", [this] {
    return fs::exists(folder_ / "out/a.go");
  });
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().reason, Reason::kInterrupted);
  EXPECT_THAT(paths_below(folder_ / "out"), ElementsAre("a.go"));
}

TEST_F(WorkTree, ExportRefusesAFullTarget) {
  repo_.write("a.go", "package a\n");
  const Status status = open(repo_.path())->export_work_tree(repo_.path(), never);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().reason, Reason::kUsage);
}

TEST_F(WorkTree, PathStatusTellsFourCases) {
  repo_.write(".gitignore", "/web/dist/\n*.log\n");
  repo_.write("web/index.html", "x");
  repo_.write("tracked.log", "x");
  repo_.git({"add", "--force", "."});
  repo_.write("web/dist/bundle.js", "x");
  repo_.write("web/new.js", "x");
  repo_.write("other/new.js", "x");
  repo_.write("a.log", "x");
  repo_.link("link.log", "nowhere");
  const auto opened = open(repo_.path());
  const auto status = [&](const std::string& path) { return opened->path_status(path).value(); };
  EXPECT_EQ(status("web"), PathStatus::kTracked);
  EXPECT_EQ(status("web/index.html"), PathStatus::kTracked);
  EXPECT_EQ(status("tracked.log"), PathStatus::kTracked);
  EXPECT_EQ(status("web/dist"), PathStatus::kIgnored);
  EXPECT_EQ(status("web/dist/"), PathStatus::kIgnored);
  EXPECT_EQ(status("web/dist/bundle.js"), PathStatus::kIgnored);
  EXPECT_EQ(status("a.log"), PathStatus::kIgnored);
  EXPECT_EQ(status("link.log"), PathStatus::kIgnored);
  EXPECT_EQ(status("web/new.js"), PathStatus::kUntracked);
  EXPECT_EQ(status("other"), PathStatus::kUntracked);
  EXPECT_EQ(status("web/absent"), PathStatus::kAbsent);
  EXPECT_EQ(status("absent.log"), PathStatus::kAbsent);
  EXPECT_EQ(status(""), PathStatus::kAbsent);
  EXPECT_EQ(status("../repo/a.log"), PathStatus::kAbsent);
  EXPECT_EQ(status("/etc/passwd"), PathStatus::kAbsent);
  EXPECT_EQ(status("."), PathStatus::kTracked);
  EXPECT_EQ(status("./web/./dist"), PathStatus::kIgnored);
}

TEST_F(WorkTree, WhatLiesBelowATrackedSymlinkOrInASubmoduleIsTracked) {
  repo_.write("evil/go-build/entry", "x");
  repo_.link("cache", "evil");
  repo_.git({"add", "."});
  repo_.link("mine", "evil");
  testing::GitFixture sub(repo_ / "sub");
  sub.write("go-build/entry", "x");
  sub.commit("Bring a cache");
  repo_.git({"add", "sub"});
  const auto opened = open(repo_.path());
  const auto status = [&](const std::string& path) { return opened->path_status(path).value(); };
  EXPECT_EQ(status("cache"), PathStatus::kTracked);
  EXPECT_EQ(status("cache/go-build"), PathStatus::kTracked);
  EXPECT_EQ(status("sub/go-build"), PathStatus::kTracked);
  EXPECT_EQ(status("mine/go-build"), PathStatus::kUntracked);
}

}  // namespace
}  // namespace headgate::git
