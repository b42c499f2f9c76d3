#include "core/config/yaml_tree.h"

#include <string>
#include <string_view>
#include <variant>

#include <fmt/core.h>
#include <gtest/gtest.h>

namespace headgate::config {
namespace {

// A tree on one line, with line numbers: `a: 1` is {a@1: "1"@1}.
std::string shown(const TreeNode& node) {
  std::string text;
  if (const auto* scalar = std::get_if<Scalar>(&node.content)) {
    text = fmt::format("\"{}\"", scalar->text);
  } else if (const auto* sequence = std::get_if<Sequence>(&node.content)) {
    for (const TreeNode& element : sequence->elements) {
      text += (text.empty() ? "" : ", ") + shown(element);
    }
    text = fmt::format("[{}]", text);
  } else if (const auto* mapping = std::get_if<Mapping>(&node.content)) {
    for (const Entry& entry : mapping->entries) {
      text += fmt::format("{}{}@{}: {}", text.empty() ? "" : ", ", entry.key, entry.line,
                          shown(entry.value));
    }
    text = fmt::format("{{{}}}", text);
  } else {
    text = "null";
  }
  return fmt::format("{}@{}", text, node.line);
}

std::string tree_of(std::string_view yaml) {
  const Result<std::optional<TreeNode>> root = parse_yaml(yaml, "f");
  if (!root) {
    return root.error().message;
  }
  return root->has_value() ? shown(**root) : "nothing";
}

TEST(YamlTree, KeepsLinesOfKeysAndValues) {
  EXPECT_EQ(tree_of("a: 1\n\nb:\n  - x\n  - {c: y}\n"),
            R"({a@1: "1"@1, b@3: ["x"@4, {c@5: "y"@5}@5]@4}@1)");
}

TEST(YamlTree, KeepsScalarsAsWritten) {
  EXPECT_EQ(tree_of("a: 010\nb: yes\nc: '~'\nd: \"\\u00e9\"\n"),
            R"({a@1: "010"@1, b@2: "yes"@2, c@3: "~"@3, d@4: "é"@4}@1)");
}

TEST(YamlTree, TellsNothingFromEmptyText) {
  EXPECT_EQ(tree_of("a:\nb: ~\nc: null\nd: ''\n"),
            R"({a@1: null@1, b@2: null@2, c@3: null@3, d@4: ""@4}@1)");
}

TEST(YamlTree, FilesWithoutContentAreNothing) {
  EXPECT_EQ(tree_of(""), "nothing");
  EXPECT_EQ(tree_of("# only a comment\n\n"), "nothing");
  EXPECT_EQ(tree_of("\xef\xbb\xbf"), "nothing");
  EXPECT_EQ(tree_of("---\n"), "null@1");
}

TEST(YamlTree, TakesByteOrderMarksAndWindowsLines) {
  EXPECT_EQ(tree_of("\xef\xbb\xbf"
                    "a: 1\r\nb: 2\r\n"),
            R"({a@1: "1"@1, b@2: "2"@2}@1)");
}

TEST(YamlTree, QuotesMayHoldQuotes) {
  EXPECT_EQ(tree_of("a: 'it''s'\nb: \"x\\\"y\"\n"), R"({a@1: "it's"@1, b@2: "x"y"@2}@1)");
  EXPECT_EQ(tree_of("a: ''''\nb: \"\\\\\"\n"), R"({a@1: "'"@1, b@2: "\"@2}@1)");
}

struct RefusedYaml {
  std::string_view yaml;
  std::string_view message;
};

TEST(YamlTree, RefusesWithOneClearError) {
  const RefusedYaml cases[] = {
      {"a: 1\nb: 2\na: 3\n", "f:3: duplicate key \"a\", first in line 1"},
      {"a: {b: 1, c: 2, b: 3}\n", "f:1: duplicate key \"b\", first in line 1"},
      {"a: &x 1\nb: *x\n", "f:1: anchors (&) and aliases (*) are not supported"},
      {"a: &x [*x]\n", "f:1: anchors (&) and aliases (*) are not supported"},
      {"a: &x\nb: 1\n", "f:1: anchors (&) and aliases (*) are not supported"},
      {"a:\n  <<: {b: 1}\n", "f:2: merge keys (<<) are not supported"},
      {"a: !!int 3\n", "f:1: tags (!) are not supported"},
      {"a: ! x\n", "f:1: tags (!) are not supported"},
      {"a: !x []\n", "f:1: tags (!) are not supported"},
      {"a:\n  !x\n  b: 1\n", "f:2: tags (!) are not supported"},
      {"a: 1\n---\nb: 2\n", "f:2: a second document starts here"},
      {"a: 1\n---\n", "f:2: a second document starts here"},
      {"{a: 1}\nb: 2\n", "f:2: text behind the end of the settings"},
      {" a: 1\nb: 2\n", "f:2: text behind the end of the settings"},
      {",", "f:1: text behind the end of the settings"},
      {"a:\n  b: 1\n\tc: 2\n", "f:3: a tab in the indentation"},
      {"a:\n\tb: 1\n", "f:2: a tab in the indentation"},
      {"\ta: 1\n", "f:1: a tab in the indentation"},
      {"a: \"x\nb: 1\nc: 2\n", "f:1: the quote that starts here never ends"},
      {"a: 1\nb: 'it''s\n", "f:2: the quote that starts here never ends"},
      {"é: \"\\\"\n", "f:1: the quote that starts here never ends"},
      {"a: \"\\0\"\n", "f:1: a control character in a value"},
      {"a: \"\\e[1m\"\n", "f:1: a control character in a value"},
      {"[a]: 1\n", "f:1: a key must be text"},
      {"a: 1\n? {b: 1}\n: 2\n", "f:2: a key must be text"},
      {"~: 1\n", "f:1: a key must be text"},
      {": 1\n", "f:1: a key must be text"},
      {"a: b: c\n", "f:1: not valid YAML: illegal map value"},
      {"a: [1, 2\n", "f:2: not valid YAML: end of sequence flow not found"},
      {"a: @x\n", "f:1: not valid YAML: unknown token"},
      {"a: \"\\q\"\n", "f:1: not valid YAML: unknown escape character: q"},
      {"a: *x\n", "f:1: not valid YAML: the referenced anchor is not defined"},
  };
  for (const RefusedYaml& refused : cases) {
    const Result<std::optional<TreeNode>> root = parse_yaml(refused.yaml, "f");
    ASSERT_FALSE(root) << refused.yaml;
    EXPECT_EQ(root.error().message, refused.message) << refused.yaml;
    EXPECT_EQ(root.error().reason, Reason::kConfigInvalid);
    EXPECT_NE(root.error().remedy, "") << refused.yaml;
  }
}

TEST(YamlTree, ChecksTheTextFirst) {
  EXPECT_EQ(tree_of("a: \xff"), "f:1: invalid UTF-8 (byte 0xff)");
}

TEST(YamlTree, RefusesDeepNestingOfEveryKind) {
  const std::string sixteen = "a: " + std::string(15, '[') + std::string(15, ']') + "\n";
  EXPECT_TRUE(parse_yaml(sixteen, "f"));
  const std::string seventeen = "a: " + std::string(16, '[') + std::string(16, ']') + "\n";
  EXPECT_EQ(tree_of(seventeen), "f:1: nested deeper than 16 levels");
  EXPECT_EQ(tree_of(std::string(100'000, '[')), "f:1: nested deeper than 16 levels");
  EXPECT_EQ(tree_of(std::string(100'000, '{')), "f:1: nested deeper than 16 levels");
  std::string blocks;
  for (std::size_t depth = 0; depth < 1000; ++depth) {
    blocks += std::string(depth, ' ') + "a:\n";
  }
  EXPECT_EQ(tree_of(blocks), "f:17: nested deeper than 16 levels");
}

TEST(YamlTree, ReadsManyKeysInReasonableTime) {
  // Finding duplicates by a walk over earlier keys would take minutes.
  std::string yaml;
  for (int i = 0; i < 30'000; ++i) {
    yaml += fmt::format("k{}: 1\n", i);
  }
  EXPECT_TRUE(parse_yaml(yaml, "f"));
}

}  // namespace
}  // namespace headgate::config
