// UTF-16 to UTF-8, in pieces: PowerShell's redirection writes UTF-16, and such a file must not read
// as empty. Pieces may end inside a unit or inside a surrogate pair.
//
// Errors:  none; an unpaired surrogate, or a single byte at the end, becomes U+FFFD.
// Cost:    linear.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace headgate::benchfmt {

/// Decodes one stream. A byte order mark is an ordinary character to it.
class Utf16Decoder {
 public:
  enum class ByteOrder { kLittleEndian, kBigEndian };

  explicit Utf16Decoder(ByteOrder order) : order_(order) {}

  /// Appends to `utf8` what `bytes` completes.
  void decode(std::string_view bytes, std::string& utf8);

  /// The stream ends: appends U+FFFD for what was left incomplete.
  void finish(std::string& utf8);

 private:
  void decode_unit(std::uint16_t unit, std::string& utf8);

  ByteOrder order_;
  std::optional<unsigned char> odd_byte_;
  std::optional<std::uint16_t> high_surrogate_;
};

}  // namespace headgate::benchfmt
