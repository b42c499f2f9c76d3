// Real children for the tests of this folder: shell scripts, run by a launcher, with what they
// printed. Also what a test needs to see processes from outside.

#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <sys/types.h>

#include "edge/proc/posix_launcher.h"

namespace headgate::proc {

/// `/bin/sh -c script` in the root folder, with a PATH and nothing else.
Command shell(const std::string& script);

/// `argv` in the root folder, with a PATH and nothing else.
Command program(std::vector<std::string> argv);

/// A finished child and all of its output.
struct Ran {
  Completion completion;
  std::string out;
  std::string err;
};

Ran run(Launcher& launcher, const Command& command);
Ran run(const Command& command);

/// Whether a process of this number exists and is not a zombie.
bool is_alive(pid_t process);

/// Whether `condition` became true within `patience`.
bool soon(const std::function<bool()>& condition,
          std::chrono::milliseconds patience = std::chrono::seconds(5));

/// The first number in a file that another process writes; 0 while there is none.
pid_t number_in(const std::filesystem::path& file);

/// A forked copy of this process that does `work` and exits with what it returns; killed and reaped
/// in the destructor.
class Fork {
 public:
  explicit Fork(const std::function<int()>& work);
  ~Fork();
  Fork(const Fork&) = delete;
  Fork& operator=(const Fork&) = delete;

  [[nodiscard]] pid_t id() const { return child_; }

  /// Its exit code; -1 when a signal ended it.
  int join();
  void kill();

 private:
  pid_t child_;
};

/// A new folder that everybody may write to, removed in the destructor.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace headgate::proc
