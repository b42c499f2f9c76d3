// Every call is one run of the go command with its own GOTOOLCHAIN, GOWORK and GOFLAGS; nothing
// else of the environment differs between the sides.

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "edge/go/build_failure.h"
#include "edge/go/go.h"
#include "edge/go/goflags.h"
#include "edge/go/json_stream.h"
#include "edge/proc/captured_output.h"

namespace headgate::go {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kKeptBytes = 256 << 20;  // `go list -json` of a large repository

enum class Network { kAllowed, kOff };

/// What one go command printed and how it ended.
struct Ran {
  proc::Completion completion;
  std::string out;
  std::string err;
};

std::string text_of(const Json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::vector<std::string> texts_of(const Json& object, const char* name) {
  std::vector<std::string> texts;
  if (const auto found = object.find(name); found != object.end() && found->is_array()) {
    for (const Json& one : *found) {
      if (one.is_string()) {
        texts.push_back(one.get<std::string>());
      }
    }
  }
  return texts;
}

bool is_local_path(const std::string& path) {
  return path == "." || path == ".." || path.starts_with("./") || path.starts_with("../") ||
         path.starts_with("/");
}

std::string normalised(const std::string& folder, const std::string& path) {
  const std::filesystem::path joined =
      path.starts_with("/") ? std::filesystem::path(path) : std::filesystem::path(folder) / path;
  std::string text = joined.lexically_normal().string();
  while (text.size() > 1 && text.back() == '/') {
    text.pop_back();
  }
  return text;
}

std::vector<LocalReplace> local_replaces(const Json& file, const std::string& folder,
                                         const std::string& name) {
  std::vector<LocalReplace> replaces;
  const auto list = file.find("Replace");
  if (list == file.end() || !list->is_array()) {
    return replaces;
  }
  for (const Json& one : *list) {
    const Json old_module = one.value("Old", Json::object());
    const Json new_module = one.value("New", Json::object());
    const std::string target = text_of(new_module, "Path");
    if (text_of(new_module, "Version").empty() && is_local_path(target)) {
      replaces.push_back({.module = text_of(old_module, "Path"),
                          .target = target,
                          .directory = normalised(folder, target),
                          .file = name});
    }
  }
  return replaces;
}

class CommandGo final : public Go {
 public:
  CommandGo(proc::Launcher& launcher, Context context)
      : launcher_(launcher), context_(std::move(context)) {}

  Result<Toolchain> toolchain(const Module& module) override;
  Result<ModuleFile> module_file(const Module& module) override;
  Result<std::vector<LocalReplace>> workspace_file(const Module& module) override;
  Status download(const Module& module, const std::vector<std::string>& patterns,
                  const BuildFlags& flags) override;
  Result<std::vector<Package>> packages(const Module& module,
                                        const std::vector<std::string>& patterns,
                                        const BuildFlags& flags) override;
  Status build_test(const Module& module, const std::string& import_path, const BuildFlags& flags,
                    const std::string& output) override;
  Result<std::map<std::string, std::string>> build_settings(const std::string& binary) override;

 private:
  Result<Ran> run(const Module& module, std::vector<std::string> arguments, Network network);
  [[nodiscard]] std::vector<std::string> environment(const Module& module, Network network) const;

  proc::Launcher& launcher_;
  Context context_;
};

std::vector<std::string> CommandGo::environment(const Module& module, Network network) const {
  std::vector<std::string> variables = context_.environment;
  const auto set = [&variables](const std::string& name, const std::string& value) {
    std::erase_if(variables, [&](const std::string& one) { return one.starts_with(name + "="); });
    variables.push_back(name + "=" + value);
  };
  set("GOTOOLCHAIN", module.toolchain);
  set("GOWORK", module.workspace);
  set("GOFLAGS", without_overridden(context_.goflags));
  if (network == Network::kOff) {
    set("GOPROXY", "off");
  }
  std::sort(variables.begin(), variables.end());
  return variables;
}

Result<Ran> CommandGo::run(const Module& module, std::vector<std::string> arguments,
                           Network network) {
  arguments.insert(arguments.begin(), context_.command);
  proc::CapturedOutput output(kKeptBytes);
  proc::Completion completion =
      launcher_.run(proc::Command{.argv = std::move(arguments),
                                  .directory = module.directory,
                                  .environment = environment(module, network),
                                  .identity = context_.identity,
                                  .timeout = context_.timeout},
                    output);
  if (std::holds_alternative<proc::Interrupted>(completion.how)) {
    return Error{.reason = Reason::kInterrupted, .message = "interrupted while the go command ran"};
  }
  if (const auto* failed = std::get_if<proc::LaunchFailed>(&completion.how)) {
    const bool missing = failed->step == proc::LaunchStep::kExecute ||
                         failed->step == proc::LaunchStep::kFindProgram;
    return Error{.reason = missing ? Reason::kToolchainMissing : Reason::kProcessFailed,
                 .message = fmt::format("the go command cannot be started: {}", failed->message)};
  }
  return Ran{.completion = completion, .out = output.out().text(), .err = output.err().text()};
}

Result<Toolchain> CommandGo::toolchain(const Module& module) {
  Result<Ran> ran =
      run(module, {"env", "-json", "GOVERSION", "GOROOT", "GOOS", "GOARCH"}, Network::kAllowed);
  if (!ran) {
    return std::move(ran).error();
  }
  if (!proc::succeeded(ran->completion)) {
    return toolchain_failure(ran->err);
  }
  const Json settings = Json::parse(ran->out, nullptr, false);
  if (!settings.is_object()) {
    return Error{.reason = Reason::kProcessFailed,
                 .message = "`go env -json` printed no JSON",
                 .detail = ran->out};
  }
  return Toolchain{.version = text_of(settings, "GOVERSION"),
                   .goroot = text_of(settings, "GOROOT"),
                   .goos = text_of(settings, "GOOS"),
                   .goarch = text_of(settings, "GOARCH")};
}

Result<ModuleFile> CommandGo::module_file(const Module& module) {
  // Reading a go.mod needs no other toolchain than the one that is here.
  const Module here{.directory = module.directory, .workspace = "off", .toolchain = "local"};
  Result<Ran> ran =
      run(here, {"mod", "edit", "-json", module.directory + "/go.mod"}, Network::kOff);
  if (!ran) {
    return std::move(ran).error();
  }
  const Json file = Json::parse(ran->out, nullptr, false);
  if (!proc::succeeded(ran->completion) || !file.is_object()) {
    return Error{.reason = Reason::kBuildFailed,
                 .message = "go.mod cannot be read",
                 .remedy = "run `go mod edit -json` in the module's folder",
                 .detail = ran->err};
  }
  return ModuleFile{
      .path = text_of(file.value("Module", Json::object()), "Path"),
      .go_version = text_of(file, "Go"),
      .toolchain = text_of(file, "Toolchain"),
      .local_replaces = local_replaces(file, module.directory, module.directory + "/go.mod")};
}

Result<std::vector<LocalReplace>> CommandGo::workspace_file(const Module& module) {
  const std::string folder = module.workspace.substr(0, module.workspace.rfind('/'));
  const Module here{.directory = folder, .workspace = module.workspace, .toolchain = "local"};
  Result<Ran> ran = run(here, {"work", "edit", "-json", module.workspace}, Network::kOff);
  if (!ran) {
    return std::move(ran).error();
  }
  const Json file = Json::parse(ran->out, nullptr, false);
  if (!proc::succeeded(ran->completion) || !file.is_object()) {
    return Error{.reason = Reason::kBuildFailed,
                 .message = "go.work cannot be read",
                 .remedy = "run `go work edit -json` in its folder",
                 .detail = ran->err};
  }
  std::vector<LocalReplace> places = local_replaces(file, folder, module.workspace);
  if (const auto uses = file.find("Use"); uses != file.end() && uses->is_array()) {
    for (const Json& use : *uses) {
      const std::string path = text_of(use, "DiskPath");
      places.push_back({.module = "",
                        .target = path,
                        .directory = normalised(folder, path),
                        .file = module.workspace});
    }
  }
  return places;
}

std::vector<std::string> list_arguments(const std::vector<std::string>& patterns,
                                        const BuildFlags& flags,
                                        std::vector<std::string> arguments) {
  if (!flags.tags.empty()) {
    arguments.push_back("-tags=" + fmt::format("{}", fmt::join(flags.tags, ",")));
  }
  arguments.emplace_back("--");
  arguments.insert(arguments.end(), patterns.begin(), patterns.end());
  return arguments;
}

Status CommandGo::download(const Module& module, const std::vector<std::string>& patterns,
                           const BuildFlags& flags) {
  Result<Ran> ran = run(
      module,
      list_arguments(patterns, flags, {"list", "-e", "-deps", "-test", "-f", "{{.ImportPath}}"}),
      Network::kAllowed);
  // What cannot be had shows up as a broken package afterwards, with its own text.
  return ran ? ok() : Status(std::move(ran).error());
}

Result<std::vector<Package>> CommandGo::packages(const Module& module,
                                                 const std::vector<std::string>& patterns,
                                                 const BuildFlags& flags) {
  Result<Ran> ran = run(module,
                        list_arguments(patterns, flags,
                                       {"list", "-e",
                                        "-json=ImportPath,Dir,TestGoFiles,XTestGoFiles,EmbedFiles,"
                                        "TestEmbedFiles,XTestEmbedFiles,Error,"
                                        "DepsErrors,Incomplete,ForTest"}),
                        Network::kOff);
  if (!ran) {
    return std::move(ran).error();
  }
  if (!proc::succeeded(ran->completion)) {
    return listing_failure(ran->err);
  }
  std::vector<Package> packages;
  for (const std::string& object : json_objects(ran->out)) {
    const Json entry = Json::parse(object, nullptr, false);
    if (!entry.is_object() || text_of(entry, "Dir").empty()) {
      continue;  // a pattern that matches nothing is listed as a package without a folder
    }
    Package package{.import_path = text_of(entry, "ImportPath"),
                    .directory = text_of(entry, "Dir"),
                    .test_files = texts_of(entry, "TestGoFiles"),
                    .embed_files = texts_of(entry, "EmbedFiles"),
                    .error = text_of(entry.value("Error", Json::object()), "Err")};
    for (const std::string& file : texts_of(entry, "XTestGoFiles")) {
      package.test_files.push_back(file);
    }
    for (const char* kind : {"TestEmbedFiles", "XTestEmbedFiles"}) {
      for (const std::string& file : texts_of(entry, kind)) {
        package.embed_files.push_back(file);
      }
    }
    packages.push_back(std::move(package));
  }
  std::sort(packages.begin(), packages.end(), [](const Package& left, const Package& right) {
    return left.import_path < right.import_path;
  });
  return packages;
}

Status CommandGo::build_test(const Module& module, const std::string& import_path,
                             const BuildFlags& flags, const std::string& output) {
  std::vector<std::string> arguments = {"test", "-c", "-o", output};
  for (std::string& argument : build_arguments(flags)) {
    arguments.push_back(std::move(argument));
  }
  arguments.push_back(import_path);
  Result<Ran> ran = run(module, std::move(arguments), Network::kOff);
  if (!ran) {
    return std::move(ran).error();
  }
  const bool made = std::filesystem::exists(std::filesystem::path(output));
  return proc::succeeded(ran->completion) && made
             ? ok()
             : Status(build_failure(ran->err + ran->out, import_path, module.directory));
}

Result<std::map<std::string, std::string>> CommandGo::build_settings(const std::string& binary) {
  const std::string folder = binary.substr(0, binary.rfind('/'));
  const Module here{.directory = folder, .workspace = "off", .toolchain = "local"};
  Result<Ran> ran = run(here, {"version", "-m", binary}, Network::kOff);
  if (!ran) {
    return std::move(ran).error();
  }
  if (!proc::succeeded(ran->completion)) {
    return Error{.reason = Reason::kProcessFailed,
                 .message = fmt::format("`go version -m` cannot read {}", binary),
                 .detail = ran->err};
  }
  constexpr std::string_view kBuildLine = "\tbuild\t";
  std::map<std::string, std::string> settings;
  for (std::size_t begin = 0; begin < ran->out.size();) {
    const std::size_t end = std::min(ran->out.find('\n', begin), ran->out.size());
    const std::string line = ran->out.substr(begin, end - begin);
    if (line.starts_with(kBuildLine)) {
      const std::size_t equals = line.find('=');
      settings[line.substr(kBuildLine.size(), equals - kBuildLine.size())] =
          equals == std::string::npos ? std::string() : line.substr(equals + 1);
    }
    begin = end + 1;
  }
  return settings;
}

}  // namespace

std::unique_ptr<Go> make_command_go(proc::Launcher& launcher, Context context) {
  return std::make_unique<CommandGo>(launcher, std::move(context));
}

std::vector<std::string> build_arguments(const BuildFlags& flags) {
  std::vector<std::string> arguments = {
      flags.trimpath == BuildFlags::Trimpath::kOn ? "-trimpath" : "-trimpath=false",
      "-buildvcs=false", flags.race == BuildFlags::Race::kOn ? "-race=true" : "-race=false",
      "-cover=false"};
  if (!flags.tags.empty()) {
    arguments.push_back(fmt::format("-tags={}", fmt::join(flags.tags, ",")));
  }
  if (!flags.ldflags.empty()) {
    arguments.push_back("-ldflags=" + flags.ldflags);
  }
  if (!flags.gcflags.empty()) {
    arguments.push_back("-gcflags=" + flags.gcflags);
  }
  if (!flags.pgo.empty()) {
    arguments.push_back("-pgo=" + flags.pgo);
  }
  return arguments;
}

}  // namespace headgate::go
