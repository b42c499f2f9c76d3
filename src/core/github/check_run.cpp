#include "core/github/check_run.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "core/github/neutral_text.h"
#include "core/github/reply_json.h"

namespace headgate::github {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kAnnotationsARequest = 50;
// Four requests; more are in the summary's table.
constexpr std::size_t kMostAnnotations = 200;
constexpr std::size_t kMostTitleBytes = 250;
constexpr std::size_t kMostMessageBytes = 16'000;  // GitHub takes 64 KB
constexpr std::size_t kMostPathBytes = 4096;

// The beginning of UTF-8 text, cut between two characters.
std::string cut(std::string text, std::size_t most) {
  if (text.size() > most) {
    while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0U) == 0x80U) {
      --most;
    }
    text.resize(most);
  }
  return text;
}

// A path that stays in the repository, as the API takes it.
bool is_in_repository(std::string_view path) {
  if (path.empty() || path.size() > kMostPathBytes || path.front() == '/' ||
      neutral_line(path) != path) {
    return false;
  }
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    const std::string_view part = path.substr(begin, end - begin);
    if (part.empty() || part == "." || part == "..") {
      return false;
    }
    begin = end + 1;
  }
  return true;
}

std::string_view level_of(Level level) {
  switch (level) {
    case Level::kError:
      return "failure";
    case Level::kWarning:
      return "warning";
    case Level::kNotice:
      break;
  }
  return "notice";
}

Json annotation_json(const Annotation& annotation) {
  const std::size_t line = std::max<std::size_t>(annotation.line, 1);
  return {{"path", annotation.file},
          {"start_line", line},
          {"end_line", line},
          {"annotation_level", level_of(annotation.level)},
          {"title", cut(neutral_word(annotation.title), kMostTitleBytes)},
          {"message", cut(neutral_lines(annotation.message), kMostMessageBytes)}};
}

std::vector<Json> annotations_of(const CheckReport& report) {
  std::vector<Json> annotations;
  for (const Annotation& annotation : report.annotations) {
    if (is_in_repository(annotation.file) && annotations.size() < kMostAnnotations) {
      annotations.push_back(annotation_json(annotation));
    }
  }
  return annotations;
}

}  // namespace

std::string_view name(Conclusion conclusion) {
  switch (conclusion) {
    case Conclusion::kSuccess:
      return "success";
    case Conclusion::kFailure:
      return "failure";
    case Conclusion::kNeutral:
      break;
  }
  return "neutral";
}

CheckRun::CheckRun(Repository repository, std::string head_sha, const CheckReport& report,
                   IfForbidden if_forbidden)
    : repository_(std::move(repository)), if_forbidden_(if_forbidden) {
  const std::vector<Json> annotations = annotations_of(report);
  std::size_t begin = 0;
  do {
    const std::size_t end = std::min(begin + kAnnotationsARequest, annotations.size());
    Json output = {{"title", cut(neutral_word(report.title), kMostTitleBytes)},
                   {"summary", report.summary},
                   {"annotations", Json::array()}};
    for (std::size_t i = begin; i < end; ++i) {
      output["annotations"].push_back(annotations[i]);
    }
    Json body = {{"output", std::move(output)}};
    if (begin == 0) {
      body["name"] = report.name;
      body["head_sha"] = head_sha;
      body["status"] = "completed";
      body["conclusion"] = github::name(report.conclusion);
      if (!report.details_url.empty()) {
        body["details_url"] = report.details_url;
      }
    }
    bodies_.push_back(request_body(body));
    counts_.push_back(end - begin);
    begin = end;
  } while (begin < annotations.size());
}

std::optional<Call> CheckRun::next() const {
  if (at_ == bodies_.size()) {
    return std::nullopt;
  }
  return at_ == 0 ? Call{.method = Method::kPost,
                         .url = repository_.url("/check-runs"),
                         .body = bodies_[0]}
                  : Call{.method = Method::kPatch,
                         .url = repository_.url(fmt::format("/check-runs/{}", id_)),
                         .body = bodies_[at_]};
}

Status CheckRun::take(const Reply& reply) {
  const Call call = *next();
  const bool is_first = at_ == 0;
  const bool is_forbidden = (reply.status == 403 || reply.status == 404) && !is_rate_limit(reply);
  if (is_first && is_forbidden && if_forbidden_ == IfForbidden::kPassOver) {
    outcome_ = Outcome::kForbidden;
    at_ = bodies_.size();
    return ok();
  }
  if (reply.status != (is_first ? 201 : 200)) {
    return refusal(call, reply);
  }
  if (is_first) {
    try {
      id_ = number_at(document_of(reply), "id");
    } catch (const UnreadableReply& thrown) {
      return unreadable(call, thrown);
    }
  }
  sent_ += counts_[at_++];
  return ok();
}

}  // namespace headgate::github
