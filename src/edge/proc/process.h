// One child process from start to reaped: what to run, what it may do, how it ended. Everything
// that headgate starts (the go command, compilers, test binaries) goes through Launcher, so that no
// child can hang the run, outlive it, read our secrets, or be mistaken for one that succeeded.
//
// Errors:  never a Result: every way a child can end, not starting included, is a Completion.
// Fake:    tests/support/fake_launcher.h answers from a script and starts nothing.

#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/result/result.h"

namespace headgate::proc {

/// The user and group that a child runs as; it gets no supplementary groups.
struct Identity {
  std::uint32_t uid;
  std::uint32_t gid;
  friend bool operator==(const Identity&, const Identity&) = default;
};

/// Upper bounds for the child and what it starts; nullopt leaves ours. A bound above our own hard
/// limit is lowered to it unless we are root.
struct Limits {
  std::optional<std::uint64_t> file_size_bytes = std::nullopt;  ///< Beyond it: SIGXFSZ.
  std::optional<std::uint64_t> open_files = std::nullopt;
  std::optional<std::uint64_t> processes = std::nullopt;  ///< Of the child's user, machine-wide.
  std::optional<std::uint64_t> core_bytes = 0;
};

/// What of the network a child can reach.
enum class Network {
  kHost,  ///< what we can reach
  kNone,  ///< only what runs beside it; Launcher::cut_network first
};

/// One program to run. It gets /dev/null as standard input, umask 022, default signal handling, no
/// descriptor but its three standard ones, a session of its own, and can gain no privileges.
struct Command {
  /// argv[0] is an absolute path, or a plain name that is looked up in the PATH of `environment`.
  std::vector<std::string> argv;
  /// Absolute; entered with the child's own rights.
  std::string directory;
  /// The complete environment, one "NAME=value" each; nothing of ours is added.
  std::vector<std::string> environment = {};
  /// Run as; nullopt: as we are. Needs root.
  std::optional<Identity> identity = std::nullopt;
  /// SIGTERM to the child's group after this long; zero: never.
  std::chrono::milliseconds timeout = std::chrono::milliseconds::zero();
  /// SIGKILL to the group when the child is still there this long after the SIGTERM.
  std::chrono::milliseconds kill_grace = std::chrono::seconds(2);
  Limits limits = {};
  Network network = Network::kHost;
};

/// Receives a child's output as it comes, in pieces that end anywhere (also inside a line or a
/// character). Called while the child runs: a slow sink slows the child. Must not throw.
class OutputSink {
 public:
  virtual ~OutputSink() = default;
  virtual void on_stdout(std::string_view piece) = 0;
  virtual void on_stderr(std::string_view piece) = 0;
};

/// What the kernel counted for the child and those of its descendants that it waited for itself.
struct Usage {
  double user_sec = 0;
  double system_sec = 0;
  std::int64_t voluntary_switches = 0;
  std::int64_t involuntary_switches = 0;
  std::int64_t minor_faults = 0;
  std::int64_t major_faults = 0;
};

struct Exited {
  int code;
  friend bool operator==(const Exited&, const Exited&) = default;
};

/// Killed by a signal that we did not send.
struct Signaled {
  int signal;
  friend bool operator==(const Signaled&, const Signaled&) = default;
};

/// Command::timeout passed; however the child reacted, this is the outcome.
struct TimedOut {
  friend bool operator==(const TimedOut&, const TimedOut&) = default;
};

/// The launcher's interrupt descriptor became readable: killed at once, or not started at all.
struct Interrupted {
  friend bool operator==(const Interrupted&, const Interrupted&) = default;
};

/// Where a start failed, in the order of the steps.
enum class LaunchStep {
  kCheck,            ///< The command makes no sense: no program, relative folder, NUL byte.
  kFindProgram,      ///< No such program in PATH.
  kPrepare,          ///< In us: pipes, descriptors or process numbers ran out.
  kSession,          ///< From here on in the child: a session of its own,
  kStandardInput,    ///< /dev/null as standard input,
  kLimits,           ///< resource limits,
  kNetwork,          ///< the network without a way out,
  kIdentity,         ///< user and group,
  kDeathSignal,      ///< to be killed when we die,
  kNoNewPrivileges,  ///< no gain from set-uid files,
  kDirectory,        ///< the working directory,
  kDescriptors,      ///< no descriptor of ours,
  kExecute,          ///< and the program itself.
};

/// The program never ran. `message` is one line with the offending value and the system's reason.
struct LaunchFailed {
  LaunchStep step;
  std::string message;
  int error_number;
};

/// Whether the sink saw everything that was written to the child's pipes.
enum class OutputEnd {
  kComplete,  ///< Both pipes ended.
  kCut,       ///< Something still held a pipe open after the child and its descendants were killed.
};

/// Whether anything that the child started is still alive after everything that we could find was
/// killed: a process stuck in the kernel, or one that multiplies faster than it dies. It may
/// disturb what runs next; the next run starts by trying again.
enum class Survivors { kNone, kSome };

/// How one child ended. It is reaped by then, and what it started is killed.
struct Completion {
  std::variant<Exited, Signaled, TimedOut, Interrupted, LaunchFailed> how;
  double wall_sec = 0;  ///< From just before the fork until its end was seen.
  Usage usage = {};
  OutputEnd output = OutputEnd::kComplete;
  Survivors survivors = Survivors::kNone;
};

/// Whether the child ran to its end and exited with 0.
[[nodiscard]] bool succeeded(const Completion& completion);

/// How it ended, for people: "exited with 7", "killed by SIGSEGV", "timed out", "interrupted", or
/// the message of LaunchFailed.
[[nodiscard]] std::string describe(const Completion& completion);

/// Runs one child at a time.
class Launcher {
 public:
  virtual ~Launcher() = default;

  /// Makes what commands with Network::kNone need, once. kIoFailed, with what the kernel refused,
  /// where it cannot be had; such commands then do not start.
  [[nodiscard]] virtual Status cut_network() = 0;

  /// Starts the command, hands its output to `sink`, and returns when the child is reaped.
  [[nodiscard]] virtual Completion run(const Command& command, OutputSink& sink) = 0;
};

}  // namespace headgate::proc
