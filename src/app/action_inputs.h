// The action's inputs, read from the environment in one place into one struct.
//
// GitHub passes an input `min-delta` as INPUT_MIN-DELTA, trimmed by us, empty when not given.
// Inputs that are settings become overrides; an INPUT_ variable that nobody declared is a typing
// mistake in the workflow and is told.

#pragma once

#include <string>
#include <vector>

#include "core/config/settings.h"
#include "core/gate/fail_on.h"
#include "core/result/result.h"
#include "edge/os/environment.h"

namespace headgate::app {

struct ActionInputs {
  std::string base;
  std::string head;
  std::string working_directory;  ///< below the workspace; "" for the workspace itself
  std::string config_file;        ///< below the repository
  std::string results_dir = "headgate-results";
  std::string cache_dir;
  gate::FailOn fail_on = {};
  std::vector<config::Override> overrides = {};
  std::vector<std::string> unknown = {};  ///< names of inputs that do not exist
};

/// kConfigInvalid for a value that cannot be, or an input that this version does not have yet.
[[nodiscard]] Result<ActionInputs> read_inputs(const os::Environment& environment);

}  // namespace headgate::app
