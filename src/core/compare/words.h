// How the parts of a cell are written, the same in every text format.
//
// Errors:  none.
// Source:  golang.org/x/perf, package benchmath, revision 712aea8b4705.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/compare/table.h"
#include "core/unit/scale.h"

namespace headgate::compare {

/// Signs that ASCII does not have.
struct Signs {
  std::string_view infinity = "∞";
  std::string_view header_margin = " │ ";
  std::string_view header_end = " │";
  std::string_view range_margin = " ± ";
  std::string_view micro = "µ";
  enum class Marks { kSuperscript, kBrackets };
  Marks marks = Marks::kSuperscript;
};

inline constexpr Signs kAsciiSigns{.infinity = "inf",
                                   .header_margin = " | ",
                                   .header_end = " |",
                                   .range_margin = " +- ",
                                   .micro = "u",
                                   .marks = Signs::Marks::kBrackets};

/// A centre or geometric mean in a scale that suits its row; "?" where there is none.
[[nodiscard]] std::string value_text(double value, const unit::Scale& scale, const Signs& signs);

/// The scale of a row: that of its smallest centre.
[[nodiscard]] unit::Scale row_scale(const Row& row, unit::PrefixClass prefixes);

/// How far the interval reaches from the centre at most: "2%"; the infinity sign where it is
/// unbounded, "?" where it crosses zero.
[[nodiscard]] std::string range_text(const Estimate& estimate, const Signs& signs);

/// "~", "+12.50%", or "?" where the base is 0.
[[nodiscard]] std::string delta_text(const Difference& difference, const Cell& base,
                                     const Cell& cell);

/// "p=0.002 n=10", "p=0.002 n=10+9"; without p where nothing was tested.
[[nodiscard]] std::string test_text(const Difference& difference);

/// The p after a correction: "adj=0.030".
[[nodiscard]] std::string adjusted_text(const Difference& difference);

/// "Holm's method over 12 comparisons"; what `Table::corrected` counts.
[[nodiscard]] std::string correction_text(Correction correction, std::size_t comparisons);

/// The change of a geometric mean: "+1.50%", or "?" without a ratio.
[[nodiscard]] std::string ratio_text(const std::optional<double>& ratio);

/// What a significant difference is for the reader; kNone without one, and where the direction of
/// the unit is not known.
enum class Judgement { kNone, kBetter, kWorse };
[[nodiscard]] Judgement judge(const Cell& cell, unit::Direction better);

}  // namespace headgate::compare
