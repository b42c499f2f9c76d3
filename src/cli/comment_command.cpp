// headgate comment: declaration.

#include <memory>
#include <string>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "app/comment.h"
#include "cli/command.h"
#include "cli/not_empty.h"
#include "cli/one_of.h"
#include "cli/output_options.h"
#include "core/schedule/duration.h"

namespace headgate::cli {
namespace {

constexpr const char* kExamples = R"(Examples:
  headgate comment headgate-report                     in a workflow_run job: workflows/pr-report.yml
  headgate comment headgate-results --check-run no     in the gate's own job, for pull requests that
                                                       are not from forks
  headgate comment headgate-report --event event.json --dry-run      what would be said, and to whom

Keeps one comment up to date and, where the token may, makes a check run on the pull request's head.
The token is that of GITHUB_TOKEN or GH_TOKEN; GITHUB_API_URL, GITHUB_REPOSITORY and
GITHUB_EVENT_PATH are read as the runner sets them, HTTPS_PROXY and SSL_CERT_FILE as by curl.
Exit codes: 0 said, or nobody to tell; 2 refused or failed, with a reason. No verdict changes by it.)";

struct Options {
  app::CommentOptions comment;
  std::string check_run = "auto";
  std::string timeout = "30s";
  bool dry_run = false;
};

std::string check_timeout(const std::string& text) {
  constexpr double kMostSec = 3600;
  const std::optional<double> sec = schedule::parse_duration_sec(text);
  return sec && *sec > 0 && *sec <= kMostSec ? std::string()
                                             : "'" + text + "' is not a time such as 30s, up to 1h";
}

app::CommentOptions chosen(const Options& options) {
  using CheckRun = app::CommentOptions::CheckRun;
  app::CommentOptions comment = options.comment;
  comment.check_run = options.check_run == "yes"  ? CheckRun::kYes
                      : options.check_run == "no" ? CheckRun::kNo
                                                  : CheckRun::kAuto;
  comment.request_sec = schedule::parse_duration_sec(options.timeout).value_or(comment.request_sec);
  comment.dry_run =
      options.dry_run ? app::CommentOptions::DryRun::kYes : app::CommentOptions::DryRun::kNo;
  return comment;
}

}  // namespace

Action declare_comment(CLI::App& program) {
  const auto options = std::make_shared<Options>();
  CLI::App* command =
      program.add_subcommand("comment", "Tell a pull request what the gate decided");
  command->footer(kExamples);
  command
      ->add_option("results", options->comment.artifact,
                   "the gate's artifact: a folder with verdict.json and run.json")
      ->option_text("RESULTS")
      ->required()
      ->check(not_empty);
  command
      ->add_option("--id", options->comment.id,
                   "tells this comment from others of headgate on the same pull request [gate]")
      ->option_text("ID")
      ->check(not_empty);
  command
      ->add_option("--check-run", options->check_run,
                   "make a check run too; auto: where the token may [auto]")
      ->option_text("yes|no|auto")
      ->check(one_of({"yes", "no", "auto"}));
  command
      ->add_option("--event", options->comment.event_file,
                   "payload of workflow_run or pull_request [GITHUB_EVENT_PATH]")
      ->option_text("FILE")
      ->check(not_empty);
  command->add_option("--timeout", options->timeout, "longest time for one request [30s]")
      ->option_text("D")
      ->check(check_timeout);
  command->add_flag("--dry-run", options->dry_run, "print what would be said; send nothing");
  return [options](app::Services& services, const Streams& streams) {
    return app::comment(services, chosen(*options), console_for(services, streams));
  };
}

}  // namespace headgate::cli
