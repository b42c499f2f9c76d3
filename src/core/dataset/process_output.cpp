#include "core/dataset/process_output.h"

#include <array>
#include <cstddef>
#include <set>
#include <string>
#include <utility>

#include <fmt/core.h>

#include "core/benchfmt/reader.h"
#include "core/dataset/crash_text.h"
#include "core/dataset/output_lines.h"

namespace headgate::dataset {
namespace {

constexpr std::size_t kMostBrokenLines = 100;

std::size_t kept_bytes(const BenchmarkResult& result) {
  std::size_t bytes = sizeof(BenchmarkResult) + result.name.size();
  for (const Reading& reading : result.readings) {
    bytes += sizeof(Reading) + reading.unit.size();
  }
  return bytes;
}

// Everything that the standard output says, in the shape of Printed.
class Collector : public OutputLines {
 public:
  [[nodiscard]] Printed& printed() { return printed_; }

  [[nodiscard]] bool is_full() const { return is_full_; }

 private:
  void on_result(BenchmarkResult result) override {
    printed_.closing = Printed::Closing::kOther;
    if (const auto name = names_.find(result.name); name != names_.end()) {
      if (ambiguous_.insert(result.name).second) {
        printed_.ambiguous_names.push_back(result.name);
      } else {
        return;  // a third one changes nothing
      }
    }
    bytes_ += kept_bytes(result);
    if (bytes_ > kMostKeptBytes) {
      is_full_ = true;
      return;
    }
    names_.insert(result.name);
    printed_.results.push_back(std::move(result));
  }

  void on_configuration(std::string_view key, std::string_view value) override {
    if (key == "goos") {
      printed_.goos = value;
    } else if (key == "goarch") {
      printed_.goarch = value;
    } else if (key == "pkg") {
      printed_.package = value;
    } else {
      printed_.cpu = value;
    }
  }

  void on_broken(const std::string& line, std::string_view why) override {
    printed_.closing = Printed::Closing::kOther;
    if (printed_.broken_lines.size() < kMostBrokenLines) {
      printed_.broken_lines.push_back(fmt::format("{} ({})", line, why));
    }
  }

  void on_unreadable(const std::string&, std::string_view) override {}

  void on_talk(std::string_view line) override {
    if (line == "PASS") {
      printed_.closing = Printed::Closing::kPass;
    } else if (line == "FAIL" || line.starts_with("Benchmark") || TestLog::is_failure(line)) {
      printed_.closing = Printed::Closing::kOther;
    }
  }

  Printed printed_{.results = {},
                   .ambiguous_names = {},
                   .broken_lines = {},
                   .skips = {},
                   .failed = {},
                   .goos = {},
                   .goarch = {},
                   .package = {},
                   .cpu = {},
                   .closing = Printed::Closing::kOther,
                   .failure = {}};
  std::set<std::string, std::less<>> names_;
  std::set<std::string, std::less<>> ambiguous_;
  std::size_t bytes_ = 0;
  bool is_full_ = false;
};

template <typename Lines>
void append(std::string& text, const Lines& lines, std::size_t& room) {
  for (const std::string& line : lines) {
    if (room == 0) {
      return;
    }
    text += text.empty() ? "" : "\n";
    text += line;
    --room;
  }
}

}  // namespace

struct ProcessOutput::State {
  benchfmt::Reader reader{"stdout"};
  Collector collector;
  CrashText crash;

  [[nodiscard]] std::string failure() const {
    std::string text;
    std::size_t room = kMostFailureLines;
    if (collector.is_full()) {
      append(text, std::array{fmt::format("more than {} MiB of results", kMostKeptBytes >> 20)},
             room);
    }
    append(text, crash.crash_lines(), room);
    append(text, collector.log().failure_lines(), room);
    if (text.empty()) {
      append(text, crash.last_lines(), room);
    }
    return text;
  }
};

ProcessOutput::ProcessOutput() : state_(std::make_unique<State>()) {}

ProcessOutput::~ProcessOutput() = default;
ProcessOutput::ProcessOutput(ProcessOutput&&) noexcept = default;
ProcessOutput& ProcessOutput::operator=(ProcessOutput&&) noexcept = default;

void ProcessOutput::feed_stdout(std::string_view bytes) {
  state_->reader.feed(bytes, state_->collector);
}

void ProcessOutput::feed_stderr(std::string_view bytes) { state_->crash.feed(bytes); }

Printed ProcessOutput::finish() {
  state_->reader.finish(state_->collector);
  state_->crash.finish();
  Printed printed = std::move(state_->collector.printed());
  for (const TestLog::Mark& mark : state_->collector.log().marks()) {
    switch (mark.kind) {
      case TestLog::Kind::kFail:
        printed.failed.push_back(mark.benchmark);
        break;
      case TestLog::Kind::kSkip:
        printed.skips.push_back({.function = mark.benchmark, .reason = mark.reason});
        break;
    }
  }
  if (state_->collector.is_full()) {
    printed.closing = Printed::Closing::kOther;
  }
  if (printed.closing != Printed::Closing::kPass) {
    printed.failure = state_->failure();
  }
  return printed;
}

}  // namespace headgate::dataset
