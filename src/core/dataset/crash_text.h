// What standard error says of the end of a process: the first lines of a panic or a fatal error,
// or, where there is none (log.Fatal, os.Exit), the last lines. Memory is bounded whatever is
// printed.

#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace headgate::dataset {

/// Does the Go runtime begin like this to say why it ends the process?
[[nodiscard]] bool begins_crash(std::string_view line);

/// Feed standard error in pieces cut anywhere, then `finish`.
class CrashText {
 public:
  void feed(std::string_view bytes);

  /// A last line without a line end counts.
  void finish();

  /// From the line that begins a crash on; empty when there was none.
  [[nodiscard]] const std::vector<std::string>& crash_lines() const { return crash_lines_; }

  /// The last lines that are not blank.
  [[nodiscard]] const std::deque<std::string>& last_lines() const { return last_lines_; }

 private:
  void on_line(std::string_view line);

  std::string held_;  // the beginning of a line, as much as is kept of one
  std::vector<std::string> crash_lines_;
  std::deque<std::string> last_lines_;
};

}  // namespace headgate::dataset
