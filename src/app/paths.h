// Where paths of users and commits lead. A commit may hold a symlink to anywhere, so what is said
// to be inside a folder is checked before it is read or written.

#pragma once

#include <optional>
#include <string>

#include "app/services.h"

namespace headgate::app {

/// `path` as seen from the current folder.
[[nodiscard]] std::string absolute(const Services& services, const std::string& path);

/// Is anything at `path`? A symlink counts, wherever it leads.
[[nodiscard]] bool exists(const Services& services, const std::string& path);

/// `path` relative to `folder`, "." for the folder itself; `path` as it is when it lies elsewhere.
[[nodiscard]] std::string relative_to(const std::string& folder, const std::string& path);

/// The module that somebody who stands in `path` works on, relative to the repository `root`: the
/// nearest folder with a go.mod from there upwards, as for the go command; `path` where there is
/// none.
[[nodiscard]] std::string module_folder(const Services& services, const std::string& root,
                                        const std::string& path);

/// Does `folder`/`relative`, or what there is of it, stay in `folder` once symlinks are followed?
[[nodiscard]] bool stays_in(const Services& services, const std::string& folder,
                            const std::string& relative);

/// The absolute `path` without symlinks, as far as there is anything; the rest as it is written.
[[nodiscard]] std::string real_so_far(const Services& services, const std::string& path);

/// The first symlink on the way along the absolute `path` that lies below `folder`, wherever it
/// leads; nullopt when there is none.
[[nodiscard]] std::optional<std::string> symlink_below(const Services& services,
                                                       const std::string& folder,
                                                       const std::string& path);

/// Does a commit decide what is at the absolute `path`? It has a file there or below, or a symlink
/// on the way there; never in a bare repository. kRepositoryUnreadable.
[[nodiscard]] Result<bool> is_tracked(const Services& services, git::Repository& repository,
                                      const std::string& path);

}  // namespace headgate::app
