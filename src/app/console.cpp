#include "app/console.h"

#include <ostream>

#include <fmt/core.h>

#include "core/github/neutral_text.h"
#include "core/results/verdict.h"

namespace headgate::app {

void print_verdict(const gate::Verdict& verdict, const results::Run& run, int code,
                   const std::string& results_dir, Format format, const Console& console) {
  const bool failed = verdict.decision == gate::Decision::kError;
  if (format == Format::kJson) {
    const std::string json = results::write_verdict(verdict, run.sides, code);
    console.out << (console.log == Log::kActions ? github::neutral_json(json) : json) << std::flush;
  }
  if (format == Format::kText || failed) {
    (failed ? console.err : console.out)
        << report::console(verdict, {.run = &run, .results_dir = results_dir},
                           failed ? console.err_colour : console.out_colour)
        << std::flush;
  }
}

void print_error(const Error& error, std::ostream& err) {
  // Of usage only the user's own words are quoted, tabs and all.
  const std::string message =
      error.reason == Reason::kUsage ? error.message : github::neutral_lines(error.message);
  err << fmt::format("headgate: error ({}): {}\n", code(error.reason), message);
  if (!error.remedy.empty()) {
    err << "  " << github::neutral_lines(error.remedy) << '\n';
  }
}

}  // namespace headgate::app
