#include "core/lint/identifier.h"

#include <cstdint>
#include <span>

#include <gmock/gmock.h>

#include "core/lint/unicode_tables.h"

namespace headgate::lint {
namespace {

std::uint64_t size_of(std::span<const RuneRange> table) {
  std::uint64_t count = 0;
  for (const RuneRange& range : table) {
    count += (range.last - range.first) / range.step + 1;
  }
  return count;
}

TEST(UnicodeTables, HoldEveryCodePointOfTheirCategoryBeyondAscii) {
  // DerivedGeneralCategory-15.0.0.txt, "Total code points": Lu 1831, Ll 2233, Lt 31, Lm 397,
  // Lo 131612, Nd 680. ASCII has 26 of Lu, 26 of Ll and 10 of Nd.
  EXPECT_EQ(size_of(letters()), 1831U + 2233 + 31 + 397 + 131612 - 52);
  EXPECT_EQ(size_of(lower_case_letters()), 2233U - 26);
  EXPECT_EQ(size_of(digits()), 680U - 10);
}

TEST(UnicodeTables, AreSortedAndDoNotOverlapSoThatTheyCanBeSearched) {
  for (const auto table : {letters(), lower_case_letters(), digits()}) {
    for (std::size_t i = 0; i < table.size(); ++i) {
      EXPECT_LE(table[i].first, table[i].last);
      EXPECT_EQ((table[i].last - table[i].first) % table[i].step, 0U);
      if (i > 0) {
        EXPECT_LT(table[i - 1].last, table[i].first);
      }
    }
  }
}

TEST(Identifier, IsALetterOrUnderscoreThenAlsoDigitsOfAnyScript) {
  for (const char* text : {"a", "_", "x9", "BenchmarkÜbersetzung", "ThisVariableIsExported", "αβ",
                           "_x٣" /* ARABIC-INDIC DIGIT THREE */, "𝒜1" /* U+1D49C */}) {
    EXPECT_TRUE(is_identifier(text)) << text;
  }
}

TEST(Identifier, IsNothingElse) {
  for (const char* text : {"", "9x", "٣x", "a b", "a-b", "a.b", "a\r", " a", "a→b", "Ⅷ" /* Nl */,
                           "e\xcc\x81" /* combining accent, Mn */}) {
    EXPECT_FALSE(is_identifier(text)) << text;
  }
}

TEST(Identifier, IsValidUtf8) {
  for (const char* text : {
           "a\xff",              // no lead byte
           "a\x80",              // continuation without lead
           "a\xc3",              // cut off
           "a\xc1\xa1",          // 'a' in two bytes
           "a\xe0\x83\xa4",      // U+00E4 in three
           "a\xed\xa0\x80",      // surrogate
           "a\xf4\x90\x80\x80",  // beyond U+10FFFF
           "a\xc3(",             // continuation expected
       }) {
    EXPECT_FALSE(is_identifier(text)) << text;
  }
}

TEST(BenchmarkName, IsThePrefixAloneOrBeforeAnythingButALowerCaseLetter) {
  for (const char* name :
       {"Benchmark", "BenchmarkX", "Benchmark_Legacy", "Benchmark9", "BenchmarkÜbersetzung",
        "BenchmarkΩ", "Benchmark世界", "Benchmarkª" /* U+00AA is Lo, not Ll */}) {
    EXPECT_TRUE(is_benchmark_name(name)) << name;
  }
  for (const char* name : {"Benchmarking", "Benchmarkß", "Benchmarkübung", "Benchmarkω",
                           "Benchmarkā" /* U+0101, in a range with step two */, "Bench",
                           "benchmarkX", "TestBenchmark", "xBenchmarkX", ""}) {
    EXPECT_FALSE(is_benchmark_name(name)) << name;
  }
}

}  // namespace
}  // namespace headgate::lint
