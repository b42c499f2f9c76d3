#include <gtest/gtest.h>

#include "core/gate/gate.h"

namespace headgate::gate {
namespace {

Benchmark benchmark(Presence base, Presence head, Identity identity) {
  return {.module = "m",
          .package = "m",
          .function = "BenchmarkX",
          .presence = {.base = base, .head = head},
          .identity = identity};
}

TEST(ToBeRun, ABenchmarkOfOneSideCannotBeCompared) {
  for (const Unchanged unchanged : {Unchanged::kSkip, Unchanged::kControl, Unchanged::kMeasure}) {
    EXPECT_FALSE(is_to_be_run(
        benchmark(Presence::kAbsent, Presence::kPresent, Identity::kDifferent), unchanged));
    EXPECT_FALSE(is_to_be_run(
        benchmark(Presence::kPresent, Presence::kAbsent, Identity::kDifferent), unchanged));
    EXPECT_TRUE(is_to_be_run(
        benchmark(Presence::kPresent, Presence::kPresent, Identity::kDifferent), unchanged));
  }
}

TEST(ToBeRun, AnIdenticalOneIsRunAsAControlOrOnDemand) {
  const Benchmark identical =
      benchmark(Presence::kPresent, Presence::kPresent, Identity::kIdentical);
  EXPECT_FALSE(is_to_be_run(identical, Unchanged::kSkip));
  EXPECT_TRUE(is_to_be_run(identical, Unchanged::kControl));
  EXPECT_TRUE(is_to_be_run(identical, Unchanged::kMeasure));
}

}  // namespace
}  // namespace headgate::gate
