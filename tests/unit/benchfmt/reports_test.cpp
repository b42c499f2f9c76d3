// Inputs of tests/data/reports, whose README says where they come from.

#include <fstream>
#include <iterator>
#include <set>

#include <gmock/gmock.h>

#include "core/benchfmt/name.h"
#include "core/benchfmt/writer.h"
#include "support/benchfmt_records.h"

namespace headgate::benchfmt {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::StartsWith;

std::string report(const std::string& name) {
  std::ifstream file(std::string(HEADGATE_TEST_DATA) + "/reports/" + name, std::ios::binary);
  EXPECT_TRUE(file) << name;
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

class NameSink final : public RecordSink {
 public:
  void on_record(const Record& record) override {
    EXPECT_FALSE(std::holds_alternative<SyntaxError>(record)) << to_text(record);
    if (const auto* measurement = std::get_if<Measurement>(&record)) {
      names.emplace_back(measurement->name);
      append_measurement(copy, measurement->name, measurement->iterations, measurement->values);
    }
  }

  std::vector<std::string> names;
  std::string copy;
};

TEST(OddNames, AreDistinctAndReadBackByteForByte) {
  NameSink sink;
  read(report("odd-names.txt"), "odd-names.txt", sink);
  EXPECT_EQ(sink.names.size(), 14u);  // `grep -c ^Benchmark odd-names.txt`
  EXPECT_EQ(std::set<std::string>(sink.names.begin(), sink.names.end()).size(), 14u);
  EXPECT_THAT(sink.names, Contains("_Ctx/run-[]string{\"json\",_\"xml\"}-4"));
  EXPECT_THAT(sink.names, Contains("Fmt/size=1,024_\u03B2_\u00E9_\\x00-4"));
  NameSink again;
  read(sink.copy, "copy.txt", again);
  EXPECT_EQ(again.names, sink.names);
}

TEST(OddNames, OnlyTheExactCpuValueIsTheSuffix) {
  NameSink sink;
  read(report("odd-names.txt"), "odd-names.txt", sink);
  std::set<std::string_view> stripped;
  for (const std::string& name : sink.names) {
    EXPECT_EQ(strip_cpu(name, 4).size(), name.size() - 2) << name;
    EXPECT_EQ(strip_cpu(name, 8), name);
    stripped.insert(strip_cpu(name, 4));
  }
  EXPECT_EQ(stripped.size(), 14u);
  EXPECT_THAT(stripped, Contains("Fmt/x-8"));
  EXPECT_THAT(stripped, Contains("Fmt/x-8#01"));
  EXPECT_THAT(stripped, Contains(""));
}

TEST(OddMetrics, AreDeliveredAsPrinted) {
  EXPECT_THAT(
      records_of(report("metric-inf-nan-zero.txt")),
      ElementsAre("1: goos = linux", "2: goarch = amd64", "3: pkg = example.com/m/data",
                  StartsWith("4: cpu"), "5: Reader-4 x1000 79.73 ns/op, inf rows/op",
                  "6: Reader-4 x1000 80.11 ns/op, inf rows/op",
                  "7: HitRate-4 x1000 3.526 ns/op, nan hit-ratio, 64 B/op",
                  "8: NoTime-4 x1000 42 reqs/s", "9: Tiny-4 x1000 3.397 ns/op, 0 err/op",
                  "10: Huge-4 x1000 3.397 ns/op, 1e+21 bytes/s",
                  "11: Net-4 x1000 3.397 ns/op, -3 net/op", "16: After-4 x1000 8.386 ns/op"));
}

// Which keys a consumer believes is its decision; here every such line is configuration.
TEST(ProgramOutput, OfTheFormKeyValueIsConfiguration) {
  EXPECT_THAT(records_of(report("config-line-port.base.txt")),
              Contains(StartsWith("1: listening = 127.0.0.1:")));
  EXPECT_THAT(records_of(report("coverage-trailer.base.txt")),
              Contains("7: coverage = 71.4% of statements"));
}

// Names alone are no results; of the noise, two lines begin like a benchmark and one is
// configuration.
TEST(ProgramOutput, ThatBeginsLikeABenchmarkIsSaid) {
  RecordTexts sink;
  read(report("test-list-noise.txt"), "list.txt", sink);
  EXPECT_THAT(sink.texts, ElementsAre("1: error parsing iteration count: invalid syntax",
                                      "2: setup = starting container",
                                      "3: error parsing iteration count: invalid syntax"));
  EXPECT_THAT(sink.error_lines,
              ElementsAre("Benchmark data loaded", "BenchmarkDB needs DATABASE_URL, skipping"));
}

}  // namespace
}  // namespace headgate::benchfmt
