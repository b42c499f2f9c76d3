#include "edge/go/json_object.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace headgate::go {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::optional<std::vector<std::string>> paths_of(std::string_view text) {
  const std::optional<std::vector<JsonObject>> objects = json_objects(text);
  if (!objects) {
    return std::nullopt;
  }
  std::vector<std::string> paths;
  for (const JsonObject& object : *objects) {
    paths.push_back(object.text("Path"));
  }
  return paths;
}

TEST(JsonObjects, FollowEachOtherWithOrWithoutBlanks) {
  EXPECT_THAT(paths_of("").value(), IsEmpty());
  EXPECT_THAT(paths_of(" \n\t").value(), IsEmpty());
  EXPECT_THAT(paths_of(R"({"Path": "a"})").value(), ElementsAre("a"));
  EXPECT_THAT(paths_of("{\n\t\"Path\": \"a\"\n}\n{\n\t\"Path\": \"b\"\n}\n").value(),
              ElementsAre("a", "b"));
  EXPECT_THAT(paths_of(R"({"Path":"a"}{"Path":"b"}{})").value(), ElementsAre("a", "b", ""));
}

TEST(JsonObjects, EndWhereTheyEndWhateverTheirTextsHold) {
  EXPECT_THAT(paths_of(R"({"Path": "}{\"\\"}{"In": {"Deep": [{"}": 1}]}, "Path": "b"})").value(),
              ElementsAre("}{\"\\", "b"));
}

TEST(JsonObjects, AreNothingWhenAnythingElseIsThere) {
  for (const std::string_view text :
       {"{", R"({"Path": "a"} {"Path")", R"({"Path": "a"} x)", R"(x {"Path": "a"})", "[]", "\"a\"",
        "{}}", "{1}", R"({"Path": "a)", R"({"Path": "a\)"}) {
    EXPECT_EQ(paths_of(text), std::nullopt) << text;
  }
}

TEST(JsonObject, ReadsMissingAndOtherMembersAsEmpty) {
  const JsonObject object =
      JsonObject::parse(
          R"({"t": "x", "n": 1, "nil": null, "list": ["a", 1, "b"], "o": {"t": "y"},
              "os": [{"t": "1"}, 2, {"t": "3"}], "yes": true, "no": false})")
          .value();
  EXPECT_EQ(object.text("t"), "x");
  for (const char* name : {"n", "nil", "list", "o", "absent"}) {
    EXPECT_EQ(object.text(name), "") << name;
  }
  EXPECT_THAT(object.texts("list"), ElementsAre("a", "b"));
  EXPECT_THAT(object.texts("t"), IsEmpty());
  EXPECT_THAT(object.texts("nil"), IsEmpty());
  EXPECT_EQ(object.object("o").text("t"), "y");
  EXPECT_EQ(object.object("nil").text("t"), "");
  EXPECT_EQ(object.object("absent").object("deeper").text("t"), "");
  ASSERT_EQ(object.objects("os").size(), 2U);
  EXPECT_EQ(object.objects("os")[1].text("t"), "3");
  EXPECT_THAT(object.objects("o"), IsEmpty());
  EXPECT_TRUE(object.is_true("yes"));
  EXPECT_FALSE(object.is_true("no"));
  EXPECT_FALSE(object.is_true("t"));
  EXPECT_EQ(object.all_texts(), (std::map<std::string, std::string>{{"t", "x"}}));
}

TEST(JsonObject, IsNothingElse) {
  for (const std::string_view text : {"", "[]", "1", "{} {}", "{'a': 1}", "\xff"}) {
    EXPECT_FALSE(JsonObject::parse(text)) << text;
  }
}

}  // namespace
}  // namespace headgate::go
