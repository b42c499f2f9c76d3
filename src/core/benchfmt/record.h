// What a line of the Go benchmark format says: the values that pass from the reader to everyone
// else. A line that says nothing usable is a record too, with its position, so that no sample
// disappears without a trace.
//
// Every view points into the reader or into the bytes it was fed, and is valid only during the call
// that delivers the record: whoever keeps one copies it.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <variant>

namespace headgate::benchfmt {

/// A line of an input; both parts as a person would look them up.
struct Position {
  std::string_view file;
  /// 1-based.
  std::size_t line;
};

/// One `value unit` pair.
struct Value {
  /// May be NaN or infinite: programs do report such metrics, and the consumer rejects them.
  double value;
  /// As spelled on the line ("ns/op"); unit::tidy gives the base unit.
  std::string_view unit;
};

/// A benchmark line: `Benchmark<name> <iterations> {<value> <unit>}`.
struct Measurement {
  Position position;
  /// What follows "Benchmark", up to the first whitespace; may be empty.
  std::string_view name;
  /// At least 1.
  std::int64_t iterations;
  /// At least one, in the order of the line; a unit may repeat.
  std::span<const Value> values;
};

/// A configuration line: `key: value`. Holds from here to the end of the file or the next line with
/// this key.
struct Config {
  Position position;
  std::string_view key;
  /// Leading blanks removed, trailing ones kept. Empty: the key is deleted.
  std::string_view value;
};

/// One `key=value` of a `Unit` line. Holds for all inputs, also for lines before it.
struct UnitMetadata {
  Position position;
  /// As spelled on the line.
  std::string_view unit;
  std::string_view key;
  std::string_view value;
};

/// A line, or a field of a `Unit` line, that was meant for us and could not be read. What a
/// benchmark line held is lost.
struct SyntaxError {
  Position position;
  /// Lower case, no final period, such as "missing units". Static text.
  std::string_view message;
  /// The line, decoded and without escape codes; of an over-long line only the beginning. Foreign
  /// text: neutralise it before showing it.
  std::string_view line;
};

using Record = std::variant<Measurement, Config, UnitMetadata, SyntaxError>;

}  // namespace headgate::benchfmt
