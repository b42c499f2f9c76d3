// summary.md and the step summary. Rows are cut at a byte limit, worst kept, and the number of rows
// left out is said: GitHub drops a summary above 1 MiB whole.

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "core/report/markdown.h"
#include "core/report/report.h"
#include "core/report/words.h"
#include "core/unit/scale.h"

namespace headgate::report {
namespace {

constexpr std::size_t kReserveBytes = 4000;  // for what is said after the tables were cut

std::string_view heading(gate::Decision decision) {
  switch (decision) {
    case gate::Decision::kPass:
      return ":white_check_mark: headgate: pass";
    case gate::Decision::kRegression:
      return ":x: headgate: regression";
    case gate::Decision::kUnstable:
      return ":warning: headgate: unstable";
    case gate::Decision::kError:
      break;
  }
  return ":no_entry: headgate: could not decide";
}

std::string outcome_cell(const gate::Finding& finding) {
  std::string cell(label(finding.outcome));
  if (weight(finding) == Weight::kLoud) {
    cell = fmt::format("**{}**", cell);
  }
  if (finding.error) {
    cell += fmt::format(" `{}`", code(*finding.error));
  }
  if (finding.stage == stats::Stage::kConfirm) {
    cell += ", by the confirm stage";
  }
  for (const gate::Warning& warning : finding.warnings) {
    cell += fmt::format("<br>{}: {}", gate::name(warning.kind), markdown_text(warning.text));
  }
  return cell;
}

std::string compared_row(const gate::Finding& finding) {
  const gate::Comparison& comparison = *finding.comparison;
  const auto& [base, head] = comparison.sides;
  return fmt::format("| {} | {} | {} | {} | {} | {} / {} | {} |\n",
                     markdown_code(short_name(finding)), unit::human(base.median, finding.key.unit),
                     unit::human(head.median, finding.key.unit),
                     change(comparison, finding.key.unit), p_value(comparison.p), cv_text(base.cv),
                     cv_text(head.cv), outcome_cell(finding));
}

std::string other_row(const gate::Finding& finding) {
  return fmt::format("| {} | {} | {} |\n", markdown_code(short_name(finding)),
                     outcome_cell(finding), markdown_text(finding.detail));
}

class Summary {
 public:
  explicit Summary(std::size_t limit_bytes) : limit_bytes_(limit_bytes) {}

  // A table whose rows stop at the limit; the rows that had no room are counted.
  void add_table(const std::string& title, const std::string& header,
                 const std::vector<std::string>& rows) {
    if (rows.empty()) {
      return;
    }
    text_ += fmt::format("\n### {}\n\n{}", title, header);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (text_.size() + rows[i].size() + kReserveBytes > limit_bytes_) {
        text_ += fmt::format("\n{} more rows are in the results folder (`verdict.json`).\n",
                             rows.size() - i);
        return;
      }
      text_ += rows[i];
    }
  }

  void add(const std::string& text) {
    if (text_.size() + text.size() + kReserveBytes <= limit_bytes_) {
      text_ += text;
    }
  }

  void add_whatever_the_size(const std::string& text) { text_ += text; }

  [[nodiscard]] std::string finish() && { return std::move(text_); }

 private:
  std::size_t limit_bytes_;
  std::string text_;
};

std::string sides_of(const results::Run& run) {
  std::string text = fmt::format("base {} · head {}", markdown_code(run.sides.base.describe),
                                 markdown_code(run.sides.head.describe));
  if (!run.why.empty()) {
    text += fmt::format(" · {}", markdown_text(run.why));
  }
  return text + "\n\n";
}

std::string method_of(const results::Run& run, const std::string& results_dir) {
  const config::Settings& settings = run.settings;
  if (run.host.goos.empty()) {
    return {};
  }
  return fmt::format(
      "\n<details><summary>How this was measured</summary>\n\n"
      "- {} rounds of {} a side, order {}, seed {}\n"
      "- Go: base {}, head {}; {}/{} on {} ({} CPUs allowed)\n"
      "- regression: p < {} and the median worse by at least {:.3g} %; unstable: CV above {:.3g} "
      "%\n"
      "- {:.0f} s in benchmarks, {:.0f} s building, {:.0f} s in all\n\n"
      "Decide again under another policy: `headgate replay {} --min-delta 3%`. Read the samples "
      "with benchstat: "
      "`benchstat base.txt head.txt`.\n</details>\n",
      settings.schedule.rounds, settings.schedule.benchtime.text(),
      settings.schedule.order == schedule::Order::kAbab ? "abab" : "balanced",
      settings.schedule.seed, markdown_text(run.sides.base.toolchain),
      markdown_text(run.sides.head.toolchain), run.host.goos, run.host.goarch,
      markdown_text(run.host.cpu_model), run.host.cpus_allowed, settings.policy.alpha,
      settings.policy.min_delta * 100, settings.policy.cv_threshold * 100, run.timing.benchmark_sec,
      run.timing.build_sec, run.timing.total_sec,
      results_dir.empty() ? "headgate-results" : markdown_text(results_dir));
}

}  // namespace

std::string summary_markdown(const gate::Verdict& verdict, const Context& context,
                             std::size_t limit_bytes) {
  Summary summary(limit_bytes);
  const std::string reason =
      verdict.reason ? fmt::format(" (`{}`)", code(*verdict.reason)) : std::string();
  summary.add_whatever_the_size(fmt::format("## {}{}\n\n{}\n\n", heading(verdict.decision), reason,
                                            markdown_text(verdict.message)));
  if (!verdict.remedy.empty()) {
    summary.add(fmt::format("> {}\n\n", markdown_text(verdict.remedy)));
  }
  if (context.run != nullptr) {
    summary.add(sides_of(*context.run));
  }
  std::vector<std::string> units;
  std::map<std::string, std::vector<std::string>> rows;
  std::vector<std::string> others;
  for (const gate::Finding& finding : verdict.findings) {
    if (!finding.comparison) {
      others.push_back(other_row(finding));
      continue;
    }
    std::vector<std::string>& of_unit = rows[finding.key.unit];
    if (of_unit.empty()) {
      units.push_back(finding.key.unit);
    }
    of_unit.push_back(compared_row(finding));
  }
  // Gated units first, then in order of appearance.
  std::stable_partition(units.begin(), units.end(), [&](const std::string& unit) {
    return std::any_of(verdict.findings.begin(), verdict.findings.end(),
                       [&](const gate::Finding& finding) {
                         return finding.key.unit == unit && finding.comparison &&
                                finding.gating == gate::Gating::kGated;
                       });
  });
  for (const std::string& unit : units) {
    summary.add_table(markdown_text(unit),
                      "| benchmark | base | head | delta | p | CV base / head | outcome |\n"
                      "| --- | ---: | ---: | ---: | ---: | --- | --- |\n",
                      rows[unit]);
  }
  summary.add_table("Not compared", "| benchmark | outcome | why |\n| --- | --- | --- |\n", others);
  std::string caveats;
  for (const gate::Caveat& caveat : verdict.caveats) {
    caveats += fmt::format("- `{}`: {}\n", caveat.code, markdown_text(caveat.text));
  }
  if (!caveats.empty()) {
    summary.add("\n### Caveats\n\n" + caveats);
  }
  if (context.run != nullptr) {
    summary.add(method_of(*context.run, context.results_dir));
  }
  return std::move(summary).finish();
}

}  // namespace headgate::report
