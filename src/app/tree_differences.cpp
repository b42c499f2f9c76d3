#include "app/tree_differences.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace headgate::app {
namespace {

using stats::Side;

// What stands at a path, in words that differ where it does.
Result<std::string> content(const Services& services, const std::string& path) {
  const Result<os::FileKind> kind = services.files.kind(path);
  if (!kind) {
    return kind.error();
  }
  if (*kind == os::FileKind::kSymlink) {
    const Result<std::string> target = services.files.link_target(path);
    return target ? Result<std::string>("-> " + *target) : target;
  }
  return services.files.sha256_file(path);
}

Result<bool> differ(const Services& services, const stats::Sides<std::string>& trees,
                    const std::string& path) {
  const Result<std::string> base = content(services, trees.base + "/" + path);
  if (!base) {
    return base.error();
  }
  const Result<std::string> head = content(services, trees.head + "/" + path);
  if (!head) {
    return head.error();
  }
  return *base != *head;
}

}  // namespace

Result<TreeDifferences> tree_differences(const Services& services,
                                         const stats::Sides<std::string>& trees) {
  TreeDifferences found;
  for (const Side side : {Side::kBase, Side::kHead}) {
    Result<std::vector<std::string>> files = services.files.walk_files(trees.of(side));
    if (!files) {
      return std::move(files).error();
    }
    found.files.of(side) = *std::move(files);
  }
  const auto& [base, head] = found.files;
  std::set_symmetric_difference(base.begin(), base.end(), head.begin(), head.end(),
                                std::back_inserter(found.paths));
  std::vector<std::string> common;
  std::set_intersection(base.begin(), base.end(), head.begin(), head.end(),
                        std::back_inserter(common));
  for (std::string& path : common) {
    if (services.interrupts.pending()) {
      return Error{.reason = Reason::kInterrupted,
                   .message = "interrupted while base and head were compared"};
    }
    const Result<bool> is_different = differ(services, trees, path);
    if (!is_different) {
      return is_different.error();
    }
    if (*is_different) {
      found.paths.push_back(std::move(path));
    }
  }
  std::sort(found.paths.begin(), found.paths.end());
  return found;
}

}  // namespace headgate::app
