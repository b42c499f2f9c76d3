#include "edge/git/failure.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>
#include <system_error>
#include <utility>

#include <git2.h>

namespace headgate::git {
namespace {

struct ClassName {
  int error_class;
  std::string_view name;
};

constexpr auto kClassNames = std::to_array<ClassName>({
    {GIT_ERROR_OS, "os"},
    {GIT_ERROR_INVALID, "invalid"},
    {GIT_ERROR_REFERENCE, "reference"},
    {GIT_ERROR_ZLIB, "zlib"},
    {GIT_ERROR_REPOSITORY, "repository"},
    {GIT_ERROR_CONFIG, "config"},
    {GIT_ERROR_ODB, "odb"},
    {GIT_ERROR_INDEX, "index"},
    {GIT_ERROR_OBJECT, "object"},
    {GIT_ERROR_TREE, "tree"},
    {GIT_ERROR_SUBMODULE, "submodule"},
    {GIT_ERROR_CHECKOUT, "checkout"},
    {GIT_ERROR_FILTER, "filter"},
    {GIT_ERROR_FILESYSTEM, "filesystem"},
    {GIT_ERROR_WORKTREE, "worktree"},
});

std::string cause(int error_number) {
  return std::error_code(error_number, std::generic_category()).message();
}

// The library keeps errno only as text at the end of its message.
bool names_full_disk(const Failure& failure) {
  return failure.error_class == GIT_ERROR_OS &&
         (failure.message.ends_with(cause(ENOSPC)) || failure.message.ends_with(cause(EDQUOT)));
}

constexpr const char* kMakeSpace = "make room on the disk that holds the temporary folder";

}  // namespace

std::string Failure::text() const {
  const auto* const known = std::find_if(
      kClassNames.begin(), kClassNames.end(),
      [this](const ClassName& candidate) { return candidate.error_class == error_class; });
  const std::string_view name = known == kClassNames.end() ? "other" : known->name;
  return fmt::format("libgit2: {} [code {}, class {} {}]", message, code, error_class, name);
}

Failure last_failure(int code) {
  const git_error* const error = git_error_last();
  if (error == nullptr || error->message == nullptr) {
    return Failure{.code = code, .error_class = GIT_ERROR_NONE, .message = "no message"};
  }
  return Failure{.code = code, .error_class = error->klass, .message = error->message};
}

Error error_from(const Failure& failure, Reason reason, std::string message, std::string remedy) {
  return Error{.reason = reason,
               .message = std::move(message),
               .remedy = std::move(remedy),
               .detail = failure.text()};
}

bool is_missing_object(const Failure& failure) {
  return failure.code == GIT_ENOTFOUND && failure.error_class == GIT_ERROR_ODB;
}

bool is_damage(const Failure& failure) {
  return failure.code != GIT_ENOTFOUND && failure.code != GIT_EAMBIGUOUS &&
         (failure.error_class == GIT_ERROR_ODB || failure.error_class == GIT_ERROR_ZLIB ||
          failure.error_class == GIT_ERROR_OS);
}

Error write_error(const Failure& failure, const std::string& target) {
  if (names_full_disk(failure)) {
    return error_from(failure, Reason::kDiskFull, "no space left while writing to " + target,
                      kMakeSpace);
  }
  if (is_missing_object(failure)) {
    return error_from(failure, Reason::kObjectsMissing,
                      "an object that has to be written to " + target + " is not in the database",
                      kFetchAllObjects);
  }
  if (failure.error_class == GIT_ERROR_CHECKOUT || failure.error_class == GIT_ERROR_INDEX) {
    return error_from(failure, Reason::kTreeInvalid, "git would not write this tree to disk",
                      "remove the entry that the message names from the commit");
  }
  return error_from(failure, Reason::kIoFailed, "cannot write to " + target);
}

Error file_error(int error_number, const std::string& action, const std::string& path) {
  if (error_number == ENOSPC || error_number == EDQUOT) {
    return Error{.reason = Reason::kDiskFull,
                 .message = fmt::format("cannot {} {}: {}", action, path, cause(error_number)),
                 .remedy = kMakeSpace};
  }
  return Error{.reason = Reason::kIoFailed,
               .message = fmt::format("cannot {} {}: {}", action, path, cause(error_number))};
}

Error interrupted() {
  return Error{.reason = Reason::kInterrupted, .message = "stopped while reading the repository"};
}

}  // namespace headgate::git
