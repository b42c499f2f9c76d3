// Inputs and tables of `compare` out of benchmark text, so that a test shows what a user would
// type.

#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/benchfmt/reader.h"
#include "core/compare/csv.h"
#include "core/compare/input.h"
#include "core/compare/table.h"
#include "core/compare/text.h"

namespace headgate::compare {

inline Input input(const std::string& file, std::string_view text) {
  InputBuilder builder(file, file);
  benchfmt::read(text, file, builder);
  return std::move(builder).finish();
}

/// The tables of a question about inputs, which has an answer.
inline Tables arranged(const Question& question, std::vector<Input> inputs) {
  Result<Tables> tables = Tables::arrange(question, std::move(inputs));
  return std::move(tables).value();
}

inline std::vector<Table> made(const Question& question, std::vector<Input> inputs) {
  Tables tables = arranged(question, std::move(inputs));
  std::vector<Table> made;
  for (std::size_t number = 0; number < tables.size(); ++number) {
    made.push_back(tables.make(number, RowKeys::kFilledIn));
  }
  return made;
}

/// What `headgate compare` would print for these inputs.
inline std::string text(const Question& question, std::vector<Input> inputs,
                        const TextStyle& style = {}) {
  TextWriter writer(style);
  std::string out;
  for (const Table& table : made(question, std::move(inputs))) {
    writer.append(table, out);
  }
  return out;
}

/// `times` lines "BenchmarkNAME 1 VALUE UNIT".
inline std::string lines(const std::string& name, const std::vector<std::string>& values,
                         const std::string& unit = "ns/op") {
  std::string text;
  for (const std::string& value : values) {
    text.append("Benchmark" + name + " 1 " + value + ' ' + unit + '\n');
  }
  return text;
}

}  // namespace headgate::compare
