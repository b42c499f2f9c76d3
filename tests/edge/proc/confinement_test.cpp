// What a child inherits: what it was given, and nothing of ours.

#include "edge/proc/confinement.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <sstream>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <grp.h>
#include <sys/resource.h>
#include <unistd.h>

#include "shell.h"

namespace headgate::proc {
namespace {

using testing::HasSubstr;

constexpr Identity kNobody{.uid = 65534, .gid = 65534};

bool is_root() { return ::geteuid() == 0; }

TEST(Confinement, TheEnvironmentIsExactlyWhatWasGiven) {
  Command command = program({"/usr/bin/env"});
  command.environment = {"B=2 with = and spaces", "A=1", "EMPTY="};
  EXPECT_EQ(run(command).out, "B=2 with = and spaces\nA=1\nEMPTY=\n");
  command.environment = {};
  EXPECT_EQ(run(command).out, "");
}

TEST(Confinement, ArgumentsArriveAsTheyAreWithoutAShell) {
  EXPECT_EQ(run(program({"/usr/bin/printf", "%s\\n", "a b", "", "$HOME `id`", "\"'\\", "*"})).out,
            "a b\n\n$HOME `id`\n\"'\\\n*\n");
}

TEST(Confinement, TheFolderIsTheOneGiven) {
  Command command = program({"/bin/pwd"});
  command.directory = "/usr/bin";
  EXPECT_EQ(run(command).out, "/usr/bin\n");
}

TEST(Confinement, DescriptorsOfOursDoNotLeak) {
  const int inherited = ::fcntl(STDIN_FILENO, F_DUPFD, 50);  // without close-on-exec
  const Ran ran = run(program({"ls", "/proc/self/fd"}));
  ::close(inherited);
  EXPECT_EQ(ran.out, "0\n1\n2\n3\n");  // 3: the folder that ls itself reads
}

TEST(Confinement, OurStandardInputIsNotTheChilds) {
  Fork with_input([] {
    std::array<int, 2> pipe{};
    if (::pipe(pipe.data()) != 0 || ::write(pipe[1], "ours", 4) != 4) {
      return 2;
    }
    ::close(pipe[1]);
    ::dup2(pipe[0], STDIN_FILENO);
    const Ran ran = run(program({"cat"}));
    return succeeded(ran.completion) && ran.out.empty() ? 0 : 1;
  });
  EXPECT_EQ(with_input.join(), 0);
}

TEST(Confinement, StandardInputIsEmptyAndTheOthersArePipes) {
  const Ran ran = run(shell("cat; readlink /proc/self/fd/0; readlink /proc/$$/fd/1 /proc/$$/fd/2"));
  EXPECT_THAT(ran.out, testing::MatchesRegex("/dev/null\npipe:.[0-9]+.\npipe:.[0-9]+.\n"));
}

TEST(Confinement, OldKernelsListDescriptorsInsteadOfNamingARange) {
  Fork listing([] {
    const int first = ::fcntl(STDERR_FILENO, F_DUPFD, 30);
    const int second = ::fcntl(STDERR_FILENO, F_DUPFD, 60);
    const bool all_marked =
        close_listed_descriptors_on_exec() && ::fcntl(first, F_GETFD) == FD_CLOEXEC &&
        ::fcntl(second, F_GETFD) == FD_CLOEXEC && ::fcntl(STDERR_FILENO, F_GETFD) == 0;
    return all_marked ? 0 : 1;
  });
  EXPECT_EQ(listing.join(), 0);
}

TEST(Confinement, SignalsAreNeitherIgnoredNorBlockedInTheChild) {
  const auto before = ::signal(SIGPIPE, SIG_IGN);
  sigset_t term;
  sigset_t mask;
  ::sigemptyset(&term);
  ::sigaddset(&term, SIGTERM);
  ::sigprocmask(SIG_BLOCK, &term, &mask);
  const Ran ran = run(program({"grep", "-E", "^Sig(Blk|Ign):", "/proc/self/status"}));
  sigset_t after;
  ::sigprocmask(SIG_SETMASK, &mask, &after);
  ::signal(SIGPIPE, before);
  EXPECT_EQ(ran.out, "SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n");
  EXPECT_EQ(::sigismember(&after, SIGTERM), 1) << "our own mask must survive the launch";
  EXPECT_EQ(::sigismember(&after, SIGINT), 0);
}

TEST(Confinement, AnIgnoredSigchldDoesNotLoseTheExitCode) {
  ::signal(SIGCHLD, SIG_IGN);  // as some supervisors hand it down
  EXPECT_THAT(run(shell("exit 7")).completion.how, testing::VariantWith<Exited>(Exited{.code = 7}));
}

TEST(Confinement, ClosedStandardDescriptorsDoNotMixUpThePipes) {
  Fork bare([] {
    ::close(STDIN_FILENO);
    ::close(STDOUT_FILENO);
    ::close(STDERR_FILENO);
    const Ran ran = run(shell("echo out; echo err >&2; cat"));
    return succeeded(ran.completion) && ran.out == "out\n" && ran.err == "err\n" ? 0 : 1;
  });
  EXPECT_EQ(bare.join(), 0);
}

TEST(Confinement, TheChildLeadsASessionOfItsOwn) {
  const Ran ran = run(program({"cat", "/proc/self/stat"}));
  std::istringstream fields(ran.out);  // number (name) state parent group session ...
  std::string skipped;
  pid_t number = 0;
  pid_t parent = 0;
  pid_t group = 0;
  pid_t session = 0;
  fields >> number >> skipped >> skipped >> parent >> group >> session;
  EXPECT_GT(number, 0);
  EXPECT_EQ(parent, ::getpid());
  EXPECT_EQ(group, number);
  EXPECT_EQ(session, number);
}

TEST(Confinement, NewPrivilegesAreGivenUp) {
  EXPECT_EQ(run(program({"grep", "NoNewPrivs", "/proc/self/status"})).out, "NoNewPrivs:\t1\n");
}

TEST(Confinement, FilesAreCreatedReadableForAllAndWritableForTheOwner) {
  const mode_t before = ::umask(0);
  const Ran ran = run(shell("umask"));
  ::umask(before);
  EXPECT_EQ(ran.out, "0022\n");
}

TEST(Confinement, RootTakesOnTheIdentityWithoutGroupsOrCapabilities) {
  if (!is_root()) {
    GTEST_SKIP() << "changing the user needs root";
  }
  Command command =
      program({"grep", "-E", "^(Uid|Gid|Groups|CapEff|CapPrm):", "/proc/self/status"});
  command.identity = kNobody;
  Fork with_groups([&] {
    const gid_t extra[] = {4, 24};
    ::setgroups(2, extra);
    const Ran ran = run(command);
    return ran.out ==
                   "Uid:\t65534\t65534\t65534\t65534\n"
                   "Gid:\t65534\t65534\t65534\t65534\n"
                   "Groups:\t \n"
                   "CapPrm:\t0000000000000000\n"
                   "CapEff:\t0000000000000000\n"
               ? 0
               : 1;
  });
  EXPECT_EQ(with_groups.join(), 0) << run(command).out;
}

// Connects on the loopback device, then to an address that no network has (RFC 5737).
constexpr const char* kTalk = R"(
import errno, os, socket
server = socket.create_server(("127.0.0.1", 0))
socket.create_connection(server.getsockname()).close()
print(open("/proc/net/dev").read().count(":"), "device")
try:
    socket.create_connection(("192.0.2.1", 80), timeout=1)
    print("connected")
except OSError as error:
    print(errno.errorcode.get(error.errno, error))
)";

TEST(Confinement, WithoutANetworkThereIsALoopbackDeviceAndNoWayOut) {
  if (!is_root()) {
    GTEST_SKIP() << "a network namespace needs root";
  }
  PosixLauncher launcher(-1);
  Command command = program({"/usr/bin/python3", "-c", kTalk});
  command.network = Network::kNone;
  command.identity = kNobody;
  const Ran refused = run(launcher, command);
  const auto* failed = std::get_if<LaunchFailed>(&refused.completion.how);
  ASSERT_NE(failed, nullptr) << "there is no namespace yet";
  EXPECT_EQ(failed->step, LaunchStep::kNetwork);

  const auto ours = std::filesystem::read_symlink("/proc/self/ns/net");
  const Status cut = launcher.cut_network();
  if (!cut) {
    GTEST_SKIP() << cut.error().message;
  }
  EXPECT_EQ(std::filesystem::read_symlink("/proc/self/ns/net"), ours) << "we stay outside";
  EXPECT_EQ(run(launcher, command).out, "1 device\nENETUNREACH\n");
  EXPECT_TRUE(launcher.cut_network()) << "a second time there is nothing to do";
  command = program({"readlink", "/proc/self/ns/net"});
  EXPECT_EQ(run(launcher, command).out, ours.string() + "\n");
}

TEST(Confinement, TheFolderIsEnteredWithTheChildsOwnRights) {
  if (!is_root()) {
    GTEST_SKIP() << "changing the user needs root";
  }
  const Folder folder;
  std::filesystem::permissions(folder.path(), std::filesystem::perms::owner_all);
  Command command = program({"/bin/true"});
  command.directory = folder.path().string();
  EXPECT_TRUE(succeeded(run(command).completion));
  command.identity = kNobody;
  const Ran ran = run(command);
  const auto* failed = std::get_if<LaunchFailed>(&ran.completion.how);
  ASSERT_NE(failed, nullptr);
  EXPECT_EQ(failed->step, LaunchStep::kDirectory);
  EXPECT_EQ(failed->error_number, EACCES);
}

TEST(Confinement, WithoutRootAnIdentityIsRefusedNotIgnored) {
  Fork unprivileged([] {
    if (is_root() && ::setresuid(kNobody.uid, kNobody.uid, kNobody.uid) != 0) {
      return 2;
    }
    Command command = program({"/bin/true"});
    command.identity = Identity{.uid = 0, .gid = 0};
    const Ran ran = run(command);
    const auto* failed = std::get_if<LaunchFailed>(&ran.completion.how);
    return failed != nullptr && failed->step == LaunchStep::kIdentity &&
                   failed->message ==
                       "cannot start /bin/true as user 0, group 0: Operation not permitted"
               ? 0
               : 1;
  });
  EXPECT_EQ(unprivileged.join(), 0);
}

TEST(Limits, AFileLargerThanAllowedStopsTheChild) {
  const Folder folder;
  Command command = shell("exec head -c 100000 /dev/zero > file");
  command.directory = folder.path().string();
  command.limits.file_size_bytes = 4096;
  EXPECT_THAT(run(command).completion.how,
              testing::VariantWith<Signaled>(Signaled{.signal = SIGXFSZ}));
  EXPECT_EQ(std::filesystem::file_size(folder.path() / "file"), 4096U);
}

TEST(Limits, CoreFilesAreOffUnlessAskedFor) {
  Command command = shell("ulimit -Sc; ulimit -Hc");
  EXPECT_EQ(run(command).out, "0\n0\n");
  command.limits.core_bytes = std::nullopt;
  rlimit ours{};
  ::getrlimit(RLIMIT_CORE, &ours);
  EXPECT_THAT(run(command).out, HasSubstr(ours.rlim_max == RLIM_INFINITY
                                              ? "unlimited\n"
                                              : std::to_string(ours.rlim_max / 512) + "\n"));
}

TEST(Limits, OpenFilesAndProcessesAreBounded) {
  Command command = program({"grep", "-E", "^Max (processes|open files)", "/proc/self/limits"});
  command.limits.open_files = 77;
  command.limits.processes = 1234;
  EXPECT_THAT(run(command).out,
              testing::MatchesRegex(
                  "Max processes +1234 +1234 +processes *\nMax open files +77 +77 +files *\n"));
}

TEST(Limits, ABoundAboveWhatWeMayGiveBecomesWhatWeHave) {
  Fork unprivileged([] {
    const rlimit ours{.rlim_cur = 100, .rlim_max = 100};
    ::setrlimit(RLIMIT_NOFILE, &ours);
    if (is_root() && ::setresuid(kNobody.uid, kNobody.uid, kNobody.uid) != 0) {
      return 2;
    }
    Command command = shell("ulimit -n");
    command.limits.open_files = 5000;
    return run(command).out == "100\n" ? 0 : 1;
  });
  EXPECT_EQ(unprivileged.join(), 0);
}

TEST(Explain, EveryStepOfTheChildIsToldApart) {
  const Command command = program({"tool"});
  std::vector<std::string> messages;
  for (int step = 0; step <= static_cast<int>(LaunchStep::kExecute); ++step) {
    messages.push_back(explain({.step = static_cast<LaunchStep>(step), .error_number = EPERM},
                               command, "/bin/tool"));
    EXPECT_THAT(messages.back(),
                testing::MatchesRegex("cannot start /bin/tool.*: Operation not permitted"));
  }
  std::ranges::sort(messages);
  EXPECT_EQ(std::ranges::adjacent_find(messages), messages.end());
}

}  // namespace
}  // namespace headgate::proc
