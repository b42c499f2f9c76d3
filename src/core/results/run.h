// run.json: what was asked, what was compared, how it was built and measured, and on what.
//
// Together with samples.jsonl it is all that a replay needs: reading both back gives the gate the
// same evidence that the run had.

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/config/settings.h"
#include "core/gate/gate.h"
#include "core/result/result.h"
#include "core/results/extent.h"
#include "core/stats/design.h"

namespace headgate::results {

inline constexpr std::string_view kRunSchema = "headgate.run/1";

/// `event` of a run that was none: a replay of two texts.
inline constexpr std::string_view kEventOfTexts = "texts";

/// One test binary.
struct Binary {
  std::string module;
  std::string package;
  std::string sha256;
  /// GODEBUG defaults that the go line of go.mod bakes in, as `go version -m` prints them.
  std::string godebug = {};
  friend bool operator==(const Binary&, const Binary&) = default;
};

/// One side as it was built.
struct SideRecord {
  std::string commit;     ///< id; for the work tree HEAD's id
  std::string tree;       ///< tree id; "" for the work tree
  std::string describe;   ///< for people: "1a2b3c4 sum: unroll the loop", "work tree at 1a2b3c4"
  std::string toolchain;  ///< "go1.26.8"
  std::vector<std::string> build_flags = {};
  std::vector<Binary> binaries = {};
  friend bool operator==(const SideRecord&, const SideRecord&) = default;
};

/// The machine, as far as it bears on numbers. Zero or empty: not known.
struct Host {
  std::string goos;
  std::string goarch;
  std::string cpu_model;
  std::string kernel;
  int cpus_online = 0;
  int cpus_allowed = 0;
  double cpu_limit = 0;  ///< of the cgroup, in CPUs; 0: none
  std::uint64_t memory_bytes = 0;
  /// What benchmarks could reach: "none" or "host".
  std::string network = {};
  friend bool operator==(const Host&, const Host&) = default;
};

/// Where the wall time went, in seconds.
struct Timing {
  double total_sec = 0;
  double trees_sec = 0;      ///< exporting both trees
  double build_sec = 0;      ///< the go command: toolchains, listing, prepare, building
  double listing_sec = 0;    ///< test binaries asked for their names
  double benchmark_sec = 0;  ///< inside benchmark processes, both stages
  friend bool operator==(const Timing&, const Timing&) = default;
};

struct Run {
  std::string headgate_version;
  double started_sec = 0;  ///< Unix time
  std::string event;       ///< "pull_request", ..., "local", or kEventOfTexts
  std::string why;         ///< how base and head were chosen
  std::optional<std::uint64_t> pull_request = std::nullopt;
  stats::Sides<SideRecord> sides;
  Host host;
  config::Settings settings;
  std::vector<int> cpus = {};                              ///< of -test.cpu
  std::vector<gate::Benchmark> benchmarks = {};            ///< selected functions of both sides
  std::optional<ShardRecord> shard = std::nullopt;         ///< where the run is one of several
  std::optional<ChangedOnly> changed_only = std::nullopt;  ///< where that was asked for
  std::vector<gate::Caveat> caveats = {};
  /// Dismissed alarms, as they were read; nullopt where there is no ledger.
  std::optional<gate::Ledger> ledger = std::nullopt;
  Timing timing = {};
  std::size_t processes = 0;  ///< lines that samples.jsonl has, unless `error` is set
  /// What ended the run early; nullopt when it was measured to the end.
  std::optional<Error> error = std::nullopt;
};

/// JSON text, indented, ending in a line end. Invalid UTF-8 is replaced.
[[nodiscard]] std::string write_run(const Run& run);

/// The run as it is to be found if nothing more is heard of it, killed while it measures: with an
/// error, so that it is never taken for a finished one.
[[nodiscard]] Run unfinished(Run run);

/// Whether nothing more was heard of it.
[[nodiscard]] bool is_unfinished(const Run& run);

/// Whether `processes` of samples.jsonl are those of the whole run: kResultsInvalid when some are
/// missing though the run says that it was measured to the end.
[[nodiscard]] Status check_complete(const Run& run, std::size_t processes,
                                    std::string_view samples_name);

/// Reads run.json. kSchemaTooNew for a newer schema, kResultsInvalid with the place for anything
/// else that is not one; never throws.
[[nodiscard]] Result<Run> read_run(std::string_view json, std::string_view file_name);

}  // namespace headgate::results
