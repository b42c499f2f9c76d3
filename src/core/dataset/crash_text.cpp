#include "core/dataset/crash_text.h"

#include <algorithm>
#include <array>

#include "core/dataset/test_log.h"

namespace headgate::dataset {
namespace {

// How the Go runtime begins to say why it ends the process.
constexpr std::array<std::string_view, 5> kCrashBeginnings = {
    "panic: ", "fatal error: ", "runtime: ", "unexpected fault address ", "WARNING: DATA RACE"};

bool is_blank_line(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

}  // namespace

bool begins_crash(std::string_view line) {
  return std::any_of(kCrashBeginnings.begin(), kCrashBeginnings.end(),
                     [&](std::string_view beginning) { return line.starts_with(beginning); });
}

void CrashText::feed(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t length = bytes.find('\n');
    const std::string_view piece = bytes.substr(0, length);
    // One byte more than is kept of a line, so that clipped() can tell that there was more.
    held_ += piece.substr(0, kMostLineBytes + 1 - std::min(held_.size(), kMostLineBytes + 1));
    if (length == std::string_view::npos) {
      return;
    }
    on_line(held_);
    held_.clear();
    bytes.remove_prefix(length + 1);
  }
}

void CrashText::finish() {
  on_line(held_);
  held_.clear();
}

void CrashText::on_line(std::string_view line) {
  if (line.ends_with('\r')) {
    line.remove_suffix(1);
  }
  if (!crash_lines_.empty() || begins_crash(line)) {
    if (crash_lines_.size() < kMostFailureLines) {
      crash_lines_.push_back(clipped(line));
    }
    return;
  }
  if (is_blank_line(line)) {
    return;
  }
  if (last_lines_.size() == kMostFailureLines) {
    last_lines_.pop_front();
  }
  last_lines_.push_back(clipped(line));
}

}  // namespace headgate::dataset
