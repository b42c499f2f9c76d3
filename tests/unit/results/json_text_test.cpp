#include "core/results/json_text.h"

#include <limits>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/results/json_field.h"
#include "support/hostile_text.h"

namespace headgate::results {
namespace {

std::string problem(std::string_view text) {
  try {
    return "document " + parse_json(text).dump();
  } catch (const FormatError& error) {
    return error.message;
  }
}

TEST(ParseJson, ReadsEveryKindOfValue) {
  EXPECT_EQ(parse_json(R"( {"a": [1, -2, 2.5, true, null, "x\u00b5"], "b": {}, "": []} )").dump(),
            R"({"":[],"a":[1,-2,2.5,true,null,"xµ"],"b":{}})");
  EXPECT_EQ(parse_json("7").dump(), "7");
}

TEST(ParseJson, SaysWhereTextStopsToBeJson) {
  // The byte behind which nothing valid can follow, from 1.
  EXPECT_EQ(problem(R"({"a": })"), "not JSON at byte 7");
  EXPECT_EQ(problem(""), "not JSON at byte 1");
  EXPECT_EQ(problem("{} {}"), "not JSON at byte 4");
  EXPECT_EQ(problem(R"(["a)"), "not JSON at byte 4");
  EXPECT_EQ(problem("[\"\xff\"]"), "not JSON at byte 3");
  EXPECT_EQ(problem("[1e400]"), "not JSON at byte 6");
  EXPECT_EQ(problem("[NaN]"), "not JSON at byte 2");
}

TEST(ParseJson, RefusesAKeyThatStandsTwice) {
  EXPECT_EQ(problem(R"({"a": 1, "b": {"a": 2}, "a": 3})"), "'a' stands twice in one object");
  EXPECT_EQ(problem(R"([{"a": 1}, {"a": 1}])"), R"(document [{"a":1},{"a":1}])");
}

TEST(ParseJson, RefusesMoreThan32Levels) {
  EXPECT_EQ(problem(std::string(32, '[') + std::string(32, ']')),
            "document " + std::string(32, '[') + std::string(32, ']'));
  EXPECT_EQ(problem(std::string(33, '[')), "nested deeper than 32 levels");
  EXPECT_EQ(problem(std::string(10'000'000, '[')), "nested deeper than 32 levels");
}

TEST(ParseJson, TakesAnObjectOfManyKeysInReasonableTime) {
  std::string text = "{";
  for (int i = 0; i < 20'000; ++i) {
    text += "\"" + std::to_string(i) + "\":0,";
  }
  text += "\"last\":1}";
  EXPECT_EQ(parse_json(text).size(), 20'001U);
}

TEST(ParseJson, NeverThrowsAnythingElse) {
  testing_support::SeededNumbers numbers(1);
  const std::string whole = R"({"a": [1, {"b": "c\n"}], "d": -1.5e3, "e": null})";
  for (int i = 0; i < 2'000; ++i) {
    std::string text = whole;
    for (std::size_t changes = 1 + numbers.below(4); changes > 0; --changes) {
      const std::size_t at = numbers.below(text.size());
      if (numbers.below(2) == 0) {
        text[at] = static_cast<char>(numbers.below(256));
      } else {
        text.insert(at, testing_support::hostile_text(numbers, 2));
      }
    }
    (void)problem(text);
    (void)problem(std::string_view(whole).substr(0, numbers.below(whole.size())));
  }
}

TEST(NumberJson, HasTextsForWhatJsonHasNoNumberFor) {
  EXPECT_EQ(number_json(std::numeric_limits<double>::quiet_NaN()).dump(), R"("NaN")");
  EXPECT_EQ(number_json(std::numeric_limits<double>::infinity()).dump(), R"("+Inf")");
  EXPECT_EQ(number_json(-std::numeric_limits<double>::infinity()).dump(), R"("-Inf")");
  EXPECT_EQ(number_json(0.1).dump(), "0.1");
}

TEST(Dump, ReplacesWhatIsNotUtf8) {
  EXPECT_EQ(dump({{"a", "x\xff"}}, -1), "{\"a\":\"x\ufffd\"}\n");
}

const nlohmann::json kDocument = nlohmann::json::parse(R"({
    "text": "x", "number": 2.5, "whole": 7, "negative": -7, "huge": 18446744073709551615,
    "beyond": 36893488147419103232, "nan": "NaN", "inf": "+Inf", "minus": "-Inf", "null": null,
    "list": ["a", "b"], "mixed": ["a", 1], "object": {"inner": {"deep": true}}})");

template <typename Access>
std::string field_complaint(Access access) {
  try {
    access(Field(kDocument));
  } catch (const FormatError& error) {
    return error.message;
  }
  return "none";
}

TEST(Field, GivesWhatTheDocumentHolds) {
  const Field field(kDocument);
  EXPECT_EQ(field.at("text").text(), "x");
  EXPECT_EQ(field.at("number").number(), 2.5);
  EXPECT_EQ(field.at("whole").number(), 7);
  EXPECT_EQ(field.at("negative").integer(-7, 0), -7);
  EXPECT_EQ(field.at("huge").natural(), 18446744073709551615U);
  EXPECT_TRUE(std::isnan(field.at("nan").number()));
  EXPECT_EQ(field.at("inf").number(), std::numeric_limits<double>::infinity());
  EXPECT_EQ(field.at("minus").number(), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(field.at("list").texts(), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(field.at("object").members().front().first, "inner");
  EXPECT_FALSE(field.find("null"));
  EXPECT_FALSE(field.find("absent"));
}

TEST(Field, SaysWhereAndWhatIsWrong) {
  EXPECT_EQ(field_complaint([](Field f) { (void)f.text(); }), "the document is not a text");
  EXPECT_EQ(field_complaint([](Field f) { (void)f.at("absent"); }), "absent is missing");
  EXPECT_EQ(field_complaint([](Field f) { (void)f.at("null"); }), "null is missing");
  EXPECT_EQ(field_complaint([](Field f) { (void)f.at("object").at("inner").at("x"); }),
            "object.inner.x is missing");
  EXPECT_EQ(field_complaint([](Field f) { (void)f.at("text").at("x"); }), "text is not an object");
  EXPECT_EQ(field_complaint([](Field f) { (void)f.at("text").members(); }),
            "text is not an object");
  EXPECT_EQ(field_complaint([](Field f) { (void)f.at("object").elements(); }),
            "object is not a list");
  EXPECT_EQ(field_complaint([](Field f) { (void)f.at("mixed").texts(); }),
            "mixed[1] is not a text");
  EXPECT_EQ(field_complaint([](Field f) { (void)f.at("text").number(); }), "text is not a number");
  EXPECT_EQ(field_complaint([](Field f) { (void)f.at("list").number(); }), "list is not a number");
}

TEST(Field, NeverTruncatesANumber) {
  EXPECT_EQ(field_complaint([](Field f) { (void)f.at("number").integer(0, 9); }),
            "number is not a whole number from 0 to 9");
  EXPECT_EQ(field_complaint([](Field f) { (void)f.at("whole").integer(8, 9); }),
            "whole is not a whole number from 8 to 9");
  EXPECT_EQ(field_complaint([](Field f) { (void)f.at("whole").integer(0, 6); }),
            "whole is not a whole number from 0 to 6");
  constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  EXPECT_NE(field_complaint([](Field f) { (void)f.at("huge").integer(kLeast, kMost); }), "none");
  EXPECT_NE(field_complaint([](Field f) { (void)f.at("beyond").integer(kLeast, kMost); }), "none");
  EXPECT_EQ(field_complaint([](Field f) { (void)f.at("negative").natural(); }),
            "negative is not a whole number of at least 0");
  EXPECT_NE(field_complaint([](Field f) { (void)f.at("beyond").natural(); }), "none");
  EXPECT_NE(field_complaint([](Field f) { (void)f.at("number").natural(); }), "none");
}

TEST(Field, AmountsAreWithinTheirLimits) {
  EXPECT_EQ(Field(kDocument).at("number").amount(2.5), 2.5);
  EXPECT_EQ(field_complaint([](Field f) { (void)f.at("number").amount(2); }),
            "number is not a number from 0 to 2");
  EXPECT_NE(field_complaint([](Field f) { (void)f.at("negative").amount(9); }), "none");
  EXPECT_NE(field_complaint([](Field f) { (void)f.at("nan").amount(9); }), "none");
}

}  // namespace
}  // namespace headgate::results
