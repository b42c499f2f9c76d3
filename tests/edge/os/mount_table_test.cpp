#include "edge/os/mount_table.h"

#include <gmock/gmock.h>

namespace headgate::os {
namespace {

TEST(MountTable, ReadsTheExampleOfTheManualPage) {
  // proc(5), "/proc/pid/mountinfo", with a second line without optional fields.
  const std::vector<MountEntry> table = parse_mount_table(
      "36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw,errors=continue\n"
      "37 35 0:5 / /proc rw - proc proc rw\n");
  ASSERT_EQ(table.size(), 2U);
  EXPECT_EQ(table[0].id, 36U);
  EXPECT_EQ(table[0].root, "/mnt1");
  EXPECT_EQ(table[0].mount_point, "/mnt2");
  EXPECT_EQ(table[0].type, "ext3");
  EXPECT_EQ(table[0].options, "rw,errors=continue");
  EXPECT_EQ(table[1].mount_point, "/proc");
  EXPECT_EQ(table[1].type, "proc");
}

TEST(MountTable, UndoesTheOctalEscapesOfPaths) {
  const std::vector<MountEntry> table =
      parse_mount_table("1 0 0:1 / /a\\040b\\134c\\09 rw - tmpfs tmpfs rw\n");
  ASSERT_EQ(table.size(), 1U);
  EXPECT_EQ(table[0].mount_point, "/a b\\c\\09");
}

TEST(MountTable, PassesOverLinesThatItCannotRead) {
  EXPECT_EQ(parse_mount_table("").size(), 0U);
  EXPECT_EQ(parse_mount_table("x 0 0:1 / /a rw - tmpfs tmpfs rw\n"
                              "1 0 0:1 / /a rw tmpfs tmpfs rw\n"
                              "1 0 0:1 / /b rw shared:1 master:2 - tmpfs tmpfs rw\n")
                .size(),
            1U);
}

}  // namespace
}  // namespace headgate::os
