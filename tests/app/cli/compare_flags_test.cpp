#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>

#include "cli/cli.h"
#include "support/fake_program.h"

namespace headgate::cli {
namespace {

using testing::HasSubstr;
using testing_support::FakeProgram;

class CompareFlags : public testing::Test {
 protected:
  CompareFlags() {
    std::string text;
    for (int i = 0; i < 10; ++i) {
      text += fmt::format("BenchmarkX/-a=1-4 1000 {} ns/op 5 B/op\n", 100 + i);
    }
    program.files.add_file("/workspace/a.txt", text);
  }

  std::string call(std::vector<std::string> args) {
    std::ostringstream out;
    std::ostringstream err;
    args.insert(args.begin(), "compare");
    code = run(args, program.services(), out, err);
    return out.str() + err.str();
  }

  FakeProgram program;
  int code = 0;
};

TEST_F(CompareFlags, LongFlagsMayHaveOneDash) {
  const std::string two = call({"--format", "csv", "--filter", ".unit:B/op", "/workspace/a.txt"});
  EXPECT_EQ(code, 0);
  EXPECT_THAT(two, HasSubstr(",B/op,CI"));
  EXPECT_EQ(call({"-format", "csv", "-filter", ".unit:B/op", "/workspace/a.txt"}), two);
  EXPECT_EQ(call({"-format=csv", "-filter=.unit:B/op", "/workspace/a.txt"}), two);
}

TEST_F(CompareFlags, AValueMayBeginWithADash) {
  EXPECT_THAT(call({"-filter", "-.unit:B/op", "-format", "csv", "/workspace/a.txt"}),
              HasSubstr(",sec/op,CI"));
  EXPECT_EQ(code, 0);
}

TEST_F(CompareFlags, WhatIsNoFlagIsStillAMistake) {
  EXPECT_THAT(call({"-alfa", "0.1", "/workspace/a.txt"}), HasSubstr("--alpha"));
  EXPECT_EQ(code, 2);
}

TEST_F(CompareFlags, NoFilesAreAMistake) {
  EXPECT_THAT(call({}), HasSubstr("headgate compare --help"));
  EXPECT_EQ(code, 2);
}

TEST_F(CompareFlags, NumbersOutOfRangeNameTheirFlag) {
  EXPECT_THAT(call({"-alpha", "2", "/workspace/a.txt"}),
              HasSubstr("-alpha must be in range [0, 1]"));
  EXPECT_EQ(code, 2);
  EXPECT_THAT(call({"-confidence", "x", "/workspace/a.txt"}), HasSubstr("--confidence"));
  EXPECT_EQ(code, 2);
}

TEST_F(CompareFlags, TheGateTakesTheAlphaOfTheTables) {
  std::string slower;
  for (int i = 0; i < 10; ++i) {
    slower += fmt::format("BenchmarkX/-a=1-4 1000 {} ns/op 5 B/op\n", 200 + i);
  }
  program.files.add_file("/workspace/b.txt", slower);
  call({"-gate", "/workspace/a.txt", "/workspace/b.txt"});
  EXPECT_EQ(code, 1);
  // No ten samples a side give a p below 1e-6.
  EXPECT_THAT(call({"-gate", "-alpha", "1e-6", "/workspace/a.txt", "/workspace/b.txt"}),
              HasSubstr("too-few-samples"));
  EXPECT_EQ(code, 2);
}

TEST_F(CompareFlags, AConfigWithoutTheGateIsAMistake) {
  EXPECT_THAT(call({"--config", "x.yml", "/workspace/a.txt"}), HasSubstr("--config needs --gate"));
  EXPECT_EQ(code, 2);
}

}  // namespace
}  // namespace headgate::cli
