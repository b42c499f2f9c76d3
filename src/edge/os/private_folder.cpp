// The lock is a flock on the folder itself. Nobody else can take it, because opening the folder
// needs the right to read it, which mode 0711 gives to us alone; cleaners of /tmp that keep to
// systemd's rules leave a locked folder alone; and there is no lock file whose removal could race
// with the next run.

#include "edge/os/private_folder.h"

#include <algorithm>
#include <cerrno>
#include <optional>
#include <string_view>
#include <variant>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "edge/os/descriptor.h"
#include "edge/os/digest.h"
#include "edge/os/path_text.h"

namespace headgate::os {
namespace {

constexpr mode_t kMode = 0711;
constexpr mode_t kAllModeBits = 07777;
constexpr int kNamesPerPlace = 32;

/// "hg-" and five of 32 characters: with "/tmp/" and "/b", 15 bytes.
std::string folder_name(const std::string& key, int attempt) {
  constexpr std::string_view kAlphabet = "0123456789abcdefghjkmnpqrstvwxyz";
  constexpr std::size_t kLength = 5;
  const std::string digits = sha256(fmt::format("{}\n{}", key, attempt));
  std::string name = "hg-";
  for (std::size_t i = 0; i < kLength; ++i) {
    // Two hexadecimal digits a character: 256 is a multiple of 32, so all are equally likely.
    const auto byte = std::stoul(digits.substr(2 * i, 2), nullptr, 16);
    name += kAlphabet[byte % kAlphabet.size()];
  }
  return name;
}

class PosixPrivateFolder final : public PrivateFolder {
 public:
  PosixPrivateFolder(Files& files, std::string path, Descriptor lock)
      : files_(files), path_(std::move(path)), lock_(std::move(lock)) {}

  ~PosixPrivateFolder() override { (void)remove(); }

  PosixPrivateFolder(const PosixPrivateFolder&) = delete;
  PosixPrivateFolder& operator=(const PosixPrivateFolder&) = delete;

  [[nodiscard]] const std::string& path() const override { return path_; }

  Status remove() override {
    if (!lock_.is_open()) {
      return ok();
    }
    // The lock goes last, so that the next run finds either our folder locked or none.
    const Descriptor unlocked_at_the_end = std::move(lock_);
    return files_.remove_tree(path_);
  }

 private:
  Files& files_;
  std::string path_;
  Descriptor lock_;
};

/// Why a place or a name in it cannot be used.
struct Obstacle {
  std::string why;
  Reason reason;
};

/// The name belongs to somebody else, or another run holds it.
struct NameTaken {};

using Claim = std::variant<std::unique_ptr<PrivateFolder>, NameTaken, Obstacle>;

Obstacle obstacle(const Error& error) { return {.why = error.message, .reason = error.reason}; }

Status make_empty(Files& files, const std::string& path) {
  const Result<std::vector<std::string>> names = files.list(path);
  if (!names) {
    return names.error();
  }
  for (const std::string& name : *names) {
    if (Status removed = files.remove_tree(fmt::format("{}/{}", path, name)); !removed) {
      return removed;
    }
  }
  return ok();
}

bool is_same_folder(const std::string& path, const struct stat& opened) {
  struct stat now = {};
  return ::lstat(path.c_str(), &now) == 0 && now.st_dev == opened.st_dev &&
         now.st_ino == opened.st_ino;
}

/// Makes or takes over the folder `path`. nullopt: it vanished meanwhile, try once more.
std::optional<Claim> try_claim(Files& files, const User& user, const std::string& path) {
  const bool is_new = ::mkdir(path.c_str(), S_IRWXU) == 0;
  if (!is_new && errno != EEXIST) {
    return obstacle(system_error(errno, "make", path));
  }
  Descriptor folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!folder.is_open()) {
    switch (errno) {
      case ENOENT:
        return std::nullopt;
      case EACCES:
      case ELOOP:
      case ENOTDIR:
        return NameTaken();
      default:
        return obstacle(system_error(errno, "open", path));
    }
  }
  // A new folder may have taken over a group and its bit from the one above, and less than it
  // should from the umask.
  if (is_new && ::fchmod(folder.get(), kMode) != 0) {
    return obstacle(system_error(errno, "set the mode of", path));
  }
  struct stat status = {};
  if (::fstat(folder.get(), &status) != 0 || status.st_uid != user.uid ||
      (status.st_mode & kAllModeBits) != kMode) {
    return NameTaken();
  }
  if (::flock(folder.get(), LOCK_EX | LOCK_NB) != 0) {
    return errno == EWOULDBLOCK ? Claim(NameTaken()) : obstacle(system_error(errno, "lock", path));
  }
  if (!is_same_folder(path, status)) {
    return std::nullopt;
  }
  // What cannot be removed, such as a mount, is not a reason to give up.
  if (const Status emptied = make_empty(files, path); !emptied) {
    return NameTaken();
  }
  return std::make_unique<PosixPrivateFolder>(files, path, std::move(folder));
}

/// Whether git, started below `folder`, would take it for (part of) a repository.
bool is_repository(const Files& files, const std::string& folder) {
  const auto exists = [&](const char* name) {
    const Result<FileKind> kind = files.kind(folder == "/" ? name : folder + name);
    return !kind || *kind != FileKind::kNone;
  };
  return exists("/.git") || (exists("/HEAD") && exists("/objects") && exists("/refs"));
}

/// Looks at `place` and the folders above it; nullopt when nothing speaks against it.
std::optional<Obstacle> find_obstacle(const Files& files, const User& user,
                                      const std::string& place) {
  const Result<Mount> mount = files.mount(place);
  if (!mount) {
    return obstacle(mount.error());
  }
  if (mount->noexec) {
    return Obstacle{.why = fmt::format("{} is mounted noexec",
                                       mount->mount_point.empty() ? place : mount->mount_point),
                    .reason = Reason::kNoexec};
  }
  struct stat status = {};
  if (::stat(place.c_str(), &status) != 0 || !S_ISDIR(status.st_mode)) {
    return Obstacle{.why = "it is not a folder", .reason = Reason::kIoFailed};
  }
  const bool is_sticky = (status.st_mode & S_ISVTX) != 0;
  const bool is_shared = (status.st_mode & (S_IWGRP | S_IWOTH)) != 0;
  const bool is_owned = status.st_uid == 0 || status.st_uid == user.uid;
  if (!is_sticky && (is_shared || !is_owned)) {
    return Obstacle{.why = "other users could replace what is in it", .reason = Reason::kIoFailed};
  }
  for (std::string folder = place;; folder = parent_of(folder)) {
    if (is_repository(files, folder)) {
      return Obstacle{.why = fmt::format("it lies in the git repository {}", folder),
                      .reason = Reason::kIoFailed};
    }
    if (is_root(user) &&
        (::stat(folder.c_str(), &status) != 0 || (status.st_mode & S_IXOTH) == 0)) {
      return Obstacle{.why = fmt::format("other users cannot enter {}", folder),
                      .reason = Reason::kIoFailed};
    }
    if (folder == "/") {
      return std::nullopt;
    }
  }
}

Claim claim_in(Files& files, const User& user, const Place& place, const std::string& key) {
  if (place.if_missing == IfMissing::kMake) {
    (void)files.make_directory(place.path, S_IRWXU);  // what went wrong shows in the next line
  }
  const Result<std::string> real = files.real_path(place.path);
  if (!real) {
    return obstacle(real.error());
  }
  if (std::optional<Obstacle> found = find_obstacle(files, user, *real)) {
    return *std::move(found);
  }
  for (int attempt = 0; attempt < kNamesPerPlace; ++attempt) {
    const std::string path = (*real == "/" ? "" : *real) + "/" + folder_name(key, attempt);
    std::optional<Claim> claim = try_claim(files, user, path);
    if (!claim) {
      claim = try_claim(files, user, path);
    }
    if (claim && !std::holds_alternative<NameTaken>(*claim)) {
      return *std::move(claim);
    }
  }
  return Obstacle{.why = fmt::format("all {} names that it could have are taken", kNamesPerPlace),
                  .reason = Reason::kIoFailed};
}

Error no_place(const std::vector<Place>& places, const std::vector<Obstacle>& obstacles) {
  std::string message = "no folder can be used for building and running test binaries";
  for (std::size_t i = 0; i < obstacles.size(); ++i) {
    message += fmt::format("{} {}: {}", i == 0 ? ":" : ";", places[i].path, obstacles[i].why);
  }
  const auto is_because = [&](Reason reason) {
    return std::any_of(obstacles.begin(), obstacles.end(),
                       [&](const Obstacle& obstacle) { return obstacle.reason == reason; });
  };
  const Reason reason = is_because(Reason::kNoexec)     ? Reason::kNoexec
                        : is_because(Reason::kDiskFull) ? Reason::kDiskFull
                                                        : Reason::kIoFailed;
  return {.reason = reason,
          .message = std::move(message),
          .remedy =
              "name a folder of yours where programs may run, outside of any git repository: "
              "TMPDIR=/path/to/folder"};
}

}  // namespace

std::vector<Place> private_folder_places(const Environment& environment) {
  const auto folder_in = [&](std::string_view variable, std::string_view below) {
    const std::string value = environment.get(variable).value_or("");
    return value.starts_with('/') ? value + std::string(below) : "";
  };
  const std::string cache = folder_in("XDG_CACHE_HOME", "");
  const std::vector<Place> wanted = {
      {.path = "/tmp", .if_missing = IfMissing::kPassOver},
      {.path = folder_in("TMPDIR", ""), .if_missing = IfMissing::kPassOver},
      {.path = "/var/tmp", .if_missing = IfMissing::kPassOver},
      {.path = cache.empty() ? folder_in("HOME", "/.cache") : cache,
       .if_missing = IfMissing::kMake},
  };
  std::vector<Place> places;
  for (const Place& place : wanted) {
    const bool is_known = std::any_of(places.begin(), places.end(), [&](const Place& known) {
      return known.path == without_end_slashes(place.path);
    });
    if (!place.path.empty() && !is_known) {
      places.push_back({.path = without_end_slashes(place.path), .if_missing = place.if_missing});
    }
  }
  return places;
}

PosixPrivateFolders::PosixPrivateFolders(Files& files, User user, std::vector<Place> places)
    : files_(files), user_(user), places_(std::move(places)) {}

Result<std::unique_ptr<PrivateFolder>> PosixPrivateFolders::claim(const std::string& key) {
  std::vector<Obstacle> obstacles;
  for (const Place& place : places_) {
    Claim claim = claim_in(files_, user_, place, key);
    if (auto* folder = std::get_if<std::unique_ptr<PrivateFolder>>(&claim)) {
      return std::move(*folder);
    }
    obstacles.push_back(std::get<Obstacle>(std::move(claim)));
  }
  return no_place(places_, obstacles);
}

}  // namespace headgate::os
