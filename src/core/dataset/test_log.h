// What package testing says of benchmarks beside their results: "--- FAIL", "--- SKIP" and the
// indented lines that belong to them.
//
// These lines follow the mark, but with -test.v, which prints a message as soon as it is logged,
// they stand before it; both are understood. Memory is bounded whatever is printed.

#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace headgate::dataset {

/// Lines of a failure that are kept, over all marks together.
inline constexpr std::size_t kMostFailureLines = 20;

/// Bytes of one kept line.
inline constexpr std::size_t kMostLineBytes = 500;

/// `line`, cut to kMostLineBytes with an ellipsis at the end.
[[nodiscard]] std::string clipped(std::string_view line);

/// Reads the lines that are not results, in order.
class TestLog {
 public:
  enum class Kind { kFail, kSkip };

  struct Mark {
    Kind kind;
    std::string benchmark;  ///< as printed: "BenchmarkX", "BenchmarkX/sub-4"
    /// Of kSkip: the message of the skip without its position; "" when there is none.
    std::string reason;
  };

  /// Anything but a result. A name may stand before the mark: "BenchmarkX-4 \t--- FAIL: ...".
  void on_line(std::string_view line);

  /// A result, or another line that ends what belongs to the mark before it.
  void on_result();

  /// Does the line hold the mark of a failure, alone or behind a benchmark's name?
  [[nodiscard]] static bool is_failure(std::string_view line);

  /// The marks so far, in order; of the same kind each benchmark once, 1000 at most.
  [[nodiscard]] const std::vector<Mark>& marks() const { return marks_; }

  /// The first lines of all failures.
  [[nodiscard]] const std::vector<std::string>& failure_lines() const { return failure_lines_; }

 private:
  void on_mark(Kind kind, std::string_view line, std::string_view benchmark);
  void on_indented(std::string_view line);
  void keep_failure(std::string_view line);

  // To whom indented lines belong: nobody yet, the failure or skip just seen, or nobody ever.
  enum class Owner { kNext, kFailure, kSkip, kNobody };

  std::vector<Mark> marks_;
  std::vector<std::string> failure_lines_;
  std::deque<std::string> waiting_;  // indented lines that may belong to a mark to come
  Owner owner_ = Owner::kNext;
};

}  // namespace headgate::dataset
