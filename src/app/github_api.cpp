#include "app/github_api.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/core.h>

#include "app/recorded.h"

namespace headgate::app {
namespace {

constexpr std::string_view kApiVersion = "2022-11-28";

}  // namespace

GithubApi::GithubApi(Services& services, std::string token, double request_sec)
    : services_(&services), token_(std::move(token)), request_sec_(request_sec) {}

Result<GithubApi> GithubApi::connect(Services& services, double request_sec) {
  for (const std::string_view name : {"GITHUB_TOKEN", "GH_TOKEN"}) {
    std::string token = services.environment.value(name);
    if (token.empty()) {
      continue;
    }
    if (std::ranges::any_of(token, [](char c) { return c <= ' ' || c >= '\x7f'; })) {
      return Error{.reason = Reason::kTokenMissing,
                   .message = fmt::format("{} holds something that is not a token", name),
                   .remedy = "set it to ${{ github.token }}, without blanks or line ends"};
    }
    return GithubApi(services, std::move(token), request_sec);
  }
  return Error{.reason = Reason::kTokenMissing,
               .message = "neither GITHUB_TOKEN nor GH_TOKEN is set",
               .remedy =
                   "give the step `env: {GITHUB_TOKEN: ${{ github.token }}}`, or look at "
                   "what would be said with --dry-run"};
}

Result<github::Reply> GithubApi::ask_once(const github::Call& call) {
  net::Request request{
      .method = std::string(github::name(call.method)),
      .url = call.url,
      .headers = {{.name = "Accept", .value = "application/vnd.github+json"},
                  {.name = "Authorization", .value = "Bearer " + token_},
                  {.name = "User-Agent", .value = "headgate/" + services_->version},
                  {.name = "X-GitHub-Api-Version", .value = std::string(kApiVersion)}},
      .body = call.body};
  if (!call.body.empty()) {
    request.headers.push_back({.name = "Content-Type", .value = "application/json"});
  }
  Result<net::Response> response = services_->http.send(
      request, {.connect_sec = std::min(10.0, request_sec_), .total_sec = request_sec_});
  if (!response) {
    return std::move(response).error();
  }
  github::Reply reply{.status = response->status, .body = std::move(response->body)};
  for (net::Header& header : response->headers) {
    reply.headers.push_back({.name = std::move(header.name), .value = std::move(header.value)});
  }
  return reply;
}

Result<github::Reply> GithubApi::ask(const github::Call& call) {
  retries_.begin_call();
  for (;;) {
    if (Status wanted = check_wanted(*services_, "everything was said"); !wanted) {
      return std::move(wanted).error();
    }
    Result<github::Reply> reply = ask_once(call);
    if (!reply && reply.error().reason != Reason::kNetworkFailed) {
      return reply;
    }
    const std::optional<double> wait_sec =
        reply ? retries_.after(*reply, services_->clock.wall_sec()) : retries_.after_failure();
    if (!wait_sec) {
      return reply;
    }
    services_->pause_sec(*wait_sec);
  }
}

}  // namespace headgate::app
