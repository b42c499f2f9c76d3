// The pattern of a limit: which benchmarks does it name?
//
// An expression must match the whole of "BenchmarkDecode/small", or of the same behind any tail of
// its package path ("codec/BenchmarkDecode/small"); with and without the CPU suffix.
//
// Cost: linear in the name, once per tail of the package path.

#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result/result.h"

namespace headgate::gate {

class Pattern {
 public:
  /// Reads an RE2 expression; kConfigInvalid with RE2's words for what is not one.
  [[nodiscard]] static Result<Pattern> compile(std::string_view expression);

  Pattern(Pattern&&) noexcept;
  Pattern& operator=(Pattern&&) noexcept;
  ~Pattern();

  /// Does it name the benchmark that prints `name` ("Decode/small-4")?
  [[nodiscard]] bool names(std::string_view package, std::string_view name,
                           std::span<const int> cpus) const;

  /// Could it name `function` ("BenchmarkDecode") or anything below it? What stands behind a '/' of
  /// the expression is not known before measuring and is taken to fit.
  [[nodiscard]] bool may_name(std::string_view package, std::string_view function) const;

 private:
  struct State;
  explicit Pattern(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// The beginnings of an expression that end before a '/' of the text it matches, or before a CPU
/// suffix at its end, each a whole expression: "codec/BenchmarkDecode/(a|b)" gives "codec" and
/// "codec/BenchmarkDecode". A '/' inside brackets ends nothing; open groups are closed.
[[nodiscard]] std::vector<std::string> beginnings(std::string_view expression);

}  // namespace headgate::gate
