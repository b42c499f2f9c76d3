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

/// The workflow command of an annotation: one line, without line end. The message is cut to the
/// 4096 characters that the runner keeps, counted as it counts them: in UTF-16, so that a character
/// beyond U+FFFF is two; the title to 255.
[[nodiscard]] std::string command(const Annotation& annotation);

/// The annotations that the runner will keep: at most 10 per level, so the first 9 and one that
/// says how many more there are and where to read them. Errors first, then warnings and notices,
/// each in their order. `limit` is at least 1 and is for tests.
[[nodiscard]] std::vector<Annotation> within_limits(std::vector<Annotation> annotations,
                                                    std::size_t limit = 10);

/// "::group::title" and "::endgroup::", the title neutralised.
[[nodiscard]] std::string group_begin(std::string_view title);
[[nodiscard]] std::string group_end();

/// How much of foreign text is shown; what is left out is counted.
struct NeutralLimits {
  std::size_t line_bytes = 2000;  ///< of a line as it came
  /// No line begins behind so many bytes of output.
  std::size_t total_bytes = 64 << 10;
};

/// Foreign text as lines that no runner, problem matcher or terminal acts on: split at LF and CR,
/// each line neutral (neutral_text.h) and behind `prefix`, which begins with a visible character or
/// spaces and one. Ends with a line end unless `text` is empty.
[[nodiscard]] std::string neutralise(std::string_view text, std::string_view prefix,
                                     NeutralLimits limits = {});

/// The same for a few words inside a line of ours (a benchmark name, a path, a commit subject): one
/// neutral line, whatever its length; line ends are spaces. Where a colon of ours follows directly,
/// neutralise the line as a whole: a name may end in `.go`.
[[nodiscard]] std::string neutral_word(std::string_view text);

/// One output for GITHUB_OUTPUT in heredoc form, which takes any value. `delimiter` must be random
/// (128 bits or more); kInternal when the name or the value contains it, or the name cannot be one.
[[nodiscard]] Result<std::string> output_entry(std::string_view name, std::string_view value,
                                               std::string_view delimiter);

}  // namespace headgate::github
