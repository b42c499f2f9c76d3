// Keeps what a child printed, up to a cap, for messages and logs: a child may print without end.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "edge/proc/process.h"

namespace headgate::proc {

/// The beginning and the end of one stream, half a cap each: the first error and the last words.
class CappedText {
 public:
  explicit CappedText(std::size_t cap_bytes);

  void append(std::string_view piece);

  /// Everything while it fits into the cap; else the head, a line that says how many bytes are
  /// missing, the tail.
  [[nodiscard]] std::string text() const;
  [[nodiscard]] std::size_t dropped_bytes() const;

 private:
  std::size_t head_cap_bytes_;
  std::size_t tail_cap_bytes_;
  std::size_t seen_bytes_ = 0;
  std::string head_;
  std::string tail_;
};

/// A sink that keeps both streams, each up to its own cap.
class CapturedOutput final : public OutputSink {
 public:
  explicit CapturedOutput(std::size_t cap_bytes) : out_(cap_bytes), err_(cap_bytes) {}

  void on_stdout(std::string_view piece) override { out_.append(piece); }

  void on_stderr(std::string_view piece) override { err_.append(piece); }

  [[nodiscard]] const CappedText& out() const { return out_; }

  [[nodiscard]] const CappedText& err() const { return err_; }

 private:
  CappedText out_;
  CappedText err_;
};

}  // namespace headgate::proc
