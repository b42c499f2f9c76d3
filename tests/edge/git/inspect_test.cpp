#include <gmock/gmock.h>

#include "git_test.h"

namespace headgate::git {
namespace {

using headgate::testing::GitFixture;
using headgate::testing::RawEntry;
using headgate::testing::run_git;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::string kSomeCommit = "1111111111111111111111111111111111111111";

// The three lines that git-lfs writes; see its specification, docs/spec.md.
std::string lfs_pointer() {
  return "version https://git-lfs.github.com/spec/v1\noid sha256:" + std::string(64, 'a') +
         "\nsize 12345\n";
}

class Inspect : public GitTest {
 protected:
  void SetUp() override { repo_.git({"config", "uploadpack.allowFilter", "true"}); }

  GitFixture repo_{folder_ / "repo"};
};

TEST_F(Inspect, APlainTreeHasNoProblems) {
  repo_.write("a.go", "package a\n");
  repo_.write_executable("scripts/run", "#!/bin/sh\n");
  repo_.link("scripts/link", "run");
  repo_.link("absolute", "/etc/passwd");
  repo_.write("empty", "");
  const std::string commit = repo_.commit("Start");
  const Result<TreeProblems> problems = open(repo_.path())->inspect(commit, never);
  ASSERT_TRUE(problems) << problems.error().message;
  EXPECT_EQ(*problems, TreeProblems{});
}

TEST_F(Inspect, AnEmptyTreeHasNoProblems) {
  EXPECT_EQ(*open(repo_.path())->inspect(repo_.commit("Nothing"), never), TreeProblems{});
}

TEST_F(Inspect, SubmodulesAreListedAtAnyDepth) {
  const std::string inner = repo_.tree({{"160000", kSomeCommit, "lib"}});
  const std::string tree =
      repo_.tree({{"40000", inner, "third_party"}, {"160000", kSomeCommit, "zlib"}});
  const std::string commit = repo_.commit_tree(tree, {}, "Submodules");
  EXPECT_THAT(open(repo_.path())->inspect(commit, never)->submodules,
              ElementsAre("third_party/lib", "zlib"));
}

TEST_F(Inspect, LfsPointersAreRegularFilesOfAtMost1024BytesThatStartLikeOne) {
  repo_.write("testdata/big.bin", lfs_pointer());
  repo_.write_executable("tool", lfs_pointer());
  repo_.write("longest", lfs_pointer().append(1024 - lfs_pointer().size(), '\n'));
  repo_.write("too-long", lfs_pointer().append(1025 - lfs_pointer().size(), '\n'));
  repo_.write("mentions.md", "Pointers start with " + lfs_pointer());
  repo_.write("other-version", "version https://example.com/spec/v1\n");
  repo_.link("link", "version https://git-lfs.github.com/spec/v1");
  const std::string commit = repo_.commit("Start");
  EXPECT_THAT(open(repo_.path())->inspect(commit, never)->lfs_pointers,
              ElementsAre("longest", "testdata/big.bin", "tool"));
}

TEST_F(Inspect, ABloblessCloneMissesFiles) {
  repo_.write("a.go", "package a\n");
  repo_.write("b/b.go", "package b\n");
  const std::string commit = repo_.commit("Start");
  run_git(folder_.path(), {"clone", "--quiet", "--filter=blob:none", "--no-checkout",
                           "file://" + repo_.path(), "clone"});
  EXPECT_THAT(open(folder_ / "clone")->inspect(commit, never)->missing_objects,
              ElementsAre("a.go", "b/b.go"));
}

TEST_F(Inspect, ATreelessCloneMissesTheRoot) {
  repo_.write("a.go", "package a\n");
  const std::string commit = repo_.commit("Start");
  run_git(folder_.path(), {"clone", "--quiet", "--filter=tree:0", "--no-checkout",
                           "file://" + repo_.path(), "clone"});
  EXPECT_THAT(open(folder_ / "clone")->inspect(commit, never)->missing_objects, ElementsAre("./"));
}

TEST_F(Inspect, AMissingFolderHasAFinalSlash) {
  const std::string commit =
      repo_.commit_tree(repo_.tree({{"40000", kSomeCommit, "gone"}}), {}, "Hole");
  EXPECT_THAT(open(repo_.path())->inspect(commit, never)->missing_objects, ElementsAre("gone/"));
}

TEST_F(Inspect, ASparseCheckoutOfAFullCloneIsComplete) {
  repo_.write("a/a.go", "package a\n");
  repo_.write("b/b.go", "package b\n");
  const std::string commit = repo_.commit("Start");
  repo_.git({"sparse-checkout", "set", "a"});
  // What actions/checkout's `sparse-checkout` leaves, and what the library refuses by default.
  ASSERT_EQ(repo_.git({"config", "extensions.worktreeConfig"}), "true");
  EXPECT_EQ(*open(repo_.path())->inspect(commit, never), TreeProblems{});
}

TEST_F(Inspect, AnUnknownCommitIsAnError) {
  repo_.commit("Start");
  EXPECT_EQ(open(repo_.path())->inspect(kSomeCommit, never).error().reason,
            Reason::kRevisionUnknown);
}

TEST_F(Inspect, ADamagedObjectIsNamed) {
  repo_.write("pkg/a.go", "package a\n");
  const std::string commit = repo_.commit("Start");
  const std::string id = repo_.git({"rev-parse", "HEAD:pkg/a.go"});
  const std::string object = repo_ / (".git/objects/" + id.substr(0, 2) + "/" + id.substr(2));
  std::filesystem::remove(object);
  std::ofstream(object) << "damaged";
  const Result<TreeProblems> problems = open(repo_.path())->inspect(commit, never);
  ASSERT_FALSE(problems);
  EXPECT_EQ(problems.error().reason, Reason::kRepositoryUnreadable);
  EXPECT_THAT(problems.error().message, HasSubstr("'pkg/a.go'"));
}

TEST_F(Inspect, StopsWhenAsked) {
  const std::string commit = repo_.commit("Start");
  const Result<TreeProblems> problems = open(repo_.path())->inspect(commit, [] { return true; });
  ASSERT_FALSE(problems);
  EXPECT_EQ(problems.error().reason, Reason::kInterrupted);
}

// Ten folders in each of ten folders, ten levels deep, are eleven small objects and ten thousand
// million files.
TEST_F(Inspect, ATreeThatRepeatsItselfEndlesslyIsRefused) {
  std::string tree = repo_.tree({{"100644", repo_.blob("x"), "f"}});
  for (int level = 0; level < 10; ++level) {
    std::vector<RawEntry> entries;
    for (char name = '0'; name <= '9'; ++name) {
      entries.push_back({"40000", tree, std::string(1, name)});
    }
    tree = repo_.tree(entries);
  }
  const std::string commit = repo_.commit_tree(tree, {}, "Bomb");
  const Result<TreeProblems> problems = open(repo_.path())->inspect(commit, never);
  ASSERT_FALSE(problems);
  EXPECT_EQ(problems.error().reason, Reason::kTreeInvalid);
  EXPECT_THAT(problems.error().message, HasSubstr("more than 1000000 entries"));
}

class ReadFile : public GitTest {
 protected:
  GitFixture repo_{folder_ / "repo"};
};

TEST_F(ReadFile, ReadsTheCommitAndNotTheWorkTree) {
  repo_.write("conf/.headgate.yml", "version: 1\r\n");
  const std::string first = repo_.commit("Start");
  repo_.write("conf/.headgate.yml", "version: 2\n");
  const auto opened = open(repo_.path());
  EXPECT_EQ(opened->read_file(first, "conf/.headgate.yml").value(), "version: 1\r\n");
  EXPECT_EQ(opened->read_file("HEAD", "conf/.headgate.yml").value(), "version: 1\r\n");
}

TEST_F(ReadFile, BytesAndEmptinessSurvive) {
  const std::string bytes("\0\xff\n\0", 4);
  repo_.write("bytes", bytes);
  repo_.write("empty", "");
  const std::string commit = repo_.commit("Start");
  const auto opened = open(repo_.path());
  EXPECT_EQ(opened->read_file(commit, "bytes").value(), bytes);
  EXPECT_EQ(opened->read_file(commit, "empty").value(), "");
}

TEST_F(ReadFile, WhatIsNotThereIsNoFile) {
  repo_.write("a/b", "x");
  const std::string commit = repo_.commit("Start");
  const auto opened = open(repo_.path());
  for (const char* const path : {"c", "a/c", "c/d", "a/b/c", ""}) {
    const Result<std::optional<std::string>> content = opened->read_file(commit, path);
    ASSERT_TRUE(content) << path << ": " << content.error().detail;
    EXPECT_EQ(*content, std::nullopt) << path;
  }
}

TEST_F(ReadFile, OnlyRegularFilesAreRead) {
  repo_.write("folder/file", "x");
  repo_.link("link", "/etc/passwd");
  repo_.write("mebibyte", std::string(1024 * 1024, 'x'));
  repo_.write("bigger", std::string(1024 * 1024 + 1, 'x'));
  repo_.commit("Start");
  repo_.git({"update-index", "--add", "--cacheinfo", "160000," + kSomeCommit + ",module"});
  repo_.git({"commit", "--quiet", "--message=Submodule"});
  const auto opened = open(repo_.path());
  const auto message = [&](const char* path) {
    const Result<std::optional<std::string>> content = opened->read_file("HEAD", path);
    EXPECT_FALSE(content);
    EXPECT_EQ(content.error().reason, Reason::kIoFailed);
    return content.error().message;
  };
  EXPECT_THAT(message("folder"), AllOf(HasSubstr("'folder'"), HasSubstr("is a folder")));
  EXPECT_THAT(message("link"), HasSubstr("is a symbolic link"));
  EXPECT_THAT(message("module"), HasSubstr("is a submodule"));
  EXPECT_THAT(message("bigger"), HasSubstr("1048577 bytes"));
  EXPECT_EQ(opened->read_file("HEAD", "mebibyte").value()->size(), 1024U * 1024U);
}

TEST_F(ReadFile, WhatWasNotFetchedIsMissingAndNotAbsent) {
  repo_.git({"config", "uploadpack.allowFilter", "true"});
  repo_.write("a/file", "x");
  const std::string commit = repo_.commit("Start");
  for (const char* const filter : {"--filter=blob:none", "--filter=tree:0"}) {
    const std::string clone = folder_ / filter;
    run_git(folder_.path(),
            {"clone", "--quiet", filter, "--no-checkout", "file://" + repo_.path(), clone});
    const Result<std::optional<std::string>> content = open(clone)->read_file(commit, "a/file");
    ASSERT_FALSE(content) << filter;
    EXPECT_EQ(content.error().reason, Reason::kObjectsMissing) << filter;
    EXPECT_THAT(content.error().remedy, HasSubstr("`filter:`"));
  }
}

}  // namespace
}  // namespace headgate::git
