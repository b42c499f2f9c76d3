#include "core/benchfmt/writer.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>

#include <gmock/gmock.h>

#include "support/benchfmt_records.h"

namespace headgate::benchfmt {
namespace {

using namespace std::string_view_literals;

std::string measurement_line(std::string_view name, std::int64_t iterations,
                             std::initializer_list<Value> values, std::size_t name_width = 0) {
  std::string out;
  append_measurement(out, name, iterations, std::vector<Value>(values), name_width);
  return out;
}

std::string config_line(std::string_view key, std::string_view value) {
  std::string out;
  append_config(out, key, value);
  return out;
}

// Lines that Go 1.26's testing package printed.
TEST(Writer, LaysMeasurementsOutAsGoDoes) {
  EXPECT_EQ(measurement_line("Decode-4", 203664, {{5600, "ns/op"}}, 11),
            "BenchmarkDecode-4   \t  203664\t      5600 ns/op\n");
  EXPECT_EQ(measurement_line("Reader-4", 1000, {{79.73, "ns/op"}, {0, "B/op"}}),
            "BenchmarkReader-4\t    1000\t        79.73 ns/op\t         0 B/op\n");
  EXPECT_EQ(measurement_line("ValueEqual/2_with_1-10", 1000000000, {{0.0000003, "ns/op"}}),
            "BenchmarkValueEqual/2_with_1-10\t1000000000\t         0.0000003 ns/op\n");
}

TEST(Writer, PadsNamesByCharactersNotBytes) {
  EXPECT_EQ(measurement_line("é", 1, {{2, "x"}}, 3), "Benchmarké  \t       1\t         2 x\n");
  EXPECT_EQ(measurement_line("long", 1, {{2, "x"}}, 3), "Benchmarklong\t       1\t         2 x\n");
}

TEST(Writer, WritesNonFiniteValuesAsGoDoes) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(measurement_line("A", 1, {{kInfinity, "x"}, {-kInfinity, "y"}, {std::nan(""), "z"}}),
            "BenchmarkA\t       1\t      +Inf x\t      -Inf y\t       NaN z\n");
}

TEST(Writer, UsesAnExponentOnlyForVeryLargeAndVerySmallNumbers) {
  EXPECT_EQ(measurement_line("A", 1, {{1e20, "x"}, {1e21, "x"}, {1e-9, "x"}, {1e-10, "x"}}),
            "BenchmarkA\t       1\t100000000000000000000 x\t     1e+21 x\t         0.000000001 x\t "
            "    1e-10 x\n");
}

TEST(Writer, WritesConfigurationAsGoDoes) {
  EXPECT_EQ(config_line("goos", "linux"), "goos: linux\n");
  EXPECT_EQ(config_line("goos", ""), "goos:\n");
}

TEST(Writer, EveryNumberReadsBackAsTheSameDouble) {
  class ValueSink final : public RecordSink {
   public:
    void on_record(const Record& record) override {
      value = std::get<Measurement>(record).values[0].value;
    }

    double value = 0;
  };

  std::uint64_t state = 88172645463325252u;
  for (int round = 0; round < 20'000; ++round) {
    state ^= state << 13;  // Marsaglia's xorshift: any spread of bit patterns will do
    state ^= state >> 7;
    state ^= state << 17;
    double value = 0;
    static_assert(sizeof value == sizeof state);
    std::memcpy(&value, &state, sizeof value);
    if (!std::isfinite(value)) {
      continue;
    }
    for (const double number :
         {value, std::fmod(value, 1e6), -0.0, std::round(std::fmod(value, 1e15))}) {
      ValueSink sink;
      const std::string line = measurement_line("A", 1, {{number, "x"}});
      read(line, "bench.txt", sink);
      ASSERT_EQ(sink.value, number) << line;
      ASSERT_EQ(std::signbit(sink.value), std::signbit(number)) << line;
    }
  }
}

// Writes every record that it gets.
class Copier final : public RecordSink {
 public:
  void on_record(const Record& record) override {
    if (const auto* measurement = std::get_if<Measurement>(&record)) {
      append_measurement(text, measurement->name, measurement->iterations, measurement->values);
    } else if (const auto* config = std::get_if<Config>(&record)) {
      append_config(text, config->key, config->value);
    }
  }

  std::string text;
};

TEST(Writer, WhatAReaderDeliversReadsBackTheSame) {
  constexpr std::string_view kText =
      "goos: linux\n"
      "pkg:\n"
      "a: trailing \t \n"
      "b: carriage return\r\r\n"
      "c: \u00A0wide\n"
      "é.1-_ñ日: x\n"
      "Benchmark 1 2 ns/op\n"
      "BenchmarkÉ/\U0001F600\xFF-8 9223372036854775807 0.1 ns/op 1e300 µ 5e-324 = -0 z\n"sv;
  Copier copier;
  read(kText, "bench.txt", copier);
  EXPECT_EQ(records_of(copier.text), records_of(kText));
  EXPECT_EQ(records_of(kText).size(), 8u);
}

TEST(Writer, AFieldHasNoWhitespaceAndNothingThatAReaderTakesOut) {
  for (const std::string_view text : {"", "A/b=1-8", "é%\"<", "\xFF"}) {
    EXPECT_TRUE(is_field(text)) << text;
  }
  for (const std::string_view text :
       {"a b"sv, " "sv, "a\t"sv, "a\n"sv, "a\u00A0b"sv, "a\rb"sv, "a\x1b[0m"sv, "a\0"sv}) {
    EXPECT_FALSE(is_field(text)) << testing::PrintToString(text);
  }
}

TEST(Writer, AConfigKeyIsWhatAReaderTakesForOne) {
  for (const std::string_view key : {"a", "goos", "é.1-_"}) {
    EXPECT_TRUE(is_config_key(key)) << key;
  }
  for (const std::string_view key :
       {""sv, "A"sv, "aB"sv, "1"sv, "a b"sv, "a:"sv, "a\0"sv, "a\x1b"sv}) {
    EXPECT_FALSE(is_config_key(key)) << testing::PrintToString(key);
  }
}

TEST(Writer, WhatALineCannotHoldIsABug) {
  EXPECT_THROW((void)measurement_line("a b", 1, {{1, "x"}}), std::logic_error);
  EXPECT_THROW((void)measurement_line("a", 0, {{1, "x"}}), std::logic_error);
  EXPECT_THROW((void)measurement_line("a", 1, {}), std::logic_error);
  EXPECT_THROW((void)measurement_line("a", 1, {{1, ""}}), std::logic_error);
  EXPECT_THROW((void)measurement_line("a", 1, {{1, "x y"}}), std::logic_error);
  EXPECT_THROW((void)config_line("A", "x"), std::logic_error);
  EXPECT_THROW((void)config_line("a", "x\ny"), std::logic_error);
  EXPECT_THROW((void)config_line("a", " x"), std::logic_error);
}

}  // namespace
}  // namespace headgate::benchfmt
