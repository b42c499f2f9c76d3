// A recorded benchmark text, read: what a replay of two files starts from.
//
// Of the `key: value` lines only goos, goarch, pkg and cpu are configuration; everything else is
// the program talking, which must not split a series.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/dataset/process.h"

namespace headgate::dataset {

/// One benchmark text, read: what `from_texts` pairs.
struct Text {
  struct Line {
    std::string package;
    /// "goos=linux goarch=amd64 cpu=AMD EPYC"; what the text does not say is left out.
    std::string configuration;
    BenchmarkResult result;
  };

  /// A benchmark that the text names without numbers.
  struct Mention {
    std::string package;
    std::string benchmark;  ///< "BenchmarkX", "BenchmarkX/sub" or "BenchmarkX/sub-4"
    /// The reason of a skip, the line of what cannot be read; untrusted text.
    std::string text;
    friend bool operator==(const Mention&, const Mention&) = default;
  };

  /// A package that did not get through: what it lacks may be there all the same.
  struct CutPackage {
    std::string package;
    std::string running;  ///< the benchmark that was being measured: "BenchmarkX-4"; "" if unknown
    std::string text;     ///< what ended it; untrusted
    friend bool operator==(const CutPackage&, const CutPackage&) = default;
  };

  std::vector<Line> lines;
  /// "file:line: message" of lines that looked like benchmark lines and are not.
  std::vector<std::string> syntax_errors;
  /// "--- FAIL: BenchmarkX", each benchmark of a package once.
  std::vector<Mention> failed;
  /// "--- SKIP: BenchmarkX", each benchmark of a package once.
  std::vector<Mention> skipped;
  /// A name with something else than numbers behind it: a lost sample.
  std::vector<Mention> broken;
  /// In order. A package that failed and still ran all that there was to run is not among them: its
  /// benchmarks that failed are named.
  std::vector<CutPackage> cut;
};

/// Reads Go benchmark text, also out of a `go test -json` stream and of lines between its events.
/// Never fails: what cannot be read is in `syntax_errors`.
[[nodiscard]] Text read_text(std::string_view bytes, std::string file_name);

}  // namespace headgate::dataset
