#include "core/github/commands.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/github/neutral_text.h"
#include "support/hostile_text.h"
#include "support/runner_parser.h"

namespace headgate::github {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using testing::UnorderedElementsAre;
using testing_support::command_of;
using testing_support::hostile_text;
using testing_support::log_lines;
using testing_support::SeededNumbers;

// UTF-16 units, as the runner counts.
std::size_t utf16_length(const std::string& text) {
  std::size_t length = 0;
  for (const char32_t c : testing_support::decoded(text)) {
    length += c > 0xFFFF ? 2 : 1;
  }
  return length;
}

TEST(Command, IsWrittenAsTheRunnerReadsIt) {
  EXPECT_EQ(command({.level = Level::kError,
                     .title = "headgate: regression: sum.Ints",
                     .message = "2 µs to 6 µs",
                     .file = "sum/sum_test.go",
                     .line = 12}),
            "::error file=sum/sum_test.go,line=12,title=headgate%3A regression%3A sum.Ints"
            "::2 µs to 6 µs");
  EXPECT_EQ(command({.level = Level::kWarning, .title = {}, .message = "m"}), "::warning::m");
  EXPECT_EQ(command({.level = Level::kNotice, .title = "t", .message = {}}), "::notice title=t::");
}

TEST(Command, EscapesPercentFirst) {
  EXPECT_EQ(command({.level = Level::kError, .title = "50%,a:b", .message = "50%,a:b\n%0A"}),
            "::error title=50%25%2Ca%3Ab::50%25,a:b%0A%250A");
}

TEST(Command, NamesNoLineWithoutAFile) {
  EXPECT_EQ(command({.level = Level::kError, .title = {}, .message = "m", .file = {}, .line = 7}),
            "::error::m");
  EXPECT_EQ(command({.level = Level::kError, .title = {}, .message = "m", .file = "f", .line = 0}),
            "::error file=f::m");
}

TEST(Command, KeepsAMessageOf4096Units) {
  const std::string whole(4096, 'a');
  EXPECT_EQ(command({.level = Level::kError, .title = {}, .message = whole}), "::error::" + whole);
  // One more: 4090 characters and " [...]", which has six.
  EXPECT_EQ(command({.level = Level::kError, .title = {}, .message = whole + "a"}),
            "::error::" + std::string(4090, 'a') + " [...]");
}

TEST(Command, CountsCharactersBeyondTheFirstPlaneTwice) {
  std::string faces;
  for (int i = 0; i < 2049; ++i) {  // 4098 units
    faces += "😀";
  }
  const auto read = command_of(command({.level = Level::kError, .title = {}, .message = faces}));
  ASSERT_TRUE(read);
  EXPECT_EQ(utf16_length(read->message), 4096U);  // 2045 faces and the mark
  EXPECT_TRUE(read->message.ends_with("😀 [...]"));
  // Two bytes, one unit: 4096 of them stay.
  std::string micros;
  for (int i = 0; i < 4096; ++i) {
    micros += "µ";
  }
  EXPECT_EQ(command({.level = Level::kError, .title = {}, .message = micros}),
            "::error::" + micros);
}

TEST(Command, CutsLongTitles) {
  const auto read =
      command_of(command({.level = Level::kError, .title = std::string(300, 't'), .message = "m"}));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->properties.at("title"), std::string(249, 't') + " [...]");
}

TEST(Command, OfHostileTextIsTheCommandThatWasMeant) {
  SeededNumbers numbers(5);
  for (int i = 0; i < 5'000; ++i) {
    const Annotation annotation{.level = Level::kWarning,
                                .title = hostile_text(numbers),
                                .message = hostile_text(numbers, 40),
                                .file = hostile_text(numbers),
                                .line = numbers.below(3)};
    const std::string line = command(annotation);
    ASSERT_THAT(log_lines(line), ElementsAre(line)) << "it must be one line";
    const auto read = command_of(line);
    ASSERT_TRUE(read) << line;
    ASSERT_EQ(read->name, "warning") << line;
    for (const auto& [name, value] : read->properties) {
      ASSERT_THAT((std::vector<std::string>{"file", "line", "title"}), testing::Contains(name))
          << line;
    }
    ASSERT_LE(utf16_length(read->message), 4096U);
    if (annotation.line > 0 && !annotation.file.empty()) {
      ASSERT_EQ(read->properties.at("line"), std::to_string(annotation.line));
    }
  }
}

TEST(Command, ArrivesWithItsTextsUnescaped) {
  SeededNumbers numbers(6);
  int compared = 0;
  for (int i = 0; i < 5'000; ++i) {
    const std::string message = neutral_lines(hostile_text(numbers));
    const std::string file = neutral_word(hostile_text(numbers));
    const std::string line =
        command({.level = Level::kError, .title = {}, .message = message, .file = file, .line = 3});
    // The parser leaves out what may compare as nothing; such texts cannot be compared.
    const bool comparable = std::ranges::none_of(testing_support::decoded(message + file),
                                                 testing_support::is_ignorable);
    if (comparable && utf16_length(message) <= 4096) {
      ++compared;
      const auto read = command_of(line);
      ASSERT_TRUE(read);
      ASSERT_EQ(read->message, message);
      ASSERT_EQ(file.empty() ? std::string() : read->properties.at("file"), file);
    }
  }
  EXPECT_GT(compared, 1'000);
}

std::vector<Annotation> several(Level level, std::size_t count) {
  std::vector<Annotation> annotations;
  for (std::size_t i = 0; i < count; ++i) {
    annotations.push_back({.level = level, .title = std::to_string(i), .message = "m"});
  }
  return annotations;
}

TEST(WithinLimits, KeepsTenOfALevel) {
  EXPECT_EQ(within_limits(several(Level::kError, 10)), several(Level::kError, 10));
  EXPECT_THAT(within_limits({}), IsEmpty());
}

TEST(WithinLimits, TurnsTheTenthOfElevenIntoACount) {
  std::vector<Annotation> expected = several(Level::kError, 9);
  expected.push_back({.level = Level::kError,
                      .title = "headgate: and 2 more",
                      .message = "the step summary and the results folder have all of them"});
  EXPECT_EQ(within_limits(several(Level::kError, 11)), expected);
}

TEST(WithinLimits, CountsEachLevelByItself) {
  std::vector<Annotation> mixed = several(Level::kNotice, 2);
  for (const Level level : {Level::kWarning, Level::kError}) {
    const std::vector<Annotation> more = several(level, 12);
    mixed.insert(mixed.end(), more.begin(), more.end());
  }
  const std::vector<Annotation> kept = within_limits(mixed);
  ASSERT_EQ(kept.size(), 22U);
  EXPECT_EQ(kept[0].level, Level::kError);
  EXPECT_EQ(kept[9].title, "headgate: and 3 more");
  EXPECT_EQ(kept[10].level, Level::kWarning);
  EXPECT_EQ(kept[19].title, "headgate: and 3 more");
  EXPECT_EQ(kept[20].level, Level::kNotice);
}

TEST(WithinLimits, OfOneIsACountOrTheOne) {
  EXPECT_EQ(within_limits(several(Level::kError, 1), 1), several(Level::kError, 1));
  const std::vector<Annotation> kept = within_limits(several(Level::kError, 2), 1);
  ASSERT_EQ(kept.size(), 1U);
  EXPECT_EQ(kept[0].title, "headgate: and 2 more");
  EXPECT_THROW((void)within_limits({}, 0), std::logic_error);
}

TEST(Group, IsOneCommandWhateverItsTitle) {
  EXPECT_EQ(group_begin("measuring: 100% of\n::x::"), "::group::measuring: 100%25 of ::x::");
  EXPECT_EQ(group_end(), "::endgroup::");
  SeededNumbers numbers(7);
  for (int i = 0; i < 2'000; ++i) {
    const std::string line = group_begin(hostile_text(numbers));
    ASSERT_THAT(log_lines(line), ElementsAre(line));
    const auto read = command_of(line);
    ASSERT_TRUE(read) << line;
    ASSERT_EQ(read->name, "group") << line;
    ASSERT_THAT(read->properties, IsEmpty());
  }
}

const std::string kDelimiter = "hg_0123456789abcdef0123456789abcdef";

TEST(OutputEntry, HoldsAnyValue) {
  std::string file;
  std::map<std::string, std::string> values;
  SeededNumbers numbers(8);
  for (int i = 0; i < 200; ++i) {
    const std::string name = "output-" + std::to_string(i);
    std::string value = hostile_text(numbers);
    const Result<std::string> entry = output_entry(name, value, kDelimiter);
    ASSERT_TRUE(entry);
    file += *entry;
    values.emplace(name, std::move(value));
  }
  EXPECT_EQ(testing_support::output_values(file), values);
  EXPECT_EQ(*output_entry("verdict", "pass", "E"), "verdict<<E\npass\nE\n");
  EXPECT_EQ(*output_entry("reason", "", "E"), "reason<<E\n\nE\n");
}

TEST(OutputEntry, RefusesWhatWouldBreakTheFile) {
  const struct {
    std::string name, value, delimiter;
  } cases[] = {
      {"verdict", "x\n" + kDelimiter, kDelimiter},
      {"verdict", "a" + kDelimiter + "b", kDelimiter},
      {kDelimiter, "x", kDelimiter},
      {"verdict", "x", ""},
      {"verdict", "x", "E\nF"},
      {"", "x", kDelimiter},
      {"a=b", "x", kDelimiter},
      {"a<<b", "x", kDelimiter},
      {"a\nb", "x", kDelimiter},
      {"a\rb", "x", kDelimiter},
  };

  for (const auto& [name, value, delimiter] : cases) {
    const Result<std::string> entry = output_entry(name, value, delimiter);
    ASSERT_FALSE(entry) << name;
    EXPECT_EQ(entry.error().reason, Reason::kInternal);
  }
}

}  // namespace
}  // namespace headgate::github
