#include "core/compare/filter.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <variant>

#include <re2/re2.h>

#include "core/result/result.h"

namespace headgate::compare {

// An expression: `operands` of kAnd, kOr and kNot; `key` and values of kTerm.
struct Filter::Node {
  enum class Kind { kAll, kAnd, kOr, kNot, kTerm };

  struct Value {
    std::string literal;
    std::unique_ptr<RE2> regexp;  // instead of the literal where there is one
  };

  Kind kind;
  std::vector<std::unique_ptr<const Node>> operands;
  Key key;
  std::vector<Value> values;

  [[nodiscard]] bool matches(const Input& input, const Series& series) const;
  [[nodiscard]] bool term_matches(const Input& input, const Series& series) const;
  [[nodiscard]] bool accepts(std::string_view text) const;
};

bool Filter::Node::accepts(std::string_view text) const {
  return std::any_of(values.begin(), values.end(), [&](const Value& value) {
    return value.regexp
               ? RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), *value.regexp)
               : text == value.literal;
  });
}

bool Filter::Node::term_matches(const Input& input, const Series& series) const {
  if (key.kind == KeyKind::kUnit) {
    const InputUnit& unit = input.units[series.unit];
    return accepts(unit.base) || accepts(unit.spelled);
  }
  return accepts(value_of(
      key, Subject{.input = input, .name = series.name, .configuration = series.configuration}));
}

bool Filter::Node::matches(const Input& input, const Series& series) const {
  const auto matches_it = [&](const auto& operand) { return operand->matches(input, series); };
  switch (kind) {
    case Kind::kAll:
      return true;
    case Kind::kAnd:
      return std::all_of(operands.begin(), operands.end(), matches_it);
    case Kind::kOr:
      return std::any_of(operands.begin(), operands.end(), matches_it);
    case Kind::kNot:
      return !matches_it(operands.front());
    case Kind::kTerm:
      return term_matches(input, series);
  }
  HEADGATE_CHECK(false);
}

// expr = and { "OR" and };  and = match { ["AND"] match };
// match = "(" expr ")" | "-" match | "*" | key ":" value | key ":" "(" value { "OR" value } ")"
class FilterParser : public QueryParser {
 public:
  using QueryParser::QueryParser;

  std::unique_ptr<const Filter::Node> parse() {
    std::unique_ptr<const Filter::Node> root = expression(0);
    const Token& rest = peek();
    if (!failed() && rest.kind != TokenKind::kEnd) {
      fail(rest.offset, "unexpected " + quote(rest));
    }
    return root;
  }

  static Filter filter(std::unique_ptr<const Filter::Node> root) { return Filter(std::move(root)); }

 private:
  using Node = Filter::Node;
  using Kind = Node::Kind;
  using Owned = std::unique_ptr<const Node>;

  static std::string quote(const Token& token) { return '"' + token.text + '"'; }

  static Owned joined(Kind kind, std::vector<Owned> operands) {
    if (operands.size() == 1) {
      return std::move(operands.front());
    }
    return std::make_unique<const Node>(
        Node{.kind = kind, .operands = std::move(operands), .key = {}, .values = {}});
  }

  Owned expression(int depth) {
    std::vector<Owned> operands;
    operands.push_back(conjunction(depth));
    while (!failed() && peek().kind == TokenKind::kOr) {
      next();
      operands.push_back(conjunction(depth));
    }
    return joined(Kind::kOr, std::move(operands));
  }

  Owned conjunction(int depth) {
    std::vector<Owned> operands;
    operands.push_back(match(depth));
    while (!failed()) {
      const Token& token = peek();
      if (token.kind == TokenKind::kAnd) {
        next();
      } else if (begins_match(token)) {
        operands.push_back(match(depth));
      } else {
        break;
      }
    }
    return joined(Kind::kAnd, std::move(operands));
  }

  static bool begins_match(const Token& token) {
    return token.is_text() || token.is('(') || token.is('-') || token.is('*');
  }

  Owned match(int depth) {
    const Token token = next();
    if (failed()) {
      return nullptr;
    }
    if (depth >= Filter::kMaxDepth) {
      fail(token.offset, "nested too deeply");
      return nullptr;
    }
    if (token.is('(')) {
      Owned inner = expression(depth + 1);
      if (const Token& close = peek(); !failed() && !close.is(')')) {
        fail(close.offset, "missing \")\"");
      } else {
        next();
      }
      return inner;
    }
    if (token.is('-')) {
      std::vector<Owned> operand;
      operand.push_back(match(depth + 1));
      return std::make_unique<const Node>(
          Node{.kind = Kind::kNot, .operands = std::move(operand), .key = {}, .values = {}});
    }
    if (token.is('*')) {
      return std::make_unique<const Node>(
          Node{.kind = Kind::kAll, .operands = {}, .key = {}, .values = {}});
    }
    if (token.is_text()) {
      return term(token);
    }
    fail(token.offset, "expected key:value or subexpression");
    return nullptr;
  }

  Owned term(const Token& key) {
    if (const Token colon = next(); failed() || !colon.is(':')) {
      fail(key.offset, "expected key:value");
      return nullptr;
    }
    if (key.text.empty()) {
      fail(key.offset, "key must not be empty");
      return nullptr;
    }
    Node node{.kind = Kind::kTerm, .operands = {}, .key = key_of(key.text), .values = {}};
    if (node.key.kind == KeyKind::kConfiguration) {
      fail(key.offset, ".config is only allowed in projections");
      return nullptr;
    }
    Token token = next(Place::kValue);
    if (!token.is('(')) {
      if (!token.is_text() && token.kind != TokenKind::kRegexp) {
        fail(key.offset, "expected key:value");
        return nullptr;
      }
      add_value(token, node);
      return std::make_unique<const Node>(std::move(node));
    }
    while (!failed()) {
      add_value(next(Place::kValue), node);
      token = next();
      if (token.is(')')) {
        break;
      }
      if (token.kind != TokenKind::kOr) {
        fail(token.offset, "value list must be separated by OR");
      }
    }
    return std::make_unique<const Node>(std::move(node));
  }

  void add_value(const Token& token, Node& node) {
    if (token.is_text()) {
      node.values.push_back({.literal = token.text, .regexp = nullptr});
      return;
    }
    if (token.kind != TokenKind::kRegexp) {
      fail(token.offset, "expected value");
      return;
    }
    RE2::Options quiet;
    quiet.set_log_errors(false);
    auto regexp = std::make_unique<RE2>(token.text, quiet);
    if (!regexp->ok()) {
      fail(token.offset, "error parsing regexp: " + regexp->error());
      return;
    }
    node.values.push_back({.literal = {}, .regexp = std::move(regexp)});
  }
};

Parsed<Filter> Filter::parse(std::string_view query) {
  FilterParser parser(query);
  std::unique_ptr<const Node> root = parser.parse();
  if (parser.error()) {
    return *parser.error();
  }
  return FilterParser::filter(std::move(root));
}

Filter::Filter(std::unique_ptr<const Node> root) : root_(std::move(root)) {}

Filter::Filter(Filter&&) noexcept = default;
Filter& Filter::operator=(Filter&&) noexcept = default;
Filter::~Filter() = default;

bool Filter::matches(const Input& input, const Series& series) const {
  return root_->matches(input, series);
}

}  // namespace headgate::compare
