// How: the tree says in which line the list begins and what follows it; the entry is put between
// lines, and what came out is read again. YAML has more ways to write a list than are worth telling
// apart: where the result does not hold the old entries and the new one, nothing is changed.

#include "core/config/ledger_writing.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/core.h>

#include "core/config/ledger_reading.h"
#include "core/config/node.h"
#include "core/config/yaml_tree.h"

namespace headgate::config {
namespace {

constexpr std::string_view kEntries = "entries";
constexpr std::size_t kUsualIndentation = 2;

// Lines with their ends.
std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::size_t size = end == std::string_view::npos ? text.size() : end + 1;
    lines.emplace_back(text.substr(0, size));
    text.remove_prefix(size);
  }
  return lines;
}

std::string single_quoted(std::string_view text) {
  std::string result = "'";
  for (const char c : text) {
    result += c == '\'' ? "''" : std::string(1, c);
  }
  return result + "'";
}

// One line a key, each with its end.
std::vector<std::string> entry_lines(const gate::LedgerEntry& entry, std::size_t indentation,
                                     std::string_view line_end) {
  std::vector<std::string> lines;
  const auto add = [&](std::string_view key, std::string_view value) {
    lines.push_back(fmt::format("{}{}{}: {}{}", std::string(indentation, ' '),
                                lines.empty() ? "- " : "  ", key, value, line_end));
  };
  add("match", single_quoted(entry.match));
  add("unit", entry.unit);
  add("direction", gate::name(entry.direction));
  if (entry.max_delta) {
    add("max-delta", fmt::format("{:.10g}%", *entry.max_delta * 100));
  }
  if (entry.max_from_zero) {
    add("max-from-zero", fmt::format("{}", *entry.max_from_zero));
  }
  add("cause", single_quoted(entry.cause));
  add("check", single_quoted(entry.check));
  add("evidence", entry.evidence);
  add("author", single_quoted(entry.author));
  add("created", gate::day_text(entry.created));
  add("expires", gate::day_text(entry.expires));
  return lines;
}

// Of the last "- " at or above a line (from 1); nullopt for a list in brackets.
std::optional<std::size_t> indentation_of_list(const std::vector<std::string>& lines,
                                               std::size_t line) {
  for (std::size_t i = std::min(line, lines.size()); i > 0; --i) {
    const std::string& text = lines[i - 1];
    const std::size_t first = text.find_first_not_of(' ');
    if (first != std::string::npos && text[first] == '-') {
      return first;
    }
  }
  return std::nullopt;
}

bool is_blank_or_comment(const std::string& line) {
  const std::size_t first = line.find_first_not_of(" \t\r\n");
  return first == std::string::npos || line[first] == '#';
}

// The text while an entry is put into it.
class Editor {
 public:
  Editor(std::string_view text, const gate::LedgerEntry& entry)
      : lines_(lines_of(text)),
        line_end_(text.find("\r\n") == std::string_view::npos ? "\n" : "\r\n"),
        entry_(entry) {}

  // `root` is the mapping of the text; nullptr where it has no content.
  [[nodiscard]] std::string edited(const Mapping* root) {
    if (root == nullptr) {
      append({fmt::format("version: 1{}", line_end_), fmt::format("{}:{}", kEntries, line_end_)});
      append(entry_lines(entry_, kUsualIndentation, line_end_));
      return text();
    }
    const auto entries = std::ranges::find(root->entries, kEntries, &Entry::key);
    if (entries == root->entries.end()) {
      append({fmt::format("{}:{}", kEntries, line_end_)});
      append(entry_lines(entry_, kUsualIndentation, line_end_));
      return text();
    }
    const auto* sequence = std::get_if<Sequence>(&entries->value.content);
    if (sequence == nullptr || sequence->elements.empty()) {
      empty_brackets(entries->line);
      insert(entries->line, kUsualIndentation);
    } else if (const std::optional<std::size_t> indentation =
                   indentation_of_list(lines_, sequence->elements.front().line)) {
      insert(entries + 1 == root->entries.end() ? lines_.size() : last_above((entries + 1)->line),
             *indentation);
    }
    return text();
  }

 private:
  void end_last_line() {
    if (!lines_.empty() && !lines_.back().ends_with('\n')) {
      lines_.back() += line_end_;
    }
  }

  void append(const std::vector<std::string>& lines) {
    end_last_line();
    lines_.insert(lines_.end(), lines.begin(), lines.end());
  }

  // Behind so many lines.
  void insert(std::size_t count, std::size_t indentation) {
    end_last_line();
    const std::vector<std::string> added = entry_lines(entry_, indentation, line_end_);
    lines_.insert(lines_.begin() + static_cast<std::ptrdiff_t>(std::min(count, lines_.size())),
                  added.begin(), added.end());
  }

  // "entries: []" means what "entries:" does, and only that can be continued.
  void empty_brackets(std::size_t line) {
    constexpr std::string_view kBrackets = " []";
    if (line == 0 || line > lines_.size()) {
      return;
    }
    std::string& text = lines_[line - 1];
    if (const std::size_t at = text.find(kBrackets); at != std::string::npos) {
      text.erase(at, kBrackets.size());
    }
  }

  // How many lines there are up to the last one above `line` (from 1) that says something.
  [[nodiscard]] std::size_t last_above(std::size_t line) const {
    std::size_t count = std::min(line == 0 ? 0 : line - 1, lines_.size());
    while (count > 0 && is_blank_or_comment(lines_[count - 1])) {
      --count;
    }
    return count;
  }

  [[nodiscard]] std::string text() const {
    std::string text;
    for (const std::string& line : lines_) {
      text += line;
    }
    return text;
  }

  std::vector<std::string> lines_;
  std::string_view line_end_;
  const gate::LedgerEntry& entry_;
};

using Entries = std::vector<gate::LedgerEntry>;

// What is read may have moved to another line, and has its numbers as they were written.
bool is_same(const gate::LedgerEntry& left, gate::LedgerEntry right) {
  right.origin = left.origin;
  return left == right;
}

bool holds(const Entries& after, const Entries& before, gate::LedgerEntry entry) {
  if (after.size() != before.size() + 1 ||
      !std::equal(before.begin(), before.end(), after.begin(), is_same)) {
    return false;
  }
  entry.max_delta = entry.max_delta ? after.back().max_delta : entry.max_delta;
  return is_same(after.back(), std::move(entry));
}

}  // namespace

Result<std::string> with_entry(std::string_view yaml, std::string_view file_name,
                               const gate::LedgerEntry& entry) {
  const Result<Entries> before = read_ledger(yaml, file_name);
  if (!before) {
    return before.error();
  }
  const Result<std::optional<TreeNode>> root = parse_yaml(yaml, file_name);
  const bool has_content =
      root && root->has_value() && std::holds_alternative<Mapping>((*root)->content);
  std::string text =
      Editor(yaml, entry).edited(has_content ? &std::get<Mapping>((*root)->content) : nullptr);
  const Result<Entries> after = read_ledger(text, file_name);
  if (!after || !holds(*after, *before, entry)) {
    return Error{.reason = Reason::kConfigInvalid,
                 .message = fmt::format("{}: the entry cannot be added to this text{}", file_name,
                                        after ? "" : fmt::format(" ({})", after.error().message)),
                 .remedy =
                     "write the list as `entries:` with one `- ` line an entry, and each text of "
                     "an entry on one line"};
  }
  return text;
}

}  // namespace headgate::config
