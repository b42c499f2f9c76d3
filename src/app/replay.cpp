#include "app/replay.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "app/ending.h"
#include "app/ledger_file.h"
#include "app/paths.h"
#include "app/recorded.h"
#include "app/results_folder.h"
#include "app/settings_file.h"
#include "core/dataset/text.h"
#include "core/gate/gate.h"
#include "core/gate/ledger_table.h"
#include "core/results/evidence.h"

namespace headgate::app {
namespace {

using stats::Side;

// What a replay starts from.
struct Material {
  results::Run record;
  gate::Evidence evidence;
};

Result<Material> from_texts(const Services& services, const stats::Sides<std::string>& paths,
                            Narrator& narrator) {
  Material material;
  material.record.headgate_version = services.version;
  material.record.started_sec = services.clock.wall_sec();
  material.record.event = results::kEventOfTexts;
  stats::Sides<dataset::Text> texts;
  for (const Side side : {Side::kBase, Side::kHead}) {
    const std::string& path = paths.of(side);
    narrator.step(fmt::format("reading {}", path));
    const Result<std::string> bytes = read_text(services, path, side);
    if (!bytes) {
      return bytes.error();
    }
    texts.of(side) = dataset::read_text(*bytes, path);
    material.record.sides.of(side).describe = path;
    if (Status wanted = check_wanted(services); !wanted) {
      return std::move(wanted).error();
    }
  }
  material.evidence.texts = std::move(texts);
  return material;
}

Result<Material> from_folder(const Services& services, const std::string& path,
                             Narrator& narrator) {
  narrator.step(fmt::format("reading {}", path));
  Result<Recorded> recorded = read_results(services, path);
  if (!recorded) {
    return std::move(recorded).error();
  }
  Result<gate::Evidence> evidence = evidence_in(services, path, *recorded);
  if (!evidence) {
    return std::move(evidence).error();
  }
  return Material{.record = std::move(recorded->run), .evidence = *std::move(evidence)};
}

Result<Material> read_material(const Services& services, const ReplayOptions& options,
                               Narrator& narrator) {
  return options.results.empty()
             ? from_texts(services, {.base = options.base, .head = options.head}, narrator)
             : from_folder(services, options.results, narrator);
}

// Or did the run leave out some that a limit may name?
bool holds_all_benchmarks(const Material& material) {
  const config::Scope& scope = material.record.settings.scope;
  const config::Scope everything;
  return material.evidence.texts.has_value() ||
         (scope.bench == everything.bench && scope.skip == everything.skip &&
          !material.record.error && !material.record.shard && !material.record.changed_only);
}

// The recorded policy < that of the settings file < flags.
Status apply_policy(const Services& services, const ReplayOptions& options, Material& material) {
  config::Settings& settings = material.record.settings;
  if (!options.config_file.empty()) {
    Result<config::Settings> file = read_settings_file(services, options.config_file);
    if (!file) {
      return std::move(file).error();
    }
    settings.policy = std::move(file->policy);
  }
  Result<config::Settings> applied =
      config::apply_overrides(std::move(settings), options.overrides);
  if (!applied) {
    return std::move(applied).error();
  }
  settings = *std::move(applied);
  if (options.config_file.empty() || !holds_all_benchmarks(material)) {
    return gate::check_policy(settings.policy);
  }
  return gate::check_policy(settings.policy, gate::benchmarks_of(material.evidence));
}

// The recorded ledger < a file's, and with it what the run said about the recorded one.
Status apply_ledger(const Services& services, const ReplayOptions& options, Material& material) {
  if (options.ledger_file.empty()) {
    return ok();
  }
  Result<gate::Ledger> ledger = read_ledger_file(services, options.ledger_file);
  if (!ledger) {
    return std::move(ledger).error();
  }
  std::vector<gate::Caveat>& caveats = material.record.caveats;
  std::erase_if(caveats,
                [](const gate::Caveat& caveat) { return caveat.code.starts_with("ledger-"); });
  if (holds_all_benchmarks(material)) {
    const std::vector<gate::Caveat> found =
        gate::ledger_caveats(*ledger, gate::benchmarks_of(material.evidence));
    caveats.insert(caveats.end(), found.begin(), found.end());
  }
  material.record.ledger = *std::move(ledger);
  material.evidence.ledger = material.record.ledger;
  material.evidence.caveats = caveats;
  return ok();
}

Status write_texts(const Services& services, const ReplayOptions& options, ResultsFolder& folder) {
  for (const Side side : {Side::kBase, Side::kHead}) {
    const std::string name = fmt::format("{}.txt", stats::name(side));
    const std::string& given = side == Side::kBase ? options.base : options.head;
    const std::string path = options.results.empty() ? given : options.results + "/" + name;
    const Result<std::string> bytes = read_text(services, path, side);
    if (!bytes) {
      return bytes.error();
    }
    if (Status written = folder.write_text(side, *bytes); !written) {
      return written;
    }
  }
  return ok();
}

Status fill(const Services& services, const ReplayOptions& options, const Material& material,
            ResultsFolder& folder) {
  if (Status written = folder.write_run(material.record); !written) {
    return written;
  }
  return material.evidence.texts
             ? write_texts(services, options, folder)
             : write_processes(material.evidence.processes, material.record, folder);
}

// Returns what to call the folder; "" when nothing could be written.
std::string write_out(Services& services, const ReplayOptions& options, const Material& material,
                      Ending& ending) {
  Result<ResultsFolder> folder = ResultsFolder::claim(services, absolute(services, options.out));
  if (!folder) {
    ending.overrule(folder.error());
    return {};
  }
  if (Status filled = fill(services, options, material, *folder); !filled) {
    ending.overrule(filled.error());
  }
  ending.write(services, folder->path(), {.run = &material.record, .results_dir = options.out});
  return options.out;
}

Result<Material> prepare(const Services& services, const ReplayOptions& options,
                         Narrator& narrator) {
  const std::array inputs = {options.results, options.base, options.head};
  if (Status checked = check_out(services, options.out, inputs); !checked) {
    return std::move(checked).error();
  }
  if (Status wanted = check_wanted(services); !wanted) {
    return std::move(wanted).error();
  }
  Result<Material> material = read_material(services, options, narrator);
  if (material) {
    for (const auto apply : {apply_policy, apply_ledger}) {
      if (Status applied = apply(services, options, *material); !applied) {
        return std::move(applied).error();
      }
    }
  }
  return material;
}

}  // namespace

int replay(Services& services, const ReplayOptions& options, Narrator& narrator,
           const Console& console) {
  const Result<Material> material = prepare(services, options, narrator);
  if (material) {
    narrator.step("deciding");
  }
  Ending ending(material ? decide_recorded(services, material->evidence, material->record)
                         : gate::undecided(material.error(), {}));
  std::string written_to;
  if (material && !options.out.empty()) {
    narrator.step(fmt::format("writing {}", options.out));
    written_to = write_out(services, options, *material, ending);
  } else if (!material && material.error().reason != Reason::kUsage && !options.out.empty() &&
             is_results_folder(services, absolute(services, options.out))) {
    const results::Run nothing;  // an older verdict must not be taken for this one
    ending.write(services, absolute(services, options.out), {.run = &nothing, .results_dir = {}});
  }
  narrator.run_ends();
  print_verdict(ending.verdict(), material ? material->record : results::Run{}, ending.code(),
                written_to, options.format, console);
  return ending.code();
}

}  // namespace headgate::app
