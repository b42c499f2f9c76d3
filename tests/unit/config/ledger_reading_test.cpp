#include "core/config/ledger_reading.h"

#include <string>

#include <fmt/core.h>
#include <gmock/gmock.h>

#include "support/ledgers.h"

namespace headgate::config {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing_support::day;
using testing_support::ledger_entry;

const std::string kDigest(64, 'e');

// A ledger whose one entry has all keys, but for the ones that `change` names: "author" leaves a
// line out, "author: Bob" writes another.
std::string ledger(const std::string& change = "") {
  const std::string key = change.substr(0, change.find(':'));
  std::string text = "version: 1\nentries:\n  -\n";
  for (const std::string& line :
       {std::string(R"(match: example\.com/m/sum/BenchmarkInts/n=1000)"),
        std::string("unit: sec/op"), std::string("direction: up"), std::string("max-delta: 12.5%"),
        std::string("cause: the loop moved across a cache line"),
        std::string("check: same instructions in perf stat"), "evidence: sha256:" + kDigest,
        std::string("author: Ann"), std::string("created: 2026-11-01"),
        std::string("expires: 2026-12-31")}) {
    const bool is_changed = line.substr(0, line.find(':')) == key;
    if (!is_changed) {
      text += "    " + line + "\n";
    } else if (change != key) {
      text += "    " + change + "\n";
    }
  }
  return text;
}

TEST(LedgerReading, AnEntryIsWhatItsKeysSay) {
  const auto entries = read_ledger(ledger(), ".headgate-ledger.yml");
  ASSERT_TRUE(entries) << entries.error().message;
  gate::LedgerEntry expected = ledger_entry();
  expected.origin = ".headgate-ledger.yml:4";
  EXPECT_THAT(*entries, ElementsAre(expected));
}

TEST(LedgerReading, AFileWithoutEntriesIsAnEmptyLedger) {
  for (const std::string text : {"", "# nothing yet\n", "version: 1\n", "version: 1\nentries:\n",
                                 "version: 1\nentries: []\n"}) {
    const auto entries = read_ledger(text, "l.yml");
    ASSERT_TRUE(entries) << text;
    EXPECT_THAT(*entries, IsEmpty()) << text;
  }
}

struct Bad {
  std::string text;
  std::string message;
};

TEST(LedgerReading, WhatCouldBeMisreadIsAnErrorWithItsPlace) {
  const std::vector<Bad> cases = {
      {"entries: []\n", "l.yml: version is missing"},
      {"version: 2\n", "l.yml:1: version 2 is newer than this headgate, which reads 1"},
      {"- 1\n", "l.yml:1: a ledger is a mapping of keys to values"},
      {"version: 1\nentires: []\n", R"(l.yml:2: unknown key "entires"; did you mean "entries"?)"},
      {"version: 1\nentries: yes\n", R"(l.yml:2: entries must be a list of entries, not "yes")"},
      {"version: 1\nentries: [x]\n", R"(l.yml:2: entries must be a list of mappings, not "x")"},
      {ledger() + "    cuase: x\n",
       R"(l.yml:14: unknown key "cuase" in entries; did you mean "cause"?)"},
      {ledger() + "    author: Bob\n", R"(l.yml:14: duplicate key "author", first in line 11)"},
      {ledger("match: '('"), "l.yml:4: match \"(\" is not a regular expression"},
      {ledger("match: ''"), "l.yml:4: match is empty"},
      {ledger("unit: ns/op"), "l.yml:5: unit holds ns/op, which is compared as sec/op"},
      {ledger("direction: worse"), R"(l.yml:6: direction must be up or down, not "worse")"},
      {ledger("max-delta: 0%"), R"(l.yml:7: max-delta must be a percentage above 0%, not "0%")"},
      {ledger("max-delta: -5%"), "l.yml:7: max-delta must be a percentage above 0%"},
      {ledger("max-delta: inf"), "l.yml:7: max-delta must be a percentage above 0%"},
      {ledger("cause: ' '"), "l.yml:8: cause is empty"},
      {ledger("cause: [a]"), "l.yml:8: cause must be text, not a list"},
      {ledger("check: ''"), "l.yml:9: check is empty"},
      {ledger("evidence: sha256:12"),
       "l.yml:10: evidence must be sha256: and 64 lower-case hexadecimal digits"},
      {ledger("evidence: sha256:" + std::string(64, 'E')), "l.yml:10: evidence must be sha256:"},
      {ledger("created: yesterday"), "l.yml:12: created must be a day as 2026-11-30"},
      {ledger("expires: 2026-02-30"), "l.yml:13: expires must be a day as 2026-11-30"},
      {ledger("expires: 2026-10-31"),
       "l.yml:4: entries holds an entry that expires on 2026-10-31, before it was made on "
       "2026-11-01"},
      {ledger() + "    max-from-zero: 0\n", "l.yml:14: max-from-zero must be a number above 0"},
  };
  for (const Bad& one : cases) {
    SCOPED_TRACE(one.text);
    const auto entries = read_ledger(one.text, "l.yml");
    ASSERT_FALSE(entries);
    EXPECT_EQ(entries.error().reason, Reason::kConfigInvalid);
    EXPECT_THAT(entries.error().message, HasSubstr(one.message));
  }
}

TEST(LedgerReading, EveryKeyIsNeeded) {
  for (const std::string key : {"match", "unit", "direction", "max-delta", "cause", "check",
                                "evidence", "author", "created", "expires"}) {
    const auto entries = read_ledger(ledger(key), "l.yml");
    ASSERT_FALSE(entries) << key;
    EXPECT_EQ(entries.error().message,
              fmt::format("l.yml:4: entries holds an entry without {}", key));
  }
}

TEST(LedgerReading, ALimitFromZeroDoesInsteadOfARatio) {
  const auto entries = read_ledger(ledger("max-delta") + "    max-from-zero: 3\n", "l.yml");
  ASSERT_TRUE(entries) << entries.error().message;
  EXPECT_EQ(entries->front().max_delta, std::nullopt);
  EXPECT_EQ(entries->front().max_from_zero, 3.0);
}

TEST(LedgerReading, FlagsAreReadLikeKeys) {
  EXPECT_EQ(*read_day("flag --expires", "2026-11-30"), day("2026-11-30"));
  EXPECT_EQ(read_day("flag --expires", "soon").error().message,
            R"(flag --expires: the day must be a day as 2026-11-30, not "soon")");
  EXPECT_DOUBLE_EQ(*read_max_delta("flag --max-delta", "7.25%"), 0.0725);
  EXPECT_EQ(read_max_delta("flag --max-delta", "much").error().message,
            R"(flag --max-delta: max-delta must be a percentage above 0%, not "much")");
}

}  // namespace
}  // namespace headgate::config
