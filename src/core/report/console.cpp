// A table of what was gated or has no counterpart, then notes on the rows that need attention, then
// the decision.

#include <algorithm>
#include <array>
#include <vector>

#include <fmt/core.h>

#include "core/gate/wording.h"
#include "core/report/names.h"
#include "core/report/report.h"
#include "core/report/text_width.h"
#include "core/report/words.h"

namespace headgate::report {
namespace {

constexpr std::size_t kMostRows = 60;
constexpr std::size_t kMostNotes = 30;
constexpr std::size_t kMostNameColumns = 60;
constexpr std::size_t kColumns = 6;

constexpr std::string_view kRed = "\x1b[31m";
constexpr std::string_view kYellow = "\x1b[33m";
constexpr std::string_view kGreen = "\x1b[32m";

using Row = std::array<std::string, kColumns>;
using Widths = std::array<std::size_t, kColumns>;

std::string painted(const std::string& text, std::string_view colour, Colour use) {
  return use == Colour::kAlways && !colour.empty() ? fmt::format("{}{}\x1b[0m", colour, text)
                                                   : text;
}

std::string_view colour_of(const gate::Finding& finding) {
  const bool gated = finding.gating == gate::Gating::kGated;
  if (finding.error || (gated && (finding.outcome == gate::Outcome::kRegression ||
                                  finding.outcome == gate::Outcome::kRemoved))) {
    return kRed;
  }
  if (weight(finding) == Weight::kLoud) {
    return kYellow;
  }
  return finding.outcome == gate::Outcome::kImprovement ? kGreen : "";
}

std::string_view colour_of(gate::Decision decision) {
  switch (decision) {
    case gate::Decision::kPass:
      return kGreen;
    case gate::Decision::kUnstable:
      return kYellow;
    case gate::Decision::kRegression:
    case gate::Decision::kError:
      break;
  }
  return kRed;
}

// Rows of numbers that nobody asked about, and of what is the same on both sides, are left out.
bool is_shown(const gate::Finding& finding) {
  if (finding.outcome == gate::Outcome::kIdentical) {
    return false;
  }
  return finding.gating == gate::Gating::kGated || !finding.comparison ||
         weight(finding) == Weight::kLoud;
}

std::string line_of(const Row& row, const Widths& widths) {
  std::string line;
  for (std::size_t i = 0; i < kColumns; ++i) {
    const std::string padding(widths[i] - width(row[i]), ' ');
    const bool left = i == 0 || i + 1 == kColumns;
    line += i == 0 ? "" : "  ";
    line += left ? row[i] + padding : padding + row[i];
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

class Console {
 public:
  Console(const gate::Verdict& verdict, const Context& context, Colour colour)
      : verdict_(verdict), context_(context), colour_(colour), names_(verdict) {
    for (const gate::Finding& finding : verdict.findings) {
      if (is_shown(finding)) {
        shown_.push_back(&finding);
      }
    }
    std::stable_partition(shown_.begin(), shown_.end(), [this](const gate::Finding* finding) {
      return needs_attention(*finding);
    });
  }

  [[nodiscard]] std::string text() const {
    return sides() + table() + identical() + notes() + caveats() + decision();
  }

 private:
  // What is missing because the run ended early needs none.
  [[nodiscard]] bool needs_attention(const gate::Finding& finding) const {
    return weight(finding) == Weight::kLoud &&
           !(finding.error && finding_errors(verdict_) == FindingErrors::kConsequences);
  }

  [[nodiscard]] std::string sides() const;
  [[nodiscard]] std::string table() const;
  [[nodiscard]] std::string identical() const;
  [[nodiscard]] std::string notes() const;
  [[nodiscard]] std::string caveats() const;
  [[nodiscard]] std::string decision() const;
  [[nodiscard]] Row row_of(const gate::Finding& finding) const;
  [[nodiscard]] std::string note_on(const gate::Finding& finding) const;

  const gate::Verdict& verdict_;
  const Context& context_;
  Colour colour_;
  Names names_;
  std::vector<const gate::Finding*> shown_;
};

std::string Console::sides() const {
  if (context_.run == nullptr || context_.run->sides.head.describe.empty()) {
    return {};
  }
  return fmt::format("base: {}\nhead: {}\n\n",
                     github::neutral_word(context_.run->sides.base.describe),
                     github::neutral_word(context_.run->sides.head.describe));
}

Row Console::row_of(const gate::Finding& finding) const {
  const bool is_time = finding.key.unit == "sec/op";
  std::string name = shortened(github::neutral_word(names_.of(finding)), kMostNameColumns);
  if (!is_time) {
    name += " " + shortened(github::neutral_word(finding.key.unit), kMostNameColumns / 2);
  }
  std::string outcome(label(finding));
  if (finding.error) {
    outcome += fmt::format(" ({})", code(*finding.error));
  }
  if (!finding.comparison) {
    return {name, "", "", "", "", outcome};
  }
  const gate::Comparison& comparison = *finding.comparison;
  const auto number = [&](const stats::Summary& side) {
    return github::neutral_word(median_text(side, finding.key.unit));
  };
  return {name,
          number(comparison.sides.base),
          number(comparison.sides.head),
          change(comparison),
          p_value(comparison.p),
          outcome};
}

std::string Console::table() const {
  if (shown_.empty()) {
    return {};
  }
  const std::size_t count = std::min(shown_.size(), kMostRows);
  std::vector<Row> rows = {{"benchmark", "base", "head", "delta", "p", "outcome"}};
  for (std::size_t i = 0; i < count; ++i) {
    rows.push_back(row_of(*shown_[i]));
  }
  Widths widths{};
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < kColumns; ++i) {
      widths[i] = std::max(widths[i], width(row[i]));
    }
  }
  std::string text = line_of(rows[0], widths) + "\n";
  for (std::size_t i = 0; i < count; ++i) {
    text += painted(line_of(rows[i + 1], widths), colour_of(*shown_[i]), colour_) + "\n";
  }
  if (count < shown_.size()) {
    text += fmt::format("... and {}\n", counted(shown_.size() - count, "more row"));
  }
  return text + "\n";
}

std::string Console::identical() const {
  const auto count =
      std::ranges::count(verdict_.findings, gate::Outcome::kIdentical, &gate::Finding::outcome);
  return count == 0 ? std::string()
                    : fmt::format("identical on both sides: {}\n\n",
                                  counted(static_cast<std::size_t>(count), "benchmark"));
}

std::string Console::note_on(const gate::Finding& finding) const {
  std::string text;
  if (finding.stage == stats::Stage::kConfirm && finding.first) {
    text += fmt::format("    the first pass said {}; these numbers are from measuring it again\n",
                        gate::estimate(*finding.first));
  }
  text += github::neutralise(finding.detail, "    | ", {.line_bytes = 500, .total_bytes = 2000});
  for (const gate::Warning& warning : finding.warnings) {
    if (warning.text != finding.detail) {
      text += fmt::format("    {}: {}\n", gate::name(warning.kind),
                          github::neutral_word(clipped(warning.text, 1000)));
    }
  }
  if (text.empty()) {
    return text;
  }
  const std::string name = github::neutral_word(names_.of(finding));
  const std::string place =
      finding.location ? fmt::format(" ({}, line {})", github::neutral_word(finding.location->file),
                                     finding.location->line)
                       : std::string();
  return fmt::format("  {}{}\n{}", shortened(name, kMostNameColumns), place, text);
}

std::string Console::notes() const {
  std::string text;
  std::size_t count = 0;
  for (const gate::Finding* finding : shown_) {
    const std::string note =
        count < kMostNotes && needs_attention(*finding) ? note_on(*finding) : "";
    count += note.empty() ? 0 : 1;
    text += note;
  }
  return text.empty() ? text : text + "\n";
}

std::string Console::caveats() const {
  std::string text;
  for (const gate::Caveat& caveat : verdict_.caveats) {
    text += github::neutral_word(
                fmt::format("caveat ({}): {}", caveat.code, clipped(caveat.text, 2000))) +
            "\n";
  }
  return text.empty() ? text : text + "\n";
}

std::string Console::decision() const {
  const std::string reason =
      verdict_.reason ? fmt::format(" ({})", code(*verdict_.reason)) : std::string();
  std::string text = painted(fmt::format("headgate: {}{}:", gate::name(verdict_.decision), reason),
                             colour_of(verdict_.decision), colour_);
  text += fmt::format(" {}\n", github::neutral_word(clipped(verdict_.message, 4000)));
  if (!verdict_.remedy.empty()) {
    text += fmt::format("  {}\n", github::neutral_word(clipped(verdict_.remedy, 4000)));
  }
  if (verdict_.waiver) {
    text += fmt::format("  waived by the label {}\n",
                        github::neutral_word(clipped(verdict_.waiver->label, 200)));
  }
  if (!context_.results_dir.empty() && context_.run != nullptr) {
    text += fmt::format("results: {}\n", github::neutral_word(context_.results_dir));
  }
  return text;
}

}  // namespace

std::string console(const gate::Verdict& verdict, const Context& context, Colour colour) {
  return Console(verdict, context, colour).text();
}

}  // namespace headgate::report
