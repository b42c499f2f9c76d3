#include "core/result/result.h"

#include <set>

#include <gmock/gmock.h>

namespace headgate {
namespace {

TEST(Result, HoldsAValueOrAnError) {
  const Result<int> good = 7;
  EXPECT_TRUE(good.has_value());
  EXPECT_EQ(*good, 7);
  const Result<int> bad = Error{.reason = Reason::kUsage, .message = "no such flag"};
  EXPECT_FALSE(bad);
  EXPECT_EQ(bad.error().message, "no such flag");
}

TEST(Result, ReadingTheWrongSideIsABugThatThrows) {
  const Result<int> bad = Error{.reason = Reason::kUsage, .message = "x"};
  EXPECT_THROW((void)bad.value(), std::bad_variant_access);
}

TEST(Error, ContextGoesInFrontAndKeepsReasonRemedyAndDetail) {
  const Error inner{.reason = Reason::kDiskFull,
                    .message = "write failed",
                    .remedy = "free some space",
                    .detail = "d"};
  const Error outer = inner.within("cannot save verdict.json");
  EXPECT_EQ(outer, (Error{.reason = Reason::kDiskFull,
                          .message = "cannot save verdict.json: write failed",
                          .remedy = "free some space",
                          .detail = "d"}));
}

TEST(Check, ABrokenPromiseThrowsSoThatDestructorsRun) {
  EXPECT_THROW(HEADGATE_CHECK(1 + 1 == 3), std::logic_error);
  EXPECT_NO_THROW(HEADGATE_CHECK(true));
}

TEST(Reason, EveryCodeIsKebabCaseUniqueAndFoundAgain) {
  std::set<std::string_view> seen;
  for (const ReasonText& text : all_reasons()) {
    EXPECT_TRUE(seen.insert(text.code).second) << text.code;
    EXPECT_THAT(std::string(text.code), testing::MatchesRegex("[a-z]+(-[a-z]+)*"));
    EXPECT_EQ(code(text.reason), text.code);
    EXPECT_EQ(reason_from_code(text.code), text.reason);
  }
  EXPECT_EQ(all_reasons().size(), static_cast<std::size_t>(Reason::kInternal) + 1);
  EXPECT_EQ(reason_from_code("no-such-code"), std::nullopt);
}

}  // namespace
}  // namespace headgate
