// The bytes that a fuzz target gets, as text.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace headgate::fuzz {

inline std::string_view text(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

/// What must hold whatever comes.
inline void require(bool holds) {
  if (!holds) {
    __builtin_trap();
  }
}

}  // namespace headgate::fuzz

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer calls it so
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
