#include <chrono>
#include <filesystem>

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "git_test.h"

namespace headgate::git {
namespace {

using headgate::testing::GitFixture;
using headgate::testing::make_pull_request_checkout;
using headgate::testing::PullRequestCheckout;
using headgate::testing::run_git;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
namespace fs = std::filesystem;

class ExportTree : public GitTest {
 protected:
  void SetUp() override { previous_umask_ = umask(022); }

  void TearDown() override { umask(previous_umask_); }

  /// Exports what must export.
  void export_to(const std::string& target, const std::string& revision = "HEAD") {
    const Status status = open(repo_.path())->export_tree(revision, target, never);
    ASSERT_TRUE(status) << status.error().message << "\n" << status.error().detail;
  }

  GitFixture repo_{folder_ / "repo"};
  const std::string out_ = folder_ / "out";

 private:
  mode_t previous_umask_ = 0;
};

TEST_F(ExportTree, WritesBytesModesAndLinks) {
  const std::string bytes("\0\xff\r\n\n", 5);
  repo_.write("go.mod", "module m\n");
  repo_.write("pkg/deep/bytes", bytes);
  repo_.write("pkg/empty", "");
  repo_.write_executable("pkg/run", "#!/bin/sh\n");
  repo_.link("pkg/link", "deep/bytes");
  repo_.link("dangling", "nowhere");
  repo_.commit("Start");
  export_to(out_);
  EXPECT_THAT(paths_below(out_), ElementsAre("dangling", "go.mod", "pkg/", "pkg/deep/",
                                             "pkg/deep/bytes", "pkg/empty", "pkg/link", "pkg/run"));
  EXPECT_EQ(content_of(out_ + "/pkg/deep/bytes"), bytes);
  EXPECT_EQ(content_of(out_ + "/pkg/empty"), "");
  EXPECT_EQ(mode_of(out_ + "/go.mod"), 0644U);
  EXPECT_EQ(mode_of(out_ + "/pkg/run"), 0755U);
  EXPECT_EQ(mode_of(out_ + "/pkg"), 0755U);
  EXPECT_EQ(fs::read_symlink(out_ + "/pkg/link"), "deep/bytes");
  EXPECT_EQ(fs::read_symlink(out_ + "/dangling"), "nowhere");
}

TEST_F(ExportTree, WritesTheAskedCommitWhateverIsCheckedOut) {
  repo_.write("only-first", "1");
  repo_.write("both", "1");
  const std::string first = repo_.commit("Start");
  repo_.remove("only-first");
  repo_.write("both", "2");
  repo_.write("only-second", "2");
  repo_.commit("Second");
  repo_.write("both", "dirty");
  repo_.write("staged", "dirty");
  repo_.git({"add", "--all"});
  export_to(out_, first);
  EXPECT_THAT(paths_below(out_), ElementsAre("both", "only-first"));
  EXPECT_EQ(content_of(out_ + "/both"), "1");
}

TEST_F(ExportTree, BothSidesOfADepthTwoCheckout) {
  const PullRequestCheckout made = make_pull_request_checkout(
      folder_ / "pr", {{"a.go", "package a\n"}}, {{"a.go", "package a // slow\n"}}, 2);
  const auto opened = open(made.path);
  ASSERT_TRUE(opened->export_tree(made.base, folder_ / "base", never));
  ASSERT_TRUE(opened->export_tree(made.merge, folder_ / "head", never));
  EXPECT_EQ(content_of(folder_ / "base/a.go"), "package a\n");
  EXPECT_EQ(content_of(folder_ / "head/a.go"), "package a // slow\n");
}

TEST_F(ExportTree, AnEmptyTreeIsAnEmptyFolder) {
  repo_.commit("Nothing");
  export_to(out_);
  EXPECT_TRUE(fs::is_directory(out_));
  EXPECT_TRUE(fs::is_empty(out_));
}

// Names that pattern matching, quoting or another system would trip over.
TEST_F(ExportTree, EveryNameThatGitAllowsSurvives) {
  const std::vector<std::string> names = {
      " ",    " lead",  "!",     "!bang",      "#hash",      "*",       "**",       "*.go",
      "-x",   ":colon", "?",     "\ttab",      "\xff\xfe",   "[a]",     "\\",       "\\!x",
      "a b",  "b\\c",   "con",   "new\nline",  "quote\"",    "tr\\",    "trail ",   "trail.",
      "x/!y", "x/ z",   "~",     ":(top)y",    "dir /f",     "star*/g", "\xc3\xa9", "..a",
      "...",  ".gitx",  "git~2", ".github/wf", ".git-blame", "a..b/c",  "UPPER",    "upper"};
  for (const std::string& name : names) {
    repo_.write(name, "content of " + name);
  }
  repo_.commit("Start");
  export_to(out_);
  for (const std::string& name : names) {
    EXPECT_EQ(content_of(out_ + "/" + name), "content of " + name) << name;
  }
}

TEST_F(ExportTree, NoSettingOfTheRepositoryChangesWhatIsWritten) {
  repo_.write("file", "one\ntwo\r\n$Id$\n");
  repo_.write_executable("run", "#!/bin/sh\n");
  repo_.link("link", "file");
  repo_.write(".gitattributes", "* text eol=crlf ident\nfile filter=evil export-ignore\n");
  const std::string tree =
      repo_.tree({{"100644", repo_.blob("* text eol=crlf ident\nfile filter=evil export-ignore\n"),
                   ".gitattributes"},
                  {"100644", repo_.blob("one\ntwo\r\n$Id$\n"), "file"},
                  {"120000", repo_.blob("file"), "link"},
                  {"100755", repo_.blob("#!/bin/sh\n"), "run"}});
  const std::string commit = repo_.commit_tree(tree, {}, "Start");
  for (const auto& [key, value] : std::vector<std::pair<std::string, std::string>>{
           {"core.symlinks", "false"},
           {"core.fileMode", "false"},
           {"core.autocrlf", "true"},
           {"core.ignoreCase", "true"},
           {"filter.evil.smudge", "touch " + (folder_ / "smudged")},
           {"filter.evil.required", "true"}}) {
    repo_.git({"config", key, value});
  }
  export_to(out_, commit);
  EXPECT_EQ(content_of(out_ + "/file"), "one\ntwo\r\n$Id$\n");
  EXPECT_EQ(mode_of(out_ + "/run"), 0755U);
  EXPECT_TRUE(fs::is_symlink(out_ + "/link"));
  EXPECT_FALSE(fs::exists(folder_ / "smudged"));
}

// The go command caches a package's imports by path, size and modification time.
TEST_F(ExportTree, ModificationTimesAreFresh) {
  repo_.write("a.go", "package a\n");
  repo_.commit("Start");
  const auto long_ago = fs::file_time_type::clock::now() - std::chrono::hours(1);
  fs::last_write_time(repo_ / "a.go", long_ago);
  export_to(out_);
  EXPECT_GT(fs::last_write_time(out_ + "/a.go"), long_ago + std::chrono::minutes(59));
}

TEST_F(ExportTree, SubmodulesBecomeEmptyFoldersAndLfsPointersStay) {
  const std::string pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n";
  const std::string tree =
      repo_.tree({{"100644", repo_.blob(pointer), "big.bin"},
                  {"160000", "1111111111111111111111111111111111111111", "module"}});
  export_to(out_, repo_.commit_tree(tree, {}, "Start"));
  EXPECT_THAT(paths_below(out_), ElementsAre("big.bin", "module/"));
  EXPECT_EQ(content_of(out_ + "/big.bin"), pointer);
}

TEST_F(ExportTree, ASparseCheckoutExportsWhole) {
  repo_.write("a/a.go", "package a\n");
  repo_.write("b/b.go", "package b\n");
  repo_.commit("Start");
  repo_.git({"sparse-checkout", "set", "a"});
  ASSERT_FALSE(fs::exists(repo_ / "b"));
  export_to(out_);
  EXPECT_EQ(content_of(out_ + "/b/b.go"), "package b\n");
}

TEST_F(ExportTree, AMissingObjectIsOneErrorBeforeTheFirstByte) {
  for (const char* const name : {"a", "b", "c", "d", "e", "f", "g"}) {
    repo_.write(name, name);
  }
  const std::string commit = repo_.commit("Start");
  repo_.git({"config", "uploadpack.allowFilter", "true"});
  repo_.git({"config", "uploadpack.allowAnySHA1InWant", "true"});
  run_git(folder_.path(), {"clone", "--quiet", "--filter=blob:none", "--no-checkout",
                           "file://" + repo_.path(), "clone"});
  const Status status = open(folder_ / "clone")->export_tree(commit, out_, never);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().reason, Reason::kObjectsMissing);
  EXPECT_THAT(status.error().message, AllOf(HasSubstr(commit.substr(0, 12)),
                                            HasSubstr("'a', 'b', 'c', 'd', 'e' and 2 more")));
  EXPECT_THAT(status.error().remedy,
              AllOf(HasSubstr("`filter:`"), HasSubstr("`sparse-checkout:`")));
  EXPECT_FALSE(fs::exists(out_));

  // And what the remedy says works.
  run_git(folder_ / "clone", {"fetch", "--quiet", "--refetch", "--no-filter"});
  EXPECT_TRUE(open(folder_ / "clone")->export_tree(commit, out_, never));
}

TEST_F(ExportTree, TheTargetMustBeAbsoluteAndAbsentOrEmpty) {
  repo_.write("a.go", "package a\n");
  repo_.commit("Start");
  const auto opened = open(repo_.path());
  const auto failure = [&](const std::string& target) {
    const Status status = opened->export_tree("HEAD", target, never);
    EXPECT_FALSE(status) << target;
    return status ? Error{.reason = Reason::kInternal, .message = ""} : status.error();
  };
  EXPECT_EQ(failure("relative").reason, Reason::kUsage);
  EXPECT_FALSE(fs::exists("relative"));
  EXPECT_EQ(failure("").reason, Reason::kUsage);
  const Error full = failure(repo_.path());
  EXPECT_EQ(full.reason, Reason::kUsage);
  EXPECT_THAT(full.message, HasSubstr("is not empty"));
  EXPECT_EQ(failure(repo_ / "a.go").reason, Reason::kIoFailed);
  EXPECT_EQ(failure(folder_ / "absent/out").reason, Reason::kIoFailed);

  fs::create_directory(out_);
  fs::create_directory_symlink(out_, folder_ / "link");
  EXPECT_EQ(failure(folder_ / "link").reason, Reason::kIoFailed);
  export_to(out_);
  EXPECT_TRUE(fs::exists(out_ + "/a.go"));
}

TEST_F(ExportTree, StopsBetweenSlicesWhenAsked) {
  constexpr int kFiles = 1100;  // a slice is a thousand
  for (int i = 0; i < kFiles; ++i) {
    repo_.write(fmt::format("f{}", i), "x");
  }
  repo_.commit("Start");
  const Status status = open(repo_.path())->export_tree("HEAD", out_, [this] {
    return fs::exists(out_) && !fs::is_empty(out_);
  });
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().reason, Reason::kInterrupted);
  EXPECT_EQ(paths_below(out_).size(), 1000U);
  export_to(folder_ / "whole");
  EXPECT_EQ(paths_below(folder_ / "whole").size(), 1100U);
}

TEST_F(ExportTree, AFullDiskIsCalledThat) {
  if (geteuid() != 0) {
    GTEST_SKIP() << "only root can mount a small disk";
  }
  repo_.write("big", std::string(1024 * 1024, 'x'));
  repo_.commit("Start");
  const std::string disk = folder_ / "disk";
  fs::create_directory(disk);
  if (mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=64k") != 0) {
    GTEST_SKIP() << "mounting is not allowed here";
  }
  const Status commit = open(repo_.path())->export_tree("HEAD", disk + "/commit", never);
  fs::remove_all(disk + "/commit");
  const Status work_tree = open(repo_.path())->export_work_tree(disk + "/work", never);
  umount(disk.c_str());
  ASSERT_FALSE(commit);
  EXPECT_EQ(commit.error().reason, Reason::kDiskFull) << commit.error().detail;
  ASSERT_FALSE(work_tree);
  EXPECT_EQ(work_tree.error().reason, Reason::kDiskFull) << work_tree.error().message;
}

}  // namespace
}  // namespace headgate::git
