// The results folder while a run writes it: claimed so that nobody's files are lost, filled as the
// run goes, so that what was measured survives whatever ends the run. summary.md and verdict.json
// come last (ending.h).

#pragma once

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

class ResultsFolder {
 public:
  /// Makes the folder, or empties an older one of ours. kResultsFolderForeign when it holds
  /// anything else, kIoFailed or kDiskFull otherwise.
  [[nodiscard]] static Result<ResultsFolder> claim(Services& services, const std::string& path);

  [[nodiscard]] const std::string& path() const { return path_; }

  /// Adds a line to samples.jsonl.
  Status add(const dataset::Process& process);
  /// Keeps what a failed child printed in logs/; `name` is a plain file name.
  Status add_log(const std::string& name, std::string_view text);
  /// Writes run.json as it is known now.
  Status write_run(const results::Run& run);
  /// Writes the measurements of both stages as benchmark text.
  Status write_measurements(std::span<const dataset::Process> processes, const results::Host& host);
  /// Writes the benchmark text of a side in the first stage: base.txt or head.txt.
  Status write_text(stats::Side side, std::string_view text);

 private:
  ResultsFolder(Services& services, std::string path, std::unique_ptr<os::LineFile> samples)
      : services_(&services), path_(std::move(path)), samples_(std::move(samples)) {}

  Status write(const std::string& name, std::string_view content);

  Services* services_;
  std::string path_;
  std::unique_ptr<os::LineFile> samples_;
};

/// A recorded run, read back.
struct Recorded {
  results::Run run;
  std::vector<dataset::Process> processes;
};

/// kResultsInvalid, kSchemaTooNew, kIoFailed.
[[nodiscard]] Result<Recorded> read_results(const Services& services, const std::string& path);

}  // namespace headgate::app
