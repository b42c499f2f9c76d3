#include "edge/git/export_obstacle.h"

#include <cstddef>
#include <vector>

#include <fmt/core.h>

#include "edge/git/failure.h"

namespace headgate::git {
namespace {

constexpr std::size_t kShownPaths = 5;

std::string some_of(const std::vector<std::string>& paths) {
  std::string text;
  for (std::size_t i = 0; i < paths.size() && i < kShownPaths; ++i) {
    text += fmt::format("{}'{}'", i == 0 ? "" : ", ", paths[i]);
  }
  if (paths.size() > kShownPaths) {
    text += fmt::format(" and {} more", paths.size() - kShownPaths);
  }
  return text;
}

}  // namespace

std::optional<Error> export_obstacle(const TreeProblems& problems, const std::string& tree_name) {
  if (!problems.hostile.empty()) {
    return Error{.reason = Reason::kTreeInvalid,
                 .message = fmt::format("{} has entries that cannot be written safely: {}",
                                        tree_name, some_of(problems.hostile)),
                 .remedy = "remove them from the commit; git itself would not check them out"};
  }
  if (!problems.missing_objects.empty()) {
    return Error{.reason = Reason::kObjectsMissing,
                 .message = fmt::format("{} is incomplete, its objects were not fetched: {}",
                                        tree_name, some_of(problems.missing_objects)),
                 .remedy = kFetchAllObjects};
  }
  return std::nullopt;
}

}  // namespace headgate::git
