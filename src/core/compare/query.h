// The words of a filter or projection, as benchstat splits them: barewords, Go-quoted strings,
// regular expressions and a few operators.
//
// Errors:  a QueryError with the place; its text() is what benchstat prints.
// Cost:    linear.
// Source:  golang.org/x/perf, package benchproc, documentation of filters and projections, revision
//          712aea8b4705.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "core/result/result.h"

namespace headgate::compare {

/// What is wrong with a query, and where.
struct QueryError {
  std::string query;
  std::size_t offset;  ///< in bytes
  std::string message;

  /// "syntax error: MESSAGE", the query and a caret below its offset, on three lines.
  [[nodiscard]] std::string text() const;
  /// The same as what a command reports; `what` names the flag ("-filter").
  [[nodiscard]] Error error(std::string_view what) const;
};

template <typename T>
using Parsed = std::variant<T, QueryError>;

enum class TokenKind {
  kWord,
  kQuoted,
  kRegexp,
  kAnd,
  kOr,
  kOperator,  ///< one character: ( ) : @ , - *
  kEnd,
};

struct Token {
  TokenKind kind;
  std::size_t offset;
  std::string text;  ///< unquoted; of a regular expression without its slashes

  [[nodiscard]] bool is(char op) const {
    return kind == TokenKind::kOperator && text.front() == op;
  }

  /// A word that may stand for a key or a literal value.
  [[nodiscard]] bool is_text() const {
    return kind == TokenKind::kWord || kind == TokenKind::kQuoted;
  }
};

/// Where the next token stands: only a value may be a regular expression, elsewhere '/' begins the
/// key of a name's part.
enum class Place { kKey, kValue };

class Tokens {
 public:
  explicit Tokens(std::string_view query) : query_(query) {}

  /// The next token; kEnd at the end, as often as asked.
  [[nodiscard]] Parsed<Token> next(Place place);
  /// As next(), and stays where it is.
  [[nodiscard]] Parsed<Token> peek(Place place);

  [[nodiscard]] QueryError error(std::size_t offset, std::string message) const;

 private:
  [[nodiscard]] Parsed<Token> quoted(std::size_t begin);
  [[nodiscard]] Parsed<Token> regexp(std::size_t begin);
  [[nodiscard]] Token word(std::size_t begin);

  std::string_view query_;
  std::size_t at_ = 0;
};

/// What the parsers of filters and projections share: tokens one by one, and the first error, after
/// which everything reads as the end.
class QueryParser {
 public:
  explicit QueryParser(std::string_view query) : tokens_(query) {}

  /// The first thing that was wrong.
  [[nodiscard]] const std::optional<QueryError>& error() const { return error_; }

 protected:
  Token next(Place place = Place::kKey) { return taken(tokens_.next(place)); }

  /// What next() would give; valid until the next call.
  const Token& peek() {
    peeked_ = taken(tokens_.peek(Place::kKey));
    return peeked_;
  }

  void fail(std::size_t offset, std::string message);

  [[nodiscard]] bool failed() const { return error_.has_value(); }

 private:
  Token taken(Parsed<Token> token);

  Tokens tokens_;
  Token peeked_{.kind = TokenKind::kEnd, .offset = 0, .text = {}};
  std::optional<QueryError> error_;
};

}  // namespace headgate::compare
