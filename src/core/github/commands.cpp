// Escaping follows actions/runner's ActionCommand.cs and @actions/core's command.ts: '%' first,
// then CR and LF, and in properties also ':' and ','.

#include "core/github/commands.h"

#include <algorithm>

#include <fmt/core.h>

#include "core/github/neutral_text.h"

namespace headgate::github {
namespace {

constexpr std::size_t kMaxMessageUnits = 4096;  // the runner cuts what is longer
constexpr std::size_t kMaxTitleUnits = 255;     // the limit of a check run's annotation

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

// UTF-16 units of the character that a byte begins; 0 for the other bytes of a character.
std::size_t units(char c) {
  const auto byte = static_cast<unsigned char>(c);
  if ((byte & 0xC0U) == 0x80U) {
    return 0;
  }
  return byte >= 0xF0 ? 2 : 1;
}

// Valid UTF-8 of at most `most` UTF-16 units, with a mark where something was cut off.
std::string clipped(std::string_view text, std::size_t most) {
  constexpr std::string_view kMark = " [...]";
  std::size_t length = 0;
  std::size_t cut = 0;  // the last place that leaves room for the mark
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (units(text[i]) > 0 && length + kMark.size() <= most) {
      cut = i;
    }
    length += units(text[i]);
  }
  return length <= most ? std::string(text) : fmt::format("{}{}", text.substr(0, cut), kMark);
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
  add("title", clipped(neutral_word(annotation.title), kMaxTitleUnits));
  const std::string message = clipped(neutral_lines(annotation.message), kMaxMessageUnits);
  return fmt::format("::{}{}::{}", word(annotation.level), properties,
                     escaped(message, Part::kMessage));
}

std::vector<Annotation> within_limits(std::vector<Annotation> annotations, std::size_t limit) {
  HEADGATE_CHECK(limit >= 1);
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
        kept.push_back({.level = level,
                        .title = fmt::format("headgate: and {} more", total - taken),
                        .message = "the step summary and the results folder have all of them"});
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
  const auto holds = [](std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
  };
  const bool is_name = !name.empty() && name.find_first_of("\r\n=<") == std::string_view::npos;
  if (!is_name || delimiter.empty() || holds(delimiter, "\n") || holds(name, delimiter) ||
      holds(value, delimiter)) {
    return Error{
        .reason = Reason::kInternal,
        .message = fmt::format(
            "the output '{}' cannot be written: its name or value breaks the file's format", name)};
  }
  return fmt::format("{}<<{}\n{}\n{}\n", name, delimiter, value, delimiter);
}

}  // namespace headgate::github
