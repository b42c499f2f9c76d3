// How numbers, names and outcomes read in every report, so that the log, the summary and the
// annotations say the same thing in the same words.

#pragma once

#include <string>
#include <string_view>

#include "core/gate/finding.h"

namespace headgate::report {

/// "sum.Ints/n=1000-4": the last part of the package path and the benchmark, as printed by Go.
[[nodiscard]] std::string short_name(const gate::Finding& finding);

/// A ratio as a signed percentage: "+3.14 %", "-0.50 %", "+198 %" from 100 % on.
[[nodiscard]] std::string percent(double ratio);

/// A p-value with three digits; "<0.001" below that, never 0.
[[nodiscard]] std::string p_value(double p);

/// "+198 %", or "0 to 12 B" where base is 0 and there is no ratio.
[[nodiscard]] std::string change(const gate::Comparison& comparison, std::string_view unit);

/// "1.2 % reliable": a coefficient of variation and what it means.
[[nodiscard]] std::string cv_text(double cv);

/// One sentence on what was measured: "2.579 µs to 7.700 µs, +198 % (p <0.001, n=10+10, floor 5
/// %)".
[[nodiscard]] std::string numbers(const gate::Comparison& comparison, std::string_view unit);

/// The outcome in one or two words for a table: "REGRESSION", "unchanged", "too noisy".
[[nodiscard]] std::string_view label(gate::Outcome outcome);

/// Does the outcome need a reader's attention?
enum class Weight { kQuiet, kLoud };
[[nodiscard]] Weight weight(const gate::Finding& finding);

}  // namespace headgate::report
