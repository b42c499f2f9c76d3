// What libgit2 said when it failed, and how that becomes an Error.
//
// Users searched for days where a tool hid the library's own words, so class, code and message are
// always in Error.detail.

#pragma once

#include <string>

#include "core/result/result.h"

namespace headgate::git {

/// The library's last error of this thread.
struct Failure {
  /// The failed function's return value, a git_error_code.
  int code;
  /// A git_error_t.
  int error_class;
  std::string message;

  /// "libgit2: object not found - no match for id (...) [code -3, class 9 odb]".
  [[nodiscard]] std::string text() const;
};

/// Call directly after the function that returned `code`.
[[nodiscard]] Failure last_failure(int code);

/// An Error whose detail is the failure's text.
[[nodiscard]] Error error_from(const Failure& failure, Reason reason, std::string message,
                               std::string remedy = {});

/// Whether an object is not in the database.
[[nodiscard]] bool is_missing_object(const Failure& failure);

/// Whether something is in the database and cannot be read.
[[nodiscard]] bool is_damage(const Failure& failure);

/// Why a tree could not be written: kDiskFull, kObjectsMissing, kTreeInvalid or kIoFailed.
[[nodiscard]] Error write_error(const Failure& failure, const std::string& target);

/// For std::filesystem: kDiskFull or kIoFailed, "cannot <action> <path>: <cause>".
[[nodiscard]] Error file_error(int error_number, const std::string& action,
                               const std::string& path);

/// What stops long work that was asked to stop.
[[nodiscard]] Error interrupted();

/// Remedies that several errors share.
inline constexpr const char* kFetchMoreHistory =
    "set `fetch-depth: 2` on actions/checkout (0 fetches the whole history); in a local clone run "
    "`git fetch --unshallow`";
inline constexpr const char* kCheckDatabase = "check the repository with `git fsck`";
inline constexpr const char* kFetchAllObjects =
    "set neither `filter:` nor `sparse-checkout:` on actions/checkout; in a local partial clone "
    "run `git fetch --refetch --no-filter`";

}  // namespace headgate::git
