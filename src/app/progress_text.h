// How progress reads, the same on a terminal and in a log.

#pragma once

#include <cstddef>
#include <string>

#include "app/narrator.h"

namespace headgate::app {

/// "measuring: 200 processes, about 1m12s".
[[nodiscard]] std::string stage_line(stats::Stage stage, std::size_t trials, double expected_sec);

/// "[####----------------]  20%  1m12s left  codec.BenchmarkDecode 4/10  head/base 1.021", at most
/// `columns` characters. Neutral.
[[nodiscard]] std::string bar_line(const BenchmarkProgress& benchmark,
                                   const schedule::Progress& progress, std::size_t columns);

/// "round 2 of 10: 40 of 200 processes done, 1m04s left".
[[nodiscard]] std::string round_line(const BenchmarkProgress& benchmark,
                                     const schedule::Progress& progress);

/// "example.com/m/codec.BenchmarkDecode: head/base 1.021 after 10 rounds, 2 processes without a
/// sample". Neutral.
[[nodiscard]] std::string benchmark_line(const BenchmarkProgress& benchmark);

/// The first `columns` characters.
[[nodiscard]] std::string cut_to(std::size_t columns, const std::string& text);

}  // namespace headgate::app
