#include "core/report/ledger.h"

#include <chrono>
#include <string>

#include <gmock/gmock.h>

#include "support/hostile_text.h"
#include "support/ledgers.h"
#include "support/runner_parser.h"

namespace headgate::report {
namespace {

using ::testing::HasSubstr;
using testing_support::from_zero_entry;
using testing_support::ledger_entry;
using testing_support::ledger_of;

constexpr std::chrono::days kTwoWeeks(14);

TEST(LedgerList, SaysAllOfAnEntry) {
  const std::string text = ledger_list(ledger_of({ledger_entry(), from_zero_entry()}), kTwoWeeks);
  EXPECT_THAT(text, HasSubstr("    live, 2026-11-01 to 2026-12-31, by Ann\n"
                              "    covers changes of up to 12.5%\n"
                              "    cause: the loop moved across a cache line\n"
                              "    check: same instructions in perf stat\n"));
  EXPECT_THAT(text, HasSubstr("    covers up to 3 allocs/op from 0\n"));
  EXPECT_THAT(text, HasSubstr("\n.headgate-ledger.yml: 2 entries\n"));
}

TEST(LedgerFindings, NameWhatNeedsDoing) {
  EXPECT_EQ(ledger_findings(ledger_of({ledger_entry()}), kTwoWeeks),
            ".headgate-ledger.yml: 1 entry\n");
  const std::string soon = ledger_findings(ledger_of({ledger_entry()}, "2026-12-20"), kTwoWeeks);
  EXPECT_THAT(soon, HasSubstr("counts only until 2026-12-31\n"));
  EXPECT_THAT(soon, HasSubstr("1 entry, 1 within 14 days of its end\n"));
  const std::string over = ledger_findings(ledger_of({ledger_entry()}, "2027-01-01"), kTwoWeeks);
  EXPECT_THAT(over, HasSubstr("expired, counted until 2026-12-31\n"));
  EXPECT_THAT(over, HasSubstr("1 entry, 1 expired\n"));
}

TEST(LedgerList, GivesARunnerNothingToActOn) {
  testing_support::SeededNumbers numbers(7);
  for (int i = 0; i < 200; ++i) {
    gate::LedgerEntry entry = ledger_entry();
    for (std::string* text : {&entry.match, &entry.unit, &entry.cause, &entry.check,
                              &entry.evidence, &entry.author, &entry.origin}) {
      *text = testing_support::hostile_text(numbers, 4);
    }
    gate::Ledger ledger = ledger_of({entry}, "2027-01-01");
    ledger.file = testing_support::hostile_text(numbers, 2);
    for (const std::string& text :
         {ledger_list(ledger, kTwoWeeks), ledger_findings(ledger, kTwoWeeks)}) {
      for (const std::string& one : testing_support::log_lines(text)) {
        ASSERT_FALSE(testing_support::is_acted_on(one)) << one;
      }
    }
  }
}

}  // namespace
}  // namespace headgate::report
