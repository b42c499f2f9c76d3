// How a use case ends: a verdict, the exit code of the process, and verdict.json, which all say the
// same. What fails after the decision makes it an error, in the file as well.

#pragma once

#include <string>

#include "app/services.h"
#include "core/gate/fail_on.h"
#include "core/gate/finding.h"
#include "core/results/run.h"

namespace headgate::app {

class Ending {
 public:
  explicit Ending(gate::Verdict verdict, gate::FailOn fail_on = {});

  [[nodiscard]] const gate::Verdict& verdict() const { return verdict_; }

  /// The exit code: of the worst class present that `fail_on` lists.
  [[nodiscard]] int code() const { return code_; }

  /// Something that belongs to the run failed after the decision.
  void overrule(const Error& error);
  void add(gate::Caveat caveat);

  /// Writes verdict.json, durably, unless it says all this already. When that fails the verdict is
  /// overruled.
  void write(Services& services, const std::string& results_dir,
             const stats::Sides<results::SideRecord>& sides);

 private:
  gate::Verdict verdict_;
  gate::FailOn fail_on_;
  int code_;
  enum class File { kBehind, kWritten } file_ = File::kBehind;
};

}  // namespace headgate::app
