#include "core/config/ledger_writing.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>

#include "core/config/ledger_reading.h"
#include "support/ledgers.h"

namespace headgate::config {
namespace {

using ::testing::HasSubstr;
using testing_support::from_zero_entry;
using testing_support::ledger_entry;

// The lines of `ledger_entry` below a list that begins in this column.
std::string written(const std::string& indentation = "  ") {
  std::string text;
  for (const std::string& line : std::vector<std::string>{
           R"(- match: 'example\.com/m/sum/BenchmarkInts/n=1000')", "  unit: sec/op",
           "  direction: up", "  max-delta: 12.5%", "  cause: 'the loop moved across a cache line'",
           "  check: 'same instructions in perf stat'",
           "  evidence: sha256:" + std::string(64, 'e'), "  author: 'Ann'", "  created: 2026-11-01",
           "  expires: 2026-12-31"}) {
    text += indentation + line + "\n";
  }
  return text;
}

std::string added_to(const std::string& text) {
  const Result<std::string> after = with_entry(text, "l.yml", ledger_entry());
  return after ? *after : "error: " + after.error().message;
}

TEST(LedgerWriting, AnEmptyTextBecomesALedger) {
  EXPECT_EQ(added_to(""), "version: 1\nentries:\n" + written());
  EXPECT_EQ(added_to("# ours\n"), "# ours\nversion: 1\nentries:\n" + written());
  EXPECT_EQ(added_to("version: 1\n"), "version: 1\nentries:\n" + written());
  EXPECT_EQ(added_to("version: 1\nentries: []  # none\n"),
            "version: 1\nentries:  # none\n" + written());
  EXPECT_EQ(added_to("version: 1\nentries:\n"), "version: 1\nentries:\n" + written());
}

TEST(LedgerWriting, TheNewEntryStandsLastAndNothingElseChanges) {
  const std::string before =
      "# Dismissed alarms\nversion: 1   # of the format\nentries:\n  # the first\n" + written() +
      "\n  # the end\n";
  EXPECT_EQ(added_to(before), before + written());
}

TEST(LedgerWriting, TheListKeepsItsIndentation) {
  for (const std::string indentation : {"", "    "}) {
    const std::string before = "version: 1\nentries:\n" + written(indentation);
    EXPECT_EQ(added_to(before), before + written(indentation));
  }
}

TEST(LedgerWriting, WhatFollowsTheListStaysBehindIt) {
  const std::string list = "entries:\n" + written();
  EXPECT_EQ(added_to(list + "\n# of the format\nversion: 1\n"),
            list + written() + "\n# of the format\nversion: 1\n");
}

TEST(LedgerWriting, ALastLineWithoutAnEndGetsOne) {
  std::string before = "version: 1\nentries:\n" + written();
  before.pop_back();
  EXPECT_EQ(added_to(before), before + "\n" + written());
}

TEST(LedgerWriting, LinesEndAsTheyDoInTheFile) {
  EXPECT_THAT(added_to("version: 1\r\nentries:\r\n"), HasSubstr("\r\n    unit: sec/op\r\n"));
}

TEST(LedgerWriting, EveryTextComesBackAsItWas) {
  for (const std::string text : {"it's", "a: b # c", "- x", "\"quoted\"", "'", "\\d+\\.",
                                 "{a: [b]}", "%x", "@y", "!z", "0x1f", "null", "ä €", " blanks "}) {
    gate::LedgerEntry entry = ledger_entry();
    entry.cause = text;
    const Result<std::string> after = with_entry("", "l.yml", entry);
    ASSERT_TRUE(after) << text << ": " << after.error().message;
    EXPECT_EQ(read_ledger(*after, "l.yml")->front().cause, text);
  }
}

TEST(LedgerWriting, ATextThatNoLineHoldsIsRefused) {
  for (const std::string text : {"two\nlines",
                                 "a\x01"
                                 "b",
                                 "\xff", ""}) {
    gate::LedgerEntry entry = ledger_entry();
    entry.cause = text;
    const Result<std::string> after = with_entry("", "l.yml", entry);
    ASSERT_FALSE(after) << text;
    EXPECT_THAT(after.error().message, HasSubstr("l.yml: the entry cannot be added"));
  }
}

TEST(LedgerWriting, AListInBracketsIsRefused) {
  const std::string before =
      "version: 1\nentries: [{match: x, unit: sec/op, direction: up, max-delta: 1%, cause: c, "
      "check: d, evidence: 'sha256:" +
      std::string(64, 'e') + "', author: a, created: 2026-01-01, expires: 2026-01-02}]\n";
  ASSERT_TRUE(read_ledger(before, "l.yml"));
  const Result<std::string> after = with_entry(before, "l.yml", ledger_entry());
  ASSERT_FALSE(after);
  EXPECT_THAT(after.error().remedy, HasSubstr("one `- ` line an entry"));
}

TEST(LedgerWriting, ATextThatIsNoLedgerIsRefused) {
  const Result<std::string> after = with_entry("version: 1\nentrys: []\n", "l.yml", ledger_entry());
  ASSERT_FALSE(after);
  EXPECT_THAT(after.error().message, HasSubstr("l.yml:2: unknown key"));
}

TEST(LedgerWriting, ALimitFromZeroIsWritten) {
  const Result<std::string> after = with_entry("", "l.yml", from_zero_entry());
  ASSERT_TRUE(after) << after.error().message;
  EXPECT_THAT(*after, HasSubstr("    max-from-zero: 3\n"));
}

}  // namespace
}  // namespace headgate::config
