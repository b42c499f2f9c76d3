// The footnotes of one table: each message once, numbered by first use.
//
// Errors:  none.
// Cost:    a hash of the message.

#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/compare/words.h"

namespace headgate::compare {

class Footnotes {
 public:
  explicit Footnotes(Signs::Marks marks) : marks_(marks) {}

  /// The marks that stand for these notes, separated by blanks; empty for none.
  [[nodiscard]] std::string marks_for(const std::vector<std::string>& notes);

  /// "MARK MESSAGE" lines.
  void append_to(std::string& out) const;

 private:
  [[nodiscard]] std::string mark(std::size_t number) const;

  Signs::Marks marks_;
  std::vector<std::string> messages_;
  std::unordered_map<std::string, std::size_t> numbers_;
};

}  // namespace headgate::compare
