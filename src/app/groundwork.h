// Everything that comes before the first build, for a run as for a dry run: settings, both trees on
// disk, modules, packages and the benchmarks that their sources declare.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/binaries.h"
#include "app/deadline.h"
#include "app/effective_settings.h"
#include "app/modules.h"
#include "app/narrator.h"
#include "app/packages.h"
#include "app/sandbox.h"
#include "app/services.h"
#include "app/shard.h"
#include "app/sources.h"
#include "core/gate/fail_on.h"
#include "core/gate/finding.h"
#include "core/results/run.h"
#include "core/schedule/items.h"

namespace headgate::app {

/// What the caller decided before the run.
struct GateRunOptions {
  std::string event = "local";
  std::optional<std::uint64_t> pull_request = std::nullopt;
  SettingsRequest settings = {};
  std::string results_dir = {};   ///< absolute
  std::string results_name = {};  ///< what the user calls it, for what people read
  std::string cache_dir = {};     ///< absolute; "" for the default
  /// Folder below the repository that stands for `modules: [.]`; "." for its root.
  std::string module_folder = ".";
  std::optional<ShardRequest> shard = std::nullopt;
  enum class ChangedOnly { kNo, kYes } changed_only = ChangedOnly::kNo;
  std::vector<gate::Caveat> caveats = {};
  gate::FailOn fail_on = {};
  gate::WaiverAnswer waiver = {};
};

class Groundwork {
 public:
  /// All of them must outlive it.
  Groundwork(Services& services, const GateRunOptions& options, Narrator& narrator);

  /// Takes over the sources and settles how they are compared. Writes nothing.
  [[nodiscard]] Status settle(Result<Sources> sources);
  /// Exports both trees, prepares them, and finds the packages to measure.
  [[nodiscard]] Status lay();

  /// What is known of the run so far, whether or not a step failed.
  [[nodiscard]] results::Run& record() { return record_; }

  // Once `settle` has succeeded:

  [[nodiscard]] const Share& share() const { return *share_; }

  [[nodiscard]] schedule::RunArguments arguments() const;

  /// In force from `settle` on, when the settings are known.
  [[nodiscard]] const Deadline& deadline() const { return deadline_; }

  /// Until `lay`, which lets go of it.
  [[nodiscard]] git::Repository& repository() { return *sources_->repository; }

  // Once `lay` has succeeded:

  [[nodiscard]] Sandbox& sandbox() { return *sandbox_; }

  [[nodiscard]] go::Go& go() { return *go_; }

  [[nodiscard]] Packages& packages() { return packages_; }

  [[nodiscard]] const MeasureEnvironment& environment() const { return environment_; }

  /// Removes the trees and all that lies beside them, if they were made at all; returns the caveat
  /// when something is left behind.
  [[nodiscard]] std::optional<gate::Caveat> clear();

 private:
  Status check_overrides();
  Status take_sources(Result<Sources> sources);
  Status read_settings();
  Status read_ledger();
  Status describe_host();
  Status export_trees();
  Status start_go();
  Status find_modules();
  void note_network();
  Status prepare();
  Status find_packages();
  [[nodiscard]] bool is_narrowed() const;
  Status check_limits();
  Status select_packages();
  Status leave_out_untouched();
  Status take_shard();
  Status check_problems();
  void add_caveats(const std::vector<gate::Caveat>& caveats);

  Services& services_;
  const GateRunOptions& options_;
  Narrator& narrator_;
  Deadline deadline_;
  results::Run record_ = {};
  std::optional<Sources> sources_;
  std::optional<Share> share_;
  std::optional<Sandbox> sandbox_;
  stats::Sides<git::TreeProblems> problems_;
  std::string checkout_ = {};  ///< the repository's work tree
  std::optional<go::Context> context_;
  std::unique_ptr<go::Go> go_;
  Modules modules_ = {};
  Packages packages_ = {};
  MeasureEnvironment environment_ = {};
};

}  // namespace headgate::app
