#include "core/gate/waiver.h"

#include <gmock/gmock.h>

#include "core/gate/fail_on.h"
#include "core/gate/gate.h"
#include "support/findings.h"
#include "support/verdicts.h"

namespace headgate::gate {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing_support::codes;
using testing_support::verdict_of;

Waiver given() {
  return {.label = "perf-accepted",
          .pull_request = 7,
          .commit = "a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0",
          .by = "ann"};
}

TEST(Waiver, LetsARegressionPassAndKeepsTheVerdict) {
  const Verdict verdict = answered(verdict_of(Decision::kRegression, {}), given());
  EXPECT_EQ(verdict.decision, Decision::kRegression);
  EXPECT_EQ(verdict.waiver, given());
  EXPECT_EQ(exit_code(verdict, {}), 0);
  EXPECT_THAT(codes(verdict), ElementsAre("waived"));
  EXPECT_EQ(verdict.caveats.front().text,
            "the label 'perf-accepted', given to pull request 7 by ann at a0a0a0a0a0a0, accepts "
            "what got slower: it does not fail the step, the verdict stays");
}

TEST(Waiver, NeverLetsAnErrorPass) {
  const Verdict verdict = answered(verdict_of(Decision::kError, {}), given());
  EXPECT_FALSE(verdict.waiver);
  EXPECT_EQ(exit_code(verdict, {}), 2);
  EXPECT_THAT(codes(verdict), IsEmpty());
}

TEST(Waiver, NeverLetsAnUnstableVerdictPass) {
  EXPECT_EQ(exit_code(answered(verdict_of(Decision::kUnstable, {}), given()), {}), 3);
}

TEST(Waiver, OfARegressionLeavesWhatIsUnstableBesideIt) {
  Verdict verdict = verdict_of(Decision::kRegression, {});
  verdict.unstable = 1;
  EXPECT_EQ(exit_code(answered(verdict, given()), {}), 3);
}

TEST(Waiver, EndsWithAnErrorThatComesLater) {
  const Verdict verdict = overruled(answered(verdict_of(Decision::kRegression, {}), given()),
                                    {.reason = Reason::kDiskFull, .message = "full"});
  EXPECT_FALSE(verdict.waiver);
  EXPECT_EQ(exit_code(verdict, {}), 2);
}

TEST(Waiver, OfNothingIsNotTold) {
  const Verdict verdict = answered(verdict_of(Decision::kPass, {}), given());
  EXPECT_FALSE(verdict.waiver);
  EXPECT_THAT(verdict.caveats, IsEmpty());
}

TEST(Waiver, ThatIsNotGoodForTheCommitIsToldAndLetsNothingPass) {
  const Verdict verdict =
      answered(verdict_of(Decision::kRegression, {}), NoWaiver{.why = "take it off"});
  EXPECT_EQ(exit_code(verdict, {}), 1);
  EXPECT_THAT(codes(verdict), ElementsAre("not-waived"));
  EXPECT_THAT(answered(verdict_of(Decision::kPass, {}), NoWaiver{.why = "take it off"}).caveats,
              IsEmpty());
  EXPECT_THAT(answered(verdict_of(Decision::kRegression, {}), NoWaiver{}).caveats, IsEmpty());
}

}  // namespace
}  // namespace headgate::gate
