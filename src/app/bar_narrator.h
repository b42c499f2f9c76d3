// A run on a terminal: one line at the bottom that is drawn over and over, with a bar, the time
// left, the current benchmark and the running estimate of its ratio.

#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>

#include "app/narrator.h"

namespace headgate::app {

class BarNarrator final : public Narrator {
 public:
  /// `columns` is the terminal's width.
  BarNarrator(std::ostream& out, std::size_t columns) : out_(out), columns_(columns) {}

  void step(std::string_view text) override;
  void measuring_begins(stats::Stage stage, std::size_t trials, double expected_sec) override;
  void trial_ended(const BenchmarkProgress& benchmark, const schedule::Progress& progress) override;
  void measuring_ends() override;
  void foreign_output(std::string_view title, std::string_view text) override;
  void run_ends() override;

 private:
  void draw(const std::string& line);
  void clear();

  std::ostream& out_;
  std::size_t columns_;
};

}  // namespace headgate::app
