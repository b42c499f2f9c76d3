// One setting with everything that is known of it: its place in the documentation, how it is read,
// and how two values of it compare.
//
// The one table of settings. YAML, flags, inputs, differences and the documentation walk over it,
// so that a setting cannot be forgotten in one of them.

#pragma once

#include <span>
#include <string_view>

#include "core/config/reading.h"
#include "core/config/settings.h"

namespace headgate::config {

enum class Same { kNo, kYes };

struct Setting {
  SettingSpec spec;
  Status (*read)(Settings& settings, const Subject& subject, const TreeNode& node);
  Same (*compare)(const Settings& left, const Settings& right);
};

/// Every setting, in the order of the documentation.
[[nodiscard]] std::span<const Setting> all_settings();

}  // namespace headgate::config
