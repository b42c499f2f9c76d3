#include "core/report/page.h"

#include <algorithm>

#include <fmt/core.h>

namespace headgate::report {
namespace {

std::string rest(std::size_t rows, std::string_view where) {
  return fmt::format("\n**{} more row{}** in {}.\n", rows, rows == 1 ? "" : "s", where);
}

// The beginning of UTF-8 text, cut between two characters.
std::string_view cut(std::string_view text, std::size_t most) {
  if (text.size() <= most) {
    return text;
  }
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0U) == 0x80U) {
    --most;
  }
  return text.substr(0, most);
}

}  // namespace

std::string page(std::string_view head, const std::vector<Table>& tables, std::string_view foot,
                 std::string_view where, std::size_t limit_bytes) {
  std::size_t left = 0;
  for (const Table& table : tables) {
    left += table.rows.size();
  }
  // Room for the longest sentence on what is left out.
  const std::size_t reserve =
      head.size() + foot.size() + (left == 0 ? 0 : rest(left, where).size());
  if (reserve > limit_bytes) {
    return std::string(cut(head, limit_bytes));
  }
  std::string text(head);
  std::size_t room = limit_bytes - reserve;
  for (const Table& table : tables) {
    std::string_view heading = table.heading;  // goes with the first row
    for (const std::string& row : table.rows) {
      if (heading.size() + row.size() > room) {
        break;
      }
      room -= heading.size() + row.size();
      text += heading;
      text += row;
      heading = {};
      --left;
    }
  }
  text += left == 0 ? std::string() : rest(left, where);
  text += foot;
  return text;
}

}  // namespace headgate::report
