// --format, --progress and colour: how a command shows what it has to say.

#pragma once

#include <memory>
#include <string>

#include "app/console.h"
#include "app/narrator.h"
#include "app/services.h"
#include "cli/cli11_fwd.h"
#include "cli/command.h"

namespace headgate::cli {

class OutputOptions {
 public:
  /// Whether `--progress` chooses, or a bar is drawn on terminals and nothing is told elsewhere.
  enum class Progress { kOffered, kOnTerminals };

  void declare(CLI::App& command, Progress progress);

  [[nodiscard]] app::Format format() const;
  /// A bar on a terminal, lines elsewhere, or nothing, as --progress says.
  [[nodiscard]] std::unique_ptr<app::Narrator> narrator(const app::Services& services,
                                                        std::ostream& err) const;

 private:
  std::string format_ = "text";
  std::string progress_ = "auto";
  Progress offered_ = Progress::kOffered;
};

/// The streams as a command uses them. Colour on a terminal, unless NO_COLOR is set to anything or
/// the terminal is dumb.
[[nodiscard]] app::Console console_for(const app::Services& services, const Streams& streams);

}  // namespace headgate::cli
