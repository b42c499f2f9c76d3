// A server on this machine for tests: one connection after another, each answered with fixed bytes,
// or left without an answer.

#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <arpa/inet.h>
#include <fmt/core.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/result/result.h"

namespace headgate::net {

class SmallServer {
 public:
  /// The bytes for a request, given its head and body; "" leaves it without an answer.
  using Script = std::function<std::string(const std::string& request)>;

  explicit SmallServer(Script script)
      : script_(std::move(script)), listener_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = ::htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* generic = reinterpret_cast<sockaddr*>(&address);
    HEADGATE_CHECK(::bind(listener_, generic, size) == 0 && ::listen(listener_, 8) == 0);
    HEADGATE_CHECK(::getsockname(listener_, generic, &size) == 0);
    port_ = ::ntohs(address.sin_port);
    thread_ = std::thread([this] { serve(); });
  }

  ~SmallServer() {
    stopped_ = true;
    thread_.join();
    for (const int silent : silent_) {
      ::close(silent);
    }
    ::close(listener_);
  }

  SmallServer(const SmallServer&) = delete;
  SmallServer& operator=(const SmallServer&) = delete;

  [[nodiscard]] std::string url(const std::string& path = "/") const {
    return fmt::format("http://127.0.0.1:{}{}", port_, path);
  }

  [[nodiscard]] std::uint16_t port() const { return port_; }

  /// What came so far; to be asked when the client has its answer.
  [[nodiscard]] const std::vector<std::string>& requests() const { return requests_; }

  /// A response with this status line's rest ("200 OK"), these further header lines and this body.
  [[nodiscard]] static std::string response(const std::string& status, const std::string& headers,
                                            const std::string& body) {
    return fmt::format("HTTP/1.1 {}\r\n{}Content-Length: {}\r\nConnection: close\r\n\r\n{}", status,
                       headers, body.size(), body);
  }

 private:
  void serve() {
    while (!stopped_) {
      pollfd waiting = {.fd = listener_, .events = POLLIN, .revents = 0};
      if (::poll(&waiting, 1, 20) > 0) {
        answer(::accept(listener_, nullptr, nullptr));
      }
    }
  }

  void answer(int connection) {
    const std::string request = received(connection);
    requests_.push_back(request);
    const std::string bytes = script_(request);
    if (bytes.empty()) {
      silent_.push_back(connection);
      return;
    }
    (void)::send(connection, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    ::shutdown(connection, SHUT_WR);
    ::close(connection);
  }

  // Head and body, whose length the head says.
  static std::string received(int connection) {
    std::string text;
    char bytes[4096];
    for (;;) {
      const std::size_t end = text.find("\r\n\r\n");
      if (end != std::string::npos) {
        const std::size_t length = text.find("Content-Length: ");
        const std::size_t body =
            length == std::string::npos ? 0 : std::stoul(text.substr(length + 16));
        if (text.size() >= end + 4 + body) {
          return text;
        }
      }
      const ssize_t count = ::recv(connection, bytes, sizeof bytes, 0);
      if (count <= 0) {
        return text;
      }
      text.append(bytes, static_cast<std::size_t>(count));
    }
  }

  Script script_;
  int listener_;
  std::uint16_t port_ = 0;
  std::atomic<bool> stopped_ = false;
  std::vector<std::string> requests_;
  std::vector<int> silent_;
  std::thread thread_;
};

}  // namespace headgate::net
