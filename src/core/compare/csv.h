// Tables as CSV, for scripts: unscaled values with all digits, notes apart.
//
// Every record is as wide as the table. kCompatible writes benchstat's bytes instead: rows end
// behind their last cell, and the letters of columns behind Z are the ones that it prints.
//
// Errors:  none.
// Cost:    linear in the cells.
// Source:  RFC 4180 with "\n" line ends; golang.org/x/perf, command benchstat, revision
//          712aea8b4705.

#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "core/compare/table.h"

namespace headgate::compare {

enum class CsvLayout { kFullRecords, kCompatible };

class CsvWriter {
 public:
  explicit CsvWriter(CsvLayout layout) : layout_(layout) {}

  /// Appends one table to `out` and its notes to `notes`, a line each: "B6: MESSAGE" names the cell
  /// as a spreadsheet does, counting all records since the first.
  void append(const Table& table, std::string& out, std::string& notes);

 private:
  CsvLayout layout_;
  std::size_t records_ = 0;
  std::vector<std::pair<std::string, std::string>> previous_key_;
};

}  // namespace headgate::compare
