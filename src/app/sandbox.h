// The places and users of one gate run: where trees, binaries, homes and temporary files lie, and
// as whom each child runs.
//
// When we are root, builds run as a builder user, `prepare` as another one that cannot write the
// caches of builds, and each side's benchmarks as a user of their own, so that none of them can
// touch the binaries, the results or the other side's tree. Paths of the two sides have equal
// length, because a path's length is an input of a program too.

#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/deadline.h"
#include "app/services.h"
#include "core/result/result.h"
#include "core/stats/design.h"
#include "edge/os/private_folder.h"
#include "edge/proc/process.h"

namespace headgate::app {

/// Users without accounts, from the range that Debian reserves and never hands out.
inline constexpr proc::Identity kBuilder{.uid = 65111, .gid = 65111};
inline constexpr proc::Identity kPreparer{.uid = 65114, .gid = 65114};
inline constexpr stats::Sides<proc::Identity> kMeasurers{.base = {.uid = 65112, .gid = 65112},
                                                         .head = {.uid = 65113, .gid = 65113}};

/// Everything of a run that is removed at its end.
class Sandbox {
 public:
  /// Claims the private folder of a repository and makes the folders in it. `cache_dir` holds the
  /// Go caches between runs; "": the user's own, or /var/cache/headgate for root.
  [[nodiscard]] static Result<Sandbox> create(Services& services, const std::string& repository,
                                              const std::string& cache_dir);

  /// Where Go caches lie in a cache folder.
  [[nodiscard]] static std::string build_cache(const std::string& cache_dir) {
    return cache_dir + "/go-build";
  }

  [[nodiscard]] static std::string module_cache(const std::string& cache_dir) {
    return cache_dir + "/go-mod";
  }

  [[nodiscard]] const std::string& root() const { return folder_->path(); }

  [[nodiscard]] std::string tree(stats::Side side) const;

  /// Where the builder writes test binaries.
  [[nodiscard]] std::string output() const { return root() + "/out"; }

  /// Where sealed binaries lie, out of reach of every child.
  [[nodiscard]] std::string binaries(stats::Side side) const;
  /// HOME and TMPDIR of benchmarks: "/tmp/hg-1a2b3/b" is short enough for a unix socket's path.
  [[nodiscard]] std::string home(stats::Side side) const;
  [[nodiscard]] std::string temp(stats::Side side) const;

  /// As whom children run; nullopt: as we do, because only root can choose.
  [[nodiscard]] std::optional<proc::Identity> builder() const;
  [[nodiscard]] std::optional<proc::Identity> preparer() const;
  [[nodiscard]] std::optional<proc::Identity> measurer(stats::Side side) const;

  /// Environment and identity of the go command, which ends when the run has to; the deadline must
  /// outlive the context.
  [[nodiscard]] Result<go::Context> go_context(const Deadline& deadline) const;

  /// A command of `prepare`: in the side's tree, with the go command's environment and this
  /// GOTOOLCHAIN but, when we are root, a user and Go caches that no build uses afterwards.
  [[nodiscard]] proc::Command prepare_command(const go::Context& context,
                                              const std::vector<std::string>& argv,
                                              stats::Side side, const std::string& toolchain) const;

  /// Hands a side's tree to a user; nullopt: it stays ours.
  Status give_tree(stats::Side side, const std::optional<proc::Identity>& user);
  /// Moves a built binary to its sealed place: owned by us, read and execute only.
  Status seal(const std::string& built, const std::string& sealed);

  /// Removes everything; the destructor does the same without saying how it went.
  Status remove() { return folder_->remove(); }

 private:
  Sandbox(Services& services, std::unique_ptr<os::PrivateFolder> folder, std::string cache_dir)
      : services_(&services), folder_(std::move(folder)), cache_dir_(std::move(cache_dir)) {}

  [[nodiscard]] Status make_folders();
  [[nodiscard]] std::string prepare_folder(std::string_view name) const;
  [[nodiscard]] Status hand_caches_over();
  [[nodiscard]] Status make_folder(const std::string& path,
                                   const std::optional<proc::Identity>& owner, mode_t mode);

  Services* services_;
  std::unique_ptr<os::PrivateFolder> folder_;
  std::string cache_dir_;  ///< "" for the user's own caches
};

}  // namespace headgate::app
