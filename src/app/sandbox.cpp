#include "app/sandbox.h"

#include <chrono>
#include <utility>

#include <fmt/core.h>

#include "edge/go/environment.h"
#include "edge/os/path_text.h"

namespace headgate::app {
namespace {

using stats::Side;

constexpr auto kGoTimeout = std::chrono::minutes(30);
constexpr mode_t kOwnerOnly = 0700;
constexpr mode_t kReadable = 0755;

// The folders of `prepare`, below its own one.
constexpr std::string_view kPrepareFolders[] = {"home", "tmp", "go-build", "go-mod", "go"};

void set_variable(std::vector<std::string>& environment, std::string_view name,
                  const std::string& value) {
  const std::string start = fmt::format("{}=", name);
  std::erase_if(environment, [&](const std::string& one) { return one.starts_with(start); });
  environment.push_back(start + value);
}

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
    folders.push_back({build_cache(cache_dir_), std::nullopt, kReadable});
    folders.push_back({module_cache(cache_dir_), std::nullopt, kReadable});
  }
  if (preparer()) {
    folders.push_back({root() + "/prepare", preparer(), kOwnerOnly});
    for (const std::string_view name : kPrepareFolders) {
      folders.push_back({prepare_folder(name), preparer(), kOwnerOnly});
    }
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

std::string Sandbox::prepare_folder(std::string_view name) const {
  return fmt::format("{}/prepare/{}", root(), name);
}

std::optional<proc::Identity> Sandbox::builder() const {
  return os::is_root(services_->user) ? std::optional(kBuilder) : std::nullopt;
}

std::optional<proc::Identity> Sandbox::preparer() const {
  return os::is_root(services_->user) ? std::optional(kPreparer) : std::nullopt;
}

std::optional<proc::Identity> Sandbox::measurer(Side side) const {
  return os::is_root(services_->user) ? std::optional(kMeasurers.of(side)) : std::nullopt;
}

Result<go::Context> Sandbox::go_context(const Deadline& deadline) const {
  const go::Variables ours(services_->environment.all().begin(),
                           services_->environment.all().end());
  Result<std::string> command = go::find_go(services_->environment.value("PATH"));
  if (!command) {
    return std::move(command).error();
  }
  // Only caches of the user's own are worth what asking for them leaves in HOME.
  Result<go::Variables> settings =
      go::user_go_settings(services_->launcher, *command,
                           cache_dir_.empty() ? ours : go::away_from_home(ours, root() + "/asked"));
  if (!settings) {
    return std::move(settings).error();
  }
  const bool own_caches = cache_dir_.empty();
  const go::BuildFolders folders{
      .home = root() + "/home",
      .temp = root() + "/tmp",
      .build_cache = own_caches ? (*settings)["GOCACHE"] : build_cache(cache_dir_),
      .module_cache = own_caches ? (*settings)["GOMODCACHE"] : module_cache(cache_dir_),
      .ceiling = root(),
  };
  return go::Context{.command = *command,
                     .environment = go::build_environment(ours, *settings, folders),
                     .goflags = (*settings)["GOFLAGS"],
                     .identity = builder(),
                     .timeout = [&deadline] { return deadline.within(kGoTimeout); }};
}

Status Sandbox::hand_caches_over() {
  const std::optional<proc::Identity> owner = builder();
  if (!owner || cache_dir_.empty()) {
    return ok();
  }
  for (const std::string& path : {build_cache(cache_dir_), module_cache(cache_dir_)}) {
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

proc::Command Sandbox::prepare_command(const go::Context& context,
                                       const std::vector<std::string>& argv, Side side,
                                       const std::string& toolchain) const {
  proc::Command command{.argv = argv,
                        .directory = tree(side),
                        .environment = context.environment,
                        .identity = preparer(),
                        .timeout = context.timeout()};
  set_variable(command.environment, "GOTOOLCHAIN", toolchain);
  set_variable(command.environment, "PATH",
               fmt::format("{}:{}", os::parent_of(context.command),
                           services_->environment.value("PATH", "/usr/bin:/bin")));
  if (preparer()) {
    set_variable(command.environment, "HOME", prepare_folder("home"));
    set_variable(command.environment, "TMPDIR", prepare_folder("tmp"));
    set_variable(command.environment, "GOCACHE", prepare_folder("go-build"));
    set_variable(command.environment, "GOMODCACHE", prepare_folder("go-mod"));
    set_variable(command.environment, "GOPATH", prepare_folder("go"));
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
