// How names and numbers stand in the gate's sentences. Decisions never come from these texts.

#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include <fmt/core.h>

#include "core/gate/finding.h"

namespace headgate::gate {

/// "example.com/m/sum/BenchmarkInts/n=1000-4", as a limit may name it; untrusted.
[[nodiscard]] std::string full_name(const Finding& finding);

/// A ratio with its sign, in percent: "+203.1%", "-0.4%".
[[nodiscard]] std::string signed_percent(double ratio);

/// A ratio in percent, without a sign: "12.4%".
[[nodiscard]] std::string percent(double ratio);

/// "+12.3% (p=0.002, n=10+10)"; "from 0 to 3 (...)" where base is 0.
[[nodiscard]] std::string estimate(const Comparison& comparison);

/// "1 benchmark", "3 benchmarks".
[[nodiscard]] std::string counted(std::size_t count, std::string_view noun);

/// "a, b, c": the first names of an ordered range, and how many there are besides.
template <typename Names>
[[nodiscard]] std::string listed(const Names& names) {
  constexpr std::size_t kMostNames = 5;
  std::string text;
  auto name = names.begin();
  for (std::size_t index = 0; index < std::min(names.size(), kMostNames); ++index, ++name) {
    text += fmt::format("{}{}", index == 0 ? "" : ", ", *name);
  }
  if (names.size() > kMostNames) {
    text += fmt::format(" and {} more", names.size() - kMostNames);
  }
  return text;
}

}  // namespace headgate::gate
