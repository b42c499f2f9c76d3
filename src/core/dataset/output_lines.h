// The lines of a benchmark's output, sorted by what they mean to a series: results, the four
// configuration keys, lost samples, marks of package testing, and the program talking.
//
// A lost sample is a benchmark line with text wedged into it. Package testing prints the name
// before it measures, so whatever the program prints lands between the name and the numbers. The
// numbers are never joined to the name again by guessing; that they were lost is said.

#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "core/benchfmt/record_sink.h"
#include "core/dataset/process.h"
#include "core/dataset/test_log.h"
#include "core/unit/unit.h"

namespace headgate::dataset {

/// A sink for one stream, sorted into the calls below. Views are valid during a call only.
class OutputLines : public benchfmt::RecordSink {
 public:
  void on_record(const benchfmt::Record& record) final;
  void on_text(std::string_view line) final;

  /// Marks and failures so far.
  [[nodiscard]] const TestLog& log() const { return log_; }

 protected:
  /// A complete result; readings are in base units, of a unit that repeats only the first.
  virtual void on_result(BenchmarkResult result) = 0;
  /// "goos", "goarch", "pkg" or "cpu"; blanks at the end of the value removed.
  virtual void on_configuration(std::string_view key, std::string_view value) = 0;
  /// A lost sample: `line` begins with the benchmark's name and is clipped.
  virtual void on_broken(const std::string& line, std::string_view why) = 0;
  /// Another line that resembles the format and cannot be read, clipped.
  virtual void on_unreadable(const std::string& line, std::string_view why) = 0;
  /// Anything else that the program or package testing printed, marks included.
  virtual void on_talk(std::string_view line) = 0;

 private:
  void on_measurement(const benchfmt::Measurement& measurement);
  void on_config(const benchfmt::Config& config);
  void on_syntax_error(const benchfmt::SyntaxError& error);
  void look_for_wedged(std::string_view line);

  TestLog log_;
  std::map<std::string, unit::Tidied, std::less<>> base_units_;  // by unit as printed
};

}  // namespace headgate::dataset
