// A go command in memory: it lists and "builds" what lies in any Files, and fails where a test
// says so. Nothing is compiled and no process starts.
//
// Modules, packages and benchmarks come from the go.mod and *_test.go files that a test puts into
// its trees, so that both sides are described once. A test binary's content is the sources of its
// package: equal sources make equal binaries.

#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "edge/go/go.h"
#include "edge/os/files.h"

namespace headgate::go {

/// One call of Go::build_test.
struct FakeBuild {
  Module module;
  std::string import_path;
  BuildFlags flags;
  std::string output;
};

/// What a test prepares, and what it looks at afterwards. Folders are absolute.
struct GoScript {
  /// Every module's toolchain but for those in `toolchain_versions` and `goroots`, by module
  /// folder.
  Toolchain toolchain = {
      .version = "go1.26.8", .goroot = "/usr/local/go", .goos = "linux", .goarch = "amd64"};
  std::map<std::string, std::string> toolchain_versions = {};
  std::map<std::string, std::string> goroots = {};

  // Failures, by the module's folder.
  std::map<std::string, Error> toolchain_errors = {};
  std::map<std::string, Error> module_file_errors = {};
  std::map<std::string, Error> download_errors = {};
  std::map<std::string, Error> listing_errors = {};

  // By the package's folder.
  std::map<std::string, std::string> broken = {};    ///< what Package::error says
  std::map<std::string, std::string> remedies = {};  ///< and Package::remedy
  std::map<std::string, Error> build_errors = {};
  std::map<std::string, std::string> binaries = {};  ///< content instead of the sources
  std::map<std::string, std::vector<std::string>> embed_files = {};
  std::map<std::string, std::map<std::string, std::string>> build_settings = {};
  std::map<std::string, std::vector<std::string>> imports = {};  ///< import paths

  /// Every call in order: "toolchain /t/base", "build /t/base example.com/m/sum", ...
  std::vector<std::string> calls = {};
  /// Told of each as it begins.
  std::function<void(const std::string& call)> on_call = {};
  std::vector<FakeBuild> builds = {};
  std::vector<Context> contexts = {};  ///< of every Go that was made
};

class FakeGo final : public Go {
 public:
  /// `script` and `files` must outlive it.
  FakeGo(GoScript& script, os::Files& files, Context context) : script_(script), files_(files) {
    script_.contexts.push_back(std::move(context));
  }

  Result<Toolchain> toolchain(const Module& module) override {
    called("toolchain", module);
    if (const Error* error = find(script_.toolchain_errors, module.directory)) {
      return *error;
    }
    Toolchain toolchain = script_.toolchain;
    if (const std::string* version = find(script_.toolchain_versions, module.directory)) {
      toolchain.version = *version;
    }
    if (const std::string* goroot = find(script_.goroots, module.directory)) {
      toolchain.goroot = *goroot;
    }
    return toolchain;
  }

  Result<ModuleFile> module_file(const Module& module) override {
    called("module-file", module);
    if (const Error* error = find(script_.module_file_errors, module.directory)) {
      return *error;
    }
    const std::string path = module.directory + "/go.mod";
    const Result<std::string> text = files_.read(path, kMaxBytes);
    if (!text) {
      return Error{.reason = Reason::kNoModule, .message = fmt::format("{} is missing", path)};
    }
    ModuleFile file;
    for (const std::vector<std::string>& words : directives(*text)) {
      if (words.size() == 2 && words[0] == "module") {
        file.path = words[1];
      } else if (words.size() == 2 && words[0] == "go") {
        file.go_version = words[1];
      } else if (words.size() == 2 && words[0] == "toolchain") {
        file.toolchain = words[1];
      } else if (words.size() == 4 && words[0] == "replace" && words[3].starts_with('.')) {
        file.local_replaces.push_back(place(words[1], words[3], path));
      }
    }
    return file;
  }

  Result<std::vector<LocalReplace>> workspace_file(const Module& module) override {
    called("workspace-file", module);
    const Result<std::string> text = files_.read(module.workspace, kMaxBytes);
    if (!text) {
      return text.error();
    }
    std::vector<LocalReplace> places;
    for (const std::vector<std::string>& words : directives(*text)) {
      if (words.size() == 2 && words[0] == "use") {
        places.push_back(place("", words[1], module.workspace));
      } else if (words.size() == 4 && words[0] == "replace" && words[3].starts_with('.')) {
        places.push_back(place(words[1], words[3], module.workspace));
      }
    }
    return places;
  }

  Status download(const Module& module, const std::vector<std::string>& /*patterns*/,
                  const BuildFlags& /*flags*/) override {
    called("download", module);
    const Error* error = find(script_.download_errors, module.directory);
    return error == nullptr ? ok() : Status(*error);
  }

  Result<std::vector<Package>> packages(const Module& module,
                                        const std::vector<std::string>& patterns,
                                        const BuildFlags& /*flags*/) override {
    called("packages", module);
    if (const Error* error = find(script_.listing_errors, module.directory)) {
      return *error;
    }
    const Result<std::vector<std::string>> files = files_.walk_files(module.directory);
    if (!files) {
      return files.error();
    }
    const std::string path = module_path(module);
    std::map<std::string, Package> by_folder;
    for (const std::string& file : *files) {
      const std::size_t slash = file.rfind('/');
      const std::string folder = slash == std::string::npos ? "" : file.substr(0, slash);
      if (!file.ends_with(".go") || !is_package_folder(folder, *files) ||
          std::none_of(patterns.begin(), patterns.end(),
                       [&](const std::string& one) { return matches(one, folder, path); })) {
        continue;
      }
      Package& package = by_folder[folder];
      if (file.ends_with("_test.go")) {
        package.test_files.push_back(slash == std::string::npos ? file : file.substr(slash + 1));
      }
    }
    std::vector<Package> packages;
    for (auto& [folder, package] : by_folder) {
      package.import_path = folder.empty() ? path : path + "/" + folder;
      package.directory = folder.empty() ? module.directory : module.directory + "/" + folder;
      if (const std::string* text = find(script_.broken, package.directory)) {
        package.error = *text;
      }
      if (const std::string* text = find(script_.remedies, package.directory)) {
        package.remedy = *text;
      }
      if (const auto* embedded = find(script_.embed_files, package.directory)) {
        package.embed_files = *embedded;
      }
      packages.push_back(std::move(package));
    }
    std::sort(packages.begin(), packages.end(), [](const Package& left, const Package& right) {
      return left.import_path < right.import_path;
    });
    return packages;
  }

  Result<std::vector<Linked>> linked(const Module& module, const std::vector<std::string>& patterns,
                                     const BuildFlags& flags) override {
    Result<std::vector<Package>> listed = packages(module, patterns, flags);
    script_.calls.back() = "linked " + module.directory;
    if (!listed) {
      return std::move(listed).error();
    }
    std::vector<Linked> linked;
    for (const Package& package : *listed) {
      const auto* imports = find(script_.imports, package.directory);
      Linked one{.name = package.import_path,
                 .directory = package.directory,
                 .module = module_path(module),
                 .imports = imports ? *imports : std::vector<std::string>(),
                 .embed_files = package.embed_files,
                 .godebug = {}};
      if (!package.error.empty()) {
        one.loading = Linked::Loading::kBroken;
      }
      linked.push_back(one);
      one.name += ".test";
      one.imports = {package.import_path};
      linked.push_back(std::move(one));
    }
    return linked;
  }

  Status build_test(const Module& module, const std::string& import_path, const BuildFlags& flags,
                    const std::string& output) override {
    note(fmt::format("build {} {}", module.directory, import_path));
    script_.builds.push_back(
        {.module = module, .import_path = import_path, .flags = flags, .output = output});
    const std::string path = module_path(module);
    const std::string folder =
        module.directory + import_path.substr(std::min(path.size(), import_path.size()));
    if (const Error* error = find(script_.build_errors, folder)) {
      return *error;
    }
    const std::string* scripted = find(script_.binaries, folder);
    const std::string content = scripted ? *scripted : sources_of(folder, import_path);
    if (const auto* settings = find(script_.build_settings, folder)) {
      settings_of_content_[content] = *settings;
    }
    return files_.write(output, content, os::Durability::kRenamed);
  }

  Result<std::map<std::string, std::string>> build_settings(const std::string& binary) override {
    script_.calls.push_back("build-settings " + binary);
    const Result<std::string> content = files_.read(binary, kMaxBytes);
    if (!content) {
      return content.error();
    }
    const auto* settings = find(settings_of_content_, *content);
    return settings ? *settings : std::map<std::string, std::string>{};
  }

 private:
  static constexpr std::uint64_t kMaxBytes = 1 << 20;

  template <typename T>
  static const T* find(const std::map<std::string, T>& map, const std::string& key) {
    const auto found = map.find(key);
    return found == map.end() ? nullptr : &found->second;
  }

  // The words of each line: `use ./a`, `replace a => ../b`. Blocks in parentheses are not for here.
  static std::vector<std::vector<std::string>> directives(std::string_view text) {
    std::vector<std::vector<std::string>> lines(1);
    std::string word;
    for (const char c : std::string(text) + "\n") {
      if (c != ' ' && c != '\t' && c != '\n') {
        word += c;
        continue;
      }
      if (!word.empty()) {
        lines.back().push_back(std::exchange(word, {}));
      }
      if (c == '\n') {
        lines.emplace_back();
      }
    }
    return lines;
  }

  static LocalReplace place(const std::string& module, const std::string& target,
                            const std::string& file) {
    std::string directory = file.substr(0, file.rfind('/'));
    std::string_view rest = target;
    while (!rest.empty()) {
      const std::string_view name = rest.substr(0, rest.find('/'));
      rest.remove_prefix(std::min(name.size() + 1, rest.size()));
      if (name == "..") {
        directory.resize(std::min(directory.rfind('/'), directory.size()));
      } else if (!name.empty() && name != ".") {
        directory += "/" + std::string(name);
      }
    }
    return {.module = module, .target = target, .directory = directory, .file = file};
  }

  // Not below vendor, testdata, hidden folders, or a module of its own.
  static bool is_package_folder(const std::string& folder, const std::vector<std::string>& files) {
    const std::string slashed = "/" + folder + "/";
    for (const std::string_view skipped : {"/vendor/", "/testdata/", "/.", "/_"}) {
      if (slashed.find(skipped) != std::string::npos) {
        return false;
      }
    }
    for (std::size_t end = folder.size(); end != std::string::npos && end > 0;
         end = folder.rfind('/', end - 1)) {
      if (std::binary_search(files.begin(), files.end(), folder.substr(0, end) + "/go.mod")) {
        return false;
      }
    }
    return true;
  }

  static bool matches(std::string pattern, const std::string& folder, const std::string& path) {
    if (pattern == path || pattern.starts_with(path + "/")) {
      pattern = "." + pattern.substr(path.size());
    }
    const std::string name = folder.empty() ? "." : "./" + folder;
    if (!pattern.ends_with("/...")) {
      return pattern == name;
    }
    pattern.resize(pattern.size() - std::string_view("/...").size());
    return name == pattern || name.starts_with(pattern + "/");
  }

  void note(const std::string& call) {
    script_.calls.push_back(call);
    if (script_.on_call) {
      script_.on_call(call);
    }
  }

  void called(std::string_view what, const Module& module) {
    note(fmt::format("{} {}", what, module.directory));
  }

  [[nodiscard]] std::string module_path(const Module& module) const {
    const Result<std::string> text = files_.read(module.directory + "/go.mod", kMaxBytes);
    if (text) {
      for (const std::vector<std::string>& words : directives(*text)) {
        if (words.size() == 2 && words[0] == "module") {
          return words[1];
        }
      }
    }
    return {};
  }

  [[nodiscard]] std::string sources_of(const std::string& folder,
                                       const std::string& import_path) const {
    std::string content = import_path + "\n";
    if (const Result<std::vector<std::string>> names = files_.list(folder)) {
      for (const std::string& name : *names) {
        if (name.ends_with(".go")) {
          content += files_.read(folder + "/" + name, kMaxBytes).value();
        }
      }
    }
    return content;
  }

  GoScript& script_;
  os::Files& files_;
  std::map<std::string, std::map<std::string, std::string>> settings_of_content_;
};

}  // namespace headgate::go
