// A run told in lines: for CI logs, and wherever there is no terminal.

#pragma once

#include <cstddef>
#include <iosfwd>
#include <map>
#include <string>
#include <utility>

#include "app/narrator.h"

namespace headgate::app {

/// kGithub folds measuring and foreign output into log groups of GitHub's runner. A group never
/// stays open, whatever ends what is told in it: what follows would be folded away with it.
enum class LogStyle { kPlain, kGithub };

class LogNarrator final : public Narrator {
 public:
  LogNarrator(std::ostream& out, LogStyle style) : out_(out), style_(style) {}

  LogNarrator(const LogNarrator&) = delete;
  LogNarrator& operator=(const LogNarrator&) = delete;

  ~LogNarrator() override { end_group(); }

  void step(std::string_view text) override;
  void measuring_begins(stats::Stage stage, std::size_t trials, double expected_sec) override;
  void trial_ended(const BenchmarkProgress& benchmark, const schedule::Progress& progress) override;
  void measuring_ends() override;
  void foreign_output(std::string_view title, std::string_view text) override;

  void run_ends() override { end_group(); }

 private:
  void begin_group(const std::string& title);
  void end_group();

  std::ostream& out_;
  LogStyle style_;
  enum class Group { kClosed, kOpen } group_ = Group::kClosed;
  std::size_t round_ = 0;
  // By package and name, in the order of names: what its last trial said.
  std::map<std::pair<std::string, std::string>, BenchmarkProgress> latest_;
};

}  // namespace headgate::app
