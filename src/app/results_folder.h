// The results folder while a run writes it: claimed so that nobody's files are lost, filled as the
// run goes, so that what was measured survives whatever ends the run. summary.md and verdict.json
// come last (ending.h).

#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/services.h"
#include "core/dataset/process.h"
#include "core/results/run.h"
#include "core/stats/design.h"

namespace headgate::app {

/// What a run keeps at most of what its processes print, all stages together. It bounds our memory
/// too, which holds the results of every process until the verdict.
struct KeptBytes {
  /// In samples.jsonl, where a process with one result takes 1.2 kB: twenty times 1,000 functions
  /// of 10 rounds. More ends the run.
  std::size_t samples = std::size_t{512} << 20;
  /// In logs/. More is left out.
  std::size_t logs = std::size_t{16} << 20;
};

class ResultsFolder {
 public:
  /// Makes the folder, or empties an older one of ours. kResultsFolderForeign when it holds
  /// anything else, kIoFailed or kDiskFull otherwise.
  [[nodiscard]] static Result<ResultsFolder> claim(Services& services, const std::string& path,
                                                   KeptBytes most = {});

  [[nodiscard]] const std::string& path() const { return path_; }

  /// Adds a line to samples.jsonl; kTooManyResults when it would be too large with it.
  Status add(const dataset::Process& process);
  /// Keeps what a failed child printed in logs/, while there is room; `name` is a plain file name.
  Status add_log(const std::string& name, std::string_view text);
  /// Writes run.json as it is known now.
  Status write_run(const results::Run& run);
  /// Writes the measurements of both stages as benchmark text.
  Status write_measurements(std::span<const dataset::Process> processes, const results::Host& host);
  /// Writes the benchmark text of a side in the first stage: base.txt or head.txt.
  Status write_text(stats::Side side, std::string_view text);

 private:
  ResultsFolder(Services& services, std::string path, std::unique_ptr<os::LineFile> samples,
                KeptBytes most)
      : services_(&services), path_(std::move(path)), samples_(std::move(samples)), most_(most) {}

  Status write(const std::string& name, std::string_view content);

  Services* services_;
  std::string path_;
  std::unique_ptr<os::LineFile> samples_;
  KeptBytes most_;
  KeptBytes kept_ = {.samples = 0, .logs = 0};
};

/// Whether an earlier run wrote this folder, and nobody put anything else into it.
[[nodiscard]] bool is_results_folder(const Services& services, const std::string& path);

/// A recorded run, read back.
struct Recorded {
  results::Run run;
  std::vector<dataset::Process> processes;
};

/// kResultsInvalid (also where lines of samples.jsonl are missing), kSchemaTooNew, kIoFailed.
[[nodiscard]] Result<Recorded> read_results(const Services& services, const std::string& path);

}  // namespace headgate::app
