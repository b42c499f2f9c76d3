// samples.jsonl: one line per process, written while the run goes, so that a killed run loses at
// most the line it was writing.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/dataset/process.h"
#include "core/result/result.h"

namespace headgate::results {

/// One JSON object on one line, line end included. NaN and infinity are the strings "NaN", "+Inf",
/// "-Inf", never null.
[[nodiscard]] std::string write_process(const dataset::Process& process);

/// All lines of a file. An unfinished last line (the run was killed while writing) is left out;
/// whether that is to be expected is for check_complete() of run.h.
/// kResultsInvalid with "file:line" and what is wrong there, also a process that stands twice;
/// never throws.
[[nodiscard]] Result<std::vector<dataset::Process>> read_processes(std::string_view jsonl,
                                                                   std::string_view file_name);

}  // namespace headgate::results
