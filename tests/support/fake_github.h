// GitHub's REST API in memory, as far as reports need it: open pull requests, comments of issues,
// check runs; with pages, Link headers and the refusals that are documented.
//
// Source: GitHub's REST API documentation, "List pull requests", "Issue comments", "Check runs",
//         "Using pagination in the REST API".

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "core/github/rest.h"

namespace headgate::testing_support {

class FakeGithub {
 public:
  struct Comment {
    std::uint64_t id;
    std::string login;
    std::string type;  ///< "Bot" or "User"
    std::string body;
  };

  struct Pull {
    std::uint64_t number;
    std::string owner;  ///< of the head repository
    std::uint64_t repository_id;
    std::string branch;
    std::string sha;
  };

  std::string api = "https://api.test";
  std::string repository = "o/r";
  std::vector<Comment> comments = {};
  std::vector<Pull> pulls = {};
  std::vector<nlohmann::json> check_runs = {};  ///< bodies of requests, in their order
  /// Who the token is: a workflow's own, or a person's.
  enum class Token { kApp, kPerson } token = Token::kApp;
  std::string login = "github-actions[bot]";
  std::size_t page_size = 100;  ///< a server may give less than it was asked for
  bool may_check = true;
  /// Asked first; what it answers counts, and nothing happens.
  std::function<std::optional<github::Reply>(const github::Call&)> instead = {};
  /// Called after each call that was answered here.
  std::function<void(const github::Call&)> afterwards = {};

  /// "GET /user", ... of every call, the repository's path and the query left out.
  std::vector<std::string> calls = {};

  [[nodiscard]] const std::vector<std::string>& log() const { return calls; }

  github::Reply answer(const github::Call& call) {
    const std::string path = path_of(call.url);
    calls.push_back(fmt::format("{} {}", github::name(call.method), path));
    if (instead) {
      if (std::optional<github::Reply> reply = instead(call)) {
        return *std::move(reply);
      }
    }
    github::Reply reply = dispatch(call, path);
    if (afterwards) {
      afterwards(call);
    }
    return reply;
  }

  static github::Reply refused(int status, const std::string& message) {
    return {.status = status, .body = nlohmann::json{{"message", message}}.dump()};
  }

 private:
  using Json = nlohmann::json;

  [[nodiscard]] std::string path_of(std::string_view url) const {
    const std::string own = fmt::format("{}/repos/{}", api, repository);
    std::string_view path = url.substr(0, url.find('?'));
    path.remove_prefix(path.starts_with(own) ? own.size() : path.starts_with(api) ? api.size() : 0);
    return std::string(path);
  }

  static std::string query_of(const std::string& url, const std::string& name) {
    const std::size_t question = std::min(url.find('?'), url.size());
    for (std::size_t at = question; at < url.size();) {
      const std::size_t end = std::min(url.find('&', at + 1), url.size());
      const std::string pair = url.substr(at + 1, end - at - 1);
      if (pair.starts_with(name + "=")) {
        return pair.substr(name.size() + 1);
      }
      at = end;
    }
    return {};
  }

  github::Reply dispatch(const github::Call& call, const std::string& path) {
    constexpr std::string_view kOne = "/issues/comments/";
    if (path == "/user") {
      return token == Token::kApp ? refused(403, "Resource not accessible by integration")
                                  : json_reply(200, {{"login", login}});
    }
    if (path == "/pulls") {
      return list_pulls(call);
    }
    if (path == "/check-runs" || path.starts_with("/check-runs/")) {
      return check(call);
    }
    if (path.starts_with(kOne)) {
      return one_comment(call, std::stoull(path.substr(kOne.size())));
    }
    return call.method == github::Method::kPost ? create(call) : list_comments(call);
  }

  static github::Reply json_reply(int status, const Json& document) {
    return {.status = status, .body = document.dump()};
  }

  static Json json_of(const Comment& comment) {
    return {{"id", comment.id},
            {"user", {{"login", comment.login}, {"type", comment.type}}},
            {"body", comment.body},
            {"html_url", fmt::format("https://test/c/{}", comment.id)}};
  }

  github::Reply page_of(const github::Call& call, const std::vector<Json>& all) const {
    const std::string asked = query_of(call.url, "page");
    const std::size_t page = asked.empty() ? 1 : std::stoul(asked);
    Json shown = Json::array();
    for (std::size_t i = (page - 1) * page_size; i < std::min(page * page_size, all.size()); ++i) {
      shown.push_back(all[i]);
    }
    github::Reply reply = json_reply(200, shown);
    if (page * page_size < all.size()) {
      const std::string address = call.url.substr(0, call.url.find("&page="));
      reply.headers.push_back(
          {.name = "link",
           .value = fmt::format("<{0}&page={1}>; rel=\"next\", <{0}&page={2}>; rel=\"last\"",
                                address, page + 1, (all.size() + page_size - 1) / page_size)});
    }
    return reply;
  }

  github::Reply list_pulls(const github::Call& call) const {
    const std::string head = query_of(call.url, "head");
    std::vector<Json> all;
    for (const Pull& pull : pulls) {
      if (github::percent_encoded(pull.owner + ":" + pull.branch) == head) {
        all.push_back(
            {{"number", pull.number},
             {"head",
              {{"sha", pull.sha}, {"ref", pull.branch}, {"repo", {{"id", pull.repository_id}}}}}});
      }
    }
    return page_of(call, all);
  }

  github::Reply list_comments(const github::Call& call) const {
    std::vector<Json> all;
    for (const Comment& comment : comments) {
      all.push_back(json_of(comment));
    }
    return page_of(call, all);
  }

  github::Reply create(const github::Call& call) {
    std::uint64_t id = 1;
    for (const Comment& comment : comments) {
      id = std::max(id, comment.id + 1);
    }
    comments.push_back({.id = id,
                        .login = login,
                        .type = token == Token::kApp ? "Bot" : "User",
                        .body = Json::parse(call.body).at("body")});
    return json_reply(201, json_of(comments.back()));
  }

  github::Reply one_comment(const github::Call& call, std::uint64_t id) {
    const auto found = std::ranges::find(comments, id, &Comment::id);
    if (found == comments.end()) {
      return refused(404, "Not Found");
    }
    if (call.method == github::Method::kDelete) {
      comments.erase(found);
      return {.status = 204};
    }
    found->body = Json::parse(call.body).at("body");
    return json_reply(200, json_of(*found));
  }

  github::Reply check(const github::Call& call) {
    if (!may_check) {
      return refused(403, "Resource not accessible by integration");
    }
    const Json body = Json::parse(call.body);
    if (body.at("output").at("annotations").size() > 50) {
      return refused(422, "No more than 50 annotations");
    }
    check_runs.push_back(body);
    return json_reply(call.method == github::Method::kPost ? 201 : 200, {{"id", 77}});
  }
};

}  // namespace headgate::testing_support
