#include "core/schedule/shard.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <tuple>

#include <fmt/core.h>

namespace headgate::schedule {
namespace {

// What counts as together makes up this part of an even share at most.
constexpr std::uint64_t kParcelsOfShare = 10;
constexpr double kMicrosPerSec = 1e6;
constexpr double kMostSec = 1e6;        // of one function: keeps every sum far from overflow
constexpr std::uint64_t kAlike = 1000;  // the cost of each function where no time is known

// Functions that stay together: indices into the sorted functions.
struct Parcel {
  std::size_t begin;
  std::size_t end;
  std::uint64_t cost;
};

std::optional<std::size_t> number(std::string_view text) {
  std::size_t value = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_whole = failed == std::errc() && end == text.data() + text.size();
  return is_whole && !text.empty() ? std::optional(value) : std::nullopt;
}

std::uint64_t micros(double sec) {
  const double positive_sec = sec > 0 ? std::min(sec, kMostSec) : 0;  // NaN is not above 0
  return static_cast<std::uint64_t>(std::llround(positive_sec * kMicrosPerSec));
}

// Whole numbers: sums of them are the same on every machine and in every order.
std::vector<std::uint64_t> costs_of(std::span<const TimedFunction> functions) {
  std::uint64_t known = 0;
  std::uint64_t sum = 0;
  for (const TimedFunction& one : functions) {
    if (one.sec) {
      ++known;
      sum += micros(*one.sec);
    }
  }
  const std::uint64_t mean = sum == 0 ? kAlike : std::max<std::uint64_t>(sum / known, 1);
  std::vector<std::uint64_t> costs;
  for (const TimedFunction& one : functions) {
    costs.push_back(one.sec && sum > 0 ? micros(*one.sec) : mean);
  }
  return costs;
}

auto package_of(const TimedFunction& one) {
  return std::tie(one.function.module, one.function.package);
}

auto name_of(const TimedFunction& one) {
  return std::tie(one.function.module, one.function.package, one.function.name);
}

}  // namespace

Result<Shard> parse_shard(std::string_view text) {
  const std::size_t slash = text.find('/');
  const std::optional<std::size_t> index = number(text.substr(0, slash));
  const std::optional<std::size_t> count =
      slash == std::string_view::npos ? std::nullopt : number(text.substr(slash + 1));
  if (index && count && *index >= 1 && *index <= *count && *count <= kMostShards) {
    return Shard{.index = *index, .count = *count};
  }
  return Error{
      .reason = Reason::kConfigInvalid,
      .message = fmt::format("'{}' is no shard I/N with 1 <= I <= N <= {}", text, kMostShards),
      .remedy = "write the number of this job and the number of jobs, such as 2/4"};
}

std::string text_of(const Shard& shard) { return fmt::format("{}/{}", shard.index, shard.count); }

std::vector<std::size_t> split(std::span<const TimedFunction> functions, std::size_t count,
                               Isolate isolate) {
  HEADGATE_CHECK(count > 0);
  std::vector<std::size_t> sorted(functions.size());
  std::iota(sorted.begin(), sorted.end(), std::size_t{0});
  std::sort(sorted.begin(), sorted.end(), [&](std::size_t left, std::size_t right) {
    return name_of(functions[left]) < name_of(functions[right]);
  });
  const std::vector<std::uint64_t> costs = costs_of(functions);
  const std::uint64_t total = std::accumulate(costs.begin(), costs.end(), std::uint64_t{0});
  const std::uint64_t most_together = total / count / kParcelsOfShare;

  std::vector<Parcel> parcels;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const std::uint64_t cost = costs[sorted[i]];
    const bool same_package =
        i > 0 && package_of(functions[sorted[i]]) == package_of(functions[sorted[i - 1]]);
    if (same_package &&
        (isolate == Isolate::kPackage || parcels.back().cost + cost <= most_together)) {
      parcels.back().end = i + 1;
      parcels.back().cost += cost;
    } else {
      parcels.push_back({.begin = i, .end = i + 1, .cost = cost});
    }
  }
  // Equal ones stay in the order of their names.
  std::stable_sort(parcels.begin(), parcels.end(),
                   [](const Parcel& left, const Parcel& right) { return left.cost > right.cost; });

  std::vector<std::uint64_t> loads(count, 0);
  std::vector<std::size_t> shards(functions.size(), 1);
  for (const Parcel& parcel : parcels) {
    const auto least = std::min_element(loads.begin(), loads.end());
    *least += parcel.cost;
    for (std::size_t i = parcel.begin; i < parcel.end; ++i) {
      shards[sorted[i]] = static_cast<std::size_t>(least - loads.begin()) + 1;
    }
  }
  return shards;
}

}  // namespace headgate::schedule
