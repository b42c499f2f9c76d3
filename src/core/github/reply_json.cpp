#include "core/github/reply_json.h"

#include <algorithm>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace headgate::github {
namespace {

using Json = nlohmann::json;

// Deeper documents are nobody's answer, and writing one out again would take a stack of any size.
constexpr int kMostLevels = 64;

}  // namespace

Json document_of(const Reply& reply) {
  bool is_deep = false;
  const auto keep = [&is_deep](int depth, Json::parse_event_t, const Json&) {
    is_deep = is_deep || depth > kMostLevels;
    return depth <= kMostLevels;
  };
  Json document = Json::parse(reply.body, keep, false);
  if (document.is_discarded() || is_deep) {
    throw UnreadableReply{is_deep ? fmt::format("it nests deeper than {} levels", kMostLevels)
                                  : "it is not JSON"};
  }
  return document;
}

const Json* find(const Json& object, std::string_view path) {
  const Json* value = &object;
  for (std::size_t begin = 0; begin < path.size();) {
    const std::size_t end = std::min(path.find('.', begin), path.size());
    if (!value->is_object()) {
      return nullptr;
    }
    const auto found = value->find(path.substr(begin, end - begin));
    if (found == value->end() || found->is_null()) {
      return nullptr;
    }
    value = &*found;
    begin = end + 1;
  }
  return value;
}

std::string text_at(const Json& object, std::string_view path) {
  const Json* value = find(object, path);
  if (value == nullptr || !value->is_string()) {
    throw UnreadableReply{fmt::format("{} is not a text", path)};
  }
  return value->get<std::string>();
}

std::uint64_t number_at(const Json& object, std::string_view path) {
  const Json* value = find(object, path);
  if (value == nullptr || !value->is_number_unsigned() || value->get<std::uint64_t>() == 0) {
    throw UnreadableReply{fmt::format("{} is not a number above 0", path)};
  }
  return value->get<std::uint64_t>();
}

const Json& list(const Json& document) {
  if (!document.is_array()) {
    throw UnreadableReply{"it is not a list"};
  }
  return document;
}

Error unreadable(const Call& call, const UnreadableReply& thrown) {
  return Error{.reason = Reason::kApiUnreadable,
               .message = fmt::format("the answer of GitHub's API to {} {}: {}", name(call.method),
                                      call.url, thrown.message),
               .remedy =
                   "look at what stands between this machine and GITHUB_API_URL, such as a "
                   "proxy"};
}

std::string request_body(const Json& document) {
  return document.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace headgate::github
