#include "core/benchfmt/line_parser.h"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "core/benchfmt/config_key.h"
#include "core/benchfmt/fields.h"
#include "core/benchfmt/number.h"

namespace headgate::benchfmt {
namespace {

constexpr std::string_view kBenchmarkPrefix = "Benchmark";
constexpr std::string_view kUnitKeyword = "Unit";

// Why a line is a SyntaxError.
using Problem = std::optional<std::string_view>;

void parse_config(std::string_view line, Position position, RecordSink& sink) {
  const std::size_t length = config_key_length(line);
  if (length == 0 || length == line.size() || line[length] != ':') {
    sink.on_text(line);
    return;
  }
  constexpr std::string_view kBlanks = " \t";
  std::string_view value = line.substr(length + 1);
  if (!value.empty() && kBlanks.find(value.front()) == std::string_view::npos) {
    sink.on_text(line);
    return;
  }
  value.remove_prefix(std::min(value.find_first_not_of(kBlanks), value.size()));
  sink.on_record(Config{.position = position, .key = line.substr(0, length), .value = value});
}

void parse_unit_line(std::string_view line, Position position, RecordSink& sink) {
  Fields fields(line);
  if (fields.next() != kUnitKeyword) {
    sink.on_text(line);
    return;
  }
  const std::string_view unit = fields.next();
  if (unit.empty()) {
    sink.on_record(SyntaxError{.position = position, .message = "missing unit", .line = line});
    return;
  }
  for (std::string_view field = fields.next(); !field.empty(); field = fields.next()) {
    const std::size_t equals = field.find('=');
    if (equals == std::string_view::npos || equals == 0) {
      sink.on_record(
          SyntaxError{.position = position, .message = "expected key=value", .line = line});
      continue;
    }
    sink.on_record(UnitMetadata{.position = position,
                                .unit = unit,
                                .key = field.substr(0, equals),
                                .value = field.substr(equals + 1)});
  }
}

Problem problem_of_iterations(Number<std::int64_t> iterations) {
  switch (iterations.status) {
    case NumberStatus::kInvalidSyntax:
      return "parsing iteration count: invalid syntax";
    case NumberStatus::kOutOfRange:
      return "parsing iteration count: value out of range";
    case NumberStatus::kOk:
      break;
  }
  if (iterations.value < 1) {
    return "iteration count must be positive";
  }
  return std::nullopt;
}

Problem problem_of_value(NumberStatus status) {
  switch (status) {
    case NumberStatus::kInvalidSyntax:
      return "parsing measurement: invalid syntax";
    case NumberStatus::kOutOfRange:
      return "parsing measurement: value out of range";
    case NumberStatus::kOk:
      break;
  }
  return std::nullopt;
}

// Reads `value unit` pairs to the end of the line.
Problem read_values(Fields& fields, std::vector<Value>& values) {
  values.clear();
  for (std::string_view text = fields.next(); !text.empty(); text = fields.next()) {
    const Number<double> value = parse_float(text);
    if (const Problem problem = problem_of_value(value.status)) {
      return problem;
    }
    const std::string_view unit = fields.next();
    if (unit.empty()) {
      return "missing units";
    }
    values.push_back({.value = value.value, .unit = unit});
  }
  if (values.empty()) {
    return "missing measurements";
  }
  return std::nullopt;
}

}  // namespace

LineKind LineParser::parse(std::string_view line, Position position, RecordSink& sink) {
  if (line.starts_with(kBenchmarkPrefix)) {
    return parse_benchmark(line, position, sink);
  }
  if (line.starts_with('U')) {
    parse_unit_line(line, position, sink);
  } else {
    parse_config(line, position, sink);
  }
  return LineKind::kOther;
}

LineKind LineParser::parse_benchmark(std::string_view line, Position position, RecordSink& sink) {
  Fields fields(line.substr(kBenchmarkPrefix.size()));
  const std::string_view name = fields.up_to_space();
  if (fields.at_end()) {
    sink.on_text(line);  // `go test -v` announces a benchmark by its name alone
    return LineKind::kOther;
  }
  Number<std::int64_t> iterations{.value = 0, .status = NumberStatus::kOk};
  const Problem problem = [&]() -> Problem {
    const std::string_view text = fields.next();
    if (text.empty()) {
      return "missing iteration count";
    }
    iterations = parse_integer(text);
    if (const Problem found = problem_of_iterations(iterations)) {
      return found;
    }
    return read_values(fields, values_);
  }();
  if (problem) {
    sink.on_record(SyntaxError{.position = position, .message = *problem, .line = line});
    return LineKind::kOther;
  }
  sink.on_record(Measurement{
      .position = position, .name = name, .iterations = iterations.value, .values = values_});
  return LineKind::kMeasurement;
}

}  // namespace headgate::benchfmt
