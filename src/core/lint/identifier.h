// Names by Go's rules, which are Unicode's: what is an identifier, and which of them name
// benchmarks.
//
// Source: The Go Programming Language Specification, "Identifiers" and "Characters"; cmd/go of
//         Go 1.26, isTest. Categories are those of Unicode 15.0, as in that release.

#pragma once

#include <string_view>

namespace headgate::lint {

/// Whether `text` is one Go identifier: a letter or underscore, then letters, underscores and
/// digits, all of them Unicode's. Text that is not UTF-8 is none. Keywords are not told apart.
[[nodiscard]] bool is_identifier(std::string_view text);

/// Whether an identifier names a benchmark: "Benchmark", alone or followed by anything but a
/// lower-case letter. BenchmarkX, Benchmark_x and BenchmarkÜber do, Benchmarking does not.
[[nodiscard]] bool is_benchmark_name(std::string_view identifier);

}  // namespace headgate::lint
