// How wide text is on a terminal, so that columns align whatever script a name is written in.
//
// Source: the wide blocks of Unicode's East Asian Width property and its blocks of combining marks;
// single odd characters inside other blocks are taken for one column.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace headgate::report {

/// Columns that UTF-8 text takes: two for a wide character, none for a combining mark.
[[nodiscard]] std::size_t width(std::string_view text);

/// The text, or its beginning and its end with "..." between them, in at most `most` columns;
/// `most` is at least 10. Names of benchmarks differ at their ends.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t most);

}  // namespace headgate::report
