#include "app/prepare.h"

#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "go_trees.h"
#include "recording_narrator.h"

namespace headgate::app {
namespace {

using stats::Side;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class PrepareTest : public testing::Test {
 protected:
  PrepareTest() {
    for (const Side side : {Side::kBase, Side::kHead}) {
      modules.pairs.resize(1);
      modules.pairs.front().sides.of(side) =
          go::Module{.directory = GoTrees::root(side), .workspace = "off", .toolchain = "go1.26.1"};
    }
    trees.settings.build.prepare = {{"go", "generate", "./..."}, {"make", "assets"}};
  }

  Status prepare() {
    trees.sandbox();
    trees.add_both({{"go.mod", "module m\n"}});
    return prepare_trees(trees.program.services(), context, trees.settings, trees.sandbox(),
                         modules, deadline, narrator);
  }

  [[nodiscard]] const std::vector<proc::Command>& commands() const {
    return trees.program.launcher.commands();
  }

  GoTrees trees;
  Modules modules;
  go::Context context{
      .command = "/opt/go/bin/go",
      .environment = {"GOCACHE=/c/go-build", "GOMODCACHE=/c/go-mod", "HOME=/tmp/hg-00000/home",
                      "PATH=/usr/bin", "TMPDIR=/tmp/hg-00000/tmp"},
      .goflags = {},
      .identity = std::nullopt,
      .timeout = [] { return std::chrono::milliseconds(std::chrono::minutes(30)); }};
  Deadline deadline{trees.program.clock};
  RecordingNarrator narrator;
};

TEST_F(PrepareTest, CommandsRunInEachSidesTreeBaseFirst) {
  ASSERT_TRUE(prepare());
  std::vector<std::string> ran;
  for (const proc::Command& command : commands()) {
    ran.push_back(command.directory + " " + command.argv.front());
  }
  EXPECT_THAT(ran, ElementsAre("/tmp/hg-00000/base go", "/tmp/hg-00000/base make",
                               "/tmp/hg-00000/head go", "/tmp/hg-00000/head make"));
  EXPECT_THAT(narrator.told, Contains("preparing head: make assets"));
}

TEST_F(PrepareTest, WithoutCommandsNothingHappens) {
  trees.settings.build.prepare.clear();
  ASSERT_TRUE(prepare());
  EXPECT_THAT(commands(), IsEmpty());
}

TEST_F(PrepareTest, TheGoCommandOfTheRunIsFoundWithItsToolchain) {
  ASSERT_TRUE(prepare());
  EXPECT_THAT(commands().front().environment,
              Contains("PATH=/opt/go/bin:" + trees.program.variables["PATH"]));
  EXPECT_THAT(commands().front().environment, Not(Contains("PATH=/usr/bin")));
  EXPECT_THAT(commands().front().environment, Contains("GOTOOLCHAIN=go1.26.1"));
}

TEST_F(PrepareTest, WithoutRootTheUsersCachesServe) {
  ASSERT_TRUE(prepare());
  EXPECT_FALSE(commands().front().identity);
  EXPECT_THAT(commands().front().environment, Contains("GOCACHE=/c/go-build"));
}

TEST_F(PrepareTest, AsRootEachCommandMayWriteItsOwnTreeAndNoCacheOfBuilds) {
  trees.program.user = {.uid = 0, .gid = 0};
  trees.cache_dir = "/c";
  std::vector<std::string> owners;
  trees.program.child = [&](const proc::Command& command) -> std::optional<proc::FakeChild> {
    owners.push_back(fmt::format("{} {} {}", command.identity->uid,
                                 trees.program.files.owner("/tmp/hg-00000/base")->uid,
                                 trees.program.files.owner("/tmp/hg-00000/head")->uid));
    return std::nullopt;
  };
  ASSERT_TRUE(prepare());
  const std::string preparer = std::to_string(kPreparer.uid);
  const std::string builder = std::to_string(kBuilder.uid);
  // The user of the command, then the owners of base's and head's tree. Head has nobody's rights
  // but ours until base is done; afterwards base's tree is the builder's.
  EXPECT_THAT(owners,
              ElementsAre(preparer + " " + preparer + " 0", preparer + " " + preparer + " 0",
                          preparer + " " + builder + " " + preparer,
                          preparer + " " + builder + " " + preparer));
  EXPECT_EQ(trees.program.files.owner("/tmp/hg-00000/head")->uid, kBuilder.uid);
  for (const char* variable :
       {"HOME=/tmp/hg-00000/prepare/home", "TMPDIR=/tmp/hg-00000/prepare/tmp",
        "GOCACHE=/tmp/hg-00000/prepare/go-build", "GOMODCACHE=/tmp/hg-00000/prepare/go-mod"}) {
    EXPECT_THAT(commands().front().environment, Contains(variable));
    const std::string path = std::string(variable).substr(std::string(variable).find('=') + 1);
    EXPECT_EQ(trees.program.files.owner(path)->uid, kPreparer.uid) << path;
  }
}

TEST_F(PrepareTest, ACommandThatFailsIsAnErrorWithItsOutput) {
  trees.program.child = [](const proc::Command&) -> std::optional<proc::FakeChild> {
    return proc::FakeChild::exiting(3, "needs node");
  };
  const Status refused = prepare();
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().reason, Reason::kPrepareFailed);
  EXPECT_EQ(refused.error().message, "measure.prepare: 'go' on base exited with 3");
  EXPECT_THAT(refused.error().detail, HasSubstr("needs node"));
  EXPECT_EQ(commands().size(), 1U);
}

TEST_F(PrepareTest, ACommandThatTheDeadlineEndedIsNoFailureOfTheCommand) {
  deadline.set(5);
  trees.program.child = [&](const proc::Command&) -> std::optional<proc::FakeChild> {
    trees.program.clock.advance(5);
    return proc::FakeChild::ending(proc::TimedOut{});
  };
  const Status refused = prepare();
  EXPECT_EQ(refused.error().reason, Reason::kDeadline);
  EXPECT_EQ(refused.error().message, "the deadline of 5s was reached while 'go' prepared base");
}

TEST_F(PrepareTest, AnInterruptedCommandIsNoFailureOfTheCommand) {
  trees.program.child = [](const proc::Command&) -> std::optional<proc::FakeChild> {
    return proc::FakeChild::ending(proc::Interrupted{});
  };
  EXPECT_EQ(prepare().error().reason, Reason::kInterrupted);
}

}  // namespace
}  // namespace headgate::app
