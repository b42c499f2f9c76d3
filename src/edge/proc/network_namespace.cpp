#include "edge/proc/network_namespace.h"

#include <cerrno>
#include <cstring>
#include <system_error>

#include <fcntl.h>
#include <fmt/core.h>
#include <net/if.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace headgate::proc {
namespace {

constexpr const char* kOwnNamespace = "/proc/thread-self/ns/net";

Error refused(const char* what) {
  return {.reason = Reason::kIoFailed,
          .message = fmt::format("{}: {}", what, std::generic_category().message(errno))};
}

int open_own() { return ::open(kOwnNamespace, O_RDONLY | O_CLOEXEC); }

bool start_loopback() {
  const int socket = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (socket == -1) {
    return false;
  }
  ifreq request{};
  std::strncpy(request.ifr_name, "lo", IFNAMSIZ - 1);
  request.ifr_flags = IFF_UP;
  const bool started = ::ioctl(socket, SIOCSIFFLAGS, &request) == 0;
  ::close(socket);
  return started;
}

// With ours already left; the descriptor of the new one.
Result<int> inside() {
  if (!start_loopback()) {
    return refused("no loopback device in a network namespace");
  }
  const int made = open_own();
  return made == -1 ? Result<int>(refused(kOwnNamespace)) : made;
}

}  // namespace

Result<int> make_network_namespace() {
  const int ours = open_own();
  if (ours == -1) {
    return refused(kOwnNamespace);
  }
  if (::unshare(CLONE_NEWNET) != 0) {
    Error error = refused("no network namespace");
    ::close(ours);
    return error;
  }
  Result<int> made = inside();
  const bool is_back = ::setns(ours, CLONE_NEWNET) == 0;
  Error lost = refused("no way back from a network namespace");
  ::close(ours);
  if (!is_back) {
    if (made) {
      ::close(*made);
    }
    return lost;
  }
  return made;
}

}  // namespace headgate::proc
