// The parts of summary.md; page.h keeps them within the limit.

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "core/gate/wording.h"
#include "core/report/markdown.h"
#include "core/report/names.h"
#include "core/report/page.h"
#include "core/report/report.h"
#include "core/report/words.h"

namespace headgate::report {
namespace {

// What foreign text may take of the page, in characters.
constexpr std::size_t kMostSentence = 2000;
constexpr std::size_t kMostName = 300;
constexpr std::size_t kMostReason = 1000;
constexpr std::size_t kMostBlock = 8000;
constexpr std::size_t kMostCaveats = 50;

constexpr std::string_view kWhere = "the results folder (`verdict.json`)";

std::string sentence(std::string_view text) { return markdown_text(clipped(text, kMostSentence)); }

// Several lines of foreign text in one cell.
std::string lines_in_cell(std::string_view text) {
  const std::string kept = clipped(text, kMostReason);
  std::string cell;
  for (std::size_t begin = 0; begin < kept.size();) {
    const std::size_t end = std::min(kept.find('\n', begin), kept.size());
    cell += cell.empty() ? "" : "<br>";
    cell += markdown_text(kept.substr(begin, end - begin));
    begin = end + 1;
  }
  return cell;
}

// May it stand in a command that people copy?
bool is_identifier(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
}

class Summary {
 public:
  Summary(const gate::Verdict& verdict, const Context& context)
      : verdict_(verdict), context_(context), names_(verdict) {}

  [[nodiscard]] std::string text(std::size_t limit_bytes) const {
    return page(head(), tables(), caveats() + method(), kWhere, limit_bytes);
  }

 private:
  [[nodiscard]] std::string head() const;
  [[nodiscard]] std::string sides() const;
  [[nodiscard]] std::string output() const;
  [[nodiscard]] std::vector<Table> tables() const;
  [[nodiscard]] Table unit_table(const std::string& unit, gate::Gating gating) const;
  [[nodiscard]] std::string compared_row(const gate::Finding& finding) const;
  [[nodiscard]] std::string other_row(const gate::Finding& finding) const;
  [[nodiscard]] std::string name_cell(const gate::Finding& finding) const;
  [[nodiscard]] std::string outcome_cell(const gate::Finding& finding) const;
  [[nodiscard]] std::string caveats() const;
  [[nodiscard]] std::string method() const;
  [[nodiscard]] std::string next_steps() const;

  const gate::Verdict& verdict_;
  const Context& context_;
  Names names_;
};

std::string Summary::head() const {
  std::string text = opening_of(verdict_, kMostSentence);
  return text + sides() + output();
}

std::string Summary::sides() const {
  if (context_.run == nullptr) {
    return {};
  }
  const auto& [base, head] = context_.run->sides;
  std::string text;
  const auto add = [&text](std::string_view label, const std::string& value) {
    if (!value.empty()) {
      text += fmt::format("{}{}{}", text.empty() ? "" : " · ", label, value);
    }
  };
  add("base ", markdown_code(clipped(base.describe, kMostName)));
  add("head ", markdown_code(clipped(head.describe, kMostName)));
  add("", sentence(context_.run->why));
  return text.empty() ? text : fmt::format("\n{}\n", text);
}

// What a compiler or a test binary said when the run ended on it.
std::string Summary::output() const {
  if (context_.run == nullptr || !context_.run->error || context_.run->error->detail.empty()) {
    return {};
  }
  return "\n" + markdown_block(clipped(context_.run->error->detail, kMostBlock));
}

std::string Summary::name_cell(const gate::Finding& finding) const {
  return markdown_code(clipped(names_.of(finding), kMostName));
}

std::string Summary::outcome_cell(const gate::Finding& finding) const {
  std::string cell(label(finding));
  if (weight(finding) == Weight::kLoud) {
    cell = fmt::format("**{}**", cell);
  }
  if (finding.error) {
    cell += fmt::format(" `{}`", code(*finding.error));
  }
  if (finding.stage == stats::Stage::kConfirm && finding.first) {
    cell += fmt::format("<br>measured again; the first pass said {}",
                        markdown_text(gate::estimate(*finding.first)));
  }
  for (const gate::Warning& warning : finding.warnings) {
    cell += fmt::format("<br>{}: {}", gate::name(warning.kind), lines_in_cell(warning.text));
  }
  return cell;
}

std::string Summary::compared_row(const gate::Finding& finding) const {
  const gate::Comparison& comparison = *finding.comparison;
  const auto& [base, head] = comparison.sides;
  const std::string& unit = finding.key.unit;
  return fmt::format("| {} | {} | {} | {} | {} | {} / {} | {} |\n", name_cell(finding),
                     markdown_text(median_text(base, unit)), markdown_text(median_text(head, unit)),
                     change(comparison), markdown_text(p_value(comparison.p)), cv_text(base.cv),
                     cv_text(head.cv), outcome_cell(finding));
}

std::string Summary::other_row(const gate::Finding& finding) const {
  return fmt::format("| {} | {} | {} |\n", name_cell(finding), outcome_cell(finding),
                     lines_in_cell(finding.detail));
}

Table Summary::unit_table(const std::string& unit, gate::Gating gating) const {
  Table table{
      .heading = fmt::format("\n### {}{}\n\n"
                             "| benchmark | base | head | delta | p | CV base / head | outcome |\n"
                             "| --- | ---: | ---: | ---: | ---: | --- | --- |\n",
                             markdown_text(clipped(unit, kMostName)),
                             gating == gate::Gating::kGated ? "" : " (shown, not gated)"),
      .rows = {}};
  for (const gate::Finding& finding : verdict_.findings) {
    if (finding.key.unit == unit && finding.comparison && !finding.error) {
      table.rows.push_back(compared_row(finding));
    }
  }
  return table;
}

// Errors first, then gated units, what was not compared, and units that are only shown: rows that
// give way to the limit are the least important ones.
std::vector<Table> Summary::tables() const {
  constexpr std::string_view kReasons = "| benchmark | outcome | why |\n| --- | --- | --- |\n";
  const std::string_view errors_heading = finding_errors(verdict_) == FindingErrors::kCauses
                                              ? "Errors"
                                              : "Incomplete, because the run ended early";
  Table errors{.heading = fmt::format("\n### {}\n\n{}", errors_heading, kReasons), .rows = {}};
  Table others{.heading = fmt::format("\n### Not compared\n\n{}", kReasons), .rows = {}};
  Table identical{.heading = "\n### Identical on both sides\n\n| benchmark |\n| --- |\n",
                  .rows = {}};
  std::vector<std::string> units;  // in order of appearance
  std::map<std::string, gate::Gating> gating;
  for (const gate::Finding& finding : verdict_.findings) {
    if (finding.error) {
      errors.rows.push_back(other_row(finding));
    } else if (finding.comparison) {
      const auto [known, is_new] = gating.try_emplace(finding.key.unit, finding.gating);
      if (is_new) {
        units.push_back(finding.key.unit);
      } else if (finding.gating == gate::Gating::kGated) {
        known->second = gate::Gating::kGated;
      }
    } else if (finding.outcome == gate::Outcome::kIdentical) {
      identical.rows.push_back(fmt::format("| {} |\n", name_cell(finding)));
    } else {
      others.rows.push_back(other_row(finding));
    }
  }
  std::vector<Table> tables = {std::move(errors)};
  const auto add_units = [&](gate::Gating wanted) {
    for (const std::string& unit : units) {
      if (gating.at(unit) == wanted) {
        tables.push_back(unit_table(unit, wanted));
      }
    }
  };
  add_units(gate::Gating::kGated);
  tables.push_back(std::move(others));
  add_units(gate::Gating::kShown);
  tables.push_back(std::move(identical));
  return tables;
}

std::string Summary::caveats() const {
  std::string text;
  for (std::size_t i = 0; i < std::min(verdict_.caveats.size(), kMostCaveats); ++i) {
    const gate::Caveat& caveat = verdict_.caveats[i];
    text += fmt::format("- {}: {}\n", markdown_code(clipped(caveat.code, kMostName)),
                        markdown_text(clipped(caveat.text, kMostReason)));
  }
  if (verdict_.caveats.size() > kMostCaveats) {
    text += fmt::format("- {} more in {}\n", verdict_.caveats.size() - kMostCaveats, kWhere);
  }
  return text.empty() ? text : "\n### Caveats\n\n" + text;
}

// Where benchmarks could talk to, with a comma before it.
std::string_view network_of(const results::Host& host) {
  return host.network == "none"   ? ", without a network"
         : host.network == "host" ? ", network open"
                                  : "";
}

std::string Summary::method() const {
  std::string text =
      "\n<details><summary>How to read this</summary>\n\n"
      "- ± is the 95 % interval of the median; delta is the change of the medians, p the "
      "probability of a difference like this by chance alone\n"
      "- CV (standard deviation over mean) below 2 % is reliable, to 5 % acceptable, to 10 % worth "
      "investigating; above that do not trust the number\n"
      "- a regression has p below alpha, and its median is worse by the smallest change that "
      "matters, or by half of it where it was measured again\n";
  if (context_.run != nullptr && !context_.run->host.goos.empty()) {
    const results::Run& run = *context_.run;
    const config::Settings& settings = run.settings;
    text += fmt::format(
        "- measured: {} rounds of {} a side, order {} (seed {}), on {}/{}, {}, {} CPUs allowed{}\n"
        "- toolchains: base {}, head {}\n"
        "- policy: alpha {:g}, smallest change that matters {}, CV limit {}\n"
        "- time: {:.0f} s in benchmarks, {:.0f} s in builds, {:.0f} s in all\n",
        settings.schedule.rounds, markdown_text(settings.schedule.benchtime.text()),
        settings.schedule.order == schedule::Order::kAbab ? "abab" : "balanced",
        settings.schedule.seed, markdown_text(run.host.goos), markdown_text(run.host.goarch),
        markdown_text(clipped(run.host.cpu_model, kMostName)), run.host.cpus_allowed,
        network_of(run.host), markdown_text(clipped(run.sides.base.toolchain, kMostName)),
        markdown_text(clipped(run.sides.head.toolchain, kMostName)), settings.policy.alpha,
        gate::percent(settings.policy.min_delta), gate::percent(settings.policy.cv_threshold),
        run.timing.benchmark_sec, run.timing.build_sec, run.timing.total_sec);
  }
  return text + next_steps() + "\n</details>\n";
}

std::string Summary::next_steps() const {
  std::string text;
  const auto add = [&text](std::string_view what, std::string_view command) {
    text += fmt::format("- {}: {}\n", what, markdown_code(clipped(command, kMostName)));
  };
  const auto regression = std::ranges::find_if(verdict_.findings, [](const gate::Finding& finding) {
    return finding.outcome == gate::Outcome::kRegression && weight(finding) == Weight::kLoud &&
           is_identifier(finding.function);
  });
  if (regression != verdict_.findings.end()) {
    add("measure the worst one on your own machine, in a checkout of the branch",
        fmt::format("headgate run --bench '^{}$'", regression->function));
  }
  if (!context_.results_dir.empty()) {
    add("decide again under another policy, measuring nothing",
        fmt::format("headgate replay {} --min-delta 3%", context_.results_dir));
    add("read the samples with benchstat, in that folder", "benchstat base.txt head.txt");
  }
  return text;
}

}  // namespace

std::string summary_markdown(const gate::Verdict& verdict, const Context& context,
                             std::size_t limit_bytes) {
  return Summary(verdict, context).text(limit_bytes);
}

}  // namespace headgate::report
