// Where commands for people and scripts write, and how a verdict ends up there.

#pragma once

#include <iosfwd>
#include <string>

#include "core/gate/finding.h"
#include "core/report/report.h"
#include "core/result/result.h"
#include "core/results/run.h"

namespace headgate::app {

enum class Format { kText, kJson };

/// Who reads the streams: GitHub's runner obeys commands that names of benchmarks could spell.
enum class Log { kPlain, kActions };

/// Standard output for what was asked for, standard error for why it could not be had.
struct Console {
  std::ostream& out;
  std::ostream& err;
  report::Colour out_colour;
  report::Colour err_colour;
  Log log = Log::kPlain;
};

/// Prints a verdict: as text, to `err` when it is an error; as JSON to `out`, and an error in words
/// to `err` all the same. `results_dir` is what the user called it; "" where none was written.
void print_verdict(const gate::Verdict& verdict, const results::Run& run, int code,
                   const std::string& results_dir, Format format, const Console& console);

/// Why a command that has no verdict could not do its job, and what to do about it.
void print_error(const Error& error, std::ostream& err);

}  // namespace headgate::app
