// From text as written to a value that a program can use: the small grammars of settings.
//
// Each function reads one kind of value and says in one sentence what it expected and what it got.
// Every setting, from a file, a flag or an input, goes through here.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/config/node.h"
#include "core/result/result.h"

namespace headgate::config {

/// What is being read, for messages: "SOURCE:LINE: NAME must be ..., not ...".
struct Subject {
  std::string source;  ///< ".headgate.yml", "flag --rounds"
  std::string name;    ///< "rounds"
};

/// kConfigInvalid: "SOURCE:LINE: NAME WHAT".
[[nodiscard]] Error invalid(const Subject& subject, std::size_t line, std::string_view what,
                            std::string_view remedy = "");

/// kConfigInvalid: "SOURCE:LINE: NAME must be EXPECTED, not "text" (or: a list, a mapping)"; "NAME
/// has no value" for Null.
[[nodiscard]] Error unexpected(const Subject& subject, const TreeNode& node,
                               std::string_view expected, std::string_view remedy = "");

/// The text in double quotes, on one line, cut where it is long.
[[nodiscard]] std::string quoted(std::string_view text);

/// The scalar's text as written; for values that may hold line feeds.
[[nodiscard]] Result<std::string> read_lines(const Subject& subject, const TreeNode& node);

/// Text on one line; line feeds at its end (of a YAML block) are dropped.
[[nodiscard]] Result<std::string> read_text(const Subject& subject, const TreeNode& node);

/// A whole number in [least, most], in decimal digits.
[[nodiscard]] Result<std::uint64_t> read_integer(const Subject& subject, const TreeNode& node,
                                                 std::uint64_t least, std::uint64_t most);

/// Bounds of a number. `least` is allowed, or not.
struct Interval {
  enum class Least { kIncluded, kExcluded };
  double least;
  double most;
  Least bound = Least::kIncluded;
};

/// "5%", "5" and "0.5 %" as the ratio: 0.05, 0.05, 0.005. The interval is in percent.
[[nodiscard]] Result<double> read_percent(const Subject& subject, const TreeNode& node,
                                          const Interval& percent);

/// A plain number, as "0.05" or "1e-3".
[[nodiscard]] Result<double> read_number(const Subject& subject, const TreeNode& node,
                                         const Interval& interval);

/// "10m", "1m30s" or a plain 0, in seconds.
[[nodiscard]] Result<double> read_duration(const Subject& subject, const TreeNode& node,
                                           const Interval& seconds);

/// The index of the word among `words`; a near miss is named in the remedy.
[[nodiscard]] Result<std::size_t> read_word(const Subject& subject, const TreeNode& node,
                                            std::span<const std::string_view> words);

enum class Switch { kNo, kYes };

/// true, false, yes or no, in any case.
[[nodiscard]] Result<Switch> read_switch(const Subject& subject, const TreeNode& node);

/// The same, as one of two values.
template <typename Enum>
[[nodiscard]] Result<Enum> read_yes_no(const Subject& subject, const TreeNode& node, Enum yes,
                                       Enum no) {
  const Result<Switch> value = read_switch(subject, node);
  if (!value) {
    return value.error();
  }
  return *value == Switch::kYes ? yes : no;
}

/// The elements of a list; a scalar is a list of one. Kept as nodes, for their lines.
[[nodiscard]] Result<std::vector<TreeNode>> read_elements(const Subject& subject,
                                                          const TreeNode& node);

/// A list of texts, none of them empty.
[[nodiscard]] Result<std::vector<std::string>> read_texts(const Subject& subject,
                                                          const TreeNode& node);

/// One word of a closed set, as the value beside it.
template <typename Enum, std::size_t kCount>
[[nodiscard]] Result<Enum> read_enum(
    const Subject& subject, const TreeNode& node,
    const std::array<std::pair<std::string_view, Enum>, kCount>& choices) {
  std::array<std::string_view, kCount> words;
  std::ranges::transform(choices, words.begin(), [](const auto& choice) { return choice.first; });
  const Result<std::size_t> word = read_word(subject, node, words);
  if (!word) {
    return word.error();
  }
  return choices.at(*word).second;
}

/// kConfigInvalid when a text stands in the list more than once.
[[nodiscard]] Status check_no_repeat(const Subject& subject, std::size_t line,
                                     std::vector<std::string> values);

/// The parts between separators; one more than there are separators.
[[nodiscard]] std::vector<std::string_view> split(std::string_view text, char separator);

/// ASCII letters and digits.
[[nodiscard]] bool is_letter(char character);
[[nodiscard]] bool is_digit(char character);

}  // namespace headgate::config
