// Records of the Go benchmark format as lines of text, so that a test can say what it expects and a
// failure shows what came instead.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <fmt/core.h>

#include "core/benchfmt/reader.h"

namespace headgate::benchfmt {

/// "3: Foo-4 x1000 79.73 ns/op, 8 B/op", "1: goos = linux", "2: unit ns/op better = lower",
/// "9: error missing units". Deleted keys have an empty value.
inline std::string to_text(const Record& record) {
  if (const auto* measurement = std::get_if<Measurement>(&record)) {
    std::string text = fmt::format("{}: {} x{}", measurement->position.line, measurement->name,
                                   measurement->iterations);
    std::string_view separator = " ";
    for (const Value& value : measurement->values) {
      text += fmt::format("{}{} {}", separator, value.value, value.unit);
      separator = ", ";
    }
    return text;
  }
  if (const auto* config = std::get_if<Config>(&record)) {
    return fmt::format("{}: {} = {}", config->position.line, config->key, config->value);
  }
  if (const auto* metadata = std::get_if<UnitMetadata>(&record)) {
    return fmt::format("{}: unit {} {} = {}", metadata->position.line, metadata->unit,
                       metadata->key, metadata->value);
  }
  const auto& error = std::get<SyntaxError>(record);
  return fmt::format("{}: error {}", error.position.line, error.message);
}

/// Keeps every record as text, and of syntax errors also the line.
class RecordTexts final : public RecordSink {
 public:
  void on_record(const Record& record) override {
    texts.push_back(to_text(record));
    if (const auto* error = std::get_if<SyntaxError>(&record)) {
      error_lines.emplace_back(error->line);
    }
  }

  std::vector<std::string> texts;
  std::vector<std::string> error_lines;
};

/// The records of a whole input.
inline std::vector<std::string> records_of(std::string_view text) {
  RecordTexts sink;
  read(text, "bench.txt", sink);
  return sink.texts;
}

}  // namespace headgate::benchfmt
