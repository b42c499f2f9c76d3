// The grammar is tree-sitter's; only its C interface can bound the stack: a cursor keeps the way to
// the root on the heap, so nothing here recurses.

#include "core/lint/declarations.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include <tree_sitter/api.h>

#include "core/lint/identifier.h"
#include "core/result/result.h"

extern "C" const TSLanguage* tree_sitter_go();

namespace headgate::lint {
namespace {

struct DeleteParser {
  void operator()(TSParser* parser) const { ts_parser_delete(parser); }
};

struct DeleteTree {
  void operator()(TSTree* tree) const { ts_tree_delete(tree); }
};

/// A cursor that does not leave the node it starts at.
class Cursor {
 public:
  explicit Cursor(TSNode top) : cursor_(ts_tree_cursor_new(top)) {}

  ~Cursor() { ts_tree_cursor_delete(&cursor_); }

  Cursor(const Cursor&) = delete;
  Cursor& operator=(const Cursor&) = delete;

  [[nodiscard]] TSNode node() const { return ts_tree_cursor_current_node(&cursor_); }

  [[nodiscard]] bool to_first_child() { return ts_tree_cursor_goto_first_child(&cursor_); }

  [[nodiscard]] bool to_next_sibling() { return ts_tree_cursor_goto_next_sibling(&cursor_); }

  /// The next node that is not below this one; false when there is none.
  [[nodiscard]] bool to_next_outside() {
    while (!to_next_sibling()) {
      if (!ts_tree_cursor_goto_parent(&cursor_)) {
        return false;
      }
    }
    return true;
  }

 private:
  TSTreeCursor cursor_;
};

std::string_view type_of(TSNode node) { return ts_node_type(node); }

std::string_view text_of(TSNode node, std::string_view source) {
  const std::uint32_t begin = ts_node_start_byte(node);
  return source.substr(begin, ts_node_end_byte(node) - begin);
}

/// The child in a field of the grammar; nullopt when it is not there.
std::optional<TSNode> field(TSNode node, std::string_view name) {
  const TSNode child =
      ts_node_child_by_field_name(node, name.data(), static_cast<std::uint32_t>(name.size()));
  return ts_node_is_null(child) ? std::nullopt : std::optional(child);
}

/// The children that the grammar names, but for comments, which may stand anywhere.
std::vector<TSNode> parts_of(TSNode node) {
  std::vector<TSNode> parts;
  Cursor cursor(node);
  for (bool is_there = cursor.to_first_child(); is_there; is_there = cursor.to_next_sibling()) {
    if (ts_node_is_named(cursor.node()) && type_of(cursor.node()) != "comment") {
      parts.push_back(cursor.node());
    }
  }
  return parts;
}

/// *B or *anything.B: how `testing` was imported cannot be told from one node.
bool is_pointer_to_b(TSNode type, std::string_view source) {
  if (type_of(type) != "pointer_type") {
    return false;
  }
  const std::vector<TSNode> pointee = parts_of(type);
  if (pointee.size() != 1) {
    return false;
  }
  if (type_of(pointee[0]) == "type_identifier") {
    return text_of(pointee[0], source) == "B";
  }
  const std::optional<TSNode> name = field(pointee[0], "name");
  return type_of(pointee[0]) == "qualified_type" && name && text_of(*name, source) == "B";
}

bool has_benchmark_signature(TSNode function, std::string_view source) {
  const std::optional<TSNode> result = field(function, "result");
  const bool has_result =
      result && (type_of(*result) != "parameter_list" || !parts_of(*result).empty());
  const std::optional<TSNode> list = field(function, "parameters");
  if (has_result || field(function, "type_parameters") || !list) {
    return false;
  }
  const std::vector<TSNode> parameters = parts_of(*list);
  if (parameters.size() != 1 || type_of(parameters[0]) != "parameter_declaration") {
    return false;
  }
  // The name, which may be missing, and the type: `a, b *testing.B` has three parts.
  const std::optional<TSNode> type = field(parameters[0], "type");
  return type && parts_of(parameters[0]).size() <= 2 && is_pointer_to_b(*type, source);
}

/// Whether a line break after `token` ends a statement: after a name, a literal, a closing bracket
/// and a few words and operators (The Go Programming Language Specification, "Semicolons").
bool ends_statement(std::string_view token) {
  constexpr auto kEnding = std::to_array<std::string_view>(
      {"break", "continue", "fallthrough", "return", "++", "--", ")", "]", "}"});
  constexpr auto kOtherKeywords = std::to_array<std::string_view>(
      {"case",    "chan",  "const",  "default", "defer",  "else",      "for",
       "func",    "go",    "goto",   "if",      "import", "interface", "map",
       "package", "range", "select", "struct",  "switch", "type",      "var"});
  const auto is_one_of = [token](const auto& words) {
    return std::find(words.begin(), words.end(), token) != words.end();
  };
  // Of literals, 1. ends and .5 begins like an operator, but none does both.
  constexpr std::string_view kOperators = "+-*/%&|^<>=!()[]{},;.:~";
  const bool is_operator = kOperators.find(token.front()) != std::string_view::npos &&
                           kOperators.find(token.back()) != std::string_view::npos;
  return is_one_of(kEnding) || (!is_operator && !is_one_of(kOtherKeywords));
}

/// Tokens in a row as if each statement ended with a semicolon and nothing stood on a line of its
/// own. Go lets a semicolon or comma before a closing bracket be left out, so here they are.
class TokenRow {
 public:
  /// Adds the next token; `gap` is what stands between the one before and it.
  void add(std::string_view token, std::string_view gap) {
    if (!last_.empty() && gap.find('\n') != std::string_view::npos && ends_statement(last_)) {
      separators_.emplace_back(";");
    }
    last_ = token;
    if (token == ";" || token == ",") {
      separators_.push_back(token);
      return;
    }
    if (token != ")" && token != "}" && token != "]") {
      for (const std::string_view separator : separators_) {
        put(separator);
      }
    }
    separators_.clear();
    put(token);
  }

  [[nodiscard]] std::string take() { return std::move(text_); }

 private:
  void put(std::string_view token) {
    text_ += text_.empty() ? "" : " ";
    text_ += token;
  }

  std::string text_;
  std::string_view last_;
  std::vector<std::string_view> separators_;  ///< since the last other token
};

/// A literal is one token, though the grammar takes strings apart: its blanks are its own.
bool is_token(TSNode node) {
  const std::string_view type = type_of(node);
  return ts_node_child_count(node) == 0 || type == "interpreted_string_literal" ||
         type == "raw_string_literal" || type == "rune_literal";
}

std::string normalized_text(TSNode function, std::string_view source) {
  TokenRow tokens;
  Cursor cursor(function);
  std::uint32_t end_of_last = ts_node_start_byte(function);
  for (bool is_there = true; is_there;) {
    const TSNode node = cursor.node();
    if (!is_token(node)) {
      is_there = cursor.to_first_child();
      continue;
    }
    const std::string_view text = text_of(node, source);
    if (!text.empty() && type_of(node) != "comment") {
      const std::uint32_t begin = ts_node_start_byte(node);
      tokens.add(text, source.substr(end_of_last, begin - end_of_last));
      end_of_last = ts_node_end_byte(node);
    }
    is_there = cursor.to_next_outside();
  }
  return tokens.take();
}

std::optional<Declaration> benchmark(TSNode node, std::string_view source) {
  const std::optional<TSNode> name = field(node, "name");
  if (type_of(node) != "function_declaration" || !name ||
      !is_benchmark_name(text_of(*name, source)) || !has_benchmark_signature(node, source)) {
    return std::nullopt;
  }
  return Declaration{.name = std::string(text_of(*name, source)),
                     .line = ts_node_start_point(node).row + 1,
                     .text = std::string(text_of(node, source)),
                     .normalized = normalized_text(node, source)};
}

}  // namespace

Declarations declarations(std::string_view go_source) {
  Declarations found = {.package_name = "", .benchmarks = {}, .has_error = true};
  if (go_source.size() > kMaxSourceBytes) {
    return found;
  }
  const std::unique_ptr<TSParser, DeleteParser> parser(ts_parser_new());
  HEADGATE_CHECK(ts_parser_set_language(parser.get(), tree_sitter_go()));
  const std::unique_ptr<TSTree, DeleteTree> tree(ts_parser_parse_string(
      parser.get(), nullptr, go_source.data(), static_cast<std::uint32_t>(go_source.size())));
  HEADGATE_CHECK(tree != nullptr);
  const TSNode root = ts_tree_root_node(tree.get());
  found.has_error = ts_node_has_error(root);
  Cursor cursor(root);
  for (bool is_there = cursor.to_first_child(); is_there; is_there = cursor.to_next_sibling()) {
    const TSNode node = cursor.node();
    if (type_of(node) == "package_clause" && !parts_of(node).empty()) {
      found.package_name = text_of(parts_of(node).front(), go_source);
    }
    if (std::optional<Declaration> declared = benchmark(node, go_source)) {
      found.benchmarks.push_back(*std::move(declared));
    }
  }
  return found;
}

ListedBenchmarks listed_benchmarks(std::string_view output) {
  ListedBenchmarks listed;
  std::map<std::string_view, int> count;
  while (!output.empty()) {
    const std::size_t end = std::min(output.find('\n'), output.size());
    const std::string_view line = output.substr(0, end);
    output.remove_prefix(std::min(end + 1, output.size()));
    if (is_identifier(line) && is_benchmark_name(line) && ++count[line] == 1) {
      listed.names.emplace_back(line);
    }
  }
  std::copy_if(listed.names.begin(), listed.names.end(), std::back_inserter(listed.duplicates),
               [&](const std::string& name) { return count[name] > 1; });
  return listed;
}

}  // namespace headgate::lint
