#include "core/compare/value_log.h"

namespace headgate::compare {

std::vector<double> ValueLog::in_order(std::vector<std::size_t> begins) && {
  const std::size_t count =
      blocks_.empty() ? 0 : (blocks_.size() - 1) * Block::kValues + blocks_.back()->size;
  std::vector<double> values(count);
  for (std::unique_ptr<Block>& block : blocks_) {
    for (std::size_t i = 0; i < block->size; ++i) {
      values[begins[block->series[i]]++] = block->values[i];
    }
    block.reset();
  }
  blocks_.clear();
  return values;
}

}  // namespace headgate::compare
