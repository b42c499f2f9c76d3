#include "edge/proc/process.h"

#include <csignal>

#include <gmock/gmock.h>

#include "edge/proc/captured_output.h"
#include "support/fake_launcher.h"

namespace headgate::proc {
namespace {

using testing::VariantWith;

TEST(Describe, SaysHowAChildEnded) {
  EXPECT_EQ(describe({.how = Exited{.code = 7}}), "exited with 7");
  EXPECT_EQ(describe({.how = Signaled{.signal = SIGSEGV}}), "killed by SIGSEGV");
  EXPECT_EQ(describe({.how = Signaled{.signal = 40}}), "killed by signal 40");
  EXPECT_EQ(describe({.how = TimedOut{}}), "timed out");
  EXPECT_EQ(describe({.how = Interrupted{}}), "interrupted");
  EXPECT_EQ(describe({.how = LaunchFailed{.step = LaunchStep::kExecute,
                                          .message = "cannot start x: why",
                                          .error_number = 2}}),
            "cannot start x: why");
}

TEST(Succeeded, OnlyExitCodeZeroIsSuccess) {
  EXPECT_TRUE(succeeded({.how = Exited{.code = 0}}));
  EXPECT_FALSE(succeeded({.how = Exited{.code = 1}}));
  EXPECT_FALSE(succeeded({.how = Signaled{.signal = SIGTERM}}));
  EXPECT_FALSE(succeeded({.how = TimedOut{}}));
  EXPECT_FALSE(succeeded({.how = Interrupted{}}));
}

TEST(FakeLauncher, AnswersInOrderAndRemembersTheCommands) {
  FakeLauncher launcher({FakeChild::printing("PASS\n"), FakeChild::exiting(2, "no such flag\n")});
  launcher.enqueue(FakeChild::ending(TimedOut{}, "half a li"));
  CapturedOutput first(100);
  EXPECT_TRUE(succeeded(launcher.run({.argv = {"/a"}, .directory = "/"}, first)));
  EXPECT_EQ(first.out().text(), "PASS\n");
  CapturedOutput second(100);
  EXPECT_THAT(launcher.run({.argv = {"/b"}, .directory = "/"}, second).how,
              VariantWith<Exited>(Exited{.code = 2}));
  EXPECT_EQ(second.err().text(), "no such flag\n");
  EXPECT_EQ(launcher.left(), 1U);
  CapturedOutput third(100);
  EXPECT_THAT(launcher.run({.argv = {"/c"}, .directory = "/"}, third).how,
              VariantWith<TimedOut>(TimedOut{}));
  EXPECT_EQ(third.out().text(), "half a li");
  ASSERT_EQ(launcher.commands().size(), 3U);
  EXPECT_EQ(launcher.commands()[1].argv.front(), "/b");
}

TEST(FakeLauncher, AScriptSeesTheCommand) {
  FakeLauncher launcher(
      [](const Command& command) { return FakeChild::printing(command.argv.back()); });
  CapturedOutput output(100);
  (void)launcher.run({.argv = {"/a", "echoed"}, .directory = "/"}, output);
  EXPECT_EQ(output.out().text(), "echoed");
}

}  // namespace
}  // namespace headgate::proc
