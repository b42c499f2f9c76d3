// A Markdown page that stays below a number of bytes, because GitHub drops a larger summary whole:
// rows of tables give way first, and are counted, then what stands at the foot.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/gate/finding.h"

namespace headgate::report {

struct Table {
  std::string heading;  ///< Markdown in front of the table, its own blank lines included
  std::vector<std::string> rows;
};

/// How a page begins: the decision as its heading, what was decided, what to do about it, and
/// whether a label waived it. No text takes more than `most` characters.
[[nodiscard]] std::string opening_of(const gate::Verdict& verdict, std::size_t most);

/// `head`, the tables and `foot`, at most `limit_bytes` of UTF-8. A table that begins has at least
/// one row; what is left out is said, with `where` the rest can be read.
[[nodiscard]] std::string page(std::string_view head, const std::vector<Table>& tables,
                               std::string_view foot, std::string_view where,
                               std::size_t limit_bytes);

}  // namespace headgate::report
