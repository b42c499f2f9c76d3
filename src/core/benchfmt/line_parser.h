// What one line says: a measurement, configuration, unit metadata, a syntax error, or nothing. The
// line is decoded and whole; where it came from is the reader's business.
//
// Errors:  SyntaxError records.
// Cost:    linear in the line; allocates only while the scratch space for values grows.

#pragma once

#include <string_view>
#include <vector>

#include "core/benchfmt/record.h"
#include "core/benchfmt/record_sink.h"

namespace headgate::benchfmt {

/// What became of a line.
enum class LineKind { kMeasurement, kOther };

/// Parses lines one after the other; keeps nothing between them but scratch space.
class LineParser {
 public:
  /// Delivers the records of `line`, which has no line end. Lines of other programs give none.
  LineKind parse(std::string_view line, Position position, RecordSink& sink);

 private:
  LineKind parse_benchmark(std::string_view line, Position position, RecordSink& sink);

  std::vector<Value> values_;
};

}  // namespace headgate::benchfmt
