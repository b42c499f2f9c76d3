// The two streams of a command as strings, without colour.

#pragma once

#include <sstream>

#include "app/console.h"

namespace headgate::testing_support {

/// To derive a fixture from: what the command printed is in `out` and `err`.
struct CapturedConsole {
  /// Forgets what was printed before.
  void clear_console() {
    out.str("");
    err.str("");
  }

  std::ostringstream out;
  std::ostringstream err;
  app::Console console{.out = out,
                       .err = err,
                       .out_colour = report::Colour::kNever,
                       .err_colour = report::Colour::kNever};
};

}  // namespace headgate::testing_support
