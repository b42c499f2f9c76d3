#include "app/comment.h"

#include <csignal>
#include <sstream>
#include <string>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/artifacts.h"
#include "support/captured_console.h"
#include "support/fake_github.h"
#include "support/fake_program.h"

namespace headgate::app {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;
using testing_support::compared_finding;
using testing_support::FakeGithub;
using testing_support::FakeProgram;

const std::string kHead(40, 'a');
const std::string kToken = "canary-4711";

nlohmann::json workflow_run() {
  return {{"repository", {{"full_name", "o/r"}}},
          {"workflow_run",
           {{"id", 42},
            {"event", "pull_request"},
            {"conclusion", "failure"},
            {"head_branch", "feature"},
            {"head_sha", kHead},
            {"head_repository", {{"id", 99}, {"owner", {{"login", "stranger"}}}}}}}};
}

class CommentTest : public testing::Test, protected testing_support::CapturedConsole {
 protected:
  CommentTest() {
    program.variables.insert({{"GITHUB_TOKEN", kToken},
                              {"GITHUB_API_URL", server.api},
                              {"GITHUB_REPOSITORY", "o/r"},
                              {"GITHUB_EVENT_PATH", "/event.json"}});
    program.files.add_file("/event.json", workflow_run().dump());
    server.pulls = {
        {.number = 7, .owner = "stranger", .repository_id = 99, .branch = "feature", .sha = kHead}};
    program.http.answer([this](const net::Request& request) { return answer(request); });
    put(testing_support::artifact_texts(
        testing_support::verdict_of(
            gate::Decision::kRegression,
            {compared_finding("X-4", gate::Outcome::kRegression, 1e-6, 2e-6)}),
        testing_support::finished_run()));
    options.artifact = "/artifact";
  }

  void put(const results::ArtifactTexts& texts) {
    program.files.add_file("/artifact/verdict.json", texts.verdict_json);
    program.files.add_file("/artifact/run.json", texts.run_json.value_or(""));
  }

  Result<net::Response> answer(const net::Request& request) {
    const github::Method methods[] = {github::Method::kGet, github::Method::kPost,
                                      github::Method::kPatch, github::Method::kDelete};
    const auto* method = std::ranges::find(methods, request.method, github::name);
    EXPECT_NE(method, std::end(methods)) << request.method;
    const github::Reply reply =
        server.answer({.method = *method, .url = request.url, .body = request.body});
    net::Response response{.status = reply.status, .body = reply.body};
    for (const github::ReplyHeader& header : reply.headers) {
      response.headers.push_back({.name = header.name, .value = header.value});
    }
    return response;
  }

  int comment() {
    clear_console();
    return app::comment(program.services(), options, console);
  }

  void expect_refused(Reason reason, const std::string& place) {
    EXPECT_EQ(comment(), 2);
    EXPECT_THAT(err.str(), AllOf(StartsWith(fmt::format("headgate: error ({}): ", code(reason))),
                                 HasSubstr(place)));
  }

  FakeGithub server;
  FakeProgram program;
  CommentOptions options;
};

TEST_F(CommentTest, MakesACommentAndACheckRunOnTheHeadOfThePullRequest) {
  EXPECT_EQ(comment(), 0) << err.str();
  ASSERT_EQ(server.comments.size(), 1U);
  EXPECT_THAT(server.comments[0].body,
              StartsWith("<!-- headgate:gate -->\n## :x: headgate: regression\n"));
  EXPECT_THAT(server.comments[0].body, HasSubstr("https://github.com/o/r/actions/runs/42"));
  ASSERT_EQ(server.check_runs.size(), 1U);
  EXPECT_EQ(server.check_runs[0].at("head_sha"), kHead);
  EXPECT_EQ(server.check_runs[0].at("conclusion"), "failure");
  EXPECT_EQ(out.str(),
            "comment on #7 created: https://test/c/1\n"
            "check run 'headgate (gate)' on " +
                kHead + ": failure, 0 annotations\n");
}

TEST_F(CommentTest, TheSecondReportUpdatesTheComment) {
  EXPECT_EQ(comment(), 0);
  put(testing_support::artifact_texts(testing_support::verdict_of(gate::Decision::kPass, {}),
                                      testing_support::finished_run()));
  EXPECT_EQ(comment(), 0);
  ASSERT_EQ(server.comments.size(), 1U);
  EXPECT_THAT(server.comments[0].body, HasSubstr("headgate: pass"));
  EXPECT_THAT(out.str(), HasSubstr("comment on #7 updated"));
}

TEST_F(CommentTest, SpeaksAsTheDocumentationAsks) {
  EXPECT_EQ(comment(), 0);
  for (const net::Request& request : program.http.requests()) {
    EXPECT_THAT(
        request.headers,
        AllOf(Contains(net::Header{.name = "Authorization", .value = "Bearer " + kToken}),
              Contains(net::Header{.name = "Accept", .value = "application/vnd.github+json"}),
              Contains(net::Header{.name = "X-GitHub-Api-Version", .value = "2022-11-28"}),
              Contains(net::Header{.name = "User-Agent", .value = "headgate/1.2.3"})));
    EXPECT_THAT(request.url, StartsWith(server.api + "/"));
  }
}

TEST_F(CommentTest, AForgedOrTornArtifactIsRefusedAndNothingIsSent) {
  const std::string whole = *program.files.content_of("/artifact/verdict.json");
  const std::pair<std::string, std::string> forgeries[] = {
      {whole.substr(0, whole.size() / 2), "not JSON"},
      {"", "not JSON"},
      {"{\"schema\": \"headgate.verdict/1\"}", "missing"},
      {std::string(whole).replace(whole.find("regression"), 10, "perfection"), "decision"},
      {std::string((16 << 20) + 1, ' '), "larger"}};
  for (const auto& [text, problem] : forgeries) {
    program.files.add_file("/artifact/verdict.json", text);
    expect_refused(Reason::kResultsInvalid, problem);
  }
  EXPECT_THAT(program.http.requests(), IsEmpty());
}

TEST_F(CommentTest, AnArtifactThatLeadsOutOfItsFolderIsRefusedAndNothingIsSent) {
  program.files.add_file("/elsewhere.json", *program.files.content_of("/artifact/verdict.json"));
  ASSERT_TRUE(program.files.remove_tree("/artifact/verdict.json"));
  program.files.add_symlink("/artifact/verdict.json", "/elsewhere.json");
  expect_refused(Reason::kResultsInvalid, "verdict.json");
  EXPECT_THAT(program.http.requests(), IsEmpty());
}

TEST_F(CommentTest, AnArtifactAboutAnotherPullRequestChangesNothing) {
  results::Run run = testing_support::finished_run();
  run.pull_request = 8;
  put(testing_support::artifact_texts(testing_support::verdict_of(gate::Decision::kPass, {}), run));
  expect_refused(Reason::kPullRequestMismatch, "#8");
  EXPECT_THAT(server.log(), ElementsAre("GET /pulls"));
}

TEST_F(CommentTest, AHeadThatMovedOnIsNoNews) {
  server.pulls[0].sha = std::string(40, 'b');
  EXPECT_EQ(comment(), 0);
  EXPECT_THAT(out.str(), StartsWith("nothing to say: the head of pull request #7 is bbbb"));
  EXPECT_THAT(server.log(), ElementsAre("GET /pulls"));
}

TEST_F(CommentTest, AClosedPullRequestIsNotToldAnything) {
  server.pulls.clear();
  EXPECT_EQ(comment(), 0);
  EXPECT_THAT(out.str(), StartsWith("nothing to say: no open pull request"));
}

TEST_F(CommentTest, ARunOfTheMergeQueueHasNobodyToTell) {
  nlohmann::json payload = workflow_run();
  payload["workflow_run"]["event"] = "merge_group";
  program.files.add_file("/event.json", payload.dump());
  EXPECT_EQ(comment(), 0);
  EXPECT_EQ(out.str(),
            "nothing to say: the workflow ran on merge_group, which has no pull request\n");
  EXPECT_THAT(program.http.requests(), IsEmpty());
}

TEST_F(CommentTest, InTheGatesOwnJobTheEventIsThePullRequest) {
  program.files.add_file("/event.json", R"({"number": 7, "repository": {"full_name": "o/r"},
    "pull_request": {"head": {"ref": "feature", "sha": ")" +
                                            kHead + R"(",
      "repo": {"id": 99, "owner": {"login": "stranger"}}}}})");
  program.variables["GITHUB_RUN_ID"] = "4343";
  EXPECT_EQ(comment(), 0) << err.str();
  EXPECT_THAT(server.comments.at(0).body, HasSubstr("/actions/runs/4343"));
}

TEST_F(CommentTest, WithoutPermissionForChecksItSaysSoAndIsDone) {
  server.may_check = false;
  EXPECT_EQ(comment(), 0);
  EXPECT_THAT(out.str(), HasSubstr("no check run"));
  options.check_run = CommentOptions::CheckRun::kYes;
  expect_refused(Reason::kApiRefused, "the check run: ");
  options.check_run = CommentOptions::CheckRun::kNo;
  EXPECT_EQ(comment(), 0);
  EXPECT_EQ(server.log().back(), "GET /issues/7/comments");
}

TEST_F(CommentTest, ARefusalIsToldAsItIs) {
  server.instead = [](const github::Call& call) -> std::optional<github::Reply> {
    return call.method == github::Method::kPost
               ? std::optional(FakeGithub::refused(403, "Resource not accessible by integration"))
               : std::nullopt;
  };
  expect_refused(Reason::kApiRefused,
                 "the comment on #7: GitHub's API answers 403 to POST "
                 "https://api.test/repos/o/r/issues/7/comments: Resource not accessible");
}

TEST_F(CommentTest, ALimitIsWaitedFor) {
  int refusals = 2;
  server.instead = [&](const github::Call&) -> std::optional<github::Reply> {
    return refusals-- > 0 ? std::optional(github::Reply{
                                .status = 429, .headers = {{"retry-after", "17"}}, .body = "{}"})
                          : std::nullopt;
  };
  const double before = program.clock.steady_sec();
  EXPECT_EQ(comment(), 0) << err.str();
  EXPECT_EQ(program.clock.steady_sec() - before, 34);
}

TEST_F(CommentTest, ALimitThatLastsTooLongIsToldInstead) {
  server.instead = [](const github::Call&) {
    return github::Reply{.status = 429, .headers = {{"retry-after", "3600"}}, .body = "{}"};
  };
  expect_refused(Reason::kRateLimited, "it asks to wait 3600 s");
  EXPECT_EQ(program.http.requests().size(), 1U);
}

TEST_F(CommentTest, ServerErrorsAreTriedAgainAndThenTold) {
  server.instead = [](const github::Call&) {
    return github::Reply{.status = 502, .body = "<html>Bad Gateway</html>"};
  };
  expect_refused(Reason::kApiUnreadable, "<html>Bad Gateway</html>");
  EXPECT_EQ(program.http.requests().size(), 5U);
}

TEST_F(CommentTest, ASilentServerIsTriedAgainAndThenTold) {
  program.http.answer(nullptr);
  expect_refused(Reason::kNetworkFailed, "no server");
  EXPECT_EQ(program.http.requests().size(), 5U);
}

TEST_F(CommentTest, AServerThatIsNotTrustedIsAskedOnce) {
  program.http.answer([](const net::Request&) {
    return Error{.reason = Reason::kServerUntrusted, .message = "self-signed certificate"};
  });
  expect_refused(Reason::kServerUntrusted, "self-signed");
  EXPECT_EQ(program.http.requests().size(), 1U);
}

TEST_F(CommentTest, ASignalEndsTheWaiting) {
  server.instead = [&](const github::Call&) {
    program.interrupts.interrupt(SIGTERM);
    return github::Reply{.status = 502, .body = "{}"};
  };
  expect_refused(Reason::kInterrupted, "interrupted");
  EXPECT_EQ(program.http.requests().size(), 1U);
}

TEST_F(CommentTest, NeedsATokenAndTellsNobodyWhichItIs) {
  program.variables.erase("GITHUB_TOKEN");
  expect_refused(Reason::kTokenMissing, "GITHUB_TOKEN");
  program.variables["GH_TOKEN"] = kToken + "\nX-Injected: 1";
  expect_refused(Reason::kTokenMissing, "GH_TOKEN");
  EXPECT_THAT(err.str() + out.str(), Not(HasSubstr(kToken)));
  EXPECT_THAT(program.http.requests(), IsEmpty());
  program.variables["GH_TOKEN"] = kToken;
  EXPECT_EQ(comment(), 0);
  EXPECT_THAT(err.str() + out.str(), Not(HasSubstr(kToken)));
}

TEST_F(CommentTest, SendsTheTokenNowhereInTheClear) {
  program.variables["GITHUB_API_URL"] = "http://api.test";
  expect_refused(Reason::kUsage, "GITHUB_API_URL");
  EXPECT_THAT(program.http.requests(), IsEmpty());
}

TEST_F(CommentTest, AnEventOfAnotherRepositoryIsRefused) {
  program.variables["GITHUB_REPOSITORY"] = "o/other";
  expect_refused(Reason::kEventInvalid, "'o/r'");
}

TEST_F(CommentTest, TheEventMayComeFromAFile) {
  program.variables.erase("GITHUB_EVENT_PATH");
  expect_refused(Reason::kEventInvalid, "GITHUB_EVENT_PATH");
  options.event_file = "/event.json";
  EXPECT_EQ(comment(), 0) << err.str();
  options.event_file = "/missing.json";
  expect_refused(Reason::kEventInvalid, "/missing.json");
}

TEST_F(CommentTest, ADryRunSaysWhatWouldBeSaidAndSendsNothing) {
  program.variables.erase("GITHUB_TOKEN");
  options.dry_run = CommentOptions::DryRun::kYes;
  EXPECT_EQ(comment(), 0);
  EXPECT_THAT(out.str(),
              AllOf(StartsWith("dry run: nothing is sent. "), HasSubstr("o/r"),
                    HasSubstr("stranger:feature"), HasSubstr("\n<!-- headgate:gate -->\n## :x:")));
  EXPECT_THAT(program.http.requests(), IsEmpty());
}

TEST_F(CommentTest, OnARunnerAnErrorIsOneAnnotation) {
  program.variables["GITHUB_ACTIONS"] = "true";
  server.instead = [](const github::Call&) {
    return FakeGithub::refused(404, "Not\n::set-env name=A::b");
  };
  EXPECT_EQ(comment(), 2);
  EXPECT_THAT(out.str(), StartsWith("::error title=headgate%3A api-refused::GitHub's API answers"));
  EXPECT_EQ(std::ranges::count(out.str(), '\n'), 1);
  EXPECT_EQ(err.str(), "");
}

TEST_F(CommentTest, GivesARequestAsLongAsItIsTold) {
  options.request_sec = 3;
  EXPECT_EQ(comment(), 0);
  EXPECT_EQ(program.http.limits().total_sec, 3);
  EXPECT_EQ(program.http.limits().connect_sec, 3);
}

TEST_F(CommentTest, AnIdMakesACommentOfItsOwn) {
  EXPECT_EQ(comment(), 0);
  options.id = "arm64";
  EXPECT_EQ(comment(), 0);
  ASSERT_EQ(server.comments.size(), 2U);
  EXPECT_THAT(server.comments[1].body, StartsWith("<!-- headgate:arm64 -->\n"));
  options.id = "a -->";
  expect_refused(Reason::kUsage, "a -->");
}

}  // namespace
}  // namespace headgate::app
