// Rows of a file of reference values under tests/data/stats; README.md there has the formats.

#pragma once

#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "core/stats/mann_whitney.h"

namespace headgate::testing_support {

/// The fields of each row below the line that names the source and the one that names the columns,
/// which has to be `columns`.
inline std::vector<std::vector<std::string>> reference_rows(const std::string& name,
                                                            const std::string& columns) {
  std::ifstream file(std::string(HEADGATE_TEST_DATA) + "/stats/" + name);
  std::vector<std::vector<std::string>> rows;
  std::string line;
  std::getline(file, line);  // the source
  std::getline(file, line);
  EXPECT_EQ(line, columns) << name;
  while (std::getline(file, line)) {
    std::istringstream stream(line);
    std::vector<std::string> fields;
    for (std::string field; std::getline(stream, field, ',');) {
      fields.push_back(field);
    }
    rows.push_back(fields);
  }
  return rows;
}

/// The numbers of a field, which spaces separate.
inline std::vector<double> numbers(const std::string& field) {
  std::istringstream stream(field);
  std::vector<double> values;
  for (double value = 0; stream >> value;) {
    values.push_back(value);
  }
  return values;
}

/// What the files call it.
inline std::string_view method_name(stats::PMethod method) {
  switch (method) {
    case stats::PMethod::kExact:
      return "exact";
    case stats::PMethod::kExactTies:
      return "exact-ties";
    case stats::PMethod::kNormal:
      return "asymptotic";
    case stats::PMethod::kAllEqual:
      return "all-equal";
  }
  return "";
}

}  // namespace headgate::testing_support
