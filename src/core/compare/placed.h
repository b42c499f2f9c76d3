// Series at their places in the tables: which cell each belongs to, and the order in which cells
// are printed.
//
// Errors:  none.
// Cost:    linear: places are dense numbers, and counting them is cheaper than comparing.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace headgate::compare {

/// Numbers of tuples first, places in the output once all are known.
struct Coordinates {
  std::uint32_t table;
  std::uint32_t row;
  std::uint32_t column;
  std::uint32_t residue;  ///< always of a tuple
};

/// A series of an input. There is a table for each pair of a table's tuple and a unit.
struct Placed {
  Coordinates at;
  std::uint32_t unit;
  std::uint32_t input;
  std::uint32_t series;
};

[[nodiscard]] inline bool share_table(const Placed& left, const Placed& right) {
  return left.at.table == right.at.table && left.unit == right.unit;
}

/// One more than the largest number of each kind.
struct PlaceCounts {
  std::size_t tables;
  std::size_t units;
  std::size_t rows;
  std::size_t columns;
};

/// By table, unit, row and column; series of one cell stay in their order.
[[nodiscard]] std::vector<Placed> in_output_order(std::vector<Placed> placed,
                                                  const PlaceCounts& counts);

}  // namespace headgate::compare
