#include "core/gate/vanished.h"

#include <cstddef>
#include <map>

#include "core/dataset/benchmark_name.h"
#include "core/gate/functions.h"

namespace headgate::gate {
namespace {

using stats::Side;

// A benchmark fails with everything that it stands below; a process says so of them all.
bool is_told_by_another(const Mention& failed, const FunctionSide& side, const ReadNames& read) {
  if (side.failed.has_below(failed.name)) {
    return true;
  }
  // In a run the function's own finding tells of what failed behind its last result.
  return side.all_processes > 0 && read.has_below(failed.name);
}

class Collector {
 public:
  explicit Collector(std::span<const int> cpus) : cpus_(cpus) {}

  void add(Side side, const Mention& mention, Vanished::Cause cause, std::string reason) {
    const auto [place, is_new] =
        places_.try_emplace(std::string(dataset::without_cpu(mention.name, cpus_)), found_.size());
    if (is_new) {
      found_.push_back({.name = mention.name, .cause = cause});
    }
    Vanished& one = found_[place->second];
    if (mention.name.size() > one.name.size()) {
      one.name = mention.name;
    }
    if (cause == Vanished::Cause::kFailed) {
      one.cause = cause;
    }
    if (one.reasons.of(side).empty()) {
      one.reasons.of(side) = std::move(reason);
    }
  }

  [[nodiscard]] std::vector<Vanished> take() { return std::move(found_); }

 private:
  std::span<const int> cpus_;
  std::vector<Vanished> found_;
  std::map<std::string, std::size_t> places_;  // in found_, by name without suffix
};

}  // namespace

void ReadNames::add(std::string_view name, std::span<const int> cpus) {
  printed_.emplace(name);
  stripped_.emplace(dataset::without_cpu(name, cpus));
}

bool ReadNames::has_below(std::string_view name) const {
  const std::string beginning = std::string(name) + '/';
  const auto next = printed_.lower_bound(beginning);
  return next != printed_.end() && next->starts_with(beginning);
}

std::vector<Vanished> vanished(const Function& function, const ReadNames& read,
                               std::span<const int> cpus) {
  Collector collector(cpus);
  for (const Side side : {Side::kBase, Side::kHead}) {
    const FunctionSide& state = function.sides.of(side);
    for (const Mention& mention : state.broken.all()) {
      // A spoilt line has the name as printed: that of another CPU number is another benchmark.
      if (!read.holds(mention.name)) {
        collector.add(side, mention, Vanished::Cause::kSpoilt, why_spoilt(mention, side));
      }
    }
    if (function.failing_side()) {
      continue;
    }
    for (const Mention& mention : state.failed.all()) {
      if (!read.names_one(mention.name) && !is_told_by_another(mention, state, read)) {
        collector.add(side, mention, Vanished::Cause::kFailed, why_failed(mention, side));
      }
    }
  }
  return collector.take();
}

}  // namespace headgate::gate
