#include "app/merge.h"

#include <optional>
#include <utility>

#include <fmt/core.h>

#include "app/paths.h"
#include "app/recorded.h"
#include "app/results_folder.h"
#include "core/gate/gate.h"
#include "core/results/evidence.h"

namespace headgate::app {
namespace {

Result<results::Merged> read_shards(const Services& services, std::span<const ShardFolder> folders,
                                    results::Hosts hosts, Narrator& narrator) {
  std::vector<results::Part> parts;
  for (const ShardFolder& folder : folders) {
    if (Status wanted = check_wanted(services); !wanted) {
      return std::move(wanted).error();
    }
    narrator.step(fmt::format("reading {}", folder.name));
    Result<Recorded> recorded = read_results(services, folder.path);
    if (!recorded) {
      Error error = std::move(recorded).error();
      error.remedy =
          "name the results folders of all shards, as runs with --shard I/N (the input "
          "shard) wrote them";
      return error;
    }
    parts.push_back({.name = folder.name,
                     .run = std::move(recorded->run),
                     .processes = std::move(recorded->processes)});
  }
  return results::merge(std::move(parts), hosts);
}

Result<results::Merged> prepare(const Services& services, std::span<const ShardFolder> folders,
                                results::Hosts hosts, const std::string& results_dir,
                                Narrator& narrator) {
  std::vector<std::string> inputs;
  for (const ShardFolder& folder : folders) {
    inputs.push_back(folder.path);
  }
  if (Status checked = check_out(services, results_dir, inputs); !checked) {
    return std::move(checked).error();
  }
  return read_shards(services, folders, hosts, narrator);
}

// "" when nothing could be written.
std::string write_out(Services& services, const results::Run& run,
                      std::span<const dataset::Process> processes, const std::string& results_dir,
                      std::size_t shards, Ending& ending) {
  KeptBytes most;
  most.samples *= shards;  // each shard kept its own
  Result<ResultsFolder> folder = ResultsFolder::claim(services, results_dir, most);
  if (!folder) {
    ending.overrule(folder.error());
    return {};
  }
  Status written = write_processes(processes, run, *folder);
  if (written) {
    written = folder->write_run(run);
  }
  if (!written) {
    ending.overrule(written.error());
  }
  ending.write(services, folder->path(), {.run = &run, .results_dir = results_dir});
  return folder->path();
}

GateRun refused(Services& services, const Error& error, const std::string& results_dir,
                gate::FailOn fail_on) {
  GateRun result{
      .ending = Ending(gate::undecided(error, {}), fail_on), .record = {}, .results_dir = {}};
  // An older verdict must not be taken for this one.
  if (error.reason != Reason::kUsage && is_results_folder(services, results_dir)) {
    result.ending.write(services, results_dir, {.run = &result.record, .results_dir = {}});
  }
  return result;
}

}  // namespace

Result<std::vector<ShardFolder>> shard_folders_in(const Services& services, const std::string& path,
                                                  const std::string& name) {
  std::vector<ShardFolder> folders;
  if (exists(services, path + "/run.json")) {
    folders.push_back({.path = path, .name = name});
    return folders;
  }
  const Result<std::vector<std::string>> names = services.files.list(path);
  if (!names) {
    return Error{.reason = Reason::kShardMissing,
                 .message = fmt::format("there is no shard: {}", names.error().message),
                 .remedy = "download the results of all shards into this folder first"};
  }
  for (const std::string& one : *names) {
    const Result<os::FileKind> kind = services.files.kind(fmt::format("{}/{}", path, one));
    if (kind && *kind == os::FileKind::kFolder) {
      folders.push_back(
          {.path = fmt::format("{}/{}", path, one), .name = fmt::format("{}/{}", name, one)});
    }
  }
  return folders;
}

GateRun merge_shards(Services& services, std::span<const ShardFolder> folders, results::Hosts hosts,
                     const std::string& results_dir, gate::FailOn fail_on, Narrator& narrator) {
  Result<results::Merged> merged = prepare(services, folders, hosts, results_dir, narrator);
  if (!merged) {
    narrator.run_ends();
    return refused(services, merged.error(), results_dir, fail_on);
  }
  narrator.step("deciding");
  const gate::Evidence evidence = results::evidence_of(merged->run, std::move(merged->processes));
  GateRun result{.ending = Ending(decide_recorded(services, evidence, merged->run), fail_on),
                 .record = std::move(merged->run),
                 .results_dir = {}};
  narrator.step(fmt::format("writing {}", results_dir));
  result.results_dir = write_out(services, result.record, evidence.processes, results_dir,
                                 folders.size(), result.ending);
  narrator.run_ends();
  return result;
}

int merge(Services& services, const MergeOptions& options, Narrator& narrator,
          const Console& console) {
  std::vector<ShardFolder> folders;
  for (const std::string& folder : options.folders) {
    folders.push_back({.path = absolute(services, folder), .name = folder});
  }
  const GateRun merged =
      merge_shards(services, folders, options.hosts, absolute(services, options.out), {}, narrator);
  print_verdict(merged.ending.verdict(), merged.record, merged.ending.code(),
                merged.results_dir.empty() ? std::string() : options.out, options.format, console);
  return merged.ending.code();
}

}  // namespace headgate::app
