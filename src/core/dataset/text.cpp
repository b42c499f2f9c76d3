#include "core/dataset/text.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <utility>

#include <fmt/core.h>

#include "core/benchfmt/reader.h"
#include "core/benchfmt/test_events.h"
#include "core/dataset/output_lines.h"
#include "core/dataset/package_endings.h"

namespace headgate::dataset {
namespace {

constexpr std::array<std::string_view, 3> kConfigurationKeys = {"goos", "goarch", "cpu"};

class TextCollector : public OutputLines {
 public:
  TextCollector(const benchfmt::Reader& reader, std::string_view file_name)
      : reader_(reader), file_name_(file_name) {}

  // The text, when the reader has finished.
  [[nodiscard]] Text take() {
    for (const TestLog::Mark& mark : log().marks()) {
      std::vector<Text::Mention>& mentions =
          mark.kind == TestLog::Kind::kFail ? text_.failed : text_.skipped;
      mentions.push_back(
          {.package = mark.package, .benchmark = mark.benchmark, .text = mark.reason});
    }
    for (PackageEndings::Failure& failure : endings_.finish()) {
      // A text whose results name no package is the output of one.
      const std::string& package = names_packages_ ? failure.package : package_;
      if (failure.way == PackageEndings::Failure::Way::kCutShort || !has_failed_mark(package)) {
        text_.cut.push_back({.package = package,
                             .running = std::move(failure.running),
                             .text = std::move(failure.text)});
      }
    }
    return std::move(text_);
  }

 private:
  [[nodiscard]] bool has_failed_mark(std::string_view package) const {
    return std::any_of(text_.failed.begin(), text_.failed.end(),
                       [&](const Text::Mention& mention) { return mention.package == package; });
  }

  void on_result(BenchmarkResult result) override {
    endings_.on_result();
    text_.lines.push_back(
        {.package = package_, .configuration = configuration_, .result = std::move(result)});
  }

  void on_configuration(std::string_view key, std::string_view value) override {
    if (key == "pkg") {
      package_ = value;
      names_packages_ = true;
      endings_.enter_package(value);
      return;
    }
    const auto known = std::find(kConfigurationKeys.begin(), kConfigurationKeys.end(), key);
    values_[static_cast<std::size_t>(known - kConfigurationKeys.begin())] = value;
    configuration_.clear();
    for (std::size_t index = 0; index < values_.size(); ++index) {
      if (!values_[index].empty()) {
        configuration_ += fmt::format("{}{}={}", configuration_.empty() ? "" : " ",
                                      kConfigurationKeys[index], values_[index]);
      }
    }
  }

  void on_broken(const std::string& line, std::string_view why) override {
    add_error(fmt::format("{}: {}", why, line));
    const std::size_t name_end = std::min(line.find_first_of(" \t"), line.size());
    const std::string name = line.substr(0, name_end);
    endings_.on_name(name, std::string_view(line).substr(name_end));
    text_.broken.push_back({.package = package_, .benchmark = name, .text = line});
  }

  void on_unreadable(const std::string& line, std::string_view why) override {
    add_error(fmt::format("{}: {}", why, line));
  }

  void on_talk(std::string_view line) override { endings_.on_line(line); }

  void add_error(const std::string& what) {
    text_.syntax_errors.push_back(fmt::format("{}:{}: {}", file_name_, reader_.lines_read(), what));
  }

  const benchfmt::Reader& reader_;
  std::string_view file_name_;
  Text text_;
  PackageEndings endings_;
  std::string package_;
  bool names_packages_ = false;
  std::array<std::string, kConfigurationKeys.size()> values_;
  std::string configuration_;
};

}  // namespace

namespace {

// With the packages of a `go test -json` stream put together behind everything else; nullopt where
// there is no such stream.
std::optional<std::string> without_events(std::string_view bytes) {
  benchfmt::TestEvents events;
  std::string text;
  while (!bytes.empty()) {
    const std::string_view line = bytes.substr(0, bytes.find('\n'));
    bytes.remove_prefix(std::min(line.size() + 1, bytes.size()));
    if (!line.starts_with('{') || !events.take(line)) {
      text.append(line).push_back('\n');
    }
  }
  if (events.packages().empty()) {
    return std::nullopt;
  }
  for (const benchfmt::PackageOutput& output : events.packages()) {
    text.append(output.text).push_back('\n');
  }
  return text;
}

}  // namespace

Text read_text(std::string_view bytes, std::string file_name) {
  std::optional<std::string> joined;
  if (bytes.starts_with('{') || bytes.find("\n{") != bytes.npos) {
    joined = without_events(bytes);
    bytes = joined ? *joined : bytes;
  }
  benchfmt::Reader reader(file_name);
  TextCollector collector(reader, file_name);
  reader.feed(bytes, collector);
  reader.finish(collector);
  Text text = collector.take();
  if (reader.looks_like_json()) {
    text.syntax_errors.push_back(fmt::format(
        "{}: this is the output of go test -json, which is not benchmark text", file_name));
  }
  return text;
}

}  // namespace headgate::dataset
