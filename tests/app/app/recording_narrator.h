// A narrator that remembers what it was told, for tests of who tells it.

#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/core.h>

#include "app/narrator.h"

namespace headgate::app {

class RecordingNarrator final : public Narrator {
 public:
  void step(std::string_view text) override {
    told.emplace_back(text);
    on_step(text);
  }

  void measuring_begins(stats::Stage stage, std::size_t count, double) override {
    told.push_back(fmt::format("begin {} {}", stats::name(stage), count));
  }

  void trial_ended(const BenchmarkProgress& benchmark, const schedule::Progress&) override {
    trials.push_back(benchmark);
  }

  void measuring_ends() override { told.emplace_back("end"); }

  void foreign_output(std::string_view title, std::string_view text) override {
    told.push_back(fmt::format("output {}: {}", title, text));
  }

  void run_ends() override { told.emplace_back("run ends"); }

  std::function<void(std::string_view)> on_step = [](std::string_view) {};
  std::vector<std::string> told;
  std::vector<BenchmarkProgress> trials;
};

}  // namespace headgate::app
