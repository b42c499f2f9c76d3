#include "app/ledger_file.h"

#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <variant>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/fake_program.h"
#include "support/ledger_texts.h"
#include "support/ledgers.h"

namespace headgate::app {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing_support::day;
using testing_support::FakeProgram;
using testing_support::ledger_text;
using testing_support::Tree;

using Text = std::optional<std::string>;

const std::string kOne = ledger_text("BenchmarkX", "10%");
const std::string kOther = ledger_text("BenchmarkY", "10%");
const std::string kBroken = "version: 1\nentires: []\n";

class LedgerFileTest : public testing::Test {
 protected:
  Result<SideLedger> of_commits(const Text& base, const Text& head) {
    program.repository->files.clear();
    program.sides(tree(base), tree(head));
    return of(github::Where(github::Revision{"head"}));
  }

  Result<SideLedger> of_work_tree(const Text& base, const Text& head) {
    program.sides(tree(base), {});
    program.commit("", tree(head));
    return of(WorkTree{});
  }

  config::Settings settings;
  FakeProgram program;

 private:
  [[nodiscard]] Tree tree(const Text& text) const {
    return text ? Tree{{settings.ledger, *text}} : Tree{};
  }

  Result<SideLedger> of(std::variant<github::Where, WorkTree> head) {
    const Result<Sources> sources =
        find_sources(std::make_unique<git::FakeRepository>(program.repository),
                     Question{.base = github::Revision{"base"},
                              .head = std::move(head),
                              .why = {},
                              .base_branch = {},
                              .notes = {}});
    return ledger_of_sides(program.services(), *sources, settings);
  }
};

TEST_F(LedgerFileTest, WithoutAFileThereIsNoLedger) {
  const Result<SideLedger> found = of_commits({}, {});
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->ledger);
  EXPECT_THAT(found->caveats, IsEmpty());
}

TEST_F(LedgerFileTest, BasesLedgerCountsAsOfToday) {
  const Result<SideLedger> found = of_commits(kOne, kOne);
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->ledger->today, day("2026-01-01"));
  ASSERT_EQ(found->ledger->entries.size(), 1U);
  EXPECT_EQ(found->ledger->entries.front().origin, ".headgate-ledger.yml of base:3");
  EXPECT_THAT(found->caveats, IsEmpty());
}

TEST_F(LedgerFileTest, WhatHeadChangesIsToldAndDoesNotCount) {
  for (const auto& [base, head, text] :
       {std::tuple{Text(), Text(kOne), "(1 added, 0 removed)"},
        std::tuple{Text(kOne), Text(kOther), "(1 added, 1 removed)"},
        std::tuple{Text(kOne), Text(), "(0 added, 1 removed)"}}) {
    const Result<SideLedger> found = of_commits(base, head);
    ASSERT_TRUE(found) << found.error().message;
    EXPECT_EQ(found->ledger.has_value(), base.has_value());
    ASSERT_EQ(found->caveats.size(), 1U);
    EXPECT_EQ(found->caveats.front().code, "ledger-differs");
    EXPECT_THAT(found->caveats.front().text, HasSubstr(text));
  }
}

TEST_F(LedgerFileTest, OtherCommentsAreNoChange) {
  EXPECT_THAT(of_commits(kOne, "# ours\n" + kOne)->caveats, IsEmpty());
}

TEST_F(LedgerFileTest, TheWorkTreesLedgerCountsWhereThatIsMeasured) {
  const Result<SideLedger> found = of_work_tree({}, kOne);
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->ledger->entries.front().origin, ".headgate-ledger.yml:3");
  EXPECT_THAT(found->caveats, IsEmpty());
}

TEST_F(LedgerFileTest, ABrokenLedgerOfBaseIsAnErrorThatSaysWhereToRepairIt) {
  const Result<SideLedger> found = of_commits(kBroken, kBroken);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().reason, Reason::kConfigInvalid);
  EXPECT_THAT(found.error().message, HasSubstr(".headgate-ledger.yml of base:2: unknown key"));
  EXPECT_THAT(found.error().remedy, HasSubstr("correct it on the base branch"));
}

TEST_F(LedgerFileTest, ThePullRequestThatRepairsItIsJudgedWithoutEntries) {
  const Result<SideLedger> found = of_commits(kBroken, kOne);
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_FALSE(found->ledger);
  ASSERT_EQ(found->caveats.size(), 1U);
  EXPECT_EQ(found->caveats.front().code, "ledger-invalid");
}

TEST_F(LedgerFileTest, ThePullRequestThatBreaksItIsAnError) {
  const Result<SideLedger> found = of_commits(kOne, kBroken);
  ASSERT_FALSE(found);
  EXPECT_THAT(found.error().message, HasSubstr(".headgate-ledger.yml of head:2"));
}

TEST_F(LedgerFileTest, ABrokenLedgerOfTheWorkTreeIsAnError) {
  EXPECT_THAT(of_work_tree(kOne, kBroken).error().message, HasSubstr(".headgate-ledger.yml:2"));
}

TEST_F(LedgerFileTest, ANamedLedgerThatNeitherSideHasIsACaveat) {
  settings.ledger = "perf/ledger.yml";
  settings.origins["ledger"] = ".headgate.yml:2";
  const Result<SideLedger> found = of_commits({}, {});
  ASSERT_TRUE(found);
  ASSERT_EQ(found->caveats.size(), 1U);
  EXPECT_EQ(found->caveats.front().text,
            ".headgate.yml:2: neither base nor head has the ledger 'perf/ledger.yml'");
  EXPECT_TRUE(of_commits(kOne, kOne)->ledger);
}

}  // namespace
}  // namespace headgate::app
