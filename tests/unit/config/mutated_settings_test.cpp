// Damaged settings files: whatever the bytes, the answer is settings or kConfigInvalid.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "core/config/settings.h"
#include "core/schedule/order.h"

namespace headgate::config {
namespace {

constexpr std::string_view kValid = R"(version: 1
# a comment
measure:
  modules: [., "tools"]
  packages:
    - ./codec/...
    - './sum'
  bench: "Decode|Encode/[a-z]+"
  rounds: 12
  benchtime: 1m30s
  env: {GOGC: off, A: "x\ty"}
  prepare: [[go, generate, ./...]]
  build:
    tags: [a, b]
    ldflags: >
      -X main.version=1
      -s
policy:
  alpha: 0.01
  min-delta: 5%
  units: {sec/op: {min-abs: 1e-9}, B/op: }
  benchmarks:
    - {match: "codec/.*", min-delta: 3%}
    - match: x
      unit: B/op
aliases: {BenchmarkNew: BenchmarkOld}
)";

// Bytes and words that mean something to YAML or to a reader.
constexpr std::array<std::string_view, 24> kPieces = {
    "\"",   "'",   ": ",   "- ",   "[",   "]",     "{", "}", "\n", "\t",
    "  ",   "&a ", "*a",   "!",    "|\n", "---\n", "%", "#", ",",  std::string_view("\0", 1),
    "\xff", "~",   "<<: ", "1e999"};

class Mutator {
 public:
  explicit Mutator(std::uint64_t seed) : seed_(seed) {}

  std::string mutated() {
    std::string text(kValid);
    const std::size_t changes = 1 + below(4);
    for (std::size_t i = 0; i < changes; ++i) {
      const std::size_t place = below(text.size());
      const std::size_t length = below(12);
      switch (below(4)) {
        case 0:
          text.erase(place, length);
          break;
        case 1:
          text.insert(place, kPieces.at(below(kPieces.size())));
          break;
        case 2:
          text[place] = static_cast<char>(below(256));
          break;
        default:
          text.insert(below(text.size()), text.substr(place, 4 * length));
          break;
      }
    }
    return text;
  }

 private:
  std::size_t below(std::size_t bound) { return schedule::split_mix64(seed_, index_++) % bound; }

  std::uint64_t seed_;
  std::uint64_t index_ = 0;
};

TEST(MutatedSettings, AreSettingsOrInvalid) {
  ASSERT_TRUE(apply_yaml({}, kValid, "f", Sections::kAll));
  std::size_t accepted = 0;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const std::string text = Mutator(seed).mutated();
    const Result<Settings> settings = apply_yaml({}, text, "f", Sections::kAll);
    if (settings) {
      ++accepted;
      const Status checked = check(*settings);
      EXPECT_TRUE(checked || checked.error().reason == Reason::kConfigInvalid) << seed;
      continue;
    }
    EXPECT_EQ(settings.error().reason, Reason::kConfigInvalid) << seed;
    EXPECT_TRUE(settings.error().message.starts_with("f:")) << settings.error().message;
    EXPECT_EQ(settings.error().message.find('\n'), std::string::npos) << settings.error().message;
  }
  // Both answers occur, or the mutations are too weak or too strong to show anything.
  EXPECT_GT(accepted, 50U);
  EXPECT_LT(accepted, 1500U);
}

TEST(MutatedSettings, ManySettingsCutShortAreSettingsOrInvalid) {
  for (std::size_t size = 0; size <= kValid.size(); ++size) {
    const Result<Settings> settings =
        apply_yaml({}, kValid.substr(0, size), "f", Sections::kMeasureOnly);
    EXPECT_TRUE(settings || settings.error().reason == Reason::kConfigInvalid) << size;
  }
}

}  // namespace
}  // namespace headgate::config
