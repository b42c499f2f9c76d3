// The edges that use cases work with: references to interfaces, wired once in main.cpp or by a
// test.

#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "edge/git/repository.h"
#include "edge/go/go.h"
#include "edge/net/http.h"
#include "edge/os/clock.h"
#include "edge/os/environment.h"
#include "edge/os/files.h"
#include "edge/os/host.h"
#include "edge/os/interrupts.h"
#include "edge/os/private_folder.h"
#include "edge/os/user.h"
#include "edge/proc/process.h"

namespace headgate::app {

/// What our own streams are connected to.
struct Terminal {
  enum class Kind { kTerminal, kOther };
  Kind out = Kind::kOther;
  Kind err = Kind::kOther;
  std::size_t err_columns = 80;
  /// Whether whoever read our output stopped on purpose, as `head -1` does.
  std::function<bool()> out_reader_left = [] { return false; };
};

struct Services {
  os::Files& files;
  os::Clock& clock;
  os::Host& host;
  const os::Interrupts& interrupts;
  os::PrivateFolders& private_folders;
  const os::Environment& environment;
  os::User user;
  proc::Launcher& launcher;
  git::Git& git;
  net::Http& http;
  std::function<void(double)> pause_sec;  ///< waits so long, or until a signal comes
  std::function<std::unique_ptr<go::Go>(go::Context)> make_go;
  std::string current_directory;  ///< absolute
  std::string version;            ///< "0.1.0"
  std::string random_hex;         ///< 32 random hexadecimal digits, for delimiters of command files
  Terminal terminal;
};

}  // namespace headgate::app
