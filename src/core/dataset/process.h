// What one execution of a test binary gave: the record behind one line of samples.jsonl.
//
// The unit of replication is the process: values of one process are never treated as independent.
// A live run, a recorded run and a test all hand the gate the same records, so a replay decides
// exactly as the run did.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/stats/design.h"

namespace headgate::dataset {

/// One value and its base unit ("sec/op", not "ns/op"). NaN and infinity are kept here, so that the
/// series can be called invalid instead of being silently shorter.
struct Reading {
  double value;
  std::string unit;
  friend bool operator==(const Reading&, const Reading&) = default;
};

/// One complete benchmark line.
struct BenchmarkResult {
  /// As Go prints it, without the prefix "Benchmark": "Ints/n=1000-4". May be empty.
  std::string name;
  std::int64_t iterations;
  std::vector<Reading> readings;
  friend bool operator==(const BenchmarkResult&, const BenchmarkResult&) = default;
};

/// How a process ended.
enum class ProcessEnd {
  kPassed,      ///< exit status 0 and a closing line PASS
  kFailed,      ///< any other exit status, or 0 without PASS (os.Exit(0) inside a benchmark)
  kSignaled,    ///< killed by a signal that was not ours: `code` is the signal (9: perhaps out of
                ///< memory)
  kTimedOut,    ///< over measure.timeout
  kNotStarted,  ///< could not be executed
  kInterrupted  ///< headgate was told to stop
};

/// Why the process was started.
enum class Purpose {
  kMeasure,
  kExplain  ///< once more with -test.v, to learn why a benchmark printed nothing; never a sample
};

/// A benchmark that called b.Skip, with its first line of reason ("" when it gave none).
struct Skip {
  std::string function;  ///< "BenchmarkQuery", or "BenchmarkQuery/sub"
  std::string reason;
  friend bool operator==(const Skip&, const Skip&) = default;
};

/// What the kernel counted for one process. Seconds and counts.
struct ResourceUse {
  double wall_sec = 0;
  double user_sec = 0;
  double system_sec = 0;
  std::int64_t voluntary_switches = 0;
  std::int64_t involuntary_switches = 0;
  std::int64_t minor_faults = 0;
  std::int64_t major_faults = 0;
  /// Time the hypervisor took from all CPUs meanwhile; nullopt where the kernel does not say.
  std::optional<double> steal_sec = std::nullopt;
  /// Time in which some task waited for a CPU meanwhile (PSI); nullopt where the kernel does not
  /// say.
  std::optional<double> pressure_sec = std::nullopt;
  friend bool operator==(const ResourceUse&, const ResourceUse&) = default;
};

/// One execution of a test binary.
struct Process {
  std::size_t sequence;  ///< order of execution in the run, from 0
  std::size_t round;     ///< from 0; base and head of one round belong together
  stats::Stage stage;
  stats::Side side;
  Purpose purpose = Purpose::kMeasure;
  std::string module;   ///< module path
  std::string package;  ///< import path
  /// The benchmark functions it was asked to run: "BenchmarkInts".
  std::vector<std::string> functions;
  /// In the confirm stage: the one leaf it was asked to run, without the CPU suffix:
  /// "Ints/n=1000". Empty in the first stage.
  std::string leaf = {};
  std::vector<std::string> argv;
  double start_sec = 0;  ///< Unix time
  ResourceUse use = {};
  ProcessEnd end;
  int code = 0;  ///< exit status, or the signal of kSignaled
  /// The complete result lines, in order. With kPassed they are samples; else only those of a
  /// process that ran several functions (isolate: package).
  std::vector<BenchmarkResult> results;
  /// Names that occur twice in `results`: such a process cannot say which is which.
  std::vector<std::string> ambiguous_names;
  /// Lines that were benchmark lines but for text in between: lost samples. Each begins with the
  /// benchmark's name, and is cut to some length; untrusted text.
  std::vector<std::string> broken_lines;
  std::vector<Skip> skips;
  /// What the process printed "--- FAIL" for: functions ("BenchmarkX") and what is below them, with
  /// or without the CPU suffix ("BenchmarkX/sub-4").
  std::vector<std::string> failed;
  /// First lines of what went wrong, for people; untrusted text.
  std::string failure;
  friend bool operator==(const Process&, const Process&) = default;
};

}  // namespace headgate::dataset
