#include "core/dataset/printed_names.h"

#include <algorithm>

namespace headgate::dataset {

PrintedNames::Completeness PrintedNames::add(const Process& process) {
  std::set<std::string> printed;
  for (const BenchmarkResult& result : process.results) {
    printed.insert(result.name);
  }
  const std::set<std::string>& others = names_.of(stats::other(process.side));
  const bool has_all = std::includes(printed.begin(), printed.end(), others.begin(), others.end());
  names_.of(process.side).merge(printed);
  return has_all ? Completeness::kComplete : Completeness::kLacking;
}

}  // namespace headgate::dataset
