// How the packages of a benchmark text ended, where the text says that one did not get through.
//
// `go test` writes "FAIL", "exit status 2" and "FAIL\texample.com/m\t0.3s" behind a package that
// failed; the Go runtime writes why it ends a process. A program may print such words itself, so
// what counts is the last word on a package: PASS and "ok" take back what stood before them. Text
// without any closing word, as when lines were picked out of it, says nothing.

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace headgate::dataset {

/// Feed the lines of one text in order, then `finish`.
class PackageEndings {
 public:
  struct Failure {
    std::string package;  ///< "" where the text names no package
    /// The benchmark whose name stands last, without numbers behind it: "BenchmarkX-4"; "" when
    /// another line of results came after it.
    std::string running;
    std::string text;  ///< the line that says most; untrusted, clipped
    /// kSummed: package testing got as far as to sum up with exit status 1, so that whatever was
    /// to run did run.
    enum class Way { kCutShort, kSummed } way;
  };

  /// What follows is the output of this package.
  void enter_package(std::string_view package);

  /// A complete line of results.
  void on_result();

  /// A benchmark's name without numbers; `rest` stands behind it.
  void on_name(std::string_view name, std::string_view rest);

  /// Any other line.
  void on_line(std::string_view line);

  /// The failures, in order.
  [[nodiscard]] std::vector<Failure> finish();

 private:
  void suspect(std::string_view line, Failure::Way way);
  void fail(std::string_view package);
  void close();

  std::string package_;
  bool open_ = false;     // something of a package was read since the last closing word
  bool crashed_ = false;  // `text_` is the beginning of a crash
  std::string running_;
  std::string unfinished_;  // the name that stands last, if nothing at all stands behind it
  std::string text_;        // of a failure that no closing word has taken back
  Failure::Way way_ = Failure::Way::kSummed;
  std::vector<Failure> failures_;
};

}  // namespace headgate::dataset
