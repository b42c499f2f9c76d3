// The tables of `headgate compare` for pull requests and for programs.
//
// Errors:  none. Names, keys and notes are foreign text: Markdown has them escaped, JSON as they
//          are but for bytes that are not UTF-8.
// Cost:    linear in the cells.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/compare/table.h"
#include "core/compare/words.h"

namespace headgate::report {

/// One table of GitHub's Markdown, with a heading and its notes below it.
[[nodiscard]] std::string comparison_markdown(const compare::Table& table,
                                              const compare::Signs& signs);

/// What stands around the tables in JSON.
struct ComparisonHead {
  std::string_view headgate_version;
  double confidence;
};

/// A document of schema headgate.compare/1, written piece by piece: one table is held at a time.
/// Numbers are unrounded and in base units; NaN and infinities are the strings "NaN", "Infinity"
/// and "-Infinity".
class ComparisonJson {
 public:
  /// Appends the beginning of the document.
  ComparisonJson(const ComparisonHead& head, std::string& out);
  void append(const compare::Table& table, std::string& out);
  /// Appends the end: what was wrong with single lines, and doubts about the whole.
  void finish(const std::vector<std::string>& messages, const std::vector<std::string>& doubts,
              std::string& out);

 private:
  bool first_ = true;
};

}  // namespace headgate::report
