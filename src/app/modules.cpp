#include "app/modules.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "app/paths.h"
#include "edge/os/path_text.h"

namespace headgate::app {
namespace {

using stats::Side;

constexpr std::size_t kMostNamedFolders = 5;
constexpr std::string_view kGoMod = "go.mod";
constexpr std::string_view kWithoutWorkspace = "off";

std::string below(const std::string& tree, const std::string& folder) {
  return folder == "." ? tree : tree + "/" + folder;
}

// Folders of a tree that hold a go.mod, as the go command would look for packages: not below
// vendor, testdata or hidden folders.
Result<std::vector<std::string>> module_folders(const Services& services, const std::string& tree) {
  const Result<std::vector<std::string>> files = services.files.walk_files(tree);
  if (!files) {
    return files.error();
  }
  std::vector<std::string> folders;
  for (const std::string& file : *files) {
    const std::string slashed = "/" + file;
    const bool is_passed_over = slashed.find("/vendor/") != std::string::npos ||
                                slashed.find("/testdata/") != std::string::npos ||
                                slashed.find("/.") != std::string::npos ||
                                slashed.find("/_") != std::string::npos;
    if (os::last_name_of(file) == kGoMod && !is_passed_over) {
      folders.push_back(os::parent_of(file));
    }
  }
  return folders;
}

Error no_module(const Services& services, const Sandbox& sandbox, const std::string& folder) {
  Error error{.reason = Reason::kNoModule,
              .message = fmt::format("there is no go.mod in '{}' on base or head", folder),
              .remedy = "run headgate in a Go module, or name the module's folder with modules"};
  Result<std::vector<std::string>> others = module_folders(services, sandbox.tree(Side::kHead));
  if (others && !others->empty()) {
    const bool cut = others->size() > kMostNamedFolders;
    others->resize(std::min(others->size(), kMostNamedFolders));
    const std::string list = fmt::format("{}", fmt::join(*others, ", "));
    error.remedy = fmt::format("these folders have one: {}{}; set modules: [{}] or modules: auto",
                               list, cut ? ", ..." : "", list);
  }
  return error;
}

// The go.work that governs a folder, looked for inside its own tree only.
std::string workspace_of(const Services& services, const std::string& directory,
                         const std::string& tree) {
  for (std::string folder = directory; os::lies_in(folder, tree); folder = os::parent_of(folder)) {
    if (std::string file = folder + "/go.work"; exists(services, file)) {
      return file;
    }
  }
  return std::string(kWithoutWorkspace);
}

class ModuleFinder {
 public:
  ModuleFinder(Services& services, go::Go& go, const config::Settings& settings,
               const Sandbox& sandbox)
      : services_(services), go_(go), settings_(settings), sandbox_(sandbox) {}

  Result<Modules> find() {
    for (Status (ModuleFinder::*step)() :
         {&ModuleFinder::find_folders, &ModuleFinder::check_replaces, &ModuleFinder::read_names,
          &ModuleFinder::choose_toolchains}) {
      if (Status done = (this->*step)(); !done) {
        return std::move(done).error();
      }
    }
    return std::move(modules_);
  }

 private:
  [[nodiscard]] Result<std::vector<std::string>> wanted_folders() const;
  Status find_folders();
  Status check_replaces();
  [[nodiscard]] Status check_replaces_of(const go::Module& module, Side side);
  Status read_names();
  Status choose_toolchains();
  [[nodiscard]] Result<go::Toolchain> toolchain(const go::Module& module, Side side);
  Status choose_toolchains_of(ModulePair& pair);
  void note_toolchains();

  Services& services_;
  go::Go& go_;
  const config::Settings& settings_;
  const Sandbox& sandbox_;
  Modules modules_ = {};
  stats::Sides<std::set<std::string>> versions_;
};

Result<std::vector<std::string>> ModuleFinder::wanted_folders() const {
  if (settings_.scope.modules != std::vector<std::string>{"auto"}) {
    return settings_.scope.modules;
  }
  std::set<std::string> folders;
  for (const Side side : {Side::kBase, Side::kHead}) {
    const Result<std::vector<std::string>> found = module_folders(services_, sandbox_.tree(side));
    if (!found) {
      return found.error();
    }
    folders.insert(found->begin(), found->end());
  }
  if (folders.empty()) {
    return no_module(services_, sandbox_, ".");
  }
  return std::vector<std::string>(folders.begin(), folders.end());
}

Status ModuleFinder::find_folders() {
  const Result<std::vector<std::string>> folders = wanted_folders();
  if (!folders) {
    return folders.error();
  }
  for (const std::string& folder : *folders) {
    ModulePair pair{
        .folder = folder, .name = {}, .sides = {.base = std::nullopt, .head = std::nullopt}};
    for (const Side side : {Side::kBase, Side::kHead}) {
      const std::string tree = sandbox_.tree(side);
      const std::string directory = below(tree, folder);
      if (exists(services_, fmt::format("{}/{}", directory, kGoMod))) {
        pair.sides.of(side) = go::Module{
            .directory = directory,
            .workspace = workspace_of(services_, directory, tree),
            .toolchain = settings_.build.toolchain == "same" ? "auto" : settings_.build.toolchain};
      }
    }
    if (!pair.sides.base && !pair.sides.head) {
      return no_module(services_, sandbox_, folder);
    }
    modules_.pairs.push_back(std::move(pair));
  }
  return ok();
}

Status ModuleFinder::check_replaces() {
  for (const ModulePair& pair : modules_.pairs) {
    for (const Side side : {Side::kBase, Side::kHead}) {
      if (const std::optional<go::Module>& module = pair.sides.of(side)) {
        if (Status checked = check_replaces_of(*module, side); !checked) {
          return checked;
        }
      }
    }
  }
  return ok();
}

// Of the module itself, its go.work, and the modules that this one uses.
Status ModuleFinder::check_replaces_of(const go::Module& module, Side side) {
  std::vector<go::Module> modules = {module};
  std::vector<go::LocalReplace> replaces;
  if (module.workspace != kWithoutWorkspace) {
    Result<std::vector<go::LocalReplace>> of_workspace = go_.workspace_file(module);
    if (!of_workspace) {
      return std::move(of_workspace).error().within(std::string(stats::name(side)));
    }
    for (const go::LocalReplace& one : *of_workspace) {
      const bool is_use = one.module.empty();
      if (is_use && one.directory != module.directory &&
          exists(services_, fmt::format("{}/{}", one.directory, kGoMod))) {
        modules.push_back({.directory = one.directory,
                           .workspace = module.workspace,
                           .toolchain = module.toolchain});
      }
    }
    replaces = *std::move(of_workspace);
  }
  for (const go::Module& one : modules) {
    Result<go::ModuleFile> file = go_.module_file(one);
    if (!file) {
      return std::move(file).error().within(std::string(stats::name(side)));
    }
    replaces.insert(replaces.end(), file->local_replaces.begin(), file->local_replaces.end());
  }
  const std::string tree = sandbox_.tree(side);
  for (const go::LocalReplace& replace : replaces) {
    const Result<std::string> real = services_.files.real_path(replace.directory);
    if (!os::lies_in(real ? *real : replace.directory, tree)) {
      const std::string directive =
          replace.module.empty() ? "use" : fmt::format("replace {} =>", replace.module);
      return Error{.reason = Reason::kReplaceOutsideTree,
                   .message = fmt::format("{} of {}: {} '{}' leaves the repository",
                                          relative_to(tree, replace.file), stats::name(side),
                                          directive, replace.target),
                   .remedy =
                       "only what is in the commit can be built on both sides: move the "
                       "module into the repository, or drop the directive for the benchmark"};
    }
  }
  return ok();
}

Status ModuleFinder::read_names() {
  std::map<std::string, std::size_t> uses;
  for (ModulePair& pair : modules_.pairs) {
    const go::Module& module = pair.sides.head ? *pair.sides.head : *pair.sides.base;
    Result<go::ModuleFile> file = go_.module_file(module);
    if (!file) {
      return std::move(file).error();
    }
    pair.name = file->path;
    ++uses[pair.name];
  }
  for (ModulePair& pair : modules_.pairs) {
    if (uses[pair.name] > 1) {
      pair.name += " in " + pair.folder;
    }
  }
  return ok();
}

Result<go::Toolchain> ModuleFinder::toolchain(const go::Module& module, Side side) {
  Result<go::Toolchain> found = go_.toolchain(module);
  return found ? std::move(found)
               : Result<go::Toolchain>(
                     std::move(found).error().within(std::string(stats::name(side))));
}

Status ModuleFinder::choose_toolchains_of(ModulePair& pair) {
  stats::Sides<go::Toolchain> found;
  for (const Side side : {Side::kBase, Side::kHead}) {
    if (pair.sides.of(side)) {
      Result<go::Toolchain> own = toolchain(*pair.sides.of(side), side);
      if (!own) {
        return std::move(own).error();
      }
      found.of(side) = *std::move(own);
    }
  }
  const std::string newest = go::newer_toolchain(found.base.version, found.head.version);
  for (const Side side : {Side::kBase, Side::kHead}) {
    std::optional<go::Module>& module = pair.sides.of(side);
    if (!module) {
      continue;
    }
    if (settings_.build.toolchain == "same") {
      module->toolchain = newest;
      Result<go::Toolchain> chosen = toolchain(*module, side);
      if (!chosen) {
        return std::move(chosen).error();
      }
      found.of(side) = *std::move(chosen);
    }
    versions_.of(side).insert(found.of(side).version);
    modules_.goos = found.of(side).goos;
    modules_.goarch = found.of(side).goarch;
    if (modules_.goroots.of(side).empty()) {
      modules_.goroots.of(side) = found.of(side).goroot;
    }
  }
  return ok();
}

Status ModuleFinder::choose_toolchains() {
  for (ModulePair& pair : modules_.pairs) {
    if (Status chosen = choose_toolchains_of(pair); !chosen) {
      return chosen;
    }
  }
  note_toolchains();
  return ok();
}

void ModuleFinder::note_toolchains() {
  for (const Side side : {Side::kBase, Side::kHead}) {
    modules_.toolchains.of(side) = fmt::format("{}", fmt::join(versions_.of(side), ", "));
  }
  const auto& [base, head] = modules_.toolchains;
  if (!base.empty() && !head.empty() && base != head) {
    modules_.caveats.push_back(
        {.code = "toolchains-differ",
         .text =
             fmt::format("base is built with {}, head with {}: a difference may be the compiler's; "
                         "measure.toolchain: same builds both with the newer one",
                         base, head)});
  }
}

}  // namespace

Result<Modules> find_modules(Services& services, go::Go& go, const config::Settings& settings,
                             const Sandbox& sandbox) {
  return ModuleFinder(services, go, settings, sandbox).find();
}

}  // namespace headgate::app
