#include "core/gate/touched.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace headgate::gate {
namespace {

using stats::Side;

constexpr std::string_view kRoot = ".";

std::string folder_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return std::string(slash == std::string_view::npos ? kRoot : path.substr(0, slash));
}

std::string_view name_of(std::string_view path) { return path.substr(path.rfind('/') + 1); }

// The folders that a path lies in, without its own name, from the outermost on.
std::vector<std::string_view> parts_of(std::string_view path) {
  std::vector<std::string_view> parts;
  for (std::size_t slash = path.find('/'); slash != std::string_view::npos;
       slash = path.find('/')) {
    parts.push_back(path.substr(0, slash));
    path.remove_prefix(slash + 1);
  }
  return parts;
}

bool is_testdata(std::string_view path) {
  const std::vector<std::string_view> parts = parts_of(path);
  return std::find(parts.begin(), parts.end(), "testdata") != parts.end();
}

// A hidden file or a file in a hidden folder, unless it is test data.
bool is_hidden(std::string_view path) {
  std::vector<std::string_view> parts = parts_of(path);
  parts.push_back(name_of(path));
  for (const std::string_view part : parts) {
    if (part == "testdata") {
      return false;
    }
    if (part.starts_with('.')) {
      return true;
    }
  }
  return false;
}

bool is_document(std::string_view path) {
  constexpr std::array<std::string_view, 3> kEndings = {".md", ".rst", ".adoc"};
  return std::any_of(kEndings.begin(), kEndings.end(),
                     [&](std::string_view ending) { return path.ends_with(ending); });
}

// The nearest of `folders` that `folder` is or lies in.
std::optional<std::string> nearest(std::string folder, const std::set<std::string>& folders) {
  while (!folders.contains(folder)) {
    if (folder == kRoot) {
      return std::nullopt;
    }
    folder = folder_of(folder);
  }
  return folder;
}

// Is `outer` the root, or `inner`, or above it?
bool is_within(std::string_view inner, std::string_view outer) {
  return outer == kRoot || inner == outer ||
         (inner.starts_with(outer) && inner.substr(outer.size()).starts_with('/'));
}

class Attribution {
 public:
  explicit Attribution(const Layout& layout) : layout_(layout) {}

  void add(const std::string& path);

  [[nodiscard]] Touched take() { return std::move(change_); }

 private:
  bool add_requirements(const std::string& path);
  void add_source(const std::string& path);
  void add_data(const std::string& path);
  void add_to_enclosing(const std::string& folder);

  const Layout& layout_;
  Touched change_ = {};
};

void Attribution::add(const std::string& path) {
  for (const std::string& shared : layout_.shared) {
    if (path == shared || path.ends_with("/" + shared)) {
      change_.everything = Touched::Everything::kYes;
    }
  }
  if (const auto embedded = layout_.embedded.find(path); embedded != layout_.embedded.end()) {
    change_.code.insert(embedded->second.begin(), embedded->second.end());
  }
  if (is_hidden(path)) {
    return;
  }
  if (is_testdata(path)) {
    add_data(path);
  } else if (path.ends_with(".go")) {
    add_source(path);
  } else if (!add_requirements(path)) {
    add_data(path);
  }
}

// go.work decides which module is which, and its versions are those of all.
bool Attribution::add_requirements(const std::string& path) {
  const std::string_view name = name_of(path);
  if (name == "go.work") {
    change_.everything = Touched::Everything::kYes;
    return true;
  }
  if (name == "go.mod" || name == "go.sum" || name == "go.work.sum" ||
      (name == "modules.txt" && name_of(folder_of(path)) == "vendor")) {
    change_.requirements = Touched::Requirements::kDiffer;
    return true;
  }
  return false;
}

void Attribution::add_source(const std::string& path) {
  (path.ends_with("_test.go") ? change_.tests : change_.code).insert(folder_of(path));
}

void Attribution::add_data(const std::string& path) {
  const std::string folder = folder_of(path);
  if (layout_.packages.contains(folder) || is_testdata(path) || !is_document(path)) {
    add_to_enclosing(folder);
  }
}

void Attribution::add_to_enclosing(const std::string& folder) {
  const std::optional<std::string> module = nearest(folder, layout_.modules);
  const std::optional<std::string> package = nearest(folder, layout_.packages);
  if (package && (!module || is_within(*package, *module))) {
    change_.code.insert(*package);
  } else if (module) {
    change_.modules.insert(*module);
  } else {
    change_.everything = Touched::Everything::kYes;
  }
}

// All that the test binary of a package is made of.
class Closure {
 public:
  Closure(const std::string& import_path, const LinkedByName& linked) : linked_(linked) {
    const auto package = linked.find(import_path);
    const auto binary = linked.find(import_path + ".test");
    if (package == linked.end()) {
      return;
    }
    folder_ = package->second.folder;
    // A package may be called x.test itself, but then lies elsewhere.
    const bool has_binary = binary != linked.end() && binary->second.folder == folder_;
    root_ = has_binary ? &binary->second : &package->second;
    add(*root_);
  }

  [[nodiscard]] bool is_there() const { return root_ != nullptr; }

  [[nodiscard]] bool is_broken() const { return is_broken_; }

  [[nodiscard]] const std::string& folder() const { return folder_; }

  [[nodiscard]] const std::set<std::string>& folders() const { return folders_; }

  // Versions, replacements and language versions of its modules, and its GODEBUG defaults.
  [[nodiscard]] std::pair<std::set<std::string>, std::string> requirements() const {
    return {modules_, root_ == nullptr ? std::string() : root_->godebug};
  }

 private:
  void add(const Linked& first);

  const LinkedByName& linked_;
  const Linked* root_ = nullptr;
  std::string folder_;
  std::set<std::string> folders_;
  std::set<std::string> modules_;
  bool is_broken_ = false;
};

void Closure::add(const Linked& first) {
  std::set<const Linked*> known = {&first};
  std::vector<const Linked*> open = {&first};
  while (!open.empty()) {
    const Linked& one = *open.back();
    open.pop_back();
    is_broken_ = is_broken_ || one.loading == Linked::Loading::kBroken;
    if (!one.folder.empty()) {
      folders_.insert(one.folder);
    }
    if (!one.module.empty()) {
      modules_.insert(one.module);
    }
    for (const std::string& import : one.imports) {
      const auto found = linked_.find(import);
      if (found == linked_.end()) {
        is_broken_ = is_broken_ || import != "C";  // cgo's name for no package at all
      } else if (known.insert(&found->second).second) {
        open.push_back(&found->second);
      }
    }
  }
}

bool touches_closure(const Closure& closure, const Touched& change, const Layout& layout) {
  if (closure.is_broken() || change.tests.contains(closure.folder())) {
    return true;
  }
  return std::any_of(
      closure.folders().begin(), closure.folders().end(), [&](const std::string& folder) {
        const std::optional<std::string> module = nearest(folder, layout.modules);
        return change.code.contains(folder) || (module && change.modules.contains(*module));
      });
}

}  // namespace

std::set<std::string> package_folders(std::span<const std::string> files) {
  std::set<std::string> folders;
  for (const std::string& file : files) {
    if (file.ends_with(".go") && !is_testdata(file) && !is_hidden(file)) {
      folders.insert(folder_of(file));
    }
  }
  return folders;
}

std::set<std::string> module_folders(std::span<const std::string> files) {
  std::set<std::string> folders;
  for (const std::string& file : files) {
    if (name_of(file) == "go.mod" && !is_testdata(file)) {
      folders.insert(folder_of(file));
    }
  }
  return folders;
}

Touched touched_by(std::span<const std::string> paths, const Layout& layout) {
  Attribution attribution(layout);
  for (const std::string& path : paths) {
    attribution.add(path);
  }
  return attribution.take();
}

Touches touches(const Touched& change) {
  const bool is_nothing = change.code.empty() && change.tests.empty() && change.modules.empty() &&
                          change.requirements == Touched::Requirements::kSame &&
                          change.everything == Touched::Everything::kNo;
  return is_nothing ? Touches::kNoPackage : Touches::kPackages;
}

bool is_touched(const std::string& import_path, const stats::Sides<LinkedByName>& linked,
                const Touched& change, const Layout& layout) {
  if (change.everything == Touched::Everything::kYes) {
    return true;
  }
  const Closure base(import_path, linked.base);
  const Closure head(import_path, linked.head);
  return !base.is_there() || !head.is_there() || base.requirements() != head.requirements() ||
         touches_closure(base, change, layout) || touches_closure(head, change, layout);
}

}  // namespace headgate::gate
