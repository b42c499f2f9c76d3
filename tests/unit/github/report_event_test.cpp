#include "core/github/report_event.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace headgate::github {
namespace {

using testing::HasSubstr;
using Json = nlohmann::json;

// As in GitHub's webhook schemas, cut to what stands in every payload; of a fork, whose pull
// requests are not listed.
Json workflow_run() {
  return {{"action", "completed"},
          {"repository", {{"full_name", "o/r"}}},
          {"workflow_run",
           {{"id", 4242},
            {"event", "pull_request"},
            {"conclusion", "failure"},
            {"head_branch", "feature"},
            {"head_sha", std::string(40, 'a')},
            {"head_repository", {{"id", 99}, {"owner", {{"login", "stranger"}}}}},
            {"pull_requests", Json::array()}}}};
}

Json target_payload() {
  return {{"action", "synchronize"},
          {"number", 7},
          {"repository", {{"full_name", "o/r"}}},
          {"pull_request",
           {{"head",
             {{"ref", "feature"},
              {"sha", std::string(40, 'b')},
              {"repo", {{"id", 11}, {"owner", {{"login", "o"}}}}}}}}}};
}

TEST(ReportEvent, OfAWorkflowRunNamesHeadAndRun) {
  const Result<ReportEvent> event = parse_report_event(workflow_run().dump());
  ASSERT_TRUE(event) << event.error().message;
  EXPECT_EQ(event->repository, "o/r");
  EXPECT_EQ(event->trigger, "pull_request");
  EXPECT_EQ(event->head_owner, "stranger");
  EXPECT_EQ(event->head_repository_id, 99U);
  EXPECT_EQ(event->head_branch, "feature");
  EXPECT_EQ(event->head_sha, std::string(40, 'a'));
  EXPECT_EQ(event->number, std::nullopt);
  EXPECT_EQ(event->run_id, 4242U);
  EXPECT_EQ(event->run_conclusion, "failure");
}

TEST(ReportEvent, OfAPullRequestNamesItsNumber) {
  const Result<ReportEvent> event = parse_report_event(target_payload().dump());
  ASSERT_TRUE(event) << event.error().message;
  EXPECT_EQ(event->number, 7U);
  EXPECT_EQ(event->trigger, "pull_request");
  EXPECT_EQ(event->head_owner, "o");
  EXPECT_EQ(event->head_sha, std::string(40, 'b'));
  EXPECT_EQ(event->run_conclusion, "");
}

TEST(ReportEvent, OfARunWithoutAPullRequestSaysWhatTriggeredIt) {
  Json payload = workflow_run();
  payload["workflow_run"]["event"] = "merge_group";
  payload["workflow_run"]["conclusion"] = nullptr;
  EXPECT_EQ(parse_report_event(payload.dump())->trigger, "merge_group");
}

TEST(ReportEvent, OfAForkThatIsGoneIsUnsupported) {
  Json run = workflow_run();
  run["workflow_run"]["head_repository"] = nullptr;
  Json pull = target_payload();
  pull["pull_request"]["head"]["repo"] = nullptr;
  for (const Json& payload : {run, pull}) {
    const Result<ReportEvent> event = parse_report_event(payload.dump());
    ASSERT_FALSE(event);
    EXPECT_EQ(event.error().reason, Reason::kEventUnsupported);
  }
}

TEST(ReportEvent, IsRefusedWithThePlaceWhenAFieldIsWrong) {
  const struct {
    std::string pointer;
    Json value;
    std::string place;
  } cases[] = {
      {"/repository/full_name", nullptr, "repository.full_name"},
      {"/workflow_run/event", 1, "workflow_run.event"},
      {"/workflow_run/head_branch", "", "workflow_run.head_branch has 0 bytes"},
      {"/workflow_run/head_branch", std::string(2000, 'x'), "workflow_run.head_branch has 2000"},
      {"/workflow_run/head_sha", "abc", "workflow_run.head_sha is 'abc'"},
      {"/workflow_run/head_sha", std::string(40, 'A'), "workflow_run.head_sha"},
      {"/workflow_run/head_repository/id", "99", "workflow_run.head_repository.id"},
      {"/workflow_run/head_repository/id", -1, "workflow_run.head_repository.id"},
      {"/workflow_run/head_repository/owner", "x", "workflow_run.head_repository.owner.login"},
      {"/workflow_run/id", 0, "workflow_run.id"},
  };

  for (const auto& [pointer, value, place] : cases) {
    Json payload = workflow_run();
    payload[Json::json_pointer(pointer)] = value;
    const Result<ReportEvent> event = parse_report_event(payload.dump());
    ASSERT_FALSE(event) << pointer;
    EXPECT_EQ(event.error().reason, Reason::kEventInvalid);
    EXPECT_THAT(event.error().message, HasSubstr(place));
  }
}

TEST(ReportEvent, IsNotMadeOfAnythingElse) {
  for (const char* payload : {"", "[]", "null", "{", "{}", R"({"workflow_run": null})", "7"}) {
    const Result<ReportEvent> event = parse_report_event(payload);
    ASSERT_FALSE(event) << payload;
    EXPECT_EQ(event.error().reason, Reason::kEventInvalid);
  }
}

}  // namespace
}  // namespace headgate::github
