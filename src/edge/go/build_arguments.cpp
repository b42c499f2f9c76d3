#include <fmt/format.h>

#include "edge/go/go.h"

namespace headgate::go {

// -race and -cover are said even when they are off, so that GOFLAGS cannot switch them on.
std::vector<std::string> build_arguments(const BuildFlags& flags) {
  std::vector<std::string> arguments = {
      flags.trimpath == BuildFlags::Trimpath::kOn ? "-trimpath" : "-trimpath=false",
      "-buildvcs=false", flags.race == BuildFlags::Race::kOn ? "-race=true" : "-race=false",
      "-cover=false"};
  if (!flags.tags.empty()) {
    arguments.push_back(fmt::format("-tags={}", fmt::join(flags.tags, ",")));
  }
  if (!flags.ldflags.empty()) {
    arguments.push_back("-ldflags=" + flags.ldflags);
  }
  if (!flags.gcflags.empty()) {
    arguments.push_back("-gcflags=" + flags.gcflags);
  }
  if (!flags.pgo.empty()) {
    arguments.push_back("-pgo=" + flags.pgo);
  }
  return arguments;
}

}  // namespace headgate::go
