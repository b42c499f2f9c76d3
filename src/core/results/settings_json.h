// The effective settings inside run.json. All of them are written, so that a person can see what
// held; a replay reads them back and starts from their policy.

#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/config/settings.h"
#include "core/results/json_field.h"

namespace headgate::results {

[[nodiscard]] nlohmann::ordered_json settings_json(const config::Settings& settings);

/// Throws FormatError.
[[nodiscard]] config::Settings read_settings(const Field& field);

}  // namespace headgate::results
