#include "app/console.h"

#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace headgate::app {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class PrintVerdict : public testing::Test {
 protected:
  void print(gate::Decision decision, Format format, const std::string& results_dir = "") {
    print_verdict(
        {.decision = decision,
         .reason = decision == gate::Decision::kError ? std::optional(Reason::kBuildFailed)
                                                      : std::nullopt,
         .message = "what happened"},
        {}, gate::exit_code(decision), results_dir, format, console);
  }

  std::ostringstream out;
  std::ostringstream err;
  Console console{.out = out,
                  .err = err,
                  .out_colour = report::Colour::kAlways,
                  .err_colour = report::Colour::kNever};
};

TEST_F(PrintVerdict, AVerdictIsWhatWasAskedFor) {
  print(gate::Decision::kPass, Format::kText, "results");
  EXPECT_THAT(out.str(), HasSubstr("what happened"));
  EXPECT_THAT(out.str(), HasSubstr("results: results"));
  EXPECT_THAT(out.str(), HasSubstr("\x1b["));
  EXPECT_THAT(err.str(), IsEmpty());
}

TEST_F(PrintVerdict, AnErrorIsADiagnosticInTheColoursOfItsStream) {
  print(gate::Decision::kError, Format::kText);
  EXPECT_THAT(out.str(), IsEmpty());
  EXPECT_THAT(err.str(), HasSubstr("(build-failed): what happened"));
  EXPECT_THAT(err.str(), Not(HasSubstr("\x1b[")));
}

TEST_F(PrintVerdict, JsonIsAloneOnItsStream) {
  print(gate::Decision::kUnstable, Format::kJson);
  EXPECT_THAT(out.str(), HasSubstr(R"("exit_code": 3)"));
  EXPECT_THAT(out.str(), Not(HasSubstr("\x1b[")));
  EXPECT_THAT(err.str(), IsEmpty());
}

TEST_F(PrintVerdict, AnErrorInJsonIsToldToPeopleToo) {
  print(gate::Decision::kError, Format::kJson);
  EXPECT_THAT(out.str(), HasSubstr(R"("reason": "build-failed")"));
  EXPECT_THAT(err.str(), HasSubstr("(build-failed)"));
}

}  // namespace
}  // namespace headgate::app
