// How long the processes of a benchmark took: what to expect when it is measured again.

#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <tuple>

#include "core/dataset/process.h"

namespace headgate::dataset {

/// Mean wall seconds of the measuring processes of the first stage that ran this function, over the
/// number of functions that each of them ran; 0 where there is none.
[[nodiscard]] double mean_wall_sec(std::span<const Process> processes, std::string_view module,
                                   std::string_view package, std::string_view function);

using FunctionName =
    std::tuple<std::string, std::string, std::string>;  // module, package, function

/// The same of every function that was measured.
[[nodiscard]] std::map<FunctionName, double> mean_wall_secs(std::span<const Process> processes);

}  // namespace headgate::dataset
