#include "core/dataset/printed_names.h"

#include <gmock/gmock.h>

#include "core/dataset/process_time.h"
#include "support/evidence.h"

namespace headgate::dataset {
namespace {

using stats::Side;
using testing_support::process;
using testing_support::result;
using Completeness = PrintedNames::Completeness;

Process printing(Side side, const std::vector<std::string>& names) {
  Process made = process(side, 0, "BenchmarkA", {});
  for (const std::string& name : names) {
    made.results.push_back(result(name, 1));
  }
  return made;
}

TEST(PrintedNames, AProcessLacksWhatOnlyTheOtherSidePrinted) {
  PrintedNames names;
  EXPECT_EQ(names.add(printing(Side::kBase, {"A/x", "A/y"})), Completeness::kComplete);
  EXPECT_EQ(names.add(printing(Side::kHead, {"A/x"})), Completeness::kLacking);
  EXPECT_EQ(names.add(printing(Side::kHead, {"A/y", "A/x", "A/z"})), Completeness::kComplete);
  EXPECT_EQ(names.add(printing(Side::kBase, {"A/x", "A/y"})), Completeness::kLacking);
}

TEST(PrintedNames, WhatItsOwnSidePrintedBeforeIsNotMissed) {
  PrintedNames names;
  EXPECT_EQ(names.add(printing(Side::kBase, {"A/x", "A/y"})), Completeness::kComplete);
  EXPECT_EQ(names.add(printing(Side::kBase, {"A/x"})), Completeness::kComplete);
}

TEST(MeanWallSec, IsOfTheFirstStagesMeasuringProcessesAndPerFunction) {
  Process slow = printing(Side::kBase, {});
  slow.use.wall_sec = 3;
  Process fast = printing(Side::kHead, {});
  fast.use.wall_sec = 1;
  Process shared = printing(Side::kHead, {});
  shared.functions = {"BenchmarkA", "BenchmarkB"};
  shared.use.wall_sec = 4;
  Process explained = slow;
  explained.purpose = Purpose::kExplain;
  Process again = slow;
  again.stage = stats::Stage::kConfirm;
  Process other = slow;
  other.functions = {"BenchmarkB"};
  other.use.wall_sec = 8;
  const std::vector<Process> all = {slow, fast, shared, explained, again, other};
  // (3 + 1 + 4 / 2) / 3 and (8 + 4 / 2) / 2
  EXPECT_DOUBLE_EQ(mean_wall_sec(all, slow.module, slow.package, "BenchmarkA"), 2);
  EXPECT_DOUBLE_EQ(mean_wall_sec(all, slow.module, slow.package, "BenchmarkB"), 5);
  EXPECT_EQ(mean_wall_sec(all, slow.module, "elsewhere", "BenchmarkA"), 0);
}

}  // namespace
}  // namespace headgate::dataset
