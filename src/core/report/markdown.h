// GitHub-flavoured Markdown made of foreign text: nothing in a name may open a tag, a mention, a
// link or a new table column.

#pragma once

#include <string>
#include <string_view>

namespace headgate::report {

/// Text in prose: HTML and Markdown characters escaped, mentions disarmed, one line.
[[nodiscard]] std::string markdown_text(std::string_view text);

/// Text in a code span whose fence is longer than any run of backticks inside; pipes escaped, so
/// that it may stand in a table. "" gives "".
[[nodiscard]] std::string markdown_code(std::string_view text);

}  // namespace headgate::report
