// How a use case ends: a verdict, the exit code of the process, and the files that tell it
// (verdict.json, summary.md), which all say the same. What fails after the decision makes it an
// error, in the files as well.

#pragma once

#include <string>

#include "app/services.h"
#include "core/gate/fail_on.h"
#include "core/gate/finding.h"
#include "core/gate/waiver.h"
#include "core/report/report.h"

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
  /// Whether a label lets regressions pass; at most once.
  void answer(const gate::WaiverAnswer& waiver);

  /// Writes summary.md and then, durably, verdict.json into the folder, unless they say all this
  /// already. One that cannot be written overrules the verdict and is removed: no file is better
  /// than one that contradicts the exit code.
  void write(Services& services, const std::string& folder, const report::Context& context);

 private:
  [[nodiscard]] Status write_summary(Services& services, const std::string& folder,
                                     const report::Context& context);
  [[nodiscard]] Status put(Services& services, const std::string& path, const std::string& text,
                           os::Durability durability);

  gate::Verdict verdict_;
  gate::FailOn fail_on_;
  int code_;
  enum class Files { kBehind, kWritten } files_ = Files::kBehind;
};

}  // namespace headgate::app
