// A waiver: somebody who may label the pull request looked at one commit and accepted that it is
// slower. It lets the step pass; the verdict stays what it is.

#pragma once

#include <cstdint>
#include <string>
#include <variant>

namespace headgate::gate {

struct Verdict;

/// Given, and for the commit that was measured.
struct Waiver {
  std::string label;
  std::uint64_t pull_request = 0;
  std::string commit;  ///< head of the pull request when the label was given: what it is good for
  std::string by;      ///< who gave it; "" where nobody says
  friend bool operator==(const Waiver&, const Waiver&) = default;
};

/// Not asked for, or not good for the commit that was measured.
struct NoWaiver {
  std::string why = {};  ///< "" where there is nothing to tell
  friend bool operator==(const NoWaiver&, const NoWaiver&) = default;
};

using WaiverAnswer = std::variant<NoWaiver, Waiver>;

/// The verdict under this answer. Only regressions are ever waived, never an error or what is
/// unstable; a regression gets a caveat either way, `waived` or `not-waived`.
[[nodiscard]] Verdict answered(Verdict verdict, const WaiverAnswer& answer);

}  // namespace headgate::gate
