// What a ledger makes of findings, and what it never touches.

#include "core/gate/ledger.h"

#include <gmock/gmock.h>

#include "core/gate/gate.h"
#include "core/gate/ledger_table.h"
#include "support/evidence.h"
#include "support/findings.h"
#include "support/ledgers.h"
#include "support/samples.h"

namespace headgate::gate {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using testing_support::around;
using testing_support::codes;
using testing_support::day;
using testing_support::EvidenceBuilder;
using testing_support::finding;
using testing_support::from_zero_entry;
using testing_support::kinds;
using testing_support::ledger_entry;
using testing_support::ledger_of;
using testing_support::noisy;
using testing_support::progression;
using testing_support::repeated;

// Ints/n=1000 gets slower by this ratio; the entry of `ledger_entry` names it and allows 12.5 %.
Verdict slower_by(double ratio, Ledger ledger) {
  EvidenceBuilder run;
  run.measured("Ints/n=1000-4", around(100), around(100 * (1 + ratio)));
  run.evidence().ledger = std::move(ledger);
  return decide(run.evidence(), Policy{.confirm = Confirm::kNo});
}

TEST(Ledger, WhatALiveEntryCoversIsKnownAndPasses) {
  const Verdict verdict = slower_by(0.10, ledger_of({ledger_entry()}));
  const Finding& known = finding(verdict, "Ints/n=1000-4");
  EXPECT_EQ(known.outcome, Outcome::kKnown);
  EXPECT_EQ(known.ledger, ledger_entry());
  EXPECT_EQ(verdict.decision, Decision::kPass);
  EXPECT_EQ(verdict.regressions, 0U);
  EXPECT_EQ(verdict.known, 1U);
  EXPECT_EQ(verdict.compared, 1U);
  EXPECT_THAT(verdict.message, HasSubstr("no regression in 1 compared series, 1 known"));
}

TEST(Ledger, AKnownFindingSaysWhatTheEntrySays) {
  const Verdict verdict = slower_by(0.10, ledger_of({ledger_entry()}));
  const std::vector<Warning>& warnings = finding(verdict, "Ints/n=1000-4").warnings;
  EXPECT_THAT(warnings,
              Contains(Warning{
                  .kind = WarningKind::kKnown,
                  .text = "the ledger dismisses changes of up to 12.5% until 2026-12-31: the loop "
                          "moved across a cache line; checked: same instructions in perf stat "
                          "(Ann, .headgate-ledger.yml:3)"}));
}

TEST(Ledger, ALargerChangeStaysARegressionAndSaysWhatIsCovered) {
  const Verdict verdict = slower_by(0.20, ledger_of({ledger_entry()}));
  const Finding& larger = finding(verdict, "Ints/n=1000-4");
  EXPECT_EQ(larger.outcome, Outcome::kRegression);
  EXPECT_FALSE(larger.ledger);
  EXPECT_EQ(verdict.decision, Decision::kRegression);
  EXPECT_THAT(kinds(larger), Contains(WarningKind::kLedgerExceeded));
  EXPECT_THAT(larger.warnings.back().text,
              HasSubstr("the ledger covers only changes of up to 12.5%: the loop moved"));
}

TEST(Ledger, TheLimitItselfIsCovered) {
  EXPECT_EQ(slower_by(0.125, ledger_of({ledger_entry()})).known, 1U);
  EXPECT_EQ(slower_by(0.1251, ledger_of({ledger_entry()})).known, 0U);
}

TEST(Ledger, TheLastDayCountsAndTheNextDoesNot) {
  EXPECT_EQ(slower_by(0.10, ledger_of({ledger_entry()}, "2026-12-31")).decision, Decision::kPass);
  const Verdict over = slower_by(0.10, ledger_of({ledger_entry()}, "2027-01-01"));
  EXPECT_EQ(over.decision, Decision::kRegression);
  const Finding& told = finding(over, "Ints/n=1000-4");
  EXPECT_THAT(kinds(told), Contains(WarningKind::kLedgerExpired));
  EXPECT_THAT(told.warnings.back().text, HasSubstr("counted until 2026-12-31"));
  EXPECT_THAT(codes(over), Contains("ledger-expired"));
}

struct Mismatch {
  std::string_view what;
  void (*change)(LedgerEntry& entry);
};

TEST(Ledger, AnEntryAboutSomethingElseCoversNothing) {
  const std::vector<Mismatch> cases = {
      {"another benchmark", [](LedgerEntry& entry) { entry.match = "BenchmarkFloats"; }},
      {"only a part of the name", [](LedgerEntry& entry) { entry.match = "BenchmarkInts"; }},
      {"another unit", [](LedgerEntry& entry) { entry.unit = "B/op"; }},
      {"the other direction",
       [](LedgerEntry& entry) { entry.direction = LedgerEntry::Direction::kDown; }},
      {"changes from 0",
       [](LedgerEntry& entry) {
         entry.max_delta.reset();
         entry.max_from_zero = 1000;
       }},
  };
  for (const Mismatch& one : cases) {
    SCOPED_TRACE(one.what);
    LedgerEntry entry = ledger_entry();
    one.change(entry);
    EXPECT_EQ(slower_by(0.10, ledger_of({entry})).decision, Decision::kRegression);
  }
}

TEST(Ledger, OfSeveralEntriesAnyMayCover) {
  LedgerEntry small = ledger_entry();
  small.max_delta = 0.01;
  LedgerEntry over = ledger_entry();
  over.expires = day("2026-11-29");
  EXPECT_EQ(slower_by(0.10, ledger_of({small, over, ledger_entry()})).known, 1U);
}

TEST(Ledger, OfSeveralThatDoNotCoverTheLargestIsTold) {
  LedgerEntry small = ledger_entry();
  small.max_delta = 0.01;
  const Verdict verdict = slower_by(0.30, ledger_of({small, ledger_entry()}));
  EXPECT_THAT(finding(verdict, "Ints/n=1000-4").warnings.back().text, HasSubstr("up to 12.5%"));
}

TEST(Ledger, ThroughputThatFallsIsMeasuredLikeTheFloor) {
  // From 112.5 to 100 base is 12.5 % above head, though the delta is -11.1 %.
  LedgerEntry entry = ledger_entry();
  entry.unit = "B/s";
  entry.direction = LedgerEntry::Direction::kDown;
  Policy policy = Policy{.confirm = Confirm::kNo};
  policy.units = {{"B/s", {}}};
  for (const auto& [base, outcome] :
       {std::pair{112.5, Outcome::kKnown}, std::pair{112.6, Outcome::kRegression}}) {
    EvidenceBuilder run;
    run.measured("Ints/n=1000-4", around(base), around(100), "B/s");
    run.evidence().ledger = ledger_of({entry});
    EXPECT_EQ(finding(decide(run.evidence(), policy), "Ints/n=1000-4", "B/s").outcome, outcome)
        << base;
  }
}

TEST(Ledger, FromZeroTheValueOfHeadIsTheLimit) {
  Policy policy = Policy{.confirm = Confirm::kNo};
  policy.units = {{"allocs/op", {}}};
  for (const auto& [head, outcome] :
       {std::pair{3.0, Outcome::kKnown}, std::pair{4.0, Outcome::kRegression}}) {
    EvidenceBuilder run;
    run.measured("Ints/n=1000-4", repeated(10, 0), repeated(10, head), "allocs/op");
    run.evidence().ledger = ledger_of({from_zero_entry()});
    EXPECT_EQ(finding(decide(run.evidence(), policy), "Ints/n=1000-4", "allocs/op").outcome,
              outcome)
        << head;
  }
}

TEST(Ledger, AChangeFromZeroIsNoRatioThatAnEntryCovers) {
  LedgerEntry entry = from_zero_entry();
  entry.max_delta = 1e9;
  entry.max_from_zero.reset();
  Policy policy = Policy{.confirm = Confirm::kNo};
  policy.units = {{"allocs/op", {}}};
  EvidenceBuilder run;
  run.measured("Ints/n=1000-4", repeated(10, 0), repeated(10, 1), "allocs/op");
  run.evidence().ledger = ledger_of({entry});
  const Verdict verdict = decide(run.evidence(), policy);
  EXPECT_EQ(verdict.decision, Decision::kRegression);
  EXPECT_THAT(finding(verdict, "Ints/n=1000-4", "allocs/op").warnings.back().text,
              HasSubstr("and this one is from 0"));
}

TEST(Ledger, WhatIsUnstableOrAnErrorIsNeverSilenced) {
  LedgerEntry everything = ledger_entry();
  everything.match = ".*";
  everything.max_delta = 1e9;
  EvidenceBuilder noise;
  noise.measured("Ints-4", noisy(100), noisy(101));
  noise.evidence().ledger = ledger_of({everything});
  EXPECT_EQ(decide(noise.evidence(), Policy{.confirm = Confirm::kNo}).decision,
            Decision::kUnstable);

  EvidenceBuilder few;
  few.measured("Ints-4", {1, 2, 3}, {10, 20, 30});
  few.evidence().ledger = ledger_of({everything});
  EXPECT_EQ(decide(few.evidence(), Policy{.confirm = Confirm::kNo}).reason, Reason::kTooFewSamples);
}

TEST(Ledger, OneKnownFindingHidesNoOther) {
  EvidenceBuilder run;
  run.measured("Ints/n=1000-4", around(100), around(110));
  run.measured("Floats-4", around(100), around(110));
  run.evidence().ledger = ledger_of({ledger_entry()});
  const Verdict verdict = decide(run.evidence(), Policy{.confirm = Confirm::kNo});
  EXPECT_EQ(verdict.decision, Decision::kRegression);
  EXPECT_EQ(verdict.regressions, 1U);
  EXPECT_EQ(verdict.known, 1U);
  EXPECT_EQ(verdict.findings.front().key.name, "Floats-4") << "the worst stands first";
}

TEST(Ledger, TheConfirmStagesNumbersAreHeldAgainstTheLimit) {
  EvidenceBuilder run;
  run.measured("Ints/n=1000-4", around(100), around(130));
  run.confirmed("Ints/n=1000-4", "Ints/n=1000", around(100), around(110));
  run.evidence().ledger = ledger_of({ledger_entry()});
  EXPECT_EQ(decide(run.evidence(), {}).known, 1U);
}

TEST(Ledger, WhatIsOnlyShownIsNotKnown) {
  LedgerEntry entry = ledger_entry();
  entry.unit = "B/op";
  EvidenceBuilder run;
  run.measured("Ints/n=1000-4", around(100), around(100));
  run.measured("Ints/n=1000-4", around(100), around(110), "B/op");
  run.evidence().ledger = ledger_of({entry});
  EXPECT_EQ(
      finding(decide(run.evidence(), Policy{.confirm = Confirm::kNo}), "Ints/n=1000-4", "B/op")
          .outcome,
      Outcome::kRegression);
}

TEST(Ledger, AnEntryWhoseSubBenchmarkIsGoneIsACaveat) {
  LedgerEntry entry = ledger_entry();
  entry.match = "BenchmarkInts/n=1";
  const Verdict verdict = slower_by(0, ledger_of({entry, ledger_entry()}));
  EXPECT_THAT(codes(verdict), ElementsAre("ledger-unmatched"));
  EXPECT_EQ(verdict.caveats.front().text,
            "an entry of the ledger matched nothing that was measured: BenchmarkInts/n=1 sec/op "
            "(.headgate-ledger.yml:3)");
}

TEST(Ledger, AnEntryThatMayStillMatchIsNoCaveat) {
  // What the run did not look at, and what has no series because both sides are the same.
  LedgerEntry elsewhere = ledger_entry();
  elsewhere.match = "BenchmarkElsewhere";
  LedgerEntry same = ledger_entry();
  same.match = "BenchmarkSame/n=1";
  EvidenceBuilder run;
  run.measured("Ints/n=1000-4", around(100), around(100));
  run.benchmark("BenchmarkSame").identity = Identity::kIdentical;
  run.evidence().ledger = ledger_of({elsewhere, same, ledger_entry()});
  EXPECT_THAT(codes(decide(run.evidence(), Policy{.confirm = Confirm::kNo})),
              Not(Contains("ledger-unmatched")));
}

TEST(Ledger, EntriesThatNameNoFunctionOfEitherSideAreACaveat) {
  const std::vector<Benchmark> benchmarks = {
      {.module = ".",
       .package = "example.com/m/sum",
       .function = "BenchmarkInts",
       .presence = {.base = Presence::kPresent, .head = Presence::kAbsent}}};
  LedgerEntry gone = ledger_entry();
  gone.match = "sum/BenchmarkGone";
  const std::vector<Caveat> caveats = ledger_caveats(ledger_of({gone, ledger_entry()}), benchmarks);
  ASSERT_EQ(caveats.size(), 1U);
  EXPECT_EQ(caveats.front().code, "ledger-unmatched");
  EXPECT_THAT(caveats.front().text, HasSubstr("matched no benchmark of base or head: sum/Bench"));
  gone.expires = day("2026-11-29");
  EXPECT_THAT(ledger_caveats(ledger_of({gone}), benchmarks), IsEmpty()) << "told as expired";
}

TEST(Ledger, APatternThatIsNoneIsAnErrorWithItsPlace) {
  LedgerEntry entry = ledger_entry();
  entry.match = "(";
  const Verdict verdict = slower_by(0.10, ledger_of({entry}));
  EXPECT_EQ(verdict.reason, Reason::kConfigInvalid);
  EXPECT_THAT(verdict.message, HasSubstr(".headgate-ledger.yml:3"));
}

TEST(Ledger, AnEntryIsSoonOverWithinSoManyDays) {
  const std::chrono::days week(7);
  EXPECT_EQ(state_of(ledger_entry(), day("2026-12-24"), week), LedgerState::kLive);
  EXPECT_EQ(state_of(ledger_entry(), day("2026-12-25"), week), LedgerState::kSoon);
  EXPECT_EQ(state_of(ledger_entry(), day("2026-12-31"), week), LedgerState::kSoon);
  EXPECT_EQ(state_of(ledger_entry(), day("2026-12-31"), std::chrono::days(0)), LedgerState::kLive);
  EXPECT_EQ(state_of(ledger_entry(), day("2027-01-01"), week), LedgerState::kExpired);
}

}  // namespace
}  // namespace headgate::gate
