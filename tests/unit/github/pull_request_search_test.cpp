#include "core/github/pull_request_search.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/fake_github.h"

namespace headgate::github {
namespace {

using testing::HasSubstr;
using testing_support::FakeGithub;

const std::string kMeasured(40, 'a');
const std::string kNewer(40, 'b');

ReportEvent event_of_fork() {
  return {.repository = "o/r",
          .trigger = "pull_request",
          .head_owner = "stranger",
          .head_repository_id = 99,
          .head_branch = "feat/x",
          .head_sha = kMeasured,
          .number = std::nullopt};
}

FakeGithub::Pull pull(std::uint64_t number, std::string sha = kMeasured) {
  return {.number = number,
          .owner = "stranger",
          .repository_id = 99,
          .branch = "feat/x",
          .sha = std::move(sha)};
}

Result<SearchResult> searched(FakeGithub& server, const ReportEvent& event,
                              std::optional<std::uint64_t> claimed = std::nullopt) {
  PullRequestSearch search({.api = server.api, .name = server.repository}, event);
  while (const std::optional<Call> call = search.next()) {
    if (Status taken = search.take(server.answer(*call)); !taken) {
      return std::move(taken).error();
    }
  }
  return search.result(claimed);
}

std::uint64_t found(const Result<SearchResult>& result) {
  return result && std::holds_alternative<Found>(*result) ? std::get<Found>(*result).number : 0;
}

TEST(PullRequestSearch, AsksForTheOpenOnesOfTheHeadsBranch) {
  const PullRequestSearch search({.api = "https://api.test", .name = "o/r"}, event_of_fork());
  EXPECT_EQ(search.next()->method, Method::kGet);
  EXPECT_EQ(search.next()->url,
            "https://api.test/repos/o/r/pulls?state=open&head=stranger%3Afeat%2Fx&per_page=100");
}

TEST(PullRequestSearch, FindsTheOneWhoseHeadWasMeasured) {
  FakeGithub server{.pulls = {pull(7)}};
  EXPECT_EQ(found(searched(server, event_of_fork())), 7U);
  EXPECT_EQ(found(searched(server, event_of_fork(), 7)), 7U);
}

TEST(PullRequestSearch, ReadsEveryPage) {
  FakeGithub server{.pulls = {pull(5, kNewer), pull(6, kNewer), pull(7)}, .page_size = 1};
  EXPECT_EQ(found(searched(server, event_of_fork())), 7U);
  EXPECT_EQ(server.log().size(), 3U);
}

TEST(PullRequestSearch, AnotherRepositoryWithTheSameOwnerAndBranchIsNotIt) {
  FakeGithub::Pull other = pull(7);
  other.repository_id = 100;
  FakeGithub server{.pulls = {other}};
  const Result<SearchResult> result = searched(server, event_of_fork());
  ASSERT_TRUE(result);
  EXPECT_TRUE(std::holds_alternative<NoneOpen>(*result));
}

TEST(PullRequestSearch, AServerThatIgnoresTheFilterChangesNothing) {
  FakeGithub server;
  server.instead = [](const Call&) {
    return Reply{.status = 200,
                 .body = R"([
      {"number": 1, "head": {"sha": ")" +
                         kMeasured + R"(", "ref": "feat/x", "repo": {"id": 1}}},
      {"number": 2, "head": {"sha": ")" +
                         kMeasured + R"(", "ref": "main", "repo": {"id": 99}}},
      {"number": 3, "head": {"sha": ")" +
                         kMeasured + R"(", "ref": "feat/x", "repo": null}},
      {"number": 4, "head": {"sha": ")" +
                         kMeasured + R"(", "ref": "feat/x", "repo": {"id": 99}}}])"};
  };
  EXPECT_EQ(found(searched(server, event_of_fork())), 4U);
}

TEST(PullRequestSearch, ANewerHeadSupersedesWhatWasMeasured) {
  FakeGithub server{.pulls = {pull(7, kNewer)}};
  const Result<SearchResult> result = searched(server, event_of_fork(), 7);
  ASSERT_TRUE(result);
  ASSERT_TRUE(std::holds_alternative<Superseded>(*result));
  EXPECT_EQ(std::get<Superseded>(*result).number, 7U);
  EXPECT_EQ(std::get<Superseded>(*result).head_sha, kNewer);
}

TEST(PullRequestSearch, ANumberOfSomeOtherPullRequestIsAMismatch) {
  FakeGithub server{.pulls = {pull(7)}};
  const Result<SearchResult> result = searched(server, event_of_fork(), 8);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().reason, Reason::kPullRequestMismatch);
  EXPECT_THAT(result.error().message, HasSubstr("#8"));
}

TEST(PullRequestSearch, TheNumberChoosesAmongThoseThatShareTheHead) {
  FakeGithub server{.pulls = {pull(7), pull(8)}};
  EXPECT_EQ(found(searched(server, event_of_fork(), 8)), 8U);
  const Result<SearchResult> unnamed = searched(server, event_of_fork());
  ASSERT_FALSE(unnamed);
  EXPECT_EQ(unnamed.error().reason, Reason::kPullRequestMismatch);
}

TEST(PullRequestSearch, TheEventsOwnNumberDecides) {
  ReportEvent event = event_of_fork();
  event.number = 7;
  FakeGithub server{.pulls = {pull(6), pull(7)}};
  EXPECT_EQ(found(searched(server, event)), 7U);
  EXPECT_EQ(searched(server, event, 6).error().reason, Reason::kPullRequestMismatch);
}

TEST(PullRequestSearch, AnswersThatAreNotADocumentedListAreToldAsSuch) {
  for (const char* body :
       {"{}", "<html>", "", "[{}]", "[1]", "null",
        R"([{"number":"7","head":{"sha":"x","ref":"feat/x","repo":{"id":99}}}])"}) {
    FakeGithub server;
    server.instead = [&](const Call&) { return Reply{.status = 200, .body = body}; };
    const Result<SearchResult> result = searched(server, event_of_fork());
    if (std::string_view(body) == "[{}]" || std::string_view(body) == "[1]") {
      EXPECT_TRUE(result && std::holds_alternative<NoneOpen>(*result)) << body;
    } else {
      ASSERT_FALSE(result) << body;
      EXPECT_EQ(result.error().reason, Reason::kApiUnreadable);
    }
  }
}

TEST(PullRequestSearch, AListWithoutEndIsGivenUp) {
  FakeGithub server;
  server.instead = [&](const Call&) {
    return Reply{.status = 200,
                 .headers = {{"link", "<https://api.test/again>; rel=\"next\""}},
                 .body = "[]"};
  };
  EXPECT_EQ(searched(server, event_of_fork()).error().reason, Reason::kApiUnreadable);
  EXPECT_EQ(server.log().size(), 100U);
}

TEST(PullRequestSearch, ARefusalIsPassedOn) {
  FakeGithub server;
  server.instead = [](const Call&) { return FakeGithub::refused(404, "Not Found"); };
  const Result<SearchResult> result = searched(server, event_of_fork());
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().reason, Reason::kApiRefused);
}

}  // namespace
}  // namespace headgate::github
