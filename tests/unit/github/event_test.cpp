#include "core/github/event.h"

#include <string>
#include <variant>
#include <vector>

#include <fmt/core.h>
#include <gtest/gtest.h>

#include "support/commit_ids.h"
#include "support/data_file.h"

namespace headgate::github {
namespace {

using testing_support::kBase;
using testing_support::kHead;

const std::string kNone(40, '0');

/// The payload of a pull request, with the text of a few values as JSON.
struct PullRequest {
  std::string number = "7";
  std::string head_sha = '"' + kHead + '"';
  std::string base_ref = R"("main")";
  std::string base_sha = '"' + kBase + '"';

  [[nodiscard]] std::string json() const {
    return fmt::format(R"({{"action": "synchronize", "number": {}, "before": "x", "after": "y",
      "pull_request": {{"head": {{"sha": {}, "repo": {{"fork": true}}}},
      "base": {{"ref": {}, "sha": {}}}, "merge_commit_sha": null, "draft": false}}}})",
                       number, head_sha, base_ref, base_sha);
  }
};

template <typename E>
E event(std::string_view name, std::string_view payload) {
  const Result<Event> parsed = parse_event(name, payload);
  if (!parsed) {
    throw std::runtime_error(parsed.error().message);
  }
  return std::get<E>(*parsed);
}

Error error(std::string_view name, std::string_view payload) {
  const Result<Event> parsed = parse_event(name, payload);
  if (parsed) {
    throw std::runtime_error("it was taken for an event");
  }
  return parsed.error();
}

TEST(Event, PullRequestSaysWhichCommitsItIsAbout) {
  const auto read = event<PullRequestEvent>("pull_request", PullRequest().json());
  EXPECT_EQ(read.number, 7U);
  EXPECT_EQ(read.action, "synchronize");
  EXPECT_EQ(read.head_sha, kHead);
  EXPECT_EQ(read.base_ref, "main");
  EXPECT_EQ(read.base_sha, kBase);
}

// The same with these labels and this label of the event, as JSON.
std::string labeled(std::string_view labels, std::string_view label = R"({"name": "bug"})") {
  return fmt::format(
      R"({{"action": "labeled", "number": 7, "label": {}, "sender": {{"login": "ann"}},
      "pull_request": {{"head": {{"sha": "{}"}}, "base": {{"ref": "main", "sha": "{}"}},
      "labels": {}}}}})",
      label, kHead, kBase, labels);
}

TEST(Event, PullRequestSaysWhichLabelsItHas) {
  const auto read = event<PullRequestEvent>(
      "pull_request", labeled(R"([{"id": 1, "name": "bug"}, {"id": 2, "name": "perf: ok"}])"));
  EXPECT_EQ(read.labels, (std::vector<std::string>{"bug", "perf: ok"}));
  EXPECT_EQ(read.label, "bug");
  EXPECT_EQ(read.sender, "ann");
}

TEST(Event, PullRequestMayHaveNoLabels) {
  const auto without = event<PullRequestEvent>("pull_request", PullRequest().json());
  EXPECT_TRUE(without.labels.empty());
  EXPECT_EQ(without.label, "");
  EXPECT_EQ(without.sender, "");
  EXPECT_TRUE(event<PullRequestEvent>("pull_request", labeled("null", "null")).labels.empty());
}

TEST(Event, LabelsThatAreNoneAreNamed) {
  EXPECT_EQ(error("pull_request", labeled(R"("bug")")).message,
            "the payload is not one of pull_request: pull_request.labels is string, not a list");
  EXPECT_EQ(
      error("pull_request", labeled(R"(["bug"])")).message,
      "the payload is not one of pull_request: pull_request.labels holds string, not a label");
  EXPECT_EQ(error("pull_request", labeled(R"([{"name": 1}])")).message,
            "the payload is not one of pull_request: name is number, not a text");
}

TEST(Event, MergeGroupOfABatchKeepsItsOwnBase) {
  const auto read = event<MergeGroupEvent>(
      "merge_group", testing_support::data_file("reports/merge-group-batch.json"));
  // The values of the file; head_ref names the commit before the head, not the base.
  EXPECT_EQ(read.base_sha, "b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0");
  EXPECT_EQ(read.head_sha, "c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3");
  EXPECT_EQ(read.base_ref, "refs/heads/main");
  EXPECT_EQ(read.head_ref,
            "refs/heads/gh-readonly-queue/main/pr-103-c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2");
}

std::string push(const std::string& before, const std::string& after, const std::string& more) {
  return fmt::format(R"({{"before": "{}", "after": "{}", "ref": "refs/heads/main",
                          "head_commit": null{}}})",
                     before, after, more);
}

TEST(Event, PushHasNoCommitWhereThePayloadHasZeros) {
  const auto forward = event<PushEvent>("push", push(kBase, kHead, R"(, "forced": false)"));
  EXPECT_EQ(forward.before, kBase);
  EXPECT_EQ(forward.after, kHead);
  EXPECT_EQ(forward.ref, "refs/heads/main");
  EXPECT_EQ(forward.kind, PushEvent::Kind::kForward);
  EXPECT_EQ(event<PushEvent>("push", push(kNone, kHead, R"(, "created": true)")).before, "");
  EXPECT_EQ(event<PushEvent>("push", push(kBase, kNone, R"(, "deleted": true)")).after, "");
}

TEST(Event, OnlyATruePushIsForced) {
  EXPECT_EQ(event<PushEvent>("push", push(kBase, kHead, R"(, "forced": true)")).kind,
            PushEvent::Kind::kForced);
  for (const std::string more : {"", R"(, "forced": null)", R"(, "forced": "true")"}) {
    EXPECT_EQ(event<PushEvent>("push", push(kBase, kHead, more)).kind, PushEvent::Kind::kForward);
  }
}

TEST(Event, DispatchTakesTheInputsThatAreTexts) {
  const auto with = event<DispatchEvent>(
      "workflow_dispatch", R"({"ref": "refs/heads/x", "inputs": {"base": "v1.0", "head": "dev"}})");
  EXPECT_EQ(with.ref, "refs/heads/x");
  EXPECT_EQ(with.base, "v1.0");
  EXPECT_EQ(with.head, "dev");
  for (const std::string inputs : {"null", "{}", "[]", R"({"base": 1, "head": null})", "7"}) {
    const auto without =
        event<DispatchEvent>("workflow_dispatch", R"({"ref": "main", "inputs": )" + inputs + "}");
    EXPECT_EQ(without.base + without.head, "") << inputs;
  }
  EXPECT_EQ(event<DispatchEvent>("workflow_dispatch", R"({"ref": "main"})").base, "");
}

TEST(Event, ScheduleHasNothingButItsTime) {
  EXPECT_EQ(event<ScheduleEvent>("schedule", R"({"schedule": "0 3 * * *"})").cron, "0 3 * * *");
  EXPECT_EQ(event<ScheduleEvent>("schedule", "{}").cron, "");
}

TEST(Event, EventsWithSecretsAreRefusedWhateverTheirPayload) {
  for (const std::string name : {"pull_request_target", "workflow_run", "issue_comment", "issues",
                                 "repository_dispatch", "discussion", "discussion_comment"}) {
    for (const std::string& payload : {PullRequest().json(), std::string("{"), std::string()}) {
      const Error refused = error(name, payload);
      EXPECT_EQ(refused.reason, Reason::kEventUnsupported);
      EXPECT_EQ(refused.message,
                "jobs of the event " + name +
                    " hold the repository's secrets: code of a pull request must not be built "
                    "there");
      EXPECT_NE(refused.remedy.find("`on: pull_request`"), std::string::npos);
    }
  }
}

TEST(Event, UnknownEventsAreRefusedByName) {
  for (const std::string name : {"release", "PULL_REQUEST", "pull_request ", "x'\n::error::"}) {
    const Error refused = error(name, PullRequest().json());
    EXPECT_EQ(refused.reason, Reason::kEventUnsupported);
    EXPECT_EQ(refused.message, "the event '" + name + "' does not say which commits to compare");
  }
}

TEST(Event, WithoutANameItIsNotGithubsRunner) {
  const Error missing = error("", PullRequest().json());
  EXPECT_EQ(missing.reason, Reason::kEventInvalid);
  EXPECT_EQ(missing.message, "GITHUB_EVENT_NAME is not set");
  EXPECT_NE(missing.remedy.find("`headgate run`"), std::string::npos);
}

TEST(Event, TextThatIsNoJsonObjectIsInvalid) {
  const std::string deep(20'000, '[');
  const std::string deep_object = [] {
    std::string text;
    for (int i = 0; i < 20'000; ++i) {
      text += R"({"pull_request":)";
    }
    return text;
  }();
  const std::string texts[] = {
      "",
      "{",
      "[]",
      "null",
      "7",
      R"("text")",
      "{} {}",
      "\xff\xfe",
      deep,
      deep_object,
      "{\"a\":1,",
      R"({"number": 1e400})",
      deep + std::string(20'000, ']'),
  };
  for (const std::string& payload : texts) {
    const Error invalid = error("pull_request", payload);
    EXPECT_EQ(invalid.reason, Reason::kEventInvalid) << payload.substr(0, 30);
    EXPECT_EQ(invalid.message, "the payload is not one of pull_request: it is not a JSON object")
        << payload.substr(0, 30);
    EXPECT_EQ(invalid.remedy, "do not write to GITHUB_EVENT_PATH in earlier steps");
  }
}

TEST(Event, MissingFieldsAreNamed) {
  const struct {
    std::string event, payload, missing;
  } cases[] = {
      {"pull_request", "{}", "number"},
      {"pull_request", R"({"number": 7})", "pull_request.head.sha"},
      {"pull_request", R"({"number": 7, "pull_request": null})", "pull_request.head.sha"},
      {"pull_request", R"({"number": 7, "pull_request": {"head": []}})", "pull_request.head.sha"},
      {"pull_request",
       fmt::format(R"({{"number": 7, "pull_request": {{"head": {{"sha": "{}"}}}}}})", kHead),
       "pull_request.base.ref"},
      {"merge_group", "{}", "merge_group.head_sha"},
      {"merge_group", fmt::format(R"({{"merge_group": {{"head_sha": "{}"}}}})", kHead),
       "merge_group.base_sha"},
      {"push", "{}", "before"},
      {"push", fmt::format(R"({{"before": "{0}", "after": "{0}"}})", kHead), "ref"},
      {"workflow_dispatch", "{}", "ref"},
  };

  for (const auto& [name, payload, missing] : cases) {
    const Error invalid = error(name, payload);
    EXPECT_EQ(invalid.reason, Reason::kEventInvalid);
    EXPECT_EQ(invalid.message,
              fmt::format("the payload is not one of {}: it has no {}", name, missing));
  }
}

TEST(Event, NumbersOfPullRequestsAreWholeAndAboveZero) {
  for (const std::string number :
       {"0", "-1", "7.5", "null", R"("7")", "[7]", "true", "99999999999999999999", "1e3"}) {
    const Error invalid = error("pull_request", PullRequest{.number = number}.json());
    EXPECT_EQ(invalid.reason, Reason::kEventInvalid) << number;
    EXPECT_EQ(invalid.message,
              "the payload is not one of pull_request: number is not the number of a pull request")
        << number;
  }
  EXPECT_EQ(
      event<PullRequestEvent>("pull_request", PullRequest{.number = "18446744073709551615"}.json())
          .number,
      18446744073709551615U);
}

TEST(Event, IdsAreFortyLowerCaseDigits) {
  const std::string upper(40, 'A');
  for (const std::string& id : {upper, kHead.substr(1), kHead + "a", std::string(),
                                std::string(40, 'g'), std::string(39, 'a') + "\\u0000"}) {
    const Error invalid = error("pull_request", PullRequest{.head_sha = '"' + id + '"'}.json());
    EXPECT_EQ(invalid.reason, Reason::kEventInvalid) << id;
    EXPECT_NE(invalid.message.find("pull_request.head.sha is '"), std::string::npos) << id;
    EXPECT_NE(invalid.message.find("not 40 lower-case hexadecimal digits"), std::string::npos);
  }
}

TEST(Event, IdsAreTexts) {
  for (const std::string id : {"null", "7", "{}", "[]", "true"}) {
    EXPECT_EQ(error("pull_request", PullRequest{.base_sha = id}.json()).reason,
              Reason::kEventInvalid)
        << id;
  }
  EXPECT_EQ(error("pull_request", PullRequest{.base_sha = "null"}.json()).message,
            "the payload is not one of pull_request: pull_request.base.sha is null, not a text");
}

TEST(Event, Sha256IdsSayThatTheRepositoryCannotBeRead) {
  const Error sha256 =
      error("pull_request", PullRequest{.head_sha = '"' + std::string(64, 'a') + '"'}.json());
  EXPECT_EQ(sha256.reason, Reason::kRepositoryUnreadable);
  EXPECT_EQ(sha256.message,
            "pull_request.head.sha is a SHA-256 id; only SHA-1 repositories can be read");
  EXPECT_EQ(sha256.remedy, "run the gate in a repository with SHA-1 object names");
  // 64 characters that are no digits are just wrong.
  EXPECT_EQ(error("pull_request", PullRequest{.head_sha = '"' + std::string(64, 'x') + '"'}.json())
                .reason,
            Reason::kEventInvalid);
}

TEST(Event, LongTextsAreRefusedByTheirSize) {
  const Error invalid =
      error("pull_request", PullRequest{.base_ref = '"' + std::string(1025, 'm') + '"'}.json());
  EXPECT_EQ(invalid.message,
            "the payload is not one of pull_request: pull_request.base.ref has 1025 bytes");
  EXPECT_TRUE(parse_event("pull_request",
                          PullRequest{.base_ref = '"' + std::string(1024, 'm') + '"'}.json()));
}

}  // namespace
}  // namespace headgate::github
