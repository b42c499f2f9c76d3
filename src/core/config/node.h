// Settings as they were written, before anyone asked what they mean: a tree with line numbers.
//
// A settings file becomes one, and so does a flag or an input, so that every setting is read and
// checked in one place whatever its source.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace headgate::config {

struct TreeNode;
struct Entry;

/// Nothing: an empty value, `~` or `null`.
struct Null {};

/// Text, quoted or not. No control characters but tab and line feed.
struct Scalar {
  std::string text;
};

struct Sequence {
  std::vector<TreeNode> elements;
};

/// In the order of the file; no key twice.
struct Mapping {
  std::vector<Entry> entries;
};

struct TreeNode {
  std::size_t line;  ///< from 1; 0 where the source has no lines
  std::variant<Null, Scalar, Sequence, Mapping> content;
};

struct Entry {
  std::string key;
  std::size_t line;
  TreeNode value;
};

/// "file:7", or the source alone where there is no line.
[[nodiscard]] std::string place(std::string_view source, std::size_t line);

}  // namespace headgate::config
