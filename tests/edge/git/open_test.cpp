#include <filesystem>

#include <gmock/gmock.h>
#include <unistd.h>

#include "git_test.h"

namespace headgate::git {
namespace {

using headgate::testing::GitFixture;
using headgate::testing::run_git;
using ::testing::AllOf;
using ::testing::HasSubstr;
namespace fs = std::filesystem;

class Open : public GitTest {
 protected:
  Error failure_of(const std::string& path, Ownership ownership = Ownership::kTrust,
                   Discovery discovery = Discovery::kExact) {
    Result<std::unique_ptr<Repository>> opened = git_->open(path, ownership, discovery);
    if (opened) {
      ADD_FAILURE() << path << " opened";
      return Error{.reason = Reason::kInternal, .message = ""};
    }
    return std::move(opened).error();
  }
};

TEST_F(Open, TellsWhereTheRepositoryIs) {
  const GitFixture repo(folder_ / "repo");
  const auto opened = open(repo.path());
  EXPECT_EQ(opened->work_tree(), repo.path());
  EXPECT_EQ(opened->git_dir(), repo / ".git");
  EXPECT_FALSE(opened->is_shallow());
}

TEST_F(Open, UpwardsFindsTheRootFromAFolderInside) {
  const GitFixture repo(folder_ / "repo");
  repo.write("a/b/c.go", "package c\n");
  Result<std::unique_ptr<Repository>> opened =
      git_->open(repo / "a/b", Ownership::kCheck, Discovery::kUpwards);
  ASSERT_TRUE(opened) << opened.error().message;
  EXPECT_EQ((*opened)->work_tree(), repo.path());
}

TEST_F(Open, ExactIgnoresARepositoryAbove) {
  const GitFixture repo(folder_ / "repo");
  repo.write("a/b/c.go", "package c\n");
  EXPECT_EQ(failure_of(repo / "a/b").reason, Reason::kNoRepository);
}

TEST_F(Open, AFolderThatIsNotThereIsSaidNotToExist) {
  const GitFixture repo(folder_ / "repo");
  repo.write("file", "x");
  const auto message = [&](const std::string& name) {
    return failure_of(repo / name, Ownership::kCheck, Discovery::kUpwards).message;
  };
  EXPECT_THAT(message("nope"), HasSubstr("repo/nope' does not exist"));
  EXPECT_THAT(message("no/pe"), HasSubstr("repo/no/pe' does not exist"));
}

TEST_F(Open, FilesWithoutDotGitLookLikeAnArchive) {
  fs::create_directory(folder_ / "archive");
  std::ofstream(folder_ / "archive/go.mod") << "module m\n";
  const Error error = failure_of(folder_ / "archive");
  EXPECT_EQ(error.reason, Reason::kNoRepository);
  EXPECT_THAT(error.message, HasSubstr("looks like a downloaded archive"));
  EXPECT_THAT(error.remedy, AllOf(HasSubstr("actions/checkout"), HasSubstr("install git")));
  EXPECT_THAT(error.detail, HasSubstr("libgit2: "));
}

TEST_F(Open, ARepositoryInASubFolderIsNamed) {
  for (const char* place : {"project", "src/project"}) {
    const headgate::testing::TemporaryFolder folder;
    fs::create_directories(folder / "other");
    fs::create_directories(fs::path(folder / place).parent_path());
    const GitFixture repo(folder / place);
    const Error error = failure_of(folder.path());
    EXPECT_EQ(error.reason, Reason::kNoRepository);
    EXPECT_THAT(error.remedy, HasSubstr(std::string("working-directory to '") + place + "'"));
  }
}

TEST_F(Open, UpwardsSaysThatItLookedAbove) {
  fs::create_directory(folder_ / "archive");
  std::ofstream(folder_ / "archive/go.mod") << "module m\n";
  const Error error = failure_of(folder_ / "archive", Ownership::kTrust, Discovery::kUpwards);
  EXPECT_EQ(error.reason, Reason::kNoRepository);
  EXPECT_THAT(error.message, HasSubstr("nor has a folder above it"));
}

TEST_F(Open, AnEmptyFolderAsksForCheckout) {
  fs::create_directory(folder_ / "empty");
  const Error error = failure_of(folder_ / "empty");
  EXPECT_EQ(error.reason, Reason::kNoRepository);
  EXPECT_THAT(error.message, HasSubstr("is empty"));
  EXPECT_THAT(error.remedy, HasSubstr("actions/checkout"));
}

TEST_F(Open, AnAbsentFolderIsNamed) {
  const Error error = failure_of(folder_ / "absent");
  EXPECT_EQ(error.reason, Reason::kNoRepository);
  EXPECT_THAT(error.message, AllOf(HasSubstr(folder_ / "absent"), HasSubstr("does not exist")));
}

TEST_F(Open, ADotGitFolderWithoutContentIsUnreadable) {
  fs::create_directories(folder_ / "repo/.git");
  const Error error = failure_of(folder_ / "repo");
  EXPECT_EQ(error.reason, Reason::kRepositoryUnreadable);
  EXPECT_THAT(error.message, HasSubstr("repo/.git is not a git repository"));
}

TEST_F(Open, ADotGitFileThatLeadsNowhereIsQuoted) {
  fs::create_directory(folder_ / "repo");
  std::ofstream(folder_ / "repo/.git") << "gitdir: /nowhere/.git/worktrees/x\n";
  const Error error = failure_of(folder_ / "repo");
  EXPECT_EQ(error.reason, Reason::kRepositoryUnreadable);
  EXPECT_THAT(error.message, HasSubstr("'gitdir: /nowhere/.git/worktrees/x'"));
  EXPECT_THAT(error.remedy, HasSubstr("linked work tree"));
}

TEST_F(Open, Sha256IsNamed) {
  const GitFixture repo(folder_ / "repo", {"--object-format=sha256"});
  const Error error = failure_of(repo.path());
  EXPECT_EQ(error.reason, Reason::kRepositoryUnreadable);
  EXPECT_THAT(error.message, AllOf(HasSubstr("SHA-256"), HasSubstr(repo.path())));
  EXPECT_THAT(error.detail, HasSubstr("extensions.objectformat"));
}

// git 2.39 cannot make one; git 2.45 writes these two settings.
TEST_F(Open, ReftableIsNamed) {
  const GitFixture repo(folder_ / "repo");
  repo.git({"config", "core.repositoryFormatVersion", "1"});
  std::ofstream(repo / ".git/config", std::ios::app) << "[extensions]\n\trefstorage = reftable\n";
  const Error error = failure_of(repo.path());
  EXPECT_EQ(error.reason, Reason::kRepositoryUnreadable);
  EXPECT_THAT(error.message, HasSubstr("reftable"));
}

TEST_F(Open, AnUnknownExtensionIsQuotedFromTheLibrary) {
  const GitFixture repo(folder_ / "repo");
  repo.git({"config", "core.repositoryFormatVersion", "1"});
  repo.git({"config", "extensions.timeTravel", "true"});
  const Error error = failure_of(repo.path());
  EXPECT_EQ(error.reason, Reason::kRepositoryUnreadable);
  EXPECT_THAT(error.message, HasSubstr("extensions.timetravel"));
}

TEST_F(Open, SparseAndPartialCloneExtensionsAreAccepted) {
  GitFixture repo(folder_ / "repo");
  repo.write("a/a.go", "package a\n");
  const std::string commit = repo.commit("Start");
  repo.git({"config", "core.repositoryFormatVersion", "1"});
  repo.git({"config", "extensions.worktreeConfig", "true"});
  repo.git({"config", "extensions.partialClone", "origin"});
  const auto opened = open(repo.path());
  EXPECT_EQ(opened->head()->id, commit);
}

TEST_F(Open, ALinkedWorkTreeOpens) {
  GitFixture repo(folder_ / "repo");
  repo.write("a.go", "package a\n");
  repo.commit("Start");
  repo.git({"worktree", "add", "--quiet", "-b", "other", folder_ / "linked"});
  GitFixture linked = GitFixture::at(folder_ / "linked");
  linked.write("b.go", "package a\n");
  const std::string commit = linked.commit("In the linked tree");
  const auto opened = open(linked.path());
  EXPECT_EQ(opened->work_tree(), linked.path());
  EXPECT_EQ(opened->git_dir(), repo / ".git/worktrees/linked");
  EXPECT_EQ(opened->head()->id, commit);
}

TEST_F(Open, ABareRepositoryHasCommitsButNoWorkTree) {
  GitFixture repo(folder_ / "repo");
  const std::string commit = repo.commit("Start");
  run_git(folder_.path(), {"clone", "--quiet", "--bare", repo.path(), folder_ / "bare.git"});
  const auto opened = open(folder_ / "bare.git");
  EXPECT_EQ(opened->work_tree(), "");
  EXPECT_EQ(opened->head()->id, commit);
  const Result<WorkTreeContent> content = opened->work_tree_content();
  ASSERT_FALSE(content);
  EXPECT_EQ(content.error().reason, Reason::kRepositoryUnreadable);
  EXPECT_THAT(content.error().message, HasSubstr("bare"));
  EXPECT_FALSE(opened->export_work_tree(folder_ / "out", never));
  EXPECT_FALSE(opened->path_status("a"));
}

// A folder of a commit that git would take for a repository, with a work tree even.
TEST_F(Open, AFolderOfACommitIsNoRepositoryWhateverItsShape) {
  GitFixture repo(folder_ / "repo");
  repo.write("a.go", "package a\n");
  repo.commit("Start");
  run_git(folder_.path(), {"clone", "--quiet", "--bare", repo.path(), folder_ / "bare.git"});
  std::filesystem::copy(folder_ / "bare.git", repo / "evil",
                        std::filesystem::copy_options::recursive);
  run_git(repo / "evil", {"config", "core.bare", "false"});
  run_git(repo / "evil", {"config", "core.worktree", repo.path()});
  const auto opened = git_->open(repo / "evil", Ownership::kTrust, Discovery::kUpwards);
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().reason, Reason::kRepositoryUnreadable);
  EXPECT_THAT(opened.error().message, HasSubstr("evil/' has the shape of a repository inside"));
  std::filesystem::create_directory(repo / "good");
  EXPECT_TRUE(git_->open(repo / "good", Ownership::kTrust, Discovery::kUpwards));
}

// Needs another user to give files to.
class ForeignOwner : public Open {
 protected:
  static constexpr uid_t kRunner = 1001;

  void SetUp() override {
    if (geteuid() != 0) {
      GTEST_SKIP() << "only root can give a repository away";
    }
  }

  GitFixture make_foreign() {
    GitFixture repo(folder_ / "repo");
    repo.write("a.go", "package a\n");
    repo.commit("Start");
    for (const auto& entry : fs::recursive_directory_iterator(repo.path())) {
      EXPECT_EQ(lchown(entry.path().c_str(), kRunner, kRunner), 0);
    }
    EXPECT_EQ(lchown(repo.path().c_str(), kRunner, kRunner), 0);
    return repo;
  }
};

TEST_F(ForeignOwner, IsTrustedInTheContainer) {
  const GitFixture repo = make_foreign();
  EXPECT_TRUE(open(repo.path())->head());
}

TEST_F(ForeignOwner, IsRefusedOtherwiseAndNeverReadAsNoRepository) {
  const GitFixture repo = make_foreign();
  for (const Discovery discovery : {Discovery::kExact, Discovery::kUpwards}) {
    const Error error = failure_of(repo.path(), Ownership::kCheck, discovery);
    EXPECT_EQ(error.reason, Reason::kRepositoryUnreadable);
    EXPECT_THAT(error.message,
                AllOf(HasSubstr(repo.path()), HasSubstr("uid 1001"), HasSubstr("uid 0")));
    EXPECT_THAT(error.remedy, HasSubstr("safe.directory '" + repo.path() + "'"));
  }
}

TEST_F(ForeignOwner, TheRemedyWorks) {
  const GitFixture repo = make_foreign();
  std::ofstream(home_ / ".gitconfig") << "[safe]\n\tdirectory = " << repo.path() << "\n";
  EXPECT_NE(open(repo.path(), Ownership::kCheck), nullptr);
}

TEST_F(ForeignOwner, AStarIsNotUnderstoodAndTheRemedySaysSo) {
  const GitFixture repo = make_foreign();
  std::ofstream(home_ / ".gitconfig") << "[safe]\n\tdirectory = *\n";
  const Error error = failure_of(repo.path(), Ownership::kCheck);
  EXPECT_EQ(error.reason, Reason::kRepositoryUnreadable);
  EXPECT_THAT(error.remedy, HasSubstr("'*' is not understood"));
}

TEST_F(ForeignOwner, TheChoiceHoldsForOneOpenOnly) {
  const GitFixture repo = make_foreign();
  EXPECT_NE(open(repo.path(), Ownership::kTrust), nullptr);
  EXPECT_EQ(failure_of(repo.path(), Ownership::kCheck).reason, Reason::kRepositoryUnreadable);
  EXPECT_NE(open(repo.path(), Ownership::kTrust), nullptr);
}

}  // namespace
}  // namespace headgate::git
