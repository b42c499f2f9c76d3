// Where a reader puts its records: an interface, so that a consumer sees each one as soon as its
// line is complete and nothing has to be kept.

#pragma once

#include <string_view>

#include "core/benchfmt/record.h"

namespace headgate::benchfmt {

/// Receives records, one call each, in the order of the lines.
class RecordSink {
 public:
  virtual ~RecordSink() = default;
  /// The views inside `record` are valid until this returns.
  virtual void on_record(const Record& record) = 0;

  /// A line that is not empty and says nothing in the format: another program talking, or
  /// `go test -v` announcing a benchmark by its name alone. Valid until this returns.
  virtual void on_text(std::string_view line) { static_cast<void>(line); }
};

}  // namespace headgate::benchfmt
