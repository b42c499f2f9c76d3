// When a question to GitHub's API is asked again, and after how long: never against its word, never
// without end.
//
// What to wait for is said by Retry-After, else by x-ratelimit-reset once nothing remains, else it
// is a minute and more for a limit that says nothing; server errors and broken connections are
// tried again after one, two, four seconds. Each call has few attempts, and all calls of a command
// share what may be waited.
//
// Source: GitHub's REST API documentation, "Rate limits for the REST API" and "Best practices".

#pragma once

#include <optional>

#include "core/github/rest.h"

namespace headgate::github {

struct Patience {
  int attempts = 5;       ///< of one call
  double wait_sec = 300;  ///< of all calls together
};

class Retries {
 public:
  explicit Retries(Patience patience = {}) : patience_(patience) {}

  /// To be said before the first attempt of each call.
  void begin_call() { attempts_ = 0; }

  /// Seconds to wait before the same call is made again; nullopt: the reply stands. `now_sec` is
  /// Unix time.
  [[nodiscard]] std::optional<double> after(const Reply& reply, double now_sec);

  /// The same when no reply came at all.
  [[nodiscard]] std::optional<double> after_failure();

 private:
  [[nodiscard]] std::optional<double> granted(double wait_sec);
  [[nodiscard]] double backed_off(double first_sec) const;

  Patience patience_;
  int attempts_ = 0;
  double waited_sec_ = 0;
};

}  // namespace headgate::github
