// What only a real disk shows: full disks, special files, permissions, other users, mounts.

#include "edge/os/posix_files.h"

#include <filesystem>
#include <fstream>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/forked.h"
#include "support/scratch_folder.h"
#include "support/small_mount.h"

namespace headgate::os {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::uint64_t kPosixPlenty = 1 << 20;

class PosixFilesTest : public testing::Test {
 protected:
  void put(const std::string& name, const std::string& content = "") const {
    std::ofstream(folder / name) << content;
  }

  void make_folder(const std::string& name, mode_t mode = 0755) const {
    ASSERT_EQ(::mkdir((folder / name).c_str(), mode), 0);
    ASSERT_EQ(::chmod((folder / name).c_str(), mode), 0);
  }

  [[nodiscard]] bool exists(const std::string& name) const {
    return std::filesystem::exists(std::filesystem::symlink_status(folder / name));
  }

  ScratchFolder folder;
  PosixFiles files;
};

/// Everything is given to nobody, so that a child without root's rights may work on it.
void hand_to_nobody(PosixFiles& files, const std::string& path) {
  if (::geteuid() == 0) {
    ASSERT_TRUE(files.chown_tree(path, {.uid = kNobody, .gid = kNobody}));
  }
}

TEST_F(PosixFilesTest, AFullDiskIsItsOwnReasonAndLeavesTheOldContent) {
  make_folder("small");
  const SmallMount disk(folder / "small", 0, "size=64k");
  if (!disk.is_mounted()) {
    GTEST_SKIP() << "needs the right to mount";
  }
  ASSERT_TRUE(files.write(disk / "f", "old", Durability::kSynced));
  for (const Durability durability : {Durability::kRenamed, Durability::kSynced}) {
    const Status full = files.write(disk / "f", std::string(128 << 10, 'x'), durability);
    ASSERT_FALSE(full);
    EXPECT_EQ(full.error().reason, Reason::kDiskFull);
    EXPECT_EQ(full.error().message, "cannot write " + disk / "f" + ": no space left on device");
    EXPECT_THAT(full.error().remedy, HasSubstr("free some space"));
    EXPECT_EQ(*files.read(disk / "f", kPosixPlenty), "old");
    EXPECT_THAT(*files.list(disk.path()), ElementsAre("f"));
  }
}

TEST_F(PosixFilesTest, ALineThatDoesNotFitIsTakenBackAndNoneFollowsIt) {
  make_folder("small");
  const SmallMount disk(folder / "small", 0, "size=64k");
  if (!disk.is_mounted()) {
    GTEST_SKIP() << "needs the right to mount";
  }
  const auto lines = files.open_lines(disk / "samples.jsonl");
  ASSERT_TRUE(lines);
  ASSERT_TRUE((*lines)->append_line("first"));
  const Status full = (*lines)->append_line(std::string(128 << 10, 'x'));
  ASSERT_FALSE(full);
  EXPECT_EQ(full.error().reason, Reason::kDiskFull);
  EXPECT_EQ((*lines)->append_line("this would fit").error(), full.error());
  EXPECT_EQ(*files.read(disk / "samples.jsonl", kPosixPlenty), "first\n");
}

TEST_F(PosixFilesTest, AnAppendThatDoesNotFitIsTakenBack) {
  const Result<Appended> device = files.append("/dev/full", "x");
  ASSERT_FALSE(device);
  EXPECT_EQ(device.error().reason, Reason::kDiskFull);
  EXPECT_EQ(device.error().message, "cannot append to /dev/full: no space left on device");
  make_folder("small");
  const SmallMount disk(folder / "small", 0, "size=64k");
  if (!disk.is_mounted()) {
    GTEST_SKIP() << "needs the right to mount";
  }
  ASSERT_TRUE(files.write(disk / "output", "a=1\n", Durability::kRenamed));
  EXPECT_FALSE(files.append(disk / "output", std::string(128 << 10, 'x')));
  EXPECT_EQ(*files.read(disk / "output", kPosixPlenty), "a=1\n");
}

TEST_F(PosixFilesTest, ATemporaryFileOfAKilledRunIsNotInTheWay) {
  put(fmt::format(".headgate-{}-0.tmp", ::getpid()), "left behind");
  EXPECT_TRUE(files.write(folder / "f", "x", Durability::kRenamed));
  EXPECT_EQ(*files.read(folder / "f", kPosixPlenty), "x");
}

TEST_F(PosixFilesTest, NewFilesHaveTheModeThatTheUmaskLeaves) {
  const mode_t umask_before = ::umask(027);
  const Status written = files.write(folder / "f", "x", Durability::kRenamed);
  ::umask(umask_before);
  ASSERT_TRUE(written);
  struct stat status = {};
  ASSERT_EQ(::stat((folder / "f").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0640U);
}

TEST_F(PosixFilesTest, AFolderGetsItsModeWhateverTheUmaskTakes) {
  const mode_t umask_before = ::umask(077);
  const Status made = files.make_directory(folder / "d", 0711);
  ::umask(umask_before);
  ASSERT_TRUE(made);
  struct stat status = {};
  ASSERT_EQ(::stat((folder / "d").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0711U);
}

TEST_F(PosixFilesTest, FilesOfProcAreReadThoughTheySayTheyAreEmpty) {
  const Result<std::string> status = files.read("/proc/self/status", kPosixPlenty);
  ASSERT_TRUE(status);
  EXPECT_THAT(*status, HasSubstr("Name:"));
}

TEST_F(PosixFilesTest, APipeInAForeignTreeIsRefusedWithoutWaitingForIt) {
  make_folder("tree");
  ASSERT_EQ(::mkfifo((folder / "tree/pipe").c_str(), 0644), 0);
  EXPECT_FALSE(files.read_inside(folder / "tree", "pipe", kPosixPlenty));
  EXPECT_FALSE(files.sha256_file(folder / "tree/pipe"));
  EXPECT_THAT(*files.walk_files(folder / "tree"), IsEmpty());
  EXPECT_EQ(*files.kind(folder / "tree/pipe"), FileKind::kOther);
  const Status copied = files.copy_tree(folder / "tree", folder / "copy");
  ASSERT_FALSE(copied);
  EXPECT_EQ(copied.error().message,
            "cannot copy " + folder / "tree/pipe" + ": neither a file, a folder nor a symlink");
  EXPECT_FALSE(exists("copy")) << "what was copied before the error";
}

TEST_F(PosixFilesTest, ASymlinkIntoProcDoesNotLeadOutOfATree) {
  make_folder("tree");
  std::filesystem::create_symlink("/proc/self/environ", folder / "tree/.headgate.yml");
  const Result<std::string> leak =
      files.read_inside(folder / "tree", ".headgate.yml", kPosixPlenty);
  ASSERT_FALSE(leak);
  EXPECT_THAT(leak.error().message, HasSubstr("it leads out of"));
}

TEST_F(PosixFilesTest, ReadOnlyFoldersAreRemovedByTheirOwner) {
  // As Go's module cache: folders of mode 0555; and one that its owner may not even enter.
  make_folder("cache");
  make_folder("cache/mod");
  make_folder("cache/mod/sub");
  put("cache/mod/sub/go.mod");
  put("cache/mod/LICENSE");
  make_folder("cache/locked");
  put("cache/locked/f");
  hand_to_nobody(files, folder / "cache");
  for (const char* name : {"cache/mod/sub", "cache/mod"}) {
    ASSERT_EQ(::chmod((folder / name).c_str(), 0555), 0);
  }
  ASSERT_EQ(::chmod((folder / "cache/locked").c_str(), 0), 0);
  ASSERT_EQ(::chmod(folder.path().c_str(), 0777), 0);
  EXPECT_EQ(forked([this] {
              become_nobody();
              return files.remove_tree(folder / "cache") ? 0 : 1;
            }),
            0);
  EXPECT_FALSE(exists("cache"));
}

TEST_F(PosixFilesTest, WhatCannotBeRemovedIsNamed) {
  make_folder("theirs");
  put("theirs/f");
  ASSERT_EQ(::chmod(folder.path().c_str(), 0777), 0);
  const int status = forked([this] {
    become_nobody();
    const Status removed = files.remove_tree(folder / "theirs");
    const std::string expected = "cannot remove " + folder / "theirs/f" + ": permission denied";
    return !removed && removed.error().message == expected ? 0 : 1;
  });
  if (::geteuid() != 0) {
    GTEST_SKIP() << "needs root, to have a folder of another user";
  }
  EXPECT_EQ(status, 0);
  EXPECT_TRUE(exists("theirs/f"));
}

TEST_F(PosixFilesTest, ATreeDeeperThanAnyPathOrDescriptorTableIsWalkedCopiedAndRemoved) {
  // 100 folders of 201 bytes make a path of 20,100 bytes; PATH_MAX is 4096.
  constexpr std::size_t kDepth = 100;
  const std::string name(200, 'd');
  make_folder("deep");
  int current = ::open((folder / "deep").c_str(), O_RDONLY | O_DIRECTORY);
  for (std::size_t i = 0; i < kDepth; ++i) {
    ASSERT_EQ(::mkdirat(current, name.c_str(), 0755), 0);
    const int next = ::openat(current, name.c_str(), O_RDONLY | O_DIRECTORY);
    ::close(current);
    current = next;
  }
  ::close(::openat(current, "f", O_WRONLY | O_CREAT, 0644));
  ::close(current);
  rlimit before = {};
  ::getrlimit(RLIMIT_NOFILE, &before);
  const rlimit few = {.rlim_cur = 32, .rlim_max = before.rlim_max};
  ::setrlimit(RLIMIT_NOFILE, &few);
  const Result<std::vector<std::string>> found = files.walk_files(folder / "deep");
  const Status copied = files.copy_tree(folder / "deep", folder / "copy");
  const Status owned = files.chown_tree(folder / "deep", *files.owner(folder.path()));
  const Status removed = files.remove_tree(folder / "deep");
  const Status removed_copy = files.remove_tree(folder / "copy");
  ::setrlimit(RLIMIT_NOFILE, &before);
  ASSERT_TRUE(found);
  ASSERT_EQ(found->size(), 1U);
  EXPECT_EQ(found->front().size(), 201 * kDepth + 1);
  EXPECT_TRUE(copied);
  EXPECT_TRUE(owned);
  EXPECT_TRUE(removed);
  EXPECT_TRUE(removed_copy);
  EXPECT_FALSE(exists("deep"));
  EXPECT_FALSE(exists("copy"));
}

TEST_F(PosixFilesTest, RemovalOutlastsAProcessThatStillWrites) {
  make_folder("busy");
  const pid_t writer = ::fork();
  ASSERT_GE(writer, 0);
  if (writer == 0) {
    // Some hundred files, and then it stops: as a benchmark's helper that was just told to end.
    for (int i = 0; i < 300; ++i) {
      ::close(::open((folder / "busy/f" + std::to_string(i)).c_str(), O_WRONLY | O_CREAT, 0644));
    }
    ::_exit(0);
  }
  Status removed = files.remove_tree(folder / "busy");
  ::waitpid(writer, nullptr, 0);
  EXPECT_TRUE(removed) << removed.error().message;
  EXPECT_FALSE(exists("busy"));
}

TEST_F(PosixFilesTest, RemovalStopsAtAMount) {
  make_folder("tree");
  make_folder("tree/mounted");
  const SmallMount disk(folder / "tree/mounted", 0, "size=64k");
  if (!disk.is_mounted()) {
    GTEST_SKIP() << "needs the right to mount";
  }
  ASSERT_TRUE(files.write(disk / "f", "kept", Durability::kRenamed));
  const Status removed = files.remove_tree(folder / "tree");
  ASSERT_FALSE(removed);
  EXPECT_EQ(removed.error().message,
            "cannot remove " + disk.path() + ": something is mounted there");
  EXPECT_EQ(*files.read(disk / "f", kPosixPlenty), "kept");
}

TEST_F(PosixFilesTest, HandingOverChangesSymlinksThemselvesAndNothingOutside) {
  if (::geteuid() != 0) {
    GTEST_SKIP() << "needs root";
  }
  const User nobody = {.uid = kNobody, .gid = kNobody};
  make_folder("tree");
  make_folder("tree/sub");
  put("tree/sub/f");
  put("outside");
  std::filesystem::create_symlink("../outside", folder / "tree/link");
  ASSERT_TRUE(files.chown_tree(folder / "tree", nobody));
  for (const char* name : {"tree", "tree/sub", "tree/sub/f", "tree/link"}) {
    EXPECT_EQ(*files.owner(folder / name), nobody) << name;
  }
  EXPECT_EQ(*files.owner(folder / "outside"), effective_user());
  std::filesystem::create_symlink("outside", folder / "link");
  ASSERT_TRUE(files.chown_tree(folder / "link", nobody));
  EXPECT_EQ(*files.owner(folder / "outside"), effective_user());
}

TEST_F(PosixFilesTest, AReadOnlyFolderIsCopiedWithItsContentByAnyUser) {
  make_folder("from");
  put("from/f", "x");
  hand_to_nobody(files, folder / "from");
  ASSERT_EQ(::chmod((folder / "from").c_str(), 0555), 0);
  ASSERT_EQ(::chmod(folder.path().c_str(), 0777), 0);
  EXPECT_EQ(forked([this] {
              become_nobody();
              return files.copy_tree(folder / "from", folder / "to") ? 0 : 1;
            }),
            0);
  EXPECT_EQ(*files.read(folder / "to/f", kPosixPlenty), "x");
}

TEST_F(PosixFilesTest, AMountTellsItsPlaceItsRoomAndWhetherProgramsMayRun) {
  make_folder("small mount");
  make_folder("small mount/outer");
  const SmallMount disk(folder / "small mount", MS_NOEXEC, "size=64k");
  if (!disk.is_mounted()) {
    GTEST_SKIP() << "needs the right to mount";
  }
  ASSERT_TRUE(files.make_directory(disk / "sub", 0755));
  const Result<Mount> inside = files.mount(disk / "sub");
  ASSERT_TRUE(inside);
  EXPECT_TRUE(inside->noexec);
  EXPECT_EQ(inside->mount_point, disk.path()) << "with its blank unescaped";
  EXPECT_LE(inside->free_bytes, 64U << 10);
  EXPECT_GT(inside->free_bytes, 0U);
  const Result<Mount> outside = files.mount(folder.path());
  ASSERT_TRUE(outside);
  EXPECT_NE(outside->mount_point, disk.path());
  EXPECT_GT(outside->free_bytes, 64U << 10);
}

TEST_F(PosixFilesTest, AHiddenMountIsNotTakenForTheOneOnTop) {
  make_folder("m");
  const SmallMount below(folder / "m", 0, "size=64k");
  if (!below.is_mounted()) {
    GTEST_SKIP() << "needs the right to mount";
  }
  ASSERT_TRUE(files.make_directory(below / "inner", 0755));
  const SmallMount inner(below / "inner", 0, "size=64k");
  const SmallMount above(folder / "m", MS_NOEXEC, "size=64k");
  ASSERT_TRUE(inner.is_mounted() && above.is_mounted());
  ASSERT_TRUE(files.make_directory(above / "inner", 0755));
  const Result<Mount> mount = files.mount(above / "inner");
  ASSERT_TRUE(mount);
  EXPECT_EQ(mount->mount_point, above.path());
  EXPECT_TRUE(mount->noexec);
}

}  // namespace
}  // namespace headgate::os
