// From revisions to two trees on disk: which commits, which settings, and exported copies that a
// build can use. Nothing is written to the user's repository.

#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/narrator.h"
#include "app/sandbox.h"
#include "app/services.h"
#include "core/config/settings.h"
#include "core/gate/finding.h"
#include "core/github/request.h"
#include "core/results/run.h"

namespace headgate::app {

/// Head may be the work tree as it is, uncommitted changes included.
struct WorkTree {};

/// One side, resolved.
struct Source {
  std::variant<git::Commit, WorkTree> what;
  git::Commit commit;    ///< of a work tree: HEAD
  std::string describe;  ///< for people: "1a2b3c4 sum: unroll the loop", "work tree at 1a2b3c4"
};

/// The repository and what is compared in it.
struct Sources {
  std::unique_ptr<git::Repository> repository;
  stats::Sides<Source> sides;
  std::string why;
  std::vector<gate::Caveat> caveats;
};

/// What the user asked to compare: rules for base and for head, or the work tree as head.
struct Question {
  github::Where base;
  std::variant<github::Where, WorkTree> head;
  std::string why;
  std::string base_branch;  ///< to say how far it has moved past base; "" if unknown
  std::vector<std::string> notes;
  /// For a base that is not in the repository.
  std::optional<github::Fallback> fallback = std::nullopt;
  std::string remedy_without_base = {};  ///< what to do then; "" for git's own advice
};

/// Finds both commits. kRevisionUnknown, kShallowCheckout, kBaseUnknown, ...
[[nodiscard]] Result<Sources> find_sources(std::unique_ptr<git::Repository> repository,
                                           const Question& question);

/// Where settings may come from besides the base commit's .headgate.yml.
struct SettingsRequest {
  std::string config_file;  ///< a file of the checkout to use instead; "" for the rule of the sides
  std::vector<config::Override> overrides;
};

struct EffectiveSettings {
  config::Settings settings;
  std::vector<gate::Caveat> caveats;
};

/// defaults < base's .headgate.yml (or head's `measure`, when base has none) < overrides.
[[nodiscard]] Result<EffectiveSettings> load_settings(const Services& services,
                                                      const Sources& sources,
                                                      const SettingsRequest& request);

/// Exports both trees into the sandbox, with the `copy` paths of the work tree. Problems that
/// concern no measured package come back as such; the caller knows the packages.
[[nodiscard]] Result<stats::Sides<git::TreeProblems>> export_trees(Services& services,
                                                                   const Sources& sources,
                                                                   const config::Settings& settings,
                                                                   const Sandbox& sandbox);

}  // namespace headgate::app
