#include "core/report/text_width.h"

#include <algorithm>
#include <array>
#include <vector>

#include "core/benchfmt/utf8.h"
#include "core/result/result.h"

namespace headgate::report {
namespace {

struct Block {
  char32_t first;
  char32_t last;
};

constexpr auto kWide = std::to_array<Block>({{0x1100, 0x115F},
                                             {0x2E80, 0x303E},
                                             {0x3041, 0xA4CF},
                                             {0xA960, 0xA97C},
                                             {0xAC00, 0xD7A3},
                                             {0xF900, 0xFAFF},
                                             {0xFE30, 0xFE6F},
                                             {0xFF01, 0xFF60},
                                             {0xFFE0, 0xFFE6},
                                             {0x1F300, 0x1F64F},
                                             {0x1F680, 0x1F6FF},
                                             {0x1F900, 0x1F9FF},
                                             {0x20000, 0x3FFFD}});

constexpr auto kCombining = std::to_array<Block>({{0x0300, 0x036F},
                                                  {0x0483, 0x0489},
                                                  {0x1AB0, 0x1AFF},
                                                  {0x1DC0, 0x1DFF},
                                                  {0x20D0, 0x20FF},
                                                  {0xFE00, 0xFE0F},
                                                  {0xFE20, 0xFE2F},
                                                  {0xE0100, 0xE01EF}});

bool is_in(std::span<const Block> blocks, char32_t code) {
  return std::ranges::any_of(
      blocks, [code](const Block& block) { return code >= block.first && code <= block.last; });
}

std::size_t width_of(char32_t code) {
  if (code < 0x300) {
    return 1;
  }
  return is_in(kCombining, code) ? 0 : is_in(kWide, code) ? 2 : 1;
}

// The number of bytes at the beginning of `text` that fit into `most` columns.
std::size_t bytes_within(std::string_view text, std::size_t most) {
  std::size_t bytes = 0;
  std::size_t columns = 0;
  while (bytes < text.size()) {
    const benchfmt::Character character = benchfmt::first_character(text.substr(bytes));
    columns += width_of(character.code);
    if (columns > most) {
      break;
    }
    bytes += character.length;
  }
  return bytes;
}

}  // namespace

std::size_t width(std::string_view text) {
  std::size_t columns = 0;
  while (!text.empty()) {
    const benchfmt::Character character = benchfmt::first_character(text);
    columns += width_of(character.code);
    text.remove_prefix(character.length);
  }
  return columns;
}

std::string shortened(std::string_view text, std::size_t most) {
  constexpr std::string_view kMark = "...";
  constexpr std::size_t kLeast = 10;
  HEADGATE_CHECK(most >= kLeast);
  const std::size_t columns = width(text);
  if (columns <= most) {
    return std::string(text);
  }
  const std::size_t kept_in_front = (most - kMark.size()) / 2;
  const std::size_t kept_behind = most - kMark.size() - kept_in_front;
  std::string_view end = text;
  // What is left out may be a column more than needed, where a wide character stands on the cut.
  std::size_t skipped = 0;
  while (columns - skipped > kept_behind) {
    const benchfmt::Character character = benchfmt::first_character(end);
    skipped += width_of(character.code);
    end.remove_prefix(character.length);
  }
  return std::string(text.substr(0, bytes_within(text, kept_in_front))).append(kMark).append(end);
}

}  // namespace headgate::report
