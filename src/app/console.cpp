#include "app/console.h"

#include <ostream>

#include "core/results/verdict.h"

namespace headgate::app {

void print_verdict(const gate::Verdict& verdict, const results::Run& run, int code,
                   const std::string& results_dir, Format format, const Console& console) {
  const bool failed = verdict.decision == gate::Decision::kError;
  if (format == Format::kJson) {
    console.out << results::write_verdict(verdict, run.sides, code) << std::flush;
  }
  if (format == Format::kText || failed) {
    (failed ? console.err : console.out)
        << report::console(verdict, {.run = &run, .results_dir = results_dir},
                           failed ? console.err_colour : console.out_colour)
        << std::flush;
  }
}

}  // namespace headgate::app
