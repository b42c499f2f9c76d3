#include "core/results/evidence.h"

#include <gtest/gtest.h>

#include "support/recorded_run.h"

namespace headgate::results {
namespace {

TEST(Evidence, HasEverythingOfTheRunThatTheGateLooksAt) {
  const results::Run run = testing_support::recorded_run();
  const dataset::Process process = testing_support::recorded_process();
  const gate::Evidence evidence = evidence_of(run, {process});
  ASSERT_EQ(evidence.benchmarks.size(), 1U);
  EXPECT_EQ(evidence.benchmarks.front().function, "BenchmarkInts");
  EXPECT_EQ(evidence.unchanged, gate::Unchanged::kControl);
  EXPECT_EQ(evidence.processes, std::vector{process});
  EXPECT_EQ(evidence.cpus, run.cpus);
  EXPECT_EQ(evidence.caveats, run.caveats);
  EXPECT_EQ(evidence.ledger, run.ledger);
  EXPECT_FALSE(evidence.texts);
}

}  // namespace
}  // namespace headgate::results
