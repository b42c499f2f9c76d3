// The results folder while a run writes it: claimed so that nobody's files are lost, filled as the
// run goes, so that what was measured survives whatever ends the run.

#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/services.h"
#include "core/dataset/process.h"
#include "core/gate/finding.h"
#include "core/results/run.h"

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
  /// Writes the measurements as benchmark text, and summary.md.
  Status write_texts(std::span<const dataset::Process> processes, const results::Host& host,
                     const std::string& summary);

 private:
  ResultsFolder(Services& services, std::string path, std::unique_ptr<os::LineFile> samples)
      : services_(&services), path_(std::move(path)), samples_(std::move(samples)) {}

  Services* services_;
  std::string path_;
  std::unique_ptr<os::LineFile> samples_;
};

/// Writes verdict.json into a results folder, durably; `code` is the exit code of the process.
Status write_verdict(Services& services, const std::string& results_dir,
                     const gate::Verdict& verdict, const stats::Sides<results::SideRecord>& sides,
                     int code);

/// Hands a folder to the owner of another one, when we are root: a runner's next job must be able
/// to remove what we leave.
Status give_to_owner_of(Services& services, const std::string& folder, const std::string& owned);

/// A recorded run, read back.
struct Recorded {
  results::Run run;
  std::vector<dataset::Process> processes;
};

/// kResultsInvalid, kSchemaTooNew, kIoFailed.
[[nodiscard]] Result<Recorded> read_results(const Services& services, const std::string& path);

}  // namespace headgate::app
