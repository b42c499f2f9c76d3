#include "core/results/samples.h"

#include <cmath>
#include <limits>
#include <string>

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/hostile_text.h"
#include "support/recorded_run.h"

namespace headgate::results {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing_support::recorded_process;
using Json = nlohmann::ordered_json;

std::vector<dataset::Process> read_back(const std::string& lines) {
  Result<std::vector<dataset::Process>> read = read_processes(lines, "samples.jsonl");
  if (!read) {
    throw std::runtime_error(read.error().message);
  }
  return *std::move(read);
}

std::string samples_complaint(const std::string& lines) {
  const auto read = read_processes(lines, "dir/samples.jsonl");
  if (read) {
    return "none";
  }
  EXPECT_EQ(read.error().reason, Reason::kResultsInvalid);
  EXPECT_FALSE(read.error().remedy.empty());
  return read.error().message;
}

std::string process_with(const std::string& pointer, const Json& value) {
  Json document = Json::parse(write_process(recorded_process()));
  document.at(Json::json_pointer(pointer)) = value;
  return document.dump() + "\n";
}

TEST(Samples, ProcessIsOneLine) {
  const std::string line = write_process(recorded_process());
  EXPECT_EQ(std::count(line.begin(), line.end(), '\n'), 1);
  EXPECT_TRUE(line.ends_with("}\n"));
}

TEST(Samples, ProcessComesBackFieldByField) {
  EXPECT_THAT(read_back(write_process(recorded_process())), ElementsAre(recorded_process()));
}

TEST(Samples, ProcessComesBackWithDefaults) {
  const dataset::Process process{.sequence = 0,
                                 .round = 0,
                                 .stage = stats::Stage::kFirst,
                                 .side = stats::Side::kBase,
                                 .module = {},
                                 .package = {},
                                 .functions = {},
                                 .argv = {},
                                 .end = dataset::ProcessEnd::kPassed,
                                 .results = {},
                                 .ambiguous_names = {},
                                 .broken_lines = {},
                                 .skips = {},
                                 .failed = {},
                                 .failure = {}};
  EXPECT_THAT(read_back(write_process(process)), ElementsAre(process));
}

TEST(Samples, ProcessComesBackWithEveryWordOfEveryEnum) {
  using dataset::ProcessEnd;
  dataset::Process process = recorded_process();
  for (const ProcessEnd end :
       {ProcessEnd::kPassed, ProcessEnd::kFailed, ProcessEnd::kSignaled, ProcessEnd::kTimedOut,
        ProcessEnd::kNotStarted, ProcessEnd::kInterrupted}) {
    process.end = end;
    EXPECT_EQ(read_back(write_process(process)).front().end, end);
  }
}

TEST(Samples, NanStaysNan) {
  dataset::Process process = recorded_process();
  process.results = {
      {.name = "X-4",
       .iterations = 1,
       .readings = {{.value = std::numeric_limits<double>::quiet_NaN(), .unit = "rows/op"}}}};
  process.start_sec = std::numeric_limits<double>::quiet_NaN();
  process.use.steal_sec = std::numeric_limits<double>::quiet_NaN();
  const std::string line = write_process(process);
  EXPECT_NE(line.find(R"({"value":"NaN","unit":"rows/op"})"), std::string::npos) << line;
  const dataset::Process read = read_back(line).front();
  EXPECT_TRUE(std::isnan(read.results[0].readings[0].value));
  EXPECT_TRUE(std::isnan(read.start_sec));
  EXPECT_TRUE(std::isnan(*read.use.steal_sec));
}

TEST(Samples, ValuesComeBackToTheLastBit) {
  testing_support::SeededNumbers numbers(1);
  dataset::Process process = recorded_process();
  for (int i = 0; i < 500; ++i) {
    const double value =
        std::ldexp(numbers.uniform() - 0.5, static_cast<int>(numbers.below(2000)) - 1000);
    process.results = {{.name = "X", .iterations = 1, .readings = {{.value = value, .unit = "u"}}}};
    ASSERT_EQ(read_back(write_process(process)).front().results[0].readings[0].value, value);
  }
}

TEST(Samples, NamesThatAreNotUtf8AreReplaced) {
  dataset::Process process = recorded_process();
  process.failure = "x\xff\ny";
  EXPECT_EQ(read_back(write_process(process)).front().failure, "x\ufffd\ny");
}

TEST(Samples, LinesStayInOrder) {
  dataset::Process second = recorded_process();
  second.sequence = 42;
  EXPECT_THAT(read_back(write_process(recorded_process()) + write_process(second)),
              ElementsAre(recorded_process(), second));
  EXPECT_THAT(read_back(""), IsEmpty());
}

TEST(Samples, UnfinishedLastLineIsLeftOut) {
  const std::string line = write_process(recorded_process());
  for (std::size_t length = 0; length < line.size(); length += 7) {
    EXPECT_THAT(read_back(line + line.substr(0, length)), ElementsAre(recorded_process()))
        << length;
  }
}

TEST(Samples, UnfinishedLineInTheMiddleIsDamage) {
  const std::string line = write_process(recorded_process());
  EXPECT_TRUE(samples_complaint(line + line.substr(0, 40) + "\n" + line)
                  .starts_with("dir/samples.jsonl:2: not JSON at byte "));
  EXPECT_EQ(samples_complaint(line + "\n"), "dir/samples.jsonl:2: not JSON at byte 1");
}

TEST(Samples, AProcessThatStandsTwiceIsDamage) {
  dataset::Process other = recorded_process();
  ++other.sequence;
  const std::string line = write_process(recorded_process());
  EXPECT_EQ(
      samples_complaint(line + write_process(other) + line),
      fmt::format("dir/samples.jsonl:3: process {} stands twice", recorded_process().sequence));
}

TEST(Samples, MissingFieldsAreNamed) {
  const Json document = Json::parse(write_process(recorded_process()));
  for (const auto& [name, value] : document.items()) {
    Json damaged = document;
    damaged.erase(name);
    const bool optional = name == "steal_sec" || name == "pressure_sec";
    EXPECT_EQ(samples_complaint(damaged.dump() + "\n"),
              optional ? "none" : "dir/samples.jsonl:1: " + name + " is missing");
  }
}

TEST(Samples, WrongValuesSayWhere) {
  const struct {
    std::string pointer;
    Json value;
    std::string samples_complaint;
  } cases[] = {
      {"/sequence", -1, "sequence is not a whole number of at least 0"},
      {"/round", 0.5, "round is not a whole number of at least 0"},
      {"/stage", "second", "stage is not one of first, confirm"},
      {"/side", "old", "side is not one of base, head"},
      {"/purpose", 1, "purpose is not a text"},
      {"/functions", "BenchmarkX", "functions is not a list"},
      {"/argv/0", Json(), "argv[0] is not a text"},
      {"/start_sec", "soon", "start_sec is not a number"},
      {"/minor_faults", -1, "minor_faults is not a whole number from 0 to 9223372036854775807"},
      {"/steal_sec", "x", "steal_sec is not a number"},
      {"/end", "well",
       "end is not one of passed, failed, signaled, timed-out, not-started, interrupted"},
      {"/code", 2147483648U, "code is not a whole number from -2147483648 to 2147483647"},
      {"/results/0", "x", "results[0] is not an object"},
      {"/results/0/iterations", 0,
       "results[0].iterations is not a whole number from 1 to 9223372036854775807"},
      {"/results/0/iterations", 1e19,
       "results[0].iterations is not a whole number from 1 to 9223372036854775807"},
      {"/results/0/values/0/value", true, "results[0].values[0].value is not a number"},
      {"/results/0/values/0/value", "inf", "results[0].values[0].value is not a number"},
      {"/results/0/values/0/unit", Json(), "results[0].values[0].unit is missing"},
      {"/skips/0/reason", 7, "skips[0].reason is not a text"},
  };

  for (const auto& [pointer, value, expected] : cases) {
    EXPECT_EQ(samples_complaint(process_with(pointer, value)), "dir/samples.jsonl:1: " + expected)
        << pointer;
  }
}

TEST(Samples, LinesThatCostMoreThanTheirSizeAreRefused) {
  EXPECT_EQ(samples_complaint(std::string(1'000'000, '[') + "\n"),
            "dir/samples.jsonl:1: nested deeper than 32 levels");
  EXPECT_EQ(samples_complaint("{\"round\":1,\"round\":2}\n"),
            "dir/samples.jsonl:1: 'round' stands twice in one object");
  EXPECT_EQ(samples_complaint("7\n"), "dir/samples.jsonl:1: the document is not an object");
}

TEST(Samples, DamagedAnywhereIsAnErrorOrALineAndNeverACrash) {
  const std::string whole = write_process(recorded_process());
  testing_support::SeededNumbers numbers(3);
  for (int i = 0; i < 1'000; ++i) {
    std::string text = whole;
    text.replace(numbers.below(text.size()), numbers.below(8),
                 testing_support::hostile_text(numbers, 3));
    (void)samples_complaint(text + "\n");
  }
}

}  // namespace
}  // namespace headgate::results
