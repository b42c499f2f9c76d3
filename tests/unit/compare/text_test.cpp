#include "core/compare/text.h"

#include <algorithm>

#include <gmock/gmock.h>

#include "support/compare_inputs.h"

namespace headgate::compare {
namespace {

using testing::HasSubstr;

// Printed by benchstat, revision 712aea8b4705, for the same lines.
TEST(Text, IsLaidOutAsBenchstatDoes) {
  const std::string exact = "Unit ns/op assume=exact\nUnit B/op assume=exact\n";
  const std::string base = exact + lines("A", {"10"}) + lines("B", {"0.5"}) +
                           lines("Z", {"0"}, "B/op") + lines("Y", {"5"}, "B/op");
  const std::string now = lines("B", {"20"}) + lines("C", {"7"}) + lines("Z", {"5"}, "B/op") +
                          lines("Y", {"0"}, "B/op");
  EXPECT_EQ(text({}, {input("f1.txt", base), input("e2.txt", now)}),
            "        │    f1.txt    │              e2.txt              │\n"
            "        │    sec/op    │    sec/op      vs base           │\n"
            "A          10.00n ± 0%\n"
            "B         0.5000n ± 0%   20.0000n ± 0%  +3900.00% (n=1)\n"
            "C                          7.000n ± 0%\n"
            "geomean    2.236n          11.83n       +3900.00%       ¹\n"
            "¹ benchmark set differs from baseline; geomeans may not be comparable\n"
            "\n"
            "        │    f1.txt    │            e2.txt            │\n"
            "        │     B/op     │    B/op     vs base          │\n"
            "Z         0.000 ± 0%     5.000 ± 0%         ? (n=1)\n"
            "Y         5.000 ± 0%     0.000 ± 0%  -100.00% (n=1)\n"
            "geomean              ¹               ?              ¹\n"
            "¹ summaries must be >0 to compute geomean\n");
}

TEST(Text, AKeyIsSaidAgainOnlyWhereItChanges) {
  const std::string all =
      "goos: linux\npkg: a\n" + lines("X", {"1"}) + "pkg: b\n" + lines("X", {"1"});
  const std::string out = text({}, {input("f", all)});
  EXPECT_TRUE(out.starts_with("goos: linux\npkg: a\n  │")) << out;
  EXPECT_THAT(out, HasSubstr("\n\npkg: b\n  │"));
}

TEST(Text, AsciiHasNoOtherCharacters) {
  const std::string out =
      text({}, {input("f", lines("X", {"1500"})), input("g", lines("X", {"2"}))},
           {.signs = kAsciiSigns, .colours = Colours::kNone});
  EXPECT_THAT(out, HasSubstr("1500.000n +- inf [1]"));
  EXPECT_TRUE(std::all_of(out.begin(), out.end(), [](char character) {
    return static_cast<unsigned char>(character) < 128;
  })) << out;
  EXPECT_THAT(text({}, {input("f", lines("X", {"1500"}))},
                   {.signs = kAsciiSigns, .colours = Colours::kNone}),
              HasSubstr("1.500u +- inf"));
}

TEST(Text, ColoursFollowTheDirectionOfTheUnit) {
  const std::vector<std::string> low = {"1", "2", "3", "4"};
  const std::vector<std::string> high = {"11", "12", "13", "14"};
  const auto out = [&](const std::string& unit) {
    return text({}, {input("a", lines("X", low, unit)), input("b", lines("X", high, unit))},
                {.signs = {}, .colours = Colours::kAnsi});
  };
  EXPECT_THAT(out("ns/op"), HasSubstr("\x1b[31m+400.00%\x1b[0m"));
  EXPECT_THAT(out("MB/s"), HasSubstr("\x1b[32m+400.00%\x1b[0m"));
  EXPECT_THAT(out("widgets"), testing::Not(HasSubstr("\x1b")));
}

TEST(Text, ACorrectionHasAColumnAndIsExplained) {
  Question question;
  question.correction = Correction::kBenjaminiHochberg;
  const std::string out = text(question, {input("a", lines("X", {"1", "2", "3", "4"})),
                                          input("b", lines("X", {"11", "12", "13", "14"}))});
  EXPECT_THAT(out, HasSubstr("+400.00% (p=0.029 n=4) adj=0.029\n"));
  EXPECT_THAT(out, HasSubstr("\nadj: p adjusted with Benjamini and Hochberg's method over 1 "
                             "comparison\n"));
}

}  // namespace
}  // namespace headgate::compare
