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
  files_ = Files::kBehind;
}

void Ending::add(gate::Caveat caveat) {
  verdict_.caveats.push_back(std::move(caveat));
  files_ = Files::kBehind;
}

void Ending::answer(const gate::WaiverAnswer& waiver) {
  verdict_ = gate::answered(std::move(verdict_), waiver);
  code_ = gate::exit_code(verdict_, fail_on_);
  files_ = Files::kBehind;
}

Status Ending::put(Services& services, const std::string& path, const std::string& text,
                   os::Durability durability) {
  Status written = services.files.write(path, text, durability);
  if (!written) {
    overrule(written.error());
    (void)services.files.remove_tree(path);  // what cannot be written may still be removed
  }
  return written;
}

Status Ending::write_summary(Services& services, const std::string& folder,
                             const report::Context& context) {
  return put(services, folder + "/summary.md", report::summary_markdown(verdict_, context),
             os::Durability::kRenamed);
}

void Ending::write(Services& services, const std::string& folder, const report::Context& context) {
  if (files_ == Files::kWritten) {
    return;
  }
  const Status summary = write_summary(services, folder, context);
  const Status verdict =
      put(services, folder + "/verdict.json",
          results::write_verdict(verdict_, context.run->sides, code_), os::Durability::kSynced);
  if (summary && !verdict) {
    (void)write_summary(services, folder, context);  // the first said nothing of this
  }
  files_ = verdict ? Files::kWritten : Files::kBehind;
}

}  // namespace headgate::app
