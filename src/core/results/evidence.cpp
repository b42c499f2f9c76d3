#include "core/results/evidence.h"

#include <optional>
#include <utility>

namespace headgate::results {

gate::Evidence evidence_of(const Run& run, std::vector<dataset::Process> processes) {
  return {.benchmarks = run.benchmarks,
          .unchanged = run.settings.unchanged,
          .processes = std::move(processes),
          .texts = std::nullopt,
          .cpus = run.cpus,
          .caveats = run.caveats,
          .ledger = run.ledger,
          .extent = run.shard ? gate::Extent::kShard : gate::Extent::kWholeRun,
          .touches = run.changed_only ? run.changed_only->touches : gate::Touches::kUnknown};
}

}  // namespace headgate::results
