// That nothing a child starts outlives the run, and nothing outlives us.

#include "edge/proc/descendants.h"

#include <csignal>
#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include "shell.h"

namespace headgate::proc {
namespace {

using std::chrono::milliseconds;
using testing::IsEmpty;

std::vector<pid_t> numbers(const std::string& lines) {
  std::istringstream in(lines);
  std::vector<pid_t> found;
  for (pid_t number = 0; in >> number;) {
    found.push_back(number);
  }
  return found;
}

void expect_all_dead(const Ran& ran, std::size_t expected_count) {
  const std::vector<pid_t> left_behind = numbers(ran.out);
  ASSERT_EQ(left_behind.size(), expected_count) << ran.out << ran.err;
  for (const pid_t process : left_behind) {
    EXPECT_FALSE(is_alive(process)) << process;
  }
  EXPECT_TRUE(succeeded(ran.completion)) << describe(ran.completion);
  EXPECT_EQ(ran.completion.output, OutputEnd::kComplete);
  EXPECT_EQ(ran.completion.survivors, Survivors::kNone);
  EXPECT_LT(ran.completion.wall_sec, 5);
  EXPECT_THAT(children(), IsEmpty());
}

TEST(Grandchild, ThatHoldsThePipesDiesWithItsGroup) {
  expect_all_dead(run(shell("sleep 1000 & echo $!")), 1);
}

TEST(Grandchild, ThatLeftTheSessionDiesToo) {
  // The outer shell waits for the file, so that the daemon has its own session by the time it ends.
  const Folder folder;
  const std::string file = (folder.path() / "id").string();
  expect_all_dead(run(shell("setsid sh -c 'echo $$; echo $$ > " + file +
                            "; exec sleep 1000' & until [ -s " + file + " ]; do sleep 0.01; done")),
                  1);
}

TEST(Grandchild, ThatLeftTheSessionDiesWithItsOwnChildren) {
  const Folder folder;
  const std::string file = (folder.path() / "id").string();
  // Three generations, each in a session of its own.
  const std::string inner = "setsid sh -c \"echo \\$\\$; echo 1 > " + file + "; exec sleep 1000\"";
  expect_all_dead(run(shell("setsid sh -c 'echo $$; " + inner + " & wait' & until [ -s " + file +
                            " ]; do sleep 0.01; done")),
                  2);
}

TEST(Grandchild, ThatIsLateDiesWithTheChild) {
  Command command = shell("trap '' TERM; setsid sleep 1000 & echo $!; wait");
  command.timeout = milliseconds(200);
  command.kill_grace = milliseconds(100);
  const Ran ran = run(command);
  EXPECT_THAT(ran.completion.how, testing::VariantWith<TimedOut>(TimedOut{}));
  EXPECT_FALSE(is_alive(numbers(ran.out).at(0)));
  EXPECT_THAT(children(), IsEmpty());
}

// Starts a launcher in a process of its own, kills that process, and expects its child to follow.
void expect_child_dies_with_launcher(const std::optional<Identity>& identity) {
  const Folder folder;
  const std::filesystem::path file = folder.path() / "id";
  Fork launcher([&] {
    Command command = shell("echo $$ > " + file.string() + "; exec sleep 1000");
    command.identity = identity;
    (void)run(command);
    return 0;
  });
  ASSERT_TRUE(soon([&] { return number_in(file) != 0; }));
  const pid_t child = number_in(file);
  ASSERT_TRUE(is_alive(child));
  launcher.kill();
  launcher.join();
  EXPECT_TRUE(soon([&] { return !is_alive(child); }, milliseconds(2000)));
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);  // ours if an earlier test made this process a reaper of orphans
}

TEST(DeathSignal, AKilledLauncherTakesItsChildAlong) {
  expect_child_dies_with_launcher(std::nullopt);
}

TEST(DeathSignal, SurvivesTheChangeOfIdentity) {
  if (::geteuid() != 0) {
    GTEST_SKIP() << "changing the user needs root";
  }
  expect_child_dies_with_launcher(Identity{.uid = 65534, .gid = 65534});
}

TEST(Children, OnesThatWereThereBeforeAreSpared) {
  Fork bystander([] {
    ::pause();
    return 0;
  });
  PosixLauncher launcher(-1);
  EXPECT_TRUE(succeeded(run(launcher, program({"/bin/true"})).completion));
  EXPECT_THAT(children(), testing::ElementsAre(bystander.id()));
  EXPECT_TRUE(is_alive(bystander.id()));
}

TEST(Children, OnesThatTheKernelDoesNotListAreSurvivors) {
  const Folder unlisted;  // as /proc/self/task is without CONFIG_PROC_CHILDREN
  std::filesystem::create_directory(unlisted.path() / "1");
  Fork child([] {
    ::pause();
    return 0;
  });
  EXPECT_EQ(kill_children_except({}, milliseconds(100), unlisted.path()), Survivors::kSome);
  EXPECT_TRUE(is_alive(child.id()));
  child.kill();
  EXPECT_TRUE(soon([&] {
    return kill_children_except({}, milliseconds(100), unlisted.path()) == Survivors::kNone;
  }));
}

TEST(Children, OneThatCannotBeReapedIsReportedAndTriedAgain) {
  // A tracer that does not wait for its dead tracee keeps it from its parent.
  const Folder folder;
  const std::filesystem::path file = folder.path() / "traced";
  const pid_t traced = ::fork();
  if (traced == 0) {
    ::prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY);
    ::pause();
    ::_exit(0);
  }
  Fork tracer([&] {
    soon([&] { return ::ptrace(PTRACE_SEIZE, traced, nullptr, nullptr) == 0; });
    std::ofstream(file) << "1\n";
    ::pause();
    return 0;
  });
  ASSERT_TRUE(soon([&] { return number_in(file) != 0; }));
  EXPECT_EQ(kill_children_except({tracer.id()}, milliseconds(100)), Survivors::kSome);
  tracer.kill();
  tracer.join();
  EXPECT_EQ(kill_children_except({}, milliseconds(2000)), Survivors::kNone);
  EXPECT_THAT(children(), IsEmpty());
}

}  // namespace
}  // namespace headgate::proc
