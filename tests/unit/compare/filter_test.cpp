#include "core/compare/filter.h"

#include <gmock/gmock.h>

#include "support/compare_inputs.h"

namespace headgate::compare {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr const char* kInput =
    "goos: linux\n"
    "pkg: p\n"
    "BenchmarkCopy/size=1k/hot-8 1 10 ns/op 5 B/op\n"
    "BenchmarkCopy/size=4k-8 1 20 ns/op 0 MB/s\n"
    "goos:\n"
    "BenchmarkSort 1 30 ns/op\n";

// "NAME UNIT" of what an expression keeps.
std::vector<std::string> kept(std::string_view expression) {
  const Parsed<Filter> filter = Filter::parse(expression);
  if (const auto* error = std::get_if<QueryError>(&filter)) {
    return {error->text()};
  }
  const Input all = input("a.txt", kInput);
  std::vector<std::string> kept;
  for (const Series& series : all.series) {
    if (std::get<Filter>(filter).matches(all, series)) {
      kept.push_back(all.names[series.name] + ' ' + all.units[series.unit].base);
    }
  }
  return kept;
}

TEST(Filter, AStarKeepsEverything) { EXPECT_EQ(kept("*").size(), 5U); }

TEST(Filter, LiteralsMatchTheWholeValue) {
  EXPECT_THAT(kept(".name:Sort"), ElementsAre("Sort sec/op"));
  EXPECT_THAT(kept(".name:Sor"), IsEmpty());
}

TEST(Filter, RegularExpressionsMatchAnywhere) {
  EXPECT_THAT(kept(".fullname:/ort/"), ElementsAre("Sort sec/op"));
}

TEST(Filter, UnitsMatchAsSpelledAndAsBase) {
  EXPECT_THAT(kept(".unit:ns/op .name:Sort"), ElementsAre("Sort sec/op"));
  EXPECT_THAT(kept(".unit:sec/op .name:Sort"), ElementsAre("Sort sec/op"));
  EXPECT_THAT(kept(".unit:/^MB/"), ElementsAre("Copy/size=4k-8 B/s"));
}

TEST(Filter, KeysOfNamesAndConfigurationAreKeysAlike) {
  EXPECT_THAT(kept("/size:(1k OR 2k) .unit:B/op"), ElementsAre("Copy/size=1k/hot-8 B/op"));
  EXPECT_THAT(kept("/gomaxprocs:8 .unit:MB/s"), ElementsAre("Copy/size=4k-8 B/s"));
  EXPECT_THAT(kept(".file:a.txt .name:Sort"), ElementsAre("Sort sec/op"));
  EXPECT_THAT(kept("goos:linux .unit:MB/s"), ElementsAre("Copy/size=4k-8 B/s"));
}

TEST(Filter, AnAbsentKeyHasTheEmptyValue) {
  EXPECT_THAT(kept("goos:\"\""), ElementsAre("Sort sec/op"));
}

TEST(Filter, NotBindsTighterThanAndWhichBindsTighterThanOr) {
  EXPECT_THAT(kept("-goos:linux OR /size:4k .unit:MB/s"),
              ElementsAre("Copy/size=4k-8 B/s", "Sort sec/op"));
  EXPECT_THAT(kept("(-goos:linux OR /size:4k) AND .unit:MB/s"), ElementsAre("Copy/size=4k-8 B/s"));
}

// Messages and places as benchstat of scripts/versions.sh prints them.
TEST(Filter, ErrorsAreThoseOfBenchstat) {
  const auto error = [](const std::string& query, const std::string& message, std::size_t blanks) {
    EXPECT_THAT(kept(query), ElementsAre("syntax error: " + message + "\n\t" + query + "\n\t" +
                                         std::string(blanks, ' ') + '^'));
  };
  error("", "expected key:value or subexpression", 0);
  error("a", "expected key:value", 0);
  error("a:", "expected key:value", 0);
  error("a:OR", "expected key:value", 0);
  error("(a:b", "missing \")\"", 4);
  error("a:(b c)", "value list must be separated by OR", 5);
  error("a:(b OR)", "expected value", 7);
  error("a:b)", "unexpected \")\"", 3);
  error("a:b OR OR", "expected key:value or subexpression", 7);
  error("*:x", "unexpected \":\"", 1);
  error("\"\":x", "key must not be empty", 0);
  error(".config:x", ".config is only allowed in projections", 0);
}

TEST(Filter, ABadRegularExpressionIsAnErrorAtItsPlace) {
  EXPECT_THAT(kept("a:/+/"), ElementsAre(testing::HasSubstr("error parsing regexp: ")));
}

TEST(Filter, DeepNestingIsAnErrorAndNoCrash) {
  const std::string deep = std::string(100'000, '(') + "*" + std::string(100'000, ')');
  EXPECT_THAT(kept(deep), ElementsAre(testing::HasSubstr("nested too deeply")));
  EXPECT_THAT(kept(std::string(100'000, '-') + "*"),
              ElementsAre(testing::HasSubstr("nested too deeply")));
  EXPECT_EQ(kept("((((-(-(*))))))").size(), 5U);
}

}  // namespace
}  // namespace headgate::compare
