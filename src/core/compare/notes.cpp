#include "core/compare/notes.h"

#include <array>

#include <fmt/core.h>

namespace headgate::compare {
namespace {

constexpr std::array<std::string_view, 10> kSuperscripts = {"⁰", "¹", "²", "³", "⁴",
                                                            "⁵", "⁶", "⁷", "⁸", "⁹"};

}  // namespace

std::string Footnotes::mark(std::size_t number) const {
  const std::string digits = fmt::format("{}", number);
  if (marks_ == Signs::Marks::kBrackets) {
    return '[' + digits + ']';
  }
  std::string superscript;
  for (const char digit : digits) {
    superscript.append(kSuperscripts.at(static_cast<std::size_t>(digit - '0')));
  }
  return superscript;
}

std::string_view Footnotes::marks_for(const Notes& notes) {
  if (notes.empty()) {
    return {};
  }
  if (!last_.shares_with(notes)) {
    last_ = notes;
    last_marks_.clear();
    for (const std::string& note : notes) {
      const auto [at, is_new] = numbers_.try_emplace(note, messages_.size() + 1);
      if (is_new) {
        messages_.push_back(note);
      }
      last_marks_.append(last_marks_.empty() ? "" : " ").append(mark(at->second));
    }
  }
  return last_marks_;
}

void Footnotes::append_to(std::string& out) const {
  for (std::size_t i = 0; i < messages_.size(); ++i) {
    out.append(mark(i + 1)).append(1, ' ').append(messages_[i]).append(1, '\n');
  }
}

}  // namespace headgate::compare
