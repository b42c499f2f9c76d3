// Escaping follows actions/runner's ActionCommand.cs and @actions/core's command.ts: '%' first,
// then CR and LF, and in properties also ':' and ','.

#include "core/github/commands.h"

#include <algorithm>

#include <fmt/core.h>

#include "core/github/neutral_text.h"

namespace headgate::github {
namespace {

constexpr std::size_t kMaxMessageCharacters = 4096;

enum class Part { kMessage, kProperty };

std::string escaped(std::string_view text, Part part) {
  std::string result;
  result.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '%':
        result += "%25";
        break;
      case '\r':
        result += "%0D";
        break;
      case '\n':
        result += "%0A";
        break;
      case ':':
        result += part == Part::kProperty ? "%3A" : ":";
        break;
      case ',':
        result += part == Part::kProperty ? "%2C" : ",";
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::string_view word(Level level) {
  switch (level) {
    case Level::kError:
      return "error";
    case Level::kWarning:
      return "warning";
    case Level::kNotice:
      break;
  }
  return "notice";
}

// The first `count` characters of UTF-8 text, with a mark where something was cut off.
std::string first_characters(std::string_view text, std::size_t count) {
  constexpr std::string_view kMark = " [...]";
  std::size_t characters = 0;
  std::size_t cut = text.size();
  for (std::size_t i = 0; i < text.size(); ++i) {
    if ((static_cast<unsigned char>(text[i]) & 0xC0U) == 0x80U) {
      continue;
    }
    if (characters == count - kMark.size()) {
      cut = i;
    }
    if (++characters > count) {
      return std::string(text.substr(0, cut)) + std::string(kMark);
    }
  }
  return std::string(text);
}

}  // namespace

std::string command(const Annotation& annotation) {
  std::string properties;
  const auto add = [&](std::string_view name, std::string_view value) {
    if (!value.empty()) {
      properties += fmt::format("{}{}={}", properties.empty() ? " " : ",", name,
                                escaped(value, Part::kProperty));
    }
  };
  if (!annotation.file.empty()) {
    add("file", neutral_word(annotation.file));
    add("line", annotation.line > 0 ? std::to_string(annotation.line) : std::string());
  }
  add("title", neutral_word(annotation.title));
  const std::string message =
      first_characters(neutral_lines(annotation.message), kMaxMessageCharacters);
  return fmt::format("::{}{}::{}", word(annotation.level), properties,
                     escaped(message, Part::kMessage));
}

std::vector<Annotation> within_limits(std::vector<Annotation> annotations, std::size_t limit) {
  std::vector<Annotation> kept;
  for (const Level level : {Level::kError, Level::kWarning, Level::kNotice}) {
    const auto of_level = [level](const Annotation& one) { return one.level == level; };
    const auto total =
        static_cast<std::size_t>(std::count_if(annotations.begin(), annotations.end(), of_level));
    std::size_t taken = 0;
    for (Annotation& one : annotations) {
      if (one.level != level) {
        continue;
      }
      if (total > limit && taken == limit - 1) {
        kept.push_back(
            {.level = level,
             .title = fmt::format("and {} more", total - taken),
             .message = fmt::format("{} more are in the step summary and in the results folder",
                                    total - taken)});
        break;
      }
      kept.push_back(std::move(one));
      ++taken;
    }
  }
  return kept;
}

std::string group_begin(std::string_view title) {
  return fmt::format("::group::{}", escaped(neutral_word(title), Part::kMessage));
}

std::string group_end() { return "::endgroup::"; }

Result<std::string> output_entry(std::string_view name, std::string_view value,
                                 std::string_view delimiter) {
  if (delimiter.empty() || name.find(delimiter) != std::string_view::npos ||
      value.find(delimiter) != std::string_view::npos ||
      name.find_first_of("\r\n=<") != std::string_view::npos) {
    return Error{
        .reason = Reason::kInternal,
        .message = fmt::format(
            "the output '{}' cannot be written: its name or value breaks the file's format", name)};
  }
  return fmt::format("{}<<{}\n{}\n{}\n", name, delimiter, value, delimiter);
}

}  // namespace headgate::github
