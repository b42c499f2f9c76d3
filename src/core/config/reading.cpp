#include "core/config/reading.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <system_error>

#include <fmt/core.h>
#include <fmt/format.h>

#include "core/config/settings.h"
#include "core/schedule/duration.h"

namespace headgate::config {
namespace {

std::string_view without_spaces(std::string_view text) {
  constexpr std::string_view kSpaces = " \t\n";
  const std::size_t start = std::min(text.find_first_not_of(kSpaces), text.size());
  text.remove_prefix(start);
  return text.substr(0, text.find_last_not_of(kSpaces) + 1);  // npos + 1 is 0
}

template <typename Number>
std::optional<Number> parse_number(std::string_view text) {
  Number number{};
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || stop != end) {
    return std::nullopt;
  }
  return number;
}

// from_chars reads "inf" and "nan" too, which are no settings.
std::optional<double> parse_finite(std::string_view text) {
  const std::optional<double> number = parse_number<double>(text);
  return number && std::isfinite(*number) ? number : std::nullopt;
}

bool contains(const Interval& interval, double value) {
  const bool above_least = interval.bound == Interval::Least::kIncluded ? value >= interval.least
                                                                        : value > interval.least;
  return above_least && value <= interval.most;
}

// "from 0 to 10", "above 0 and at most 0.5".
std::string in_words(const Interval& interval, std::string_view unit) {
  switch (interval.bound) {
    case Interval::Least::kIncluded:
      return std::isinf(interval.most)
                 ? fmt::format("at least {}{}", interval.least, unit)
                 : fmt::format("from {0}{2} to {1}{2}", interval.least, interval.most, unit);
    case Interval::Least::kExcluded:
      break;
  }
  return std::isinf(interval.most)
             ? fmt::format("above {}{}", interval.least, unit)
             : fmt::format("above {0}{2} and at most {1}{2}", interval.least, interval.most, unit);
}

// "2h" rather than "7200s".
std::string duration_in_words(double seconds) {
  constexpr double kHourSec = 3600;
  return seconds < kHourSec ? fmt::format("{}s", seconds) : fmt::format("{}h", seconds / kHourSec);
}

std::string lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), [](char character) {
    return character >= 'A' && character <= 'Z' ? static_cast<char>(character - 'A' + 'a')
                                                : character;
  });
  return result;
}

// The trimmed text of a scalar; nullptr-like "" never is a valid number.
std::string_view scalar_text(const TreeNode& node) {
  const auto* scalar = std::get_if<Scalar>(&node.content);
  return scalar == nullptr ? std::string_view{} : without_spaces(scalar->text);
}

}  // namespace

std::string quoted(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  const auto is_continuation = [](char character) {
    return (static_cast<unsigned char>(character) & 0xc0U) == 0x80U;
  };
  std::size_t end = std::min(text.size(), kLongest);
  while (end < text.size() && end > 0 && is_continuation(text[end])) {
    --end;
  }
  std::string shown(text.substr(0, end));
  std::ranges::replace_if(
      shown, [](char character) { return static_cast<unsigned char>(character) < 0x20; }, ' ');
  return fmt::format("\"{}{}\"", shown, end < text.size() ? "..." : "");
}

Error invalid(const Subject& subject, std::size_t line, std::string_view what,
              std::string_view remedy) {
  return Error{.reason = Reason::kConfigInvalid,
               .message = fmt::format("{}: {} {}", place(subject.source, line), subject.name, what),
               .remedy = std::string(remedy)};
}

Error unexpected(const Subject& subject, const TreeNode& node, std::string_view expected,
                 std::string_view remedy) {
  if (std::holds_alternative<Null>(node.content)) {
    return invalid(subject, node.line, "has no value",
                   fmt::format("give it a value ({}), or remove it", expected));
  }
  std::string got = "a mapping";
  if (const auto* scalar = std::get_if<Scalar>(&node.content)) {
    got = quoted(scalar->text);
  } else if (std::holds_alternative<Sequence>(node.content)) {
    got = "a list";
  }
  return invalid(subject, node.line, fmt::format("must be {}, not {}", expected, got), remedy);
}

Result<std::string> read_lines(const Subject& subject, const TreeNode& node) {
  const auto* scalar = std::get_if<Scalar>(&node.content);
  if (scalar == nullptr) {
    return unexpected(subject, node, "text", "quote it");
  }
  return scalar->text;
}

Result<std::string> read_text(const Subject& subject, const TreeNode& node) {
  Result<std::string> text = read_lines(subject, node);
  if (!text) {
    return text;
  }
  text->resize(text->find_last_not_of('\n') + 1);  // npos + 1 is 0
  if (text->find('\n') != std::string::npos) {
    return unexpected(subject, node, "one line");
  }
  return text;
}

Result<std::uint64_t> read_integer(const Subject& subject, const TreeNode& node,
                                   std::uint64_t least, std::uint64_t most) {
  const std::optional<std::uint64_t> number = parse_number<std::uint64_t>(scalar_text(node));
  if (!number || *number < least || *number > most) {
    return unexpected(subject, node, fmt::format("a whole number from {} to {}", least, most));
  }
  return *number;
}

Result<double> read_percent(const Subject& subject, const TreeNode& node, const Interval& percent) {
  std::string_view text = scalar_text(node);
  if (text.ends_with('%')) {
    text = without_spaces(text.substr(0, text.size() - 1));
  }
  const std::optional<double> number = parse_finite(text);
  if (!number || !contains(percent, *number)) {
    return unexpected(subject, node, fmt::format("a percentage {}", in_words(percent, "%")));
  }
  return *number / 100;
}

Result<double> read_number(const Subject& subject, const TreeNode& node, const Interval& interval) {
  const std::optional<double> number = parse_finite(scalar_text(node));
  if (!number || !contains(interval, *number)) {
    return unexpected(subject, node, fmt::format("a number {}", in_words(interval, "")));
  }
  return *number;
}

Result<double> read_duration(const Subject& subject, const TreeNode& node,
                             const Interval& seconds) {
  const std::optional<double> number = schedule::parse_duration_sec(scalar_text(node));
  if (!number || !contains(seconds, *number)) {
    return unexpected(subject, node,
                      fmt::format("a duration from {} to {}", duration_in_words(seconds.least),
                                  duration_in_words(seconds.most)),
                      "write it as 90s, 10m or 1h30m");
  }
  return *number;
}

Result<std::size_t> read_word(const Subject& subject, const TreeNode& node,
                              std::span<const std::string_view> words) {
  const std::string_view text = scalar_text(node);
  const auto found = std::ranges::find(words, text);
  if (found != words.end()) {
    return static_cast<std::size_t>(found - words.begin());
  }
  const std::string near = nearest(text, words);
  std::string expected = fmt::format("{}", fmt::join(words.first(words.size() - 1), ", "));
  expected += fmt::format("{}{}", words.size() > 1 ? " or " : "", words.back());
  return unexpected(subject, node, expected,
                    near.empty() ? "" : fmt::format("did you mean {}?", near));
}

Result<Switch> read_switch(const Subject& subject, const TreeNode& node) {
  const std::string text = lower(scalar_text(node));
  if (text == "yes" || text == "true") {
    return Switch::kYes;
  }
  if (text == "no" || text == "false") {
    return Switch::kNo;
  }
  return unexpected(subject, node, "yes or no");
}

Result<std::vector<TreeNode>> read_elements(const Subject& subject, const TreeNode& node) {
  if (const auto* sequence = std::get_if<Sequence>(&node.content)) {
    return sequence->elements;
  }
  if (std::holds_alternative<Scalar>(node.content)) {
    return std::vector<TreeNode>{node};
  }
  return unexpected(subject, node, "a list");
}

Result<std::vector<std::string>> read_texts(const Subject& subject, const TreeNode& node) {
  const Result<std::vector<TreeNode>> elements = read_elements(subject, node);
  if (!elements) {
    return elements.error();
  }
  std::vector<std::string> texts;
  for (const TreeNode& element : *elements) {
    Result<std::string> text = read_text(subject, element);
    if (!text) {
      return std::move(text).error();
    }
    if (text->empty()) {
      return invalid(subject, element.line, "holds an empty text");
    }
    texts.push_back(*std::move(text));
  }
  return texts;
}

Status check_no_repeat(const Subject& subject, std::size_t line, std::vector<std::string> values) {
  std::ranges::sort(values);
  const auto repeated = std::ranges::adjacent_find(values);
  if (repeated != values.end()) {
    return invalid(subject, line, fmt::format("holds {} twice", quoted(*repeated)));
  }
  return ok();
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) {
      return parts;
    }
    text.remove_prefix(end + 1);
  }
}

bool is_letter(char character) {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
}

bool is_digit(char character) { return character >= '0' && character <= '9'; }

}  // namespace headgate::config
