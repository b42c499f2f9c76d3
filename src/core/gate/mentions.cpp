#include "core/gate/mentions.h"

#include "core/dataset/benchmark_name.h"

namespace headgate::gate {
void Mentions::add(std::string_view benchmark, const std::string& text) {
  std::string name(dataset::without_benchmark(benchmark));
  if (places_.try_emplace(name, all_.size()).second) {
    all_.push_back({.name = std::move(name), .text = text});
  }
}

const Mention* Mentions::about(std::string_view name, std::span<const int> cpus) const {
  const Mention* exact = find(name);
  return exact != nullptr ? exact : find(dataset::without_cpu(name, cpus));
}

const Mention* Mentions::above(std::string_view name) const {
  for (std::size_t slash = name.rfind('/'); slash != std::string_view::npos;
       slash = name.substr(0, slash).rfind('/')) {
    if (const Mention* found = find(name.substr(0, slash))) {
      return found;
    }
  }
  return nullptr;
}

bool Mentions::has_below(std::string_view name) const {
  const std::string beginning = std::string(name) + '/';
  const auto next = places_.lower_bound(beginning);
  return next != places_.end() && next->first.starts_with(beginning);
}

const Mention* Mentions::find(std::string_view name) const {
  const auto found = places_.find(name);
  return found == places_.end() ? nullptr : &all_[found->second];
}

}  // namespace headgate::gate
