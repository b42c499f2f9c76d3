#include "edge/go/goflags.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "edge/go/environment.h"

namespace headgate::go {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(GoFlags, SplitAtBlanksAndQuotesAsTheGoCommandDoes) {
  struct Case {
    std::string goflags;
    std::vector<std::string> kept;
  };

  // cmd/internal/quoted: a field that begins with a quote ends at the next one of its kind, and
  // there are no escapes; quotes inside a field are text.
  const std::vector<Case> cases = {
      {"", {}},
      {" \t\r\n", {}},
      {"-mod=vendor", {"-mod=vendor"}},
      {" -mod=mod\t-v ", {"-mod=mod", "-v"}},
      {"'-ldflags=-s -w' -v", {"-ldflags=-s -w", "-v"}},
      {R"("-ldflags=-X 'main.a=b c'")", {"-ldflags=-X 'main.a=b c'"}},
      {R"(-tags=a"b)", {R"(-tags=a"b)"}},
      {"'-a''-b'", {"-a", "-b"}},
      {"'-unterminated -x", {"-unterminated -x"}},
      {"-v '", {"-v", ""}},
  };
  for (const Case& one : cases) {
    EXPECT_EQ(split_goflags(one.goflags).kept, one.kept) << one.goflags;
    EXPECT_THAT(split_goflags(one.goflags).overridden, IsEmpty()) << one.goflags;
  }
}

TEST(GoFlags, InstrumentingFlagsAreOverriddenUnlessSwitchedOff) {
  struct Case {
    std::string goflags;
    std::vector<std::string> overridden;
  };

  const std::vector<Case> cases = {
      {"-race", {"-race"}},
      {"--race", {"--race"}},
      {"-race=true", {"-race=true"}},
      {"-race=1", {"-race=1"}},
      {"-race=false", {}},
      {"-race=F", {}},
      {"-race=0", {}},
      {"-cover -covermode=atomic -coverpkg=./...",
       {"-cover", "-covermode=atomic", "-coverpkg=./..."}},
      {"-msan -asan -fuzz=Fuzz", {"-msan", "-asan", "-fuzz=Fuzz"}},
      {"'-coverpkg=a b'", {"-coverpkg=a b"}},
      {"-raceway -tags=race", {}},
  };
  for (const Case& one : cases) {
    EXPECT_EQ(overridden_goflags(one.goflags), one.overridden) << one.goflags;
  }
}

TEST(GoFlags, KeepWhatBuildsDoNotOverride) {
  EXPECT_THAT(split_goflags("-race -mod=vendor -cover=false -tags=x -n -json").kept,
              ElementsAre("-mod=vendor", "-tags=x"));
}

TEST(GoFlags, AreWrittenSoThatTheyReadTheSame) {
  for (const std::string goflags :
       {"-mod=vendor", "'-ldflags=-s -w' -v", R"("-ldflags=-X 'main.a=b c'" -tags=a)",
        R"(-tags=a"b'c)", "-a=\t'-b\tc'"}) {
    const std::vector<std::string> flags = split_goflags(goflags).kept;
    EXPECT_EQ(split_goflags(kept_goflags(goflags)).kept, flags) << kept_goflags(goflags);
  }
  EXPECT_EQ(kept_goflags("-race '-ldflags=-s -w' -mod=mod"), "'-ldflags=-s -w' -mod=mod");
}

}  // namespace
}  // namespace headgate::go
