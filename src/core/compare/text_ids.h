// Numbers for texts that somebody else keeps, by the ten thousand: names of benchmarks, values of
// keys.
//
// Errors:  none.
// Cost:    a hash and a probe of a flat table.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

namespace headgate::compare {

class TextIds {
 public:
  struct Id {
    std::uint32_t value;
    bool is_new;
  };

  TextIds();
  TextIds(TextIds&&) noexcept;
  TextIds& operator=(TextIds&&) noexcept;
  ~TextIds();

  /// The id of this text, or `next`, which it gets. The text must outlive this object.
  Id find_or_add(std::string_view text, std::uint32_t next);

  [[nodiscard]] std::optional<std::uint32_t> find(std::string_view text) const;

 private:
  struct Table;
  std::unique_ptr<Table> table_;
};

}  // namespace headgate::compare
