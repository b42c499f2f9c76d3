#include "core/github/sticky_comment.h"

#include <algorithm>
#include <utility>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "core/github/reply_json.h"

namespace headgate::github {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostIdBytes = 64;
// A hundred comments each: beyond them nobody knows whether ours is there, and none is made.
// The first one, one after creating, one where the comment was deleted under our hands.
constexpr int kMostLists = 3;
// Who writes what a workflow's own token writes.
constexpr std::string_view kActionsLogin = "github-actions[bot]";

bool is_marked(std::string_view body, std::string_view marker) {
  return body.starts_with(marker) && (body.size() == marker.size() || body[marker.size()] == '\n' ||
                                      body[marker.size()] == '\r');
}

std::string text_at_or_empty(const Json& object, std::string_view path) {
  const Json* value = find(object, path);
  return value != nullptr && value->is_string() ? value->get<std::string>() : std::string();
}

}  // namespace

Result<std::string> comment_marker(std::string_view id) {
  const bool is_plain = std::ranges::all_of(id, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '_' || c == '-';
  });
  // Two dashes would end an HTML comment early in some readers.
  if (id.empty() || id.size() > kMostIdBytes || !is_plain || id.starts_with('-') ||
      id.ends_with('-') || id.find("--") != std::string_view::npos) {
    return Error{.reason = Reason::kUsage,
                 .message = fmt::format("'{}' cannot be the id of a comment", id),
                 .remedy = "use up to 64 letters, digits, '.', '_', and single '-' between them"};
  }
  return fmt::format("<!-- headgate:{} -->", id);
}

StickyComment::StickyComment(Repository repository, std::uint64_t pull_request, std::string marker,
                             std::string body)
    : repository_(std::move(repository)),
      pull_request_(pull_request),
      marker_(std::move(marker)),
      body_(std::move(body)) {
  HEADGATE_CHECK(is_marked(body_, marker_));
}

std::string StickyComment::comments_url() const {
  return repository_.url(fmt::format("/issues/{}/comments", pull_request_));
}

std::string StickyComment::comment_url(std::uint64_t id) const {
  return repository_.url(fmt::format("/issues/comments/{}", id));
}

std::optional<Call> StickyComment::next() const {
  const auto with_body = [this](Method method, std::string url) {
    return Call{
        .method = method, .url = std::move(url), .body = request_body(Json{{"body", body_}})};
  };
  switch (step_) {
    case Step::kAskWhoWeAre:
      return Call{.method = Method::kGet, .url = repository_.api + "/user"};
    case Step::kList:
      return Call{.method = Method::kGet, .url = page_};
    case Step::kCreate:
      return with_body(Method::kPost, comments_url());
    case Step::kUpdate:
      return with_body(Method::kPatch, comment_url(kept_));
    case Step::kDelete:
      return Call{.method = Method::kDelete, .url = comment_url(duplicates_.back())};
    case Step::kDone:
      break;
  }
  return std::nullopt;
}

Status StickyComment::take(const Reply& reply) {
  try {
    switch (step_) {
      case Step::kAskWhoWeAre:
        return take_who_we_are(reply);
      case Step::kList:
        return take_list(reply);
      case Step::kCreate:
        return take_created(reply);
      case Step::kUpdate:
        return take_updated(reply);
      case Step::kDelete:
        return take_deleted(reply);
      case Step::kDone:
        break;
    }
  } catch (const UnreadableReply& thrown) {
    return unreadable(*next(), thrown);
  }
  return ok();
}

// A token of a person has a user; that of a workflow or an app is refused here, and what it writes
// is a bot's.
Status StickyComment::take_who_we_are(const Reply& reply) {
  const bool is_app = (reply.status == 403 || reply.status == 404) && !is_rate_limit(reply);
  if (reply.status != 200 && !is_app) {
    return refusal(*next(), reply);
  }
  if (reply.status == 200) {
    login_ = text_at(document_of(reply), "login");
  }
  begin_list();
  return ok();
}

void StickyComment::begin_list() {
  step_ = Step::kList;
  page_ = comments_url() + "?per_page=100";
  pages_ = 0;
  ++lists_;
  ours_.clear();
}

Status StickyComment::take_list(const Reply& reply) {
  if (reply.status != 200) {
    return refusal(*next(), reply);
  }
  const Json document = document_of(reply);
  for (const Json& comment : list(document)) {
    const std::string author = text_at_or_empty(comment, "user.login");  // "": the account is gone
    const bool is_ours =
        login_.empty() ? text_at_or_empty(comment, "user.type") == "Bot" : author == login_;
    if (std::string body = text_at_or_empty(comment, "body"); is_ours && is_marked(body, marker_)) {
      ours_.push_back({.id = number_at(comment, "id"),
                       .author = author,
                       .body = std::move(body),
                       .url = text_at_or_empty(comment, "html_url")});
    }
  }
  Result<std::optional<std::string>> page = next_page(reply, repository_.api);
  if (!page) {
    return std::move(page).error();
  }
  if (*page) {
    if (++pages_ == kMostPages) {
      return unreadable(*next(), {fmt::format("there are more than {} pages", kMostPages)});
    }
    page_ = **std::move(page);
    return ok();
  }
  settle();
  return ok();
}

// With the whole list at hand: which one is kept, and what becomes of the others.
void StickyComment::settle() {
  std::ranges::sort(ours_, {}, &Comment::id);
  if (ours_.empty()) {
    // A list may lag behind what was just made.
    step_ = created_ == 0 ? Step::kCreate : Step::kDone;
    return;
  }
  // Several apps may use one marker: keep to one of them.
  const auto preferred = std::ranges::find(ours_, kActionsLogin, &Comment::author);
  const Comment kept = preferred == ours_.end() ? ours_.front() : *preferred;
  for (const Comment& comment : ours_) {
    if (comment.id != kept.id && comment.author == kept.author) {
      duplicates_.push_back(comment.id);
    }
  }
  kept_ = kept.id;
  url_ = kept.url;
  if (kept.body == body_ || kept.id == created_) {
    go_on_deleting();
  } else {
    step_ = Step::kUpdate;
  }
}

Status StickyComment::take_created(const Reply& reply) {
  if (reply.status != 201) {
    return refusal(*next(), reply);
  }
  const Json document = document_of(reply);
  created_ = number_at(document, "id");
  if (std::string login = text_at_or_empty(document, "user.login"); !login.empty()) {
    login_ = std::move(login);
  }
  url_ = text_at_or_empty(document, "html_url");
  outcome_ = Outcome::kCreated;
  begin_list();
  return ok();
}

Status StickyComment::take_updated(const Reply& reply) {
  // Somebody deleted it between the list and now.
  if (reply.status == 404 && lists_ < kMostLists) {
    duplicates_.clear();
    created_ = 0;
    begin_list();
    return ok();
  }
  if (reply.status != 200) {
    return refusal(*next(), reply);
  }
  outcome_ = Outcome::kUpdated;
  go_on_deleting();
  return ok();
}

Status StickyComment::take_deleted(const Reply& reply) {
  const bool is_gone = reply.status == 404 || reply.status == 410;
  if (reply.status != 204 && !is_gone) {
    return refusal(*next(), reply);
  }
  deleted_ += is_gone ? 0 : 1;
  duplicates_.pop_back();
  go_on_deleting();
  return ok();
}

void StickyComment::go_on_deleting() { step_ = duplicates_.empty() ? Step::kDone : Step::kDelete; }

}  // namespace headgate::github
