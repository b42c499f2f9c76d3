#include "edge/os/descent.h"

#include <cerrno>
#include <filesystem>

#include <fcntl.h>
#include <gmock/gmock.h>

#include "support/scratch_folder.h"

namespace headgate::os {
namespace {

using testing::AnyOf;
using testing::UnorderedElementsAre;

class DescentTest : public testing::Test {
 protected:
  void make_folder(const std::string& name) const {
    std::filesystem::create_directories(folder / name);
  }

  ScratchFolder folder;
  Descent descent;
};

TEST_F(DescentTest, KnowsWhereItStands) {
  make_folder("a/b");
  EXPECT_EQ(descent.fd(), AT_FDCWD);
  EXPECT_EQ(descent.path_of(folder / "a"), folder / "a");
  ASSERT_EQ(descent.enter(folder / "a"), 0);
  ASSERT_EQ(descent.enter("b"), 0);
  EXPECT_EQ(descent.depth(), 2U);
  EXPECT_EQ(descent.path(), folder / "a/b");
  EXPECT_EQ(descent.path_of("f"), folder / "a/b/f");
  EXPECT_EQ(descent.relative_path_of("f"), "b/f");
  ASSERT_EQ(descent.leave(), 0);
  EXPECT_EQ(descent.path(), folder / "a");
  EXPECT_EQ(descent.relative_path_of("f"), "f");
  ASSERT_EQ(descent.leave(), 0);
  EXPECT_EQ(descent.fd(), AT_FDCWD);
  EXPECT_EQ(descent.depth(), 0U);
}

TEST_F(DescentTest, NeverEntersASymlink) {
  make_folder("a");
  std::filesystem::create_directory_symlink("a", folder / "link");
  EXPECT_THAT(descent.enter(folder / "link"), AnyOf(ENOTDIR, ELOOP));
  ASSERT_EQ(descent.enter(folder.path()), 0);
  EXPECT_THAT(descent.enter("link"), AnyOf(ENOTDIR, ELOOP));
  EXPECT_EQ(descent.path(), folder.path()) << "a failed step changes nothing";
  EXPECT_EQ(descent.enter("a"), 0);
}

TEST_F(DescentTest, DoesNotStepUpIntoAnotherFolderThanItCameFrom) {
  make_folder("tree/a/b");
  make_folder("elsewhere");
  ASSERT_EQ(descent.enter(folder / "tree"), 0);
  ASSERT_EQ(descent.enter("a"), 0);
  ASSERT_EQ(descent.enter("b"), 0);
  std::filesystem::rename(folder / "tree/a/b", folder / "elsewhere/b");
  EXPECT_EQ(descent.leave(), ESTALE);
  EXPECT_EQ(descent.path(), folder / "tree/a/b");
  std::filesystem::rename(folder / "elsewhere/b", folder / "tree/a/b");
  EXPECT_EQ(descent.leave(), 0);
}

TEST_F(DescentTest, LeavingWithoutHavingEnteredIsABug) {
  EXPECT_THROW((void)descent.leave(), std::logic_error);
}

TEST_F(DescentTest, TheNamesInAFolderCanBeReadAgainAndAgain) {
  make_folder("a");
  make_folder("b");
  ASSERT_EQ(descent.enter(folder.path()), 0);
  for (int i = 0; i < 2; ++i) {
    EXPECT_THAT(*names_in(descent.fd(), descent.path()), UnorderedElementsAre("a", "b"));
  }
}

}  // namespace
}  // namespace headgate::os
