// How: Boost.Process (its v1 API) forks, reports a failed exec, and wires the pipes; everything
// that happens in the child is ours (confinement.cpp). One io_context a run watches both pipes, a
// pidfd and the interrupt descriptor; the pidfd leaves the child unreaped until what is left of its
// group has been killed, so that its number cannot belong to anybody else by then. This is the only
// file that includes Boost.

#include "edge/proc/posix_launcher.h"

#include <cerrno>
#include <csignal>
#include <span>
#include <system_error>
#include <utility>

#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/process/async_pipe.hpp>
#include <boost/process/child.hpp>
#include <boost/process/error.hpp>
#include <boost/process/extend.hpp>
#include <boost/process/io.hpp>
#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "edge/proc/confinement.h"
#include "edge/proc/descendants.h"
#include "edge/proc/network_namespace.h"
#include "edge/proc/program_path.h"
#include "edge/proc/resource_usage.h"

namespace headgate::proc {
namespace {

namespace asio = boost::asio;
namespace bp = boost::process;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr std::size_t kBufferBytes = 64UL * 1024;
// For reading what the dead left in the pipes; only a survivor that holds one makes us wait it out.
constexpr milliseconds kDrainTime{500};
constexpr milliseconds kOrphanPatience{500};
// A pipe holds at most 1 MiB unless root enlarges it; this many reads empty it.
constexpr std::size_t kLastReads = 2 * (1024UL * 1024 / kBufferBytes);

// Boost carries one int from the forked child to us: the step and errno share it. Its own failed
// exec comes as a plain errno, that is with step 0, which no step of the child has.
constexpr int kErrnoBits = 12;

int packed(const StepFailure& failure) {
  return (static_cast<int>(failure.step) << kErrnoBits) | failure.error_number;
}

StepFailure unpacked(int value) {
  const int step = value >> kErrnoBits;
  return {.step = step == 0 ? LaunchStep::kExecute : static_cast<LaunchStep>(step),
          .error_number = value & ((1 << kErrnoBits) - 1)};
}

// A signal that arrives between fork and exec must not run our handlers in the child.
class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t all;
    ::sigfillset(&all);
    ::sigprocmask(SIG_SETMASK, &all, &before_);
  }

  ~SignalsBlocked() { ::sigprocmask(SIG_SETMASK, &before_, nullptr); }

  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

 private:
  sigset_t before_{};
};

// A null-terminated array as execve takes it; valid while `lines` lives unchanged.
std::vector<char*> pointers_to(const std::vector<std::string>& lines) {
  std::vector<char*> pointers;
  pointers.reserve(lines.size() + 1);
  for (const std::string& line : lines) {
    pointers.push_back(const_cast<char*>(line.c_str()));  // execve promises not to write
  }
  pointers.push_back(nullptr);
  return pointers;
}

// Hooks into Boost's launch: what to execute, what the child does before, which child failed.
struct Launch : bp::extend::handler {
  const Command& command;
  const std::string& program;
  Origin origin;
  std::vector<char*> argv = pointers_to(command.argv);
  std::vector<char*> environment = pointers_to(command.environment);
  pid_t failed_child = -1;

  Launch(const Command& to_run, const std::string& file, const Origin& parent)
      : command(to_run), program(file), origin(parent) {}

  template <class Executor>
  void on_setup(Executor& executor) {
    executor.exe = program.c_str();
    executor.cmd_line = argv.data();
    executor.env = environment.data();
  }

  template <class Executor>
  void on_exec_setup(Executor& executor) {
    if (const auto failure = confine(command, origin)) {
      executor.set_error(std::error_code(packed(*failure), std::system_category()), "");
      ::_exit(EXIT_FAILURE);  // Boost would go on and execute the program unconfined
    }
  }

  template <class Executor>
  void on_error(Executor& executor, const std::error_code&) {
    failed_child = executor.pid;
  }
};

struct Ended {
  int status = 0;
  rusage counted{};
};

Ended wait_for(pid_t child) {
  Ended ended;
  while (::wait4(child, &ended.status, 0, &ended.counted) == -1 && errno == EINTR) {
  }
  return ended;
}

// One child from fork to reaped. The destructor kills whatever an exception left running.
class Run {
 public:
  Run(const Command& command, OutputSink& sink, std::span<char> buffers)
      : command_(command),
        sink_(sink),
        out_{.pipe = bp::async_pipe(io_),
             .buffer = buffers.first(kBufferBytes),
             .deliver = &OutputSink::on_stdout},
        err_{.pipe = bp::async_pipe(io_),
             .buffer = buffers.last(kBufferBytes),
             .deliver = &OutputSink::on_stderr},
        child_end_(io_),
        interrupt_(io_) {}

  ~Run() {
    if (child_ > 0) {
      ::kill(-child_, SIGKILL);
      wait_for(child_);
    }
  }

  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  // Before start, so that what cannot be watched is known before there is a child.
  void watch_interrupt(int descriptor);
  std::optional<StepFailure> start(const std::string& program, const Origin& origin);
  // Everything after a successful start; `spared` children are nobody's orphans.
  Completion finish(const std::vector<pid_t>& spared);

 private:
  struct Stream {
    bp::async_pipe pipe;
    std::span<char> buffer;
    void (OutputSink::*deliver)(std::string_view);
    bool is_open = true;
  };

  void watch_child();
  void read(Stream& stream);
  void wait_until(std::optional<Clock::time_point> deadline);
  void wait_after_kill();
  Completion reap();
  OutputEnd drain();

  const Command& command_;
  OutputSink& sink_;
  asio::io_context io_{1};
  Stream out_;
  Stream err_;
  asio::posix::stream_descriptor child_end_;
  asio::posix::stream_descriptor interrupt_;
  pid_t child_ = -1;
  Clock::time_point started_at_{};
  Clock::time_point ended_at_{};
  bool has_ended_ = false;
  bool is_interrupted_ = false;
};

std::optional<StepFailure> Run::start(const std::string& program, const Origin& origin) {
  Launch launch(command_, program, origin);
  std::error_code error;
  started_at_ = Clock::now();
  {
    const SignalsBlocked blocked;
    bp::child child(bp::std_out > out_.pipe, bp::std_err > err_.pipe, launch, error);
    child_ = error ? -1 : child.id();
    child.detach();
  }
  if (!error) {
    return std::nullopt;
  }
  if (launch.failed_child <= 0) {
    return StepFailure{.step = LaunchStep::kPrepare, .error_number = error.value()};
  }
  if (::waitpid(launch.failed_child, nullptr, WNOHANG) == 0) {  // Boost may have reaped it or not
    ::kill(launch.failed_child, SIGKILL);
    wait_for(launch.failed_child);
  }
  return unpacked(error.value());
}

void Run::watch_interrupt(int descriptor) {
  const int duplicate = ::fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (duplicate == -1) {
    throw std::system_error(errno, std::system_category(), "interrupt descriptor");
  }
  interrupt_.assign(duplicate);
  interrupt_.async_wait(asio::posix::stream_descriptor::wait_read,
                        [this](const boost::system::error_code&) { is_interrupted_ = true; });
}

void Run::watch_child() {
  const int descriptor = open_process(child_);
  if (descriptor == -1) {
    throw std::system_error(errno, std::system_category(), "pidfd_open");
  }
  child_end_.assign(descriptor);
  child_end_.async_wait(asio::posix::stream_descriptor::wait_read,
                        [this](const boost::system::error_code&) {
                          has_ended_ = true;
                          ended_at_ = Clock::now();
                        });
}

void Run::read(Stream& stream) {
  stream.pipe.async_read_some(
      asio::buffer(stream.buffer.data(), stream.buffer.size()),
      [this, &stream](const boost::system::error_code& error, std::size_t size_bytes) {
        if (size_bytes > 0) {
          (sink_.*stream.deliver)(std::string_view(stream.buffer.data(), size_bytes));
        }
        stream.is_open = !error;
        if (stream.is_open) {
          read(stream);
        }
      });
}

// Returns when the child has ended, the interrupt came, or the deadline passed.
void Run::wait_until(std::optional<Clock::time_point> deadline) {
  while (!has_ended_ && !is_interrupted_) {
    if (!deadline) {
      io_.run_one();
    } else if (io_.run_one_until(*deadline) == 0) {
      return;
    }
  }
}

void Run::wait_after_kill() {
  while (!has_ended_) {
    io_.run_one();
  }
}

Completion Run::finish(const std::vector<pid_t>& spared) {
  watch_child();
  read(out_);
  read(err_);
  const bool is_timed = command_.timeout > milliseconds::zero();
  wait_until(is_timed ? std::optional(started_at_ + command_.timeout) : std::nullopt);
  const bool is_late = !has_ended_ && !is_interrupted_;
  if (is_late) {
    ::kill(-child_, SIGTERM);
    wait_until(Clock::now() + command_.kill_grace);
  }
  const bool is_stopped_by_interrupt = !has_ended_ && is_interrupted_;
  if (!has_ended_) {
    ::kill(-child_, SIGKILL);
    wait_after_kill();
  }
  Completion completion = reap();
  if (is_stopped_by_interrupt) {
    completion.how = Interrupted{};
  } else if (is_late) {
    completion.how = TimedOut{};
  }
  completion.survivors = kill_children_except(spared, kOrphanPatience);
  completion.output = drain();
  return completion;
}

Completion Run::reap() {
  ::kill(-child_, SIGKILL);  // the rest of the group, while the zombie still holds its number
  int status = 0;
  rusage counted{};
  ::wait4(std::exchange(child_, -1), &status, 0, &counted);
  Completion completion{.how = Exited{.code = WEXITSTATUS(status)},
                        .wall_sec = std::chrono::duration<double>(ended_at_ - started_at_).count(),
                        .usage = usage_of(counted)};
  if (WIFSIGNALED(status)) {
    completion.how = Signaled{.signal = WTERMSIG(status)};
  }
  return completion;
}

OutputEnd Run::drain() {
  const auto is_open = [this] { return out_.is_open || err_.is_open; };
  const Clock::time_point deadline = Clock::now() + kDrainTime;
  while (is_open() && io_.run_one_until(deadline) > 0) {
  }
  // The deadline may have passed while we were not scheduled: what is in the pipes still counts.
  for (std::size_t reads = 0; is_open() && reads < kLastReads; ++reads) {
    io_.poll_one();
  }
  return is_open() ? OutputEnd::kCut : OutputEnd::kComplete;
}

bool is_readable(int descriptor) {
  pollfd state{.fd = descriptor, .events = POLLIN, .revents = 0};  // a negative one is ignored
  return ::poll(&state, 1, 0) > 0 && (state.revents & (POLLIN | POLLHUP)) != 0;
}

// Otherwise a pipe of ours could get one of these numbers, and wiring one stream would cut another.
void occupy_standard_descriptors() {
  for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; ++descriptor) {
    if (::fcntl(descriptor, F_GETFD) == -1) {
      ::open("/dev/null", O_RDWR);  // takes the lowest free number, which is this one
    }
  }
}

Completion failed(const StepFailure& failure, const Command& command, const std::string& program) {
  return {.how = LaunchFailed{.step = failure.step,
                              .message = explain(failure, command, program),
                              .error_number = failure.error_number}};
}

}  // namespace

PosixLauncher::PosixLauncher(int interrupt_fd)
    : interrupt_fd_(interrupt_fd), bystanders_(children()), buffers_(2 * kBufferBytes) {
  adopt_orphans();
  ::signal(SIGCHLD, SIG_DFL);
  occupy_standard_descriptors();
  null_device_ = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
}

PosixLauncher::~PosixLauncher() {
  ::close(null_device_);
  if (closed_network_ >= 0) {
    ::close(closed_network_);
  }
}

Status PosixLauncher::cut_network() {
  if (closed_network_ < 0) {
    const Result<int> made = make_network_namespace();
    if (!made) {
      return made.error();
    }
    closed_network_ = *made;
  }
  return ok();
}

Completion PosixLauncher::run(const Command& command, OutputSink& sink) {
  if (is_readable(interrupt_fd_)) {
    return {.how = Interrupted{}};
  }
  if (auto refused = check(command)) {
    return {.how = *std::move(refused)};
  }
  const std::string& name = command.argv.front();
  const auto program = find_program(name, command.environment);
  if (!program) {
    return failed({.step = LaunchStep::kFindProgram, .error_number = ENOENT}, command, name);
  }
  (void)kill_children_except(bystanders_, kOrphanPatience);  // survivors of an earlier run
  const auto cannot_prepare = [&](int error_number) {
    return failed({.step = LaunchStep::kPrepare, .error_number = error_number}, command, *program);
  };
  try {
    Run child(command, sink, buffers_);
    if (interrupt_fd_ >= 0) {
      child.watch_interrupt(interrupt_fd_);
    }
    if (auto failure = child.start(*program, {.parent = ::getpid(),
                                              .null_device = null_device_,
                                              .closed_network = closed_network_})) {
      return failed(*failure, command, *program);
    }
    return child.finish(bystanders_);
  } catch (const boost::system::system_error& error) {
    return cannot_prepare(error.code().value());
  } catch (const std::system_error& error) {
    return cannot_prepare(error.code().value());
  }
}

}  // namespace headgate::proc
