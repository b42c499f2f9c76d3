#include "core/gate/dismissal.h"

#include <array>
#include <string>

#include <gmock/gmock.h>

#include "core/gate/ledger_table.h"
#include "support/findings.h"
#include "support/ledgers.h"
#include "support/verdicts.h"

namespace headgate::gate {
namespace {

using ::testing::HasSubstr;
using testing_support::compared_finding;
using testing_support::day;
using testing_support::ledger_of;
using testing_support::verdict_of;

constexpr std::array<int, 1> kFour = {4};

Dismissal words() {
  return {.cause = "the loop moved",
          .check = "perf stat",
          .evidence = "sha256:" + std::string(64, 'e'),
          .author = "Ann",
          .created = day("2026-11-30"),
          .expires = day("2027-02-28")};
}

// Ints/n=1000-4 of example.com/m/sum got 12.34 % slower; Floats-4 did not.
Verdict one_alarm() {
  return verdict_of(Decision::kRegression,
                    {compared_finding("Ints/n=1000-4", Outcome::kRegression, 1e-6, 1.1234e-6),
                     compared_finding("Floats-4", Outcome::kUnchanged, 1e-6, 1e-6)});
}

TEST(Dismissal, SaysWhatTheFindingSays) {
  const Result<LedgerEntry> entry =
      dismissed(one_alarm(), {.series = "Ints/n=1000-4"}, kFour, words());
  ASSERT_TRUE(entry) << entry.error().message;
  EXPECT_EQ(entry->match, R"(example\.com/m/sum/BenchmarkInts/n=1000)");
  EXPECT_EQ(entry->unit, "sec/op");
  EXPECT_EQ(entry->direction, LedgerEntry::Direction::kUp);
  EXPECT_DOUBLE_EQ(*entry->max_delta, 0.124) << "12.34 %, up to the next tenth of a percent";
  EXPECT_EQ(entry->cause, "the loop moved");
  EXPECT_EQ(entry->evidence, words().evidence);
  EXPECT_EQ(entry->expires, day("2027-02-28"));
}

TEST(Dismissal, CoversTheAlarmItWasMadeFrom) {
  for (const double head : {1.05e-6, 1.1e-6, 1.1234e-6, 3e-6, 17.0, 1e-6 * (1 + 1e-4)}) {
    const Verdict verdict = verdict_of(
        Decision::kRegression, {compared_finding("A.b[c]-4", Outcome::kRegression, 1e-6, head)});
    const Result<LedgerEntry> entry = dismissed(verdict, {.series = "A.b[c]"}, kFour, words());
    ASSERT_TRUE(entry) << entry.error().message;
    const Result<LedgerTable> table = LedgerTable::create(ledger_of({*entry}), {4});
    EXPECT_EQ(table->applied_to(verdict.findings.front()).outcome, Outcome::kKnown) << head;
  }
}

TEST(Dismissal, TakesTheNameInEverySpellingOfOurs) {
  for (const std::string series :
       {"Ints/n=1000-4", "Ints/n=1000", "BenchmarkInts/n=1000", "sum.Ints/n=1000-4",
        "sum/BenchmarkInts/n=1000", "m/sum/BenchmarkInts/n=1000-4",
        "example.com/m/sum/BenchmarkInts/n=1000-4", "example.com/m/sum.BenchmarkInts/n=1000"}) {
    EXPECT_TRUE(dismissed(one_alarm(), {.series = series}, kFour, words())) << series;
  }
  for (const std::string series : {"Ints", "Ints/n=100", "um/BenchmarkInts/n=1000", "ints/n=1000",
                                   "other/BenchmarkInts/n=1000", ".*"}) {
    EXPECT_FALSE(dismissed(one_alarm(), {.series = series}, kFour, words())) << series;
  }
}

TEST(Dismissal, KeepsTheCpuSuffixWhereThereAreSeveral) {
  constexpr std::array<int, 2> kTwo = {1, 4};
  EXPECT_EQ(dismissed(one_alarm(), {.series = "Ints/n=1000"}, kTwo, words())->match,
            R"(example\.com/m/sum/BenchmarkInts/n=1000-4)");
}

TEST(Dismissal, OfWhatIsNoRegressionIsRefused) {
  const Result<LedgerEntry> entry = dismissed(one_alarm(), {.series = "Floats"}, kFour, words());
  ASSERT_FALSE(entry);
  EXPECT_EQ(entry.error().reason, Reason::kUsage);
  EXPECT_EQ(entry.error().message,
            "example.com/m/sum/BenchmarkFloats-4 sec/op is unchanged, which is no alarm");
  EXPECT_THAT(entry.error().remedy, HasSubstr("BenchmarkInts/n=1000-4 sec/op"));
  Verdict shown = one_alarm();
  shown.findings.front().gating = Gating::kShown;
  EXPECT_THAT(dismissed(shown, {.series = "Ints/n=1000"}, kFour, words()).error().message,
              HasSubstr("is not gated"));
}

TEST(Dismissal, OfTwoUnitsNeedsTheUnit) {
  Verdict verdict = one_alarm();
  verdict.findings.push_back(verdict.findings.front());
  verdict.findings.back().key.unit = "B/op";
  const Result<LedgerEntry> both = dismissed(verdict, {.series = "Ints/n=1000"}, kFour, words());
  ASSERT_FALSE(both);
  EXPECT_THAT(both.error().message, HasSubstr("names 2 regressions"));
  EXPECT_EQ(dismissed(verdict, {.series = "Ints/n=1000", .unit = "B/op"}, kFour, words())->unit,
            "B/op");
}

TEST(Dismissal, MayCoverMoreThanWasMeasuredButNotLess) {
  Dismissal dismissal = words();
  dismissal.max_delta = 0.2;
  EXPECT_EQ(dismissed(one_alarm(), {.series = "Ints/n=1000"}, kFour, dismissal)->max_delta, 0.2);
  dismissal.max_delta = 0.1;
  const Result<LedgerEntry> less =
      dismissed(one_alarm(), {.series = "Ints/n=1000"}, kFour, dismissal);
  ASSERT_FALSE(less);
  EXPECT_THAT(less.error().message, HasSubstr("a limit of 10.0% does not cover"));
}

TEST(Dismissal, FromZeroCoversTheValueOfHead) {
  Verdict verdict = one_alarm();
  Finding& finding = verdict.findings.front();
  finding.comparison->sides.base.median = 0;
  finding.comparison->sides.head.median = 3;
  const Result<LedgerEntry> entry = dismissed(verdict, {.series = "Ints/n=1000"}, kFour, words());
  ASSERT_TRUE(entry) << entry.error().message;
  EXPECT_EQ(entry->max_delta, std::nullopt);
  EXPECT_EQ(entry->max_from_zero, 3.0);
}

}  // namespace
}  // namespace headgate::gate
