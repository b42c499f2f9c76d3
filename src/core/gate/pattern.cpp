#include "core/gate/pattern.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <re2/re2.h>

#include "core/dataset/benchmark_name.h"

namespace headgate::gate {
namespace {

RE2::Options quiet() {
  RE2::Options options;
  options.set_log_errors(false);
  return options;
}

// "", "codec/", "m/codec/", "example.com/m/codec/".
std::vector<std::string> tails(std::string_view package) {
  std::vector<std::string> found = {""};
  for (std::size_t slash = package.rfind('/');; slash = package.rfind('/', slash - 1)) {
    const std::size_t begin = slash == std::string_view::npos ? 0 : slash + 1;
    if (begin < package.size()) {
      found.push_back(fmt::format("{}/", package.substr(begin)));
    }
    if (slash == std::string_view::npos || slash == 0) {
      return found;
    }
  }
}

bool matches(const RE2& expression, std::string_view package, std::string_view benchmark) {
  const std::vector<std::string> all = tails(package);
  return std::any_of(all.begin(), all.end(), [&](const std::string& tail) {
    return RE2::FullMatch(fmt::format("{}{}", tail, benchmark), expression);
  });
}

// Walks an expression far enough to know which '/' separate levels.
class Scanner {
 public:
  explicit Scanner(std::string_view expression) : text_(expression) {}

  [[nodiscard]] std::vector<std::string> beginnings() {
    while (at_ < text_.size()) {
      step();
    }
    const std::size_t last = text_.find_last_not_of("0123456789");
    if (last != std::string_view::npos && last + 1 < text_.size() && text_[last] == '-') {
      found_.emplace_back(text_.substr(0, last));
    }
    return std::move(found_);
  }

 private:
  void step() {
    const char byte = text_[at_];
    if (is_quoting_) {
      if (text_.substr(at_, 2) == "\\E") {
        is_quoting_ = false;
        ++at_;
      } else if (byte == '/') {
        cut();
      }
    } else if (byte == '\\') {
      escape();
    } else if (byte == '[') {
      skip_brackets();
    } else if (byte == '(') {
      ++open_groups_;
    } else if (byte == ')') {
      open_groups_ -= open_groups_ > 0 ? 1U : 0U;
    } else if (byte == '/') {
      cut();
    }
    ++at_;
  }

  void escape() {
    const std::string_view escaped = text_.substr(at_, 2);
    if (escaped == "\\/") {
      cut();
    } else if (escaped == "\\Q") {
      is_quoting_ = true;
    }
    ++at_;
  }

  // To the ']' that ends a character class; one at its beginning, or escaped, does not.
  void skip_brackets() {
    ++at_;
    if (text_.substr(at_, 1) == "^") {
      ++at_;
    }
    if (text_.substr(at_, 1) == "]") {
      ++at_;
    }
    while (at_ < text_.size() && text_[at_] != ']') {
      if (text_[at_] == '\\') {
        ++at_;
      } else if (text_.substr(at_, 2) == "[:") {
        at_ = std::min(text_.find(":]", at_), text_.size() - 1);
        ++at_;
      }
      ++at_;
    }
  }

  void cut() {
    found_.push_back(fmt::format("{}{}{}", text_.substr(0, at_), is_quoting_ ? "\\E" : "",
                                 std::string(open_groups_, ')')));
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t open_groups_ = 0;
  bool is_quoting_ = false;
  std::vector<std::string> found_;
};

}  // namespace

struct Pattern::State {
  RE2 whole;
  std::vector<std::unique_ptr<RE2>> beginnings;
};

Pattern::Pattern(std::unique_ptr<State> state) : state_(std::move(state)) {}

Pattern::Pattern(Pattern&&) noexcept = default;
Pattern& Pattern::operator=(Pattern&&) noexcept = default;
Pattern::~Pattern() = default;

Result<Pattern> Pattern::compile(std::string_view expression) {
  const std::string text(expression);
  auto state = std::unique_ptr<State>(new State{.whole = RE2(text, quiet()), .beginnings = {}});
  if (!state->whole.ok()) {
    return Error{.reason = Reason::kConfigInvalid,
                 .message = fmt::format("match \"{}\" is not a regular expression: {}", text,
                                        state->whole.error()),
                 .remedy =
                     "use Go's syntax of regular expressions, and quote what is meant "
                     "literally: \\Q...\\E"};
  }
  for (const std::string& beginning : gate::beginnings(text)) {
    auto compiled = std::make_unique<RE2>(beginning, quiet());
    if (compiled->ok()) {
      state->beginnings.push_back(std::move(compiled));
    }
  }
  return Pattern(std::move(state));
}

bool Pattern::names(std::string_view package, std::string_view name,
                    std::span<const int> cpus) const {
  const std::string_view bare = dataset::without_cpu(name, cpus);
  return matches(state_->whole, package, fmt::format("Benchmark{}", name)) ||
         (bare != name && matches(state_->whole, package, fmt::format("Benchmark{}", bare)));
}

bool Pattern::may_name(std::string_view package, std::string_view function) const {
  // The second text stands for any leaf below the function, for expressions such as "Decode.+".
  return matches(state_->whole, package, function) ||
         matches(state_->whole, package, fmt::format("{}/leaf", function)) ||
         std::any_of(
             state_->beginnings.begin(), state_->beginnings.end(),
             [&](const std::unique_ptr<RE2>& one) { return matches(*one, package, function); });
}

std::vector<std::string> beginnings(std::string_view expression) {
  return Scanner(expression).beginnings();
}

}  // namespace headgate::gate
