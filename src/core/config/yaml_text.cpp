#include "core/config/yaml_text.h"

#include <array>
#include <string>
#include <utility>

#include <fmt/core.h>

#include "core/config/node.h"

namespace headgate::config {
namespace {

// A lead byte between `first` and `last` starts a character of `size` bytes whose second byte lies
// between `second_first` and `second_last`; the others are continuation bytes. The Unicode
// Standard, table 3-7 ("Well-Formed UTF-8 Byte Sequences").
struct Utf8Form {
  unsigned char first;
  unsigned char last;
  std::size_t size;
  unsigned char second_first;
  unsigned char second_last;
};

constexpr std::array<Utf8Form, 9> kUtf8Forms = {{
    {0x00, 0x7f, 1, 0x00, 0x00},
    {0xc2, 0xdf, 2, 0x80, 0xbf},
    {0xe0, 0xe0, 3, 0xa0, 0xbf},
    {0xe1, 0xec, 3, 0x80, 0xbf},
    {0xed, 0xed, 3, 0x80, 0x9f},
    {0xee, 0xef, 3, 0x80, 0xbf},
    {0xf0, 0xf0, 4, 0x90, 0xbf},
    {0xf1, 0xf3, 4, 0x80, 0xbf},
    {0xf4, 0xf4, 4, 0x80, 0x8f},
}};

unsigned char byte_at(std::string_view text, std::size_t position) {
  return static_cast<unsigned char>(text[position]);
}

// Bytes of the character that starts at `start`; 0 when it is not valid UTF-8.
std::size_t character_size(std::string_view text, std::size_t start) {
  const unsigned char lead = byte_at(text, start);
  for (const Utf8Form& form : kUtf8Forms) {
    if (lead < form.first || lead > form.last) {
      continue;
    }
    if (form.size > text.size() - start) {
      return 0;
    }
    for (std::size_t i = 1; i < form.size; ++i) {
      const unsigned char byte = byte_at(text, start + i);
      const unsigned char lowest = i == 1 ? form.second_first : 0x80;
      const unsigned char highest = i == 1 ? form.second_last : 0xbf;
      if (byte < lowest || byte > highest) {
        return 0;
      }
    }
    return form.size;
  }
  return 0;
}

struct Fault {
  std::string what;
  std::string remedy;
};

// What is wrong with the character at `start`, if anything is; "" else.
Fault fault_at(std::string_view text, std::size_t start, std::size_t size) {
  if (size == 0) {
    return {.what = fmt::format("invalid UTF-8 (byte 0x{:02x})", byte_at(text, start)),
            .remedy = "save the file as UTF-8"};
  }
  const unsigned char byte = byte_at(text, start);
  if (byte == '\r' && text.substr(start, 2) != "\r\n") {
    return {.what = "a carriage return that ends no line", .remedy = "end lines with a line feed"};
  }
  const bool is_control = byte < 0x20 || byte == 0x7f;
  if (is_control && byte != '\t' && byte != '\n' && byte != '\r') {
    return {.what = fmt::format("control character 0x{:02x}", byte),
            .remedy = "remove it; in a quoted value write an escape"};
  }
  if (byte == '%' && (start == 0 || text[start - 1] == '\n')) {
    return {.what = "YAML directives are not supported", .remedy = "remove the line"};
  }
  return {};
}

}  // namespace

Status check_yaml_text(std::string_view text, std::string_view file_name) {
  const auto invalid = [file_name](std::size_t line, Fault fault) {
    return Error{.reason = Reason::kConfigInvalid,
                 .message = fmt::format("{}: {}", place(file_name, line), fault.what),
                 .remedy = std::move(fault.remedy)};
  };
  if (text.size() > kMaxYamlBytes) {
    return invalid(0, {.what = fmt::format("{} bytes are more than a settings file may have ({})",
                                           text.size(), kMaxYamlBytes),
                       .remedy = "is this the right file?"});
  }
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")) {
    return invalid(0, {.what = "the file is UTF-16", .remedy = "save the file as UTF-8"});
  }
  std::size_t line = 1;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t size = character_size(text, start);
    if (Fault fault = fault_at(text, start, size); !fault.what.empty()) {
      return invalid(line, std::move(fault));
    }
    line += text[start] == '\n' ? 1 : 0;
    start += size;
  }
  return ok();
}

}  // namespace headgate::config
