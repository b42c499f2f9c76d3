// A settings file's YAML as a tree, or the one error that a person can act on.
//
// Only what settings need: one document of mappings, lists and text. Anchors, aliases, merge keys
// and tags are refused, because each makes a file say something else than it shows.

#pragma once

#include <optional>
#include <string_view>

#include "core/config/node.h"
#include "core/result/result.h"

namespace headgate::config {

/// The document's root; nullopt for a file without content. kConfigInvalid with "file:line: ..."
/// for everything that check_yaml_text refuses, for text that is not YAML, a duplicate key, a key
/// that is not text, an unterminated quote, nesting beyond kMaxDepth, a second document.
[[nodiscard]] Result<std::optional<TreeNode>> parse_yaml(std::string_view text,
                                                         std::string_view file_name);

/// Mappings and lists inside each other; settings need five.
inline constexpr std::size_t kMaxDepth = 16;

}  // namespace headgate::config
