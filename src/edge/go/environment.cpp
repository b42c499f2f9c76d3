#include "edge/go/environment.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <optional>
#include <system_error>
#include <utility>

#include <fmt/core.h>

#include "edge/go/goflags.h"
#include "edge/go/json_object.h"
#include "edge/proc/captured_output.h"

namespace headgate::go {
namespace {

constexpr std::size_t kKeptBytes = 1 << 20;

// Taken from our environment as they are: programs, and what steers compilers without `go env`
// knowing it.
constexpr auto kOurNames = std::to_array<std::string_view>({"CGO_CFLAGS_ALLOW",
                                                            "CGO_CFLAGS_DISALLOW",
                                                            "CGO_CPPFLAGS_ALLOW",
                                                            "CGO_CPPFLAGS_DISALLOW",
                                                            "CGO_CXXFLAGS_ALLOW",
                                                            "CGO_CXXFLAGS_DISALLOW",
                                                            "CGO_FFLAGS_ALLOW",
                                                            "CGO_FFLAGS_DISALLOW",
                                                            "CGO_LDFLAGS_ALLOW",
                                                            "CGO_LDFLAGS_DISALLOW",
                                                            "CPATH",
                                                            "CPLUS_INCLUDE_PATH",
                                                            "C_INCLUDE_PATH",
                                                            "FC",
                                                            "LIBRARY_PATH",
                                                            "NO_PROXY",
                                                            "PATH",
                                                            "PKG_CONFIG_SYSROOT_DIR",
                                                            "TZ",
                                                            "no_proxy"});

// Taken from what the user's `go env` says: our environment, or else the GOENV file. A setting at
// its default is as good as none.
constexpr auto kGoNames = std::to_array<std::string_view>(
    {"AR",       "CC",        "CGO_ENABLED", "CXX",          "GO386",     "GOAMD64",    "GOARCH",
     "GOARM",    "GOARM64",   "GODEBUG",     "GOEXPERIMENT", "GOFIPS140", "GOINSECURE", "GOMIPS",
     "GOMIPS64", "GONOPROXY", "GONOSUMDB",   "GOPPC64",      "GOPRIVATE", "GORISCV64",  "GOVCS"});

// Likewise, but to answer for these the command runs the C compiler and needs a build cache.
constexpr auto kCompilerNames = std::to_array<std::string_view>(
    {"CGO_CFLAGS", "CGO_CPPFLAGS", "CGO_CXXFLAGS", "CGO_FFLAGS", "CGO_LDFLAGS", "PKG_CONFIG"});

// What else the user's `go env` is asked for.
constexpr auto kAskedNames = std::to_array<std::string_view>(
    {"GOCACHE", "GOFLAGS", "GOMODCACHE", "GOPROXY", "GOROOT", "GOSUMDB"});

// Their values may hold "user:password@".
constexpr auto kProxies = std::to_array<std::string_view>(
    {"ALL_PROXY", "HTTPS_PROXY", "HTTP_PROXY", "all_proxy", "http_proxy", "https_proxy"});

// Paths, or lists of them.
constexpr auto kPlaces = std::to_array<std::string_view>(
    {"PKG_CONFIG_LIBDIR", "PKG_CONFIG_PATH", "SSL_CERT_DIR", "SSL_CERT_FILE"});

constexpr auto kMeasureNames =
    std::to_array<std::string_view>({"GODEBUG", "GOGC", "GOMAXPROCS", "GOMEMLIMIT", "PATH", "TZ"});

constexpr auto kNeverPassed = std::to_array<std::string_view>(
    {"GH_TOKEN", "GITHUB_ARTIFACTS", "GITHUB_ARTIFACTS_LIST", "GITHUB_ENV", "GITHUB_OUTPUT",
     "GITHUB_PATH", "GITHUB_STATE", "GITHUB_STEP_SUMMARY", "GITHUB_TOKEN"});
constexpr auto kNeverPassedBeginnings =
    std::to_array<std::string_view>({"ACTIONS_", "INPUT_", "STATE_"});

std::string value_of(const Variables& variables, std::string_view name) {
  const auto found = variables.find(std::string(name));
  return found == variables.end() ? std::string() : found->second;
}

void set(Variables& variables, std::string_view name, std::string value) {
  if (!value.empty()) {
    variables[std::string(name)] = std::move(value);
  }
}

bool holds_password(std::string_view url) { return url.find('@') != std::string_view::npos; }

// A GOPROXY list without the entries that hold a password, with the separators ("," or "|") that
// the others had behind them.
std::string without_passwords(std::string_view proxies) {
  std::string kept;
  while (!proxies.empty()) {
    const std::size_t end = std::min(proxies.find_first_of(",|"), proxies.size());
    const std::size_t next = std::min(end + 1, proxies.size());
    if (!holds_password(proxies.substr(0, end))) {
      kept += proxies.substr(0, next);
    }
    proxies.remove_prefix(next);
  }
  while (kept.ends_with(',') || kept.ends_with('|')) {
    kept.pop_back();
  }
  return kept.empty() ? "off" : kept;
}

// The entries of a list of paths that are there.
std::string existing(std::string_view list) {
  std::string kept;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(':'), list.size());
    const std::string_view path = list.substr(0, end);
    list.remove_prefix(std::min(end + 1, list.size()));
    std::error_code ignored;
    if (!path.empty() && std::filesystem::exists(path, ignored)) {
      kept += (kept.empty() ? "" : ":") + std::string(path);
    }
  }
  return kept;
}

std::vector<std::string> lines_of(const Variables& variables) {
  std::vector<std::string> lines;
  for (const auto& [name, value] : variables) {
    lines.push_back(fmt::format("{}={}", name, value));
  }
  return lines;
}

std::string parent_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == 0 || slash == std::string::npos ? "/" : path.substr(0, slash);
}

std::string cache_or(const std::string& cache, const std::string& fallback) {
  return cache.empty() || cache == "off" ? fallback : cache;
}

bool is_never_passed(std::string_view name) {
  return std::find(kNeverPassed.begin(), kNeverPassed.end(), name) != kNeverPassed.end() ||
         std::any_of(kNeverPassedBeginnings.begin(), kNeverPassedBeginnings.end(),
                     [&](std::string_view beginning) { return name.starts_with(beginning); });
}

Result<Variables> go_env(proc::Launcher& launcher, const std::string& go, const Variables& ours,
                         const std::vector<std::string>& names) {
  Variables inherited = ours;
  inherited["GOTOOLCHAIN"] = "local";
  inherited["GOWORK"] = "off";
  std::vector<std::string> argv = {go, "env", "-json"};
  argv.insert(argv.end(), names.begin(), names.end());
  proc::CapturedOutput output(kKeptBytes);
  const proc::Completion completion =
      launcher.run(proc::Command{.argv = std::move(argv),
                                 .directory = "/",
                                 .environment = lines_of(inherited),
                                 .timeout = std::chrono::minutes(1)},
                   output);
  if (std::holds_alternative<proc::Interrupted>(completion.how)) {
    return Error{.reason = Reason::kInterrupted, .message = "interrupted while `go env` ran"};
  }
  const std::optional<JsonObject> settings = JsonObject::parse(output.out().text());
  if (!proc::succeeded(completion) || !settings) {
    return Error{
        .reason = Reason::kToolchainMissing,
        .message = proc::succeeded(completion)
                       ? fmt::format("`{} env -json` printed no JSON object", go)
                       : fmt::format("`{} env -json` failed: {}", go, proc::describe(completion)),
        .remedy = "check the Go installation that PATH finds first",
        .detail = output.err().text()};
  }
  return settings->all_texts();
}

}  // namespace

Result<Variables> user_go_settings(proc::Launcher& launcher, const std::string& go,
                                   const Variables& ours) {
  std::vector<std::string> names(kGoNames.begin(), kGoNames.end());
  names.insert(names.end(), kAskedNames.begin(), kAskedNames.end());
  std::vector<std::string> all = names;
  all.insert(all.end(), kCompilerNames.begin(), kCompilerNames.end());
  Result<Variables> settings = go_env(launcher, go, ours, all);
  if (settings || settings.error().reason == Reason::kInterrupted) {
    return settings;
  }
  // There may be no HOME, hence no place for a build cache, and no GOENV file either.
  settings = go_env(launcher, go, ours, names);
  if (settings) {
    for (const std::string_view name : kCompilerNames) {
      (*settings)[std::string(name)] = value_of(ours, name);
    }
  }
  return settings;
}

Variables away_from_home(const Variables& ours, const std::string& home) {
  Variables variables = ours;
  const std::string usual = value_of(ours, "HOME");
  std::string settings = value_of(ours, "XDG_CONFIG_HOME");
  if (settings.empty() && !usual.empty()) {
    settings = usual + "/.config";
  }
  if (value_of(ours, "GOENV").empty() && !settings.empty()) {
    variables["GOENV"] = settings + "/go/env";
  }
  variables.erase("XDG_CACHE_HOME");
  variables.erase("XDG_CONFIG_HOME");
  variables["GOCACHE"] = home + "/.cache/go-build";
  variables["HOME"] = home;
  return variables;
}

std::vector<std::string> overridden_goflags(const std::string& goflags) {
  return split_goflags(goflags).overridden;
}

std::vector<std::string> build_environment(const Variables& ours, const Variables& user_settings,
                                           const BuildFolders& folders) {
  Variables variables;
  for (const std::string_view name : kOurNames) {
    set(variables, name, value_of(ours, name));
  }
  for (const std::string_view name : kGoNames) {
    set(variables, name, value_of(user_settings, name));
  }
  for (const std::string_view name : kCompilerNames) {
    set(variables, name, value_of(user_settings, name));
  }
  for (const std::string_view name : kProxies) {
    if (const std::string proxy = value_of(ours, name); !holds_password(proxy)) {
      set(variables, name, proxy);
    }
  }
  for (const std::string_view name : kPlaces) {
    set(variables, name, existing(value_of(ours, name)));
  }
  if (const std::string proxies = value_of(user_settings, "GOPROXY"); !proxies.empty()) {
    variables["GOPROXY"] = without_passwords(proxies);
  }
  if (const std::string database = value_of(user_settings, "GOSUMDB"); !holds_password(database)) {
    set(variables, "GOSUMDB", database);
  }
  variables["GIT_ASKPASS"] = "/bin/false";
  variables["GIT_CEILING_DIRECTORIES"] = folders.ceiling + ":" + parent_of(folders.ceiling);
  variables["GIT_CONFIG_NOSYSTEM"] = "1";
  variables["GIT_SSH_COMMAND"] = "ssh -oBatchMode=yes -oConnectTimeout=20";
  variables["GIT_TERMINAL_PROMPT"] = "0";
  variables["GOCACHE"] = cache_or(folders.build_cache, folders.home + "/.cache/go-build");
  variables["GOENV"] = "off";
  variables["GOMODCACHE"] = cache_or(folders.module_cache, folders.home + "/go/pkg/mod");
  variables["GOPATH"] = folders.home + "/go";
  variables["GOTELEMETRY"] = "off";
  variables["HOME"] = folders.home;
  variables["LC_ALL"] = "C";
  variables["TMPDIR"] = folders.temp;
  return lines_of(variables);
}

std::vector<std::string> measure_environment(const Variables& ours, const MeasureFolders& folders,
                                             const std::vector<std::string>& pass,
                                             const Variables& set_by_user) {
  Variables variables;
  for (const std::string_view name : kMeasureNames) {
    set(variables, name, value_of(ours, name));
  }
  variables["GIT_CEILING_DIRECTORIES"] = folders.ceiling + ":" + parent_of(folders.ceiling);
  variables["HOME"] = folders.home;
  variables["LC_ALL"] = "C";
  variables["TMPDIR"] = folders.temp;
  set(variables, "GOROOT", folders.goroot);
  for (const std::string& name : pass) {
    if (const auto found = ours.find(name); found != ours.end() && !is_never_passed(name)) {
      variables[name] = found->second;
    }
  }
  for (const auto& [name, value] : set_by_user) {
    variables[name] = value;
  }
  return lines_of(variables);
}

std::vector<std::string> never_passed(const std::vector<std::string>& pass) {
  std::vector<std::string> names;
  std::copy_if(pass.begin(), pass.end(), std::back_inserter(names), is_never_passed);
  return names;
}

}  // namespace headgate::go
