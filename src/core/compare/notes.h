// The footnotes of one table: each message once, numbered by first use.
//
// Errors:  none.
// Cost:    a hash of the message; none for a list of notes that comes again at once.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/compare/shared_notes.h"
#include "core/compare/words.h"

namespace headgate::compare {

class Footnotes {
 public:
  explicit Footnotes(Signs::Marks marks) : marks_(marks) {}

  /// The marks that stand for these notes, separated by blanks; empty for none. Valid until the
  /// next call.
  [[nodiscard]] std::string_view marks_for(const Notes& notes);

  /// "MARK MESSAGE" lines.
  void append_to(std::string& out) const;

 private:
  [[nodiscard]] std::string mark(std::size_t number) const;

  Signs::Marks marks_;
  std::vector<std::string> messages_;
  std::unordered_map<std::string, std::size_t> numbers_;
  Notes last_;
  std::string last_marks_;  // of last_
};

}  // namespace headgate::compare
