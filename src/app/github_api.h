// GitHub's REST API for the plans of core/github: adds the address, the token and the patience to
// each call, and carries a whole plan out.
//
// The token goes to the API's own server and nowhere else, and into no message.

#pragma once

#include <optional>
#include <string>

#include "app/services.h"
#include "core/github/rest.h"
#include "core/github/retry.h"

namespace headgate::app {

class GithubApi {
 public:
  /// With the token of GITHUB_TOKEN or GH_TOKEN; kTokenMissing without a usable one. Each request
  /// has `request_sec` in all.
  [[nodiscard]] static Result<GithubApi> connect(Services& services, double request_sec);

  /// The answer, after as many attempts as its kind allows. kNetworkFailed, kServerUntrusted,
  /// kInterrupted.
  [[nodiscard]] Result<github::Reply> ask(const github::Call& call);

  /// Asks until the plan has no further call.
  template <typename Plan>
  [[nodiscard]] Status carry_out(Plan& plan) {
    while (const std::optional<github::Call> call = plan.next()) {
      const Result<github::Reply> reply = ask(*call);
      if (!reply) {
        return reply.error();
      }
      if (Status taken = plan.take(*reply); !taken) {
        return taken;
      }
    }
    return ok();
  }

 private:
  GithubApi(Services& services, std::string token, double request_sec);

  [[nodiscard]] Result<github::Reply> ask_once(const github::Call& call);

  Services* services_;
  std::string token_;
  double request_sec_;
  github::Retries retries_;
};

}  // namespace headgate::app
