// The samples of a run as Go benchmark text: base.txt and head.txt, for benchstat and every other
// tool that reads what `go test -bench` prints.
//
// The same samples as the gate's, and the same doubles once benchstat has read them: seconds and
// bytes per second are written as Go prints them, in ns/op and MB/s, digit for digit as they were
// printed. What was printed in a base unit stays in it, and so does 0, whose unit benchstat would
// not convert (it would count the zero in a table of its own).

#pragma once

#include <span>
#include <string>

#include "core/dataset/process.h"
#include "core/results/run.h"
#include "core/stats/design.h"

namespace headgate::results {

/// The samples of one stage and side in order of execution, behind goos, goarch, pkg and cpu lines;
/// "" when there are none. Names and units that the format cannot hold are left out: no test binary
/// prints them.
[[nodiscard]] std::string benchmark_text(std::span<const dataset::Process> processes,
                                         stats::Stage stage, stats::Side side, const Host& host);

}  // namespace headgate::results
