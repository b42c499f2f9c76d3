// The grammars of settings that say how test binaries are run: how often, how long, in which order
// and environment.
//
// Some of these values come from a pull request's own settings file: no name lets a credential
// through.

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/config/reading.h"
#include "core/config/settings.h"
#include "core/schedule/options.h"

namespace headgate::config {

/// From 1 to 100000; too few for a decision is for check() to say.
[[nodiscard]] Result<std::size_t> read_rounds(const Subject& subject, const TreeNode& node);

[[nodiscard]] Result<schedule::Benchtime> read_benchtime(const Subject& subject,
                                                         const TreeNode& node);

[[nodiscard]] Result<schedule::Order> read_order(const Subject& subject, const TreeNode& node);

[[nodiscard]] Result<schedule::Isolate> read_isolate(const Subject& subject, const TreeNode& node);

/// Any number of 64 bits.
[[nodiscard]] Result<std::uint64_t> read_seed(const Subject& subject, const TreeNode& node);

/// Seconds of one process, from a second to a day.
[[nodiscard]] Result<double> read_timeout(const Subject& subject, const TreeNode& node);

/// Seconds of a whole run, up to a week; 0: none.
[[nodiscard]] Result<double> read_deadline(const Subject& subject, const TreeNode& node);

/// "", "4", "1, 2" or a list, as -test.cpu takes it: "1,2". No number twice, which would give two
/// results of one name.
[[nodiscard]] Result<std::string> read_cpu(const Subject& subject, const TreeNode& node);

/// NAME: value pairs as a mapping, or as a list of "NAME=value".
[[nodiscard]] Result<std::map<std::string, std::string>> read_variables(const Subject& subject,
                                                                        const TreeNode& node);

/// Names of variables to let through; none that may hold a credential of the workflow.
[[nodiscard]] Result<std::vector<std::string>> read_passed_names(const Subject& subject,
                                                                 const TreeNode& node);

/// auto, none or host.
[[nodiscard]] Result<Execution::Network> read_network(const Subject& subject, const TreeNode& node);

}  // namespace headgate::config
