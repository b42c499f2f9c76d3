#include "cli/output_options.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "app/bar_narrator.h"
#include "app/log_narrator.h"
#include "cli/one_of.h"

namespace headgate::cli {
namespace {

// Tells nothing of how the run goes; why it failed is no progress and is told.
class QuietNarrator final : public app::Narrator {
 public:
  explicit QuietNarrator(std::ostream& err) : log_(err, app::LogStyle::kPlain) {}

  void step(std::string_view) override {}

  void measuring_begins(stats::Stage, std::size_t, double) override {}

  void trial_ended(const app::BenchmarkProgress&, const schedule::Progress&) override {}

  void measuring_ends() override {}

  void foreign_output(std::string_view title, std::string_view text) override {
    log_.foreign_output(title, text);
  }

  void run_ends() override {}

 private:
  app::LogNarrator log_;
};

}  // namespace

void OutputOptions::declare(CLI::App& command, Progress progress) {
  command.add_option("--format", format_, "how to print the verdict [text]")
      ->option_text("text|json")
      ->check(one_of({"text", "json"}));
  offered_ = progress;
  if (progress == Progress::kOffered) {
    command
        .add_option("--progress", progress_, "a bar on a terminal, plain lines, or nothing [auto]")
        ->option_text("auto|plain|none")
        ->check(one_of({"auto", "plain", "none"}));
  }
}

app::Format OutputOptions::format() const {
  return format_ == "json" ? app::Format::kJson : app::Format::kText;
}

std::unique_ptr<app::Narrator> OutputOptions::narrator(const app::Services& services,
                                                       std::ostream& err) const {
  if (progress_ == "none") {
    return std::make_unique<QuietNarrator>(err);
  }
  if (progress_ == "auto" && services.terminal.err == app::Terminal::Kind::kTerminal &&
      services.environment.get("TERM") != "dumb") {
    return std::make_unique<app::BarNarrator>(err, services.terminal.err_columns);
  }
  if (offered_ == Progress::kOnTerminals) {
    return std::make_unique<QuietNarrator>(err);
  }
  return std::make_unique<app::LogNarrator>(err, app::LogStyle::kPlain);
}

app::Console console_for(const app::Services& services, const Streams& streams) {
  const bool wanted =
      services.environment.value("NO_COLOR").empty() && services.environment.get("TERM") != "dumb";
  const auto colour = [&](app::Terminal::Kind kind) {
    return wanted && kind == app::Terminal::Kind::kTerminal ? report::Colour::kAlways
                                                            : report::Colour::kNever;
  };
  return {.out = streams.out,
          .err = streams.err,
          .out_colour = colour(services.terminal.out),
          .err_colour = colour(services.terminal.err),
          .log = services.environment.get("GITHUB_ACTIONS") == "true" ? app::Log::kActions
                                                                      : app::Log::kPlain};
}

}  // namespace headgate::cli
