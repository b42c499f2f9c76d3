// One input as the tables need it: values grouped by what was said about them, so that filters and
// projections look at each combination once and not at each line.
//
// Lines of one input repeat a few names and configurations very often. Everything that can be asked
// about a value depends on its name, its configuration and its unit, so values that agree in these
// are one Series; their order among themselves never matters again.
//
// Errors:  none; what could not be read is a Message.
// Cost:    linear in the input. A line under the name and configuration of the line before looks
//          nothing up; a value takes 12 bytes while the input is read, 20 while it ends, 8 after.

#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/benchfmt/record.h"
#include "core/benchfmt/record_sink.h"
#include "core/benchfmt/test_events.h"
#include "core/compare/text_ids.h"
#include "core/compare/value_log.h"

namespace headgate::compare {

/// The `key: value` lines in force, in the order in which they are kept: as first set, and a
/// deleted one is replaced by the last.
using Configuration = std::vector<std::pair<std::string, std::string>>;

struct InputUnit {
  std::string spelled;  ///< "ns/op"
  std::string base;     ///< "sec/op"
  double factor;
};

/// What the values of one name, configuration and unit as spelled have in common. Indices into the
/// Input.
struct Series {
  std::uint32_t name;
  std::uint32_t configuration;
  std::uint32_t unit;
  std::uint32_t count;  ///< of its values, at least one
  std::size_t begin;    ///< of its values among all
};

/// Something that the reader of a table must hear about one line.
struct Message {
  std::size_t line;  ///< from 1
  std::string text;
};

/// A `key: value` line.
struct LateKey {
  std::size_t line;
  std::string key;
  std::string value;
};

/// One `key=value` of a `Unit` line, kept until all inputs are read.
struct InputMetadata {
  std::size_t line;
  std::string unit;
  std::string key;
  std::string value;
};

struct Input {
  std::string file;   ///< what positions say
  std::string label;  ///< the value of `.file`
  std::deque<std::string> names;
  std::vector<Configuration> configurations;
  std::deque<InputUnit> units;
  std::vector<Series> series;  ///< by first appearance
  std::vector<double> values;  ///< of all series, those of one next to each other
  std::vector<InputMetadata> metadata;
  std::vector<Message> messages;  ///< by line
  /// Results at or below a billionth of a second, or of so many iterations that only an empty loop
  /// reaches: indices of names.
  std::vector<std::uint32_t> measures_nothing;
  /// Keys that came up only behind the first result, and are none that `go test` prints: a line of
  /// a program's log looks like configuration. By first appearance.
  std::vector<LateKey> late_keys;

  /// In the base unit; may be NaN or infinite.
  [[nodiscard]] std::span<const double> values_of(const Series& one) const {
    return std::span(values).subspan(one.begin, one.count);
  }
};

/// Builds an Input from the records of a reader.
class InputBuilder final : public benchfmt::RecordSink {
 public:
  InputBuilder(std::string file, std::string label);
  void on_record(const benchfmt::Record& record) override;

  void on_text(std::string_view line) override { events_.take(line); }

  /// What came, with the packages of a `go test -json` stream behind it. Ends the input.
  [[nodiscard]] Input finish() &&;

 private:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  // What one name under one configuration has: a chain of series, by first appearance.
  struct Group {
    std::uint32_t name;
    std::uint32_t configuration;
    std::uint32_t first_series = kNone;
    std::uint32_t last_series = kNone;
  };

  void add(const benchfmt::Measurement& measurement);
  void add(const benchfmt::Config& config);
  void add(const benchfmt::UnitMetadata& metadata);
  void add(const benchfmt::SyntaxError& error);
  std::uint32_t configuration_index();
  std::uint32_t name_index(std::string_view name);
  std::uint32_t unit_index(std::string_view spelled);
  std::uint32_t find_or_add_group(std::uint32_t name, std::uint32_t configuration);
  Group& group_of(std::string_view name);
  std::uint32_t series_index(Group& group, std::uint32_t expected, std::string_view unit);
  void order_values();

  Input input_;
  benchfmt::TestEvents events_;
  std::set<std::string, std::less<>> seen_keys_{"cpu", "goarch", "goos", "pkg", "toolchain"};
  Configuration configuration_;
  std::uint32_t configuration_index_ = 0;
  bool configuration_known_ = false;
  std::uint32_t last_group_ = kNone;
  std::vector<Group> groups_;
  std::vector<std::uint32_t> first_group_;  // of each name: the one it came with
  std::unordered_map<std::uint64_t, std::uint32_t> other_groups_;  // by configuration and name
  std::vector<std::uint32_t> next_series_;  // of each series: the next one of its group
  ValueLog values_;
  TextIds names_;  // texts are the input's
  TextIds units_;
  std::unordered_map<std::string, std::uint32_t> configurations_;
};

}  // namespace headgate::compare
