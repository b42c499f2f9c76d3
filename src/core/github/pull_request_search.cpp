#include "core/github/pull_request_search.h"

#include <algorithm>
#include <utility>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "core/github/reply_json.h"

namespace headgate::github {
namespace {

using Json = nlohmann::json;

// One branch has a handful of open pull requests; a server that ignores the filter has many.

Error mismatch(std::string message) {
  return {.reason = Reason::kPullRequestMismatch,
          .message = std::move(message),
          .remedy =
              "nothing was sent about it; take the artifact of the workflow run that the "
              "event names, and see that nothing in between replaces it"};
}

}  // namespace

PullRequestSearch::PullRequestSearch(Repository repository, ReportEvent event)
    : repository_(std::move(repository)), event_(std::move(event)) {
  const std::string head = fmt::format("{}:{}", event_.head_owner, event_.head_branch);
  next_ = Call{.method = Method::kGet,
               .url = repository_.url(
                   fmt::format("/pulls?state=open&head={}&per_page=100", percent_encoded(head)))};
}

std::optional<Call> PullRequestSearch::next() const { return next_; }

Status PullRequestSearch::take(const Reply& reply) {
  if (reply.status != 200) {
    return refusal(*next_, reply);
  }
  try {
    const Json document = document_of(reply);
    for (const Json& pull : list(document)) {
      const Json* repository = find(pull, "head.repo.id");  // null where the fork is gone
      const bool is_ours = repository != nullptr && *repository == event_.head_repository_id &&
                           text_at(pull, "head.ref") == event_.head_branch;
      if (is_ours) {
        listed_.push_back(
            {.number = number_at(pull, "number"), .head_sha = text_at(pull, "head.sha")});
      }
    }
  } catch (const UnreadableReply& thrown) {
    return unreadable(*next_, thrown);
  }
  Result<std::optional<std::string>> url = next_page(reply, repository_.api);
  if (!url) {
    return std::move(url).error();
  }
  if (++pages_ == kMostPages && *url) {
    return unreadable(*next_, {fmt::format("there are more than {} pages", kMostPages)});
  }
  next_ =
      *url ? std::optional(Call{.method = Method::kGet, .url = **std::move(url)}) : std::nullopt;
  return ok();
}

Result<SearchResult> PullRequestSearch::result(std::optional<std::uint64_t> claimed) const {
  std::vector<std::uint64_t> numbers;
  for (const Listed& pull : listed_) {
    const bool is_of_event = !event_.number || *event_.number == pull.number;
    if (pull.head_sha == event_.head_sha && is_of_event) {
      numbers.push_back(pull.number);
    }
  }
  if (event_.number && claimed && *claimed != *event_.number) {
    return mismatch(fmt::format("the results are about pull request #{}, the event about #{}",
                                *claimed, *event_.number));
  }
  if (numbers.empty()) {
    if (listed_.empty()) {
      return SearchResult(NoneOpen{});
    }
    const Listed& newest = *std::ranges::max_element(listed_, {}, &Listed::number);
    return SearchResult(Superseded{.number = newest.number, .head_sha = newest.head_sha});
  }
  if (claimed && std::ranges::find(numbers, *claimed) == numbers.end()) {
    return mismatch(fmt::format("the results are about pull request #{}, but {} is the head of #{}",
                                *claimed, event_.head_sha, numbers.front()));
  }
  if (!claimed && numbers.size() > 1) {
    return mismatch(fmt::format("{} is the head of {} pull requests, and the results name none",
                                event_.head_sha, numbers.size()));
  }
  return SearchResult(Found{.number = claimed.value_or(numbers.front())});
}

}  // namespace headgate::github
