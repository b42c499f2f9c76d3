#include "core/github/check_run.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/commit_ids.h"
#include "support/fake_github.h"

namespace headgate::github {
namespace {

using testing_support::kHead;

using testing::ElementsAre;
using testing_support::FakeGithub;
using IfForbidden = CheckRun::IfForbidden;

CheckReport report_of(std::size_t annotations) {
  CheckReport report{.name = "headgate (gate)",
                     .conclusion = Conclusion::kFailure,
                     .title = "1 regression",
                     .summary = "## red",
                     .details_url = "https://test/run",
                     .annotations = {}};
  for (std::size_t i = 0; i < annotations; ++i) {
    report.annotations.push_back({.level = Level::kError,
                                  .title = "slower",
                                  .message = "by much",
                                  .file = "sum/sum_test.go",
                                  .line = i + 1});
  }
  return report;
}

Status make(FakeGithub& server, CheckRun& check) {
  while (const std::optional<Call> call = check.next()) {
    if (Status taken = check.take(server.answer(*call)); !taken) {
      return taken;
    }
  }
  return ok();
}

std::vector<std::size_t> sizes(const FakeGithub& server) {
  std::vector<std::size_t> all;
  for (const nlohmann::json& body : server.check_runs) {
    all.push_back(body.at("output").at("annotations").size());
  }
  return all;
}

TEST(CheckRun, IsMadeOnTheHeadOfThePullRequest) {
  FakeGithub server;
  CheckRun check({.api = server.api, .name = server.repository}, kHead, report_of(1),
                 IfForbidden::kFail);
  ASSERT_TRUE(make(server, check));
  EXPECT_THAT(server.log(), ElementsAre("POST /check-runs"));
  const nlohmann::json& body = server.check_runs.front();
  EXPECT_EQ(body.at("head_sha"), kHead);
  EXPECT_EQ(body.at("name"), "headgate (gate)");
  EXPECT_EQ(body.at("status"), "completed");
  EXPECT_EQ(body.at("conclusion"), "failure");
  EXPECT_EQ(body.at("details_url"), "https://test/run");
  EXPECT_EQ(body.at("output").dump(),
            R"({"annotations":[{"annotation_level":"failure","end_line":1,"message":"by much",)"
            R"("path":"sum/sum_test.go","start_line":1,"title":"slower"}],)"
            R"("summary":"## red","title":"1 regression"})");
}

TEST(CheckRun, SendsFiftyAnnotationsARequest) {
  FakeGithub server;
  CheckRun check({.api = server.api, .name = server.repository}, kHead, report_of(101),
                 IfForbidden::kFail);
  ASSERT_TRUE(make(server, check));
  EXPECT_THAT(server.log(),
              ElementsAre("POST /check-runs", "PATCH /check-runs/77", "PATCH /check-runs/77"));
  EXPECT_THAT(sizes(server), ElementsAre(50, 50, 1));
  EXPECT_EQ(check.annotations(), 101U);
}

TEST(CheckRun, SendsNoMoreThanTwoHundred) {
  FakeGithub server;
  CheckRun check({.api = server.api, .name = server.repository}, kHead, report_of(1000),
                 IfForbidden::kFail);
  ASSERT_TRUE(make(server, check));
  EXPECT_THAT(sizes(server), ElementsAre(50, 50, 50, 50));
}

TEST(CheckRun, NeedsNoAnnotation) {
  FakeGithub server;
  CheckRun check({.api = server.api, .name = server.repository}, kHead, report_of(0),
                 IfForbidden::kFail);
  ASSERT_TRUE(make(server, check));
  EXPECT_THAT(sizes(server), ElementsAre(0));
}

TEST(CheckRun, LeavesOutWhatHasNoPlaceInTheRepository) {
  FakeGithub server;
  CheckReport report = report_of(1);
  for (const char* path : {"", "/etc/passwd", "../x_test.go", "a/../../x", "a//b", "./a", "a/",
                           "a\nb.go", "a\x1b[31m.go"}) {
    report.annotations.push_back(
        {.level = Level::kWarning, .title = "t", .message = "m", .file = path, .line = 1});
  }
  CheckRun check({.api = server.api, .name = server.repository}, kHead, report, IfForbidden::kFail);
  ASSERT_TRUE(make(server, check));
  EXPECT_THAT(sizes(server), ElementsAre(1));
}

TEST(CheckRun, TextsAreNeutralAndWithinTheLimits) {
  FakeGithub server;
  CheckReport report = report_of(1);
  report.title = std::string(1000, 'x');
  report.annotations[0].title = "a\r\nb" + std::string(1000, 'x');
  report.annotations[0].message = std::string(100'000, 'x') + "\xff";
  report.annotations[0].line = 0;  // not known
  CheckRun check({.api = server.api, .name = server.repository}, kHead, report, IfForbidden::kFail);
  ASSERT_TRUE(make(server, check));
  const nlohmann::json& output = server.check_runs.front().at("output");
  EXPECT_LE(output.at("title").get<std::string>().size(), 255U);
  const nlohmann::json& annotation = output.at("annotations").at(0);
  EXPECT_LE(annotation.at("title").get<std::string>().size(), 255U);
  EXPECT_EQ(annotation.at("title").get<std::string>().find('\n'), std::string::npos);
  EXPECT_LE(annotation.at("message").get<std::string>().size(), std::size_t{64} << 10);
  EXPECT_EQ(annotation.at("start_line"), 1);
}

TEST(CheckRun, WithoutPermissionIsPassedOverOrRefused) {
  FakeGithub server{.may_check = false};
  CheckRun optional({.api = server.api, .name = server.repository}, kHead, report_of(60),
                    IfForbidden::kPassOver);
  EXPECT_TRUE(make(server, optional));
  EXPECT_EQ(optional.outcome(), CheckRun::Outcome::kForbidden);
  EXPECT_EQ(optional.annotations(), 0U);

  CheckRun required({.api = server.api, .name = server.repository}, kHead, report_of(60),
                    IfForbidden::kFail);
  EXPECT_EQ(make(server, required).error().reason, Reason::kApiRefused);
}

TEST(CheckRun, ARateLimitIsNoMissingPermission) {
  FakeGithub server;
  server.instead = [](const Call&) {
    return Reply{.status = 403, .headers = {{"retry-after", "60"}}, .body = "{}"};
  };
  CheckRun check({.api = server.api, .name = server.repository}, kHead, report_of(0),
                 IfForbidden::kPassOver);
  EXPECT_EQ(make(server, check).error().reason, Reason::kRateLimited);
}

TEST(CheckRun, AnAnswerWithoutAnIdIsUnreadable) {
  FakeGithub server;
  server.instead = [](const Call&) { return Reply{.status = 201, .body = "{}"}; };
  CheckRun check({.api = server.api, .name = server.repository}, kHead, report_of(0),
                 IfForbidden::kFail);
  EXPECT_EQ(make(server, check).error().reason, Reason::kApiUnreadable);
}

}  // namespace
}  // namespace headgate::github
