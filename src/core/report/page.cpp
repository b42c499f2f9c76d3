#include "core/report/page.h"

#include <algorithm>

#include <fmt/core.h>

#include "core/report/markdown.h"
#include "core/report/words.h"

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

std::string_view heading_of(gate::Decision decision) {
  switch (decision) {
    case gate::Decision::kPass:
      return ":white_check_mark: headgate: pass";
    case gate::Decision::kRegression:
      return ":x: headgate: regression";
    case gate::Decision::kUnstable:
      return ":warning: headgate: unstable";
    case gate::Decision::kError:
      break;
  }
  return ":no_entry: headgate: could not decide";
}

}  // namespace

std::string opening_of(const gate::Verdict& verdict, std::size_t most) {
  const auto sentence = [most](std::string_view text) {
    return markdown_text(clipped(text, most));
  };
  const std::string reason =
      verdict.reason ? fmt::format(" (`{}`)", code(*verdict.reason)) : std::string();
  std::string text = fmt::format("## {}{}\n\n{}\n", heading_of(verdict.decision), reason,
                                 sentence(verdict.message));
  if (!verdict.remedy.empty()) {
    text += fmt::format("\n> {}\n", sentence(verdict.remedy));
  }
  if (verdict.waiver) {
    text += fmt::format("\n> Waived by the label {}: these regressions do not fail the step.\n",
                        markdown_code(clipped(verdict.waiver->label, most)));
  }
  return text;
}

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
