// Which benchmarks a Go source file declares, where, and how they read.
//
// The test binary knows its benchmarks by name only. The sources tell where an annotation belongs,
// whether an empty list from the binary can be true, and whether a benchmark itself was edited
// between base and head, which is the commonest cause of absurd ratios.
//
// Build constraints are not looked at: a declaration may be in a file that this build leaves out.
//
// Cost:   linear in the source, about 3 MB/s; constant stack however deeply the source nests.
// Source: which functions are benchmarks: Go 1.26, cmd/go/internal/load/test.go, isTest and
//         isTestFunc, and unicode.IsLower of the same release (Unicode 15.0).

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace headgate::lint {

/// A larger source is not parsed: no person wrote it, and parsing takes ten times its memory.
inline constexpr std::size_t kMaxSourceBytes = 8 << 20;

/// One benchmark function.
struct Declaration {
  std::string name;    ///< with the prefix: BenchmarkDecode
  std::uint32_t line;  ///< of the word `func`, from 1
  std::string text;    ///< from `func` to the closing brace, as it stands in the source
  /// The tokens of `text` with one space between them, without comments and without what gofmt may
  /// add or take away: two functions that differ in layout only have equal `normalized`.
  std::string normalized;

  friend bool operator==(const Declaration&, const Declaration&) = default;
};

/// What one source file declares.
struct Declarations {
  std::string package_name;             ///< empty when there is no package clause
  std::vector<Declaration> benchmarks;  ///< in the order of the source
  /// The source has a syntax error or is too large: benchmarks may be missing.
  bool has_error;
};

/// The benchmarks of `go_source`: top-level functions (not methods, not generic) with a benchmark's
/// name, one parameter of type *B or *anything.B, and no result. Any bytes are acceptable.
[[nodiscard]] Declarations declarations(std::string_view go_source);

/// What `-test.list` printed.
struct ListedBenchmarks {
  std::vector<std::string> names;       ///< each once, in the order of their first line
  std::vector<std::string> duplicates;  ///< names that stood there more than once, in that order
};

/// The benchmarks in the output of a test binary's `-test.list`. Programs print there too, so only
/// a whole line that is a benchmark's name counts.
[[nodiscard]] ListedBenchmarks listed_benchmarks(std::string_view output);

}  // namespace headgate::lint
