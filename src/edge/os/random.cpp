#include "edge/os/random.h"

#include <array>
#include <cerrno>
#include <string_view>
#include <system_error>

#include <sys/random.h>

namespace headgate::os {

std::string random_hex() {
  std::array<unsigned char, 16> bytes{};
  std::size_t filled = 0;
  while (filled < bytes.size()) {
    const ssize_t got = getrandom(bytes.data() + filled, bytes.size() - filled, 0);
    if (got < 0 && errno != EINTR) {
      throw std::system_error(errno, std::generic_category(), "getrandom");
    }
    filled += got > 0 ? static_cast<std::size_t>(got) : 0;
  }
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const unsigned char byte : bytes) {
    text += kDigits[byte >> 4U];
    text += kDigits[byte & 15U];
  }
  return text;
}

}  // namespace headgate::os
