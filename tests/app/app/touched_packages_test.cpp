// `changed-only` in a run: what is left out, and when nothing may be.

#include "app/touched_packages.h"

#include <sstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/gate_run.h"
#include "app/run.h"
#include "recording_narrator.h"
#include "support/fake_program.h"

namespace headgate::app {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing_support::FakeProgram;
using testing_support::Tree;

std::string tests_of(const std::string& function) {
  return "package p\n\nimport \"testing\"\n\nfunc " + function + "(b *testing.B) {}\n";
}

Tree tree() {
  return {{"go.mod", "module example.com/m\n\ngo 1.24\n"},
          {"a/a.go", "package p\n"},
          {"a/a_test.go", tests_of("BenchmarkA")},
          {"b/b.go", "package p\n"},
          {"b/b_test.go", tests_of("BenchmarkB")},
          {"cmd/main.go", "package main\n"},
          {"docs/guide.md", "read me\n"}};
}

class ChangedOnlyTest : public testing::Test {
 protected:
  ChangedOnlyTest() {
    for (const char* side : {"base", "head"}) {
      program.go.imports[fmt::format("/tmp/hg-00000/{}/b", side)] = {"example.com/m/a"};
    }
  }

  // A run of the tree against itself with these files of head replaced.
  GateRun run(const Tree& changes, Tree base = tree()) {
    Tree head = base;
    for (const auto& [path, content] : changes) {
      head[path] = content;
    }
    program.sides(std::move(base), std::move(head));
    GateRunOptions options{
        .settings = {.file = {},
                     .name = {},
                     .overrides = {{.flag = "rounds", .values = {"5"}, .origin = "flag"}}},
        .results_dir = "/workspace/results",
        .changed_only = GateRunOptions::ChangedOnly::kYes};
    return run_gate(program.services(),
                    find_sources(std::make_unique<git::FakeRepository>(program.repository),
                                 Question{.base = github::Revision{"base"},
                                          .head = github::Where(github::Revision{"head"}),
                                          .why = "as asked for",
                                          .base_branch = {},
                                          .notes = {}}),
                    options, narrator);
  }

  static std::string caveat(const GateRun& run) {
    for (const gate::Caveat& one : run.ending.verdict().caveats) {
      if (one.code == "changed-only") {
        return one.text;
      }
    }
    return {};
  }

  FakeProgram program;
  RecordingNarrator narrator;
};

TEST_F(ChangedOnlyTest, APackageThatTheChangeDoesNotReachIsNeitherBuiltNorMeasured) {
  const GateRun result = run({{"b/b.go", "package p\n\n// slower\n"}});
  EXPECT_EQ(result.ending.verdict().decision, gate::Decision::kRegression);
  EXPECT_THAT(program.measured(), Each(HasSubstr("BenchmarkB")));
  for (const go::FakeBuild& build : program.go.builds) {
    EXPECT_EQ(build.import_path, "example.com/m/b");
  }
  EXPECT_THAT(caveat(result), AllOf(HasSubstr("1 of 2 packages"), HasSubstr("example.com/m/a")));
  ASSERT_TRUE(result.record.changed_only);
  EXPECT_EQ(result.record.changed_only->left_out.size(), 1U);
}

TEST_F(ChangedOnlyTest, DependentsOfAPackageThatChangedAreMeasured) {
  const GateRun result = run({{"a/a.go", "package p\n\n// slower\n"}});
  EXPECT_EQ(result.ending.verdict().compared, 2U);
  EXPECT_THAT(program.go.builds, testing::SizeIs(4));
  EXPECT_EQ(caveat(result), "");
}

TEST_F(ChangedOnlyTest, AChangeOfNoGoPackagePassesAndSaysThatNothingWasCompared) {
  const GateRun result = run({{"docs/guide.md", "read me twice\n"}});
  EXPECT_EQ(result.ending.verdict().decision, gate::Decision::kPass);
  EXPECT_EQ(result.ending.code(), 0);
  EXPECT_EQ(result.ending.verdict().compared, 0U);
  EXPECT_EQ(result.ending.verdict().message,
            "nothing to compare: the change touches no Go package");
  EXPECT_THAT(caveat(result), HasSubstr("2 of 2 packages with benchmarks left out"));
  EXPECT_THAT(program.go.builds, IsEmpty());
}

TEST_F(ChangedOnlyTest, AChangeOfGoCodeWithoutBenchmarksIsShownToChangeNone) {
  const GateRun result = run({{"cmd/main.go", "package main\n\n// new\n"}});
  EXPECT_EQ(result.ending.verdict().decision, gate::Decision::kPass);
  EXPECT_EQ(result.ending.verdict().compared, 2U);
  EXPECT_THAT(caveat(result), HasSubstr("no package is left out"));
  EXPECT_THAT(program.measured(), IsEmpty());  // the binaries are identical
}

TEST_F(ChangedOnlyTest, OtherToolchainsTouchEverything) {
  program.go.toolchain_versions["/tmp/hg-00000/head"] = "go1.26.9";
  const GateRun result = run({{"b/b.go", "package p\n\n// slower\n"}});
  EXPECT_EQ(result.ending.verdict().compared, 2U);
  EXPECT_EQ(caveat(result), "");
}

TEST_F(ChangedOnlyTest, AReplayOfAPassWithNothingComparedIsThatPass) {
  const GateRun result = run({{"docs/guide.md", "read me twice\n"}});
  ASSERT_EQ(result.ending.code(), 0);
  EXPECT_THAT(program.files.content_of("/workspace/results/run.json").value_or(""),
              HasSubstr("\"touches\": \"no-package\""));
}

TEST_F(ChangedOnlyTest, APackageThatIsNewIsNotLeftOut) {
  const GateRun result = run({{"c/c.go", "package p\n"},
                              {"c/c_test.go", tests_of("BenchmarkC")},
                              {"a/a_test.go", tests_of("BenchmarkA") + "// more\n"}});
  ASSERT_TRUE(result.record.changed_only);
  ASSERT_EQ(result.record.changed_only->left_out.size(), 1U);
  EXPECT_EQ(result.record.changed_only->left_out[0].package, "example.com/m/b");
}

}  // namespace
}  // namespace headgate::app
