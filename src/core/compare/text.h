// Tables as text, laid out as benchstat does.
//
// Errors:  none.
// Cost:    linear in the cells; one table's grid at a time.
// Source:  golang.org/x/perf, command benchstat, revision 712aea8b4705.

#pragma once

#include <optional>
#include <string>

#include "core/compare/grid.h"
#include "core/compare/table.h"
#include "core/compare/words.h"

namespace headgate::compare {

struct TextStyle {
  Signs signs;
  Colours colours = Colours::kNone;
};

/// Writes one table after the other: a heading line is repeated only where it changes.
class TextWriter {
 public:
  explicit TextWriter(TextStyle style) : style_(style) {}

  void append(const Table& table, std::string& out);

 private:
  TextStyle style_;
  bool first_ = true;
  std::vector<std::pair<std::string, std::string>> previous_key_;
};

}  // namespace headgate::compare
