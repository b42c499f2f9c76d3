// What is said about one cell. Thousands of cells say the same, most say nothing: cells share a
// list, and one without notes has none.
//
// Errors:  none.
// Cost:    two words; copying counts a reference.

#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace headgate::compare {

/// Sentences in benchstat's words, in the order in which they are shown; never changed.
class Notes {
 public:
  using value_type = std::string;
  using const_iterator = const std::string*;

  Notes() = default;

  explicit Notes(std::vector<std::string> notes)
      : list_(notes.empty() ? nullptr
                            : std::make_shared<const std::vector<std::string>>(std::move(notes))) {}

  [[nodiscard]] bool empty() const { return list_ == nullptr; }

  [[nodiscard]] std::size_t size() const { return empty() ? 0 : list_->size(); }

  [[nodiscard]] const_iterator begin() const { return empty() ? nullptr : list_->data(); }

  [[nodiscard]] const_iterator end() const { return begin() + size(); }

  /// Whether both are the same list: then they say the same, but not the other way round.
  [[nodiscard]] bool shares_with(const Notes& other) const { return list_ == other.list_; }

 private:
  std::shared_ptr<const std::vector<std::string>> list_;
};

}  // namespace headgate::compare
