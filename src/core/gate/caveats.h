// What a reader of the whole verdict must know, besides the warnings beside single numbers.

#pragma once

#include <set>
#include <string>
#include <vector>

#include "core/gate/finding.h"
#include "core/gate/gate.h"

namespace headgate::gate {

/// The caveats that follow from the findings, the processes and the texts, in a fixed order.
/// `reported` are the base units of all series.
[[nodiscard]] std::vector<Caveat> caveats_of(const std::vector<Finding>& findings,
                                             const Evidence& evidence, const Policy& policy,
                                             const std::set<std::string>& reported);

}  // namespace headgate::gate
