// The verdict on a terminal or in a log: a table of what was gated, worst first, then the decision.

#include <algorithm>
#include <array>
#include <vector>

#include <fmt/core.h>

#include "core/report/report.h"
#include "core/report/words.h"
#include "core/unit/scale.h"

namespace headgate::report {
namespace {

constexpr std::size_t kMostRows = 60;
constexpr std::size_t kMostNameCharacters = 60;
constexpr std::size_t kColumns = 6;

using Row = std::array<std::string, kColumns>;

std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  }));
}

std::string shortened(const std::string& name) {
  if (characters(name) <= kMostNameCharacters) {
    return name;
  }
  std::size_t kept = 0;
  std::size_t i = 0;
  while (i < name.size() && kept < kMostNameCharacters - 3) {
    ++i;
    while (i < name.size() && (static_cast<unsigned char>(name[i]) & 0xC0U) == 0x80U) {
      ++i;
    }
    ++kept;
  }
  return name.substr(0, i) + "...";
}

std::string with_cv(const stats::Summary& side, std::string_view unit) {
  return fmt::format("{} ±{:.0f}%", unit::human(side.median, unit), side.cv * 100);
}

Row row_of(const gate::Finding& finding) {
  const std::string name = shortened(github::neutral_word(short_name(finding)));
  const std::string unit =
      finding.key.unit == "sec/op" ? std::string() : " " + github::neutral_word(finding.key.unit);
  std::string outcome(label(finding.outcome));
  if (finding.error) {
    outcome += fmt::format(" ({})", code(*finding.error));
  }
  if (!finding.comparison) {
    return {name + unit, "", "", "", "", outcome};
  }
  const gate::Comparison& comparison = *finding.comparison;
  return {name + unit,
          with_cv(comparison.sides.base, finding.key.unit),
          with_cv(comparison.sides.head, finding.key.unit),
          change(comparison, finding.key.unit),
          p_value(comparison.p),
          outcome};
}

std::string_view colour_of(const gate::Finding& finding) {
  if (finding.error || finding.outcome == gate::Outcome::kRegression) {
    return "\x1b[31m";
  }
  if (weight(finding) == Weight::kLoud) {
    return "\x1b[33m";
  }
  return finding.outcome == gate::Outcome::kImprovement ? "\x1b[32m" : "";
}

std::string painted(const std::string& text, std::string_view colour, Colour use) {
  return use == Colour::kAlways && !colour.empty() ? fmt::format("{}{}\x1b[0m", colour, text)
                                                   : text;
}

std::string line_of(const Row& row, const std::array<std::size_t, kColumns>& widths) {
  std::string line;
  for (std::size_t i = 0; i < kColumns; ++i) {
    const std::string padding(widths[i] - characters(row[i]), ' ');
    const bool left = i == 0 || i + 1 == kColumns;
    line += (i == 0 ? "" : "  ") + (left ? row[i] + padding : padding + row[i]);
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

std::string_view decision_colour(gate::Decision decision) {
  switch (decision) {
    case gate::Decision::kPass:
      return "\x1b[32m";
    case gate::Decision::kUnstable:
      return "\x1b[33m";
    case gate::Decision::kRegression:
    case gate::Decision::kError:
      break;
  }
  return "\x1b[31m";
}

// Warnings of the rows that need attention, below the table.
std::string notes_of(const gate::Finding& finding) {
  std::string text;
  if (!finding.detail.empty()) {
    text += github::neutralise(finding.detail, "    | ", {.line_bytes = 500, .total_bytes = 2000});
  }
  for (const gate::Warning& warning : finding.warnings) {
    text +=
        fmt::format("    {}: {}\n", gate::name(warning.kind), github::neutral_word(warning.text));
  }
  return text.empty() ? text
                      : fmt::format("  {}\n{}", github::neutral_word(short_name(finding)), text);
}

std::string table(const gate::Verdict& verdict, Colour colour) {
  std::vector<const gate::Finding*> shown;
  std::size_t left_out = 0;
  for (const gate::Finding& finding : verdict.findings) {
    if (finding.gating == gate::Gating::kShown && weight(finding) == Weight::kQuiet) {
      continue;
    }
    if (shown.size() == kMostRows && weight(finding) == Weight::kQuiet) {
      ++left_out;
      continue;
    }
    shown.push_back(&finding);
  }
  if (shown.empty()) {
    return {};
  }
  const Row header = {"benchmark", "base", "head", "delta", "p", "outcome"};
  std::vector<Row> rows = {header};
  for (const gate::Finding* finding : shown) {
    rows.push_back(row_of(*finding));
  }
  std::array<std::size_t, kColumns> widths{};
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < kColumns; ++i) {
      widths[i] = std::max(widths[i], characters(row[i]));
    }
  }
  std::string text = line_of(rows[0], widths) + "\n";
  for (std::size_t i = 0; i < shown.size(); ++i) {
    text += painted(line_of(rows[i + 1], widths), colour_of(*shown[i]), colour) + "\n";
  }
  if (left_out > 0) {
    text += fmt::format("... and {} more rows\n", left_out);
  }
  std::string notes;
  for (const gate::Finding* finding : shown) {
    if (weight(*finding) == Weight::kLoud) {
      notes += notes_of(*finding);
    }
  }
  return text + (notes.empty() ? "" : "\n" + notes) + "\n";
}

}  // namespace

std::string console(const gate::Verdict& verdict, const Context& context, Colour colour) {
  std::string text;
  if (context.run != nullptr && !context.run->sides.head.describe.empty()) {
    text += fmt::format("base: {}\nhead: {}\n\n",
                        github::neutral_word(context.run->sides.base.describe),
                        github::neutral_word(context.run->sides.head.describe));
  }
  text += table(verdict, colour);
  for (const gate::Caveat& caveat : verdict.caveats) {
    text += fmt::format("caveat ({}): {}\n", caveat.code, github::neutral_word(caveat.text));
  }
  const std::string reason =
      verdict.reason ? fmt::format(" ({})", code(*verdict.reason)) : std::string();
  text += painted(fmt::format("headgate: {}{}: ", gate::name(verdict.decision), reason),
                  decision_colour(verdict.decision), colour) +
          github::neutral_word(verdict.message) + "\n";
  if (!verdict.remedy.empty()) {
    text += "  " + github::neutral_word(verdict.remedy) + "\n";
  }
  if (!context.results_dir.empty() && context.run != nullptr) {
    text += fmt::format("results: {}\n", github::neutral_word(context.results_dir));
  }
  return text;
}

}  // namespace headgate::report
