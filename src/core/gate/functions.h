// What the gate says of a whole benchmark function: nothing of it is to be compared, or it failed
// where the other side did not.

#pragma once

#include <optional>
#include <string>

#include "core/gate/finding.h"
#include "core/gate/gate.h"
#include "core/gate/roster.h"

namespace headgate::gate {

/// The finding about a function none of whose series are to be compared: identical, added, removed,
/// skipped or lost. nullopt: both sides have results.
[[nodiscard]] std::optional<Finding> settled(const Function& function, Unchanged unchanged,
                                             Removed removed);

/// Lost: it failed in some process of one side and in none of the other. Its series are compared
/// all the same, for the reader.
[[nodiscard]] std::optional<Finding> failed_on_one_side(const Function& function);

/// Lost: it has results on both sides, and on one of them it failed in every process, so that
/// nobody knows what it would have measured behind its last result.
[[nodiscard]] std::optional<Finding> failed_always(const Function& function);

/// A finding that the benchmark of `key` is lost, and why.
[[nodiscard]] Finding lost(const Function& function, dataset::SeriesKey key, std::string detail);

/// "head: failed: panic: boom": what a mark of package testing says; untrusted.
[[nodiscard]] std::string why_failed(const Mention& mention, stats::Side side);

/// "head: something was printed between ...": what a spoilt line says; untrusted.
[[nodiscard]] std::string why_spoilt(const Mention& mention, stats::Side side);

/// "head: failed in 3 of 10 processes: exit status 1\n...": why a side has no sample; untrusted.
[[nodiscard]] std::string why_without_samples(const FunctionSide& function, stats::Side side);

/// Can it not have changed, and does the run say to leave it alone then?
[[nodiscard]] bool is_left_alone(const Benchmark& benchmark, Unchanged unchanged);

}  // namespace headgate::gate
