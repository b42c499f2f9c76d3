#include "edge/os/private_folder.h"

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include "edge/os/posix_files.h"
#include "support/fake_private_folders.h"
#include "support/forked.h"
#include "support/memory_files.h"
#include "support/scratch_folder.h"
#include "support/small_mount.h"

namespace headgate::os {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;

bool operator==(const Place& a, const Place& b) {
  return a.path == b.path && a.if_missing == b.if_missing;
}

TEST(PrivateFolderPlaces, AreTriedFromTheShortestToTheLastResort) {
  const std::vector<Place> places =
      private_folder_places(Environment({{"TMPDIR", "/scratch/"}, {"HOME", "/home/me"}}));
  ASSERT_EQ(places.size(), 4U);
  EXPECT_TRUE(places[0] == (Place{.path = "/tmp", .if_missing = IfMissing::kPassOver}));
  EXPECT_TRUE(places[1] == (Place{.path = "/scratch", .if_missing = IfMissing::kPassOver}));
  EXPECT_TRUE(places[2] == (Place{.path = "/var/tmp", .if_missing = IfMissing::kPassOver}));
  EXPECT_TRUE(places[3] == (Place{.path = "/home/me/.cache", .if_missing = IfMissing::kMake}));
}

TEST(PrivateFolderPlaces, PreferTheCacheFolderThatTheUserNames) {
  const std::vector<Place> places =
      private_folder_places(Environment({{"XDG_CACHE_HOME", "/cache"}, {"HOME", "/home/me"}}));
  ASSERT_EQ(places.size(), 3U);
  EXPECT_EQ(places[2].path, "/cache");
}

TEST(PrivateFolderPlaces, IgnoreRelativeEmptyAndRepeatedOnes) {
  const std::vector<Place> places = private_folder_places(
      Environment({{"TMPDIR", "/tmp/"}, {"XDG_CACHE_HOME", "cache"}, {"HOME", ""}}));
  ASSERT_EQ(places.size(), 2U);
  EXPECT_EQ(places[0].path, "/tmp");
  EXPECT_EQ(places[1].path, "/var/tmp");
}

class PrivateFolderTest : public testing::Test {
 protected:
  using Claimed = Result<std::unique_ptr<PrivateFolder>>;

  [[nodiscard]] Claimed claim(const std::string& key = "/home/me/repository") {
    return claim_in({folder.path()}, key);
  }

  [[nodiscard]] Claimed claim_in(const std::vector<std::string>& paths,
                                 const std::string& key = "/home/me/repository") {
    std::vector<Place> places;
    places.reserve(paths.size());
    for (const std::string& path : paths) {
      places.push_back({.path = path, .if_missing = IfMissing::kPassOver});
    }
    return PosixPrivateFolders(files, effective_user(), places).claim(key);
  }

  /// The path that an undisturbed claim gets.
  [[nodiscard]] std::string usual_path() { return (*claim())->path(); }

  ScratchFolder folder;
  PosixFiles files;
};

TEST_F(PrivateFolderTest, HasTheSamePathInEveryRunOfOneRepositoryOnly) {
  const std::string first = usual_path();
  EXPECT_EQ(usual_path(), first);
  EXPECT_NE((*claim("/home/me/another"))->path(), first);
  EXPECT_THAT(first, MatchesRegex(folder.path() + "/hg-[0-9a-z]{5}"));
}

TEST_F(PrivateFolderTest, InTmpAChildsFolderIsAtMost16BytesLong) {
  const Claimed claimed = claim_in({"/tmp"}, folder.path());
  ASSERT_TRUE(claimed) << claimed.error().message;
  EXPECT_LE(((*claimed)->path() + "/b").size(), 16U);
}

TEST_F(PrivateFolderTest, IsEmptyOursAndOnlyToBeEnteredByOthers) {
  const mode_t umask_before = ::umask(077);
  const Claimed claimed = claim();
  ::umask(umask_before);
  ASSERT_TRUE(claimed);
  struct stat status = {};
  ASSERT_EQ(::lstat((*claimed)->path().c_str(), &status), 0);
  EXPECT_TRUE(S_ISDIR(status.st_mode));
  EXPECT_EQ(status.st_mode & 07777, 0711U);
  EXPECT_EQ(status.st_uid, ::geteuid());
  EXPECT_THAT(*files.list((*claimed)->path()), IsEmpty());
}

TEST_F(PrivateFolderTest, IsGoneWithEverythingInItWhenItsOwnerIs) {
  std::string path;
  {
    const Claimed claimed = claim();
    path = (*claimed)->path();
    ASSERT_TRUE(files.make_directory(path + "/b/pkg", 0555));
    EXPECT_EQ(*files.kind(path), FileKind::kFolder);
  }
  EXPECT_EQ(*files.kind(path), FileKind::kNone);
}

TEST_F(PrivateFolderTest, RemovingTellsHowItWentAndHappensOnce) {
  const Claimed claimed = claim();
  const std::string path = (*claimed)->path();
  EXPECT_TRUE((*claimed)->remove());
  EXPECT_EQ(*files.kind(path), FileKind::kNone);
  const Claimed next = claim();
  ASSERT_EQ((*next)->path(), path);
  EXPECT_TRUE((*claimed)->remove()) << "what is there now belongs to the next one";
  EXPECT_EQ(*files.kind(path), FileKind::kFolder);
}

TEST_F(PrivateFolderTest, OneThatAnotherRunHoldsIsLeftAloneUntilThatEnds) {
  const Claimed first = claim();
  ASSERT_TRUE(files.write((*first)->path() + "/f", "first's", Durability::kRenamed));
  std::string second_path;
  {
    const Claimed second = claim();
    ASSERT_TRUE(second);
    second_path = (*second)->path();
    EXPECT_NE(second_path, (*first)->path());
    EXPECT_EQ(*files.read((*first)->path() + "/f", 100), "first's");
  }
  {
    const Claimed third = claim();
    EXPECT_EQ((*third)->path(), second_path) << "the second name is as stable as the first";
  }
  const std::string first_path = (*first)->path();
  ASSERT_TRUE((*first)->remove());
  EXPECT_EQ(usual_path(), first_path);
}

TEST_F(PrivateFolderTest, WhatAKilledRunLeftIsEmptiedAndUsedAgain) {
  const std::string path = usual_path();
  EXPECT_EQ(forked([this] {
              const Claimed claimed = claim();
              (void)files.make_directory((*claimed)->path() + "/h/src", 0755);
              (void)files.write((*claimed)->path() + "/h/src/a.go", "x", Durability::kRenamed);
              std::filesystem::create_symlink("/", (*claimed)->path() + "/link");
              ::raise(SIGKILL);
              return 0;
            }),
            128 + SIGKILL);
  ASSERT_EQ(*files.kind(path + "/h/src/a.go"), FileKind::kFile);
  const Claimed claimed = claim();
  ASSERT_TRUE(claimed);
  EXPECT_EQ((*claimed)->path(), path);
  EXPECT_THAT(*files.list(path), IsEmpty());
}

TEST_F(PrivateFolderTest, AChildThatOutlivesUsDoesNotHoldTheLock) {
  const std::string path = usual_path();
  EXPECT_EQ(forked([this] {
              const Claimed claimed = claim();
              if (::fork() == 0) {
                ::close(STDOUT_FILENO);  // or whoever reads it waits for the child, too
                ::close(STDERR_FILENO);
                ::execlp("sleep", "sleep", "5", nullptr);
                ::_exit(1);
              }
              // Until the child has started its program, it shares our descriptors.
              ::usleep(200'000);
              ::raise(SIGKILL);
              return 0;
            }),
            128 + SIGKILL);
  EXPECT_EQ(usual_path(), path);
}

TEST_F(PrivateFolderTest, ASymlinkInItsPlaceIsNeitherFollowedNorRemoved) {
  const std::string path = usual_path();
  ASSERT_TRUE(files.make_directory(folder / "victim", 0711));
  ASSERT_TRUE(files.write(folder / "victim/f", "kept", Durability::kRenamed));
  std::filesystem::create_symlink("victim", path);
  const Claimed claimed = claim();
  ASSERT_TRUE(claimed);
  EXPECT_NE((*claimed)->path(), path);
  EXPECT_EQ(*files.kind(path), FileKind::kSymlink);
  EXPECT_EQ(*files.read(folder / "victim/f", 100), "kept");
}

TEST_F(PrivateFolderTest, OneWithAnotherModeIsNotOurs) {
  const std::string path = usual_path();
  for (const mode_t mode : {0777, 0755, 0700, 02711, 01711}) {
    ASSERT_TRUE(files.make_directory(path, mode));
    ASSERT_TRUE(files.write(path + "/f", "kept", Durability::kRenamed));
    EXPECT_NE(usual_path(), path) << mode;
    EXPECT_EQ(*files.read(path + "/f", 100), "kept");
    ASSERT_TRUE(files.remove_tree(path));
  }
}

TEST_F(PrivateFolderTest, OneOfAnotherUserIsNotOurs) {
  if (::geteuid() != 0) {
    GTEST_SKIP() << "needs root, to have a folder of another user";
  }
  const std::string path = usual_path();
  ASSERT_TRUE(files.make_directory(path, 0711));
  ASSERT_TRUE(files.chown_tree(path, {.uid = kNobody, .gid = kNobody}));
  EXPECT_NE(usual_path(), path);
  EXPECT_EQ(*files.kind(path), FileKind::kFolder);
}

TEST_F(PrivateFolderTest, AFileInItsPlaceMakesItTakeAnotherName) {
  const std::string path = usual_path();
  ASSERT_TRUE(files.write(path, "kept", Durability::kRenamed));
  EXPECT_NE(usual_path(), path);
  EXPECT_EQ(*files.read(path, 100), "kept");
}

TEST_F(PrivateFolderTest, WhenEveryNameIsTakenTheNextPlaceIs) {
  ASSERT_TRUE(files.make_directory(folder / "full", 0755));
  ASSERT_TRUE(files.make_directory(folder / "next", 0755));
  std::vector<Claimed> held;
  while (true) {
    held.push_back(claim_in({folder / "full"}));
    if (!held.back()) {
      break;
    }
    ASSERT_LT(held.size(), 1000U);
  }
  EXPECT_THAT(held.back().error().message, HasSubstr("names that it could have are taken"));
  const Claimed claimed = claim_in({folder / "full", folder / "next"});
  ASSERT_TRUE(claimed);
  EXPECT_THAT((*claimed)->path(), HasSubstr("/next/hg-"));
}

TEST_F(PrivateFolderTest, NoPlaceThatForbidsProgramsIsUsed) {
  ASSERT_TRUE(files.make_directory(folder / "one", 0755));
  ASSERT_TRUE(files.make_directory(folder / "two", 0755));
  ASSERT_TRUE(files.make_directory(folder / "good", 0755));
  const SmallMount one(folder / "one", MS_NOEXEC, "size=64k,mode=755");
  const SmallMount two(folder / "two", MS_NOEXEC, "size=64k,mode=755");
  if (!one.is_mounted() || !two.is_mounted()) {
    GTEST_SKIP() << "needs the right to mount";
  }
  ASSERT_TRUE(files.make_directory(two / "sub", 0755));
  const Claimed claimed = claim_in({one.path(), folder / "good"});
  ASSERT_TRUE(claimed);
  EXPECT_THAT((*claimed)->path(), HasSubstr("/good/"));
  const Claimed refused = claim_in({one.path(), two / "sub"});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().reason, Reason::kNoexec);
  EXPECT_EQ(refused.error().message,
            "no folder can be used for building and running test binaries: " + one.path() + ": " +
                one.path() + " is mounted noexec; " + two / "sub" + ": " + two.path() +
                " is mounted noexec");
  EXPECT_THAT(refused.error().remedy, HasSubstr("TMPDIR="));
}

TEST_F(PrivateFolderTest, NoPlaceInsideAGitRepositoryIsUsed) {
  ASSERT_TRUE(files.make_directory(folder / "work/tmp", 0755));
  ASSERT_TRUE(files.write(folder / "work/.git", "gitdir: x\n", Durability::kRenamed));
  const Claimed refused = claim_in({folder / "work/tmp"});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().reason, Reason::kIoFailed);
  EXPECT_THAT(refused.error().message,
              HasSubstr("it lies in the git repository " + folder / "work"));
  ASSERT_TRUE(files.remove_tree(folder / "work/.git"));
  EXPECT_TRUE(claim_in({folder / "work/tmp"}));
}

TEST_F(PrivateFolderTest, NoPlaceInsideABareRepositoryIsUsed) {
  for (const char* name : {"bare.git/refs", "bare.git/objects", "bare.git/tmp"}) {
    ASSERT_TRUE(files.make_directory(folder / name, 0755));
  }
  EXPECT_TRUE(claim_in({folder / "bare.git/tmp"})) << "without HEAD it is none";
  ASSERT_TRUE(files.write(folder / "bare.git/HEAD", "ref: x\n", Durability::kRenamed));
  EXPECT_FALSE(claim_in({folder / "bare.git/tmp"}));
}

TEST_F(PrivateFolderTest, NoPlaceWhereOthersCouldReplaceItIsUsed) {
  ASSERT_TRUE(files.make_directory(folder / "shared", 0777));
  const Claimed refused = claim_in({folder / "shared"});
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("other users could replace what is in it"));
  ASSERT_TRUE(files.set_mode(folder / "shared", 01777));
  EXPECT_TRUE(claim_in({folder / "shared"})) << "the sticky bit forbids that";
}

TEST_F(PrivateFolderTest, RootNeedsAPlaceThatItsChildrenCanReach) {
  if (::geteuid() != 0) {
    GTEST_SKIP() << "needs root";
  }
  ASSERT_TRUE(files.make_directory(folder / "closed/tmp", 0755));
  ASSERT_TRUE(files.set_mode(folder / "closed", 0700));
  const Claimed refused = claim_in({folder / "closed/tmp"});
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("other users cannot enter " + folder / "closed"));
  ASSERT_TRUE(files.set_mode(folder / "closed", 0711));
  EXPECT_TRUE(claim_in({folder / "closed/tmp"}));
}

TEST_F(PrivateFolderTest, APlaceThatIsMissingIsMadeOnlyWhereThatIsWanted) {
  EXPECT_FALSE(claim_in({folder / "missing"}));
  EXPECT_EQ(*files.kind(folder / "missing"), FileKind::kNone);
  PosixPrivateFolders folders(files, {.uid = ::geteuid(), .gid = ::getegid()},
                              {{.path = folder / "cache", .if_missing = IfMissing::kMake}});
  const bool is_claimed = folders.claim("key").has_value();
  EXPECT_EQ(*files.kind(folder / "cache"), FileKind::kFolder);
  // A cache folder is for its user alone, so it is of no use to root.
  EXPECT_EQ(is_claimed, ::geteuid() != 0);
}

TEST_F(PrivateFolderTest, IsNamedByItsRealPath) {
  ASSERT_TRUE(files.make_directory(folder / "real", 0755));
  std::filesystem::create_symlink("real", folder / "link");
  EXPECT_THAT((*claim_in({folder / "link"}))->path(), HasSubstr("/real/hg-"));
}

TEST_F(PrivateFolderTest, AFullDiskIsItsOwnReason) {
  ASSERT_TRUE(files.make_directory(folder / "small", 0755));
  const SmallMount disk(folder / "small", 0, "nr_inodes=2,mode=755");
  if (!disk.is_mounted()) {
    GTEST_SKIP() << "needs the right to mount";
  }
  ASSERT_TRUE(files.write(disk / "last-inode", "", Durability::kRenamed));
  const Claimed refused = claim_in({disk.path()});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().reason, Reason::kDiskFull);
}

TEST(FakePrivateFolders, HandOutAnEmptyFolderAndRemoveIt) {
  MemoryFiles files;
  files.add_file("/tmp/hg-00000/old", "");
  FakePrivateFolders folders(files);
  {
    const auto claimed = folders.claim("/repository");
    ASSERT_TRUE(claimed);
    EXPECT_THAT(*files.list((*claimed)->path()), IsEmpty());
  }
  EXPECT_EQ(*files.kind("/tmp/hg-00000"), FileKind::kNone);
  EXPECT_THAT(folders.claimed_keys, ElementsAre("/repository"));
}

}  // namespace
}  // namespace headgate::os
