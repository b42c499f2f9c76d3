// How a child can end, and that each end is told apart from the others.

#include <cerrno>
#include <csignal>
#include <fstream>

#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "edge/proc/descendants.h"
#include "shell.h"

namespace headgate::proc {
namespace {

using std::chrono::milliseconds;
using testing::AllOf;
using testing::Ge;
using testing::IsEmpty;
using testing::Lt;
using testing::VariantWith;

TEST(Child, ExitCodesAreReported) {
  EXPECT_THAT(run(shell("exit 0")).completion.how, VariantWith<Exited>(Exited{.code = 0}));
  EXPECT_THAT(run(shell("exit 7")).completion.how, VariantWith<Exited>(Exited{.code = 7}));
}

TEST(Child, DeathBySignalIsNotAnExitCode) {
  // A shell would report 128 + 9; `exit 137` and SIGKILL must stay different.
  EXPECT_THAT(run(shell("kill -KILL $$")).completion.how,
              VariantWith<Signaled>(Signaled{.signal = SIGKILL}));
  EXPECT_THAT(run(shell("exit 137")).completion.how, VariantWith<Exited>(Exited{.code = 137}));
}

TEST(Child, ThatDoesNothingWritesNothing) {
  const Ran ran = run(program({"/bin/true"}));
  EXPECT_TRUE(succeeded(ran.completion));
  EXPECT_EQ(ran.out, "");
  EXPECT_EQ(ran.err, "");
  EXPECT_EQ(ran.completion.output, OutputEnd::kComplete);
  EXPECT_EQ(ran.completion.survivors, Survivors::kNone);
}

TEST(Child, ThatClosesItsOutputIsStillWaitedFor) {
  const Ran ran = run(shell("exec >&- 2>&-; sleep 0.2; exit 3"));
  EXPECT_THAT(ran.completion.how, VariantWith<Exited>(Exited{.code = 3}));
  EXPECT_GE(ran.completion.wall_sec, 0.2);
}

TEST(Child, UsageIsItsOwn) {
  const Ran busy = run(shell("i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done"));
  const Ran idle = run(shell("sleep 0.2"));
  EXPECT_GT(busy.completion.usage.user_sec, idle.completion.usage.user_sec);
  EXPECT_LT(idle.completion.usage.user_sec + idle.completion.usage.system_sec, 0.1);
  EXPECT_GE(idle.completion.wall_sec, 0.2);
  EXPECT_GT(idle.completion.usage.voluntary_switches, 0);
  EXPECT_GT(idle.completion.usage.minor_faults, 0);
}

TEST(Child, ALateOneGetsSigtermFirst) {
  Command command = shell("trap 'echo bye; exit 0' TERM; while :; do sleep 0.02; done");
  command.timeout = milliseconds(200);
  command.kill_grace = std::chrono::seconds(20);
  const Ran ran = run(command);
  EXPECT_THAT(ran.completion.how, VariantWith<TimedOut>(TimedOut{}));
  EXPECT_EQ(ran.out, "bye\n");
  EXPECT_THAT(ran.completion.wall_sec, AllOf(Ge(0.2), Lt(10)));
}

TEST(Child, ALateOneGetsSigtermWithItsGroup) {
  Command command = shell(
      "(trap 'echo inner; exit' TERM; while :; do sleep 0.02; done) & trap 'wait; exit' TERM; "
      "wait");
  command.timeout = milliseconds(200);
  command.kill_grace = std::chrono::seconds(20);
  EXPECT_EQ(run(command).out, "inner\n");
}

TEST(Child, ALateOneThatIgnoresSigtermIsKilledAfterTheGrace) {
  Command command = shell("trap '' TERM; while :; do sleep 0.02; done");
  command.timeout = milliseconds(100);
  command.kill_grace = milliseconds(200);
  const Ran ran = run(command);
  EXPECT_THAT(ran.completion.how, VariantWith<TimedOut>(TimedOut{}));
  EXPECT_THAT(ran.completion.wall_sec, AllOf(Ge(0.3), Lt(5)));
}

TEST(Child, ThatEndsInTimeIsNotTimedOut) {
  Command command = shell("exit 4");
  command.timeout = std::chrono::seconds(60);
  EXPECT_THAT(run(command).completion.how, VariantWith<Exited>(Exited{.code = 4}));
}

class Interrupt {
 public:
  explicit Interrupt(milliseconds after) : timer_(::timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC)) {
    const itimerspec once{.it_interval = {},
                          .it_value = {.tv_sec = 0, .tv_nsec = after.count() * 1'000'000}};
    ::timerfd_settime(timer_, 0, &once, nullptr);
  }

  ~Interrupt() { ::close(timer_); }

  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  [[nodiscard]] int descriptor() const { return timer_; }

 private:
  int timer_;
};

TEST(InterruptedChild, IsKilledAtOnceWithItsGroup) {
  const Interrupt interrupt(milliseconds(200));
  PosixLauncher launcher(interrupt.descriptor());
  const Ran ran = run(launcher, shell("trap '' TERM INT HUP; sleep 1000 & echo $!; wait"));
  EXPECT_THAT(ran.completion.how, VariantWith<Interrupted>(Interrupted{}));
  EXPECT_LT(ran.completion.wall_sec, 1.2);
  EXPECT_FALSE(is_alive(static_cast<pid_t>(std::stol(ran.out))));
}

TEST(InterruptedChild, IsNotStartedWhenTheInterruptCameBefore) {
  const Folder folder;
  const Interrupt interrupt(milliseconds(1));
  PosixLauncher launcher(interrupt.descriptor());
  ::usleep(20'000);
  // Twice: the descriptor is not read, so the interrupt stays.
  for (int attempt = 0; attempt < 2; ++attempt) {
    const Ran ran = run(launcher, shell("touch " + (folder.path() / "started").string()));
    EXPECT_THAT(ran.completion.how, VariantWith<Interrupted>(Interrupted{}));
  }
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "started"));
}

TEST(InterruptedChild, AnInterruptDuringTheGraceEndsTheGrace) {
  const Interrupt interrupt(milliseconds(300));
  PosixLauncher launcher(interrupt.descriptor());
  Command command = shell("trap '' TERM; while :; do sleep 0.02; done");
  command.timeout = milliseconds(100);
  command.kill_grace = std::chrono::seconds(60);
  const Ran ran = run(launcher, command);
  EXPECT_THAT(ran.completion.how, VariantWith<Interrupted>(Interrupted{}));
  EXPECT_LT(ran.completion.wall_sec, 2);
}

struct Refusal {
  LaunchStep step;
  int error_number;
  std::string message;
};

void expect_refused(const Command& command, const Refusal& expected) {
  const Ran ran = run(command);
  const auto* failed = std::get_if<LaunchFailed>(&ran.completion.how);
  ASSERT_NE(failed, nullptr) << describe(ran.completion);
  EXPECT_EQ(failed->step, expected.step) << failed->message;
  EXPECT_EQ(failed->error_number, expected.error_number);
  EXPECT_EQ(failed->message, expected.message);
  EXPECT_THAT(children(), IsEmpty());
}

TEST(Launch, AMissingFileIsNamed) {
  expect_refused(program({"/no/such/program"}),
                 {.step = LaunchStep::kExecute,
                  .error_number = ENOENT,
                  .message = "cannot start /no/such/program: No such file or directory"});
}

TEST(Launch, AFileThatIsNotExecutableIsNamed) {
  expect_refused(program({"/etc/passwd"}),
                 {.step = LaunchStep::kExecute,
                  .error_number = EACCES,
                  .message = "cannot start /etc/passwd: Permission denied"});
}

TEST(Launch, AFileOfAnotherFormatIsNamed) {
  const Folder folder;
  const std::filesystem::path file = folder.path() / "tool";
  std::ofstream(file) << "not a program\n";
  std::filesystem::permissions(file, std::filesystem::perms::all);
  expect_refused(program({file.string()}),
                 {.step = LaunchStep::kExecute,
                  .error_number = ENOEXEC,
                  .message = "cannot start " + file.string() + ": Exec format error"});
}

TEST(Launch, AMissingFolderIsNamed) {
  Command command = program({"/bin/true"});
  command.directory = "/no/such/folder";
  expect_refused(
      command, {.step = LaunchStep::kDirectory,
                .error_number = ENOENT,
                .message = "cannot start /bin/true in /no/such/folder: No such file or directory"});
}

TEST(Launch, ANameThatIsNotInPathIsNamed) {
  expect_refused(
      program({"no-such-tool"}),
      {.step = LaunchStep::kFindProgram,
       .error_number = ENOENT,
       .message = "cannot start no-such-tool: it is not in PATH: No such file or directory"});
}

TEST(Launch, ACommandThatMakesNoSenseStartsNothing) {
  Command relative_folder = program({"/bin/true"});
  relative_folder.directory = "tmp";
  expect_refused(relative_folder,
                 {.step = LaunchStep::kCheck,
                  .error_number = EINVAL,
                  .message = "cannot start /bin/true: the folder \"tmp\" is not an absolute path"});
}

// Whether the last start failed in us, before there was a child, with this error.
bool failed_to_prepare(const Ran& ran, int error_number) {
  const auto* failed = std::get_if<LaunchFailed>(&ran.completion.how);
  return failed != nullptr && failed->step == LaunchStep::kPrepare &&
         failed->error_number == error_number;
}

TEST(Launch, WithoutAProcessToBeHadItIsAnError) {
  Fork limited([] {
    PosixLauncher launcher(-1);
    const rlimit none{.rlim_cur = 0, .rlim_max = 0};
    ::setrlimit(RLIMIT_NPROC, &none);
    // The kernel does not count root's processes.
    if (::geteuid() == 0 && ::setresuid(65534, 65534, 65534) != 0) {
      return 2;
    }
    return failed_to_prepare(run(launcher, program({"/bin/true"})), EAGAIN) ? 0 : 1;
  });
  EXPECT_EQ(limited.join(), 0);
}

TEST(Launch, AnInterruptDescriptorThatIsClosedIsAnErrorNotAnInterrupt) {
  PosixLauncher launcher(999);
  EXPECT_TRUE(failed_to_prepare(run(launcher, program({"/bin/true"})), EBADF));
}

TEST(Launch, LeavesNoZombieAndNoDescriptorHoweverItEnds) {
  PosixLauncher launcher(-1);
  Command late = shell("sleep 1000");
  late.timeout = milliseconds(5);
  Command nowhere = program({"/bin/true"});
  nowhere.directory = "/no/such/folder";
  const std::vector<Command> commands = {shell("exit 0"), shell("kill -SEGV $$"),
                                         program({"/no/such/program"}), nowhere, late};
  const auto open_descriptors = [] {
    return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {});
  };
  const auto before = open_descriptors();
  for (int round = 0; round < 10; ++round) {
    for (const Command& command : commands) {
      (void)run(launcher, command);
      ASSERT_THAT(children(), IsEmpty());
    }
  }
  EXPECT_EQ(open_descriptors(), before);
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

}  // namespace
}  // namespace headgate::proc
