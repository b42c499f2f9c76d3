// What package testing says of benchmarks beside their results: "--- FAIL", "--- SKIP" and the
// indented lines that belong to them.
//
// These lines follow the mark, but with -test.v, which prints a message as soon as it is logged,
// they stand before it; both are understood. Memory is bounded whatever is printed.

#pragma once

#include <cstddef>
#include <deque>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace headgate::dataset {

/// Lines of a failure that are kept, over all marks together.
inline constexpr std::size_t kMostFailureLines = 20;

/// Bytes of one kept line.
inline constexpr std::size_t kMostLineBytes = 500;

/// Bytes that are kept of marks.
inline constexpr std::size_t kMostMarkBytes = std::size_t{1} << 20;

/// `line`, cut to kMostLineBytes with an ellipsis at the end.
[[nodiscard]] std::string clipped(std::string_view line);

/// Reads the lines that are not results, in order.
class TestLog {
 public:
  enum class Kind { kFail, kSkip };

  struct Mark {
    Kind kind;
    std::string package;    ///< whose output it stands in; "" before enter_package()
    std::string benchmark;  ///< as printed: "BenchmarkX", "BenchmarkX/sub-4"
    /// Of kSkip: the message of the skip without its position; "" when there is none.
    std::string reason;
  };

  /// What follows is the output of this package.
  void enter_package(std::string_view package) { package_ = package; }

  /// Anything but a result. A name may stand before the mark: "BenchmarkX-4 \t--- FAIL: ...".
  void on_line(std::string_view line);

  /// A result, or another line that ends what belongs to the mark before it.
  void on_result();

  /// Does the line hold the mark of a failure, alone or behind a benchmark's name?
  [[nodiscard]] static bool is_failure(std::string_view line);

  /// The marks so far, in order; of the same kind each benchmark of a package once. No more than
  /// kMostMarkBytes of names and reasons.
  [[nodiscard]] const std::vector<Mark>& marks() const { return marks_; }

  /// The first lines of all failures.
  [[nodiscard]] const std::vector<std::string>& failure_lines() const { return failure_lines_; }

 private:
  void on_mark(Kind kind, std::string_view line, std::string_view benchmark);
  // False: it is known, or there is no room for it.
  bool add_mark(Kind kind, std::string_view benchmark);
  void on_indented(std::string_view line);
  void keep_failure(std::string_view line);

  // To whom indented lines belong: nobody yet, the failure or skip just seen, or nobody ever.
  enum class Owner { kNext, kFailure, kSkip, kNobody };

  std::string package_;
  std::vector<Mark> marks_;
  std::set<std::tuple<Kind, std::string, std::string>> known_;  // kind, package, benchmark
  std::size_t mark_bytes_ = 0;
  std::vector<std::string> failure_lines_;
  std::deque<std::string> waiting_;  // indented lines that may belong to a mark to come
  Owner owner_ = Owner::kNext;
};

}  // namespace headgate::dataset
