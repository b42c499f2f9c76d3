#include "core/benchfmt/test_events.h"

#include <nlohmann/json.hpp>

namespace headgate::benchfmt {
namespace {

std::string text_of(const nlohmann::json& event, const char* key) {
  const auto at = event.find(key);
  return at != event.end() && at->is_string() ? at->get<std::string>() : std::string();
}

}  // namespace

bool TestEvents::take(std::string_view line) {
  if (!line.starts_with('{')) {
    return false;
  }
  constexpr bool kThrow = false;
  const nlohmann::json event = nlohmann::json::parse(line, nullptr, kThrow);
  if (!event.is_object() || !event.contains("Action")) {
    return false;
  }
  // Builds have events too ("build-output"), with an import path instead of a package.
  if (text_of(event, "Action") != "output") {
    return true;
  }
  const std::string package = text_of(event, "Package");
  const auto [at, is_new] = index_.emplace(package, packages_.size());
  if (is_new) {
    packages_.push_back({.package = package, .text = {}});
  }
  packages_[at->second].text.append(text_of(event, "Output"));
  return true;
}

}  // namespace headgate::benchfmt
