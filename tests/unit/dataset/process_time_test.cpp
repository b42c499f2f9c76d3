#include "core/dataset/process_time.h"

#include <gmock/gmock.h>

#include "support/evidence.h"

namespace headgate::dataset {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;
using testing_support::process;

Process timed(std::vector<std::string> functions, double wall_sec) {
  Process one = process(stats::Side::kBase, 0, "", {});
  one.functions = std::move(functions);
  one.use.wall_sec = wall_sec;
  return one;
}

TEST(MeanWallSecs, AreMeansOverTheMeasuringProcessesOfTheFirstStage) {
  std::vector<Process> processes = {timed({"BenchmarkA"}, 1), timed({"BenchmarkA"}, 2),
                                    timed({"BenchmarkB"}, 7)};
  processes.push_back(timed({"BenchmarkA"}, 100));
  processes.back().stage = stats::Stage::kConfirm;
  processes.push_back(timed({"BenchmarkA"}, 100));
  processes.back().purpose = Purpose::kExplain;
  const std::string package(testing_support::kPackage);
  EXPECT_THAT(mean_wall_secs(processes),
              ElementsAre(Pair(FunctionName(".", package, "BenchmarkA"), 1.5),
                          Pair(FunctionName(".", package, "BenchmarkB"), 7)));
}

// 3 s of one process that ran three functions are 1 s each.
TEST(MeanWallSecs, DivideAProcessAmongItsFunctions) {
  const std::vector<Process> processes = {timed({"BenchmarkA", "BenchmarkB", "BenchmarkC"}, 3)};
  for (const auto& [name, sec] : mean_wall_secs(processes)) {
    EXPECT_EQ(sec, 1) << std::get<2>(name);
    EXPECT_EQ(mean_wall_sec(processes, std::get<0>(name), std::get<1>(name), std::get<2>(name)),
              sec);
  }
}

}  // namespace
}  // namespace headgate::dataset
