// One HTTP request and its response: the way out of this machine, behind an interface, so that
// whoever speaks to a server is tested without one.
//
// The other side is not trusted: every request has a time limit and a size limit, certificates are
// checked, and a redirect is followed only to where the request went in the first place, because
// headers carry secrets. No header of a request ever stands in an Error.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/result/result.h"

namespace headgate::net {

struct Header {
  std::string name;  ///< of a response: in lower case
  std::string value;
  friend bool operator==(const Header&, const Header&) = default;
};

struct Request {
  std::string method;  ///< in capitals: "GET"
  std::string url;     ///< absolute, http or https, without user and password
  std::vector<Header> headers = {};
  std::string body = {};
};

struct Response {
  int status;
  std::vector<Header> headers = {};
  std::string body = {};
};

struct Limits {
  double connect_sec = 10;
  double total_sec = 30;  ///< redirects included
  std::size_t body_bytes = std::size_t{8} << 20;
};

class Http {
 public:
  virtual ~Http() = default;

  /// The response, whatever its status. kNetworkFailed where there was none, and another attempt
  /// may bring one; kServerUntrusted for a certificate, a redirect or a size that is refused;
  /// kInterrupted; kUsage for a request that cannot be sent.
  [[nodiscard]] virtual Result<Response> send(const Request& request, const Limits& limits) = 0;
};

}  // namespace headgate::net
