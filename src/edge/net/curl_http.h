// HTTP by libcurl.

#pragma once

#include <functional>
#include <memory>

#include "edge/net/http.h"
#include "edge/net/surroundings.h"

namespace headgate::net {

/// Made in an instant: the library is loaded when the first request is sent.
class CurlHttp final : public Http {
 public:
  /// `is_unwanted` is asked about once a second while a request is under way, and ends it.
  CurlHttp(Surroundings surroundings, std::function<bool()> is_unwanted);
  ~CurlHttp() override;

  [[nodiscard]] Result<Response> send(const Request& request, const Limits& limits) override;

 private:
  struct Library;

  Surroundings surroundings_;
  std::function<bool()> is_unwanted_;
  std::unique_ptr<Library> library_;
};

}  // namespace headgate::net
