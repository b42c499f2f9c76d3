#include "core/config/setting.h"

namespace headgate::config {

std::vector<std::string> differences(const Settings& left, const Settings& right) {
  std::vector<std::string> names;
  for (const Setting& setting : all_settings()) {
    if (setting.compare(left, right) == Same::kNo) {
      names.emplace_back(setting_name(setting.spec));
    }
  }
  return names;
}

}  // namespace headgate::config
