#include "core/github/rest.h"

#include <algorithm>
#include <cctype>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "core/github/reply_json.h"

namespace headgate::github {
namespace {

constexpr std::size_t kMostQuotedBytes = 300;

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool is_name(std::string_view text) {
  return !text.empty() && text != "." && text != ".." && std::ranges::all_of(text, [](char c) {
    return is_letter_or_digit(c) || c == '-' || c == '_' || c == '.';
  });
}

// "https://host:1/api" -> "host:1".
std::string_view authority_of(std::string_view url) {
  const std::size_t begin = url.find("://");
  return begin == std::string_view::npos
             ? std::string_view()
             : url.substr(begin + 3, url.find_first_of("/?#", begin + 3) - begin - 3);
}

bool is_this_machine(std::string_view authority) {
  const std::string_view host = authority.substr(0, authority.rfind(':'));
  return host == "127.0.0.1" || host == "localhost" || host == "[::1]";
}

bool is_address(std::string_view url) {
  const std::string_view authority = authority_of(url);
  const bool is_plain = std::ranges::all_of(url, [](char c) { return c > ' ' && c < '\x7f'; });
  return is_plain && !authority.empty() && authority.find('@') == std::string_view::npos &&
         url.find_first_of("?#") == std::string_view::npos &&
         (url.starts_with("https://") ||
          (url.starts_with("http://") && is_this_machine(authority)));
}

std::string in_lower_case(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return lower;
}

// What the API itself says is wrong; nullopt when it does not speak JSON.
std::optional<std::string> message_of(const Reply& reply) {
  try {
    const nlohmann::json document = document_of(reply);
    std::string message = text_at(document, "message");
    if (const nlohmann::json* errors = find(document, "errors")) {
      message += fmt::format(" {}", request_body(*errors));
    }
    return message.substr(0, kMostQuotedBytes);
  } catch (const UnreadableReply&) {
    return std::nullopt;
  }
}

std::string_view remedy_for(int status) {
  switch (status) {
    case 401:
      return "give the step a token that is valid: GITHUB_TOKEN: ${{ github.token }}";
    case 403:
      return "give the job `pull-requests: write` (and `checks: write` for a check run); where the "
             "token can only read, as that of a pull request from a fork, report from a "
             "workflow_run workflow: workflows/pr-report.yml";
    case 404:
      return "see that GITHUB_REPOSITORY is right and that the token may see it";
    case 410:
    case 422:
      return "see whether the pull request is locked or the text is refused";
    default:
      return status >= 500 ? "try again later" : "";
  }
}

std::string wait_of(const Reply& reply) {
  const std::optional<std::string_view> wait = reply.header("retry-after");
  const std::optional<std::string_view> reset = reply.header("x-ratelimit-reset");
  return wait    ? fmt::format("; it asks to wait {} s", *wait)
         : reset ? fmt::format("; its limit is reset at Unix time {}", *reset)
                 : std::string();
}

}  // namespace

std::string_view name(Method method) {
  switch (method) {
    case Method::kGet:
      return "GET";
    case Method::kPost:
      return "POST";
    case Method::kPatch:
      return "PATCH";
    case Method::kDelete:
      break;
  }
  return "DELETE";
}

std::optional<std::string_view> Reply::header(std::string_view name) const {
  const auto found = std::ranges::find(headers, name, &ReplyHeader::name);
  return found == headers.end() ? std::nullopt : std::optional<std::string_view>(found->value);
}

std::string Repository::url(std::string_view rest) const {
  return fmt::format("{}/repos/{}{}", api, name, rest);
}

Result<Repository> repository(std::string_view api, std::string_view name) {
  while (api.ends_with('/')) {
    api.remove_suffix(1);
  }
  if (!is_address(api)) {
    return Error{.reason = Reason::kUsage,
                 .message = fmt::format("GITHUB_API_URL is '{}', not an https:// address", api),
                 .remedy = "leave it as the runner sets it"};
  }
  const std::size_t slash = std::min(name.find('/'), name.size());
  if (slash == name.size() || !is_name(name.substr(0, slash)) || !is_name(name.substr(slash + 1))) {
    return Error{.reason = Reason::kUsage,
                 .message = fmt::format("GITHUB_REPOSITORY is '{}', not OWNER/NAME", name),
                 .remedy = "leave it as the runner sets it"};
  }
  return Repository{.api = std::string(api), .name = std::string(name)};
}

std::string percent_encoded(std::string_view text) {
  constexpr std::string_view kPlain = "-._~";
  std::string encoded;
  for (const char c : text) {
    encoded += is_letter_or_digit(c) || kPlain.find(c) != std::string_view::npos
                   ? std::string(1, c)
                   : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return encoded;
}

bool is_rate_limit(const Reply& reply) {
  if (reply.status == 429) {
    return true;
  }
  return reply.status == 403 &&
         (reply.header("retry-after") || reply.header("x-ratelimit-remaining") == "0" ||
          in_lower_case(message_of(reply).value_or("")).find("rate limit") != std::string::npos);
}

Error refusal(const Call& call, const Reply& reply) {
  const std::string asked = fmt::format("{} {}", name(call.method), call.url);
  const std::optional<std::string> message = message_of(reply);
  if (is_rate_limit(reply)) {
    return {.reason = Reason::kRateLimited,
            .message = fmt::format("GitHub's API answers {} to {}: {}{}", reply.status, asked,
                                   message.value_or("too many requests"), wait_of(reply)),
            .remedy = "run the job again later"};
  }
  if (!message && !reply.body.empty()) {
    return {.reason = Reason::kApiUnreadable,
            .message = fmt::format("the answer {} to {} is not JSON of GitHub's API: '{}'",
                                   reply.status, asked, reply.body.substr(0, kMostQuotedBytes)),
            .remedy =
                "look at what stands between this machine and GITHUB_API_URL, such as a "
                "proxy, and at GitHub's status"};
  }
  return {.reason = Reason::kApiRefused,
          .message = fmt::format("GitHub's API answers {} to {}{}{}", reply.status, asked,
                                 message ? ": " : "", message.value_or("")),
          .remedy = std::string(remedy_for(reply.status))};
}

Result<std::optional<std::string>> next_page(const Reply& reply, std::string_view api) {
  std::string_view links = reply.header("link").value_or("");
  while (!links.empty()) {
    const std::size_t open = links.find('<');
    const std::size_t close = links.find('>', open);
    if (open == std::string_view::npos || close == std::string_view::npos) {
      break;
    }
    const std::string_view url = links.substr(open + 1, close - open - 1);
    const std::size_t end = std::min(links.find('<', close), links.size());
    const std::string_view parameters = links.substr(close, end - close);
    links.remove_prefix(end);
    if (parameters.find("rel=\"next\"") == std::string_view::npos) {
      continue;
    }
    if (!url.starts_with(fmt::format("{}/", api))) {
      return Error{
          .reason = Reason::kApiUnreadable,
          .message = fmt::format("the next page is at '{}', which is not below {}", url, api),
          .remedy = "set GITHUB_API_URL to the address that the server itself uses"};
    }
    return std::optional(std::string(url));
  }
  return std::optional<std::string>();
}

}  // namespace headgate::github
