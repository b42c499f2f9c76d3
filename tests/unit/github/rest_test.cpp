#include "core/github/rest.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace headgate::github {
namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr std::string_view kApi = "https://api.test";

Call listing() { return {.method = Method::kGet, .url = "https://api.test/repos/o/r/pulls"}; }

Reply reply_of(int status, std::string body, std::vector<ReplyHeader> headers = {}) {
  return {.status = status, .headers = std::move(headers), .body = std::move(body)};
}

TEST(Repository, IsReachedByHttpsOrOnThisMachine) {
  for (const char* api : {"https://api.test", "https://ghes.test:8443/api/v3",
                          "http://127.0.0.1:80", "http://localhost:1234", "http://[::1]:5"}) {
    EXPECT_TRUE(repository(api, "o/r")) << api;
  }
  EXPECT_EQ(repository("https://api.test/", "o/r")->url("/pulls"),
            "https://api.test/repos/o/r/pulls");
}

TEST(Repository, IsNotReachedWhereTheTokenCouldBeRead) {
  for (const char* api :
       {"", "http://api.test", "http://127.0.0.1.evil.test", "http://localhost.evil.test:1",
        "ftp://api.test", "https://", "https://user:word@api.test", "https://api.test/?a=b",
        "https://api.test/#a", "https://api.test/\r\nHost: evil", "//api.test"}) {
    const Result<Repository> made = repository(api, "o/r");
    ASSERT_FALSE(made) << api;
    EXPECT_EQ(made.error().reason, Reason::kUsage);
  }
}

TEST(Repository, HasAnOwnerAndAName) {
  for (const char* name :
       {"", "o", "o/", "/r", "o/r/x", "o/..", "../r", "o/r?x", "o r/x", "o/r#"}) {
    EXPECT_FALSE(repository(kApi, name)) << name;
  }
  EXPECT_TRUE(repository(kApi, "My-Org_1/repo.go"));
}

TEST(PercentEncoded, LeavesOnlyWhatNeverMeansAnything) {
  EXPECT_EQ(percent_encoded("me:feature/a b&state=all#%"),
            "me%3Afeature%2Fa%20b%26state%3Dall%23%25");
  EXPECT_EQ(percent_encoded("Az09-._~"), "Az09-._~");
  EXPECT_EQ(percent_encoded("\xC3\xA9"), "%C3%A9");
}

TEST(NextPage, IsTheLinkThatSaysNext) {
  const Reply reply = reply_of(200, "[]",
                               {{"link",
                                 "<https://api.test/repositories/1/pulls?page=1>; rel=\"prev\", "
                                 "<https://api.test/repositories/1/pulls?page=3>; rel=\"next\", "
                                 "<https://api.test/repositories/1/pulls?page=9>; rel=\"last\""}});
  EXPECT_EQ(*next_page(reply, kApi), "https://api.test/repositories/1/pulls?page=3");
}

TEST(NextPage, IsNoneOnTheLastPage) {
  EXPECT_EQ(*next_page(reply_of(200, "[]"), kApi), std::nullopt);
  for (const char* link :
       {"<https://api.test/x?page=1>; rel=\"first\", <https://api.test/x?page=2>; rel=\"prev\"", "",
        "garbage", "<https://api.test/x", "<>"}) {
    EXPECT_EQ(*next_page(reply_of(200, "[]", {{"link", link}}), kApi), std::nullopt) << link;
  }
}

TEST(NextPage, OfAnotherServerIsRefused) {
  for (const char* url : {"https://evil.test/x", "https://api.test.evil/x", "https://api.testx",
                          "http://api.test/x", "/x"}) {
    const auto page = next_page(
        reply_of(200, "[]", {{"link", std::string("<") + url + ">; rel=\"next\""}}), kApi);
    ASSERT_FALSE(page) << url;
    EXPECT_EQ(page.error().reason, Reason::kApiUnreadable);
  }
}

TEST(Refusal, IsToldInTheWordsOfTheApi) {
  const Error error =
      refusal(listing(), reply_of(403, R"({"message":"Resource not accessible by integration"})"));
  EXPECT_EQ(error.reason, Reason::kApiRefused);
  EXPECT_EQ(error.message,
            "GitHub's API answers 403 to GET https://api.test/repos/o/r/pulls: Resource not "
            "accessible by integration");
  EXPECT_THAT(error.remedy, HasSubstr("pull-requests: write"));
}

TEST(Refusal, NamesWhatTheApiSaysOfSingleFields) {
  const Error error =
      refusal(listing(),
              reply_of(422, R"({"message":"Validation Failed","errors":[{"code":"too_long"}]})"));
  EXPECT_THAT(error.message, HasSubstr(R"(Validation Failed [{"code":"too_long"}])"));
}

TEST(Refusal, OfAPageForPeopleSaysWhatCame) {
  const Error error = refusal(listing(), reply_of(502, "<html><title>Bad Gateway</title>"));
  EXPECT_EQ(error.reason, Reason::kApiUnreadable);
  EXPECT_THAT(error.message, AllOf(HasSubstr("502"), HasSubstr("<title>Bad Gateway</title>")));
}

TEST(Refusal, IsShortWhateverCame) {
  EXPECT_LT(refusal(listing(), reply_of(500, std::string(1 << 20, 'x'))).message.size(), 1000U);
  const std::string message = R"({"message":")" + std::string(1 << 20, 'x') + "\"}";
  EXPECT_LT(refusal(listing(), reply_of(500, message)).message.size(), 1000U);
}

TEST(Refusal, OfADocumentNestedWithoutEndIsAPageLikeAnyOther) {
  for (const std::string& deep :
       {std::string(1 << 20, '['), "{\"message\": \"m\", \"errors\": " + std::string(1 << 20, '[') +
                                       std::string(1 << 20, ']') + "}"}) {
    EXPECT_EQ(refusal(listing(), reply_of(422, deep)).reason, Reason::kApiUnreadable);
  }
}

TEST(RateLimit, IsToldApartFromAForbiddenCall) {
  EXPECT_TRUE(is_rate_limit(reply_of(429, "")));
  EXPECT_TRUE(is_rate_limit(reply_of(403, "{}", {{"retry-after", "5"}})));
  EXPECT_TRUE(is_rate_limit(reply_of(403, "{}", {{"x-ratelimit-remaining", "0"}})));
  EXPECT_TRUE(
      is_rate_limit(reply_of(403, R"({"message":"You have exceeded a secondary rate limit."})")));
  EXPECT_FALSE(is_rate_limit(reply_of(403, R"({"message":"Resource not accessible"})",
                                      {{"x-ratelimit-remaining", "17"}})));
  EXPECT_FALSE(is_rate_limit(reply_of(404, "{}", {{"retry-after", "5"}})));
}

TEST(RateLimit, SaysHowLongItLasts) {
  const Error after = refusal(listing(), reply_of(429, "{}", {{"retry-after", "3600"}}));
  EXPECT_EQ(after.reason, Reason::kRateLimited);
  EXPECT_THAT(after.message, HasSubstr("it asks to wait 3600 s"));
  const Error reset = refusal(
      listing(), reply_of(403, R"({"message":"API rate limit exceeded"})",
                          {{"x-ratelimit-remaining", "0"}, {"x-ratelimit-reset", "1790000000"}}));
  EXPECT_THAT(reset.message, HasSubstr("reset at Unix time 1790000000"));
}

}  // namespace
}  // namespace headgate::github
