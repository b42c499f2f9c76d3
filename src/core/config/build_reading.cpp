#include "core/config/build_reading.h"

#include <algorithm>
#include <array>
#include <utility>
#include <variant>

#include <fmt/core.h>

namespace headgate::config {
namespace {

// Takes `word` off the front of the text, if it stands there.
bool take(std::string_view& text, std::string_view word) {
  const bool found = text.starts_with(word);
  text.remove_prefix(found ? word.size() : 0);
  return found;
}

// Takes the digits off the front of the text, if there are any.
bool take_digits(std::string_view& text) {
  const std::size_t count = std::min(text.find_first_not_of("0123456789"), text.size());
  text.remove_prefix(count);
  return count > 0;
}

// "go1.26", "go1.26.1", "go1.27rc1", each also with the suffix of a custom build: "-name".
bool is_release(std::string_view text) {
  if (!take(text, "go1.") || !take_digits(text)) {
    return false;
  }
  const bool continues = take(text, ".") || take(text, "rc") || take(text, "beta");
  if (continues && !take_digits(text)) {
    return false;
  }
  if (take(text, "-")) {
    return !text.empty() && std::ranges::all_of(text, [](char character) {
      return is_letter(character) || is_digit(character) || character == '-' || character == '.' ||
             character == '_';
    });
  }
  return text.empty();
}

Result<std::vector<std::string>> read_command(const Subject& subject, const TreeNode& node) {
  std::vector<std::string> words;
  for (const TreeNode& element : std::get<Sequence>(node.content).elements) {
    Result<std::string> word = read_lines(subject, element);
    if (!word) {
      return std::move(word).error();
    }
    words.push_back(*std::move(word));
  }
  constexpr std::string_view kRemedy = "write a list of arguments, such as [go, generate, ./...]";
  if (words.empty() || words.front().empty()) {
    return invalid(subject, node.line, "holds an empty command", kRemedy);
  }
  if (words.front().find_first_of(" \t\n") != std::string::npos) {
    return invalid(
        subject, node.line,
        fmt::format("holds {}, which is not the name of a program", quoted(words.front())),
        kRemedy);
  }
  return words;
}

}  // namespace

Result<std::string> read_toolchain(const Subject& subject, const TreeNode& node) {
  constexpr std::array<std::string_view, 3> kWords = {"auto", "same", "local"};
  Result<std::string> text = read_text(subject, node);
  if (!text) {
    return text;
  }
  const bool is_word = std::ranges::find(kWords, *text) != kWords.end();
  if (is_word || is_release(*text)) {
    return text;
  }
  const std::string near = nearest(*text, kWords);
  return unexpected(subject, node, "auto, same, local or a release such as go1.26.1",
                    near.empty() ? "" : fmt::format("did you mean {}?", near));
}

Result<std::vector<std::vector<std::string>>> read_commands(const Subject& subject,
                                                            const TreeNode& node) {
  const auto* sequence = std::get_if<Sequence>(&node.content);
  if (sequence == nullptr) {
    return unexpected(subject, node, "a list of commands",
                      "write each as a list of arguments, such as [go, generate, ./...]");
  }
  std::vector<TreeNode> commands = sequence->elements;
  const bool is_one_command =
      !commands.empty() && std::ranges::all_of(commands, [](const TreeNode& n) {
        return std::holds_alternative<Scalar>(n.content);
      });
  if (is_one_command) {
    commands = {node};
  }
  std::vector<std::vector<std::string>> result;
  for (const TreeNode& command : commands) {
    if (!std::holds_alternative<Sequence>(command.content)) {
      return unexpected(subject, command, "a list of arguments",
                        "write each command as a list, such as [go, generate, ./...]");
    }
    Result<std::vector<std::string>> words = read_command(subject, command);
    if (!words) {
      return std::move(words).error();
    }
    result.push_back(*std::move(words));
  }
  return result;
}

Result<std::vector<std::string>> read_tags(const Subject& subject, const TreeNode& node) {
  const Result<std::vector<std::string>> texts = read_texts(subject, node);
  if (!texts) {
    return texts.error();
  }
  std::vector<std::string> tags;
  for (const std::string& text : *texts) {
    for (const std::string_view tag : split(text, ',')) {
      const bool is_tag = !tag.empty() && std::ranges::all_of(tag, [](char character) {
        return is_letter(character) || is_digit(character) || character == '_' ||
               character == '.' || static_cast<unsigned char>(character) >= 0x80;
      });
      if (!is_tag) {
        return invalid(subject, node.line, fmt::format("holds {}, which is no tag", quoted(tag)),
                       "a tag has letters, digits, underscores and dots");
      }
      tags.emplace_back(tag);
    }
  }
  return tags;
}

Result<Build::Race> read_race(const Subject& subject, const TreeNode& node) {
  return read_yes_no(subject, node, Build::Race::kOn, Build::Race::kOff);
}

Result<Build::Trimpath> read_trimpath(const Subject& subject, const TreeNode& node) {
  return read_yes_no(subject, node, Build::Trimpath::kOn, Build::Trimpath::kOff);
}

}  // namespace headgate::config
