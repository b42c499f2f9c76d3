#include "core/compare/query.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include <fmt/core.h>

#include "core/benchfmt/fields.h"
#include "core/benchfmt/utf8.h"

namespace headgate::compare {
namespace {

constexpr std::string_view kOperators = "():@,";
constexpr std::string_view kOperatorsAtStart = "-*";

std::size_t space_at(std::string_view text, std::size_t at) {
  return at < text.size() ? benchfmt::space_length(text.substr(at)) : 0;
}

bool is_operator(char character) { return kOperators.find(character) != std::string_view::npos; }

// A word ends at whitespace, an operator, or the end.
bool ends_word(std::string_view text, std::size_t at) {
  return at >= text.size() || is_operator(text[at]) || space_at(text, at) > 0;
}

std::optional<std::uint32_t> digits(std::string_view text, int base) {
  std::uint32_t value = 0;
  for (const char digit : text) {
    const std::string_view all = "0123456789abcdef";
    const char lower = digit >= 'A' && digit <= 'F' ? static_cast<char>(digit - 'A' + 'a') : digit;
    const std::size_t number = all.find(lower);
    if (number >= static_cast<std::size_t>(base)) {
      return std::nullopt;
    }
    value = value * static_cast<std::uint32_t>(base) + static_cast<std::uint32_t>(number);
  }
  return value;
}

// The escape sequences of a Go string literal. `rest` begins behind the backslash and is advanced.
bool append_escaped(std::string_view& rest, std::string& out) {
  constexpr std::string_view kLetters = "abfnrtv\\\"";
  constexpr std::string_view kMeanings = "\a\b\f\n\r\t\v\\\"";
  if (rest.empty()) {
    return false;
  }
  const char first = rest.front();
  if (const std::size_t at = kLetters.find(first); at != std::string_view::npos) {
    out.push_back(kMeanings[at]);
    rest.remove_prefix(1);
    return true;
  }
  const bool octal = first >= '0' && first <= '7';
  const std::size_t length = octal ? 3 : first == 'x' ? 2 : first == 'u' ? 4 : first == 'U' ? 8 : 0;
  const std::size_t skip = octal ? 0 : 1;
  if (length == 0 || rest.size() < skip + length) {
    return false;
  }
  const std::optional<std::uint32_t> code = digits(rest.substr(skip, length), octal ? 8 : 16);
  rest.remove_prefix(skip + length);
  if (!code) {
    return false;
  }
  if (length <= 3) {
    if (*code > 0xFF) {
      return false;
    }
    out.push_back(static_cast<char>(*code));
    return true;
  }
  if (*code > 0x10FFFF || (*code >= 0xD800 && *code <= 0xDFFF)) {
    return false;
  }
  benchfmt::append_utf8(*code, out);
  return true;
}

// The slash that closes a regular expression: outside brackets and parentheses, and not escaped.
std::size_t closing_slash(std::string_view query, std::size_t at) {
  bool in_class = false;
  int groups = 0;
  for (; at < query.size(); ++at) {
    switch (query[at]) {
      case '\\':
        ++at;
        break;
      case '[':
        in_class = true;
        break;
      case ']':
        in_class = false;
        break;
      case '(':
        groups += in_class ? 0 : 1;
        break;
      case ')':
        groups -= in_class ? 0 : 1;
        break;
      case '/':
        if (!in_class && groups == 0) {
          return at;
        }
        break;
      default:
        break;
    }
  }
  return std::string_view::npos;
}

}  // namespace

std::string QueryError::text() const {
  std::string blanks;
  std::string_view before = std::string_view(query).substr(0, offset);
  while (!before.empty()) {
    before.remove_prefix(benchfmt::first_character(before).length);
    blanks.push_back(' ');
  }
  return fmt::format("syntax error: {}\n\t{}\n\t{}^", message, query, blanks);
}

Error QueryError::error(std::string_view what) const {
  return Error{.reason = Reason::kUsage, .message = fmt::format("parsing {}: {}", what, text())};
}

QueryError Tokens::error(std::size_t offset, std::string message) const {
  return {.query = std::string(query_), .offset = offset, .message = std::move(message)};
}

Parsed<Token> Tokens::next(Place place) {
  while (const std::size_t space = space_at(query_, at_)) {
    at_ += space;
  }
  const std::size_t begin = at_;
  if (begin >= query_.size()) {
    return Token{.kind = TokenKind::kEnd, .offset = begin, .text = {}};
  }
  const char first = query_[begin];
  if (is_operator(first) || kOperatorsAtStart.find(first) != std::string_view::npos) {
    ++at_;
    return Token{.kind = TokenKind::kOperator, .offset = begin, .text = std::string(1, first)};
  }
  if (first == '"') {
    return quoted(begin);
  }
  if (first == '/' && place == Place::kValue) {
    return regexp(begin);
  }
  return word(begin);
}

Parsed<Token> Tokens::peek(Place place) {
  const std::size_t here = at_;
  Parsed<Token> token = next(place);
  at_ = here;
  return token;
}

Parsed<Token> Tokens::quoted(std::size_t begin) {
  std::string text;
  std::string_view rest = query_.substr(begin + 1);
  while (!rest.empty() && rest.front() != '"') {
    const char character = rest.front();
    rest.remove_prefix(1);
    if (character != '\\') {
      text.push_back(character);
    } else if (rest.empty()) {
      break;
    } else if (!append_escaped(rest, text)) {
      return error(begin, "bad escape sequence");
    }
  }
  if (rest.empty()) {
    return error(begin, "missing end quote");
  }
  at_ = query_.size() - rest.size() + 1;
  return Token{.kind = TokenKind::kQuoted, .offset = begin, .text = std::move(text)};
}

Parsed<Token> Tokens::regexp(std::size_t begin) {
  const std::size_t close = closing_slash(query_, begin + 1);
  if (close == std::string_view::npos) {
    return error(begin, "missing close \"/\"");
  }
  at_ = close + 1;
  if (!ends_word(query_, at_)) {
    return error(at_, "regexp must be followed by space or an operator (unescaped \"/\"?)");
  }
  return Token{.kind = TokenKind::kRegexp,
               .offset = begin,
               .text = std::string(query_.substr(begin + 1, close - begin - 1))};
}

Token Tokens::word(std::size_t begin) {
  while (!ends_word(query_, at_)) {
    ++at_;
  }
  std::string text(query_.substr(begin, at_ - begin));
  const TokenKind kind = text == "AND"  ? TokenKind::kAnd
                         : text == "OR" ? TokenKind::kOr
                                        : TokenKind::kWord;
  return Token{.kind = kind, .offset = begin, .text = std::move(text)};
}

void QueryParser::fail(std::size_t offset, std::string message) {
  if (!error_) {
    error_ = tokens_.error(offset, std::move(message));
  }
}

Token QueryParser::taken(Parsed<Token> token) {
  if (QueryError* error = std::get_if<QueryError>(&token)) {
    fail(error->offset, std::move(error->message));
    return Token{.kind = TokenKind::kEnd, .offset = error->offset, .text = {}};
  }
  return std::get<Token>(std::move(token));
}

}  // namespace headgate::compare
