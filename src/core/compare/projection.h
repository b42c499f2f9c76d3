// Which values share a table, a row or a column: `-table`, `-row`, `-col` and `-ignore`.
//
// A projection lists keys; what a series has for them is its tuple, and equal tuples are one table,
// row or column. Tuples have an order: by first appearance, or as `key@order` says. A key that is
// named in any projection leaves the groups `.config` and `.fullname` of all others.
//
// Errors:  a QueryError for what is no projection.
// Cost:    parsing linear; a tuple costs a hash of its text, once for each name or configuration
//          where the projection depends on no more than one of them. Values are views into the
//          inputs, which outlive the tuples.
// Source:  golang.org/x/perf, package benchproc, revision 712aea8b4705.

#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/compare/input.h"
#include "core/compare/key.h"
#include "core/compare/query.h"
#include "core/compare/text_ids.h"

namespace headgate::compare {

enum class Order {
  kFirstSeen,  ///< for .config: by bytes, absent values first
  kAlpha,      ///< by bytes
  kNumber,     ///< numbers first, with SI and IEC prefixes; then by bytes
  kFixed,      ///< as listed; anything else is left out
};

struct ProjectionField {
  Key key;
  Order order;
  std::vector<std::string> values;  ///< of kFixed
};

using ProjectionFields = std::vector<ProjectionField>;

[[nodiscard]] Parsed<ProjectionFields> parse_projection(std::string_view query);

/// Whether a fixed order among the fields leaves these out.
[[nodiscard]] bool leaves_out(const ProjectionFields& fields, const Subject& subject);

/// Keys that are taken out of .config and .fullname.
class ExcludedKeys {
 public:
  void add(const ProjectionFields& fields);
  [[nodiscard]] bool has_config_key(std::string_view key) const;

  /// Whether `shortened` changes any name.
  [[nodiscard]] bool shorten_names() const { return shorten_names_; }

  /// A full name without what is excluded: `*` for .name, parts and suffix removed.
  [[nodiscard]] std::string shortened(std::string_view name) const;

 private:
  [[nodiscard]] bool has(KeyKind kind, std::string_view text) const;

  std::vector<Key> keys_;
  bool shorten_names_ = false;
};

/// The tuples of one projection, numbered by first appearance.
class Tuples {
 public:
  Tuples(ProjectionFields fields, const ExcludedKeys& excluded);

  /// The number of the subject's tuple.
  [[nodiscard]] std::uint32_t tuple_of(const Subject& subject);

  [[nodiscard]] std::size_t size() const;

  /// The columns of the tuples, in the order of the projection: its keys, and in place of `.config`
  /// every key of a configuration line, by first appearance. Grows while inputs are added.
  [[nodiscard]] std::vector<std::size_t> columns() const;

  [[nodiscard]] const std::string& name(std::size_t column) const { return columns_[column].name; }

  /// The tuple's value in a column; empty when it has none.
  [[nodiscard]] std::string_view value(std::uint32_t tuple, std::size_t column) const;

  /// For each tuple its place in the order, from 0; no two share one.
  [[nodiscard]] std::vector<std::uint32_t> ranks() const;

 private:
  using Ids = std::vector<std::uint32_t>;  // of values, by column

  struct IdsHash {
    std::size_t operator()(const Ids& ids) const;
  };

  // Values are numbered by first appearance, 0 is the empty one of a configuration key.
  struct Column {
    std::string name;
    std::size_t field;
    std::vector<std::string_view> values = {};
    TextIds ids = {};
    std::uint32_t likely = 0;  // the value behind the last one: inputs often have the same order
  };

  // What a projection depends on: other parts of a subject need not be looked at again.
  enum class Dependence { kNothing, kName, kConfiguration, kBoth };

  [[nodiscard]] Dependence dependence() const;
  // The columns never change, and there is one: a tuple is its value.
  [[nodiscard]] bool is_single() const;
  void forget(const Input& next);
  [[nodiscard]] std::uint32_t find_or_add(const Subject& subject);
  void read_ids(const Subject& subject);
  [[nodiscard]] std::uint32_t full_name_id(std::size_t column, std::string_view name);
  [[nodiscard]] std::uint32_t id_of(std::size_t column, std::string_view value);
  [[nodiscard]] std::uint32_t id(std::uint32_t tuple, std::size_t column) const;
  std::size_t column_of_config_key(std::size_t field, std::string_view key);
  [[nodiscard]] int compare(std::size_t column, std::uint32_t left, std::uint32_t right) const;

  ProjectionFields fields_;
  const ExcludedKeys* excluded_;
  Dependence dependence_;
  std::vector<Column> columns_;
  std::deque<std::string> shortened_;  // what values see that is in no input
  Ids ids_;                            // of the subject that is looked at
  std::vector<Ids> tuples_;            // empty of a single column
  std::unordered_map<Ids, std::uint32_t, IdsHash> index_;
  std::vector<std::uint32_t> known_;  // of known_input_, by what the projection depends on
  const Input* known_input_ = nullptr;
};

}  // namespace headgate::compare
