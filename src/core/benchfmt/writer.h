// The writer of the Go benchmark format: lines that look like those of Go's testing package and
// read back as the same records, number for number.
//
// What a line cannot hold breaks a promise: a name or unit that is not one field, a value without a
// unit, a line end inside text. Everything that a Reader delivered can be written; who takes names
// from elsewhere asks is_field() or is_config_key() first.
//
// Cost:    linear; amortised no allocation beyond growing `out`.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/benchfmt/record.h"

namespace headgate::benchfmt {

/// Appends `key: value` and a newline to `out`; with an empty value the line that deletes the key.
void append_config(std::string& out, std::string_view key, std::string_view value);

/// Appends `Benchmark<name>`, padded to `name_width` characters as a column of results wants it,
/// the iterations (at least 1) and the values (at least one) with the shortest digits that give the
/// same double.
void append_measurement(std::string& out, std::string_view name, std::int64_t iterations,
                        std::span<const Value> values, std::size_t name_width = 0);

/// Whether `text` can be a name or, when not empty, a unit: no whitespace and no control code that
/// a reader would take out.
[[nodiscard]] bool is_field(std::string_view text);

/// Whether `text` can be a configuration key: begins with a lower-case letter, holds no upper-case
/// letter, no whitespace and no colon.
[[nodiscard]] bool is_config_key(std::string_view text);

}  // namespace headgate::benchfmt
