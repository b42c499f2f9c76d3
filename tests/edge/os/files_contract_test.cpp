// What Files promises, asked of the real disk and of the fake alike: a use case that passes its
// tests in memory may rely on the same behaviour outside.

#include <filesystem>

#include <gmock/gmock.h>
#include <sys/stat.h>

#include "edge/os/digest.h"
#include "edge/os/posix_files.h"
#include "support/memory_files.h"
#include "support/scratch_folder.h"

namespace headgate::os {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class OnDisk {
 public:
  PosixFiles files;

  [[nodiscard]] const std::string& root() const { return folder_.path(); }

  void symlink(const std::string& target, const std::string& path) const {
    std::filesystem::create_symlink(target, path);
  }

  [[nodiscard]] mode_t mode(const std::string& path) const {
    struct stat status = {};
    EXPECT_EQ(::lstat(path.c_str(), &status), 0) << path;
    return status.st_mode & 07777;
  }

 private:
  ScratchFolder folder_;
};

class InMemory {
 public:
  MemoryFiles files;

  InMemory() { files.add_folder(root_); }

  [[nodiscard]] const std::string& root() const { return root_; }

  void symlink(const std::string& target, const std::string& path) {
    files.add_symlink(path, target);
  }

  [[nodiscard]] mode_t mode(const std::string& path) const { return files.mode_of(path); }

 private:
  std::string root_ = "/memory/here";
};

constexpr std::uint64_t kContractPlenty = 1 << 20;

template <typename Disk>
class FilesContract : public testing::Test {
 protected:
  /// Writes a file, making the folders above it.
  void put(const std::string& name, const std::string& content) {
    const std::string path = at(name);
    ASSERT_TRUE(files().make_directory(path.substr(0, path.rfind('/')), 0755));
    ASSERT_TRUE(files().write(path, content, Durability::kRenamed));
  }

  [[nodiscard]] std::string content(const std::string& name) {
    const Result<std::string> content = files().read(at(name), kContractPlenty);
    return content ? *content : "error: " + content.error().message;
  }

  [[nodiscard]] FileKind kind(const std::string& name) { return *files().kind(at(name)); }

  [[nodiscard]] std::string at(const std::string& name) const { return disk.root() + "/" + name; }

  [[nodiscard]] Files& files() { return disk.files; }

  Disk disk;
};

using Disks = testing::Types<OnDisk, InMemory>;

class DiskName {
 public:
  template <typename Disk>
  static std::string GetName(int) {  // NOLINT(readability-identifier-naming): gtest's word
    return std::is_same_v<Disk, OnDisk> ? "OnDisk" : "InMemory";
  }
};

TYPED_TEST_SUITE(FilesContract, Disks, DiskName);

TYPED_TEST(FilesContract, WhatIsWrittenIsReadBackByteForByte) {
  const std::string bytes("a\0\r\n\xff", 5);
  for (const Durability durability : {Durability::kRenamed, Durability::kSynced}) {
    ASSERT_TRUE(this->files().write(this->at("f"), bytes, durability));
    EXPECT_EQ(this->content("f"), bytes);
  }
  ASSERT_TRUE(this->files().write(this->at("f"), "", Durability::kRenamed));
  EXPECT_EQ(this->content("f"), "");
}

TYPED_TEST(FilesContract, WritingLeavesNothingButTheFile) {
  this->put("f", "1");
  this->put("f", "2");
  EXPECT_THAT(*this->files().list(this->disk.root()), ElementsAre("f"));
}

TYPED_TEST(FilesContract, WritingReplacesASymlinkAndLeavesItsTarget) {
  this->put("target", "old");
  this->disk.symlink("target", this->at("link"));
  ASSERT_TRUE(this->files().write(this->at("link"), "new", Durability::kRenamed));
  EXPECT_EQ(this->content("target"), "old");
  EXPECT_EQ(this->kind("link"), FileKind::kFile);
}

TYPED_TEST(FilesContract, WritingNeedsTheFolderAndIsNotForFolders) {
  const Status nowhere = this->files().write(this->at("no/f"), "x", Durability::kRenamed);
  ASSERT_FALSE(nowhere);
  EXPECT_EQ(nowhere.error().reason, Reason::kIoFailed);
  ASSERT_TRUE(this->files().make_directory(this->at("folder"), 0755));
  const Status onto_folder = this->files().write(this->at("folder"), "x", Durability::kRenamed);
  ASSERT_FALSE(onto_folder);
  EXPECT_THAT(onto_folder.error().message, HasSubstr(this->at("folder")));
  EXPECT_THAT(*this->files().list(this->disk.root()), ElementsAre("folder"));
}

TYPED_TEST(FilesContract, ReadingStopsAtTheLimit) {
  this->put("f", "12345");
  EXPECT_TRUE(this->files().read(this->at("f"), 5));
  const Result<std::string> cut = this->files().read(this->at("f"), 4);
  ASSERT_FALSE(cut);
  EXPECT_EQ(cut.error().message, this->at("f") + " is larger than 4 bytes");
}

TYPED_TEST(FilesContract, ReadingFollowsSymlinksAndNamesWhatIsMissing) {
  this->put("a/f", "here");
  this->disk.symlink("a", this->at("b"));
  EXPECT_EQ(this->content("b/f"), "here");
  EXPECT_THAT(this->content("missing"), HasSubstr(this->at("missing")));
  EXPECT_THAT(this->content("a"), HasSubstr("error: "));
}

TYPED_TEST(FilesContract, ReadingInsideARootFollowsOnlyWhatStaysThere) {
  this->put("root/a/f", "inside");
  this->put("secret", "outside");
  this->put("rootless/f", "beside");
  this->disk.symlink("a/f", this->at("root/link"));
  this->disk.symlink("../secret", this->at("root/leak"));
  this->disk.symlink(this->at("secret"), this->at("root/absolute"));
  this->disk.symlink("../rootless", this->at("root/folder"));
  const auto inside = [this](const std::string& name) {
    const Result<std::string> content =
        this->files().read_inside(this->at("root"), name, kContractPlenty);
    return content ? *content : content.error().message;
  };
  EXPECT_EQ(inside("a/f"), "inside");
  EXPECT_EQ(inside("link"), "inside");
  EXPECT_EQ(inside("a/../a/f"), "inside");
  for (const char* name : {"leak", "absolute", "folder/f", "../secret", "a/../../secret"}) {
    EXPECT_EQ(inside(name), "cannot read " + this->at("root") + "/" + name + ": it leads out of " +
                                this->at("root"));
  }
  EXPECT_THAT(inside("a"), HasSubstr("not a regular file"));
  EXPECT_FALSE(this->files().read_inside(this->at("root"), "a/f", 3));
}

TYPED_TEST(FilesContract, AppendingNeverMakesAFileNorFollowsASymlink) {
  EXPECT_EQ(*this->files().append(this->at("f"), "x"), Appended::kNoFile);
  EXPECT_EQ(this->kind("f"), FileKind::kNone);
  this->put("f", "one\n");
  EXPECT_EQ(*this->files().append(this->at("f"), "two\n"), Appended::kWritten);
  EXPECT_EQ(this->content("f"), "one\ntwo\n");
  this->disk.symlink("f", this->at("link"));
  EXPECT_FALSE(this->files().append(this->at("link"), "three\n"));
  EXPECT_EQ(this->content("f"), "one\ntwo\n");
}

TYPED_TEST(FilesContract, LinesAreThereAsSoonAsTheyAreAdded) {
  const auto lines = this->files().open_lines(this->at("f"));
  ASSERT_TRUE(lines);
  ASSERT_TRUE((*lines)->append_line("one"));
  EXPECT_EQ(this->content("f"), "one\n");
  ASSERT_TRUE((*lines)->append_line(""));
  EXPECT_EQ(this->content("f"), "one\n\n");
  const auto more = this->files().open_lines(this->at("f"));
  ASSERT_TRUE((*more)->append_line("two"));
  EXPECT_EQ(this->content("f"), "one\n\ntwo\n");
}

TYPED_TEST(FilesContract, LinesAreNotWrittenThroughASymlink) {
  this->put("f", "");
  this->disk.symlink("f", this->at("link"));
  EXPECT_FALSE(this->files().open_lines(this->at("link")));
}

TYPED_TEST(FilesContract, MakingAFolderMakesItsParentsAndKeepsWhatIsThere) {
  ASSERT_TRUE(this->files().make_directory(this->at("a/b/c"), 0700));
  EXPECT_EQ(this->disk.mode(this->at("a/b/c")), 0700U);
  ASSERT_TRUE(this->files().make_directory(this->at("a/b/c"), 0711));
  EXPECT_EQ(this->disk.mode(this->at("a/b/c")), 0700U) << "the mode of a folder that was there";
  ASSERT_TRUE(this->files().make_directory(this->at("d/"), 01777));
  EXPECT_EQ(this->disk.mode(this->at("d")), 01777U);
}

TYPED_TEST(FilesContract, MakingAFolderWhereSomethingElseIsFails) {
  this->put("f", "");
  EXPECT_FALSE(this->files().make_directory(this->at("f"), 0755));
  EXPECT_FALSE(this->files().make_directory(this->at("f/below"), 0755));
  this->disk.symlink("nowhere", this->at("dangling"));
  EXPECT_FALSE(this->files().make_directory(this->at("dangling"), 0755));
  ASSERT_TRUE(this->files().make_directory(this->at("folder"), 0755));
  this->disk.symlink("folder", this->at("link"));
  EXPECT_TRUE(this->files().make_directory(this->at("link"), 0755));
}

TYPED_TEST(FilesContract, RemovingATreeLeavesWhatItsSymlinksPointTo) {
  this->put("keep/f", "kept");
  this->put("tree/a/b/f", "");
  this->put("tree/f", "");
  this->disk.symlink("../keep", this->at("tree/a/link"));
  this->disk.symlink("keep", this->at("link"));
  ASSERT_TRUE(this->files().remove_tree(this->at("tree/")));
  ASSERT_TRUE(this->files().remove_tree(this->at("link")));
  EXPECT_THAT(*this->files().list(this->disk.root()), ElementsAre("keep"));
  EXPECT_EQ(this->content("keep/f"), "kept");
}

TYPED_TEST(FilesContract, RemovingNothingSucceeds) {
  EXPECT_TRUE(this->files().remove_tree(this->at("missing")));
  EXPECT_TRUE(this->files().remove_tree(this->at("missing/too")));
}

TYPED_TEST(FilesContract, RemovingWhatNamesNoEntryIsRefused) {
  this->put("a/f", "");
  EXPECT_FALSE(this->files().remove_tree(""));
  EXPECT_FALSE(this->files().remove_tree(this->at("a/../")));
  EXPECT_FALSE(this->files().remove_tree(this->at("a/..")));
  EXPECT_FALSE(this->files().remove_tree(this->at("a/.")));
  EXPECT_EQ(this->kind("a/f"), FileKind::kFile);
}

TYPED_TEST(FilesContract, KindsAreThoseOfThePathItself) {
  this->put("folder/file", "");
  this->disk.symlink("folder", this->at("link"));
  this->disk.symlink("nowhere", this->at("dangling"));
  EXPECT_EQ(this->kind("folder"), FileKind::kFolder);
  EXPECT_EQ(this->kind("folder/file"), FileKind::kFile);
  EXPECT_EQ(this->kind("link"), FileKind::kSymlink);
  EXPECT_EQ(this->kind("dangling"), FileKind::kSymlink);
  EXPECT_EQ(this->kind("missing"), FileKind::kNone);
  EXPECT_EQ(this->kind("folder/file/below"), FileKind::kNone);
}

TYPED_TEST(FilesContract, ListsAreSortedByBytes) {
  for (const char* name : {"b", "a", "B", ".hidden", "é", "a0"}) {
    this->put(std::string("d/") + name, "");
  }
  EXPECT_THAT(*this->files().list(this->at("d")), ElementsAre(".hidden", "B", "a", "a0", "b", "é"));
  ASSERT_TRUE(this->files().make_directory(this->at("empty"), 0755));
  EXPECT_THAT(*this->files().list(this->at("empty")), IsEmpty());
  EXPECT_FALSE(this->files().list(this->at("d/a")));
  EXPECT_FALSE(this->files().list(this->at("missing")));
}

TYPED_TEST(FilesContract, WalkingListsFilesAndSymlinksSortedByTheWholePath) {
  // '-' sorts before '/', and '/' before '0': neither order of folders gives this.
  for (const char* name : {"t/a/f", "t/a-b", "t/a0", "t/z/y/x"}) {
    this->put(name, "");
  }
  this->put("elsewhere/f", "");
  this->disk.symlink("../elsewhere", this->at("t/to-folder"));
  this->disk.symlink("nowhere", this->at("t/dangling"));
  ASSERT_TRUE(this->files().make_directory(this->at("t/empty"), 0755));
  EXPECT_THAT(*this->files().walk_files(this->at("t")),
              ElementsAre("a-b", "a/f", "a0", "dangling", "to-folder", "z/y/x"));
  EXPECT_THAT(*this->files().walk_files(this->at("t/empty")), IsEmpty());
}

TYPED_TEST(FilesContract, WalkingNeedsAFolderAndNotASymlinkToOne) {
  this->put("d/f", "");
  this->disk.symlink("d", this->at("link"));
  EXPECT_FALSE(this->files().walk_files(this->at("d/f")));
  EXPECT_FALSE(this->files().walk_files(this->at("link")));
  EXPECT_FALSE(this->files().walk_files(this->at("missing")));
}

TYPED_TEST(FilesContract, CopyingKeepsContentModesAndSymlinks) {
  this->put("from/a/run", "#!");
  ASSERT_TRUE(this->files().set_mode(this->at("from/a/run"), 0755));
  ASSERT_TRUE(this->files().set_mode(this->at("from/a"), 0555));
  this->disk.symlink("a/run", this->at("from/link"));
  ASSERT_TRUE(this->files().copy_tree(this->at("from/"), this->at("new/to")));
  EXPECT_EQ(this->content("new/to/a/run"), "#!");
  EXPECT_EQ(this->disk.mode(this->at("new/to/a/run")), 0755U);
  EXPECT_EQ(this->disk.mode(this->at("new/to/a")), 0555U);
  EXPECT_EQ(*this->files().link_target(this->at("new/to/link")), "a/run");
  EXPECT_EQ(this->content("from/a/run"), "#!");
}

TYPED_TEST(FilesContract, CopyingTakesSingleFilesAndDropsSetUserId) {
  this->put("f", "x");
  ASSERT_TRUE(this->files().set_mode(this->at("f"), 04755));
  ASSERT_TRUE(this->files().copy_tree(this->at("f"), this->at("g")));
  EXPECT_EQ(this->content("g"), "x");
  EXPECT_EQ(this->disk.mode(this->at("g")), 0755U);
}

TYPED_TEST(FilesContract, CopyingNeverOverwritesNorCopiesIntoItself) {
  this->put("a/f", "a");
  this->put("b/f", "b");
  EXPECT_FALSE(this->files().copy_tree(this->at("a"), this->at("b")));
  EXPECT_EQ(this->content("b/f"), "b");
  EXPECT_FALSE(this->files().copy_tree(this->at("a"), this->at("a/new")));
  EXPECT_EQ(this->kind("a/new"), FileKind::kNone);
  EXPECT_FALSE(this->files().copy_tree(this->at("missing"), this->at("c")));
  EXPECT_EQ(this->kind("c"), FileKind::kNone);
  EXPECT_TRUE(this->files().copy_tree(this->at("a"), this->at("ab")));
}

TYPED_TEST(FilesContract, RealPathsAreFreeOfSymlinksAndDots) {
  this->put("a/f", "");
  this->disk.symlink("a", this->at("b"));
  EXPECT_EQ(*this->files().real_path(this->at("b/../b/./f")), this->at("a/f"));
  EXPECT_FALSE(this->files().real_path(this->at("missing")));
}

TYPED_TEST(FilesContract, LinkTargetsAreForSymlinksOnly) {
  this->put("f", "");
  this->disk.symlink("to where/ever", this->at("link"));
  EXPECT_EQ(*this->files().link_target(this->at("link")), "to where/ever");
  EXPECT_FALSE(this->files().link_target(this->at("f")));
}

TYPED_TEST(FilesContract, ModesAreSetOnFilesAndFoldersButNotThroughSymlinks) {
  this->put("f", "");
  this->disk.symlink("f", this->at("link"));
  ASSERT_TRUE(this->files().set_mode(this->at("f"), 0640));
  EXPECT_FALSE(this->files().set_mode(this->at("link"), 0777));
  EXPECT_EQ(this->disk.mode(this->at("f")), 0640U);
}

TYPED_TEST(FilesContract, DigestsOfFilesAreThoseOfTheirContent) {
  this->put("f", "abc");
  // FIPS 180-2, appendix B.1.
  EXPECT_EQ(*this->files().sha256_file(this->at("f")),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  const std::string large(300'000, 'x');
  this->put("large", large);
  EXPECT_EQ(*this->files().sha256_file(this->at("large")), sha256(large));
  EXPECT_FALSE(this->files().sha256_file(this->disk.root()));
  EXPECT_FALSE(this->files().sha256_file(this->at("missing")));
}

TYPED_TEST(FilesContract, NewThingsBelongToWhoMadeThem) {
  this->put("f", "");
  const User user = *this->files().owner(this->at("f"));
  EXPECT_EQ(*this->files().owner(this->disk.root()), user);
  EXPECT_FALSE(this->files().owner(this->at("missing")));
}

TYPED_TEST(FilesContract, TheModeIsWhatWasSet) {
  this->put("f", "");
  ASSERT_TRUE(this->files().set_mode(this->at("f"), 0640));
  EXPECT_EQ(*this->files().mode(this->at("f")), mode_t{0640});
  EXPECT_FALSE(this->files().mode(this->at("missing")));
}

TYPED_TEST(FilesContract, TheMountOfAPathIsKnownOnlyWhereThePathExists) {
  EXPECT_TRUE(this->files().mount(this->disk.root()));
  EXPECT_FALSE(this->files().mount(this->at("missing")));
}

}  // namespace
}  // namespace headgate::os
