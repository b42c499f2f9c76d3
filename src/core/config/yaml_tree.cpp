// How: our own handler of yaml-cpp's events builds the tree, because its TreeNode neither knows of
// duplicate keys nor survives an alias to its own parent. The first error wins; events behind it
// are ignored, which is cheap, as no event is ever repeated (aliases are not expanded).

#include "core/config/yaml_tree.h"

#include <algorithm>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/core.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include "core/config/yaml_text.h"

namespace headgate::config {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
constexpr std::string_view kPlainTag = "?";
constexpr std::string_view kQuotedTag = "!";

// A text with its lines, to look up what stands where an event says it starts.
class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text) {
    for (std::size_t end = text.find('\n'); end != std::string_view::npos;
         end = text.find('\n', end + 1)) {
      starts_.push_back(end + 1);
    }
  }

  // From the mark's position to the end of the text; empty for a mark beyond it.
  [[nodiscard]] std::string_view from(const YAML::Mark& mark) const {
    if (mark.line < 0 || mark.column < 0) {
      return {};
    }
    const std::string_view line = from_line(static_cast<std::size_t>(mark.line));
    return line.substr(std::min(static_cast<std::size_t>(mark.column), line.size()));
  }

  // From the start of a line (from 0) to the end of the text.
  [[nodiscard]] std::string_view from_line(std::size_t line) const {
    return line < starts_.size() ? text_.substr(starts_[line]) : std::string_view{};
  }

  // The line (from 1) of the last thing that is written in front of the mark. yaml-cpp marks a
  // value that is not there with what comes next, which may be many blank and comment lines below.
  [[nodiscard]] std::size_t line_before(const YAML::Mark& mark) const {
    std::size_t line = mark.line < 0 ? 0 : static_cast<std::size_t>(mark.line);
    std::size_t length = mark.column < 0 ? 0 : static_cast<std::size_t>(mark.column);
    while (line > 0 && says_nothing(from_line(line).substr(0, length))) {
      --line;
      length = std::string_view::npos;
    }
    return line + 1;
  }

 private:
  // Of a line and what follows it: is the line blank or a comment?
  static bool says_nothing(std::string_view text) {
    const std::string_view line = text.substr(0, text.find('\n'));
    const std::size_t first = line.find_first_not_of(" \t\r");
    return first == std::string_view::npos || line[first] == '#';
  }

  std::string_view text_;
  std::vector<std::size_t> starts_ = {0};
};

// Does a quoted scalar that starts here have its closing quote? yaml-cpp takes the end of the file
// for one, and with it every setting behind a forgotten quote.
bool is_terminated(std::string_view quoted) {
  const char quote = quoted.front();
  for (std::size_t i = 1; i < quoted.size(); ++i) {
    if (quote == '"' && quoted[i] == '\\') {
      ++i;
    } else if (quoted[i] == quote) {
      if (quote == '"' || quoted.substr(i + 1, 1) != "'") {
        return true;
      }
      ++i;  // '' is a quote inside
    }
  }
  return false;
}

bool has_control_character(std::string_view text) {
  return std::ranges::any_of(text, [](char character) {
    const auto byte = static_cast<unsigned char>(character);
    return (byte < 0x20 && byte != '\t' && byte != '\n') || byte == 0x7f;
  });
}

std::size_t line_of(const YAML::Mark& mark) {
  return mark.line < 0 ? 0 : static_cast<std::size_t>(mark.line) + 1;
}

class TreeBuilder : public YAML::EventHandler {
 public:
  TreeBuilder(const Lines& lines, std::string_view file_name)
      : lines_(lines), file_name_(file_name) {}

  void OnDocumentStart(const YAML::Mark& mark) override {
    ++documents_;
    if (documents_ == 1) {
      return;
    }
    if (lines_.from_line(static_cast<std::size_t>(std::max(mark.line, 0))).starts_with("---")) {
      fail(line_of(mark), "a second document starts here", "a settings file has one document");
    } else {
      fail(line_of(mark), "text behind the end of the settings", "check the indentation");
    }
  }

  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    if (accepts(mark, kPlainTag, anchor)) {
      add_value(TreeNode{.line = lines_.line_before(mark), .content = Null{}});
    }
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t /*anchor*/) override { refuse_anchor(mark); }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    if (!accepts(mark, tag == kQuotedTag ? kPlainTag : tag, anchor)) {
      return;
    }
    const std::string_view written = tag == kQuotedTag ? lines_.from(mark) : std::string_view{};
    if (written.starts_with('!')) {
      refuse_tag(mark);
    } else if ((written.starts_with('"') || written.starts_with('\'')) && !is_terminated(written)) {
      fail(line_of(mark), "the quote that starts here never ends", "add the closing quote");
    } else if (has_control_character(value)) {
      fail(line_of(mark), "a control character in a value", "remove the escape");
    } else {
      add_scalar(mark, value);
    }
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value /*style*/) override {
    if (accepts(mark, tag, anchor)) {
      open(TreeNode{.line = line_of(mark), .content = Sequence{}});
    }
  }

  void OnSequenceEnd() override { close(); }

  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value /*style*/) override {
    if (accepts(mark, tag, anchor)) {
      open(TreeNode{.line = line_of(mark), .content = Mapping{}});
    }
  }

  void OnMapEnd() override { close(); }

  void fail(std::size_t line, std::string_view what, std::string_view remedy) {
    if (!error_) {
      error_ = Error{.reason = Reason::kConfigInvalid,
                     .message = fmt::format("{}: {}", place(file_name_, line), what),
                     .remedy = std::string(remedy)};
    }
  }

  [[nodiscard]] const std::optional<Error>& error() const { return error_; }

  [[nodiscard]] std::optional<TreeNode> take_root() { return std::move(root_); }

 private:
  // A mapping or list that is not complete yet.
  struct Open {
    TreeNode node;
    std::map<std::string, std::size_t, std::less<>> key_lines = {};
    std::optional<std::pair<std::string, std::size_t>> key = std::nullopt;  // waits for its value
  };

  bool accepts(const YAML::Mark& mark, std::string_view tag, YAML::anchor_t anchor) {
    if (anchor != 0) {
      refuse_anchor(mark);
    } else if (!tag.empty() && tag != kPlainTag) {
      refuse_tag(mark);
    }
    return !error_;
  }

  void refuse_anchor(const YAML::Mark& mark) {
    fail(line_of(mark), "anchors (&) and aliases (*) are not supported",
         "write the value out, or quote it if it is meant to start with & or *");
  }

  void refuse_tag(const YAML::Mark& mark) {
    fail(line_of(mark), "tags (!) are not supported",
         "remove the tag, or quote the value if it is meant to start with !");
  }

  void add_scalar(const YAML::Mark& mark, const std::string& value) {
    if (!open_.empty() && std::holds_alternative<Mapping>(open_.back().node.content) &&
        !open_.back().key) {
      add_key(line_of(mark), value);
    } else {
      add_value(TreeNode{.line = line_of(mark), .content = Scalar{value}});
    }
  }

  void add_key(std::size_t line, const std::string& key) {
    if (key == "<<") {
      fail(line, "merge keys (<<) are not supported", "write the keys out");
      return;
    }
    Open& mapping = open_.back();
    const auto [known, is_new] = mapping.key_lines.emplace(key, line);
    if (!is_new) {
      fail(line, fmt::format("duplicate key \"{}\", first in line {}", key, known->second),
           "remove one of the two");
      return;
    }
    mapping.key = {key, line};
  }

  void add_value(TreeNode node) {
    if (open_.empty()) {
      root_ = std::move(node);
      return;
    }
    Open& parent = open_.back();
    if (auto* sequence = std::get_if<Sequence>(&parent.node.content)) {
      sequence->elements.push_back(std::move(node));
    } else if (parent.key) {
      std::get<Mapping>(parent.node.content)
          .entries.push_back(Entry{.key = std::move(parent.key->first),
                                   .line = parent.key->second,
                                   .value = std::move(node)});
      parent.key.reset();
    } else {
      fail(node.line, "a key must be text", "quote the key, or check the line above");
    }
  }

  void open(TreeNode node) {
    if (open_.size() == kMaxDepth) {
      fail(node.line, fmt::format("nested deeper than {} levels", kMaxDepth),
           "no setting needs more than five");
      return;
    }
    open_.push_back(Open{.node = std::move(node)});
  }

  void close() {
    if (error_) {
      return;
    }
    TreeNode node = std::move(open_.back().node);
    open_.pop_back();
    add_value(std::move(node));
  }

  const Lines& lines_;
  std::string file_name_;
  std::size_t documents_ = 0;
  std::vector<Open> open_;
  std::optional<TreeNode> root_;
  std::optional<Error> error_;
};

// The parser's own words, made better where they mislead.
void fail_in_words(TreeBuilder& builder, const Lines& lines, const YAML::Exception& exception) {
  const std::size_t line = line_of(exception.mark);
  const std::string_view text = line == 0 ? std::string_view{} : lines.from_line(line - 1);
  const std::string_view indentation = text.substr(0, text.find_first_not_of(" \t"));
  if (indentation.find('\t') != std::string_view::npos) {
    builder.fail(line, "a tab in the indentation", "indent with spaces");
    return;
  }
  builder.fail(line, fmt::format("not valid YAML: {}", exception.msg),
               "check the indentation, and quote values that hold \": \" or \" #\"");
}

}  // namespace

std::string place(std::string_view source, std::size_t line) {
  return line == 0 ? std::string(source) : fmt::format("{}:{}", source, line);
}

Result<std::optional<TreeNode>> parse_yaml(std::string_view text, std::string_view file_name) {
  if (text.starts_with(kByteOrderMark)) {
    text.remove_prefix(kByteOrderMark.size());
  }
  if (Status checked = check_yaml_text(text, file_name); !checked) {
    return std::move(checked).error();
  }
  const Lines lines(text);
  TreeBuilder builder(lines, file_name);
  try {
    std::istringstream stream{std::string(text)};
    YAML::Parser parser(stream);
    // A stray "," makes yaml-cpp find empty documents for ever: the second is the last.
    while (parser.HandleNextDocument(builder) && !builder.error()) {
    }
  } catch (const YAML::Exception& exception) {
    fail_in_words(builder, lines, exception);
  }
  if (builder.error()) {
    return *builder.error();
  }
  return builder.take_root();
}

}  // namespace headgate::config
