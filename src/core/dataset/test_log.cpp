#include "core/dataset/test_log.h"

#include <algorithm>

#include <fmt/core.h>

namespace headgate::dataset {
namespace {

constexpr std::string_view kFailMark = "--- FAIL: Benchmark";
constexpr std::string_view kSkipMark = "--- SKIP: Benchmark";
constexpr std::string_view kBenchMark = "--- BENCH: Benchmark";
// Package testing indents a message by four blanks and its further lines by eight.
constexpr std::string_view kIndent = "    ";

bool is_indented(std::string_view line) { return line.starts_with(kIndent); }

bool begins_message(std::string_view line) {
  return is_indented(line) && line.size() > kIndent.size() && line[kIndent.size()] != ' ';
}

std::size_t failure_at(std::string_view line) {
  if (line.starts_with(kFailMark)) {
    return 0;
  }
  return line.starts_with("Benchmark") ? line.find(kFailMark) : std::string_view::npos;
}

std::string_view benchmark_of(std::string_view mark) {
  std::string_view name = mark.substr(mark.find("Benchmark"));
  return name.substr(0, name.find_first_of(" \t"));
}

// "query_test.go:12: no server" is "no server".
std::string_view without_position(std::string_view message) {
  constexpr std::string_view kExtension = ".go:";
  const std::size_t extension = message.find(kExtension);
  if (extension == std::string_view::npos) {
    return message;
  }
  const std::size_t digits = extension + kExtension.size();
  const std::size_t end = message.find_first_not_of("0123456789", digits);
  if (end == digits || end == std::string_view::npos || !message.substr(end).starts_with(": ")) {
    return message;
  }
  return message.substr(end + 2);
}

// b.Skip logs its message last, so the last message is the reason.
std::string reason_in(const std::deque<std::string>& lines) {
  const auto last = std::find_if(lines.rbegin(), lines.rend(), begins_message);
  return last == lines.rend()
             ? std::string()
             : std::string(without_position(std::string_view(*last).substr(kIndent.size())));
}

}  // namespace

std::string clipped(std::string_view line) {
  if (line.size() <= kMostLineBytes) {
    return std::string(line);
  }
  return fmt::format("{}...", line.substr(0, kMostLineBytes - 3));
}

bool TestLog::is_failure(std::string_view line) {
  return failure_at(line) != std::string_view::npos;
}

void TestLog::on_line(std::string_view line) {
  if (is_indented(line)) {
    on_indented(line);
    return;
  }
  if (const std::size_t failure = failure_at(line); failure != std::string_view::npos) {
    const std::string_view mark = line.substr(failure);
    on_mark(Kind::kFail, mark, benchmark_of(mark));
  } else if (line.starts_with(kSkipMark)) {
    on_mark(Kind::kSkip, line, benchmark_of(line));
  } else {
    on_result();
    if (line.starts_with(kBenchMark)) {
      owner_ = Owner::kNobody;
    }
  }
}

void TestLog::on_result() {
  waiting_.clear();
  owner_ = Owner::kNext;
}

void TestLog::on_mark(Kind kind, std::string_view line, std::string_view benchmark) {
  const bool lines_came_first = !waiting_.empty();
  if (kind == Kind::kFail) {
    keep_failure(line);
    for (const std::string& waiting : waiting_) {
      keep_failure(waiting);
    }
  }
  const Owner follows = kind == Kind::kFail ? Owner::kFailure : Owner::kSkip;
  owner_ = lines_came_first ? Owner::kNobody : follows;
  if (!add_mark(kind, benchmark) && kind == Kind::kSkip) {
    owner_ = Owner::kNobody;
  }
  waiting_.clear();
}

bool TestLog::add_mark(Kind kind, std::string_view benchmark) {
  // Every mark may still be given a reason of at most one line.
  const std::size_t bytes = sizeof(Mark) + package_.size() + benchmark.size() + kMostLineBytes;
  if (mark_bytes_ + bytes > kMostMarkBytes ||
      !known_.emplace(kind, package_, std::string(benchmark)).second) {
    return false;
  }
  mark_bytes_ += bytes;
  marks_.push_back({.kind = kind,
                    .package = package_,
                    .benchmark = std::string(benchmark),
                    .reason = kind == Kind::kSkip ? reason_in(waiting_) : std::string()});
  return true;
}

void TestLog::on_indented(std::string_view line) {
  switch (owner_) {
    case Owner::kNext:
      if (waiting_.size() == kMostFailureLines) {
        waiting_.pop_front();
      }
      waiting_.push_back(clipped(line));
      break;
    case Owner::kFailure:
      keep_failure(line);
      break;
    case Owner::kSkip:
      if (begins_message(line)) {
        marks_.back().reason = clipped(without_position(line.substr(kIndent.size())));
      }
      break;
    case Owner::kNobody:
      break;
  }
}

void TestLog::keep_failure(std::string_view line) {
  if (failure_lines_.size() < kMostFailureLines) {
    failure_lines_.push_back(clipped(line));
  }
}

}  // namespace headgate::dataset
