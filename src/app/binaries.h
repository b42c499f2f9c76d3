// Test binaries of both sides: built once per package, sealed, asked for their benchmarks, and
// compared with each other.

#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "app/narrator.h"
#include "app/packages.h"
#include "app/sandbox.h"
#include "app/services.h"
#include "app/shard.h"
#include "core/gate/catalogue.h"
#include "core/results/run.h"
#include "edge/proc/process.h"

namespace headgate::app {

/// One sealed test binary and how to run it.
struct TestBinary {
  std::string path;       ///< "" where the side has none
  std::string directory;  ///< the package's folder in its side's tree
  std::string sha256;
};

/// The test binaries of one package.
struct PackageBinaries {
  std::string module;
  std::string package;  ///< import path
  stats::Sides<TestBinary> sides;
};

struct Binaries {
  std::vector<PackageBinaries> packages;
  std::vector<gate::Benchmark> benchmarks;  ///< selected functions of both sides
  std::vector<gate::Caveat> caveats;
  stats::Sides<std::vector<results::Binary>> records;
  double build_sec = 0;
  double listing_sec = 0;
};

/// How test binaries are run on a side, but for the arguments.
struct MeasureEnvironment {
  stats::Sides<std::vector<std::string>> variables;
  proc::Network network = proc::Network::kHost;
  /// Why the network could not be cut though it was to be; "" where it was, or was not to be.
  std::string network_refusal = {};
};

/// Cuts the network where the settings say so, or leave it to us and we are root.
[[nodiscard]] MeasureEnvironment measure_environment(const Services& services,
                                                     const Sandbox& sandbox,
                                                     const config::Settings& settings,
                                                     const stats::Sides<std::string>& goroots);

/// A process of a side's test binary. As a user of its own it may not use up what others need:
/// disk space in one file, or process numbers.
[[nodiscard]] proc::Command test_command(const MeasureEnvironment& environment,
                                         const Sandbox& sandbox, const TestBinary& binary,
                                         stats::Side side, std::vector<std::string> argv,
                                         std::chrono::milliseconds timeout);

/// Builds, seals and lists the test binaries of `packages`, which belong to the builder, and hands
/// the trees over to those who measure. A shard may have none. kBuildFailed, kListFailed,
/// kAmbiguousName, kNoBenchmark, kInterrupted, kDeadline.
[[nodiscard]] Result<Binaries> build_binaries(Services& services, go::Go& go,
                                              const config::Settings& settings, Sandbox& sandbox,
                                              Packages packages, const Share& share,
                                              const MeasureEnvironment& environment,
                                              const Deadline& deadline, Narrator& narrator);

/// kBinaryChanged when a sealed binary is not what was built.
[[nodiscard]] Status check_unchanged(const Services& services, const Binaries& binaries);

}  // namespace headgate::app
