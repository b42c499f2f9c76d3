#include "core/github/sticky_comment.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/fake_github.h"

namespace headgate::github {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing_support::FakeGithub;
using Outcome = StickyComment::Outcome;

const std::string kMarker = "<!-- headgate:gate -->";
const std::string kBody = kMarker + "\nnew\n";
const std::string kBot = "github-actions[bot]";

FakeGithub::Comment ours(std::uint64_t id, const std::string& text) {
  return {.id = id, .login = kBot, .type = "Bot", .body = kMarker + "\n" + text};
}

FakeGithub::Comment of_person(std::uint64_t id, const std::string& body) {
  return {.id = id, .login = "mallory", .type = "User", .body = body};
}

struct Kept {
  Status status;
  Outcome outcome;
  std::string url;
  std::size_t deleted;
};

Kept keep(FakeGithub& server) {
  StickyComment sticky({.api = server.api, .name = server.repository}, 7, kMarker, kBody);
  Status status = ok();
  while (const std::optional<Call> call = sticky.next()) {
    status = sticky.take(server.answer(*call));
    if (!status) {
      break;
    }
  }
  return {.status = std::move(status),
          .outcome = sticky.outcome(),
          .url = sticky.url(),
          .deleted = sticky.deleted()};
}

std::vector<std::uint64_t> ids(const FakeGithub& server) {
  std::vector<std::uint64_t> all;
  for (const FakeGithub::Comment& comment : server.comments) {
    all.push_back(comment.id);
  }
  return all;
}

TEST(CommentMarker, NamesToolAndId) {
  EXPECT_EQ(*comment_marker("gate"), kMarker);
  EXPECT_TRUE(comment_marker("linux-amd64_1.26"));
}

TEST(CommentMarker, TakesNoIdThatCouldEndIt) {
  for (const char* id : {"", "a b", "a--b", "-a", "a-", "-->", "a>b", "é", "a\nb"}) {
    const Result<std::string> marker = comment_marker(id);
    ASSERT_FALSE(marker) << id;
    EXPECT_EQ(marker.error().reason, Reason::kUsage);
  }
  EXPECT_FALSE(comment_marker(std::string(65, 'a')));
}

TEST(StickyComment, IsMadeWhereThereIsNone) {
  FakeGithub server{.comments = {of_person(1, "hello")}};
  const Kept kept = keep(server);
  ASSERT_TRUE(kept.status);
  EXPECT_EQ(kept.outcome, Outcome::kCreated);
  EXPECT_EQ(kept.url, "https://test/c/2");
  EXPECT_EQ(server.comments.back().body, kBody);
  EXPECT_THAT(server.log(), ElementsAre("GET /user", "GET /issues/7/comments",
                                        "POST /issues/7/comments", "GET /issues/7/comments"));
}

TEST(StickyComment, IsUpdatedInPlace) {
  FakeGithub server{.comments = {ours(4, "old"), of_person(5, "hello")}};
  const Kept kept = keep(server);
  EXPECT_EQ(kept.outcome, Outcome::kUpdated);
  EXPECT_THAT(ids(server), ElementsAre(4, 5));
  EXPECT_EQ(server.comments[0].body, kBody);
  EXPECT_EQ(server.comments[1].body, "hello");
}

TEST(StickyComment, IsLeftAloneWhereItSaysTheSame) {
  FakeGithub server{.comments = {ours(4, "new\n")}};
  EXPECT_EQ(keep(server).outcome, Outcome::kUnchanged);
  EXPECT_THAT(server.log(), ElementsAre("GET /user", "GET /issues/7/comments"));
}

TEST(StickyComment, IsFoundOnAnyPage) {
  FakeGithub server{.page_size = 2};
  for (std::uint64_t id = 1; id <= 6; ++id) {
    server.comments.push_back(of_person(id, "talk"));
  }
  server.comments.push_back(ours(7, "old"));
  EXPECT_EQ(keep(server).outcome, Outcome::kUpdated);
  EXPECT_EQ(server.comments.size(), 7U);
}

TEST(StickyComment, CommentsOfPeopleWithTheMarkerAreNeverTouched) {
  const std::string forged = kMarker + "\nall is well";
  FakeGithub server{.comments = {of_person(1, forged), of_person(2, forged)}};
  EXPECT_EQ(keep(server).outcome, Outcome::kCreated);
  EXPECT_THAT(ids(server), ElementsAre(1, 2, 3));
  EXPECT_EQ(server.comments[0].body, forged);
}

TEST(StickyComment, TheMarkerCountsOnlyAsTheFirstLine) {
  FakeGithub server;
  for (const std::string& body : {"look: " + kMarker + "\nx", "a\n" + kMarker, kMarker + "x\n",
                                  std::string("<!-- headgate:gate2 -->\nx"), std::string()}) {
    server.comments.push_back(
        {.id = server.comments.size() + 1, .login = kBot, .type = "Bot", .body = body});
  }
  EXPECT_EQ(keep(server).outcome, Outcome::kCreated);
  EXPECT_EQ(server.comments.size(), 6U);
}

TEST(StickyComment, LineEndsOfAWebFormAreStillTheMarker) {
  FakeGithub server{
      .comments = {{.id = 1, .login = kBot, .type = "Bot", .body = kMarker + "\r\nold"}}};
  EXPECT_EQ(keep(server).outcome, Outcome::kUpdated);
}

TEST(StickyComment, DuplicatesOfOursAreDeletedAndTheOldestKept) {
  FakeGithub server{.comments = {of_person(1, "hello"), ours(9, "b"), ours(3, "a"), ours(12, "c")}};
  const Kept kept = keep(server);
  EXPECT_EQ(kept.outcome, Outcome::kUpdated);
  EXPECT_EQ(kept.deleted, 2U);
  EXPECT_THAT(ids(server), ElementsAre(1, 3));
  EXPECT_EQ(server.comments[1].body, kBody);
}

TEST(StickyComment, AnotherAppWithTheSameMarkerKeepsItsComment) {
  FakeGithub server{
      .comments = {{.id = 1, .login = "other[bot]", .type = "Bot", .body = kMarker + "\nx"},
                   ours(2, "old")}};
  EXPECT_EQ(keep(server).outcome, Outcome::kUpdated);
  EXPECT_EQ(server.comments[0].body, kMarker + "\nx");
  EXPECT_EQ(server.comments[1].body, kBody);
}

TEST(StickyComment, WithTheTokenOfAPersonOnlyHisOwnCount) {
  FakeGithub server{.comments = {ours(1, "of the bot"),
                                 {.id = 2, .login = "me", .type = "User", .body = kMarker + "\nx"}},
                    .token = FakeGithub::Token::kPerson,
                    .login = "me"};
  EXPECT_EQ(keep(server).outcome, Outcome::kUpdated);
  EXPECT_EQ(server.comments[0].body, kMarker + "\nof the bot");
  EXPECT_EQ(server.comments[1].body, kBody);
}

TEST(StickyComment, TwoJobsThatCreateAtOnceEndWithOneComment) {
  FakeGithub server;
  // The other job's comment appears between our list and our own comment.
  server.instead = [&](const Call& call) -> std::optional<Reply> {
    if (call.method == Method::kPost && server.comments.empty()) {
      server.comments.push_back(ours(1, "of the other job"));
    }
    return std::nullopt;
  };
  const Kept kept = keep(server);
  ASSERT_TRUE(kept.status);
  EXPECT_THAT(ids(server), ElementsAre(1));
  EXPECT_EQ(server.comments[0].body, kBody);
}

TEST(StickyComment, ADuplicateThatTheOtherJobDeletedFirstIsGone) {
  FakeGithub server{.comments = {ours(1, "new\n"), ours(2, "x")}};
  server.instead = [&](const Call& call) -> std::optional<Reply> {
    if (call.method == Method::kDelete) {
      server.comments.pop_back();
    }
    return std::nullopt;
  };
  const Kept kept = keep(server);
  EXPECT_TRUE(kept.status);
  EXPECT_EQ(kept.deleted, 0U);
}

TEST(StickyComment, OneDeletedUnderOurHandsIsMadeAgain) {
  FakeGithub server{.comments = {ours(1, "old")}};
  server.instead = [&](const Call& call) -> std::optional<Reply> {
    if (call.method == Method::kPatch) {
      server.comments.clear();
    }
    return std::nullopt;
  };
  const Kept kept = keep(server);
  ASSERT_TRUE(kept.status);
  EXPECT_EQ(kept.outcome, Outcome::kCreated);
  ASSERT_EQ(server.comments.size(), 1U);
  EXPECT_EQ(server.comments[0].body, kBody);
}

TEST(StickyComment, OneThatIsAlwaysGoneIsGivenUp) {
  FakeGithub server{.comments = {ours(1, "old")}};
  server.instead = [](const Call& call) -> std::optional<Reply> {
    return call.method == Method::kPatch ? std::optional(FakeGithub::refused(404, "Not Found"))
                                         : std::nullopt;
  };
  EXPECT_EQ(keep(server).status.error().reason, Reason::kApiRefused);
}

TEST(StickyComment, AListThatLagsBehindMakesNoSecondComment) {
  FakeGithub server;
  server.instead = [](const Call& call) -> std::optional<Reply> {
    return call.method == Method::kGet && call.url.find("/comments") != std::string::npos
               ? std::optional(Reply{.status = 200, .body = "[]"})
               : std::nullopt;
  };
  EXPECT_EQ(keep(server).outcome, Outcome::kCreated);
  EXPECT_EQ(server.comments.size(), 1U);
}

TEST(StickyComment, ARefusalAtAnyStepIsPassedOnAsItIs) {
  const struct {
    std::string step;
    int status;
  } cases[] = {{"GET /user", 401},
               {"GET /user", 500},
               {"GET /issues/7/comments", 404},
               {"POST /issues/7/comments", 403},
               {"POST /issues/7/comments", 422},
               {"PATCH /issues/comments/1", 403},
               {"DELETE /issues/comments/2", 403}};

  for (const auto& [step, status] : cases) {
    FakeGithub server;
    if (!step.starts_with("POST")) {
      server.comments = {ours(1, "old"), ours(2, "old")};
    }
    server.instead = [&](const Call&) -> std::optional<Reply> {
      return server.log().back() == step ? std::optional(FakeGithub::refused(status, "because"))
                                         : std::nullopt;
    };
    const Kept kept = keep(server);
    ASSERT_FALSE(kept.status) << step;
    EXPECT_EQ(kept.status.error().reason, Reason::kApiRefused) << step;
    EXPECT_THAT(kept.status.error().message, HasSubstr("because"));
    EXPECT_EQ(server.log().back(), step) << "nothing follows a refusal";
  }
}

TEST(StickyComment, AnswersThatAreNotAsDocumentedAreToldAsSuch) {
  for (const char* body : {"<html>", "", "{}",
                           R"([{"id": "x", "user": {"type": "Bot"}, "body": )"
                           R"("<!-- headgate:gate -->\nx"}])"}) {
    FakeGithub server;
    server.instead = [&](const Call& call) -> std::optional<Reply> {
      return call.url.ends_with("/user") ? std::nullopt
                                         : std::optional(Reply{.status = 200, .body = body});
    };
    const Kept kept = keep(server);
    ASSERT_FALSE(kept.status) << body;
    EXPECT_EQ(kept.status.error().reason, Reason::kApiUnreadable);
  }
}

TEST(StickyComment, AListTooLongToKnowMakesNoComment) {
  FakeGithub server;
  server.instead = [](const Call& call) -> std::optional<Reply> {
    return call.method != Method::kGet || call.url.ends_with("/user")
               ? std::nullopt
               : std::optional(
                     Reply{.status = 200,
                           .headers = {{"link", "<https://api.test/again>; rel=\"next\""}},
                           .body = "[]"});
  };
  EXPECT_EQ(keep(server).status.error().reason, Reason::kApiUnreadable);
  EXPECT_THAT(server.comments, IsEmpty());
}

TEST(StickyComment, ABodyThatIsNotUtf8IsSentAllTheSame) {
  FakeGithub server;
  StickyComment sticky({.api = server.api, .name = server.repository}, 7, kMarker,
                       kMarker + "\n\xff");
  while (const std::optional<Call> call = sticky.next()) {
    ASSERT_TRUE(sticky.take(server.answer(*call)));
  }
  EXPECT_EQ(server.comments.size(), 1U);
}

}  // namespace
}  // namespace headgate::github
