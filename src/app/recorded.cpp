#include "app/recorded.h"

#include <cstdint>
#include <utility>

#include <fmt/core.h>

#include "core/dataset/text.h"
#include "core/results/evidence.h"
#include "edge/os/path_text.h"

namespace headgate::app {
namespace {

constexpr std::uint64_t kMaxTextBytes = std::uint64_t{2} << 30;

}  // namespace

Status check_wanted(const Services& services, std::string_view before) {
  return services.interrupts.pending()
             ? Status(Error{.reason = Reason::kInterrupted,
                            .message = fmt::format("interrupted before {}", before)})
             : ok();
}

Result<std::string> read_text(const Services& services, const std::string& path, stats::Side side) {
  Result<std::string> bytes = services.files.read(path, kMaxTextBytes);
  if (!bytes) {
    return Error{.reason = Reason::kResultsInvalid,
                 .message = fmt::format("{}: {}", stats::name(side), bytes.error().message),
                 .remedy = "name a file that `go test -bench` printed"};
  }
  return bytes;
}

Result<gate::Evidence> evidence_in(const Services& services, const std::string& folder,
                                   Recorded& recorded) {
  gate::Evidence evidence = results::evidence_of(recorded.run, std::move(recorded.processes));
  if (recorded.run.event != results::kEventOfTexts) {
    return evidence;
  }
  stats::Sides<dataset::Text> texts;
  for (const stats::Side side : {stats::Side::kBase, stats::Side::kHead}) {
    const std::string path = fmt::format("{}/{}.txt", folder, stats::name(side));
    const Result<std::string> text = read_text(services, path, side);
    if (!text) {
      return text.error();
    }
    texts.of(side) = dataset::read_text(*text, path);
    if (Status wanted = check_wanted(services); !wanted) {
      return std::move(wanted).error();
    }
  }
  evidence.texts = std::move(texts);
  return evidence;
}

Status check_out(const Services& services, const std::string& out,
                 std::span<const std::string> inputs) {
  if (out.empty()) {
    return ok();
  }
  const Result<std::string> real_out = services.files.real_path(out);
  for (const std::string& input : inputs) {
    const Result<std::string> real =
        input.empty() ? Result<std::string>(input) : services.files.real_path(input);
    if (real_out && real && !real->empty() && os::lies_in(*real, *real_out)) {
      return Error{
          .reason = Reason::kUsage,
          .message = fmt::format("'{}' holds '{}', which is read and would be lost", out, input),
          .remedy = "name another folder with --out"};
    }
  }
  return ok();
}

gate::Verdict decide_recorded(const Services& services, const gate::Evidence& evidence,
                              const results::Run& run) {
  gate::Verdict verdict = gate::decide(evidence, run.settings.policy);
  if (const Status wanted = check_wanted(services); !wanted) {
    return gate::undecided(wanted.error(), {});
  }
  return run.error ? gate::overruled(std::move(verdict), *run.error) : verdict;
}

Status write_processes(std::span<const dataset::Process> processes, const results::Run& run,
                       ResultsFolder& folder) {
  for (const dataset::Process& process : processes) {
    if (Status added = folder.add(process); !added) {
      return added;
    }
  }
  return folder.write_measurements(processes, run.host);
}

}  // namespace headgate::app
