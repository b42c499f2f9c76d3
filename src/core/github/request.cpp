#include "core/github/request.h"

#include <utility>

#include <fmt/core.h>

namespace headgate::github {
namespace {

constexpr std::size_t kShortIdLength = 12;
constexpr std::string_view kWholeHistory = "set `fetch-depth: 0` on actions/checkout";

std::string short_id(std::string_view id) { return std::string(id.substr(0, kShortIdLength)); }

bool has(const std::string& input) { return !input.empty(); }

Error base_unknown(std::string message, std::string remedy) {
  return Error{
      .reason = Reason::kBaseUnknown, .message = std::move(message), .remedy = std::move(remedy)};
}

// The last pull request of a merge group: 103 of "refs/heads/gh-readonly-queue/main/pr-103-<id>".
std::string_view last_of_group(std::string_view head_ref) {
  constexpr std::string_view kDigits = "0123456789";
  constexpr std::string_view kBegin = "/pr-";
  const std::size_t begin = head_ref.rfind(kBegin);
  if (begin == std::string_view::npos) {
    return {};
  }
  const std::string_view number = head_ref.substr(begin + kBegin.size());
  return number.substr(0, number.find_first_not_of(kDigits));
}

class Decider {
 public:
  Decider(const Checkout& checkout, const Inputs& inputs, std::string_view github_sha)
      : checkout_(checkout), inputs_(inputs), github_sha_(github_sha) {}

  Result<Request> operator()(const PullRequestEvent& event) const;
  Result<Request> operator()(const MergeGroupEvent& event) const;
  Result<Request> operator()(const PushEvent& event) const;
  Result<Request> operator()(const DispatchEvent& event) const;
  Result<Request> operator()(const ScheduleEvent& event) const;

 private:
  // Compares HEAD with `base`, but for what the inputs say; `why` is about base.
  [[nodiscard]] Request request(Where base, std::string why) const;
  [[nodiscard]] Request merge_commit_request(const PullRequestEvent& event) const;
  [[nodiscard]] Result<Request> head_request(const PullRequestEvent& event) const;
  [[nodiscard]] Error not_the_merge_commit(const PullRequestEvent& event) const;
  [[nodiscard]] Result<Request> first_parent_request(const std::string& cause) const;
  [[nodiscard]] Fallback first_parent_instead(const PushEvent& event) const;
  [[nodiscard]] bool is_merge_of(const std::string& head_sha) const;

  const Checkout& checkout_;
  const Inputs& inputs_;
  std::string_view github_sha_;
};

Request Decider::request(Where base, std::string why) const {
  Request request{.base = std::move(base),
                  .head = Commit{checkout_.head},
                  .why = std::move(why),
                  .pull_request = std::nullopt,
                  .base_branch = {},
                  .notes = {}};
  if (has(inputs_.base)) {
    request.base = Revision{inputs_.base};
    request.why = fmt::format("base is the input '{}'", inputs_.base);
  }
  if (has(inputs_.head)) {
    request.head = Revision{inputs_.head};
    request.why += fmt::format(", head is the input '{}'", inputs_.head);
  } else if (!github_sha_.empty() && checkout_.head != github_sha_) {
    request.notes.push_back(
        fmt::format("HEAD {} is not the event's commit {}: another ref was checked out",
                    short_id(checkout_.head), short_id(github_sha_)));
  }
  return request;
}

bool Decider::is_merge_of(const std::string& head_sha) const {
  return checkout_.parents.size() == 2 && checkout_.parents[1] == head_sha;
}

Result<Request> Decider::operator()(const PullRequestEvent& event) const {
  Result<Request> decided = is_merge_of(event.head_sha) ? merge_commit_request(event)
                            : has(inputs_.base)         ? request(Commit{}, {})
                                                        : head_request(event);
  if (decided) {
    decided->pull_request = event.number;
  }
  return decided;
}

Request Decider::merge_commit_request(const PullRequestEvent& event) const {
  Request decided =
      request(Commit{checkout_.parents[0]},
              fmt::format("base is the first parent of the merge commit of #{}", event.number));
  decided.base_branch = has(inputs_.base) ? std::string() : event.base_ref;
  return decided;
}

// The user checked out the head itself, if anything that belongs to the pull request.
Result<Request> Decider::head_request(const PullRequestEvent& event) const {
  if (checkout_.head != event.head_sha) {
    return not_the_merge_commit(event);
  }
  if (checkout_.shallow) {
    return Error{
        .reason = Reason::kShallowCheckout,
        .message = fmt::format("the head of #{} itself is checked out, without the history that "
                               "leads to its merge base with {}",
                               event.number, event.base_ref),
        .remedy = fmt::format("take `ref:` off actions/checkout and set `fetch-depth: 2`, to "
                              "compare the merge commit; or {}, to compare with the merge base",
                              kWholeHistory)};
  }
  Request decided = request(MergeBase{.head = has(inputs_.head) ? inputs_.head : checkout_.head,
                                      .branches = {"origin/" + event.base_ref, event.base_ref}},
                            fmt::format("base is the merge base of the head of #{} and {}",
                                        event.number, event.base_ref));
  decided.notes.clear();  // HEAD is not GITHUB_SHA, the merge commit, on purpose
  return decided;
}

Error Decider::not_the_merge_commit(const PullRequestEvent& event) const {
  Error error{
      .reason = Reason::kNotAMergeCommit,
      .message = fmt::format("HEAD is {}, which is neither the merge commit of #{} nor its head {}",
                             short_id(checkout_.head), event.number, short_id(event.head_sha)),
      .remedy =
          "let actions/checkout check out the event's commit (no `ref:`) with "
          "`fetch-depth: 2`, or set the input base"};
  if (event.action == "closed") {
    error.message += ": once it is merged, its base branch is checked out";
    error.remedy = "take `closed` off the workflow's `types:`, or set the input base";
  }
  return error;
}

Result<Request> Decider::operator()(const MergeGroupEvent& event) const {
  const bool chosen = has(inputs_.base) || has(inputs_.head);
  if (checkout_.head != event.head_sha && !chosen) {
    return Error{.reason = Reason::kNotAMergeCommit,
                 .message = fmt::format("HEAD is {}, but the head of the merge group is {}",
                                        short_id(checkout_.head), short_id(event.head_sha)),
                 .remedy =
                     "let actions/checkout check out the event's commit (no `ref:`) with "
                     "`fetch-depth: 0`"};
  }
  const std::string_view last = last_of_group(event.head_ref);
  Request decided =
      request(Commit{event.base_sha},
              fmt::format("base is what the merge group{} was built on",
                          last.empty() ? std::string() : fmt::format(" that ends with #{}", last)));
  if (!has(inputs_.base)) {
    decided.remedy_without_base = kWholeHistory;
    const bool one_step = !checkout_.parents.empty() && checkout_.parents[0] == event.base_sha;
    if (!one_step && !chosen) {
      decided.notes.push_back(
          fmt::format("the merge group holds more than one commit on top of {}: all of them are "
                      "compared as one change",
                      short_id(event.base_sha)));
    }
  }
  return decided;
}

Result<Request> Decider::operator()(const PushEvent& event) const {
  if (event.after.empty()) {
    return Error{.reason = Reason::kEventUnsupported,
                 .message = fmt::format("{} was deleted: there is nothing to compare", event.ref),
                 .remedy = "add `if: ${{ !github.event.deleted }}` to the job"};
  }
  if (event.before.empty()) {
    return first_parent_request(fmt::format("{} is new", event.ref));
  }
  Request decided =
      request(Commit{event.before}, fmt::format("base is where {} was before the push", event.ref));
  if (has(inputs_.base)) {
    return decided;
  }
  decided.remedy_without_base = fmt::format("{}, or set the input base", kWholeHistory);
  if (!has(inputs_.head) && !checkout_.parents.empty()) {
    decided.fallback = first_parent_instead(event);
  }
  return decided;
}

Fallback Decider::first_parent_instead(const PushEvent& event) const {
  const std::string way = event.kind == PushEvent::Kind::kForced
                              ? std::string(
                                    "it was a forced push; set the input base to compare "
                                    "with another commit")
                              : fmt::format("{} to compare all that was pushed", kWholeHistory);
  return {.base = Commit{checkout_.parents[0]},
          .why = "base is the first parent of the checked-out commit",
          .note = fmt::format("{}, where {} was before the push, is not in the checkout: base is "
                              "the first parent of HEAD instead; {}",
                              short_id(event.before), event.ref, way)};
}

// The first parent of what is compared; `cause` is why there is nothing better.
Result<Request> Decider::first_parent_request(const std::string& cause) const {
  const std::string prefix = cause.empty() ? std::string() : cause + ": ";
  if (has(inputs_.base)) {
    return request(Commit{}, {});
  }
  if (has(inputs_.head)) {
    return request(Revision{inputs_.head + "^1"}, prefix + "base is the first parent of head");
  }
  if (checkout_.parents.empty()) {
    return base_unknown(prefix + "the checked-out commit has no parent to compare with",
                        "set the input base");
  }
  return request(Commit{checkout_.parents[0]},
                 prefix + "base is the first parent of the checked-out commit");
}

Result<Request> Decider::operator()(const DispatchEvent& event) const {
  // The workflow's own inputs count like the action's, which beat them.
  const Inputs both{.base = has(inputs_.base) ? inputs_.base : event.base,
                    .head = has(inputs_.head) ? inputs_.head : event.head};
  return Decider(checkout_, both, github_sha_).first_parent_request({});
}

Result<Request> Decider::operator()(const ScheduleEvent&) const {
  if (!has(inputs_.base)) {
    return base_unknown("a scheduled run has no base of its own",
                        "set the input base, for example to the tag of the last release");
  }
  return request(Commit{}, {});
}

}  // namespace

Result<Request> decide_request(const Event& event, const Checkout& checkout, const Inputs& inputs,
                               std::string_view github_sha) {
  return std::visit(Decider(checkout, inputs, github_sha), event);
}

}  // namespace headgate::github
