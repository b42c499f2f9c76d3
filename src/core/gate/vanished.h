// Sub-benchmarks that neither side has a reading of: known only because a spoilt line or a mark of
// package testing names them. Without this they would be in no series, and green by their absence.

#pragma once

#include <functional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/gate/roster.h"
#include "core/stats/design.h"

namespace headgate::gate {

/// The names of one function's benchmarks that some side has a reading of.
class ReadNames {
 public:
  /// `name` as printed: "X/sub-4".
  void add(std::string_view name, std::span<const int> cpus);

  [[nodiscard]] bool holds(std::string_view printed) const { return printed_.contains(printed); }

  /// Does `name` stand for one of them, with or without its CPU suffix?
  [[nodiscard]] bool names_one(std::string_view name) const {
    return printed_.contains(name) || stripped_.contains(name);
  }

  [[nodiscard]] bool has_below(std::string_view name) const;

 private:
  std::set<std::string, std::less<>> printed_;
  std::set<std::string, std::less<>> stripped_;
};

struct Vanished {
  std::string
      name;  ///< "X/sub-4"; without the suffix where only a mark of package testing names it
  enum class Cause { kSpoilt, kFailed } cause;
  /// Why each side has no reading; "" where the side does not name it. Untrusted.
  stats::Sides<std::string> reasons = {};
};

/// Each benchmark of `function` that is named and not read, once, in the order of base's mentions,
/// then head's. Failures are left to the function where it failed on one side only.
[[nodiscard]] std::vector<Vanished> vanished(const Function& function, const ReadNames& read,
                                             std::span<const int> cpus);

}  // namespace headgate::gate
