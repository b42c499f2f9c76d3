// Benchmarks that a side named without giving their numbers: failed, skipped or spoilt ones.
//
// A process may name thousands, and every process names the same ones again: each is kept once, and
// found without going through all of them.

#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headgate::gate {

struct Mention {
  std::string name;  ///< as Go prints it, without "Benchmark": "X/sub" or "X/sub-4"
  std::string text;  ///< why; untrusted
};

class Mentions {
 public:
  /// `benchmark` is "BenchmarkX/sub-4". Of a name that was added before the first text stays.
  void add(std::string_view benchmark, const std::string& text);

  [[nodiscard]] bool empty() const { return all_.empty(); }

  /// In the order of their first mention.
  [[nodiscard]] const std::vector<Mention>& all() const { return all_; }

  /// The one about the benchmark that prints `name` ("X/sub-4"), with or without its CPU suffix;
  /// nullptr when there is none.
  [[nodiscard]] const Mention* about(std::string_view name, std::span<const int> cpus) const;

  /// The innermost one that `name` stands below ("X" above "X/sub-4"); nullptr when there is none.
  [[nodiscard]] const Mention* above(std::string_view name) const;

  /// Is there one below `name`?
  [[nodiscard]] bool has_below(std::string_view name) const;

 private:
  [[nodiscard]] const Mention* find(std::string_view name) const;

  std::vector<Mention> all_;
  std::map<std::string, std::size_t, std::less<>> places_;  // in all_, by name
};

}  // namespace headgate::gate
