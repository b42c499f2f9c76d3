#include "core/results/benchmark_text.h"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <fmt/core.h>
#include <gtest/gtest.h>

#include "core/benchfmt/reader.h"
#include "core/benchfmt/writer.h"
#include "core/dataset/series.h"
#include "core/dataset/text.h"
#include "support/data_file.h"
#include "support/evidence.h"
#include "support/hostile_text.h"

namespace headgate::results {
namespace {

using stats::Side;
using stats::Stage;
using testing_support::process;

const Host kHost = {.goos = "linux", .goarch = "amd64", .cpu_model = "Fast CPU", .kernel = {}};

std::string text_of(const std::vector<dataset::Process>& processes, const Host& host = kHost) {
  return benchmark_text(processes, Stage::kFirst, Side::kBase, host);
}

/// A process of base that printed one benchmark with these readings.
dataset::Process with(std::vector<dataset::Reading> readings, std::string name = "X-4") {
  return process(Side::kBase, 0, "BenchmarkX",
                 {{.name = std::move(name), .iterations = 100, .readings = std::move(readings)}});
}

/// The only measurement line of a text, its columns a blank apart.
std::string line_of(const dataset::Process& one) {
  const std::string text = text_of({one});
  std::string line = text.substr(std::min(text.find("Benchmark"), text.size()));
  std::string words;
  for (const char c : line) {
    const bool blank = c == ' ' || c == '\t' || c == '\n';
    if (!blank || (!words.empty() && words.back() != ' ')) {
      words += blank ? ' ' : c;
    }
  }
  return words.substr(0, words.find_last_not_of(' ') + 1);
}

TEST(BenchmarkText, IsEmptyWithoutSamples) {
  EXPECT_EQ(text_of({}), "");
  EXPECT_EQ(text_of({with({})}), "");
}

TEST(BenchmarkText, LooksLikeTheOutputOfGoTest) {
  dataset::Process first = with({{2579 * 1e-9, "sec/op"}, {48, "B/op"}, {2, "allocs/op"}});
  dataset::Process second = with({{1500 * 1e-9, "sec/op"}}, "X/sub-4");
  second.package = "example.com/m/codec";
  EXPECT_EQ(text_of({first, second, second}),
            "goos: linux\n"
            "goarch: amd64\n"
            "pkg: example.com/m/sum\n"
            "cpu: Fast CPU\n"
            "BenchmarkX-4\t     100\t      2579 ns/op\t        48 B/op\t         2 allocs/op\n"
            "pkg: example.com/m/codec\n"
            "cpu: Fast CPU\n"
            "BenchmarkX/sub-4\t     100\t      1500 ns/op\n"
            "BenchmarkX/sub-4\t     100\t      1500 ns/op\n");
}

TEST(BenchmarkText, LeavesOutWhatIsNotKnownOfTheHost) {
  EXPECT_EQ(text_of({with({{7, "B/op"}})}, Host{}),
            "pkg: example.com/m/sum\nBenchmarkX-4\t     100\t         7 B/op\n");
}

TEST(BenchmarkText, WritesUnitsAsGoPrintsThem) {
  EXPECT_EQ(line_of(with({{34.8 * 1e-9, "sec/op"}})), "BenchmarkX-4 100 34.8 ns/op");
  EXPECT_EQ(line_of(with({{1718 * 1e-9, "sec/op"}})), "BenchmarkX-4 100 1718 ns/op");
  EXPECT_EQ(line_of(with({{123.45 * 1e6, "B/s"}})), "BenchmarkX-4 100 123.45 MB/s");
  EXPECT_EQ(line_of(with({{2.0, "sec/op"}})), "BenchmarkX-4 100 2000000000 ns/op");
  EXPECT_EQ(line_of(with({{1.5, "p99-sec/op"}})), "BenchmarkX-4 100 1.5 p99-sec/op");
}

TEST(BenchmarkText, LeavesWhatWasPrintedInTheBaseUnit) {
  // No short number of nanoseconds times 1e-9 is the double 1e-6; 1000
  // gives 1.0000000000000002e-06.
  EXPECT_EQ(line_of(with({{1e-6, "sec/op"}})), "BenchmarkX-4 100 0.000001 sec/op");
}

TEST(BenchmarkText, WritesZeroAndInfinityInTheBaseUnit) {
  // benchstat converts a unit only where that changes the number, so that "0 ns/op" would count in
  // another table than "5 ns/op".
  EXPECT_EQ(line_of(with({{0.0, "sec/op"}, {0.0, "B/s"}})), "BenchmarkX-4 100 0 sec/op 0 B/s");
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(line_of(with({{kInfinity, "sec/op"}, {-kInfinity, "B/s"}})),
            "BenchmarkX-4 100 +Inf sec/op -Inf B/s");
  EXPECT_EQ(line_of(with({{std::numeric_limits<double>::quiet_NaN(), "sec/op"}})),
            "BenchmarkX-4 100 NaN sec/op");
}

TEST(BenchmarkText, GivesEveryNumberBackAsItWasPrinted) {
  testing_support::SeededNumbers numbers(1);
  for (int i = 0; i < 20'000; ++i) {
    // As Go prints: whole, or with one to four decimals.
    const int decimals = static_cast<int>(numbers.below(5));
    const double printed = std::stod(fmt::format(
        "{:.{}f}", std::exp(numbers.uniform() * 25) / std::pow(10, decimals), decimals));
    if (printed == 0) {
      continue;
    }
    ASSERT_EQ(line_of(with({{printed * 1e-9, "sec/op"}, {printed * 1e6, "B/s"}})),
              fmt::format("BenchmarkX-4 100 {0} ns/op {0} MB/s", printed));
  }
}

TEST(BenchmarkText, GivesEveryDoubleBack) {
  testing_support::SeededNumbers numbers(2);
  int in_nanoseconds = 0;
  for (int i = 0; i < 20'000; ++i) {
    const double value =
        std::ldexp(numbers.uniform() - 0.5, static_cast<int>(numbers.below(120)) - 80);
    const std::string text = text_of({with({{value, "sec/op"}})});
    const dataset::Text read = dataset::read_text(text, "base.txt");
    ASSERT_EQ(read.lines.size(), 1U) << text;
    ASSERT_EQ(read.lines[0].result.readings, (std::vector<dataset::Reading>{{value, "sec/op"}}));
    in_nanoseconds += text.find("ns/op") != std::string::npos ? 1 : 0;
  }
  EXPECT_GT(in_nanoseconds, 5'000);
  EXPECT_LT(in_nanoseconds, 20'000) << "some are no number of nanoseconds";
}

// What a text says of each benchmark: "name unit: value value ..."
std::vector<std::string> series_of(const dataset::Dataset& dataset) {
  std::vector<std::string> lines;
  for (const dataset::PairedSeries& series : dataset.series) {
    std::string line =
        fmt::format("{} {} {}:", series.key.package, series.key.name, series.key.unit);
    for (const dataset::Observation& observation : series.sides.base.observations) {
      line += fmt::format(" {}x{}", observation.iterations, observation.sample.value());
    }
    lines.push_back(line);
  }
  return lines;
}

TEST(BenchmarkText, HoldsTheSamplesThatTheGateCounts) {
  using dataset::ProcessEnd;
  std::vector<dataset::Process> processes;
  const auto add = [&](std::string function, ProcessEnd end) -> dataset::Process& {
    dataset::Process one =
        process(Side::kBase, processes.size(), function,
                {{.name = function.substr(9) + "-4",
                  .iterations = 10,
                  .readings = {{1e-6 * static_cast<double>(processes.size() + 1), "sec/op"},
                               {3, "B/op"}}}});
    one.end = end;
    processes.push_back(std::move(one));
    return processes.back();
  };
  add("BenchmarkA", ProcessEnd::kPassed);
  add("BenchmarkB", ProcessEnd::kPassed);
  add("BenchmarkA", ProcessEnd::kPassed);
  add("BenchmarkA", ProcessEnd::kFailed);                                      // lost
  add("BenchmarkA", ProcessEnd::kSignaled).functions.push_back("BenchmarkC");  // stands
  add("BenchmarkA", ProcessEnd::kPassed).ambiguous_names = {"A-4"};
  add("BenchmarkA", ProcessEnd::kPassed).functions = {"BenchmarkOther"};  // printed by the program
  add("BenchmarkA", ProcessEnd::kPassed).purpose = dataset::Purpose::kExplain;
  add("BenchmarkA", ProcessEnd::kPassed).side = Side::kHead;
  add("BenchmarkA", ProcessEnd::kPassed).stage = Stage::kConfirm;
  add("BenchmarkB", ProcessEnd::kPassed).package = "example.com/m/other";

  for (const Stage stage : {Stage::kFirst, Stage::kConfirm}) {
    std::vector<std::string> counted;
    std::vector<dataset::Process> base;
    for (const dataset::Process& one : processes) {
      if (one.side == Side::kBase) {
        base.push_back(one);
      }
    }
    counted = series_of(dataset::from_processes(base, stage));
    const dataset::Text read =
        dataset::read_text(benchmark_text(processes, stage, Side::kBase, kHost), "base.txt");
    EXPECT_EQ(series_of(dataset::from_texts({.base = read, .head = {}})), counted);
    EXPECT_EQ(counted.size(), stage == Stage::kFirst ? 6U : 2U);
  }
}

TEST(BenchmarkText, GivesRecordedTextsBack) {
  const dataset::Text recorded =
      dataset::read_text(testing_support::data_file("aa/y1.base.txt"), "y1.base.txt");
  std::vector<dataset::Process> processes;
  for (const dataset::Text::Line& line : recorded.lines) {
    dataset::Process one =
        process(Side::kBase, 0, dataset::function_of(line.result.name), {line.result});
    one.package = line.package;
    processes.push_back(std::move(one));
  }
  ASSERT_GT(processes.size(), 1'000U);
  const dataset::Text again = dataset::read_text(text_of(processes), "base.txt");
  ASSERT_EQ(again.lines.size(), recorded.lines.size());
  for (std::size_t i = 0; i < again.lines.size(); ++i) {
    ASSERT_EQ(again.lines[i].result, recorded.lines[i].result);
    ASSERT_EQ(again.lines[i].package, recorded.lines[i].package);
  }
}

TEST(BenchmarkText, KeepsOddNamesByteForByte) {
  const dataset::Text odd =
      dataset::read_text(testing_support::data_file("reports/odd-names.txt"), "odd-names.txt");
  ASSERT_EQ(odd.lines.size(), 14U);  // the benchmark lines of the file
  for (const dataset::Text::Line& line : odd.lines) {
    const std::string function = dataset::function_of(line.result.name);
    const std::string text = text_of({process(Side::kBase, 0, function, {line.result})});
    EXPECT_NE(text.find("\nBenchmark" + line.result.name + "\t"), std::string::npos) << text;
    const dataset::Text again = dataset::read_text(text, "base.txt");
    ASSERT_EQ(again.lines.size(), 1U) << text;
    EXPECT_EQ(again.lines[0].result, line.result);
  }
}

TEST(BenchmarkText, LeavesOutWhatTheFormatCannotHold) {
  for (const std::string& name : {std::string("X y"), std::string("X\n"), std::string("X\0", 2),
                                  std::string("X\x1b[1m"), std::string("X\u00a0")}) {
    EXPECT_EQ(text_of({with({{1e-6, "sec/op"}}, name)}), "") << name;
  }
  for (const std::string unit : {"", "a b", "a\nb", "\x1b"}) {
    EXPECT_EQ(line_of(with({{1, unit}, {2, "x"}})), "BenchmarkX-4 100 2 x") << unit;
    EXPECT_EQ(text_of({with({{1, unit}})}), "") << unit;
  }
  dataset::Process never_ran = with({{1e-6, "sec/op"}});
  never_ran.results[0].iterations = 0;
  EXPECT_EQ(text_of({never_ran}), "");
}

TEST(BenchmarkText, NeverLetsARecordedNameBreakALine) {
  testing_support::SeededNumbers numbers(3);
  for (int i = 0; i < 5'000; ++i) {
    const std::string name = "X/" + testing_support::hostile_text(numbers, 4);
    dataset::Process one =
        with({{1e-6, "sec/op"}, {2, testing_support::hostile_text(numbers, 2)}}, name);
    one.package = testing_support::hostile_text(numbers, 3);
    const Host host = {.goos = testing_support::hostile_text(numbers, 2),
                       .goarch = testing_support::hostile_text(numbers, 2),
                       .cpu_model = testing_support::hostile_text(numbers, 3),
                       .kernel = {}};
    const dataset::Text read = dataset::read_text(text_of({one}, host), "base.txt");
    ASSERT_TRUE(read.syntax_errors.empty()) << read.syntax_errors.front();
    ASSERT_LE(read.lines.size(), 1U);
    if (!read.lines.empty()) {
      ASSERT_EQ(read.lines[0].result.name, name);
    }
  }
}

TEST(BenchmarkText, ForgetsAPackageThatCannotBeNamed) {
  dataset::Process named = with({{1e-6, "sec/op"}});
  dataset::Process unnamed = named;
  unnamed.package.clear();
  const dataset::Text read = dataset::read_text(text_of({named, unnamed}), "base.txt");
  ASSERT_EQ(read.lines.size(), 2U);
  EXPECT_EQ(read.lines[0].package, "example.com/m/sum");
  EXPECT_EQ(read.lines[1].package, "");
}

}  // namespace
}  // namespace headgate::results
