#include "core/compare/notes.h"

#include <gmock/gmock.h>

namespace headgate::compare {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Notes, ThatSayNothingAreEmpty) {
  EXPECT_TRUE(Notes().empty());
  EXPECT_TRUE(Notes(std::vector<std::string>()).empty());
  EXPECT_THAT(Notes(), IsEmpty());
}

TEST(Notes, AreSharedByCopiesOnly) {
  const std::vector<std::string> both{"a", "b"};
  const Notes notes(both);
  const Notes copy = notes;
  EXPECT_THAT(copy, ElementsAre("a", "b"));
  EXPECT_TRUE(notes.shares_with(copy));
  EXPECT_FALSE(notes.shares_with(Notes(both)));
}

TEST(Footnotes, AMessageHasOneNumberWhoeverSaysIt) {
  Footnotes footnotes(Signs::Marks::kBrackets);
  const Notes first(std::vector<std::string>{"a", "b"});
  const Notes second(std::vector<std::string>{"c", "a"});
  const Notes same_as_first(std::vector<std::string>{"a", "b"});
  EXPECT_EQ(footnotes.marks_for(first), "[1] [2]");
  EXPECT_EQ(footnotes.marks_for(first), "[1] [2]");
  EXPECT_EQ(footnotes.marks_for(Notes()), "");
  EXPECT_EQ(footnotes.marks_for(second), "[3] [1]");
  EXPECT_EQ(footnotes.marks_for(same_as_first), "[1] [2]");
  std::string out;
  footnotes.append_to(out);
  EXPECT_EQ(out, "[1] a\n[2] b\n[3] c\n");
}

}  // namespace
}  // namespace headgate::compare
