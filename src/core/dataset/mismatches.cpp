// Why two sides do not pair although they measured the same benchmarks. A configuration differs
// when a benchmark would pair with another configuration of itself. A -N suffix differs when every
// benchmark that both sides have shows the same other values of N: "Sort/n-8" beside "Sort/n-16" on
// one CPU is a benchmark with another size, unless all the others changed with it.

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <tuple>

#include <fmt/core.h>

#include "core/benchfmt/name.h"
#include "core/dataset/series.h"

namespace headgate::dataset {
namespace {

using stats::Side;

constexpr std::array<std::string_view, 3> kKeys = {"goos", "goarch", "cpu"};

// The value of a key in "goos=linux goarch=amd64 cpu=AMD EPYC"; the keys come in this order, and
// only the last value has blanks in it.
std::string_view value_in(std::string_view configuration, std::string_view key) {
  const std::string begin = fmt::format("{}=", key);
  std::size_t at = configuration.starts_with(begin) ? 0 : configuration.find(" " + begin);
  if (at == std::string_view::npos) {
    return {};
  }
  at += begin.size() + (at == 0 ? 0 : 1);
  const std::string_view value = configuration.substr(at);
  return key == kKeys.back() ? value : value.substr(0, value.find(' '));
}

std::string shown(std::string_view value) {
  return value.empty() ? std::string("not said") : fmt::format("\"{}\"", value);
}

bool is_on(const PairedSeries& series, Side side) {
  const Series& values = series.sides.of(side);
  return !values.observations.empty() || values.not_finite > 0;
}

// Adds each difference once, in order of appearance.
class Differences {
 public:
  void add(std::string_view what, std::string_view base, std::string_view head) {
    std::string text = fmt::format("{}: {} on base, {} on head", what, base, head);
    if (std::find(texts_.begin(), texts_.end(), text) == texts_.end()) {
      texts_.push_back(std::move(text));
    }
  }

  [[nodiscard]] std::vector<std::string> take() { return std::move(texts_); }

 private:
  std::vector<std::string> texts_;
};

void find_configurations(const Dataset& dataset, Differences& differences) {
  using Benchmark = std::tuple<std::string_view, std::string_view, std::string_view>;
  std::map<Benchmark, const PairedSeries*> base_only;
  for (const PairedSeries& series : dataset.series) {
    if (!is_on(series, Side::kHead)) {
      base_only.try_emplace({series.key.package, series.key.name, series.key.unit}, &series);
    }
  }
  for (const PairedSeries& series : dataset.series) {
    if (is_on(series, Side::kBase)) {
      continue;
    }
    const auto base = base_only.find({series.key.package, series.key.name, series.key.unit});
    if (base == base_only.end()) {
      continue;
    }
    for (const std::string_view key : kKeys) {
      const std::string_view base_value = value_in(base->second->key.configuration, key);
      const std::string_view head_value = value_in(series.key.configuration, key);
      if (base_value != head_value) {
        differences.add(key, shown(base_value), shown(head_value));
      }
    }
  }
}

using Suffixes = std::set<std::string, std::less<>>;

std::string listed(const Suffixes& suffixes, const Suffixes& without) {
  std::string text;
  for (const std::string& suffix : suffixes) {
    if (!without.contains(suffix)) {
      text += fmt::format("{}{}", text.empty() ? "" : ", ",
                          suffix.empty() ? "none" : fmt::format("-{}", suffix));
    }
  }
  return text.empty() ? "none other" : text;
}

void find_suffixes(const Dataset& dataset, Differences& differences) {
  using Stem = std::pair<std::string_view, std::string_view>;
  std::map<Stem, stats::Sides<Suffixes>> stems;
  for (const PairedSeries& series : dataset.series) {
    const std::string_view name = series.key.name;
    const std::string_view cpu = benchfmt::split_name(name).cpu;
    const std::string_view stem = cpu.empty() ? name : name.substr(0, name.size() - cpu.size() - 1);
    for (const Side side : {Side::kBase, Side::kHead}) {
      if (is_on(series, side)) {
        stems[{series.key.package, stem}].of(side).emplace(cpu);
      }
    }
  }
  std::set<std::pair<std::string, std::string>> seen;
  for (const auto& [stem, suffixes] : stems) {
    if (suffixes.base.empty() || suffixes.head.empty()) {
      continue;
    }
    if (suffixes.base == suffixes.head) {
      return;
    }
    seen.emplace(listed(suffixes.base, suffixes.head), listed(suffixes.head, suffixes.base));
  }
  if (seen.size() == 1) {
    differences.add("GOMAXPROCS suffix of the names", seen.begin()->first, seen.begin()->second);
  }
}

}  // namespace

std::vector<std::string> mismatches(const Dataset& dataset) {
  Differences differences;
  find_configurations(dataset, differences);
  find_suffixes(dataset, differences);
  return differences.take();
}

}  // namespace headgate::dataset
