#include "core/schedule/selection.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

#include <fmt/core.h>
#include <fmt/format.h>
#include <re2/re2.h>

#include "core/schedule/go_pattern.h"

namespace headgate::schedule {
namespace {

struct Alternative {
  std::unique_ptr<RE2> function;  ///< the first level
  Levels levels;                  ///< all, as written
};

Error invalid_level(std::string_view name, std::string_view level, std::string_view why) {
  return Error{
      .reason = Reason::kConfigInvalid,
      .message = fmt::format("{}: \"{}\" is not a Go regular expression: {}", name, level, why),
      .remedy = "write it as for go test -bench; https://go.dev/s/re2syntax lists the syntax"};
}

// What package testing makes of a pattern before it compiles it: white space becomes "_", as it
// does in the names. (What cannot be printed becomes an escape, which can match no name: refused
// below.)
std::string with_names_spaces(std::string_view level) {
  static const RE2 space(
      R"([\t-\r \x{85}\x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000}])");
  std::string text(level);
  RE2::GlobalReplace(&text, space, "_");
  return text;
}

bool holds_invisible(const std::string& level) {
  static const RE2 invisible(R"(\p{C})");
  return RE2::PartialMatch(level, invisible);
}

Result<std::unique_ptr<RE2>> compile(std::string_view name, const std::string& written) {
  const std::string level = with_names_spaces(written);
  if (holds_invisible(level)) {
    return invalid_level(name, written, "invisible character");
  }
  if (byte_escape(level) == ByteEscape::kPresent) {
    return invalid_level(name, written, "invalid escape sequence: \\C");
  }
  RE2::Options options;
  options.set_log_errors(false);
  auto expression = std::make_unique<RE2>(with_re2_groups(level), options);
  if (!expression->ok()) {
    return invalid_level(name, written, expression->error());
  }
  return expression;
}

Result<std::vector<Alternative>> compile_all(std::string_view name, std::string_view pattern) {
  std::vector<Alternative> alternatives;
  for (Levels& levels : split_pattern(pattern)) {
    std::unique_ptr<RE2> function;
    for (std::size_t i = 0; i < levels.size(); ++i) {
      Result<std::unique_ptr<RE2>> expression = compile(name, levels[i]);
      if (!expression) {
        return expression.error();
      }
      if (i == 0) {
        function = std::move(*expression);
      }
    }
    alternatives.push_back({.function = std::move(function), .levels = std::move(levels)});
  }
  return alternatives;
}

std::string functions_level(const std::vector<std::string>& functions) {
  if (functions.size() == 1) {
    return exact_level(functions.front());
  }
  std::vector<std::string> exact;
  exact.reserve(functions.size());
  for (const std::string& function : functions) {
    exact.push_back(exact_level(function));
  }
  return fmt::format("({})", fmt::join(exact, "|"));
}

}  // namespace

struct Selection::State {
  std::vector<Alternative> bench;
  std::vector<Alternative> skip;
  std::string skip_text;
};

Selection::Selection(std::unique_ptr<State> state) : state_(std::move(state)) {}

Selection::Selection(Selection&&) noexcept = default;
Selection& Selection::operator=(Selection&&) noexcept = default;
Selection::~Selection() = default;

Result<Selection> Selection::create(std::string_view bench, std::string_view skip) {
  if (bench.empty()) {
    return Error{.reason = Reason::kConfigInvalid,
                 .message = "bench: the expression is empty, which takes no benchmark",
                 .remedy = "write . for every benchmark"};
  }
  Result<std::vector<Alternative>> taken = compile_all("bench", bench);
  if (!taken) {
    return taken.error();
  }
  std::vector<Alternative> skipped;
  if (!skip.empty()) {
    Result<std::vector<Alternative>> compiled = compile_all("skip", skip);
    if (!compiled) {
      return compiled.error();
    }
    skipped = std::move(*compiled);
  }
  return Selection(std::make_unique<State>(State{
      .bench = std::move(*taken), .skip = std::move(skipped), .skip_text = std::string(skip)}));
}

bool Selection::selects(std::string_view function) const {
  const auto first_match = [function](const std::vector<Alternative>& alternatives) {
    return std::ranges::find_if(alternatives, [function](const Alternative& alternative) {
      return RE2::PartialMatch(function, *alternative.function);
    });
  };
  if (first_match(state_->bench) == state_->bench.end()) {
    return false;
  }
  const auto skipped = first_match(state_->skip);
  return skipped == state_->skip.end() || skipped->levels.size() > 1;
}

std::string Selection::pattern(const std::vector<std::string>& functions) const {
  std::vector<std::string> alternatives;
  for (const Alternative& alternative : state_->bench) {
    std::vector<std::string> matched;
    std::ranges::copy_if(functions, std::back_inserter(matched), [&](const std::string& function) {
      return RE2::PartialMatch(function, *alternative.function);
    });
    if (matched.empty()) {
      continue;
    }
    Levels levels = alternative.levels;
    levels.front() = functions_level(matched);
    alternatives.push_back(fmt::format("{}", fmt::join(levels, "/")));
  }
  return alternatives.empty() ? "^$" : fmt::format("{}", fmt::join(alternatives, "|"));
}

const std::string& Selection::skip() const { return state_->skip_text; }

std::string leaf_pattern(std::string_view leaf) {
  const std::string name = fmt::format("Benchmark{}", leaf);
  std::string pattern;
  for (std::size_t start = 0; start <= name.size();) {
    const std::size_t end = std::min(name.find('/', start), name.size());
    pattern += pattern.empty() ? "" : "/";
    pattern += exact_level(std::string_view(name).substr(start, end - start));
    start = end + 1;
  }
  return pattern;
}

}  // namespace headgate::schedule
