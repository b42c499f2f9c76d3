#include "app/sources.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace headgate::app {
namespace {

using stats::Side;

constexpr std::string_view kSettingsFile = ".headgate.yml";
constexpr std::size_t kShortId = 12;
constexpr std::uint64_t kMaxSettingsBytes = 1 << 20;

std::string short_id(const std::string& id) { return id.substr(0, kShortId); }

std::string describe(const git::Commit& commit) {
  return commit.subject.empty() ? short_id(commit.id)
                                : fmt::format("{} {}", short_id(commit.id), commit.subject);
}

struct Finder {
  git::Repository& repository;

  Result<git::Commit> operator()(const github::Commit& where) const {
    return repository.commit(where.id);
  }

  Result<git::Commit> operator()(const github::Revision& where) const {
    return repository.commit(where.text);
  }

  Result<git::Commit> operator()(const github::MergeBase& where) const {
    for (const std::string& branch : where.branches) {
      if (!repository.commit(branch)) {
        continue;
      }
      Result<std::string> id = repository.merge_base(branch, where.head);
      return id ? repository.commit(*id) : Result<git::Commit>(std::move(id).error());
    }
    return Error{
        .reason = Reason::kBaseUnknown,
        .message = fmt::format("none of the branches to compare with is here: {}",
                               where.branches.empty() ? "none is known" : where.branches.front()),
        .remedy =
            "fetch the base branch (fetch-depth: 0 on actions/checkout), or name the commit with "
            "base"};
  }
};

Result<Source> find_head(git::Repository& repository, const Question& question) {
  if (const auto* where = std::get_if<github::Where>(&question.head)) {
    Result<git::Commit> commit = std::visit(Finder{repository}, *where);
    if (!commit) {
      return std::move(commit).error();
    }
    return Source{.what = *commit, .commit = *commit, .describe = describe(*commit)};
  }
  Result<git::Commit> commit = repository.head();
  if (!commit) {
    return std::move(commit).error();
  }
  return Source{.what = WorkTree{},
                .commit = *commit,
                .describe = fmt::format("work tree at {}", describe(*commit))};
}

struct Base {
  git::Commit commit;
  std::string why;
  std::vector<gate::Caveat> caveats;
};

// Base, or what stands in for it when it was not fetched.
Result<Base> find_base(git::Repository& repository, const Question& question) {
  const auto is_missing = [](const Result<git::Commit>& commit) {
    return !commit && (commit.error().reason == Reason::kShallowCheckout ||
                       commit.error().reason == Reason::kRevisionUnknown);
  };
  Result<git::Commit> commit = std::visit(Finder{repository}, question.base);
  if (commit) {
    return Base{.commit = *std::move(commit), .why = question.why, .caveats = {}};
  }
  if (const auto& instead = question.fallback; instead && is_missing(commit)) {
    commit = repository.commit(instead->base.id);
    if (commit) {
      return Base{.commit = *std::move(commit),
                  .why = instead->why,
                  .caveats = {{.code = "request", .text = instead->note}}};
    }
  }
  Error error = commit.error().within("base");
  if (is_missing(commit) && !question.remedy_without_base.empty()) {
    error.remedy = question.remedy_without_base;
  }
  return error;
}

// Says how far the base branch has moved past the base of this run: a re-run keeps its old merge
// commit.
void note_stale_base(git::Repository& repository, const Question& question, const git::Commit& base,
                     std::vector<gate::Caveat>& caveats) {
  if (question.base_branch.empty()) {
    return;
  }
  const Result<git::Commit> tip = repository.commit("origin/" + question.base_branch);
  if (!tip || tip->id == base.id) {
    return;
  }
  caveats.push_back(
      {.code = "stale-base",
       .text = fmt::format(
           "base is {}, but origin/{} is at {} by now: this run compares with the base of its "
           "merge commit; push to the pull request or update it to get a fresh one",
           short_id(base.id), question.base_branch, short_id(tip->id))});
}

Result<std::optional<std::string>> settings_text(const Services& services, const Sources& sources,
                                                 Side side) {
  const Source& source = sources.sides.of(side);
  if (std::holds_alternative<git::Commit>(source.what)) {
    return sources.repository->read_file(source.commit.id, std::string(kSettingsFile));
  }
  const std::string path = sources.repository->work_tree() + "/" + std::string(kSettingsFile);
  const Result<os::FileKind> kind = services.files.kind(path);
  if (!kind) {
    return kind.error();
  }
  if (*kind == os::FileKind::kNone) {
    return std::optional<std::string>();
  }
  Result<std::string> text = services.files.read(path, kMaxSettingsBytes);
  return text ? Result<std::optional<std::string>>(std::optional(*std::move(text)))
              : Result<std::optional<std::string>>(std::move(text).error());
}

std::string settings_name(const Sources& sources, Side side) {
  return std::holds_alternative<WorkTree>(sources.sides.of(side).what)
             ? std::string(kSettingsFile)
             : fmt::format("{} of {}", kSettingsFile, stats::name(side));
}

// Settings of the two sides' files, and what to say when they are not the same.
Result<EffectiveSettings> from_repository(const Services& services, const Sources& sources) {
  // With the work tree as head there is no one to protect the policy from: its own file counts.
  const bool local = std::holds_alternative<WorkTree>(sources.sides.head.what);
  const Result<std::optional<std::string>> head = settings_text(services, sources, Side::kHead);
  if (!head) {
    return head.error();
  }
  const Result<std::optional<std::string>> base =
      local ? head : settings_text(services, sources, Side::kBase);
  if (!base) {
    return base.error();
  }
  EffectiveSettings effective;
  const Side owner = local ? Side::kHead : Side::kBase;
  if (base->has_value()) {
    Result<config::Settings> applied =
        config::apply_yaml({}, **base, settings_name(sources, owner), config::Sections::kAll);
    if (!applied) {
      return std::move(applied).error();
    }
    effective.settings = *std::move(applied);
  } else if (head->has_value()) {
    Result<config::Settings> applied = config::apply_yaml(
        {}, **head, settings_name(sources, Side::kHead), config::Sections::kMeasureOnly);
    if (!applied) {
      return std::move(applied).error();
    }
    effective.settings = *std::move(applied);
    effective.caveats.push_back(
        {.code = "settings-from-head",
         .text =
             "base has no .headgate.yml: how to measure was taken from head's, the policy is the "
             "default with the given inputs"});
  }
  if (base->has_value() && *base != *head) {
    const Result<config::Settings> of_head =
        config::apply_yaml({}, head->value_or("version: 1\n"), settings_name(sources, Side::kHead),
                           config::Sections::kAll);
    if (!of_head) {
      effective.caveats.push_back(
          {.code = "settings-differ",
           .text = fmt::format("head's .headgate.yml is not valid ({}); base's counts",
                               of_head.error().message)});
    } else if (const std::vector<std::string> names =
                   config::differences(effective.settings, *of_head);
               !names.empty()) {
      std::string list;
      for (const std::string& name : names) {
        list += (list.empty() ? "" : ", ") + name;
      }
      effective.caveats.push_back(
          {.code = "settings-differ",
           .text = fmt::format("head changes .headgate.yml ({}); base's counts", list)});
    }
  }
  return effective;
}

std::string absolute(const Services& services, const std::string& path) {
  return !path.empty() && path.front() == '/' ? path : services.current_directory + "/" + path;
}

// Does the path, or what there is of it, lie below `root` once symlinks are followed? A commit may
// hold a link to anywhere where a path of `copy` goes through.
bool lies_below(const Services& services, const std::string& root, const std::string& relative) {
  std::string path = root + "/" + relative;
  while (path.size() > root.size()) {
    if (const Result<std::string> real = services.files.real_path(path)) {
      return real->starts_with(root + "/");
    }
    path.resize(path.rfind('/'));
  }
  return true;
}

// Takes the paths that a commit does not have from the work tree into an exported tree.
Status copy_paths(Services& services, const git::Repository& repository,
                  const std::vector<std::string>& paths, const std::string& tree) {
  for (const std::string& path : paths) {
    if (!lies_below(services, repository.work_tree(), path) || !lies_below(services, tree, path)) {
      return Error{.reason = Reason::kConfigInvalid,
                   .message = fmt::format(
                       "measure.copy: '{}' leads out of the repository through a symlink", path),
                   .remedy = "name the real folder inside the repository"};
    }
    const std::string target = tree + "/" + path;
    if (const Result<os::FileKind> there = services.files.kind(target);
        there && *there != os::FileKind::kNone) {
      continue;  // the commit has it itself
    }
    if (Status copied = services.files.copy_tree(repository.work_tree() + "/" + path, target);
        !copied) {
      return Error{.reason = Reason::kConfigInvalid,
                   .message = fmt::format("measure.copy: {}", copied.error().message),
                   .remedy =
                       "make the path before headgate runs (the step that generates it), or take "
                       "it off the list"};
    }
  }
  return ok();
}

}  // namespace

Result<Sources> find_sources(std::unique_ptr<git::Repository> repository,
                             const Question& question) {
  Result<Source> head = find_head(*repository, question);
  if (!head) {
    return std::move(head).error().within("head");
  }
  Result<Base> base = find_base(*repository, question);
  if (!base) {
    return std::move(base).error();
  }
  std::vector<gate::Caveat> caveats = std::move(base->caveats);
  for (const std::string& note : question.notes) {
    caveats.push_back({.code = "request", .text = note});
  }
  note_stale_base(*repository, question, base->commit, caveats);
  return Sources{.repository = std::move(repository),
                 .sides = {.base = Source{.what = base->commit,
                                          .commit = base->commit,
                                          .describe = describe(base->commit)},
                           .head = *std::move(head)},
                 .why = base->why,
                 .caveats = std::move(caveats)};
}

Result<EffectiveSettings> load_settings(const Services& services, const Sources& sources,
                                        const SettingsRequest& request) {
  Result<EffectiveSettings> effective = EffectiveSettings{};
  if (request.config_file.empty()) {
    effective = from_repository(services, sources);
  } else {
    const Result<std::string> text =
        services.files.read(absolute(services, request.config_file), kMaxSettingsBytes);
    if (!text) {
      return Error{
          .reason = Reason::kConfigInvalid,
          .message = fmt::format("cannot read the settings file: {}", text.error().message)};
    }
    Result<config::Settings> applied =
        config::apply_yaml({}, *text, request.config_file, config::Sections::kAll);
    if (!applied) {
      return std::move(applied).error();
    }
    effective = EffectiveSettings{.settings = *std::move(applied), .caveats = {}};
  }
  if (!effective) {
    return effective;
  }
  Result<config::Settings> overridden =
      config::apply_overrides(effective->settings, request.overrides);
  if (!overridden) {
    return std::move(overridden).error();
  }
  if (Status checked = config::check(*overridden); !checked) {
    return std::move(checked).error();
  }
  effective->settings = *std::move(overridden);
  if (const std::vector<std::string>& paths = effective->settings.build.copy; !paths.empty()) {
    effective->caveats.push_back(
        {.code = "copied",
         .text = fmt::format("measure.copy: what a commit does not have of {} is taken from the "
                             "checkout, the same for both sides",
                             fmt::join(paths, ", "))});
  }
  return effective;
}

Result<stats::Sides<git::TreeProblems>> export_trees(Services& services, const Sources& sources,
                                                     const config::Settings& settings,
                                                     const Sandbox& sandbox) {
  const git::CancelCheck cancel = [&services] { return services.interrupts.pending().has_value(); };
  stats::Sides<git::TreeProblems> problems;
  for (const Side side : {Side::kBase, Side::kHead}) {
    const Source& source = sources.sides.of(side);
    const bool work_tree = std::holds_alternative<WorkTree>(source.what);
    if (work_tree) {
      Result<git::WorkTreeContent> content = sources.repository->work_tree_content();
      if (!content) {
        return std::move(content).error();
      }
      problems.of(side) = std::move(content->problems);
    } else {
      Result<git::TreeProblems> found = sources.repository->inspect(source.commit.id, cancel);
      if (!found) {
        return std::move(found).error();
      }
      problems.of(side) = *std::move(found);
    }
    Status exported =
        work_tree ? sources.repository->export_work_tree(sandbox.tree(side), cancel)
                  : sources.repository->export_tree(source.commit.id, sandbox.tree(side), cancel);
    if (!exported) {
      return std::move(exported).error().within(fmt::format("exporting {}", stats::name(side)));
    }
    if (Status copied =
            copy_paths(services, *sources.repository, settings.build.copy, sandbox.tree(side));
        !copied) {
      return std::move(copied).error();
    }
  }
  return problems;
}

}  // namespace headgate::app
