#include "edge/go/runner.h"

#include <algorithm>
#include <chrono>
#include <utility>
#include <variant>

#include <fmt/core.h>

#include "edge/go/build_failure.h"
#include "edge/go/goflags.h"
#include "edge/proc/captured_output.h"

namespace headgate::go {
namespace {

constexpr std::size_t kListingBytes = 256 << 20;  // `go list -json` of a large repository
constexpr std::size_t kTextBytes = 1 << 20;

}  // namespace

Runner::Runner(proc::Launcher& launcher, Context context)
    : launcher_(launcher), context_(std::move(context)) {}

std::vector<std::string> Runner::environment(const Module& module, Network network) const {
  std::vector<std::string> variables = context_.environment;
  const auto set = [&variables](const std::string& name, const std::string& value) {
    std::erase_if(variables, [&](const std::string& one) { return one.starts_with(name + "="); });
    variables.push_back(name + "=" + value);
  };
  set("GOFLAGS", kept_goflags(context_.goflags));
  set("GOTOOLCHAIN", module.toolchain);
  set("GOWORK", module.workspace);
  set("PWD", module.directory);  // paths are printed as we name them, not with symlinks resolved
  // GOPROXY=off alone does not keep the command from the network: modules that GONOPROXY (or
  // GOPRIVATE) names are fetched from their origin all the same.
  if (network == Network::kOff) {
    set("GONOPROXY", "none");
    set("GOPROXY", "off");
  }
  std::sort(variables.begin(), variables.end());
  return variables;
}

Result<Ran> Runner::run(const Module& module, Call call) {
  const std::string name = "go " + call.arguments.front();
  call.arguments.insert(call.arguments.begin(), context_.command);
  const std::chrono::milliseconds timeout = context_.timeout();
  proc::CapturedOutput output(call.output == Output::kListing ? kListingBytes : kTextBytes);
  proc::Completion completion =
      launcher_.run(proc::Command{.argv = std::move(call.arguments),
                                  .directory = module.directory,
                                  .environment = environment(module, call.network),
                                  .identity = context_.identity,
                                  .timeout = timeout},
                    output);
  if (std::holds_alternative<proc::Interrupted>(completion.how)) {
    return Error{.reason = Reason::kInterrupted,
                 .message = fmt::format("interrupted while `{}` ran", name)};
  }
  if (const auto* failed = std::get_if<proc::LaunchFailed>(&completion.how)) {
    const bool missing = failed->step == proc::LaunchStep::kExecute ||
                         failed->step == proc::LaunchStep::kFindProgram;
    return Error{.reason = missing ? Reason::kToolchainMissing : Reason::kProcessFailed,
                 .message = fmt::format("`{}` cannot be started: {}", name, failed->message),
                 .remedy = missing
                               ? "install Go where every user may execute it: builds run as a user "
                                 "without rights when headgate is root"
                               : ""};
  }
  if (std::holds_alternative<proc::TimedOut>(completion.how)) {
    return Error{
        .reason = Reason::kProcessFailed,
        .message = fmt::format("`{}` did not end within {:g} s", name,
                               std::chrono::duration<double>(timeout).count()),
        .remedy = "see whether it waits for the network: run it by hand in the module's folder",
        .detail = trimmed_output(output.err().text(), module.directory)};
  }
  if (output.out().dropped_bytes() > 0 && call.output == Output::kListing) {
    return Error{.reason = Reason::kProcessFailed,
                 .message = fmt::format("`{}` printed more than {} MiB", name, kListingBytes >> 20),
                 .remedy = "name fewer packages with `packages`"};
  }
  return Ran{.completion = completion, .out = output.out().text(), .err = output.err().text()};
}

}  // namespace headgate::go
