// The output of one benchmark process, read as it comes.
//
// A sample counts only when its line is complete and the process ends with PASS: this keeps the
// complete lines, the closing word, skips, failures, and the first lines of a panic, and drops the
// rest, so that a program may print a gigabyte. Of `key: value` lines only goos, goarch, pkg and
// cpu are heard.

#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/dataset/process.h"

namespace headgate::dataset {

/// What a process printed, as far as it matters.
struct Printed {
  std::vector<BenchmarkResult> results;
  std::vector<std::string> ambiguous_names;
  std::vector<std::string> broken_lines;
  std::vector<Skip> skips;
  std::vector<std::string> failed;
  /// "goos", "goarch", "pkg" and "cpu" lines, as printed last.
  std::string goos, goarch, package, cpu;
  /// kPass: package testing's PASS stands behind the last benchmark line. More may follow it, such
  /// as the coverage or what TestMain prints when it tidies up.
  enum class Closing { kPass, kOther } closing;
  /// First lines of a panic, a fatal error or a "--- FAIL" block, else the last ones of standard
  /// error; empty with kPass. At most 20 lines, untrusted text.
  std::string failure;
};

/// No more than this is kept of results and marks; a process that prints more did not pass.
inline constexpr std::size_t kMostKeptBytes = std::size_t{16} << 20;

/// Feed standard output (and standard error, for panics) in chunks cut anywhere; then `finish`.
class ProcessOutput {
 public:
  ProcessOutput();
  ~ProcessOutput();
  ProcessOutput(ProcessOutput&&) noexcept;
  ProcessOutput& operator=(ProcessOutput&&) noexcept;

  void feed_stdout(std::string_view bytes);
  void feed_stderr(std::string_view bytes);
  [[nodiscard]] Printed finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace headgate::dataset
