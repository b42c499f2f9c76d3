#include "core/dataset/process_time.h"

#include <algorithm>
#include <cstddef>

namespace headgate::dataset {
namespace {

bool counts(const Process& process) {
  return process.purpose == Purpose::kMeasure && process.stage == stats::Stage::kFirst;
}

double share_of_each_function(const Process& process) {
  return process.use.wall_sec / static_cast<double>(process.functions.size());
}

}  // namespace

double mean_wall_sec(std::span<const Process> processes, std::string_view module,
                     std::string_view package, std::string_view function) {
  double total_sec = 0;
  std::size_t count = 0;
  for (const Process& process : processes) {
    const bool ran = counts(process) && process.module == module && process.package == package &&
                     std::find(process.functions.begin(), process.functions.end(), function) !=
                         process.functions.end();
    if (ran) {
      total_sec += share_of_each_function(process);
      ++count;
    }
  }
  return count == 0 ? 0 : total_sec / static_cast<double>(count);
}

std::map<FunctionName, double> mean_wall_secs(std::span<const Process> processes) {
  std::map<FunctionName, std::size_t> counted;
  std::map<FunctionName, double> means;
  for (const Process& process : processes) {
    for (const std::string& function : process.functions) {
      if (counts(process)) {
        const FunctionName name(process.module, process.package, function);
        ++counted[name];
        means[name] += share_of_each_function(process);
      }
    }
  }
  for (auto& [name, sec] : means) {
    sec /= static_cast<double>(counted.at(name));
  }
  return means;
}

}  // namespace headgate::dataset
