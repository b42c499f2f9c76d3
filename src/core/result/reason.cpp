#include "core/result/reason.h"

#include <array>

namespace headgate {
namespace {

constexpr auto kReasons = std::to_array<ReasonText>({
    {Reason::kUsage, "usage", "the command line asks for something that does not exist"},
    {Reason::kConfigInvalid, "config-invalid", "a setting has a wrong name, type or value"},
    {Reason::kEventInvalid, "event-invalid",
     "the event file is missing or is not the payload GitHub documents"},
    {Reason::kEventUnsupported, "event-unsupported",
     "the event gives the job secrets or has no commit to compare; the gate must not build code "
     "there"},
    {Reason::kNoRepository, "no-repository", "the folder is not a git repository"},
    {Reason::kRepositoryUnreadable, "repository-unreadable", "the git repository cannot be opened"},
    {Reason::kRevisionUnknown, "revision-unknown", "a revision names no commit of the repository"},
    {Reason::kBaseUnknown, "base-unknown", "nothing says which commit to compare with"},
    {Reason::kNotAMergeCommit, "not-a-merge-commit",
     "the checked-out commit is neither the pull request's merge commit nor its head"},
    {Reason::kShallowCheckout, "shallow-checkout",
     "the checkout is too shallow to contain the base commit"},
    {Reason::kObjectsMissing, "objects-missing",
     "files of a commit are not in the object database"},
    {Reason::kSubmoduleInPackage, "submodule-in-package",
     "a measured package's folder holds a submodule"},
    {Reason::kLfsPointerInPackage, "lfs-pointer-in-package",
     "a measured package's folder holds Git LFS pointers instead of files"},
    {Reason::kTreeInvalid, "tree-invalid", "a commit's tree cannot be written to disk safely"},
    {Reason::kNoModule, "no-module", "no go.mod where one is expected"},
    {Reason::kNoPackage, "no-package", "no package matches"},
    {Reason::kNoBenchmark, "no-benchmark", "no benchmark matches"},
    {Reason::kReplaceOutsideTree, "replace-outside-tree",
     "a replace directive points outside the repository"},
    {Reason::kToolchainMissing, "toolchain-missing", "there is no go command"},
    {Reason::kToolchainTooOld, "toolchain-too-old",
     "the Go toolchain that a module asks for cannot be had"},
    {Reason::kPrepareFailed, "prepare-failed", "a command of measure.prepare failed"},
    {Reason::kBuildFailed, "build-failed", "a test binary does not build"},
    {Reason::kListFailed, "list-failed", "a test binary does not list its benchmarks"},
    {Reason::kNoexec, "noexec", "no temporary folder allows programs to run"},
    {Reason::kSeriesLost, "series-lost", "a benchmark that was there has no samples"},
    {Reason::kSeriesInvalid, "series-invalid",
     "a gated benchmark reports NaN, infinity or less than 0"},
    {Reason::kAmbiguousName, "ambiguous-name", "one process printed two results of one name"},
    {Reason::kTooFewSamples, "too-few-samples", "too few samples for the test to reach alpha"},
    {Reason::kNothingCompared, "nothing-compared", "no benchmark was compared"},
    {Reason::kEnvironmentMismatch, "environment-mismatch",
     "base and head were measured under different conditions"},
    {Reason::kBinaryChanged, "binary-changed", "a test binary changed while it was measured"},
    {Reason::kTooManyResults, "too-many-results",
     "the benchmarks print more results than a run keeps"},
    {Reason::kDeadline, "deadline", "the run's time limit was reached"},
    {Reason::kInterrupted, "interrupted", "the run was interrupted by a signal"},
    {Reason::kShardEmpty, "shard-empty", "a shard has nothing to compare by itself"},
    {Reason::kShardsDiffer, "shards-differ",
     "the shards to merge are not of one run, or of different machines"},
    {Reason::kShardMissing, "shard-missing", "not all shards of the run are there"},
    {Reason::kShardDuplicate, "shard-duplicate", "one shard is there twice"},
    {Reason::kShardUnfinished, "shard-unfinished", "a shard was killed before it was measured"},
    {Reason::kTokenMissing, "token-missing",
     "there is no token to speak to GitHub with, or it cannot be one"},
    {Reason::kPullRequestMismatch, "pull-request-mismatch",
     "results are about another pull request than the event"},
    {Reason::kApiRefused, "api-refused", "GitHub's API refused a request"},
    {Reason::kApiUnreadable, "api-unreadable",
     "GitHub's API answered with something else than it documents"},
    {Reason::kRateLimited, "rate-limited", "GitHub's API wants fewer requests, or later ones"},
    {Reason::kNetworkFailed, "network-failed", "a server cannot be reached, or does not answer"},
    {Reason::kServerUntrusted, "server-untrusted",
     "a server cannot prove who it is, or sends us elsewhere"},
    {Reason::kResultsFolderForeign, "results-folder-foreign",
     "the results folder holds files that are not headgate's"},
    {Reason::kResultsInvalid, "results-invalid", "recorded results cannot be read"},
    {Reason::kSchemaTooNew, "schema-too-new", "recorded results were written by a newer headgate"},
    {Reason::kDiskFull, "disk-full", "there is no space left on the device"},
    {Reason::kIoFailed, "io-failed", "a file cannot be read or written"},
    {Reason::kProcessFailed, "process-failed", "a program could not be started"},
    {Reason::kInternal, "internal", "a bug in headgate"},
});

}  // namespace

std::string_view code(Reason reason) {
  for (const ReasonText& text : kReasons) {
    if (text.reason == reason) {
      return text.code;
    }
  }
  return "internal";
}

std::optional<Reason> reason_from_code(std::string_view text) {
  for (const ReasonText& known : kReasons) {
    if (known.code == text) {
      return known.reason;
    }
  }
  return std::nullopt;
}

std::span<const ReasonText> all_reasons() { return kReasons; }

}  // namespace headgate
