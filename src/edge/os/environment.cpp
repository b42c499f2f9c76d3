#include "edge/os/environment.h"

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <sstream>

#include <sys/prctl.h>
#include <unistd.h>

#include "edge/os/descriptor.h"

namespace headgate::os {
namespace {

/// The block that the kernel filled when this program started, and shows to others since.
struct EnvironmentBlock {
  std::uintptr_t begin;
  std::uintptr_t end;
};

/// Fields 50 and 51 of /proc/self/stat (proc(5)); nullopt when the kernel keeps them to itself.
std::optional<EnvironmentBlock> environment_block() {
  const std::string stat = read_prefix("/proc/self/stat", 4096);
  // The program's name, field 2, may hold blanks and parentheses, but nothing after it does.
  std::istringstream fields(stat.substr(stat.rfind(')') + 1));
  std::string skipped;
  for (int field = 3; field < 50; ++field) {
    fields >> skipped;
  }
  EnvironmentBlock block = {};
  fields >> block.begin >> block.end;
  const bool is_known = !fields.fail() && block.begin != 0 && block.begin <= block.end;
  return is_known ? std::optional(block) : std::nullopt;
}

}  // namespace

Environment Environment::current() {
  Variables variables;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const std::size_t equals = text.find('=');
    if (equals != std::string_view::npos) {
      variables.emplace(text.substr(0, equals), text.substr(equals + 1));
    }
  }
  return Environment(std::move(variables));
}

std::optional<std::string> Environment::get(std::string_view name) const {
  const auto found = variables_.find(name);
  return found == variables_.end() ? std::nullopt : std::optional(found->second);
}

std::string Environment::value(std::string_view name, std::string_view otherwise) const {
  std::optional<std::string> found = get(name);
  return found && !found->empty() ? *std::move(found) : std::string(otherwise);
}

Status erase_process_environment(const std::vector<std::string>& keep) {
  const std::optional<EnvironmentBlock> block = environment_block();
  if (!block) {
    return Error{.reason = Reason::kIoFailed,
                 .message = "cannot find this process's environment in /proc/self/stat",
                 .remedy = "mount /proc, or start headgate without secrets in its environment"};
  }
  const Environment before = Environment::current();
  ::clearenv();
  // The kernel gives the addresses as numbers.
  // NOLINTNEXTLINE(performance-no-int-to-ptr)
  std::memset(reinterpret_cast<void*>(block->begin), 0, block->end - block->begin);
  for (const std::string& name : keep) {
    if (const std::optional<std::string> value = before.get(name)) {
      ::setenv(name.c_str(), value->c_str(), 1);
    }
  }
  return ok();
}

Status set_not_dumpable() {
  if (::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) {
    return system_error(errno, "protect", "the memory of this process");
  }
  return ok();
}

}  // namespace headgate::os
