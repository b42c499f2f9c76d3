#include "app/sources.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/fake_program.h"

namespace headgate::app {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;
using testing_support::FakeProgram;

class SourcesTest : public testing::Test {
 protected:
  Result<Sources> find() {
    return find_sources(std::make_unique<git::FakeRepository>(program.repository), question);
  }

  FakeProgram program;
  Question question{.base = github::Revision{"base"},
                    .head = github::Where(github::Revision{"head"}),
                    .why = "as asked for",
                    .base_branch = {},
                    .notes = {}};
};

TEST_F(SourcesTest, CommitsAreDescribedByShortIdAndSubject) {
  const Result<Sources> sources = find();
  ASSERT_TRUE(sources);
  EXPECT_EQ(sources->sides.base.describe, FakeProgram::id_of("base").substr(0, 12) + " make base");
  EXPECT_EQ(sources->sides.head.commit.id, FakeProgram::id_of("head"));
  EXPECT_EQ(sources->sides.head.kind, Source::Kind::kCommit);
  EXPECT_EQ(sources->why, "as asked for");
  EXPECT_THAT(sources->caveats, IsEmpty());
}

TEST_F(SourcesTest, TheWorkTreeIsNamedByTheCommitUnderIt) {
  question.head = WorkTree{};
  const Result<Sources> sources = find();
  ASSERT_TRUE(sources);
  EXPECT_EQ(sources->sides.head.kind, Source::Kind::kWorkTree);
  EXPECT_THAT(sources->sides.head.describe, HasSubstr("work tree at "));
}

TEST_F(SourcesTest, ABareRepositoryHasCommitsToCompareAndNoWorkTree) {
  program.repository->work_tree = "";
  EXPECT_TRUE(find());
  question.head = WorkTree{};
  const Result<Sources> sources = find();
  ASSERT_FALSE(sources);
  EXPECT_EQ(sources.error().reason, Reason::kRepositoryUnreadable);
  EXPECT_THAT(sources.error().message, HasSubstr("bare repository"));
}

TEST_F(SourcesTest, ACommitThatIsComparedWithItselfIsSaidToBe) {
  question.head = github::Where(github::Revision{"base"});
  EXPECT_THAT(find()->caveats, ElementsAre(Field(&gate::Caveat::text,
                                                 HasSubstr("base and head are the same commit"))));
}

TEST_F(SourcesTest, AnotherCommitWithTheSameFilesIsNoChangeEither) {
  program.repository->commits.at("head").tree = program.repository->commits.at("base").tree;
  EXPECT_THAT(find()->caveats, ElementsAre(Field(&gate::Caveat::code, "same-commit")));
}

TEST_F(SourcesTest, AWorkTreeOnItsBaseIsJudgedByWhatIsNotCommitted) {
  question.head = WorkTree{};
  question.base = github::Revision{"HEAD"};
  EXPECT_THAT(find()->caveats,
              ElementsAre(Field(&gate::Caveat::text, HasSubstr("only what is not committed"))));
}

TEST_F(SourcesTest, TheMergeBaseIsWithTheFirstBranchThatIsHere) {
  question.base = github::MergeBase{.head = "HEAD", .branches = {"absent", "main"}};
  const Result<Sources> sources = find();
  ASSERT_TRUE(sources) << sources.error().message;
  EXPECT_EQ(sources->sides.base.commit.id, FakeProgram::id_of("base"));
}

TEST_F(SourcesTest, WithoutAnyOfTheBranchesAllAreNamed) {
  question.base = github::MergeBase{.head = "HEAD", .branches = {"origin/v2", "v2"}};
  const Result<Sources> sources = find();
  ASSERT_FALSE(sources);
  EXPECT_EQ(sources.error().reason, Reason::kBaseUnknown);
  EXPECT_THAT(sources.error().message, HasSubstr("origin/v2, v2"));
}

TEST_F(SourcesTest, WhichSideIsUnknownIsSaid) {
  question.head = github::Where(github::Revision{"nowhere"});
  EXPECT_THAT(find().error().message, HasSubstr("head: "));
  question.head = github::Where(github::Revision{"head"});
  question.base = github::Revision{"nowhere"};
  EXPECT_THAT(find().error().message, HasSubstr("base: "));
}

TEST_F(SourcesTest, ABaseThatWasNotFetchedHasARemedyOfTheRequest) {
  question.base = github::Commit{FakeProgram::id_of("absent")};
  question.remedy_without_base = "set fetch-depth: 2";
  EXPECT_EQ(find().error().remedy, "set fetch-depth: 2");
}

TEST_F(SourcesTest, AFallbackStandsInForABaseThatWasNotFetchedAndIsTold) {
  question.base = github::Commit{FakeProgram::id_of("absent")};
  question.fallback = github::Fallback{.base = {FakeProgram::id_of("base")},
                                       .why = "base is the first parent",
                                       .note = "the commit before the push is not here"};
  const Result<Sources> sources = find();
  ASSERT_TRUE(sources);
  EXPECT_EQ(sources->why, "base is the first parent");
  EXPECT_EQ(sources->caveats.front().text, "the commit before the push is not here");
}

TEST_F(SourcesTest, NotesOfTheRequestAreCaveats) {
  question.notes = {"HEAD is not GITHUB_SHA"};
  EXPECT_EQ(find()->caveats.front().text, "HEAD is not GITHUB_SHA");
}

TEST_F(SourcesTest, ABaseBranchThatMovedOnIsACaveat) {
  question.base_branch = "main";
  program.repository->commits["origin/main"] = program.repository->commits["base"];
  EXPECT_THAT(find()->caveats, IsEmpty());
  program.repository->commits["origin/main"] = program.repository->commits["head"];
  EXPECT_THAT(find()->caveats, Contains(Field(&gate::Caveat::code, "stale-base")));
  program.repository->commits_since = 3;
  EXPECT_THAT(find()->caveats.at(0).text, HasSubstr("by now, 3 commits further on: "));
  program.repository->commits.erase("origin/main");
  EXPECT_THAT(find()->caveats, IsEmpty());
}

}  // namespace
}  // namespace headgate::app
