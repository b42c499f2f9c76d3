// One run of the go command: with its own GOTOOLCHAIN, GOWORK and GOFLAGS, the same environment
// for both sides but for the folder, and every way not to get an answer turned into an Error.

#pragma once

#include <string>
#include <vector>

#include "core/result/result.h"
#include "edge/go/go.h"
#include "edge/proc/process.h"

namespace headgate::go {

enum class Network { kAllowed, kOff };

/// How much a command prints: messages, of which a cut middle is no loss, or a list that is worth
/// nothing unless it is whole.
enum class Output { kText, kListing };

struct Call {
  std::vector<std::string> arguments;  ///< after `go`
  Network network;
  Output output = Output::kText;
};

struct Ran {
  proc::Completion completion;  ///< Exited or Signaled
  std::string out;
  std::string err;
};

class Runner {
 public:
  Runner(proc::Launcher& launcher, Context context);

  /// Runs in the module's folder. A command that fails is a Ran, not an Error; kInterrupted,
  /// kToolchainMissing and kProcessFailed as go.h says.
  [[nodiscard]] Result<Ran> run(const Module& module, Call call);

 private:
  [[nodiscard]] std::vector<std::string> environment(const Module& module, Network network) const;

  proc::Launcher& launcher_;
  Context context_;
};

}  // namespace headgate::go
