// The CPU time that our control group may use, found the way a Go program finds it, so that we know
// what GOMAXPROCS such a program starts with.
//
// Source: Go 1.26, internal/runtime/cgroup: the version 1 hierarchy with the "cpu" controller if
//         there is one, else version 2; the first mount from which the group can be reached; the
//         limit of the group itself, not of those above it. Files: cgroups(7), proc(5).

#pragma once

#include <optional>
#include <string>

namespace headgate::os {

/// CPU time per time, in CPUs (1.5: one and a half); nullopt for no limit or no control group.
/// `root` is put before every path.
[[nodiscard]] std::optional<double> cgroup_cpu_limit(const std::string& root);

}  // namespace headgate::os
