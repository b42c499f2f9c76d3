#include "cli/output_options.h"

#include <algorithm>
#include <vector>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/core.h>

#include "app/bar_narrator.h"
#include "app/log_narrator.h"

namespace headgate::cli {
namespace {

// Accepts exactly these words; CLI11's own check prints types instead.
CLI::Validator one_of(std::vector<std::string> words) {
  std::string list;
  for (const std::string& word : words) {
    list += (list.empty() ? "" : ", ") + word;
  }
  return CLI::Validator(
      [words = std::move(words), list](std::string& value) {
        return std::find(words.begin(), words.end(), value) != words.end()
                   ? std::string()
                   : fmt::format("'{}' is not one of {}", value, list);
      },
      "");
}

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
  command.add_option("--format", format_, "How to print the verdict [text]")
      ->option_text("text|json")
      ->check(one_of({"text", "json"}));
  if (progress == Progress::kOffered) {
    command
        .add_option("--progress", progress_, "A bar on a terminal, plain lines, or nothing [auto]")
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
  return std::make_unique<app::LogNarrator>(err, app::LogStyle::kPlain);
}

app::Console OutputOptions::console(const app::Services& services, const Streams& streams) const {
  const bool wanted = services.environment.get("NO_COLOR").value_or("").empty() &&
                      services.environment.get("TERM") != "dumb";
  const auto colour = [&](app::Terminal::Kind kind) {
    return wanted && kind == app::Terminal::Kind::kTerminal ? report::Colour::kAlways
                                                            : report::Colour::kNever;
  };
  return {.out = streams.out,
          .err = streams.err,
          .out_colour = colour(services.terminal.out),
          .err_colour = colour(services.terminal.err)};
}

}  // namespace headgate::cli
