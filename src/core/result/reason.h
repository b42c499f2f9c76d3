// Why a gate could not decide: one stable kebab-case code per cause, the same in verdict.json, in
// the action's `reason` output, in annotations and in the documentation.
//
// Codes are stored in files and matched by scripts: never rename or reuse one.

#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace headgate {

enum class Reason {
  // Asked for something that makes no sense.
  kUsage,
  kConfigInvalid,
  // The event and the checkout.
  kEventInvalid,
  kEventUnsupported,
  kNoRepository,
  kRepositoryUnreadable,
  kRevisionUnknown,
  kBaseUnknown,
  kNotAMergeCommit,
  kShallowCheckout,
  kObjectsMissing,
  kSubmoduleInPackage,
  kLfsPointerInPackage,
  kTreeInvalid,
  // What there is to measure, and building it.
  kNoModule,
  kNoPackage,
  kNoBenchmark,
  kReplaceOutsideTree,
  kToolchainMissing,
  kToolchainTooOld,
  kPrepareFailed,
  kBuildFailed,
  kListFailed,
  kNoexec,
  // Measuring.
  kSeriesLost,
  kSeriesInvalid,
  kAmbiguousName,
  kTooFewSamples,
  kNothingCompared,
  kEnvironmentMismatch,
  kBinaryChanged,
  kTooManyResults,
  kDeadline,
  kInterrupted,
  // Shards of one run.
  kShardEmpty,
  kShardsDiffer,
  kShardMissing,
  kShardDuplicate,
  kShardUnfinished,
  // Speaking to GitHub.
  kTokenMissing,
  kPullRequestMismatch,
  kApiRefused,
  kApiUnreadable,
  kRateLimited,
  kNetworkFailed,
  kServerUntrusted,
  // Files and the machine.
  kResultsFolderForeign,
  kResultsInvalid,
  kSchemaTooNew,
  kDiskFull,
  kIoFailed,
  kProcessFailed,
  kInternal,
};

/// The stable code, e.g. "not-a-merge-commit".
[[nodiscard]] std::string_view code(Reason reason);

/// The reason with this code; nullopt for any other text.
[[nodiscard]] std::optional<Reason> reason_from_code(std::string_view text);

/// One reason, its code and what it means in a sentence, for `--help` and the documentation.
struct ReasonText {
  Reason reason;
  std::string_view code;
  std::string_view meaning;
};

/// Every reason, in the order of the enum.
[[nodiscard]] std::span<const ReasonText> all_reasons();

}  // namespace headgate
