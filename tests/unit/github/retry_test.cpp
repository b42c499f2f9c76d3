#include "core/github/retry.h"

#include <optional>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace headgate::github {
namespace {

using testing::ElementsAre;

constexpr double kNow = 1'790'000'000;

Reply limited(std::vector<ReplyHeader> headers) {
  return {.status = 403, .headers = std::move(headers), .body = {}};
}

// What is waited until the same reply stands.
std::vector<double> waits(Retries& retries, const Reply& reply) {
  std::vector<double> all;
  retries.begin_call();
  while (const std::optional<double> sec = retries.after(reply, kNow)) {
    all.push_back(*sec);
  }
  return all;
}

TEST(Retries, AnAnswerStands) {
  Retries retries;
  for (const int status : {200, 201, 204, 301, 400, 401, 403, 404, 422}) {
    retries.begin_call();
    EXPECT_EQ(retries.after({.status = status}, kNow), std::nullopt) << status;
  }
}

TEST(Retries, AServerErrorIsTriedFiveTimesWithDoubledWaits) {
  Retries retries;
  EXPECT_THAT(waits(retries, {.status = 502}), ElementsAre(1, 2, 4, 8));
}

TEST(Retries, RetryAfterIsKept) {
  Retries retries;
  EXPECT_EQ(waits(retries, {.status = 503, .headers = {{"retry-after", "7"}}}).front(), 7);
  EXPECT_EQ(waits(retries, {.status = 429, .headers = {{"retry-after", "9"}}}).front(), 9);
  EXPECT_EQ(waits(retries, limited({{"retry-after", "11"}})).front(), 11);
}

TEST(Retries, ASpentLimitIsWaitedForUntilItIsReset) {
  Retries retries;
  const Reply reply =
      limited({{"x-ratelimit-remaining", "0"}, {"x-ratelimit-reset", "1790000042"}});
  EXPECT_EQ(waits(retries, reply).front(), 42);
}

TEST(Retries, AResetInThePastIsWaitedForASecond) {
  Retries retries;
  const Reply reply =
      limited({{"x-ratelimit-remaining", "0"}, {"x-ratelimit-reset", "1789999000"}});
  EXPECT_EQ(waits(retries, reply).front(), 1);
}

TEST(Retries, ALimitThatSaysNothingIsAMinuteThenTwo) {
  // 60 + 120 fit into 300 seconds, 240 more do not.
  Retries retries;
  EXPECT_THAT(waits(retries, {.status = 429}), ElementsAre(60, 120));
}

TEST(Retries, NobodyWaitsLongerThanTheCommandMay) {
  Retries retries;
  EXPECT_THAT(waits(retries, limited({{"retry-after", "3600"}})), ElementsAre());
  EXPECT_THAT(waits(retries, limited({{"retry-after", "18446744073709551615"}})), ElementsAre());
}

TEST(Retries, AllCallsShareWhatMayBeWaited) {
  Retries retries({.attempts = 5, .wait_sec = 100});
  EXPECT_THAT(waits(retries, limited({{"retry-after", "60"}})), ElementsAre(60));
  EXPECT_THAT(waits(retries, limited({{"retry-after", "41"}})), ElementsAre());
  EXPECT_THAT(waits(retries, limited({{"retry-after", "40"}})), ElementsAre(40));
}

TEST(Retries, AHeaderThatIsNoNumberSaysNothing) {
  for (const char* text : {"", "soon", "-5", "5s", "nan", "inf", "1e2"}) {
    Retries retries;
    EXPECT_EQ(waits(retries, limited({{"retry-after", text}})).front(), 60) << text;
  }
}

TEST(Retries, SilenceIsTriedAgainToo) {
  Retries retries;
  retries.begin_call();
  EXPECT_EQ(retries.after_failure(), 1);
  EXPECT_EQ(retries.after_failure(), 2);
  EXPECT_EQ(retries.after_failure(), 4);
  EXPECT_EQ(retries.after_failure(), 8);
  EXPECT_EQ(retries.after_failure(), std::nullopt);
}

}  // namespace
}  // namespace headgate::github
