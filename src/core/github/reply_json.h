// The JSON of an API's answer, with access that checks: a field that is missing or of another type
// says so. Inside this folder only.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "core/github/rest.h"
#include "core/result/result.h"

namespace headgate::github {

/// Thrown by the accessors below, caught by the functions of this folder that read an answer.
struct UnreadableReply {
  std::string message;
};

/// The document of an answer; throws UnreadableReply when it is not JSON.
[[nodiscard]] nlohmann::json document_of(const Reply& reply);

/// The member at "user.login"; nullptr where it, or something on the way, is absent or null.
[[nodiscard]] const nlohmann::json* find(const nlohmann::json& object, std::string_view path);

/// The text, or the number above 0, at a path; throws UnreadableReply for anything else.
[[nodiscard]] std::string text_at(const nlohmann::json& object, std::string_view path);
[[nodiscard]] std::uint64_t number_at(const nlohmann::json& object, std::string_view path);

/// The elements of a document that is a list; throws UnreadableReply for anything else.
[[nodiscard]] const nlohmann::json& list(const nlohmann::json& document);

/// kApiUnreadable: "the answer of GitHub's API to GET URL: what is wrong".
[[nodiscard]] Error unreadable(const Call& call, const UnreadableReply& thrown);

/// JSON text for a request; bytes that are not UTF-8 are replaced.
[[nodiscard]] std::string request_body(const nlohmann::json& document);

}  // namespace headgate::github
