// One question to GitHub's REST API and its answer, as values: what the plans of this folder
// (pull_request_search.h, sticky_comment.h, check_run.h) hand out and take back. Whoever carries a
// plan out adds the token and the patience (retry.h).
//
// Answers are not trusted: a proxy's HTML page, another server's JSON and a link to elsewhere are
// errors that say what came.
//
// Source: GitHub's REST API documentation: "Getting started with the REST API", "Using pagination",
//         "Rate limits".

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result/result.h"

namespace headgate::github {

enum class Method { kGet, kPost, kPatch, kDelete };

/// "GET", ...
[[nodiscard]] std::string_view name(Method method);

struct Call {
  Method method;
  std::string url;        ///< absolute
  std::string body = {};  ///< JSON; "" for none
  friend bool operator==(const Call&, const Call&) = default;
};

struct ReplyHeader {
  std::string name;  ///< in lower case
  std::string value;
};

struct Reply {
  int status;
  std::vector<ReplyHeader> headers = {};
  std::string body = {};

  /// The first header of this name (in lower case); nullopt where there is none.
  [[nodiscard]] std::optional<std::string_view> header(std::string_view name) const;
};

/// A repository, and where its API is.
struct Repository {
  std::string api;   ///< "https://api.github.com", no slash at its end
  std::string name;  ///< "owner/name"

  /// The address of something in it: "/issues/7/comments".
  [[nodiscard]] std::string url(std::string_view rest) const;
};

/// kUsage unless `api` is an address of HTTPS (or of this machine itself, for tests), because the
/// token goes there, and `name` has an owner and a name of the characters that GitHub allows.
[[nodiscard]] Result<Repository> repository(std::string_view api, std::string_view name);

/// `text` for one value in a query: everything but letters, digits and "-._~" in percent form.
[[nodiscard]] std::string percent_encoded(std::string_view text);

/// Does the API want fewer requests, or later ones? 429, or a 403 that says so.
[[nodiscard]] bool is_rate_limit(const Reply& reply);

/// Why an answer is not the wanted one, in the API's own words: kRateLimited, kApiUnreadable for
/// what is no JSON though it should be, else kApiRefused.
[[nodiscard]] Error refusal(const Call& call, const Reply& reply);

/// No list that matters to us is longer.
inline constexpr int kMostPages = 100;

/// The address of the next page in the Link header; nullopt on the last one. kApiUnreadable when it
/// lies outside of `api`: our token must not go there.
[[nodiscard]] Result<std::optional<std::string>> next_page(const Reply& reply,
                                                           std::string_view api);

}  // namespace headgate::github
