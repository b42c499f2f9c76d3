// What a reader of a whole verdict is told of the settings, the machine and what was not run.

#include <gmock/gmock.h>

#include "core/gate/gate.h"
#include "support/evidence.h"
#include "support/findings.h"
#include "support/samples.h"

namespace headgate::gate {
namespace {

using stats::Side;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing_support::codes;
using testing_support::EvidenceBuilder;
using testing_support::progression;

// Ten rounds of one benchmark that did not change, a second per process.
EvidenceBuilder compared() {
  EvidenceBuilder run;
  const std::vector<double> values = progression(10, 100, 0.1);
  run.measured("Ints-4", values, values);
  run.measured("Ints-4", values, values, "B/op");
  for (dataset::Process& one : run.evidence().processes) {
    one.use.wall_sec = 1;
    one.use.steal_sec = 0;
    one.use.pressure_sec = 0;
  }
  return run;
}

TEST(Caveats, UnitOfThePolicyThatNobodyReportsIsNamedBesideThoseThatAre) {
  EvidenceBuilder run = compared();
  const Verdict verdict =
      decide(run.evidence(),
             {.units = {{"sec/op", {}}, {"alloc/op", {.direction = unit::Direction::kLower}}}});
  EXPECT_THAT(verdict.caveats,
              ElementsAre(Caveat{.code = "unit-not-reported",
                                 .text = "policy.units: no measured benchmark reports alloc/op; "
                                         "they report B/op, sec/op"}));
}

TEST(Caveats, UnitOfABenchmarksLimitThatNobodyReportsIsNamedWithItsPlace) {
  EvidenceBuilder run = compared();
  const Verdict verdict =
      decide(run.evidence(),
             {.benchmarks = {{.match = ".*", .unit = "b/op", .origin = ".headgate.yml:9"},
                             {.match = ".*", .unit = "B/op", .origin = ".headgate.yml:10"}}});
  EXPECT_THAT(verdict.caveats,
              ElementsAre(Caveat{.code = "unit-not-reported",
                                 .text = ".headgate.yml:9: no measured benchmark reports b/op; "
                                         "they report B/op, sec/op"}));
}

TEST(Caveats, DefaultUnitsAreNobodysTypo) {
  EvidenceBuilder run;
  const std::vector<double> values = progression(10, 100, 0.1);
  run.measured("Ints-4", values, values, "rows/op");
  EXPECT_THAT(decide(run.evidence(), Policy{}).caveats, IsEmpty());
}

TEST(Caveats, WhereNothingWasMeasuredNobodyKnowsWhichUnitsThereAre) {
  EvidenceBuilder run;
  run.benchmark("BenchmarkInts").identity = Identity::kIdentical;
  EXPECT_THAT(codes(decide(run.evidence(), {.units = {{"B/op", {}}}})), ElementsAre("identical"));
}

TEST(Caveats, IdenticalBenchmarksCarryThatFilesElsewhereAreNotSeen) {
  EvidenceBuilder run = compared();
  run.benchmark("BenchmarkSame").identity = Identity::kIdentical;
  EXPECT_THAT(
      decide(run.evidence(), Policy{}).caveats,
      ElementsAre(Caveat{
          .code = "identical",
          .text = "taken as unchanged, because the test binaries and the files beside them are the "
                  "same; files that a benchmark reads elsewhere are not seen (1 benchmark): "
                  "example.com/m/sum/BenchmarkSame"}));
}

TEST(Caveats, TimeStolenByTheHypervisorIsToldAboveATwentiethOfTheMeasuring) {
  // 20 processes of 1 s: 1 s stolen in all is 5 %.
  EvidenceBuilder run = compared();
  run.evidence().processes[0].use.steal_sec = 1.0;
  EXPECT_THAT(decide(run.evidence(), Policy{}).caveats, IsEmpty());
  run.evidence().processes[1].use.steal_sec = 0.2;
  EXPECT_THAT(decide(run.evidence(), Policy{}).caveats,
              ElementsAre(Caveat{.code = "noisy-machine",
                                 .text = "for every second of measuring the hypervisor gave 0.06 s "
                                         "of this machine's CPUs to others"}));
}

TEST(Caveats, WaitingForACpuIsToldAboveAFifthOfTheMeasuring) {
  EvidenceBuilder run = compared();
  for (dataset::Process& one : run.evidence().processes) {
    one.use.pressure_sec = 0.1875;
  }
  EXPECT_THAT(decide(run.evidence(), Policy{}).caveats, IsEmpty());
  run.evidence().processes[0].use.pressure_sec = 1.2375;
  // 19 * 0.1875 + 1.2375 = 4.8 of 20 s.
  EXPECT_THAT(decide(run.evidence(), Policy{}).caveats,
              ElementsAre(Caveat{.code = "noisy-machine",
                                 .text = "some task waited for a CPU in 24.0% of the measuring "
                                         "time: other work ran on this machine, or the benchmarks "
                                         "start more threads than there are CPUs"}));
}

TEST(Caveats, NoiseIsToldOnlyWhereTheKernelCountsItAndEnoughWasMeasured) {
  EvidenceBuilder run = compared();
  for (dataset::Process& one : run.evidence().processes) {
    one.use.steal_sec = std::nullopt;
    one.use.pressure_sec = std::nullopt;
  }
  EXPECT_THAT(decide(run.evidence(), Policy{}).caveats, IsEmpty());
  for (dataset::Process& one : run.evidence().processes) {
    one.use.wall_sec = 0.049;  // 0.98 s in all
    one.use.steal_sec = 0.01;
    one.use.pressure_sec = 0.049;
  }
  EXPECT_THAT(decide(run.evidence(), Policy{}).caveats, IsEmpty());
}

TEST(Caveats, ProcessesThatOnlyExplainSayNothingOfTheNoise) {
  EvidenceBuilder run = compared();
  dataset::Process explained = testing_support::process(Side::kHead, 0, "BenchmarkInts", {});
  explained.purpose = dataset::Purpose::kExplain;
  explained.use.wall_sec = 100;
  explained.use.pressure_sec = 100;
  run.add(explained);
  EXPECT_THAT(decide(run.evidence(), Policy{}).caveats, IsEmpty());
}

}  // namespace
}  // namespace headgate::gate
