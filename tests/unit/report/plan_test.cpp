#include "core/report/plan.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace headgate::report {
namespace {

using gate::Presence;
using testing::HasSubstr;
using testing::Not;

constexpr stats::Sides<Presence> kBoth = {.base = Presence::kPresent, .head = Presence::kPresent};
constexpr stats::Sides<Presence> kAdded = {.base = Presence::kAbsent, .head = Presence::kPresent};
constexpr stats::Sides<Presence> kRemoved = {.base = Presence::kPresent, .head = Presence::kAbsent};

gate::Benchmark benchmark(const std::string& function, stats::Sides<Presence> presence) {
  return {.module = "example.com/m",
          .package = "example.com/m/sum",
          .function = function,
          .presence = presence};
}

Plan plan() {
  Plan plan{.run = {},
            .builds = {{.package = "example.com/m/sum", .presence = kBoth}},
            .items = {},
            .arguments = {.cpu = "4", .skip = ""}};
  plan.run.why = "base is the merge base with main";
  plan.run.sides.base.describe = "aaaaaaaaaaaa sum: first version";
  plan.run.sides.head.describe = "work tree at bbbbbbbbbbbb";
  plan.run.sides.base.toolchain = "go1.25.3";
  plan.run.sides.head.toolchain = "go1.26.8";
  plan.run.sides.head.build_flags = {"-trimpath", "-ldflags=-s -w"};
  plan.run.settings.schedule.rounds = 10;
  plan.run.benchmarks = {benchmark("BenchmarkX", kBoth), benchmark("BenchmarkNew", kAdded),
                         benchmark("BenchmarkOld", kRemoved)};
  plan.items = {{.module = "example.com/m",
                 .package = "example.com/m/sum",
                 .functions = {"BenchmarkX"},
                 .pattern = "^BenchmarkX$",
                 .benchtime = "200ms"}};
  return plan;
}

TEST(PlanText, NamesBothSidesAndWhy) {
  EXPECT_THAT(plan_text(plan()), HasSubstr("base: aaaaaaaaaaaa sum: first version\n"
                                           "head: work tree at bbbbbbbbbbbb\n"
                                           "  base is the merge base with main\n"
                                           "toolchain: go1.25.3 on base, go1.26.8 on head\n"));
}

TEST(PlanText, ListsEveryBenchmarkAndWhichSideLacksIt) {
  EXPECT_THAT(plan_text(plan()), HasSubstr("benchmarks: 3\n"
                                           "  example.com/m/sum.BenchmarkX\n"
                                           "  example.com/m/sum.BenchmarkNew (added)\n"
                                           "  example.com/m/sum.BenchmarkOld (removed)\n"));
}

TEST(PlanText, CommandsCanBeCopiedIntoAShell) {
  EXPECT_THAT(
      plan_text(plan()),
      HasSubstr(
          "  go test -c -vet=off -trimpath '-ldflags=-s -w' example.com/m/sum  # base and head\n"
          "  sum.test '-test.run=^$' '-test.bench=^BenchmarkX$' "
          "-test.benchtime=200ms -test.count=1 -test.cpu=4 -test.benchmem=true "
          "-test.paniconexit0=true  # 10 rounds of base and head\n"));
  Plan quoted = plan();
  quoted.items.front().pattern = "it's";
  EXPECT_THAT(plan_text(quoted), HasSubstr(R"('-test.bench=it'\''s')"));
}

TEST(PlanText, ABuildOfOneSideSaysWhich) {
  Plan one_sided = plan();
  one_sided.builds.front().presence = kAdded;
  EXPECT_THAT(plan_text(one_sided), HasSubstr("example.com/m/sum  # head\n"));
  one_sided.builds.front().presence = kRemoved;
  EXPECT_THAT(plan_text(one_sided), HasSubstr("example.com/m/sum  # base\n"));
}

// 10 rounds, 2 sides, each (0.01 s to start + 1.5 times 0.2 s) by plan.cpp's model: 6.2 s, rounded
// up.
TEST(PlanText, TellsHowManyProcessesAndHowLong) {
  EXPECT_THAT(plan_text(plan()), HasSubstr("20 processes, about 7 s of measuring\n"));
  Plan longer = plan();
  longer.items.front().benchtime = "10s";  // 20 * 15.01 s = 300.2 s
  EXPECT_THAT(plan_text(longer), HasSubstr("about 5 min 1 s of measuring\n"));
}

TEST(PlanText, SaysThatIdenticalBinariesAreNotRunUnlessTheyAre) {
  EXPECT_THAT(plan_text(plan()), HasSubstr("(measure.unchanged)"));
  Plan measured = plan();
  measured.run.settings.unchanged = gate::Unchanged::kMeasure;
  EXPECT_THAT(plan_text(measured), Not(HasSubstr("measure.unchanged")));
}

TEST(PlanText, CaveatsAreTold) {
  Plan doubtful = plan();
  doubtful.run.caveats = {{.code = "goflags", .text = "GOFLAGS asks for -race"}};
  EXPECT_THAT(plan_text(doubtful), HasSubstr("caveat (goflags): GOFLAGS asks for -race\n"));
}

TEST(PlanText, ASideWithoutAModuleHasNoToolchain) {
  Plan one_sided = plan();
  one_sided.run.sides.base.toolchain.clear();
  EXPECT_THAT(plan_text(one_sided), HasSubstr("toolchain: none on base"));
}

TEST(PlanText, NamesOfOthersCannotActOnTheTerminal) {
  Plan hostile = plan();
  hostile.run.sides.head.describe = "bbbb \x1b[2J##[error]x\n::error::x";
  hostile.run.benchmarks.front().package = "m\x1b[31m";
  const std::string text = plan_text(hostile);
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
  EXPECT_THAT(text, Not(HasSubstr("\n::")));
  EXPECT_THAT(text, Not(HasSubstr("##[")));
}

}  // namespace
}  // namespace headgate::report
