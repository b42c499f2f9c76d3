#include "app/comment.h"

#include <cstdint>
#include <optional>
#include <ostream>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/core.h>

#include "app/event_payload.h"
#include "app/github_api.h"
#include "core/gate/finding.h"
#include "core/github/check_run.h"
#include "core/github/commands.h"
#include "core/github/pull_request_search.h"
#include "core/github/report_event.h"
#include "core/github/sticky_comment.h"
#include "core/report/pull_request.h"
#include "core/results/artifact.h"

namespace headgate::app {
namespace {

// A thousand findings take one MB.
constexpr std::uint64_t kMaxArtifactFileBytes = 16 << 20;

// Everything that is known before the first request.
struct Task {
  std::string marker;
  results::Artifact artifact;
  github::Repository repository;
  github::ReportEvent event;
  report::Measured measured;
};

Result<results::Artifact> read_artifact(const Services& services, const std::string& folder) {
  const auto read = [&](const std::string& name) {
    return services.files.read_inside(folder, name, kMaxArtifactFileBytes);
  };
  const auto unreadable = [](const Error& error) {
    return Error{.reason = Reason::kResultsInvalid,
                 .message = error.message,
                 .remedy = "name the folder that the gate's artifact was downloaded to"};
  };
  Result<std::string> verdict = read("verdict.json");
  if (!verdict) {
    return unreadable(verdict.error());
  }
  results::ArtifactTexts texts{.verdict_json = *std::move(verdict), .run_json = std::nullopt};
  const Result<os::FileKind> kind = services.files.kind(folder + "/run.json");
  if (!kind || *kind != os::FileKind::kNone) {
    Result<std::string> run = read("run.json");
    if (!run) {
      return unreadable(run.error());
    }
    texts.run_json = *std::move(run);
  }
  return results::read_artifact(texts);
}

Result<github::ReportEvent> read_event(const Services& services, const std::string& file) {
  const Result<std::string> payload = read_event_payload(
      services, file, "name a payload of workflow_run or pull_request with --event");
  return payload ? github::parse_report_event(*payload) : payload.error();
}

report::Measured measured_of(const Services& services, const github::ReportEvent& event) {
  const std::string run_id =
      event.run_id ? fmt::format("{}", *event.run_id) : services.environment.value("GITHUB_RUN_ID");
  const bool is_number =
      !run_id.empty() && run_id.find_first_not_of("0123456789") == std::string::npos;
  const std::string server = services.environment.value("GITHUB_SERVER_URL", "https://github.com");
  return {.head_sha = event.head_sha,
          .run_url = is_number
                         ? fmt::format("{}/{}/actions/runs/{}", server, event.repository, run_id)
                         : std::string(),
          .run_conclusion = event.run_conclusion};
}

Result<Task> prepare(const Services& services, const CommentOptions& options) {
  Result<std::string> marker = github::comment_marker(options.id);
  if (!marker) {
    return std::move(marker).error();
  }
  Result<results::Artifact> artifact = read_artifact(services, options.artifact);
  if (!artifact) {
    return std::move(artifact).error();
  }
  Result<github::ReportEvent> event = read_event(services, options.event_file);
  if (!event) {
    return std::move(event).error();
  }
  Result<github::Repository> repository =
      github::repository(services.environment.value("GITHUB_API_URL", "https://api.github.com"),
                         services.environment.value("GITHUB_REPOSITORY", event->repository));
  if (!repository) {
    return std::move(repository).error();
  }
  if (repository->name != event->repository) {
    return Error{.reason = Reason::kEventInvalid,
                 .message = fmt::format("the event is one of '{}', but GITHUB_REPOSITORY is '{}'",
                                        event->repository, repository->name),
                 .remedy = "leave GITHUB_REPOSITORY as the runner sets it"};
  }
  report::Measured measured = measured_of(services, *event);
  return Task{.marker = *std::move(marker),
              .artifact = *std::move(artifact),
              .repository = *std::move(repository),
              .event = *std::move(event),
              .measured = std::move(measured)};
}

class Reporter {
 public:
  Reporter(Services& services, const CommentOptions& options, const Task& task, std::ostream& out)
      : services_(services), options_(options), task_(task), out_(out) {}

  [[nodiscard]] Status report();

 private:
  void preview();
  [[nodiscard]] Status keep_comment(GithubApi& api, std::uint64_t pull_request);
  [[nodiscard]] Status make_check_run(GithubApi& api);

  [[nodiscard]] std::string body() const {
    return report::comment_markdown(task_.artifact, task_.measured, task_.marker);
  }

  void say(std::string_view line) { out_ << github::neutral_word(line) << '\n'; }

  Services& services_;
  const CommentOptions& options_;
  const Task& task_;
  std::ostream& out_;
};

void Reporter::preview() {
  say(fmt::format(
      "dry run: nothing is sent. A pull request of {} whose head is {} of {}:{} would get:",
      task_.repository.name, task_.event.head_sha, task_.event.head_owner,
      task_.event.head_branch));
  out_ << '\n' << body();
}

Status Reporter::report() {
  if (task_.event.trigger != "pull_request") {
    say(fmt::format("nothing to say: the workflow ran on {}, which has no pull request",
                    task_.event.trigger));
    return ok();
  }
  if (options_.dry_run == CommentOptions::DryRun::kYes) {
    preview();
    return ok();
  }
  Result<GithubApi> api = GithubApi::connect(services_, options_.request_sec);
  if (!api) {
    return std::move(api).error();
  }
  github::PullRequestSearch search(task_.repository, task_.event);
  if (Status searched = api->carry_out(search); !searched) {
    return searched;
  }
  const std::optional<results::Run>& run = task_.artifact.run;
  const Result<github::SearchResult> result = search.result(run ? run->pull_request : std::nullopt);
  if (!result) {
    return result.error();
  }
  if (const auto* superseded = std::get_if<github::Superseded>(&*result)) {
    say(fmt::format(
        "nothing to say: the head of pull request #{} is {} by now, and {} was measured",
        superseded->number, superseded->head_sha, task_.event.head_sha));
    return ok();
  }
  const auto* found = std::get_if<github::Found>(&*result);
  if (found == nullptr) {
    say(fmt::format("nothing to say: no open pull request comes from {}:{} any more",
                    task_.event.head_owner, task_.event.head_branch));
    return ok();
  }
  if (Status kept = keep_comment(*api, found->number); !kept) {
    return kept;
  }
  return options_.check_run == CommentOptions::CheckRun::kNo ? ok() : make_check_run(*api);
}

Status Reporter::keep_comment(GithubApi& api, std::uint64_t pull_request) {
  github::StickyComment sticky(task_.repository, pull_request, task_.marker, body());
  if (Status kept = api.carry_out(sticky); !kept) {
    return std::move(kept).error().within(fmt::format("the comment on #{}", pull_request));
  }
  std::string_view done = "left as it was, it says the same";
  switch (sticky.outcome()) {
    case github::StickyComment::Outcome::kCreated:
      done = "created";
      break;
    case github::StickyComment::Outcome::kUpdated:
      done = "updated";
      break;
    case github::StickyComment::Outcome::kUnchanged:
      break;
  }
  say(fmt::format("comment on #{} {}: {}", pull_request, done, sticky.url()));
  if (sticky.deleted() > 0) {
    say(fmt::format("duplicates of it deleted: {}", sticky.deleted()));
  }
  return ok();
}

Status Reporter::make_check_run(GithubApi& api) {
  const bool is_required = options_.check_run == CommentOptions::CheckRun::kYes;
  const github::CheckReport report = report::check_report(
      task_.artifact, task_.measured, fmt::format("headgate ({})", options_.id));
  github::CheckRun check(task_.repository, task_.event.head_sha, report,
                         is_required ? github::CheckRun::IfForbidden::kFail
                                     : github::CheckRun::IfForbidden::kPassOver);
  if (Status made = api.carry_out(check); !made) {
    return std::move(made).error().within("the check run");
  }
  if (check.outcome() == github::CheckRun::Outcome::kForbidden) {
    say("no check run: the token may not make one (`checks: write` allows it)");
  } else {
    say(fmt::format("check run '{}' on {}: {}, {} annotations", report.name, task_.event.head_sha,
                    github::name(report.conclusion), check.annotations()));
  }
  return ok();
}

// One message, wherever it is read.
int tell(const Services& services, const Error& error, const Console& console) {
  const std::string title = fmt::format("headgate: {}", code(error.reason));
  if (services.environment.value("GITHUB_ACTIONS") == "true") {
    console.out << github::command(
                       {.level = github::Level::kError,
                        .title = title,
                        .message = error.remedy.empty()
                                       ? error.message
                                       : fmt::format("{}\n{}", error.message, error.remedy)})
                << '\n';
  } else {
    print_error(error, console.err);
  }
  return gate::exit_code(gate::Decision::kError);
}

}  // namespace

int comment(Services& services, const CommentOptions& options, const Console& console) {
  const Result<Task> task = prepare(services, options);
  if (!task) {
    return tell(services, task.error(), console);
  }
  const Status reported = Reporter(services, options, *task, console.out).report();
  console.out.flush();
  return reported ? 0 : tell(services, reported.error(), console);
}

}  // namespace headgate::app
