// Looking at verdicts in tests.

#pragma once

#include <ostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/gate/finding.h"

namespace headgate::gate {

// How failed expectations show these enums.
inline void PrintTo(Outcome outcome, std::ostream* out) { *out << name(outcome); }

inline void PrintTo(WarningKind kind, std::ostream* out) { *out << name(kind); }

inline void PrintTo(Decision decision, std::ostream* out) { *out << name(decision); }

}  // namespace headgate::gate

namespace headgate::testing_support {

/// "outcome name unit", one per finding in their order; a function without a name stands as such.
inline std::vector<std::string> told(const gate::Verdict& verdict) {
  std::vector<std::string> lines;
  for (const gate::Finding& finding : verdict.findings) {
    lines.push_back(std::string(gate::name(finding.outcome)) + " " +
                    (finding.key.name.empty() ? finding.function : finding.key.name) + " " +
                    finding.key.unit);
  }
  return lines;
}

/// The kinds of the warnings of a finding, in their order.
inline std::vector<gate::WarningKind> kinds(const gate::Finding& finding) {
  std::vector<gate::WarningKind> found;
  for (const gate::Warning& warning : finding.warnings) {
    found.push_back(warning.kind);
  }
  return found;
}

/// The codes of the caveats, in their order.
inline std::vector<std::string> codes(const gate::Verdict& verdict) {
  std::vector<std::string> found;
  for (const gate::Caveat& caveat : verdict.caveats) {
    found.push_back(caveat.code);
  }
  return found;
}

/// The finding about this name (or function) and unit; throws when there is not exactly one.
inline const gate::Finding& finding(const gate::Verdict& verdict, std::string_view name,
                                    std::string_view unit = "sec/op") {
  const gate::Finding* only = nullptr;
  for (const gate::Finding& one : verdict.findings) {
    if ((one.key.name == name || (one.key.name.empty() && one.function == name)) &&
        one.key.unit == unit) {
      if (only != nullptr) {
        throw std::runtime_error("two findings about " + std::string(name));
      }
      only = &one;
    }
  }
  if (only == nullptr) {
    throw std::runtime_error("no finding about " + std::string(name));
  }
  return *only;
}

}  // namespace headgate::testing_support
