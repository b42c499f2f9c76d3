#include "app/touched_packages.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include <fmt/core.h>

#include "app/paths.h"
#include "app/tree_differences.h"
#include "core/gate/touched.h"
#include "edge/os/path_text.h"

namespace headgate::app {
namespace {

using stats::Side;

constexpr std::size_t kMostNames = 5;

class Sieve {
 public:
  Sieve(Services& services, go::Go& go, const config::Settings& settings, const Sandbox& sandbox,
        const Modules& modules)
      : services_(services), go_(go), settings_(settings), sandbox_(sandbox), modules_(modules) {}

  Status look();
  [[nodiscard]] TouchedPackages sift(Packages packages) const;

 private:
  Status read_links(const ModulePair& module);
  void add_link(const go::Linked& linked, Side side, gate::LinkedByName& by_name);
  void read_layout(const TreeDifferences& differences);

  Services& services_;
  go::Go& go_;
  const config::Settings& settings_;
  const Sandbox& sandbox_;
  const Modules& modules_;
  gate::Layout layout_ = {};
  gate::Touched change_ = {};
  std::map<std::string, stats::Sides<gate::LinkedByName>> linked_;  // by module
};

void Sieve::add_link(const go::Linked& linked, Side side, gate::LinkedByName& by_name) {
  const std::string tree = sandbox_.tree(side);
  gate::Linked one{.name = linked.name,
                   .folder = {},
                   .module = linked.module,
                   .imports = linked.imports,
                   .godebug = linked.godebug};
  if (linked.loading == go::Linked::Loading::kBroken) {
    one.loading = gate::Linked::Loading::kBroken;
  }
  if (!linked.directory.empty() && os::lies_in(linked.directory, tree)) {
    one.folder = relative_to(tree, linked.directory);
    layout_.packages.insert(one.folder);
    for (const std::string& file : linked.embed_files) {
      const std::string path = one.folder == "." ? file : fmt::format("{}/{}", one.folder, file);
      layout_.embedded[path].insert(one.folder);
    }
  }
  by_name.emplace(linked.name, std::move(one));
}

Status Sieve::read_links(const ModulePair& module) {
  stats::Sides<gate::LinkedByName>& sides = linked_[module.name];
  for (const Side side : {Side::kBase, Side::kHead}) {
    if (const std::optional<go::Module>& own = module.sides.of(side)) {
      const Result<std::vector<go::Linked>> listed =
          go_.linked(*own, settings_.scope.packages, build_flags(settings_.build));
      if (!listed) {
        return listed.error().within(std::string(stats::name(side)));
      }
      for (const go::Linked& one : *listed) {
        add_link(one, side, sides.of(side));
      }
    }
  }
  return ok();
}

void Sieve::read_layout(const TreeDifferences& differences) {
  for (const Side side : {Side::kBase, Side::kHead}) {
    layout_.packages.merge(gate::package_folders(differences.files.of(side)));
    layout_.modules.merge(gate::module_folders(differences.files.of(side)));
  }
  if (const std::string& pgo = settings_.build.pgo; !pgo.empty() && pgo != "auto" && pgo != "off") {
    layout_.shared.insert(pgo);
  }
}

Status Sieve::look() {
  for (const ModulePair& module : modules_.pairs) {
    if (Status read = read_links(module); !read) {
      return read;
    }
  }
  const Result<TreeDifferences> differences = tree_differences(
      services_, {.base = sandbox_.tree(Side::kBase), .head = sandbox_.tree(Side::kHead)});
  if (!differences) {
    return differences.error();
  }
  read_layout(*differences);
  change_ = gate::touched_by(differences->paths, layout_);
  if (modules_.toolchains.base != modules_.toolchains.head) {
    change_.everything = gate::Touched::Everything::kYes;
  }
  return ok();
}

std::string in_words(const std::vector<results::PackageName>& names) {
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), kMostNames); ++i) {
    text += fmt::format("{}{}", i == 0 ? "" : ", ", names[i].package);
  }
  return names.size() > kMostNames ? fmt::format("{} and {} more", text, names.size() - kMostNames)
                                   : text;
}

gate::Caveat caveat(std::string text) { return {.code = "changed-only", .text = std::move(text)}; }

TouchedPackages Sieve::sift(Packages packages) const {
  TouchedPackages kept{
      .packages = {}, .record = {.touches = gate::touches(change_)}, .caveats = {}};
  std::vector<bool> touched;
  for (const gate::PackagePair& pair : packages.pairs) {
    touched.push_back(
        gate::is_touched(pair.import_path, linked_.at(pair.module), change_, layout_));
  }
  const std::size_t all = packages.pairs.size();
  const auto left = static_cast<std::size_t>(std::count(touched.begin(), touched.end(), true));
  if (left == all) {
    kept.packages = std::move(packages);
    return kept;
  }
  if (left == 0 && kept.record.touches == gate::Touches::kPackages) {
    kept.packages = std::move(packages);
    kept.caveats.push_back(
        caveat("the change touches Go code, but no benchmark is made of it: no package is left "
               "out, so that the builds show that nothing differs"));
    return kept;
  }
  for (std::size_t i = 0; i < all; ++i) {
    if (touched[i]) {
      kept.packages.pairs.push_back(std::move(packages.pairs[i]));
      kept.packages.places.push_back(std::move(packages.places[i]));
    } else {
      const gate::PackagePair& pair = packages.pairs[i];
      kept.record.left_out.push_back({.module = pair.module, .package = pair.import_path});
    }
  }
  kept.caveats.push_back(caveat(
      fmt::format("{} of {} packages with benchmarks left out, because the change touches neither "
                  "them nor what they import: {}",
                  kept.record.left_out.size(), all, in_words(kept.record.left_out))));
  return kept;
}

}  // namespace

Result<TouchedPackages> touched_packages(Services& services, go::Go& go,
                                         const config::Settings& settings, const Sandbox& sandbox,
                                         const Modules& modules, Packages packages) {
  Sieve sieve(services, go, settings, sandbox, modules);
  if (Status looked = sieve.look(); !looked) {
    return std::move(looked).error();
  }
  return sieve.sift(std::move(packages));
}

}  // namespace headgate::app
