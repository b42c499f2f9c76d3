#include "core/dataset/series.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/dataset/benchmark_name.h"

namespace headgate::dataset {
namespace {

using stats::Side;
using stats::Stage;

bool contains(std::span<const std::string> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Groups readings into series, in the order in which keys first come up.
class Builder {
 public:
  struct Place {
    std::string_view module;
    std::string_view package;
    std::string_view configuration;
  };

  void add(Side side, const Place& place, const BenchmarkResult& result, std::size_t round) {
    Leaf& leaf = find_leaf(place, result.name);
    for (const Reading& reading : result.readings) {
      Series& series = find_series(leaf, place, result.name, reading.unit).sides.of(side);
      if (const auto sample = stats::Sample::from(reading.value)) {
        series.observations.push_back(
            {.sample = *sample, .iterations = result.iterations, .round = round});
      } else {
        ++series.not_finite;
      }
    }
  }

  // As add(), with the number of earlier lines of the name on this side as round.
  void add_line(Side side, const Place& place, const BenchmarkResult& result) {
    std::size_t& lines = find_leaf(place, result.name).lines.of(side);
    add(side, place, result, lines);
    ++lines;
  }

  [[nodiscard]] Dataset take() {
    Dataset dataset;
    for (auto& [place, package] : packages_) {
      for (Leaf& leaf : package.leaves) {
        for (PairedSeries& series : leaf.units) {
          for (const Side side : {Side::kBase, Side::kHead}) {
            std::vector<Observation>& observations = series.sides.of(side).observations;
            std::stable_sort(observations.begin(), observations.end(),
                             [](const Observation& left, const Observation& right) {
                               return left.round < right.round;
                             });
          }
          dataset.series.push_back(std::move(series));
        }
      }
    }
    return dataset;
  }

 private:
  // One benchmark: a series per unit.
  struct Leaf {
    std::vector<PairedSeries> units = {};
    stats::Sides<std::size_t> lines = {.base = 0, .head = 0};
  };

  using LeavesByName = std::unordered_map<std::string, std::size_t>;

  struct Package {
    std::vector<Leaf> leaves = {};
    std::map<std::string, LeavesByName, std::less<>> index = {};  // by configuration
  };

  Leaf& find_leaf(const Place& place, const std::string& name) {
    Package& package = find_package(place);
    auto leaves = package.index.find(place.configuration);
    if (leaves == package.index.end()) {
      leaves = package.index.emplace(place.configuration, LeavesByName()).first;
    }
    const auto [entry, is_new] = leaves->second.try_emplace(name, package.leaves.size());
    if (is_new) {
      package.leaves.emplace_back();
    }
    return package.leaves[entry->second];
  }

  // Lines of one package follow each other.
  Package& find_package(const Place& place) {
    if (last_ == nullptr || last_->first.first != place.module ||
        last_->first.second != place.package) {
      last_ =
          &*packages_.try_emplace({std::string(place.module), std::string(place.package)}).first;
    }
    return last_->second;
  }

  static PairedSeries& find_series(Leaf& leaf, const Place& place, const std::string& name,
                                   const std::string& unit) {
    const auto known =
        std::find_if(leaf.units.begin(), leaf.units.end(),
                     [&](const PairedSeries& series) { return series.key.unit == unit; });
    if (known != leaf.units.end()) {
      return *known;
    }
    leaf.units.push_back({.key = {.module = std::string(place.module),
                                  .package = std::string(place.package),
                                  .name = name,
                                  .configuration = std::string(place.configuration),
                                  .unit = unit},
                          .sides = {.base = {}, .head = {}}});
    return leaf.units.back();
  }

  using Packages = std::map<std::pair<std::string, std::string>, Package>;

  Packages packages_;  // by module and package
  Packages::value_type* last_ = nullptr;
};

}  // namespace

std::vector<stats::Sample> samples_of(const Series& series) {
  std::vector<stats::Sample> samples;
  samples.reserve(series.observations.size());
  for (const Observation& observation : series.observations) {
    samples.push_back(observation.sample);
  }
  return samples;
}

bool gives_samples(const Process& process) {
  return process.purpose == Purpose::kMeasure &&
         (process.end == ProcessEnd::kPassed || process.functions.size() > 1);
}

bool is_sample(const Process& process, const BenchmarkResult& result) {
  return gives_samples(process) && contains(process.functions, function_of(result.name)) &&
         !contains(process.ambiguous_names, result.name);
}

Dataset from_processes(std::span<const Process> processes, Stage stage) {
  Builder builder;
  for (const Side side : {Side::kBase, Side::kHead}) {
    for (const Process& process : processes) {
      if (process.stage != stage || process.side != side) {
        continue;
      }
      for (const BenchmarkResult& result : process.results) {
        if (is_sample(process, result)) {
          builder.add(side,
                      {.module = process.module, .package = process.package, .configuration = {}},
                      result, process.round);
        }
      }
    }
  }
  return builder.take();
}

Dataset from_texts(const stats::Sides<Text>& texts) {
  Builder builder;
  for (const Side side : {Side::kBase, Side::kHead}) {
    for (const Text::Line& line : texts.of(side).lines) {
      builder.add_line(side,
                       {.module = {}, .package = line.package, .configuration = line.configuration},
                       line.result);
    }
  }
  return builder.take();
}

}  // namespace headgate::dataset
