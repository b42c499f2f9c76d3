// What a benchmark's name says about which benchmark it is.
//
// Names are as Go prints them without "Benchmark": "Ints/n=1000-4". The function's part of it is a
// Go identifier, so it ends at the first '/' or '-'; the CPU suffix is known by its value only.

#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headgate::dataset {

/// What the name of every benchmark function begins with, and no printed name.
inline constexpr std::string_view kBenchmark = "Benchmark";

/// What stands between the words of a line.
inline constexpr std::string_view kBlanks = " \t";

/// "Ints/n=1000" for "BenchmarkInts/n=1000": as Go prints it. "" for what is shorter than the
/// prefix.
[[nodiscard]] std::string_view without_benchmark(std::string_view function);

/// The function that prints results of this name: "BenchmarkInts" for "Ints/n=1000-4".
[[nodiscard]] std::string function_of(std::string_view name);

/// The name without the CPU suffix, where its end is exactly one of the values of -test.cpu (the
/// longest that fits); else the name itself.
[[nodiscard]] std::string_view without_cpu(std::string_view name, std::span<const int> cpus);

/// Does package testing print such a name? What follows "Benchmark" does not begin with a
/// lower-case letter: "Benchmarking" is the program talking.
[[nodiscard]] bool is_benchmark_name(std::string_view name);

/// The one suffix that all these names have: {4} for "A-4", "B/x-4"; else {}, also for no names.
[[nodiscard]] std::vector<int> shared_cpu(std::span<const std::string> names);

}  // namespace headgate::dataset
