#include "core/dataset/benchmark_name.h"

#include <gmock/gmock.h>

namespace headgate::dataset {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(BenchmarkName, FunctionEndsAtTheFirstSlashOrDash) {
  EXPECT_EQ(function_of("Ints"), "BenchmarkInts");
  EXPECT_EQ(function_of("Ints-4"), "BenchmarkInts");
  EXPECT_EQ(function_of("Ints/n=1000-4"), "BenchmarkInts");
  EXPECT_EQ(function_of("Fmt/x-8-4"), "BenchmarkFmt");
  EXPECT_EQ(function_of("_Ctx/run-[]string{\"json\"}-4"), "Benchmark_Ctx");
}

TEST(BenchmarkName, FunctionMayBeTheBareWordBenchmark) {
  EXPECT_EQ(function_of("-4"), "Benchmark");
  EXPECT_EQ(function_of(""), "Benchmark");
}

TEST(BenchmarkName, OnlyTheExactCpuValueIsTakenOff) {
  const std::vector<int> four = {4};
  EXPECT_EQ(without_cpu("Fmt/x-8-4", four), "Fmt/x-8");
  EXPECT_EQ(without_cpu("Fmt/x-8", four), "Fmt/x-8");
  EXPECT_EQ(without_cpu("Fmt/x-44", four), "Fmt/x-44");
  EXPECT_EQ(without_cpu("Fmt/x-4#01", four), "Fmt/x-4#01");
}

TEST(BenchmarkName, OneCpuHasNoSuffixToTakeOff) {
  const std::vector<int> one = {1};
  EXPECT_EQ(without_cpu("Fmt/x-1", one), "Fmt/x-1");
}

TEST(BenchmarkName, AnyOfSeveralCpuValuesIsTakenOffOnce) {
  const std::vector<int> several = {1, 2, 4};
  EXPECT_EQ(without_cpu("Fmt-2", several), "Fmt");
  EXPECT_EQ(without_cpu("Fmt-2-4", several), "Fmt-2");
}

TEST(BenchmarkName, LowerCaseBehindThePrefixIsTheProgramTalking) {
  EXPECT_FALSE(is_benchmark_name("ing"));
  EXPECT_TRUE(is_benchmark_name("Ints"));
  EXPECT_TRUE(is_benchmark_name("_legacy"));
  EXPECT_TRUE(is_benchmark_name("2"));
  EXPECT_TRUE(is_benchmark_name(""));
  EXPECT_TRUE(is_benchmark_name("Über"));
}

TEST(BenchmarkName, SharedCpuIsTheSuffixOfEveryName) {
  EXPECT_THAT(shared_cpu(std::vector<std::string>{"A-4", "B/x-8-4"}), ElementsAre(4));
  EXPECT_THAT(shared_cpu(std::vector<std::string>{"A-4", "A-8"}), IsEmpty());
  EXPECT_THAT(shared_cpu(std::vector<std::string>{"A", "B-4"}), IsEmpty());
  EXPECT_THAT(shared_cpu(std::vector<std::string>{}), IsEmpty());
}

TEST(BenchmarkName, NumbersThatGoWouldNotPrintAreNoSharedCpu) {
  EXPECT_THAT(shared_cpu(std::vector<std::string>{"A-1"}), IsEmpty());
  EXPECT_THAT(shared_cpu(std::vector<std::string>{"A-04"}), IsEmpty());
  EXPECT_THAT(shared_cpu(std::vector<std::string>{"A-99999999999999999999"}), IsEmpty());
}

}  // namespace
}  // namespace headgate::dataset
