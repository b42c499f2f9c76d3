// How numbers and outcomes read in every report, so that the log, the summary and the annotations
// say the same thing in the same words. Numbers look as in the gate's own sentences.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/gate/finding.h"
#include "core/stats/summary.h"

namespace headgate::report {

/// A p-value with three decimals; "<0.001" where they would be 0.
[[nodiscard]] std::string p_value(double p);

/// "+198.6%", or "from 0" where base is 0 and there is no ratio.
[[nodiscard]] std::string change(const gate::Comparison& comparison);

/// "2.579 µs ±1%": the median, and how far its 95 % interval reaches, as benchstat writes it; "±∞"
/// where there are too few samples for one.
[[nodiscard]] std::string median_text(const stats::Summary& side, std::string_view unit);

/// "1.2% reliable": a coefficient of variation and what it means.
[[nodiscard]] std::string cv_text(double cv);

/// What was measured: "2.579 µs to 7.7 µs, +198.6% (p<0.001, n=10+10)".
[[nodiscard]] std::string numbers(const gate::Comparison& comparison, std::string_view unit);

/// The outcome in one or two words for a table: "REGRESSION" ("worse" where the unit is not gated),
/// "unchanged", "not confirmed".
[[nodiscard]] std::string_view label(const gate::Finding& finding);

/// Does the finding need a reader's attention?
enum class Weight { kQuiet, kLoud };
[[nodiscard]] Weight weight(const gate::Finding& finding);

/// Are errors of single findings what makes the run an error, or only what its early end left
/// behind?
enum class FindingErrors { kCauses, kConsequences };
[[nodiscard]] FindingErrors finding_errors(const gate::Verdict& verdict);

/// At most `most` characters of `text`, and " [...]" where more is left out.
[[nodiscard]] std::string clipped(std::string_view text, std::size_t most);

}  // namespace headgate::report
