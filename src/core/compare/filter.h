// Which values of which results a table is made of: `-filter 'goos:linux /size:(1 OR 2)'`.
//
// The expression is evaluated for each series, that is for a name, a configuration and a unit at
// once; a result of which no value is left has disappeared.
//
// Errors:  a QueryError for what is no expression; RE2's words for a bad regular expression.
// Cost:    parsing linear, depth bounded; matching linear in the expression.
// Source:  golang.org/x/perf, package benchproc/syntax, revision 712aea8b4705.

#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/compare/input.h"
#include "core/compare/key.h"
#include "core/compare/query.h"

namespace headgate::compare {

class Filter {
 public:
  /// Deeper nesting of parentheses and `-` than this is an error.
  static constexpr int kMaxDepth = 200;

  [[nodiscard]] static Parsed<Filter> parse(std::string_view query);

  Filter(Filter&&) noexcept;
  Filter& operator=(Filter&&) noexcept;
  ~Filter();

  [[nodiscard]] bool matches(const Input& input, const Series& series) const;

 private:
  struct Node;
  friend class FilterParser;

  explicit Filter(std::unique_ptr<const Node> root);

  std::unique_ptr<const Node> root_;
};

}  // namespace headgate::compare
