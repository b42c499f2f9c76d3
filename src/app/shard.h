// The part of a run that this machine measures, where the run is divided among several.

#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/packages.h"
#include "app/services.h"
#include "core/gate/gate.h"
#include "core/results/extent.h"
#include "core/schedule/options.h"
#include "core/schedule/selection.h"
#include "core/schedule/shard.h"

namespace headgate::app {

struct ShardRequest {
  schedule::Shard shard;
  /// Absolute path of a results folder whose times the benchmarks are divided by; "": each counts
  /// alike.
  std::string costs;
};

/// Divides the benchmarks, those of a package side by side, and notes in `caveats` what a reader
/// must know. A folder of costs that is not there is such a thing: the first run of a workflow has
/// none. kResultsInvalid, kSchemaTooNew or kIoFailed for one that cannot be read.
[[nodiscard]] Result<results::ShardRecord> divide(const Services& services,
                                                  const ShardRequest& request,
                                                  const std::vector<gate::Benchmark>& benchmarks,
                                                  schedule::Isolate isolate,
                                                  std::vector<gate::Caveat>& caveats);

/// The benchmark functions that this machine measures: those that the user selects, and of them
/// those of its shard.
class Share {
 public:
  explicit Share(schedule::Selection selection) : selection_(std::move(selection)) {}

  /// From here on only what the shard owns.
  void narrow(const results::ShardRecord& record) { division_.emplace(record); }

  [[nodiscard]] bool takes(const std::string& module, const std::string& package,
                           const std::string& function) const {
    return selection_.selects(function) &&
           (!division_ || division_->owns(module, package, function));
  }

  [[nodiscard]] const schedule::Selection& selection() const { return selection_; }

  [[nodiscard]] gate::Extent extent() const {
    return division_ ? gate::Extent::kShard : gate::Extent::kWholeRun;
  }

 private:
  schedule::Selection selection_;
  std::optional<results::Division> division_;
};

/// The packages of which the shard measures something.
[[nodiscard]] Packages packages_of(Packages packages, const results::Division& division);

}  // namespace headgate::app
