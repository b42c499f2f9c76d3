// A line as fields: maximal runs of characters that are not whitespace. Inline, because every byte
// of a benchmark line passes through here.
//
// Source:  whitespace is Unicode's White_Space property, 25 code points, as in Go's package
// unicode.

#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace headgate::benchfmt {

namespace internal {

enum class ByteClass : std::uint8_t {
  kPlain,
  kSpace,
  /// The first byte of a multi-byte character that may be whitespace. Never inside a well-formed
  /// one.
  kMaybeSpace,
};

constexpr std::array<ByteClass, 256> byte_classes() {
  std::array<ByteClass, 256> classes{};
  for (const char space : std::string_view("\t\n\v\f\r ")) {
    classes[static_cast<unsigned char>(space)] = ByteClass::kSpace;
  }
  for (const char lead : std::string_view("\xC2\xE1\xE2\xE3")) {
    classes[static_cast<unsigned char>(lead)] = ByteClass::kMaybeSpace;
  }
  return classes;
}

inline constexpr std::array<ByteClass, 256> kByteClasses = byte_classes();

/// The length of the multi-byte whitespace at the beginning of `text`; 0 when there is none.
[[nodiscard]] std::size_t wide_space_length(std::string_view text);

/// How many bytes at the beginning of `text` cannot be whitespace, looking at eight at once: all
/// up to the first one that is at most a blank, or not ASCII. It may stop a few bytes early.
[[nodiscard]] inline std::size_t plain_length(std::string_view text) {
  constexpr std::uint64_t kOnes = 0x0101010101010101;
  constexpr std::uint64_t kHighBits = 0x80 * kOnes;
  std::size_t length = 0;
  if constexpr (std::endian::native == std::endian::little) {
    std::uint64_t bytes = 0;
    while (text.size() - length >= sizeof bytes) {
      std::memcpy(&bytes, text.data() + length, sizeof bytes);
      // The subtraction borrows from above only: all below the lowest mark is right.
      const std::uint64_t marked = ((bytes - (' ' + 1) * kOnes) | bytes) & kHighBits;
      if (marked != 0) {
        return length + static_cast<std::size_t>(std::countr_zero(marked)) / 8;
      }
      length += sizeof bytes;
    }
  }
  return length;
}

}  // namespace internal

/// The length in bytes of the whitespace character that `text` begins with; 0 when it begins with
/// another one. `text` is not empty.
[[nodiscard]] inline std::size_t space_length(std::string_view text) {
  const auto byte_class = internal::kByteClasses[static_cast<unsigned char>(text.front())];
  if (byte_class == internal::ByteClass::kPlain) [[likely]] {
    return 0;
  }
  return byte_class == internal::ByteClass::kSpace ? 1 : internal::wide_space_length(text);
}

/// Walks over the fields of one line.
class Fields {
 public:
  explicit Fields(std::string_view line) : rest_(line) {}

  /// The next field; empty when there is none left.
  std::string_view next() {
    while (!rest_.empty()) {
      const std::size_t space = space_length(rest_);
      if (space == 0) {
        break;
      }
      rest_.remove_prefix(space);
    }
    return up_to_space();
  }

  /// The characters from here to the next whitespace; empty when whitespace is next.
  std::string_view up_to_space() {
    std::size_t length = internal::plain_length(rest_);
    while (length < rest_.size() && space_length(rest_.substr(length)) == 0) {
      ++length;
    }
    const std::string_view word = rest_.substr(0, length);
    rest_.remove_prefix(length);
    return word;
  }

  /// Whether nothing is left, not even whitespace.
  [[nodiscard]] bool at_end() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

}  // namespace headgate::benchfmt
