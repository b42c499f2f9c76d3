#include "core/config/ledger_reading.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include <fmt/core.h>

#include "core/config/mapping_reading.h"
#include "core/config/policy_reading.h"
#include "core/config/yaml_tree.h"
#include "core/gate/pattern.h"

namespace headgate::config {
namespace {

using gate::Day;
using gate::LedgerEntry;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr Interval kAboveZero = {
    .least = 0, .most = kInfinity, .bound = Interval::Least::kExcluded};
constexpr std::string_view kEvidencePrefix = "sha256:";
constexpr std::size_t kDigestDigits = 64;

// An entry while its keys are read.
struct Draft {
  std::optional<std::string> match;
  std::optional<std::string> unit;
  std::optional<LedgerEntry::Direction> direction;
  std::optional<double> max_delta;
  std::optional<double> max_from_zero;
  std::optional<std::string> cause;
  std::optional<std::string> check;
  std::optional<std::string> evidence;
  std::optional<std::string> author;
  std::optional<Day> created;
  std::optional<Day> expires;
};

Result<LedgerEntry::Direction> read_effect_direction(const Subject& subject, const TreeNode& node) {
  using enum LedgerEntry::Direction;
  return read_enum<LedgerEntry::Direction, 2>(subject, node, {{{"up", kUp}, {"down", kDown}}});
}

Result<double> read_percent_above_zero(const Subject& subject, const TreeNode& node) {
  return read_percent(subject, node, kAboveZero);
}

Result<double> read_value_above_zero(const Subject& subject, const TreeNode& node) {
  return read_number(subject, node, kAboveZero);
}

Result<std::string> read_sentence(const Subject& subject, const TreeNode& node) {
  Result<std::string> text = read_text(subject, node);
  if (text && text->find_first_not_of(" \t") == std::string::npos) {
    return invalid(subject, node.line, "is empty", "say it in a sentence");
  }
  return text;
}

Result<std::string> read_evidence(const Subject& subject, const TreeNode& node) {
  Result<std::string> text = read_text(subject, node);
  if (!text) {
    return text;
  }
  const std::string_view digits =
      std::string_view(*text).substr(std::min(kEvidencePrefix.size(), text->size()));
  const bool is_digest =
      text->starts_with(kEvidencePrefix) && digits.size() == kDigestDigits &&
      std::ranges::all_of(digits, [](char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); });
  if (!is_digest) {
    return unexpected(subject, node, "sha256: and 64 lower-case hexadecimal digits",
                      "let `headgate ledger add` write the entry");
  }
  return text;
}

Result<Day> read_day_node(const Subject& subject, const TreeNode& node) {
  const auto* scalar = std::get_if<Scalar>(&node.content);
  const std::optional<Day> day = scalar == nullptr ? std::nullopt : gate::parse_day(scalar->text);
  if (!day) {
    return unexpected(subject, node, "a day as 2026-11-30");
  }
  return *day;
}

constexpr std::array<Key<Draft>, 11> kEntryKeys = {
    key<Draft, &Draft::match, read_match>("match"),
    key<Draft, &Draft::unit, read_unit>("unit"),
    key<Draft, &Draft::direction, read_effect_direction>("direction"),
    key<Draft, &Draft::max_delta, read_percent_above_zero>("max-delta"),
    key<Draft, &Draft::max_from_zero, read_value_above_zero>("max-from-zero"),
    key<Draft, &Draft::cause, read_sentence>("cause"),
    key<Draft, &Draft::check, read_sentence>("check"),
    key<Draft, &Draft::evidence, read_evidence>("evidence"),
    key<Draft, &Draft::author, read_sentence>("author"),
    key<Draft, &Draft::created, read_day_node>("created"),
    key<Draft, &Draft::expires, read_day_node>("expires"),
};

// The first key that the entry cannot do without; "" when it has them all.
std::string_view missing_key(const Draft& draft) {
  const std::pair<std::string_view, bool> needed[] = {
      {"match", draft.match.has_value()},
      {"unit", draft.unit.has_value()},
      {"direction", draft.direction.has_value()},
      {"max-delta", draft.max_delta.has_value() || draft.max_from_zero.has_value()},
      {"cause", draft.cause.has_value()},
      {"check", draft.check.has_value()},
      {"evidence", draft.evidence.has_value()},
      {"author", draft.author.has_value()},
      {"created", draft.created.has_value()},
      {"expires", draft.expires.has_value()},
  };
  for (const auto& [name, is_there] : needed) {
    if (!is_there) {
      return name;
    }
  }
  return {};
}

LedgerEntry entry_of(Draft draft, std::string origin) {
  return {.match = *std::move(draft.match),
          .unit = *std::move(draft.unit),
          .direction = *draft.direction,
          .max_delta = draft.max_delta,
          .max_from_zero = draft.max_from_zero,
          .cause = *std::move(draft.cause),
          .check = *std::move(draft.check),
          .evidence = *std::move(draft.evidence),
          .author = *std::move(draft.author),
          .created = *draft.created,
          .expires = *draft.expires,
          .origin = std::move(origin)};
}

Result<LedgerEntry> read_entry(const Subject& subject, const TreeNode& node) {
  if (!std::holds_alternative<Mapping>(node.content)) {
    return unexpected(subject, node, "a list of mappings");
  }
  Draft draft;
  if (Status read = read_mapping<Draft>(draft, subject, node, kEntryKeys); !read) {
    return std::move(read).error();
  }
  if (const std::string_view missing = missing_key(draft); !missing.empty()) {
    return invalid(subject, node.line, fmt::format("holds an entry without {}", missing),
                   "let `headgate ledger add` write the entry");
  }
  LedgerEntry entry = entry_of(std::move(draft), place(subject.source, node.line));
  if (const Result<gate::Pattern> pattern = gate::Pattern::compile(entry.match); !pattern) {
    return pattern.error().within(entry.origin);
  }
  if (entry.expires < entry.created) {
    return invalid(subject, node.line,
                   fmt::format("holds an entry that expires on {}, before it was made on {}",
                               gate::day_text(entry.expires), gate::day_text(entry.created)));
  }
  return entry;
}

using Entries = std::vector<LedgerEntry>;

Result<Entries> read_entries(const Subject& subject, const TreeNode& node) {
  Entries entries;
  if (std::holds_alternative<Null>(node.content)) {
    return entries;
  }
  const auto* sequence = std::get_if<Sequence>(&node.content);
  if (sequence == nullptr) {
    return unexpected(subject, node, "a list of entries");
  }
  for (const TreeNode& element : sequence->elements) {
    Result<LedgerEntry> entry = read_entry(subject, element);
    if (!entry) {
      return std::move(entry).error();
    }
    entries.push_back(*std::move(entry));
  }
  return entries;
}

TreeNode scalar_of(std::string_view text) {
  return {.line = 0, .content = Scalar{std::string(text)}};
}

}  // namespace

Result<Entries> read_ledger(std::string_view yaml, std::string_view file_name) {
  const Result<std::optional<TreeNode>> root = parse_yaml(yaml, file_name);
  if (!root) {
    return root.error();
  }
  if (!root->has_value() || std::holds_alternative<Null>((*root)->content)) {
    return Entries{};
  }
  const auto* mapping = std::get_if<Mapping>(&(*root)->content);
  if (mapping == nullptr) {
    return Error{.reason = Reason::kConfigInvalid,
                 .message = fmt::format("{}: a ledger is a mapping of keys to values",
                                        place(file_name, (*root)->line)),
                 .remedy = "start with the line: version: 1"};
  }
  if (Status version = check_version(file_name, *mapping); !version) {
    return std::move(version).error();
  }
  Entries entries;
  for (const Entry& entry : mapping->entries) {
    if (entry.key == kVersionKey) {
      continue;
    }
    constexpr std::array<std::string_view, 2> kKnown = {kVersionKey, "entries"};
    if (entry.key != kKnown[1]) {
      return unknown_key(file_name, entry.line, entry.key, "", kKnown);
    }
    Result<Entries> read =
        read_entries({.source = std::string(file_name), .name = entry.key}, entry.value);
    if (!read) {
      return read;
    }
    entries = *std::move(read);
  }
  return entries;
}

Result<double> read_max_delta(std::string_view source, std::string_view text) {
  return read_percent_above_zero({.source = std::string(source), .name = "max-delta"},
                                 scalar_of(text));
}

Result<Day> read_day(std::string_view source, std::string_view text) {
  return read_day_node({.source = std::string(source), .name = "the day"}, scalar_of(text));
}

}  // namespace headgate::config
