#include "app/ending.h"

#include <utility>

#include "core/gate/gate.h"
#include "core/results/verdict.h"

namespace headgate::app {

Ending::Ending(gate::Verdict verdict, gate::FailOn fail_on)
    : verdict_(std::move(verdict)), fail_on_(fail_on), code_(gate::exit_code(verdict_, fail_on)) {}

void Ending::overrule(const Error& error) {
  verdict_ = gate::overruled(std::move(verdict_), error);
  code_ = gate::exit_code(verdict_, fail_on_);
  file_ = File::kBehind;
}

void Ending::add(gate::Caveat caveat) {
  verdict_.caveats.push_back(std::move(caveat));
  file_ = File::kBehind;
}

void Ending::write(Services& services, const std::string& results_dir,
                   const stats::Sides<results::SideRecord>& sides) {
  if (file_ == File::kWritten) {
    return;
  }
  if (Status written = services.files.write(results_dir + "/verdict.json",
                                            results::write_verdict(verdict_, sides, code_),
                                            os::Durability::kSynced);
      !written) {
    overrule(written.error());
  }
  file_ = File::kWritten;
}

}  // namespace headgate::app
