#include "core/report/plan.h"

#include <cmath>

#include <fmt/format.h>

#include "core/github/commands.h"
#include "core/schedule/plan.h"

namespace headgate::report {
namespace {

using gate::Presence;
using github::neutral_word;

std::string_view sides_in_words(const stats::Sides<Presence>& presence) {
  if (presence.base == Presence::kAbsent) {
    return "head";
  }
  return presence.head == Presence::kAbsent ? "base" : "base and head";
}

std::string_view note(const stats::Sides<Presence>& presence) {
  if (presence.base == Presence::kAbsent) {
    return " (added)";
  }
  return presence.head == Presence::kAbsent ? " (removed)" : "";
}

std::string duration(double seconds) {
  const auto whole = std::llround(std::ceil(seconds));
  return whole < 60 ? fmt::format("{} s", whole)
                    : fmt::format("{} min {} s", whole / 60, whole % 60);
}

// As a shell takes it, so that a line can be copied.
std::string shell_word(const std::string& word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=./,:+@%";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) {
    return word;
  }
  std::string quoted = "'";
  for (const char c : word) {
    quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  }
  return quoted + "'";
}

std::string shell_words(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) {
    line += (line.empty() ? "" : " ") + shell_word(word);
  }
  return line;
}

std::string commands(const Plan& plan) {
  std::string text;
  for (const PlannedBuild& build : plan.builds) {
    std::vector<std::string> argv = {"go", "test", "-c", "-vet=off"};
    const std::vector<std::string>& flags = plan.run.sides.head.build_flags;
    argv.insert(argv.end(), flags.begin(), flags.end());
    argv.push_back(build.package);
    text += fmt::format("  {}  # {}\n", neutral_word(shell_words(argv)),
                        sides_in_words(build.presence));
  }
  for (const schedule::Item& item : plan.items) {
    const std::string binary = item.package.substr(item.package.rfind('/') + 1) + ".test";
    const std::vector<std::string> argv =
        schedule::test_arguments(binary, item, schedule::TrialPurpose::kMeasure, plan.arguments);
    text += fmt::format("  {}  # {} rounds of base and head\n", neutral_word(shell_words(argv)),
                        plan.run.settings.schedule.rounds);
  }
  return text;
}

}  // namespace

std::string plan_text(const Plan& plan) {
  const auto& [base, head] = plan.run.sides;
  std::string text =
      fmt::format("base: {}\nhead: {}\n  {}\ntoolchain: {} on base, {} on head\n\nbenchmarks: {}\n",
                  neutral_word(base.describe), neutral_word(head.describe),
                  neutral_word(plan.run.why), base.toolchain.empty() ? "none" : base.toolchain,
                  head.toolchain.empty() ? "none" : head.toolchain, plan.run.benchmarks.size());
  for (const gate::Benchmark& one : plan.run.benchmarks) {
    text += fmt::format("  {}{}\n", neutral_word(fmt::format("{}.{}", one.package, one.function)),
                        note(one.presence));
  }
  text += fmt::format("\ncommands:\n{}\n", commands(plan));
  const schedule::Options& options = plan.run.settings.schedule;
  text +=
      fmt::format("{} processes, about {} of measuring\n", plan.items.size() * options.rounds * 2,
                  duration(schedule::expected_sec(plan.items, options)));
  if (plan.run.settings.unchanged == gate::Unchanged::kSkip) {
    text += "  fewer where both sides' binaries turn out identical (measure.unchanged)\n";
  }
  for (const gate::Caveat& caveat : plan.run.caveats) {
    text += fmt::format("caveat ({}): {}\n", caveat.code, neutral_word(caveat.text));
  }
  return text;
}

}  // namespace headgate::report
