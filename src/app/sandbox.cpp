#include "app/sandbox.h"

#include <chrono>
#include <utility>

#include "edge/go/environment.h"

namespace headgate::app {
namespace {

using stats::Side;

constexpr auto kGoTimeout = std::chrono::minutes(30);
constexpr mode_t kOwnerOnly = 0700;
constexpr mode_t kReadable = 0755;

}  // namespace

Result<Sandbox> Sandbox::create(Services& services, const std::string& repository,
                                const std::string& cache_dir) {
  Result<std::unique_ptr<os::PrivateFolder>> folder = services.private_folders.claim(repository);
  if (!folder) {
    return std::move(folder).error();
  }
  std::string caches = cache_dir;
  if (caches.empty() && os::is_root(services.user)) {
    caches = "/var/cache/headgate";
  }
  Sandbox sandbox(services, *std::move(folder), std::move(caches));
  if (Status made = sandbox.make_folders(); !made) {
    return std::move(made).error();
  }
  return sandbox;
}

Status Sandbox::make_folder(const std::string& path, const std::optional<proc::Identity>& owner,
                            mode_t mode) {
  if (Status made = services_->files.make_directory(path, mode); !made) {
    return made;
  }
  if (!owner) {
    return ok();
  }
  return services_->files.chown_tree(path, os::User{.uid = owner->uid, .gid = owner->gid});
}

Status Sandbox::make_folders() {
  struct Folder {
    std::string path;
    std::optional<proc::Identity> owner;
    mode_t mode;
  };

  std::vector<Folder> folders = {
      {root() + "/bin", std::nullopt, kReadable},
      {binaries(Side::kBase), std::nullopt, kReadable},
      {binaries(Side::kHead), std::nullopt, kReadable},
      {output(), builder(), kOwnerOnly},
      {root() + "/home", builder(), kOwnerOnly},
      {root() + "/tmp", builder(), kOwnerOnly},
      {home(Side::kBase), measurer(Side::kBase), kOwnerOnly},
      {home(Side::kHead), measurer(Side::kHead), kOwnerOnly},
      {temp(Side::kBase), measurer(Side::kBase), kOwnerOnly},
      {temp(Side::kHead), measurer(Side::kHead), kOwnerOnly},
  };
  if (!cache_dir_.empty()) {
    folders.push_back({cache_dir_, std::nullopt, kReadable});
    folders.push_back({cache_dir_ + "/go-build", std::nullopt, kReadable});
    folders.push_back({cache_dir_ + "/go-mod", std::nullopt, kReadable});
  }
  for (const Folder& folder : folders) {
    if (Status made = make_folder(folder.path, folder.owner, folder.mode); !made) {
      return made;
    }
  }
  return hand_caches_over();
}

std::string Sandbox::tree(Side side) const { return root() + "/" + std::string(stats::name(side)); }

std::string Sandbox::binaries(Side side) const {
  return root() + "/bin/" + std::string(stats::name(side));
}

std::string Sandbox::home(Side side) const {
  return root() + (side == Side::kBase ? "/hb" : "/hh");
}

std::string Sandbox::temp(Side side) const { return root() + (side == Side::kBase ? "/b" : "/h"); }

std::optional<proc::Identity> Sandbox::builder() const {
  return os::is_root(services_->user) ? std::optional(kBuilder) : std::nullopt;
}

std::optional<proc::Identity> Sandbox::measurer(Side side) const {
  return os::is_root(services_->user) ? std::optional(kMeasurers.of(side)) : std::nullopt;
}

Result<go::Context> Sandbox::go_context(const Services& services) const {
  const go::Variables ours(services.environment.all().begin(), services.environment.all().end());
  Result<std::string> command = go::find_go(services.environment.get("PATH").value_or(""));
  if (!command) {
    return std::move(command).error();
  }
  Result<go::Variables> settings = go::user_go_settings(services.launcher, *command, ours);
  if (!settings) {
    return std::move(settings).error();
  }
  const bool own_caches = cache_dir_.empty();
  const go::BuildFolders folders{
      .home = root() + "/home",
      .temp = root() + "/tmp",
      .build_cache = own_caches ? (*settings)["GOCACHE"] : cache_dir_ + "/go-build",
      .module_cache = own_caches ? (*settings)["GOMODCACHE"] : cache_dir_ + "/go-mod",
      .ceiling = root(),
  };
  return go::Context{.command = *command,
                     .environment = go::build_environment(ours, *settings, folders),
                     .goflags = (*settings)["GOFLAGS"],
                     .identity = builder(),
                     .timeout = kGoTimeout};
}

Status Sandbox::hand_caches_over() {
  const std::optional<proc::Identity> owner = builder();
  if (!owner || cache_dir_.empty()) {
    return ok();
  }
  for (const std::string& path : {cache_dir_ + "/go-build", cache_dir_ + "/go-mod"}) {
    const os::User user{.uid = owner->uid, .gid = owner->gid};
    const Result<os::User> now = services_->files.owner(path);
    if (!now) {
      return now.error();
    }
    // A cache may hold a gigabyte: it is walked only when somebody else had it since.
    if (*now != user) {
      if (Status given = services_->files.chown_tree(path, user); !given) {
        return given;
      }
    }
  }
  return ok();
}

Status Sandbox::give_tree(Side side, const std::optional<proc::Identity>& user) {
  if (!user) {
    return ok();
  }
  return services_->files.chown_tree(tree(side), os::User{.uid = user->uid, .gid = user->gid});
}

Status Sandbox::give_trees_to_preparer() {
  const std::optional<proc::Identity> user = builder() ? std::optional(kPreparer) : std::nullopt;
  Status given = give_tree(Side::kBase, user);
  return given ? give_tree(Side::kHead, user) : given;
}

Status Sandbox::give_trees_to_builder() {
  Status given = give_tree(Side::kBase, builder());
  return given ? give_tree(Side::kHead, builder()) : given;
}

Status Sandbox::give_trees_to_measurers() {
  Status given = give_tree(Side::kBase, measurer(Side::kBase));
  return given ? give_tree(Side::kHead, measurer(Side::kHead)) : given;
}

Result<proc::Command> Sandbox::prepare_command(const go::Context& context,
                                               const std::vector<std::string>& argv, Side side) {
  proc::Command command{.argv = argv,
                        .directory = tree(side),
                        .environment = context.environment,
                        .identity = std::nullopt,
                        .timeout = context.timeout};
  if (!builder()) {
    return command;
  }
  command.identity = kPreparer;
  const std::string own = root() + "/prepare";
  for (const std::string& folder :
       {own, own + "/home", own + "/tmp", own + "/go-build", own + "/go-mod"}) {
    if (Status made = make_folder(folder, kPreparer, kOwnerOnly); !made) {
      return std::move(made).error();
    }
  }
  for (std::string& variable : command.environment) {
    const std::string name = variable.substr(0, variable.find('='));
    if (name == "HOME") {
      variable = "HOME=" + own + "/home";
    } else if (name == "TMPDIR" || name == "GOTMPDIR") {
      variable = name + "=" + own + "/tmp";
    } else if (name == "GOCACHE") {
      variable = "GOCACHE=" + own + "/go-build";
    } else if (name == "GOMODCACHE") {
      variable = "GOMODCACHE=" + own + "/go-mod";
    }
  }
  return command;
}

Status Sandbox::seal(const std::string& built, const std::string& sealed) {
  if (Status copied = services_->files.copy_tree(built, sealed); !copied) {
    return copied;
  }
  if (Status closed = services_->files.set_mode(sealed, 0555); !closed) {
    return closed;
  }
  return services_->files.remove_tree(built);
}

}  // namespace headgate::app
