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
/// investigate, above do not trust.
[[nodiscard]] std::string_view cv_in_words(double cv);

/// The annotations of a verdict: one error per regression or error cause, warnings for what is
/// unstable, not confirmed, lost or removed; within the runner's limits. The same cause is never
/// told twice.
[[nodiscard]] std::vector<github::Annotation> annotations(const gate::Verdict& verdict);

/// How the run was made, for the head of a report. Absent in a replay of two texts.
struct Context {
  const results::Run* run = nullptr;
  std::string results_dir = {};
};

/// summary.md: decision first, then a table per unit with the CV of each side in words, what was
/// not compared and why, caveats, how to reproduce. At most `limit_bytes`, cut at a row with the
/// number of rows left out.
[[nodiscard]] std::string summary_markdown(const gate::Verdict& verdict, const Context& context,
                                           std::size_t limit_bytes = 900'000);

enum class Colour { kNever, kAlways };

/// The same for a terminal: a short table, worst first, then the decision with its remedy.
[[nodiscard]] std::string console(const gate::Verdict& verdict, const Context& context,
                                  Colour colour);

}  // namespace headgate::report
