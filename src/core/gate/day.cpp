#include "core/gate/day.h"

#include <charconv>
#include <cmath>
#include <cstdint>

#include <fmt/core.h>

namespace headgate::gate {
namespace {

// The number that all of these characters are; nullopt when one is no digit.
std::optional<unsigned> number(std::string_view digits) {
  unsigned value = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value);
  return error == std::errc() && stop == end ? std::optional(value) : std::nullopt;
}

}  // namespace

Day day_of(double unix_sec) {
  const std::chrono::seconds whole(static_cast<std::int64_t>(std::floor(unix_sec)));
  return std::chrono::floor<std::chrono::days>(std::chrono::sys_seconds(whole));
}

std::optional<Day> parse_day(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') {
    return std::nullopt;
  }
  const std::optional<unsigned> year = number(text.substr(0, 4));
  const std::optional<unsigned> month = number(text.substr(5, 2));
  const std::optional<unsigned> day = number(text.substr(8, 2));
  if (!year || *year == 0 || !month || !day) {
    return std::nullopt;
  }
  const std::chrono::year_month_day date(std::chrono::year(static_cast<int>(*year)),
                                         std::chrono::month(*month), std::chrono::day(*day));
  return date.ok() ? std::optional<Day>(date) : std::nullopt;
}

std::string day_text(Day day) {
  const std::chrono::year_month_day date(day);
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
}

}  // namespace headgate::gate
