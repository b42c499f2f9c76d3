// Where commands for people and scripts write, and how a verdict ends up there.

#pragma once

#include <iosfwd>
#include <string>

#include "core/gate/finding.h"
#include "core/report/report.h"
#include "core/results/run.h"

namespace headgate::app {

enum class Format { kText, kJson };

/// Standard output for what was asked for, standard error for why it could not be had.
struct Console {
  std::ostream& out;
  std::ostream& err;
  report::Colour out_colour;
  report::Colour err_colour;
};

/// Prints a verdict: as text, to `err` when it is an error; as JSON to `out`, and an error in words
/// to `err` all the same. `results_dir` is what the user called it; "" where none was written.
void print_verdict(const gate::Verdict& verdict, const results::Run& run, int code,
                   const std::string& results_dir, Format format, const Console& console);

}  // namespace headgate::app
