#include "edge/os/terminal.h"

#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace headgate::os {

bool is_terminal(int fd) { return ::isatty(fd) == 1; }

std::optional<int> terminal_width(int fd) {
  struct winsize size = {};
  if (::ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) {
    return std::nullopt;
  }
  return size.ws_col;
}

bool reader_left(int fd) {
  pollfd asked = {.fd = fd, .events = 0, .revents = 0};
  return ::poll(&asked, 1, 0) == 1 && (asked.revents & (POLLERR | POLLHUP)) != 0;
}

}  // namespace headgate::os
