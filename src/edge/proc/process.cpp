#include "edge/proc/process.h"

#include <fmt/core.h>
#include <string.h>

namespace headgate::proc {
namespace {

std::string signal_name(int signal) {
  const char* abbreviation = ::sigabbrev_np(signal);
  return abbreviation == nullptr ? fmt::format("signal {}", signal)
                                 : fmt::format("SIG{}", abbreviation);
}

struct Description {
  std::string operator()(const Exited& end) const {
    return fmt::format("exited with {}", end.code);
  }

  std::string operator()(const Signaled& end) const {
    return "killed by " + signal_name(end.signal);
  }

  std::string operator()(const TimedOut&) const { return "timed out"; }

  std::string operator()(const Interrupted&) const { return "interrupted"; }

  std::string operator()(const LaunchFailed& end) const { return end.message; }
};

}  // namespace

bool succeeded(const Completion& completion) {
  const auto* exited = std::get_if<Exited>(&completion.how);
  return exited != nullptr && exited->code == 0;
}

std::string describe(const Completion& completion) {
  return std::visit(Description{}, completion.how);
}

}  // namespace headgate::proc
