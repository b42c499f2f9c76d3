#include "app/results_folder.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/core.h>

#include "core/results/benchmark_text.h"
#include "core/results/samples.h"
#include "core/results/verdict.h"

namespace headgate::app {
namespace {

using stats::Side;
using stats::Stage;

constexpr std::string_view kMarker = ".gitignore";
constexpr std::string_view kMarkerText =
    "# Written by headgate: results are not for the repository.\n*\n";
constexpr std::uint64_t kMaxRunBytes = 64 << 20;
constexpr std::uint64_t kMaxSamplesBytes = std::uint64_t{2} << 30;

// Everything that a run may have put into its folder. The marker goes last.
constexpr std::array<std::string_view, 11> kOurNames = {
    "verdict.json",     "run.json",   "samples.jsonl", "base.txt", "head.txt", "confirm.base.txt",
    "confirm.head.txt", "summary.md", "report.html",   "logs",     "profiles"};

Error foreign(const std::string& path, const std::string& name) {
  return Error{
      .reason = Reason::kResultsFolderForeign,
      .message = fmt::format("'{}' holds '{}', which is not headgate's", path, name),
      .remedy = "name an absent or empty folder for the results (--out, or the input results-dir)"};
}

}  // namespace

Result<ResultsFolder> ResultsFolder::claim(Services& services, const std::string& path) {
  const Result<os::FileKind> kind = services.files.kind(path);
  if (!kind) {
    return kind.error();
  }
  if (*kind == os::FileKind::kFolder) {
    const Result<std::vector<std::string>> names = services.files.list(path);
    if (!names) {
      return names.error();
    }
    const bool marked = std::find(names->begin(), names->end(), kMarker) != names->end();
    for (const std::string& name : *names) {
      const bool ours =
          name == kMarker || std::find(kOurNames.begin(), kOurNames.end(), name) != kOurNames.end();
      if (!ours || !marked) {
        return foreign(path, name);
      }
    }
    if (marked) {
      const Result<std::string> marker =
          services.files.read(path + "/" + std::string(kMarker), kMarkerText.size());
      if (!marker || *marker != kMarkerText) {
        return foreign(path, std::string(kMarker));
      }
    }
    for (const std::string_view name : kOurNames) {
      if (Status removed = services.files.remove_tree(path + "/" + std::string(name)); !removed) {
        return std::move(removed).error();
      }
    }
  } else if (*kind != os::FileKind::kNone) {
    return Error{
        .reason = Reason::kResultsFolderForeign,
        .message = fmt::format("'{}' is not a folder", path),
        .remedy =
            "name an absent or empty folder for the results (--out, or the input results-dir)"};
  }
  if (Status made = services.files.make_directory(path, 0755); !made) {
    return std::move(made).error().within("cannot make the results folder");
  }
  if (Status marked = services.files.write(path + "/" + std::string(kMarker), kMarkerText,
                                           os::Durability::kRenamed);
      !marked) {
    return std::move(marked).error().within("cannot write to the results folder");
  }
  Result<std::unique_ptr<os::LineFile>> samples =
      services.files.open_lines(path + "/samples.jsonl");
  if (!samples) {
    return std::move(samples).error();
  }
  return ResultsFolder(services, path, *std::move(samples));
}

Status ResultsFolder::add(const dataset::Process& process) {
  std::string line = results::write_process(process);
  line.pop_back();  // LineFile ends lines itself
  return samples_->append_line(line);
}

Status ResultsFolder::add_log(const std::string& name, std::string_view text) {
  if (Status made = services_->files.make_directory(path_ + "/logs", 0755); !made) {
    return made;
  }
  return services_->files.write(path_ + "/logs/" + name, text, os::Durability::kRenamed);
}

Status ResultsFolder::write_run(const results::Run& run) {
  return services_->files.write(path_ + "/run.json", results::write_run(run),
                                os::Durability::kSynced);
}

Status ResultsFolder::write_texts(std::span<const dataset::Process> processes,
                                  const results::Host& host, const std::string& summary) {
  for (const Stage stage : {Stage::kFirst, Stage::kConfirm}) {
    for (const Side side : {Side::kBase, Side::kHead}) {
      const std::string text = results::benchmark_text(processes, stage, side, host);
      if (text.empty()) {
        continue;
      }
      const std::string file = fmt::format(
          "{}/{}{}.txt", path_, stage == Stage::kConfirm ? "confirm." : "", stats::name(side));
      if (Status written = services_->files.write(file, text, os::Durability::kRenamed); !written) {
        return written;
      }
    }
  }
  return services_->files.write(path_ + "/summary.md", summary, os::Durability::kRenamed);
}

Status write_verdict(Services& services, const std::string& results_dir,
                     const gate::Verdict& verdict, const stats::Sides<results::SideRecord>& sides,
                     int code) {
  return services.files.write(results_dir + "/verdict.json",
                              results::write_verdict(verdict, sides, code),
                              os::Durability::kSynced);
}

Status give_to_owner_of(Services& services, const std::string& folder, const std::string& owned) {
  if (!os::is_root(services.user)) {
    return ok();
  }
  const Result<os::User> owner = services.files.owner(owned);
  if (!owner) {
    return owner.error();
  }
  return services.files.chown_tree(folder, *owner);
}

Result<Recorded> read_results(const Services& services, const std::string& path) {
  const Result<std::string> run_text = services.files.read(path + "/run.json", kMaxRunBytes);
  if (!run_text) {
    return Error{
        .reason = Reason::kResultsInvalid,
        .message = fmt::format("'{}' is not a results folder: {}", path, run_text.error().message),
        .remedy =
            "name the folder that a run wrote (headgate-results), or two files with --base and "
            "--head"};
  }
  Result<results::Run> run = results::read_run(*run_text, path + "/run.json");
  if (!run) {
    return std::move(run).error();
  }
  const Result<std::string> lines = services.files.read(path + "/samples.jsonl", kMaxSamplesBytes);
  if (!lines) {
    return Error{.reason = Reason::kResultsInvalid, .message = lines.error().message};
  }
  Result<std::vector<dataset::Process>> processes =
      results::read_processes(*lines, path + "/samples.jsonl");
  if (!processes) {
    return std::move(processes).error();
  }
  return Recorded{.run = *std::move(run), .processes = *std::move(processes)};
}

}  // namespace headgate::app
