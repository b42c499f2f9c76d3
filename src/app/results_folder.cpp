#include "app/results_folder.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include <fmt/core.h>

#include "core/results/benchmark_text.h"
#include "core/results/samples.h"
#include "edge/os/path_text.h"

namespace headgate::app {
namespace {

using stats::Side;
using stats::Stage;

constexpr std::string_view kMarker = ".gitignore";
constexpr std::string_view kMarkerText =
    "# Written by headgate: results are not for the repository.\n*\n";
constexpr std::uint64_t kMaxRunBytes = 64 << 20;
constexpr std::uint64_t kMaxSamplesBytes = std::uint64_t{2} << 30;

// Everything that a run may have put into its folder, besides the marker.
constexpr std::array<std::string_view, 11> kOurNames = {
    "verdict.json",     "run.json",   "samples.jsonl", "base.txt", "head.txt", "confirm.base.txt",
    "confirm.head.txt", "summary.md", "report.html",   "logs",     "profiles"};

// What a run that was killed while writing leaves.
bool is_unfinished_file(const std::string& name) {
  return name.starts_with(".headgate-") && name.ends_with(".tmp");
}

bool is_ours(const std::string& name) {
  return is_unfinished_file(name) ||
         std::find(kOurNames.begin(), kOurNames.end(), name) != kOurNames.end();
}

Error foreign(std::string message) {
  return {.reason = Reason::kResultsFolderForeign,
          .message = std::move(message),
          .remedy =
              "name an absent or empty folder for the results (--out, or the input "
              "results-dir)"};
}

Error too_many_results(const dataset::Process& process, std::size_t most) {
  return {
      .reason = Reason::kTooManyResults,
      .message = fmt::format("process {} of {}, on {}, prints more results than a run keeps, "
                             "which is {} bytes",
                             process.sequence, process.package, stats::name(process.side), most),
      .remedy =
          "measure less in one run (`bench`, `packages`, `rounds`), or report fewer "
          "sub-benchmarks and units"};
}

std::string in(const std::string& folder, std::string_view name) {
  return fmt::format("{}/{}", folder, name);
}

// What an older run left in the folder, the marker included; refuses a folder that is not ours.
Result<std::vector<std::string>> names_of_ours(const Services& services,
                                               const std::string& folder) {
  Result<std::vector<std::string>> names = services.files.list(folder);
  if (!names) {
    return names;
  }
  const bool is_marked = std::find(names->begin(), names->end(), kMarker) != names->end();
  for (const std::string& name : *names) {
    if (!is_marked || (name != kMarker && !is_ours(name))) {
      return foreign(fmt::format("'{}' holds '{}', which is not headgate's", folder, name));
    }
  }
  if (is_marked) {
    const Result<std::string> text = services.files.read(in(folder, kMarker), kMarkerText.size());
    if (!text || *text != kMarkerText) {
      return foreign(fmt::format("'{}' holds '{}', which is not headgate's", folder, kMarker));
    }
  }
  return names;
}

// The marker stays, so that a folder which is half empty can be emptied again.
Status empty_older_run(Services& services, const std::string& folder) {
  const Result<std::vector<std::string>> names = names_of_ours(services, folder);
  if (!names) {
    return names.error();
  }
  for (const std::string& name : *names) {
    if (name == kMarker) {
      continue;
    }
    if (Status removed = services.files.remove_tree(in(folder, name)); !removed) {
      return removed;
    }
  }
  return ok();
}

Status make_ready(Services& services, const std::string& folder) {
  const Result<os::FileKind> kind = services.files.kind(folder);
  if (!kind) {
    return kind.error();
  }
  switch (*kind) {
    case os::FileKind::kFolder:
      return empty_older_run(services, folder);
    case os::FileKind::kNone:
      return services.files.make_directory(folder, 0755);
    case os::FileKind::kSymlink:
      return foreign(fmt::format("'{}' is a symlink: name the folder that it leads to", folder));
    case os::FileKind::kFile:
    case os::FileKind::kOther:
      break;
  }
  return foreign(fmt::format("'{}' is not a folder", folder));
}

}  // namespace

Result<ResultsFolder> ResultsFolder::claim(Services& services, const std::string& path,
                                           KeptBytes most) {
  const std::string folder = os::without_end_slashes(path);
  if (Status ready = make_ready(services, folder); !ready) {
    return std::move(ready).error().within("the results folder");
  }
  if (Status marked =
          services.files.write(in(folder, kMarker), kMarkerText, os::Durability::kRenamed);
      !marked) {
    return std::move(marked).error().within("the results folder");
  }
  Result<std::unique_ptr<os::LineFile>> samples =
      services.files.open_lines(in(folder, "samples.jsonl"));
  if (!samples) {
    return std::move(samples).error().within("the results folder");
  }
  return ResultsFolder(services, folder, *std::move(samples), most);
}

Status ResultsFolder::write(const std::string& name, std::string_view content) {
  return services_->files.write(in(path_, name), content, os::Durability::kRenamed);
}

Status ResultsFolder::add(const dataset::Process& process) {
  std::string line = results::write_process(process);
  if (line.size() > most_.samples - kept_.samples) {
    return too_many_results(process, most_.samples);
  }
  kept_.samples += line.size();
  line.pop_back();  // a LineFile ends lines itself
  return samples_->append_line(line);
}

Status ResultsFolder::add_log(const std::string& name, std::string_view text) {
  if (text.size() > most_.logs - kept_.logs) {
    return ok();
  }
  kept_.logs += text.size();
  if (Status made = services_->files.make_directory(in(path_, "logs"), 0755); !made) {
    return made;
  }
  return write("logs/" + name, text);
}

Status ResultsFolder::write_run(const results::Run& run) {
  return services_->files.write(in(path_, "run.json"), results::write_run(run),
                                os::Durability::kSynced);
}

Status ResultsFolder::write_measurements(std::span<const dataset::Process> processes,
                                         const results::Host& host) {
  for (const Stage stage : {Stage::kFirst, Stage::kConfirm}) {
    for (const Side side : {Side::kBase, Side::kHead}) {
      const std::string text = results::benchmark_text(processes, stage, side, host);
      if (text.empty()) {
        continue;
      }
      const std::string_view prefix = stage == Stage::kConfirm ? "confirm." : "";
      if (Status written = write(fmt::format("{}{}.txt", prefix, stats::name(side)), text);
          !written) {
        return written;
      }
    }
  }
  return ok();
}

Status ResultsFolder::write_text(Side side, std::string_view text) {
  return write(fmt::format("{}.txt", stats::name(side)), text);
}

bool is_results_folder(const Services& services, const std::string& path) {
  const Result<os::FileKind> kind = services.files.kind(os::without_end_slashes(path));
  if (!kind || *kind != os::FileKind::kFolder) {
    return false;
  }
  const Result<std::vector<std::string>> names = names_of_ours(services, path);
  return names && !names->empty();
}

Result<Recorded> read_results(const Services& services, const std::string& path) {
  const std::string run_path = in(path, "run.json");
  const Result<std::string> run_text = services.files.read_inside(path, "run.json", kMaxRunBytes);
  if (!run_text) {
    return Error{
        .reason = Reason::kResultsInvalid,
        .message = fmt::format("'{}' is not a results folder: {}", path, run_text.error().message),
        .remedy =
            "name the folder that a run wrote (headgate-results), or two files with --base "
            "and --head"};
  }
  Result<results::Run> run = results::read_run(*run_text, run_path);
  if (!run) {
    return std::move(run).error();
  }
  const std::string samples_path = in(path, "samples.jsonl");
  const Result<std::string> lines =
      services.files.read_inside(path, "samples.jsonl", kMaxSamplesBytes);
  if (!lines) {
    return Error{.reason = Reason::kResultsInvalid,
                 .message = lines.error().message,
                 .remedy = "a run that ended before anything was measured cannot be replayed"};
  }
  Result<std::vector<dataset::Process>> processes = results::read_processes(*lines, samples_path);
  if (!processes) {
    return std::move(processes).error();
  }
  if (Status checked = results::check_complete(*run, processes->size(), samples_path); !checked) {
    return std::move(checked).error();
  }
  return Recorded{.run = *std::move(run), .processes = *std::move(processes)};
}

}  // namespace headgate::app
