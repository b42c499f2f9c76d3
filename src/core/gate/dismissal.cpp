#include "core/gate/dismissal.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <fmt/core.h>

#include "core/dataset/benchmark_name.h"
#include "core/gate/ledger_table.h"
#include "core/gate/wording.h"

namespace headgate::gate {
namespace {

// "", "sum", "m/sum", "example.com/m/sum".
std::vector<std::string_view> tails(std::string_view package) {
  std::vector<std::string_view> found = {""};
  for (std::size_t slash = package.rfind('/'); !package.empty();
       slash = package.rfind('/', slash - 1)) {
    found.push_back(package.substr(slash + 1));  // npos + 1 is 0
    if (slash == std::string_view::npos || slash == 0) {
      break;
    }
  }
  return found;
}

bool is_called(const Finding& finding, std::string_view series, std::span<const int> cpus) {
  const std::string_view name = finding.key.name;
  const std::array names = {name, dataset::without_cpu(name, cpus)};
  for (const std::string_view tail : tails(finding.key.package)) {
    for (const std::string_view one : names) {
      for (const std::string_view joint : {"/", "."}) {
        const std::string before = tail.empty() ? "" : fmt::format("{}{}", tail, joint);
        if (series == fmt::format("{}{}", before, one) ||
            series == fmt::format("{}{}{}", before, dataset::kBenchmark, one)) {
          return true;
        }
      }
    }
  }
  return false;
}

// The text as an expression that matches it alone.
std::string literal(std::string_view text) {
  constexpr std::string_view kSpecial = R"(\.+*?()|[]{}^$)";
  std::string result;
  for (const char c : text) {
    result += kSpecial.find(c) == std::string_view::npos ? "" : "\\";
    result += c;
  }
  return result;
}

Error usage(std::string message, std::string remedy) {
  return {.reason = Reason::kUsage, .message = std::move(message), .remedy = std::move(remedy)};
}

std::string named(const Finding& finding) {
  return fmt::format("{} {}", full_name(finding), finding.key.unit);
}

bool is_alarm(const Finding& finding) {
  return finding.outcome == Outcome::kRegression && finding.gating == Gating::kGated &&
         !finding.error && finding.comparison;
}

// What the run says of the benchmark that has no regression, if it knows it.
Error not_an_alarm(const Verdict& verdict, const Alarm& alarm, const Finding* known) {
  std::vector<std::string> alarms;
  for (const Finding& finding : verdict.findings) {
    if (is_alarm(finding)) {
      alarms.push_back(named(finding));
    }
  }
  const std::string remedy =
      alarms.empty() ? std::string("the run has no regression, so there is nothing to dismiss")
                     : fmt::format("the run's regressions are {}", listed(alarms));
  if (known == nullptr) {
    return usage(fmt::format("the run has no benchmark '{}'{}", alarm.series,
                             alarm.unit.empty() ? "" : fmt::format(" in {}", alarm.unit)),
                 remedy);
  }
  const bool is_only_shown =
      known->outcome == Outcome::kRegression && known->gating == Gating::kShown;
  const std::string_view what = is_only_shown ? "not gated" : name(known->outcome);
  return usage(fmt::format("{} is {}, which is no alarm", named(*known), what), remedy);
}

Result<const Finding*> find_alarm(const Verdict& verdict, const Alarm& alarm,
                                  std::span<const int> cpus) {
  std::vector<const Finding*> found;
  const Finding* other = nullptr;
  for (const Finding& finding : verdict.findings) {
    if ((!alarm.unit.empty() && finding.key.unit != alarm.unit) ||
        !is_called(finding, alarm.series, cpus)) {
      continue;
    }
    if (is_alarm(finding)) {
      found.push_back(&finding);
    } else {
      other = other == nullptr ? &finding : other;
    }
  }
  if (found.empty()) {
    return not_an_alarm(verdict, alarm, other);
  }
  if (found.size() > 1) {
    std::vector<std::string> names;
    for (const Finding* one : found) {
      names.push_back(named(*one));
    }
    return usage(
        fmt::format("'{}' names {} regressions: {}", alarm.series, names.size(), listed(names)),
        "write more of the package's path, or name the unit with --unit");
  }
  return found.front();
}

// Up to the next tenth of a percent, so that what was measured is covered in few digits.
double rounded_up(double delta) {
  constexpr double kTenths = 1000;
  constexpr double kRounding = 1e-6;
  return std::ceil(delta * kTenths - kRounding) / 10 / 100;
}

Status set_limits(LedgerEntry& entry, const Finding& finding, const Dismissal& dismissal) {
  const double base = finding.comparison->sides.base.median;
  const double head = finding.comparison->sides.head.median;
  if (base == 0 || head == 0) {
    if (dismissal.max_delta || base != 0) {
      return usage(fmt::format("{} changed from {:g} to {:g}, which has no ratio that a limit "
                               "could be put to",
                               named(finding), base, head),
                   base == 0 ? "leave out --max-delta: the entry then covers what was measured"
                             : "it cannot be dismissed");
    }
    entry.max_from_zero = head;
    return ok();
  }
  const double delta = std::max(base, head) / std::min(base, head) - 1;
  entry.max_delta = dismissal.max_delta.value_or(rounded_up(delta));
  if (*entry.max_delta < delta * (1 - 1e-9)) {
    return usage(fmt::format("a limit of {} does not cover {}, which got worse by {}",
                             percent(*entry.max_delta), named(finding), percent(delta)),
                 "choose a larger --max-delta, or leave it out");
  }
  return ok();
}

}  // namespace

Result<LedgerEntry> dismissed(const Verdict& verdict, const Alarm& alarm, std::span<const int> cpus,
                              const Dismissal& dismissal) {
  const Result<const Finding*> found = find_alarm(verdict, alarm, cpus);
  if (!found) {
    return found.error();
  }
  const Finding& finding = **found;
  const std::string& package = finding.key.package;
  const std::string_view name =
      cpus.size() == 1 ? dataset::without_cpu(finding.key.name, cpus) : finding.key.name;
  const bool is_up = finding.comparison->sides.head.median > finding.comparison->sides.base.median;
  LedgerEntry entry{
      .match = literal(
          fmt::format("{}{}{}{}", package, package.empty() ? "" : "/", dataset::kBenchmark, name)),
      .unit = finding.key.unit,
      .direction = is_up ? LedgerEntry::Direction::kUp : LedgerEntry::Direction::kDown,
      .cause = dismissal.cause,
      .check = dismissal.check,
      .evidence = dismissal.evidence,
      .author = dismissal.author,
      .created = dismissal.created,
      .expires = dismissal.expires};
  if (Status set = set_limits(entry, finding, dismissal); !set) {
    return std::move(set).error();
  }
  return entry;
}

}  // namespace headgate::gate
