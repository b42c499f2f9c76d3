#include "shell.h"

#include <csignal>
#include <fstream>
#include <thread>
#include <utility>

#include <sys/wait.h>
#include <unistd.h>

#include "edge/proc/captured_output.h"

namespace headgate::proc {

Command shell(const std::string& script) { return program({"/bin/sh", "-c", script}); }

Command program(std::vector<std::string> argv) {
  return {.argv = std::move(argv), .directory = "/", .environment = {"PATH=/usr/bin:/bin"}};
}

Ran run(Launcher& launcher, const Command& command) {
  CapturedOutput output(64 * 1024 * 1024);
  Completion completion = launcher.run(command, output);
  return {
      .completion = std::move(completion), .out = output.out().text(), .err = output.err().text()};
}

Ran run(const Command& command) {
  PosixLauncher launcher(-1);
  return run(launcher, command);
}

bool is_alive(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string text;
  if (!std::getline(file, text)) {
    return false;
  }
  return text.at(text.rfind(')') + 2) != 'Z';  // the state follows the name, which may hold ')'
}

bool soon(const std::function<bool()>& condition, std::chrono::milliseconds patience) {
  const auto deadline = std::chrono::steady_clock::now() + patience;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > deadline) {
      return false;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

pid_t number_in(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::string line;
  // A line without its newline is still being written.
  return std::getline(in, line) && !in.eof() ? static_cast<pid_t>(std::stol(line)) : 0;
}

Fork::Fork(const std::function<int()>& work) : child_(::fork()) {
  if (child_ == 0) {
    ::_exit(work());
  }
}

Fork::~Fork() {
  if (child_ > 0) {
    kill();
    join();
  }
}

int Fork::join() {
  int status = 0;
  ::waitpid(std::exchange(child_, -1), &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void Fork::kill() { ::kill(child_, SIGKILL); }

Folder::Folder() {
  std::string name = (std::filesystem::temp_directory_path() / "headgate-proc-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) {
    throw std::filesystem::filesystem_error("mkdtemp", name,
                                            std::error_code(errno, std::system_category()));
  }
  path_ = name;
  std::filesystem::permissions(path_, std::filesystem::perms::all);
}

Folder::~Folder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace headgate::proc
