#include "edge/os/terminal.h"

#include <cstdlib>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace headgate::os {
namespace {

TEST(Terminal, ATerminalTellsItsWidthOnceItHasOne) {
  const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY);
  ASSERT_GE(terminal, 0);
  EXPECT_TRUE(is_terminal(terminal));
  EXPECT_EQ(terminal_width(terminal), std::nullopt) << "a new one has zero columns";
  const winsize size = {.ws_row = 24, .ws_col = 97, .ws_xpixel = 0, .ws_ypixel = 0};
  ASSERT_EQ(::ioctl(terminal, TIOCSWINSZ, &size), 0);
  EXPECT_EQ(terminal_width(terminal), 97);
  ::close(terminal);
}

TEST(Terminal, FilesAndClosedDescriptorsAreNone) {
  const int file = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  EXPECT_FALSE(is_terminal(file));
  EXPECT_EQ(terminal_width(file), std::nullopt);
  ::close(file);
  EXPECT_FALSE(is_terminal(file));
  EXPECT_EQ(terminal_width(-1), std::nullopt);
}

TEST(Terminal, APipeIsLeftOnceItsLastReaderIsGone) {
  int ends[2] = {};
  ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
  EXPECT_FALSE(reader_left(ends[1]));
  ::close(ends[0]);
  EXPECT_TRUE(reader_left(ends[1]));
  ::close(ends[1]);
}

TEST(Terminal, AFullDiskIsNoReaderWhoLeft) {
  const int full = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
  EXPECT_FALSE(reader_left(full));
  ::close(full);
  EXPECT_FALSE(reader_left(-1));
}

}  // namespace
}  // namespace headgate::os
