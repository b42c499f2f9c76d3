// The design of the experiment: two sides, measured in one or two stages.
//
// Everything that exists once per side is a Sides<T>, so that no function has to remember which of
// two vectors was base. Units: none. Errors: none. Cost: none. Source: DESIGN words.

#pragma once

#include <string_view>

namespace headgate::stats {

/// The two things compared. Base is what head is judged against.
enum class Side { kBase, kHead };

/// "base" or "head", as in file names and messages.
[[nodiscard]] constexpr std::string_view name(Side side) {
  return side == Side::kBase ? "base" : "head";
}

[[nodiscard]] constexpr Side other(Side side) {
  return side == Side::kBase ? Side::kHead : Side::kBase;
}

/// kFirst: every benchmark. kConfirm: fresh samples of what the first pass flagged; no sample
/// serves both.
enum class Stage { kFirst, kConfirm };

/// "first" or "confirm", as in files.
[[nodiscard]] constexpr std::string_view name(Stage stage) {
  return stage == Stage::kFirst ? "first" : "confirm";
}

/// One T for each side.
template <typename T>
struct Sides {
  T base;
  T head;

  [[nodiscard]] T& of(Side side) { return side == Side::kBase ? base : head; }

  [[nodiscard]] const T& of(Side side) const { return side == Side::kBase ? base : head; }

  friend bool operator==(const Sides&, const Sides&) = default;
};

}  // namespace headgate::stats
