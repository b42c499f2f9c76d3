#include "edge/os/path_text.h"

#include <gmock/gmock.h>

namespace headgate::os {
namespace {

TEST(PathText, SlashesAtTheEndSayNothing) {
  EXPECT_EQ(without_end_slashes("/a/b//"), "/a/b");
  EXPECT_EQ(without_end_slashes("a"), "a");
  EXPECT_EQ(without_end_slashes("//"), "/");
  EXPECT_EQ(without_end_slashes(""), "");
}

TEST(PathText, ParentsEndAtTheRootOrTheCurrentFolder) {
  EXPECT_EQ(parent_of("/a/b"), "/a");
  EXPECT_EQ(parent_of("/a/b/"), "/a");
  EXPECT_EQ(parent_of("/a//b"), "/a");
  EXPECT_EQ(parent_of("/a"), "/");
  EXPECT_EQ(parent_of("/"), "/");
  EXPECT_EQ(parent_of("a/b"), "a");
  EXPECT_EQ(parent_of("a"), ".");
}

TEST(PathText, TheLastNameOfTheRootIsEmpty) {
  EXPECT_EQ(last_name_of("/a/b"), "b");
  EXPECT_EQ(last_name_of("/a/b/"), "b");
  EXPECT_EQ(last_name_of("b"), "b");
  EXPECT_EQ(last_name_of("/"), "");
  EXPECT_EQ(last_name_of("//"), "");
  EXPECT_EQ(last_name_of("a/.."), "..");
}

TEST(PathText, LyingInAFolderIsMoreThanBeginningWithItsName) {
  EXPECT_TRUE(lies_in("/a/b", "/a"));
  EXPECT_TRUE(lies_in("/a", "/a"));
  EXPECT_TRUE(lies_in("/a", "/"));
  EXPECT_FALSE(lies_in("/ab", "/a"));
  EXPECT_FALSE(lies_in("/a", ""));
  EXPECT_FALSE(lies_in("/", "/a"));
}

}  // namespace
}  // namespace headgate::os
