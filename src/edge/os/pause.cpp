#include "edge/os/pause.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>

#include <poll.h>

namespace headgate::os {

void pause(double sec, int wake_fd) {
  using Steady = std::chrono::steady_clock;
  constexpr double kLongestPollSec = 3600;
  const auto end = Steady::now() + std::chrono::duration<double>(std::max(sec, 0.0));
  for (;;) {
    const double left_sec = std::chrono::duration<double>(end - Steady::now()).count();
    if (left_sec <= 0) {
      return;
    }
    pollfd wake = {.fd = wake_fd, .events = POLLIN, .revents = 0};
    const auto timeout_ms = static_cast<int>(std::ceil(std::min(left_sec, kLongestPollSec) * 1000));
    const int ready = ::poll(&wake, 1, timeout_ms);
    if (ready > 0 || (ready < 0 && errno != EINTR)) {
      return;
    }
  }
}

}  // namespace headgate::os
