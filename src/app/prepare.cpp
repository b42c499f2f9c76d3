#include "app/prepare.h"

#include <algorithm>
#include <string>
#include <variant>

#include <fmt/format.h>

#include "edge/proc/captured_output.h"

namespace headgate::app {
namespace {

using stats::Side;

constexpr std::size_t kMostOutputBytes = 64 << 10;

Status run(Services& services, const proc::Command& command, Side side, const Deadline& deadline) {
  proc::CapturedOutput output(kMostOutputBytes);
  const proc::Completion completion = services.launcher.run(command, output);
  if (std::holds_alternative<proc::Interrupted>(completion.how)) {
    return Error{.reason = Reason::kInterrupted, .message = "interrupted while preparing"};
  }
  if (std::holds_alternative<proc::TimedOut>(completion.how) && deadline.is_past()) {
    return deadline.reached(
        fmt::format("while '{}' prepared {}", command.argv.front(), stats::name(side)));
  }
  if (!proc::succeeded(completion)) {
    return Error{
        .reason = Reason::kPrepareFailed,
        .message = fmt::format("measure.prepare: '{}' on {} {}", command.argv.front(),
                               stats::name(side), proc::describe(completion)),
        .remedy =
            "run the command in a fresh clone of the commit; it gets a scrubbed environment "
            "and no token",
        .detail = output.err().text() + output.out().text()};
  }
  return ok();
}

// The toolchain of a side's first module stands for all.
std::string toolchain_of(const Modules& modules, Side side) {
  const auto first =
      std::find_if(modules.pairs.begin(), modules.pairs.end(),
                   [&](const ModulePair& pair) { return pair.sides.of(side).has_value(); });
  return first == modules.pairs.end() ? "auto" : first->sides.of(side)->toolchain;
}

}  // namespace

Status prepare_trees(Services& services, const go::Context& context,
                     const config::Settings& settings, Sandbox& sandbox, const Modules& modules,
                     const Deadline& deadline, Narrator& narrator) {
  if (settings.build.prepare.empty()) {
    return ok();
  }
  for (const Side side : {Side::kBase, Side::kHead}) {
    if (Status given = sandbox.give_tree(side, sandbox.preparer()); !given) {
      return given;
    }
    for (const std::vector<std::string>& argv : settings.build.prepare) {
      narrator.step(fmt::format("preparing {}: {}", stats::name(side), fmt::join(argv, " ")));
      if (Status ran = run(
              services, sandbox.prepare_command(context, argv, side, toolchain_of(modules, side)),
              side, deadline);
          !ran) {
        return ran;
      }
    }
    if (Status given = sandbox.give_tree(side, sandbox.builder()); !given) {
      return given;
    }
  }
  return ok();
}

}  // namespace headgate::app
