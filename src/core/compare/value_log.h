// Values in the order in which an input names them, each with the number of its series, until all
// are read and can be put series by series into one array.
//
// Kept in blocks: a vector that grows is up to twice as large as it must be and copies everything
// each time.
//
// Errors:  none.
// Cost:    12 bytes a value; in_order() is linear, with 8 bytes more, and gives the blocks back.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace headgate::compare {

class ValueLog {
 public:
  void append(std::uint32_t series, double value) {
    if (blocks_.empty() || blocks_.back()->size == Block::kValues) {
      blocks_.push_back(std::make_unique_for_overwrite<Block>());
    }
    Block& block = *blocks_.back();
    block.series[block.size] = series;
    block.values[block.size] = value;
    ++block.size;
  }

  /// All values, those of each series next to each other and in the order in which they came:
  /// series i begins at `begins[i]`, which is after those of all series before it.
  [[nodiscard]] std::vector<double> in_order(std::vector<std::size_t> begins) &&;

 private:
  struct Block {
    static constexpr std::size_t kValues = std::size_t{1} << 14;

    std::size_t size = 0;
    std::array<std::uint32_t, kValues> series;
    std::array<double, kValues> values;
  };

  std::vector<std::unique_ptr<Block>> blocks_;  // all full but the last one
};

}  // namespace headgate::compare
