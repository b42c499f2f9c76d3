#include "edge/go/environment.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "edge/go/go.h"
#include "edge/go/goflags.h"
#include "edge/proc/captured_output.h"

namespace headgate::go {
namespace {

constexpr std::size_t kEnvBytes = 1 << 20;

// Taken from our environment as they are.
constexpr auto kBuildNames = std::to_array<std::string_view>(
    {"AR", "CC", "CGO_CFLAGS", "CGO_CPPFLAGS", "CGO_CXXFLAGS", "CGO_ENABLED", "CGO_FFLAGS",
     "CGO_LDFLAGS", "CXX", "FC", "NO_PROXY", "PATH", "PKG_CONFIG", "PKG_CONFIG_PATH",
     "SSL_CERT_DIR", "SSL_CERT_FILE", "TZ", "no_proxy"});

// What the user's `go env` says, the GOENV file included.
constexpr auto kGoNames = std::to_array<std::string_view>(
    {"GO386", "GOAMD64", "GOARM", "GOARM64", "GODEBUG", "GOEXPERIMENT", "GOINSECURE", "GONOPROXY",
     "GONOSUMDB", "GOPRIVATE", "GOPROXY", "GOSUMDB", "GOVCS"});

constexpr auto kProxies = std::to_array<std::string_view>(
    {"HTTPS_PROXY", "HTTP_PROXY", "https_proxy", "http_proxy", "ALL_PROXY", "all_proxy"});

void take(const Variables& from, std::string_view name, Variables& into) {
  if (const auto found = from.find(std::string(name));
      found != from.end() && !found->second.empty()) {
    into[std::string(name)] = found->second;
  }
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

}  // namespace

Result<Variables> user_go_settings(proc::Launcher& launcher, const std::string& go,
                                   const Variables& ours) {
  Variables inherited = ours;
  inherited["GOTOOLCHAIN"] = "local";
  inherited["GOWORK"] = "off";
  proc::CapturedOutput output(kEnvBytes);
  const proc::Completion completion =
      launcher.run(proc::Command{.argv = {go, "env", "-json"},
                                 .directory = "/",
                                 .environment = lines_of(inherited),
                                 .timeout = std::chrono::minutes(1)},
                   output);
  if (std::holds_alternative<proc::Interrupted>(completion.how)) {
    return Error{.reason = Reason::kInterrupted, .message = "interrupted while the go command ran"};
  }
  const nlohmann::json settings = nlohmann::json::parse(output.out().text(), nullptr, false);
  if (!proc::succeeded(completion) || !settings.is_object()) {
    return Error{.reason = Reason::kToolchainMissing,
                 .message = fmt::format("`{} env` failed: it {}", go, proc::describe(completion)),
                 .remedy = "check the Go installation that PATH finds first",
                 .detail = output.err().text()};
  }
  Variables variables;
  for (const auto& [name, value] : settings.items()) {
    if (value.is_string()) {
      variables[name] = value.get<std::string>();
    }
  }
  return variables;
}

std::vector<std::string> overridden_goflags(const std::string& goflags) {
  return split_goflags(goflags).overridden;
}

std::vector<std::string> build_environment(const Variables& ours, const Variables& user_settings,
                                           const BuildFolders& folders) {
  Variables variables;
  for (const std::string_view name : kBuildNames) {
    take(ours, name, variables);
  }
  for (const std::string_view name : kGoNames) {
    take(user_settings, name, variables);
  }
  for (const std::string_view name : kProxies) {
    take(ours, name, variables);
    if (const auto found = variables.find(std::string(name));
        found != variables.end() && found->second.find('@') != std::string::npos) {
      variables.erase(found);  // it holds a password
    }
  }
  variables["GOCACHE"] = folders.build_cache;
  variables["GOENV"] = "off";
  variables["GOMODCACHE"] = folders.module_cache;
  variables["GOPATH"] = folders.home + "/go";
  variables["GOTELEMETRY"] = "off";
  variables["GIT_ASKPASS"] = "/bin/false";
  variables["GIT_CEILING_DIRECTORIES"] = folders.ceiling + ":" + parent_of(folders.ceiling);
  variables["GIT_CONFIG_NOSYSTEM"] = "1";
  variables["GIT_SSH_COMMAND"] = "ssh -oBatchMode=yes";
  variables["GIT_TERMINAL_PROMPT"] = "0";
  variables["HOME"] = folders.home;
  variables["LC_ALL"] = "C";
  variables["TMPDIR"] = folders.temp;
  return lines_of(variables);
}

std::vector<std::string> measure_environment(const Variables& ours, const MeasureFolders& folders,
                                             const std::vector<std::string>& pass,
                                             const Variables& set) {
  Variables variables;
  for (const std::string_view name :
       {"GODEBUG", "GOGC", "GOMAXPROCS", "GOMEMLIMIT", "PATH", "TZ"}) {
    take(ours, name, variables);
  }
  variables["GIT_CEILING_DIRECTORIES"] = folders.ceiling + ":" + parent_of(folders.ceiling);
  variables["HOME"] = folders.home;
  variables["LC_ALL"] = "C";
  variables["TMPDIR"] = folders.temp;
  if (!folders.goroot.empty()) {
    variables["GOROOT"] = folders.goroot;
  }
  for (const std::string& name : pass) {
    take(ours, name, variables);
  }
  for (const auto& [name, value] : set) {
    variables[name] = value;
  }
  return lines_of(variables);
}

}  // namespace headgate::go
