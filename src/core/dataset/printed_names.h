// Which benchmarks the processes of one item printed, to see on which side one is missing.

#pragma once

#include <set>
#include <string>

#include "core/dataset/process.h"
#include "core/stats/design.h"

namespace headgate::dataset {

class PrintedNames {
 public:
  enum class Completeness { kComplete, kLacking };

  /// Takes in a process that passed. kLacking: the other side has printed a name so far that this
  /// process did not.
  Completeness add(const Process& process);

 private:
  stats::Sides<std::set<std::string>> names_;
};

}  // namespace headgate::dataset
