// The action's inputs, read from the environment in one place into one struct.
//
// GitHub passes an input `min-delta` as INPUT_MIN-DELTA, empty when not given. Inputs that are
// settings become overrides; an INPUT_ variable that nobody declared is a typing mistake in the
// workflow and is told.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/groundwork.h"
#include "core/config/settings.h"
#include "core/gate/fail_on.h"
#include "core/gate/finding.h"
#include "core/result/result.h"
#include "core/results/merge.h"
#include "core/schedule/shard.h"
#include "edge/os/environment.h"

namespace headgate::app {

struct ActionInputs {
  std::string base;
  std::string head;
  std::string working_directory;  ///< below the workspace; "" for the workspace itself
  std::string config;             ///< settings file below the repository; "" for .headgate.yml
  std::string results_dir = "headgate-results";  ///< below the workspace
  std::string cache_dir;  ///< below the workspace, or absolute; "" for the default
  gate::FailOn fail_on = {};
  std::optional<schedule::Shard> shard = std::nullopt;
  std::string costs = {};  ///< below the workspace; "" for none
  GateRunOptions::ChangedOnly changed_only = GateRunOptions::ChangedOnly::kNo;
  /// Folder below the workspace that holds the results folders of all shards, to be merged instead
  /// of measuring; "": measure.
  std::string merge = {};
  results::Hosts hosts = results::Hosts::kAlike;
  std::string waive_label = {};  ///< "" where no label lets regressions pass
  std::vector<config::Override> overrides = {};
  std::vector<gate::Caveat> caveats = {};  ///< about inputs that do not exist
};

/// kConfigInvalid for a value that cannot be, or an input that this version does not have yet.
[[nodiscard]] Result<ActionInputs> read_inputs(const os::Environment& environment);

}  // namespace headgate::app
