// GitHub-flavoured Markdown made of foreign text: nothing in a name may open a tag, a mention, a
// link, a formula or a new table column. All of it is neutral text (core/github/neutral_text.h)
// first.

#pragma once

#include <string>
#include <string_view>

namespace headgate::report {

/// Text in prose, on one line. Mentions and references ("@user", "#1") are kept apart by a
/// zero-width space, because GitHub looks for them after it has undone escapes and entities.
[[nodiscard]] std::string markdown_text(std::string_view text);

/// Text as code, in prose or in a table: a code span whose fence is longer than any run of
/// backticks inside, or an element of entities where it holds a pipe. "" gives "".
[[nodiscard]] std::string markdown_code(std::string_view text);

/// Lines as a fenced block, line end included; the fence is longer than any run of backticks.
[[nodiscard]] std::string markdown_block(std::string_view text);

}  // namespace headgate::report
