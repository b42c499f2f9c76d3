// What people read: console text, the Markdown summary and the annotations of a verdict. Strings
// only; every name, path and message that others control is made harmless here.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/gate/finding.h"
#include "core/github/commands.h"
#include "core/results/run.h"

namespace headgate::report {

/// What a coefficient of variation means in words: below 2 % reliable, to 5 % acceptable, to 10 %
/// investigate, above (and for NaN) do not trust.
[[nodiscard]] std::string_view cv_in_words(double cv);

/// The annotations of a verdict: an error for each regression, each forbidden removal and each
/// benchmark that alone makes the run an error, or one for the cause of an error that no benchmark
/// has; warnings for what is unstable, not confirmed or removed; notices for what the ledger
/// dismisses, and for a waiver. What is only a consequence of a
/// run's early end is not told again. Worst first, within the runner's limits.
[[nodiscard]] std::vector<github::Annotation> annotations(const gate::Verdict& verdict);

/// The same without the runner's limits, for places that have others.
[[nodiscard]] std::vector<github::Annotation> all_annotations(const gate::Verdict& verdict);

/// How the run was made, for the head and the foot of a report.
struct Context {
  const results::Run* run = nullptr;  ///< nullptr: nothing is known of it
  std::string results_dir = {};       ///< "" where no results folder was written
};

/// summary.md: decision first, then errors, a table per unit with the CV of each side in words,
/// what was not compared and why, caveats, how it was measured. At most `limit_bytes`: the tables
/// are cut at a row, worst kept, and the number of rows left out is said.
[[nodiscard]] std::string summary_markdown(const gate::Verdict& verdict, const Context& context,
                                           std::size_t limit_bytes = 900'000);

enum class Colour { kNever, kAlways };

/// The same for a terminal or a log: a short table, what needs attention first and with its
/// reasons, then the decision with its remedy. No line is acted on by a runner or a problem
/// matcher.
[[nodiscard]] std::string console(const gate::Verdict& verdict, const Context& context,
                                  Colour colour);

}  // namespace headgate::report
