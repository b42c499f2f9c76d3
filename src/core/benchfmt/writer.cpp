#include "core/benchfmt/writer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include <fmt/core.h>

#include "core/benchfmt/config_key.h"
#include "core/benchfmt/fields.h"
#include "core/benchfmt/utf8.h"
#include "core/result/result.h"

namespace headgate::benchfmt {
namespace {

// Go's testing package puts the last digit before the point here, behind a tab.
constexpr std::size_t kIterationsWidth = 8;
constexpr std::size_t kIntegerPartWidth = 10;

// Characters that a reader would not give back: it splits lines, takes escape codes out and refuses
// NUL.
constexpr std::string_view kUnwritable("\n\x1b\0", 3);

bool is_writable(std::string_view text) {
  return text.find_first_of(kUnwritable) == std::string_view::npos;
}

std::size_t character_count(std::string_view text) {
  std::size_t count = 0;
  while (!text.empty()) {
    text.remove_prefix(first_character(text).length);
    ++count;
  }
  return count;
}

void append_padded(std::string& out, std::string_view text, std::size_t length, std::size_t width) {
  out.append(width - std::min(length, width), ' ');
  out += text;
}

// The shortest digits that read back as the same double. Without exponent where people write it so;
// Go prints 21 digits before it changes to an exponent.
std::string shortest(double value) {
  if (std::isnan(value)) {
    return "NaN";
  }
  if (std::isinf(value)) {
    return value > 0 ? "+Inf" : "-Inf";
  }
  const double magnitude = std::abs(value);
  const bool fixed = magnitude == 0 || (magnitude >= 1e-9 && magnitude < 1e21);
  std::array<char, 64> buffer;
  const auto [end, error] =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                    fixed ? std::chars_format::fixed : std::chars_format::scientific);
  HEADGATE_CHECK(error == std::errc{});
  return {buffer.data(), end};
}

void append_value(std::string& out, const Value& value) {
  HEADGATE_CHECK(is_field(value.unit) && !value.unit.empty());
  const std::string number = shortest(value.value);
  out += '\t';
  append_padded(out, number, std::min(number.find('.'), number.size()), kIntegerPartWidth);
  out += ' ';
  out += value.unit;
}

}  // namespace

void append_config(std::string& out, std::string_view key, std::string_view value) {
  HEADGATE_CHECK(is_config_key(key));
  HEADGATE_CHECK(is_writable(value) && !value.starts_with(' ') && !value.starts_with('\t'));
  out += key;
  out += ':';
  if (!value.empty()) {
    out += ' ';
    out += value;
  }
  if (value.ends_with('\r')) {
    out += '\r';  // a reader takes one off
  }
  out += '\n';
}

void append_measurement(std::string& out, std::string_view name, std::int64_t iterations,
                        std::span<const Value> values, std::size_t name_width) {
  HEADGATE_CHECK(is_field(name) && iterations >= 1 && !values.empty());
  out += "Benchmark";
  out += name;
  const std::size_t length = character_count(name);
  out.append(name_width - std::min(length, name_width), ' ');
  out += '\t';
  const std::string count = fmt::format("{}", iterations);
  append_padded(out, count, count.size(), kIterationsWidth);
  for (const Value& value : values) {
    append_value(out, value);
  }
  out += '\n';
}

bool is_field(std::string_view text) {
  Fields fields(text);
  return fields.up_to_space() == text && is_writable(text);
}

bool is_config_key(std::string_view text) {
  return !text.empty() && is_writable(text) && config_key_length(text) == text.size();
}

}  // namespace headgate::benchfmt
