#include "core/report/names.h"

#include <algorithm>
#include <string_view>

#include <fmt/core.h>

#include "core/dataset/benchmark_name.h"

namespace headgate::report {
namespace {

// "a/b/" of "a/b/c".
std::string_view folder_of(std::string_view package) {
  return package.substr(0, package.rfind('/') + 1);  // npos + 1 is 0
}

std::string_view shared_folder(std::string_view left, std::string_view right) {
  const auto [end, other] = std::ranges::mismatch(left, right);
  return folder_of(left.substr(0, static_cast<std::size_t>(end - left.begin())));
}

std::string benchmark_of(const gate::Finding& finding) {
  const std::string& name = finding.key.name;
  if (name.empty() && finding.function.size() > dataset::kBenchmark.size()) {
    return std::string(dataset::without_benchmark(finding.function));
  }
  // A function that is called just "Benchmark" leaves no word of its own.
  const bool is_bare = name.empty() || name.front() == '-' || name.front() == '/';
  return is_bare ? fmt::format("{}{}", dataset::kBenchmark, name) : name;
}

}  // namespace

Names::Names(const gate::Verdict& verdict) {
  if (verdict.findings.empty()) {
    return;
  }
  std::string_view shared = folder_of(verdict.findings.front().key.package);
  std::string_view configuration;
  for (const gate::Finding& finding : verdict.findings) {
    const dataset::SeriesKey& key = finding.key;
    shared = shared_folder(shared, folder_of(key.package));
    if (key.configuration.empty()) {
      continue;
    }
    if (!configuration.empty() && configuration != key.configuration) {
      configuration_ = Configuration::kShown;
    }
    configuration = key.configuration;
  }
  shared_ = shared;
}

std::string Names::of(const gate::Finding& finding) const {
  const std::string& package = finding.key.package;
  std::string name = benchmark_of(finding);
  if (package.size() > shared_.size()) {
    name = fmt::format("{}.{}", package.substr(shared_.size()), name);
  }
  if (configuration_ == Configuration::kShown && !finding.key.configuration.empty()) {
    name += fmt::format(" ({})", finding.key.configuration);
  }
  return name;
}

}  // namespace headgate::report
