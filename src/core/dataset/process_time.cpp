#include "core/dataset/process_time.h"

#include <algorithm>
#include <cstddef>

namespace headgate::dataset {

double mean_wall_sec(std::span<const Process> processes, std::string_view module,
                     std::string_view package, std::string_view function) {
  double total_sec = 0;
  std::size_t count = 0;
  for (const Process& process : processes) {
    const bool ran = process.purpose == Purpose::kMeasure &&
                     process.stage == stats::Stage::kFirst && process.module == module &&
                     process.package == package &&
                     std::find(process.functions.begin(), process.functions.end(), function) !=
                         process.functions.end();
    if (ran) {
      total_sec += process.use.wall_sec / static_cast<double>(process.functions.size());
      ++count;
    }
  }
  return count == 0 ? 0 : total_sec / static_cast<double>(count);
}

}  // namespace headgate::dataset
