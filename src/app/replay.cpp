#include "app/replay.h"

#include <ostream>
#include <utility>

#include <fmt/core.h>

#include "app/results_folder.h"
#include "core/dataset/series.h"
#include "core/gate/gate.h"
#include "core/results/verdict.h"

namespace headgate::app {
namespace {

using stats::Side;

constexpr std::uint64_t kMaxTextBytes = std::uint64_t{2} << 30;
constexpr std::uint64_t kMaxSettingsBytes = 1 << 20;

/// What a replay starts from.
struct Material {
  results::Run run;
  gate::Evidence evidence;
};

Result<Material> from_folder(const Services& services, const std::string& path) {
  Result<Recorded> recorded = read_results(services, path);
  if (!recorded) {
    return std::move(recorded).error();
  }
  gate::Evidence evidence{.benchmarks = recorded->run.benchmarks,
                          .unchanged = recorded->run.settings.unchanged,
                          .processes = std::move(recorded->processes),
                          .texts = std::nullopt,
                          .cpus = recorded->run.cpus,
                          .caveats = recorded->run.caveats};
  return Material{.run = std::move(recorded->run), .evidence = std::move(evidence)};
}

Result<Material> from_texts(const Services& services, const ReplayOptions& options) {
  stats::Sides<dataset::Text> texts;
  Material material;
  for (const Side side : {Side::kBase, Side::kHead}) {
    const std::string& path = side == Side::kBase ? options.base : options.head;
    const Result<std::string> bytes = services.files.read(path, kMaxTextBytes);
    if (!bytes) {
      return Error{
          .reason = Reason::kResultsInvalid,
          .message = fmt::format("cannot read {}: {}", stats::name(side), bytes.error().message)};
    }
    texts.of(side) = dataset::read_text(*bytes, path);
    material.run.sides.of(side).describe = path;
  }
  material.evidence.texts = std::move(texts);
  return material;
}

Status apply_policy(const Services& services, const ReplayOptions& options, Material& material) {
  config::Settings& settings = material.run.settings;
  if (!options.config_file.empty()) {
    const Result<std::string> text = services.files.read(options.config_file, kMaxSettingsBytes);
    if (!text) {
      return Error{
          .reason = Reason::kConfigInvalid,
          .message = fmt::format("cannot read the settings file: {}", text.error().message)};
    }
    Result<config::Settings> applied =
        config::apply_yaml({}, *text, options.config_file, config::Sections::kAll);
    if (!applied) {
      return std::move(applied).error();
    }
    settings.policy = std::move(applied->policy);
  }
  Result<config::Settings> applied = config::apply_overrides(settings, options.overrides);
  if (!applied) {
    return std::move(applied).error();
  }
  settings = *std::move(applied);
  return gate::check_policy(settings.policy, material.evidence.benchmarks);
}

Result<Material> prepare(const Services& services, const ReplayOptions& options) {
  Result<Material> material = options.results.empty() ? from_texts(services, options)
                                                      : from_folder(services, options.results);
  if (!material) {
    return material;
  }
  if (Status applied = apply_policy(services, options, *material); !applied) {
    return std::move(applied).error();
  }
  return material;
}

gate::Verdict decide(const Material& material) {
  gate::Verdict verdict = gate::decide(material.evidence, material.run.settings.policy);
  return material.run.error ? gate::overruled(std::move(verdict), *material.run.error) : verdict;
}

Status write_out(Services& services, const std::string& path, const Material& material,
                 const gate::Verdict& verdict, int code) {
  Result<ResultsFolder> folder = ResultsFolder::claim(services, path);
  if (!folder) {
    return std::move(folder).error();
  }
  for (const dataset::Process& process : material.evidence.processes) {
    if (Status added = folder->add(process); !added) {
      return added;
    }
  }
  const std::string summary =
      report::summary_markdown(verdict, {.run = &material.run, .results_dir = path});
  if (Status written = folder->write_run(material.run); !written) {
    return written;
  }
  if (Status written = folder->write_texts(material.evidence.processes, material.run.host, summary);
      !written) {
    return written;
  }
  return write_verdict(services, path, verdict, material.run.sides, code);
}

}  // namespace

int replay(Services& services, const ReplayOptions& options, const Console& console) {
  const Result<Material> material = prepare(services, options);
  if (!material) {
    const gate::Verdict verdict = gate::undecided(material.error(), {});
    if (options.format == Format::kJson) {
      console.out << results::write_verdict(verdict, {}, gate::exit_code(verdict.decision));
    }
    console.err << report::console(verdict, {}, console.colour);
    return gate::exit_code(verdict.decision);
  }
  gate::Verdict verdict = decide(*material);
  int code = gate::exit_code(verdict.decision);
  if (!options.out.empty()) {
    if (Status written = write_out(services, options.out, *material, verdict, code); !written) {
      verdict = gate::overruled(std::move(verdict), written.error());
      code = gate::exit_code(verdict.decision);
    }
  }
  if (options.format == Format::kJson) {
    console.out << results::write_verdict(verdict, material->run.sides, code);
  } else {
    console.out << report::console(verdict, {.run = &material->run, .results_dir = options.out},
                                   console.colour);
  }
  return code;
}

}  // namespace headgate::app
