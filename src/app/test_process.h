// One execution of a test binary: what it prints is read as it comes, and what came of it becomes
// one record.

#pragma once

#include <string>

#include "app/services.h"
#include "core/dataset/process.h"
#include "core/schedule/plan.h"
#include "core/stats/design.h"

namespace headgate::app {

/// A record, and what else is to be known of a process that has ended.
struct TestProcess {
  dataset::Process record;
  std::string cpu_model;  ///< as the process printed it; "" if it did not
  std::string log;        ///< what it printed, capped; untrusted text
  proc::Survivors survivors;
};

/// Runs `command` for a trial of `item`. The record's end is kPassed only with exit status 0 and a
/// closing PASS.
[[nodiscard]] TestProcess run_test(Services& services, const proc::Command& command,
                                   const schedule::Item& item, const schedule::Trial& trial,
                                   stats::Stage stage);

}  // namespace headgate::app
