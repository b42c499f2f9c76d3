#include "app/trees.h"

#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "app/paths.h"

namespace headgate::app {
namespace {

using stats::Side;

Result<git::TreeProblems> export_commit(git::Repository& repository, const std::string& id,
                                        const std::string& target, const git::CancelCheck& cancel) {
  Result<git::TreeProblems> problems = repository.inspect(id, cancel);
  if (!problems) {
    return problems;
  }
  Status exported = repository.export_tree(id, target, cancel);
  return exported ? std::move(problems) : Result<git::TreeProblems>(std::move(exported).error());
}

Result<git::TreeProblems> export_work_tree(git::Repository& repository, const std::string& target,
                                           const git::CancelCheck& cancel) {
  Result<git::WorkTreeContent> content = repository.work_tree_content();
  if (!content) {
    return std::move(content).error();
  }
  Status exported = repository.export_work_tree(target, cancel);
  return exported ? Result<git::TreeProblems>(std::move(content->problems))
                  : Result<git::TreeProblems>(std::move(exported).error());
}

// Is the path ignored by git, or a folder in which every file is? Whatever else is in the checkout
// is head's own, and base's tree is no place for it.
Result<bool> is_ignored(Services& services, git::Repository& repository, const std::string& path) {
  const Result<git::PathStatus> status = repository.path_status(path);
  if (!status) {
    return status.error();
  }
  const std::string folder = fmt::format("{}/{}", repository.work_tree(), path);
  const Result<os::FileKind> kind = services.files.kind(folder);
  if (*status != git::PathStatus::kUntracked || !kind || *kind != os::FileKind::kFolder) {
    return *status == git::PathStatus::kIgnored;
  }
  const Result<std::vector<std::string>> files = services.files.walk_files(folder);
  if (!files) {
    return files.error();
  }
  for (const std::string& file : *files) {
    const Result<git::PathStatus> one = repository.path_status(fmt::format("{}/{}", path, file));
    if (!one) {
      return one.error();
    }
    if (*one != git::PathStatus::kIgnored) {
      return false;
    }
  }
  return !files->empty();
}

Status check_copied(Services& services, git::Repository& repository, const std::string& path) {
  if (repository.work_tree().empty()) {
    return Error{.reason = Reason::kConfigInvalid,
                 .message = fmt::format("measure.copy: {} is a bare repository, it has no checkout "
                                        "to take '{}' from",
                                        repository.git_dir(), path),
                 .remedy = "run headgate in a clone with a work tree"};
  }
  if (!stays_in(services, repository.work_tree(), path)) {
    return Error{.reason = Reason::kConfigInvalid,
                 .message = fmt::format(
                     "measure.copy: '{}' leads out of the repository through a symlink", path),
                 .remedy = "name the real folder inside the repository"};
  }
  if (!exists(services, fmt::format("{}/{}", repository.work_tree(), path))) {
    return Error{.reason = Reason::kConfigInvalid,
                 .message = fmt::format("measure.copy: there is no '{}' in the checkout", path),
                 .remedy =
                     "make the path before headgate runs (the step that generates it), or "
                     "take it off the list"};
  }
  const Result<bool> ignored = is_ignored(services, repository, path);
  if (!ignored) {
    return ignored.error();
  }
  if (*ignored) {
    return ok();
  }
  return Error{
      .reason = Reason::kConfigInvalid,
      .message = fmt::format("measure.copy: git does not ignore all of '{}'", path),
      .remedy =
          "name what git ignores and nothing else: the checkout's own files are head's, and "
          "base would be built from them"};
}

// Takes the paths that a commit does not have from the work tree into an exported tree.
Status copy_paths(Services& services, const git::Repository& repository,
                  const std::vector<std::string>& paths, const std::string& tree) {
  for (const std::string& path : paths) {
    if (!stays_in(services, tree, path)) {
      return Error{.reason = Reason::kConfigInvalid,
                   .message = fmt::format(
                       "measure.copy: '{}' leads out of the repository through a symlink", path),
                   .remedy = "name the real folder inside the repository"};
    }
    const std::string target = fmt::format("{}/{}", tree, path);
    if (exists(services, target)) {
      continue;
    }
    if (Status copied =
            services.files.copy_tree(fmt::format("{}/{}", repository.work_tree(), path), target);
        !copied) {
      return std::move(copied).error().within("measure.copy");
    }
  }
  return ok();
}

}  // namespace

Result<stats::Sides<git::TreeProblems>> export_trees(Services& services, const Sources& sources,
                                                     const config::Settings& settings,
                                                     const Sandbox& sandbox,
                                                     const Deadline& deadline) {
  const git::CancelCheck cancel = [&] {
    return services.interrupts.pending().has_value() || deadline.is_past();
  };
  for (const std::string& path : settings.build.copy) {
    if (Status checked = check_copied(services, *sources.repository, path); !checked) {
      return std::move(checked).error();
    }
  }
  stats::Sides<git::TreeProblems> all;
  for (const Side side : {Side::kBase, Side::kHead}) {
    const Source& source = sources.sides.of(side);
    const std::string tree = sandbox.tree(side);
    Result<git::TreeProblems> problems =
        source.kind == Source::Kind::kWorkTree
            ? export_work_tree(*sources.repository, tree, cancel)
            : export_commit(*sources.repository, source.commit.id, tree, cancel);
    if (!problems) {
      return std::move(problems).error().within(fmt::format("exporting {}", stats::name(side)));
    }
    all.of(side) = *std::move(problems);
    if (Status copied = copy_paths(services, *sources.repository, settings.build.copy, tree);
        !copied) {
      return std::move(copied).error();
    }
  }
  return all;
}

}  // namespace headgate::app
