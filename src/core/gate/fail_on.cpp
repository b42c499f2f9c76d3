#include "core/gate/fail_on.h"

#include <fmt/core.h>

namespace headgate::gate {
namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) {
    text.remove_prefix(1);
  }
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) {
    text.remove_suffix(1);
  }
  return text;
}

}  // namespace

Result<FailOn> parse_fail_on(std::string_view text) {
  if (trimmed(text).empty()) {
    return FailOn{};
  }
  FailOn fail_on{.regression = FailOn::Class::kPasses, .unstable = FailOn::Class::kPasses};
  bool error_named = false;
  while (true) {
    const std::size_t comma = text.find(',');
    const std::string_view word = trimmed(text.substr(0, comma));
    if (word == "regression") {
      fail_on.regression = FailOn::Class::kFails;
    } else if (word == "unstable") {
      fail_on.unstable = FailOn::Class::kFails;
    } else if (word == "error") {
      error_named = true;
    } else {
      return Error{.reason = Reason::kConfigInvalid,
                   .message = fmt::format("fail-on: unknown class '{}'", word),
                   .remedy = "use a comma-separated list of regression, unstable and error"};
    }
    if (comma == std::string_view::npos) {
      break;
    }
    text.remove_prefix(comma + 1);
  }
  if (!error_named) {
    return Error{
        .reason = Reason::kConfigInvalid,
        .message = "fail-on: error may not be left out",
        .remedy = "a gate that could not compare must never be green; add error to the list"};
  }
  return fail_on;
}

int exit_code(const Verdict& verdict, FailOn fail_on) {
  if (verdict.decision == Decision::kError) {
    return exit_code(Decision::kError);
  }
  const bool regression = verdict.decision == Decision::kRegression;
  if (regression && fail_on.regression == FailOn::Class::kFails && !verdict.waiver) {
    return exit_code(Decision::kRegression);
  }
  const bool unstable = verdict.decision == Decision::kUnstable || verdict.unstable > 0;
  if (unstable && fail_on.unstable == FailOn::Class::kFails) {
    return exit_code(Decision::kUnstable);
  }
  return exit_code(Decision::kPass);
}

}  // namespace headgate::gate
