#include "app/test_process.h"

#include <optional>
#include <string_view>
#include <utility>
#include <variant>

#include "core/dataset/process_output.h"
#include "edge/proc/captured_output.h"

namespace headgate::app {
namespace {

constexpr std::size_t kMostLogBytes = 1 << 20;

// Reads results as they come and keeps a bounded copy for the log.
class BenchmarkSink final : public proc::OutputSink {
 public:
  void on_stdout(std::string_view piece) override {
    output_.feed_stdout(piece);
    log_.append(piece);
  }

  void on_stderr(std::string_view piece) override {
    output_.feed_stderr(piece);
    log_.append(piece);
  }

  [[nodiscard]] dataset::Printed finish() { return output_.finish(); }

  [[nodiscard]] std::string log() const { return log_.text(); }

 private:
  dataset::ProcessOutput output_;
  proc::CappedText log_{kMostLogBytes};
};

struct End {
  dataset::ProcessEnd end;
  int code;
};

struct EndOf {
  dataset::Printed::Closing closing;

  End operator()(const proc::Exited& exited) const {
    const bool passed = exited.code == 0 && closing == dataset::Printed::Closing::kPass;
    return {passed ? dataset::ProcessEnd::kPassed : dataset::ProcessEnd::kFailed, exited.code};
  }

  End operator()(const proc::Signaled& signaled) const {
    return {dataset::ProcessEnd::kSignaled, signaled.signal};
  }

  End operator()(const proc::TimedOut&) const { return {dataset::ProcessEnd::kTimedOut, 0}; }

  End operator()(const proc::Interrupted&) const { return {dataset::ProcessEnd::kInterrupted, 0}; }

  End operator()(const proc::LaunchFailed& failed) const {
    return {dataset::ProcessEnd::kNotStarted, failed.error_number};
  }
};

std::optional<double> grown(std::optional<double> before, std::optional<double> after) {
  return before && after ? std::optional(*after - *before) : std::nullopt;
}

dataset::ResourceUse use_of(const proc::Completion& completion, const os::HostCounters& before,
                            const os::HostCounters& after) {
  return {.wall_sec = completion.wall_sec,
          .user_sec = completion.usage.user_sec,
          .system_sec = completion.usage.system_sec,
          .voluntary_switches = completion.usage.voluntary_switches,
          .involuntary_switches = completion.usage.involuntary_switches,
          .minor_faults = completion.usage.minor_faults,
          .major_faults = completion.usage.major_faults,
          .steal_sec = grown(before.steal_sec, after.steal_sec),
          .pressure_sec = grown(before.cpu_pressure_some_sec, after.cpu_pressure_some_sec)};
}

dataset::Purpose purpose_of(const schedule::Trial& trial) {
  return trial.purpose == schedule::TrialPurpose::kExplain ? dataset::Purpose::kExplain
                                                           : dataset::Purpose::kMeasure;
}

// Who holds a pipe of a dead process is alive, also where it cannot be found.
proc::Survivors survivors_of(const proc::Completion& completion) {
  return completion.output == proc::OutputEnd::kCut ? proc::Survivors::kSome : completion.survivors;
}

}  // namespace

TestProcess run_test(Services& services, const proc::Command& command, const schedule::Item& item,
                     const schedule::Trial& trial, stats::Stage stage) {
  BenchmarkSink sink;
  const os::HostCounters before = services.host.counters();
  const double start_sec = services.clock.wall_sec();
  const proc::Completion completion = services.launcher.run(command, sink);
  const os::HostCounters after = services.host.counters();
  dataset::Printed printed = sink.finish();
  const End end = std::visit(EndOf{printed.closing}, completion.how);
  const bool passed = end.end == dataset::ProcessEnd::kPassed;
  if (const auto* failed = std::get_if<proc::LaunchFailed>(&completion.how)) {
    printed.failure = failed->message;  // every other end says enough by its code
  }
  return {.record = {.sequence = trial.sequence,
                     .round = trial.round,
                     .stage = stage,
                     .side = trial.side,
                     .purpose = purpose_of(trial),
                     .module = item.module,
                     .package = item.package,
                     .functions = item.functions,
                     .leaf = item.leaf,
                     .argv = command.argv,
                     .start_sec = start_sec,
                     .use = use_of(completion, before, after),
                     .end = end.end,
                     .code = end.code,
                     .results = std::move(printed.results),
                     .ambiguous_names = std::move(printed.ambiguous_names),
                     .broken_lines = std::move(printed.broken_lines),
                     .skips = std::move(printed.skips),
                     .failed = std::move(printed.failed),
                     .failure = std::move(printed.failure)},
          .cpu_model = std::move(printed.cpu),
          .log = passed ? std::string() : sink.log(),
          .survivors = survivors_of(completion)};
}

}  // namespace headgate::app
