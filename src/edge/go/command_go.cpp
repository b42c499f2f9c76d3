// Each call asks the go command and turns its answer, or its refusal, into values. The command's
// exit code alone is not trusted: an old toolchain answers `go env`, a package without tests
// builds.

#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "edge/go/build_failure.h"
#include "edge/go/build_info.h"
#include "edge/go/go.h"
#include "edge/go/json_object.h"
#include "edge/go/link_list.h"
#include "edge/go/package_list.h"
#include "edge/go/runner.h"

namespace headgate::go {
namespace {

constexpr std::string_view kNoWorkspace = "off";

/// What fetching said of modules that cannot be had.
struct Fetched {
  std::string failure;                          ///< of the whole listing
  std::map<std::string, std::string> packages;  ///< import path to text
};

std::string normalised(const std::string& folder, const std::string& path) {
  const std::filesystem::path joined =
      path.starts_with("/") ? std::filesystem::path(path) : std::filesystem::path(folder) / path;
  std::string text = joined.lexically_normal().string();
  while (text.size() > 1 && text.back() == '/') {
    text.pop_back();
  }
  return text;
}

// A replacement without a version is a folder; go.mod's grammar allows nothing else.
std::vector<LocalReplace> local_replaces(const JsonObject& parsed, const std::string& folder,
                                         const std::string& file) {
  std::vector<LocalReplace> replaces;
  for (const JsonObject& one : parsed.objects("Replace")) {
    const JsonObject replacement = one.object("New");
    if (const std::string target = replacement.text("Path"); replacement.text("Version").empty()) {
      replaces.push_back({.module = one.object("Old").text("Path"),
                          .target = target,
                          .directory = normalised(folder, target),
                          .file = file});
    }
  }
  return replaces;
}

bool says_offline(std::string_view text) {
  return text.find("disabled by GOPROXY=off") != std::string_view::npos;
}

Error unreadable(const std::string& command, const std::string& out) {
  return Error{.reason = Reason::kProcessFailed,
               .message = fmt::format("`{}` printed what cannot be read", command),
               .detail = trimmed_output(out, "")};
}

class CommandGo final : public Go {
 public:
  CommandGo(proc::Launcher& launcher, Context context) : go_(launcher, std::move(context)) {}

  Result<Toolchain> toolchain(const Module& module) override;
  Result<ModuleFile> module_file(const Module& module) override;
  Result<std::vector<LocalReplace>> workspace_file(const Module& module) override;
  Status download(const Module& module, const std::vector<std::string>& patterns,
                  const BuildFlags& flags) override;
  Result<std::vector<Package>> packages(const Module& module,
                                        const std::vector<std::string>& patterns,
                                        const BuildFlags& flags) override;
  Result<std::vector<Linked>> linked(const Module& module, const std::vector<std::string>& patterns,
                                     const BuildFlags& flags) override;
  Status build_test(const Module& module, const std::string& import_path, const BuildFlags& flags,
                    const std::string& output) override;
  Result<std::map<std::string, std::string>> build_settings(const std::string& binary) override;

 private:
  Result<Ran> list(const Module& module, std::vector<std::string> arguments,
                   const std::vector<std::string>& patterns, const BuildFlags& flags,
                   Network network);
  Error without_toolchain(const Module& module, const std::string& output);
  Result<JsonObject> parsed_file(const Module& module, const std::string& tool,
                                 const std::string& file);
  Runner go_;
  std::map<std::string, Fetched> fetched_;  ///< by the module's folder
};

Module with_local_toolchain(Module module) {
  module.toolchain = "local";
  return module;
}

// Why `go env` did not answer: the toolchain that the module asks for, or the module itself.
Error CommandGo::without_toolchain(const Module& module, const std::string& output) {
  const std::optional<std::string> asked = missing_toolchain(output);
  if (!asked) {
    return output.find("invalid GOTOOLCHAIN") == std::string::npos
               ? loading_failure(output, module.directory, module.toolchain)
               : Error{.reason = Reason::kConfigInvalid,
                       .message =
                           fmt::format("measure.toolchain '{}' is no toolchain", module.toolchain),
                       .remedy = "write auto, same, local, or a full version such as go1.26.1"};
  }
  // The toolchain that is here says what go.mod requires, and which one it is.
  const Module here = with_local_toolchain(module);
  const Call check{.arguments = {"list", "-m"}, .network = Network::kOff};
  Result<Ran> loaded = go_.run(here, check);
  if (!loaded) {
    return std::move(loaded).error();
  }
  if (const std::optional<VersionRefusal> refusal = version_refusal(loaded->err);
      refusal && module.toolchain == "auto") {
    return toolchain_too_old(*refusal, module.toolchain, output);
  }
  Result<Ran> version =
      go_.run(here, {.arguments = {"env", "GOVERSION"}, .network = Network::kOff});
  if (!version) {
    return std::move(version).error();
  }
  const std::string asking = module.toolchain != "auto"         ? "measure.toolchain"
                             : module.workspace == kNoWorkspace ? "go.mod"
                                                                : "go.work or go.mod";
  const std::string running = version->out.substr(0, version->out.find_first_of(" \n"));
  return Error{
      .reason = Reason::kToolchainTooOld,
      .message = fmt::format("{} asks for {}, which cannot be downloaded; the toolchain is {}",
                             asking, *asked, running),
      .remedy = fmt::format("use an image with {}, or let the step reach the module proxy, from "
                            "where toolchains are downloaded",
                            *asked),
      .detail = trimmed_output(output, module.directory)};
}

Result<Toolchain> CommandGo::toolchain(const Module& module) {
  Result<Ran> ran =
      go_.run(module, {.arguments = {"env", "-json", "GOVERSION", "GOROOT", "GOOS", "GOARCH"},
                       .network = Network::kAllowed});
  if (!ran) {
    return std::move(ran).error();
  }
  if (!proc::succeeded(ran->completion)) {
    return without_toolchain(module, ran->err);
  }
  const std::optional<JsonObject> settings = JsonObject::parse(ran->out);
  if (!settings) {
    return unreadable("go env -json", ran->out);
  }
  // A toolchain that is too old answers `go env` all the same; it refuses to load the module. Other
  // reasons not to load it are told when its packages are listed.
  Result<Ran> loaded = go_.run(module, {.arguments = {"list", "-m"}, .network = Network::kOff});
  if (!loaded) {
    return std::move(loaded).error();
  }
  if (const std::optional<VersionRefusal> refusal = version_refusal(loaded->err)) {
    return toolchain_too_old(*refusal, module.toolchain, loaded->err);
  }
  // Distributions add words: "go1.22.5 (Red Hat 1.22.5-1.el9)", "go1.22.1 X:nocoverageredesign".
  const std::string version = settings->text("GOVERSION");
  return Toolchain{.version = version.substr(0, version.find(' ')),
                   .goroot = settings->text("GOROOT"),
                   .goos = settings->text("GOOS"),
                   .goarch = settings->text("GOARCH")};
}

// The toolchain that is here reads files that ask for a newer one, until they use a directive that
// it does not know: then the module's own toolchain has the word.
Result<JsonObject> CommandGo::parsed_file(const Module& module, const std::string& tool,
                                          const std::string& file) {
  const auto edit = [&](const Module& as, Network network) {
    return go_.run(as, {.arguments = {tool, "edit", "-json", file}, .network = network});
  };
  Result<Ran> ran = edit(with_local_toolchain(module), Network::kOff);
  if (ran && !proc::succeeded(ran->completion) && module.toolchain != "local") {
    Result<Ran> again = edit(module, Network::kAllowed);
    if (!again) {
      return std::move(again).error();
    }
    if (missing_toolchain(again->err)) {
      return without_toolchain(module, again->err);
    }
    ran = std::move(again);
  }
  if (!ran) {
    return std::move(ran).error();
  }
  if (!proc::succeeded(ran->completion)) {
    return parsing_failure(ran->err, file.substr(file.rfind('/') + 1), module.directory);
  }
  std::optional<JsonObject> parsed = JsonObject::parse(ran->out);
  return parsed ? Result<JsonObject>(*std::move(parsed))
                : unreadable(fmt::format("go {} edit -json", tool), ran->out);
}

Result<ModuleFile> CommandGo::module_file(const Module& module) {
  const std::string file = module.directory + "/go.mod";
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) {
    return Error{.reason = Reason::kNoModule,
                 .message = fmt::format("there is no go.mod in {}", module.directory),
                 .remedy = "name the module's folder with `modules`"};
  }
  Result<JsonObject> parsed = parsed_file(
      {.directory = module.directory, .workspace = "off", .toolchain = module.toolchain}, "mod",
      file);
  if (!parsed) {
    return std::move(parsed).error();
  }
  return ModuleFile{.path = parsed->object("Module").text("Path"),
                    .go_version = parsed->text("Go"),
                    .toolchain = parsed->text("Toolchain"),
                    .local_replaces = local_replaces(*parsed, module.directory, file)};
}

Result<std::vector<LocalReplace>> CommandGo::workspace_file(const Module& module) {
  if (module.workspace == kNoWorkspace) {
    return std::vector<LocalReplace>{};
  }
  const std::string folder = module.workspace.substr(0, module.workspace.rfind('/'));
  Result<JsonObject> parsed = parsed_file(
      {.directory = folder, .workspace = module.workspace, .toolchain = module.toolchain}, "work",
      module.workspace);
  if (!parsed) {
    return std::move(parsed).error();
  }
  std::vector<LocalReplace> places = local_replaces(*parsed, folder, module.workspace);
  for (const JsonObject& use : parsed->objects("Use")) {
    const std::string path = use.text("DiskPath");
    places.push_back({.module = "",
                      .target = path,
                      .directory = normalised(folder, path),
                      .file = module.workspace});
  }
  return places;
}

Result<Ran> CommandGo::list(const Module& module, std::vector<std::string> arguments,
                            const std::vector<std::string>& patterns, const BuildFlags& flags,
                            Network network) {
  for (std::string& argument : build_arguments(flags)) {
    arguments.push_back(std::move(argument));
  }
  arguments.emplace_back("--");
  arguments.insert(arguments.end(), patterns.begin(), patterns.end());
  return go_.run(
      module, {.arguments = std::move(arguments), .network = network, .output = Output::kListing});
}

Status CommandGo::download(const Module& module, const std::vector<std::string>& patterns,
                           const BuildFlags& flags) {
  // Listing fetches every module that a package or one of its tests needs, and no other.
  Result<Ran> ran = list(module, package_list_arguments(), patterns, flags, Network::kAllowed);
  if (!ran) {
    return std::move(ran).error();
  }
  // Without network the same trouble reads "disabled by GOPROXY=off": what is said now is kept.
  Fetched fetched;
  if (!proc::succeeded(ran->completion)) {
    fetched.failure = ran->err;
  } else if (auto packages = read_package_list(ran->out, module.directory)) {
    for (Package& package : *packages) {
      if (!package.error.empty()) {
        fetched.packages[package.import_path] = std::move(package.error);
      }
    }
  }
  fetched_[module.directory] = std::move(fetched);
  return ok();
}

Result<std::vector<Package>> CommandGo::packages(const Module& module,
                                                 const std::vector<std::string>& patterns,
                                                 const BuildFlags& flags) {
  Result<Ran> ran = list(module, package_list_arguments(), patterns, flags, Network::kOff);
  if (!ran) {
    return std::move(ran).error();
  }
  const Fetched& fetched = fetched_[module.directory];
  if (!proc::succeeded(ran->completion)) {
    const bool offline = says_offline(ran->err) && !fetched.failure.empty();
    return loading_failure(offline ? fetched.failure : ran->err, module.directory,
                           module.toolchain);
  }
  std::optional<std::vector<Package>> packages = read_package_list(ran->out, module.directory);
  if (!packages) {
    return unreadable("go list -json", ran->out);
  }
  for (Package& package : *packages) {
    const auto found = fetched.packages.find(package.import_path);
    if (found != fetched.packages.end() && says_offline(package.error)) {
      package.error = found->second;
      package.remedy = remedy_for(package.error);
    }
  }
  return *std::move(packages);
}

Result<std::vector<Linked>> CommandGo::linked(const Module& module,
                                              const std::vector<std::string>& patterns,
                                              const BuildFlags& flags) {
  Result<Ran> ran = list(module, link_list_arguments(), patterns, flags, Network::kOff);
  if (!ran) {
    return std::move(ran).error();
  }
  if (!proc::succeeded(ran->completion)) {
    return loading_failure(ran->err, module.directory, module.toolchain);
  }
  std::optional<std::vector<Linked>> linked = read_link_list(ran->out);
  return linked ? Result<std::vector<Linked>>(*std::move(linked))
                : unreadable("go list -deps -json", ran->out);
}

Status CommandGo::build_test(const Module& module, const std::string& import_path,
                             const BuildFlags& flags, const std::string& output) {
  // A package without test files is no failure to the go command: only the binary shows it.
  std::error_code ignored;
  std::filesystem::remove(output, ignored);
  // What vet finds is no reason not to measure: least of all on base, which cannot be repaired.
  std::vector<std::string> arguments = {"test", "-c", "-vet=off", "-o", output};
  for (std::string& argument : build_arguments(flags)) {
    arguments.push_back(std::move(argument));
  }
  arguments.push_back(import_path);
  Result<Ran> ran = go_.run(module, {.arguments = std::move(arguments), .network = Network::kOff});
  if (!ran) {
    return std::move(ran).error();
  }
  if (proc::succeeded(ran->completion) && std::filesystem::is_regular_file(output, ignored)) {
    return ok();
  }
  std::string text = ran->err.empty() ? ran->out : ran->err;
  if (text.empty()) {
    text = fmt::format("`go test -c` {}", proc::describe(ran->completion));
  }
  return build_failure(text, import_path, module.directory);
}

Result<std::map<std::string, std::string>> CommandGo::build_settings(const std::string& binary) {
  const Module here{.directory = binary.substr(0, binary.rfind('/')),
                    .workspace = std::string(kNoWorkspace),
                    .toolchain = "local"};
  Result<Ran> ran =
      go_.run(here, {.arguments = {"version", "-m", binary}, .network = Network::kOff});
  if (!ran) {
    return std::move(ran).error();
  }
  if (!proc::succeeded(ran->completion)) {
    return Error{.reason = Reason::kProcessFailed,
                 .message = fmt::format("`go version -m` cannot read {}", binary),
                 .detail = trimmed_output(ran->err, "")};
  }
  return read_build_settings(ran->out);
}

}  // namespace

std::unique_ptr<Go> make_command_go(proc::Launcher& launcher, Context context) {
  return std::make_unique<CommandGo>(launcher, std::move(context));
}

}  // namespace headgate::go
