// A server on this machine that gives every request the same answer, in a process of its own: what
// a repository that asks for a password, or a module proxy without the module, looks like.

#pragma once

#include <csignal>
#include <string>
#include <string_view>

#include <arpa/inet.h>
#include <fmt/core.h>
#include <netinet/in.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/result/result.h"

namespace headgate::go {

class HttpAnswer {
 public:
  /// `status` as in "404 Not Found"; `header` may be empty. A launcher must be made after it, or it
  /// takes the server for an orphan.
  explicit HttpAnswer(std::string_view status, std::string_view header = "") {
    const std::string answer =
        fmt::format("HTTP/1.1 {}\r\n{}{}Content-Length: 0\r\nConnection: close\r\n\r\n", status,
                    header, header.empty() ? "" : "\r\n");
    const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    // A socket address is always passed as its first member's type.
    auto* const any = static_cast<sockaddr*>(static_cast<void*>(&address));
    HEADGATE_CHECK(listener >= 0 && ::bind(listener, any, size) == 0 &&
                   ::listen(listener, 16) == 0 && ::getsockname(listener, any, &size) == 0);
    port_ = ntohs(address.sin_port);
    server_ = ::fork();
    HEADGATE_CHECK(server_ >= 0);
    if (server_ == 0) {
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);
      serve(listener, answer);
    }
    ::close(listener);
  }

  ~HttpAnswer() {
    ::kill(server_, SIGKILL);
    ::waitpid(server_, nullptr, 0);
  }

  HttpAnswer(const HttpAnswer&) = delete;
  HttpAnswer& operator=(const HttpAnswer&) = delete;

  /// "http://127.0.0.1:34567"
  [[nodiscard]] std::string url() const { return fmt::format("http://127.0.0.1:{}", port_); }

 private:
  [[noreturn]] static void serve(int listener, std::string_view answer) {
    for (;;) {
      const int connection = ::accept(listener, nullptr, nullptr);
      char request[4096];
      if (connection >= 0 && ::read(connection, request, sizeof request) > 0) {
        (void)!::write(connection, answer.data(), answer.size());
      }
      ::close(connection);
    }
  }

  int port_ = 0;
  pid_t server_ = -1;
};

}  // namespace headgate::go
