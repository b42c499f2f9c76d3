#include "edge/proc/captured_output.h"

#include <algorithm>

#include <fmt/core.h>

namespace headgate::proc {

CappedText::CappedText(std::size_t cap_bytes)
    : head_cap_bytes_(cap_bytes / 2), tail_cap_bytes_(cap_bytes - cap_bytes / 2) {}

void CappedText::append(std::string_view piece) {
  seen_bytes_ += piece.size();
  const std::size_t to_head = std::min(piece.size(), head_cap_bytes_ - head_.size());
  head_.append(piece.substr(0, to_head));
  piece.remove_prefix(to_head);
  if (piece.size() >= tail_cap_bytes_) {
    tail_.assign(piece.substr(piece.size() - tail_cap_bytes_));
    return;
  }
  // Trimmed only when it has doubled, so that each byte is moved at most once on average.
  tail_.append(piece);
  if (tail_.size() > 2 * tail_cap_bytes_) {
    tail_.erase(0, tail_.size() - tail_cap_bytes_);
  }
}

std::size_t CappedText::dropped_bytes() const {
  const std::size_t cap_bytes = head_cap_bytes_ + tail_cap_bytes_;
  return seen_bytes_ <= cap_bytes ? 0 : seen_bytes_ - cap_bytes;
}

std::string CappedText::text() const {
  const std::size_t dropped = dropped_bytes();
  if (dropped == 0) {
    return head_ + tail_;
  }
  const std::string_view tail = std::string_view(tail_).substr(tail_.size() - tail_cap_bytes_);
  return fmt::format("{}\n[... {} bytes left out ...]\n{}", head_, dropped, tail);
}

}  // namespace headgate::proc
