// Which benchmarks a run takes, by Go's own rules for -bench and -skip.
//
// A pattern is split at "/" into levels and at "|" into alternatives, outside brackets, as package
// testing does it; a level matches unanchored. Leading levels choose functions here; the rest goes
// to the test binary.

#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/result/result.h"

namespace headgate::schedule {

class Selection {
 public:
  /// `bench` as for -bench ("." is everything), `skip` as for -skip ("" is nothing). kConfigInvalid
  /// with the expression and RE2's message when `bench` is empty or a level does not compile; Go's
  /// `(?<name>` is accepted, `\C` and invisible characters are not.
  [[nodiscard]] static Result<Selection> create(std::string_view bench, std::string_view skip);

  Selection(Selection&&) noexcept;
  Selection& operator=(Selection&&) noexcept;
  ~Selection();

  /// Does the run take this function ("BenchmarkInts")? A skip alternative with deeper levels takes
  /// parts of a function away, never the function; as in package testing the first alternative that
  /// matches the function decides.
  [[nodiscard]] bool selects(std::string_view function) const;

  /// The -test.bench value that runs exactly these functions, with the deeper levels of `bench`
  /// kept per alternative. Functions that `bench` does not match are left out; "^$", which matches
  /// no function, when none is left.
  [[nodiscard]] std::string pattern(const std::vector<std::string>& functions) const;

  /// The -test.skip value; empty when there is nothing to skip.
  [[nodiscard]] const std::string& skip() const;

 private:
  struct State;
  explicit Selection(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// The -test.bench value that runs one leaf: "Ints/n=1000" (name without "Benchmark" and without
/// CPU suffix) gives "^BenchmarkInts$/^n=1000$", every level quoted, an empty level as "^$". What
/// the pattern cannot tell apart: leaves "X/a" and "X/a/b" of one function; the pattern of the
/// first runs both.
[[nodiscard]] std::string leaf_pattern(std::string_view leaf);

}  // namespace headgate::schedule
