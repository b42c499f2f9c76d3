// Servers without a network: a script answers each request, and every request is kept.

#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "edge/net/http.h"

namespace headgate::net {

class FakeHttp final : public Http {
 public:
  using Script = std::function<Result<Response>(const Request&)>;

  /// What answers from now on; without a script no server can be reached.
  void answer(Script script) { script_ = std::move(script); }

  [[nodiscard]] Result<Response> send(const Request& request, const Limits& limits) override {
    requests_.push_back(request);
    limits_ = limits;
    return script_ ? script_(request)
                   : Result<Response>(Error{.reason = Reason::kNetworkFailed,
                                            .message = request.url + ": no server"});
  }

  [[nodiscard]] const std::vector<Request>& requests() const { return requests_; }

  /// Of the last request.
  [[nodiscard]] const Limits& limits() const { return limits_; }

 private:
  Script script_;
  std::vector<Request> requests_;
  Limits limits_;
};

}  // namespace headgate::net
