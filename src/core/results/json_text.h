// JSON text to a document, for text that an older, interrupted or hostile program wrote: what could
// be read in two ways, or costs more than its size, is refused instead of guessed at.
//
// Inside this folder only: FormatError is thrown here and by json_field.h, and caught by the
// functions that return a Result.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "core/result/result.h"

namespace headgate::results {

/// What is wrong with a JSON text, and where.
struct FormatError {
  std::string message;
};

/// The document. Throws FormatError for text that is not JSON or not UTF-8, a number that no double
/// holds, a key that stands twice in one object, and nesting beyond 32 levels.
[[nodiscard]] nlohmann::json parse_json(std::string_view text);

/// The error of a file that cannot be read: kResultsInvalid with "PLACE: what is wrong", and what
/// can be done without it.
[[nodiscard]] Error damaged(std::string_view place, const FormatError& error);

/// A double for JSON: a number, or "NaN", "+Inf", "-Inf", because JSON has none of them and null
/// reads as zero elsewhere.
[[nodiscard]] nlohmann::ordered_json number_json(double value);

/// The same; null for no value.
[[nodiscard]] nlohmann::ordered_json optional_json(const std::optional<double>& value);

/// The text of a document: indented with `indent` spaces (-1: one line), invalid UTF-8 replaced, a
/// line end after it.
[[nodiscard]] std::string dump(const nlohmann::ordered_json& document, int indent);

}  // namespace headgate::results
