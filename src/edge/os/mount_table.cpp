#include "edge/os/mount_table.h"

#include <sstream>

namespace headgate::os {
namespace {

bool is_octal(char c) { return c >= '0' && c <= '7'; }

std::string unescape(std::string_view field) {
  std::string text;
  for (std::size_t i = 0; i < field.size(); ++i) {
    if (field[i] == '\\' && i + 3 < field.size() && is_octal(field[i + 1]) &&
        is_octal(field[i + 2]) && is_octal(field[i + 3])) {
      text += static_cast<char>((field[i + 1] - '0') * 64 + (field[i + 2] - '0') * 8 +
                                (field[i + 3] - '0'));
      i += 3;
    } else {
      text += field[i];
    }
  }
  return text;
}

}  // namespace

std::vector<MountEntry> parse_mount_table(std::string_view mountinfo) {
  std::vector<MountEntry> table;
  std::istringstream lines{std::string(mountinfo)};
  for (std::string line; std::getline(lines, line);) {
    std::istringstream fields(line);
    MountEntry entry = {};
    std::string skipped;  // parent and device; then mount options and what else comes before " - "
    std::string root;
    std::string mount_point;
    fields >> entry.id >> skipped >> skipped >> root >> mount_point;
    while (fields >> skipped && skipped != "-") {
    }
    if (fields >> entry.type >> skipped >> entry.options) {
      entry.root = unescape(root);
      entry.mount_point = unescape(mount_point);
      table.push_back(std::move(entry));
    }
  }
  return table;
}

}  // namespace headgate::os
