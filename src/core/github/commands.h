// What we write for GitHub's runner: workflow commands, command files, step summaries; and how text
// that others control is made harmless before it reaches our output.
//
// The runner reads commands from both streams: a line that starts with `::name` after white space,
// or holds `##[name` anywhere; it ends lines at LF, CRLF and a lone CR; setup-go's problem matcher
// turns `x.go:1:2: text` into an error. Escaping follows the runner's source, order included.

#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result/result.h"

namespace headgate::github {

enum class Level { kError, kWarning, kNotice };

/// One annotation. Text is raw: `command` escapes and neutralises it.
struct Annotation {
  Level level;
  std::string title;
  std::string message;
  /// Relative to the repository; "" for none.
  std::string file = {};
  std::size_t line = 0;  ///< 1-based; 0 for none
  friend bool operator==(const Annotation&, const Annotation&) = default;
};

/// The workflow command line of an annotation, without line end; the message is cut to 4096
/// characters at a character boundary.
[[nodiscard]] std::string command(const Annotation& annotation);

/// The annotations that the runner will keep: at most 10 per level, so the first 9 and one that
/// says how many more there are and where to read them. `limit` is for tests.
[[nodiscard]] std::vector<Annotation> within_limits(std::vector<Annotation> annotations,
                                                    std::size_t limit = 10);

/// "::group::title" and "::endgroup::", the title neutralised.
[[nodiscard]] std::string group_begin(std::string_view title);
[[nodiscard]] std::string group_end();

/// Foreign text as lines that no runner or terminal acts on: split at LF and CR, each line behind
/// `prefix` (visible, not white space), invalid UTF-8 and control characters replaced by visible
/// ones, every `##[` and every `.go:1:2:` rewritten, lines and total cut with a note of how much
/// was left out. Ends with a line end unless empty.
struct NeutralLimits {
  std::size_t line_bytes = 2000;
  std::size_t total_bytes = 64 * 1024;
};

[[nodiscard]] std::string neutralise(std::string_view text, std::string_view prefix,
                                     NeutralLimits limits = {});

/// The same for one word inside a line of ours (a benchmark name, a path, a commit subject): one
/// line, no control characters, no `##[`, no `::` at a start.
[[nodiscard]] std::string neutral_word(std::string_view text);

/// One output for GITHUB_OUTPUT in heredoc form. `delimiter` must be random (128 bits or more);
/// kInternal when the name or the value contains it.
[[nodiscard]] Result<std::string> output_entry(std::string_view name, std::string_view value,
                                               std::string_view delimiter);

}  // namespace headgate::github
