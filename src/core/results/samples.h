// samples.jsonl: one line per process; and the same measurements as Go benchmark text.

#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/dataset/process.h"
#include "core/result/result.h"
#include "core/results/run.h"

namespace headgate::results {

/// One JSON object on one line, line end included. NaN and infinity are the strings "NaN", "+Inf",
/// "-Inf", never null.
[[nodiscard]] std::string write_process(const dataset::Process& process);

/// All lines of a file. kResultsInvalid with "file:line". An unfinished last line (the run was
/// killed while writing) is left out.
[[nodiscard]] Result<std::vector<dataset::Process>> read_processes(std::string_view jsonl,
                                                                   std::string_view file_name);

/// base.txt, head.txt, confirm.base.txt or confirm.head.txt: results of passed measuring processes
/// in Go benchmark format, in order of rounds, as benchstat reads it; "" when there are none.
[[nodiscard]] std::string benchmark_text(std::span<const dataset::Process> processes,
                                         stats::Stage stage, stats::Side side, const Host& host);

}  // namespace headgate::results
