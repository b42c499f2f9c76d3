#include "edge/go/environment.h"

#include <filesystem>

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "edge/go/go_project.h"
#include "support/fake_launcher.h"
#include "support/scratch_folder.h"

namespace headgate::go {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsSupersetOf;
using testing::Not;
using testing::StartsWith;

// What a step of a workflow may have in its environment and no child may see. Every value is
// "secret": none may turn up anywhere.
Variables secrets() {
  Variables variables;
  for (const char* name : {"ACTIONS_CACHE_URL",
                           "ACTIONS_ID_TOKEN_REQUEST_TOKEN",
                           "ACTIONS_ID_TOKEN_REQUEST_URL",
                           "ACTIONS_RESULTS_URL",
                           "ACTIONS_RUNTIME_TOKEN",
                           "ACTIONS_RUNTIME_URL",
                           "ALL_PROXYX",
                           "AWS_SECRET_ACCESS_KEY",
                           "AZURE_CLIENT_SECRET",
                           "BASH_ENV",
                           "CI",
                           "DATABASE_URL",
                           "DOCKER_AUTH_CONFIG",
                           "DOCKER_HOST",
                           "ENV",
                           "GH_TOKEN",
                           "GITHUB_ACTIONS",
                           "GITHUB_ARTIFACTS",
                           "GITHUB_ENV",
                           "GITHUB_EVENT_PATH",
                           "GITHUB_OUTPUT",
                           "GITHUB_PATH",
                           "GITHUB_REPOSITORY",
                           "GITHUB_STATE",
                           "GITHUB_STEP_SUMMARY",
                           "GITHUB_TOKEN",
                           "GITHUB_WORKSPACE",
                           "GIT_ASKPASS",
                           "GIT_CONFIG_COUNT",
                           "GIT_CONFIG_VALUE_0",
                           "GIT_SSH_COMMAND",
                           "GOAUTH",
                           "GOBIN",
                           "GOCACHEPROG",
                           "GOENV",
                           "GOFLAGS",
                           "GOOS",
                           "GOPATH",
                           "GOROOT",
                           "GOTOOLCHAIN",
                           "GOWORK",
                           "GPG_PASSPHRASE",
                           "HOME",
                           "INPUT_GITHUB-TOKEN",
                           "INPUT_TOKEN",
                           "LANG",
                           "LD_LIBRARY_PATH",
                           "LD_PRELOAD",
                           "NETRC",
                           "NODE_OPTIONS",
                           "NPM_TOKEN",
                           "OLDPWD",
                           "PROMPT_COMMAND",
                           "PWD",
                           "RUNNER_TEMP",
                           "RUNNER_TOOL_CACHE",
                           "SSH_AUTH_SOCK",
                           "SSH_ASKPASS",
                           "STATE_token",
                           "SUDO_USER",
                           "TMP",
                           "TMPDIR",
                           "USER",
                           "VAULT_TOKEN",
                           "XDG_CONFIG_HOME"}) {
    variables[name] = "secret";
  }
  return variables;
}

const BuildFolders kFolders{.home = "/tmp/hg-1/home",
                            .temp = "/tmp/hg-1/tmp",
                            .build_cache = "/cache/go-build",
                            .module_cache = "/cache/go-mod",
                            .ceiling = "/tmp/hg-1"};

// Every build has these, whatever we were given.
const std::vector<std::string> kAlways = {"GIT_ASKPASS=/bin/false",
                                          "GIT_CEILING_DIRECTORIES=/tmp/hg-1:/tmp",
                                          "GIT_CONFIG_NOSYSTEM=1",
                                          "GIT_SSH_COMMAND=ssh -oBatchMode=yes -oConnectTimeout=20",
                                          "GIT_TERMINAL_PROMPT=0",
                                          "GOCACHE=/cache/go-build",
                                          "GOENV=off",
                                          "GOMODCACHE=/cache/go-mod",
                                          "GOPATH=/tmp/hg-1/home/go",
                                          "GOTELEMETRY=off",
                                          "HOME=/tmp/hg-1/home",
                                          "LC_ALL=C",
                                          "TMPDIR=/tmp/hg-1/tmp"};

std::vector<std::string> with_always(std::vector<std::string> more) {
  more.insert(more.end(), kAlways.begin(), kAlways.end());
  const auto name_of = [](const std::string& line) { return line.substr(0, line.find('=')); };
  std::sort(more.begin(), more.end(), [&](const std::string& left, const std::string& right) {
    return name_of(left) < name_of(right);
  });
  return more;
}

TEST(BuildEnvironment, LetsNothingThroughThatIsNotOnTheList) {
  // The user's settings are what `go env` makes of the same environment.
  EXPECT_EQ(build_environment(secrets(), secrets(), kFolders), kAlways);
}

TEST(BuildEnvironment, PassesWhatSteersCompilersAndDownloads) {
  Variables ours = secrets();
  const Variables own_names = {{"CGO_CFLAGS_ALLOW", "-fplugin.*"},
                               {"CGO_CFLAGS_DISALLOW", "-x"},
                               {"CGO_CPPFLAGS_ALLOW", "-y"},
                               {"CGO_CPPFLAGS_DISALLOW", "-z"},
                               {"CGO_CXXFLAGS_ALLOW", "-a"},
                               {"CGO_CXXFLAGS_DISALLOW", "-b"},
                               {"CGO_FFLAGS_ALLOW", "-c"},
                               {"CGO_FFLAGS_DISALLOW", "-d"},
                               {"CGO_LDFLAGS_ALLOW", "-e"},
                               {"CGO_LDFLAGS_DISALLOW", "-f"},
                               {"CPATH", "/opt/include"},
                               {"CPLUS_INCLUDE_PATH", "/opt/c++"},
                               {"C_INCLUDE_PATH", "/opt/c"},
                               {"FC", "flang"},
                               {"HTTPS_PROXY", "http://proxy:3128"},
                               {"HTTP_PROXY", "http://proxy:3128"},
                               {"LIBRARY_PATH", "/opt/lib"},
                               {"NO_PROXY", "localhost"},
                               {"PATH", "/usr/bin:/bin"},
                               {"PKG_CONFIG_SYSROOT_DIR", "/"},
                               {"TZ", "Europe/Rome"},
                               {"ALL_PROXY", "socks5://proxy:1"},
                               {"all_proxy", "socks5://proxy:1"},
                               {"http_proxy", "http://proxy:3128"},
                               {"https_proxy", "http://proxy:3128"},
                               {"no_proxy", "localhost"}};
  const Variables settings = {{"AR", "llvm-ar"},
                              {"CC", "clang"},
                              {"CGO_CFLAGS", "-O3"},
                              {"CGO_CPPFLAGS", "-DX"},
                              {"CGO_CXXFLAGS", "-O3"},
                              {"CGO_ENABLED", "1"},
                              {"CGO_FFLAGS", "-O3"},
                              {"CGO_LDFLAGS", "-L/opt"},
                              {"CXX", "clang++"},
                              {"GO386", "sse2"},
                              {"GOAMD64", "v3"},
                              {"GOARCH", "amd64"},
                              {"GOARM", "7"},
                              {"GOARM64", "v8.0"},
                              {"GODEBUG", "http2client=0"},
                              {"GOEXPERIMENT", "synctest"},
                              {"GOFIPS140", "off"},
                              {"GOINSECURE", "x.test"},
                              {"GOMIPS", "hardfloat"},
                              {"GOMIPS64", "hardfloat"},
                              {"GONOPROXY", "corp.test"},
                              {"GONOSUMDB", "corp.test"},
                              {"GOPPC64", "power8"},
                              {"GOPRIVATE", "corp.test"},
                              {"GOPROXY", "https://goproxy.test,direct"},
                              {"GORISCV64", "rva20u64"},
                              {"GOSUMDB", "sum.test"},
                              {"GOVCS", "*:git"},
                              {"PKG_CONFIG", "pkgconf"}};
  std::vector<std::string> expected;
  for (const Variables& variables : {own_names, settings}) {
    for (const auto& [name, value] : variables) {
      expected.push_back(fmt::format("{}={}", name, value));
    }
  }
  ours.insert(own_names.begin(), own_names.end());
  Variables all_settings = secrets();
  all_settings.insert(settings.begin(), settings.end());
  EXPECT_EQ(build_environment(ours, all_settings, kFolders), with_always(expected));
}

TEST(BuildEnvironment, LeavesOutWhatIsEmpty) {
  EXPECT_EQ(build_environment({{"PATH", ""}, {"TZ", ""}, {"HTTP_PROXY", ""}},
                              {{"CC", ""}, {"GOPROXY", ""}, {"GOSUMDB", ""}}, kFolders),
            kAlways);
}

TEST(BuildEnvironment, DropsProxiesThatHoldAPassword) {
  for (const char* name :
       {"ALL_PROXY", "HTTPS_PROXY", "HTTP_PROXY", "all_proxy", "http_proxy", "https_proxy"}) {
    EXPECT_EQ(build_environment({{name, "http://user:secret@proxy:3128"}}, {}, kFolders), kAlways)
        << name;
  }
  EXPECT_EQ(build_environment({}, {{"GOSUMDB", "sum.test https://u:secret@sum.test"}}, kFolders),
            kAlways);
}

TEST(BuildEnvironment, KeepsTheModuleProxiesWithoutAPassword) {
  struct Case {
    std::string given, kept;
  };

  // Between two entries "," means: go on after "not found"; "|": after any error.
  for (const Case& one : std::vector<Case>{
           {"off", "off"},
           {"https://a.test|https://b.test,direct", "https://a.test|https://b.test,direct"},
           {"https://u:secret@a.test", "off"},
           {"https://u:secret@a.test,https://secret@b.test", "off"},
           {"https://u:secret@a.test,direct", "direct"},
           {"https://a.test|https://u:secret@b.test", "https://a.test"},
           {"https://a.test,https://u:secret@b.test|direct", "https://a.test,direct"},
       }) {
    EXPECT_EQ(build_environment({}, {{"GOPROXY", one.given}}, kFolders),
              with_always({"GOPROXY=" + one.kept}))
        << one.given;
  }
}

TEST(BuildEnvironment, DropsPlacesOfAnotherMachine) {
  const os::ScratchFolder here;
  std::filesystem::create_directories(here / "certs");
  const std::string there = "/opt/hostedtoolcache/nowhere";
  const std::vector<std::string> environment =
      build_environment({{"SSL_CERT_FILE", there},
                         {"SSL_CERT_DIR", there + ":" + (here / "certs") + "::" + here.path()},
                         {"PKG_CONFIG_PATH", there + ":" + there},
                         {"PKG_CONFIG_LIBDIR", here.path()}},
                        {}, kFolders);
  EXPECT_EQ(environment, with_always({"PKG_CONFIG_LIBDIR=" + here.path(),
                                      "SSL_CERT_DIR=" + (here / "certs") + ":" + here.path()}));
}

TEST(BuildEnvironment, HasCachesInItsHomeWhereTheUserHasNone) {
  BuildFolders folders = kFolders;
  folders.build_cache = "off";  // what `go env` says without HOME
  folders.module_cache = "";
  EXPECT_THAT(build_environment({}, {}, folders),
              AllOf(Contains("GOCACHE=/tmp/hg-1/home/.cache/go-build"),
                    Contains("GOMODCACHE=/tmp/hg-1/home/go/pkg/mod")));
}

const MeasureFolders kMeasure{.home = "/tmp/hg-1/hb",
                              .temp = "/tmp/hg-1/b",
                              .ceiling = "/tmp/hg-1",
                              .goroot = "/usr/local/go"};

TEST(MeasureEnvironment, LetsNothingThroughThatIsNotOnTheList) {
  Variables ours = secrets();
  for (const char* name : {"CC", "GOPROXY", "HTTPS_PROXY", "GOCACHE"}) {
    ours[name] = "not for benchmarks";
  }
  EXPECT_THAT(measure_environment(ours, kMeasure, {}, {}),
              ElementsAre("GIT_CEILING_DIRECTORIES=/tmp/hg-1:/tmp", "GOROOT=/usr/local/go",
                          "HOME=/tmp/hg-1/hb", "LC_ALL=C", "TMPDIR=/tmp/hg-1/b"));
}

TEST(MeasureEnvironment, PassesWhatSteersTheRuntime) {
  EXPECT_THAT(
      measure_environment({{"GODEBUG", "gctrace=0"},
                           {"GOGC", "200"},
                           {"GOMAXPROCS", "2"},
                           {"GOMEMLIMIT", "1GiB"},
                           {"PATH", "/bin"},
                           {"TZ", "UTC"}},
                          kMeasure, {}, {}),
      ElementsAre("GIT_CEILING_DIRECTORIES=/tmp/hg-1:/tmp", "GODEBUG=gctrace=0", "GOGC=200",
                  "GOMAXPROCS=2", "GOMEMLIMIT=1GiB", "GOROOT=/usr/local/go", "HOME=/tmp/hg-1/hb",
                  "LC_ALL=C", "PATH=/bin", "TMPDIR=/tmp/hg-1/b", "TZ=UTC"));
}

TEST(MeasureEnvironment, PassesWhatTheUserNamesAndHas) {
  MeasureFolders folders = kMeasure;
  folders.goroot = "";
  EXPECT_THAT(
      measure_environment({{"DATABASE_URL", "postgres://x"}, {"EMPTY", ""}, {"OTHER", "1"}},
                          folders, {"DATABASE_URL", "EMPTY", "ABSENT"},
                          {{"DATABASE_URL", "postgres://set"}, {"NEW", "a=b"}}),
      ElementsAre("DATABASE_URL=postgres://set", "EMPTY=", "GIT_CEILING_DIRECTORIES=/tmp/hg-1:/tmp",
                  "HOME=/tmp/hg-1/hb", "LC_ALL=C", "NEW=a=b", "TMPDIR=/tmp/hg-1/b"));
}

TEST(MeasureEnvironment, NeverPassesTokensOfTheJob) {
  const std::vector<std::string> asked = {
      "ACTIONS_RUNTIME_TOKEN", "GH_TOKEN",           "GITHUB_ENV",  "GITHUB_PATH",
      "GITHUB_TOKEN",          "INPUT_GITHUB-TOKEN", "STATE_token", "GITHUB_STATE"};
  EXPECT_THAT(measure_environment(secrets(), kMeasure, asked, {}), Each(Not(HasSubstr("secret"))));
  EXPECT_EQ(never_passed(asked), asked);
  EXPECT_THAT(never_passed({"DATABASE_URL", "GITHUB_SHA", "GITHUB_TOKEN", "STATEMENT"}),
              ElementsAre("GITHUB_TOKEN"));
}

TEST(UserGoSettings, AreAskedOfTheToolchainThatIsHere) {
  proc::FakeLauncher fake({proc::FakeChild::printing(
      "{\n\t\"GOPROXY\": \"direct\",\n\t\"GOFLAGS\": \"-mod=mod\"\n}\n")});
  EXPECT_EQ(user_go_settings(fake, "/opt/go/bin/go", {{"HOME", "/root"}, {"GOTOOLCHAIN", "auto"}})
                .value(),
            (Variables{{"GOPROXY", "direct"}, {"GOFLAGS", "-mod=mod"}}));
  ASSERT_EQ(fake.commands().size(), 1U);
  const std::vector<std::string>& argv = fake.commands()[0].argv;
  EXPECT_THAT(std::vector<std::string>(argv.begin(), argv.begin() + 3),
              ElementsAre("/opt/go/bin/go", "env", "-json"));
  EXPECT_THAT(argv, IsSupersetOf({"GOCACHE", "GOFLAGS", "GOMODCACHE", "GOPRIVATE", "GOPROXY"}));
  EXPECT_EQ(fake.commands()[0].directory, "/");  // no module's toolchain line counts
  EXPECT_EQ(fake.commands()[0].identity, std::nullopt);
  EXPECT_THAT(fake.commands()[0].environment,
              ElementsAre("GOTOOLCHAIN=local", "GOWORK=off", "HOME=/root"));
}

TEST(UserGoSettings, AreAskedForAgainWithoutWhatNeedsABuildCache) {
  proc::FakeLauncher fake({proc::FakeChild::exiting(1, "build cache is required"),
                           proc::FakeChild::printing(R"({"CC": "gcc", "CGO_CFLAGS": "x"})")});
  EXPECT_EQ(user_go_settings(fake, "/go", {{"CGO_LDFLAGS", "-L/opt"}}).value(),
            (Variables{{"CC", "gcc"},
                       {"CGO_CFLAGS", ""},
                       {"CGO_CPPFLAGS", ""},
                       {"CGO_CXXFLAGS", ""},
                       {"CGO_FFLAGS", ""},
                       {"CGO_LDFLAGS", "-L/opt"},
                       {"PKG_CONFIG", ""}}));
  EXPECT_THAT(fake.commands()[0].argv, Contains("CGO_CFLAGS"));
  EXPECT_THAT(fake.commands()[1].argv, Not(Contains("CGO_CFLAGS")));
}

TEST(UserGoSettings, SayWhyThereAreNone) {
  const auto error_of = [](const proc::FakeChild& child) {
    proc::FakeLauncher fake([&](const proc::Command&) { return child; });
    return user_go_settings(fake, "/go", {}).error();
  };
  EXPECT_EQ(error_of(proc::FakeChild::exiting(2, "go: broken")),
            (Error{.reason = Reason::kToolchainMissing,
                   .message = "`/go env -json` failed: exited with 2",
                   .remedy = "check the Go installation that PATH finds first",
                   .detail = "go: broken"}));
  EXPECT_EQ(error_of(proc::FakeChild::printing("no JSON")).message,
            "`/go env -json` printed no JSON object");
  EXPECT_EQ(error_of(proc::FakeChild::ending(proc::TimedOut{})).message,
            "`/go env -json` failed: timed out");
  EXPECT_EQ(error_of(proc::FakeChild::ending(proc::LaunchFailed{.step = proc::LaunchStep::kExecute,
                                                                .message = "cannot execute /go: no",
                                                                .error_number = 13}))
                .message,
            "`/go env -json` failed: cannot execute /go: no");
  EXPECT_EQ(error_of(proc::FakeChild::ending(proc::Interrupted{}, "{}")).reason,
            Reason::kInterrupted);
}

TEST(UserGoSettings, IncludeTheUsersFile) {
  const os::ScratchFolder home;
  const std::string file = home / "env";
  std::filesystem::create_directories(home / "cache");
  const Result<std::string> go = find_go(path_variable());
  ASSERT_TRUE(go);
  Variables ours = {{"HOME", home.path()}, {"PATH", path_variable()}, {"GOENV", file}};
  output_of({"/bin/sh", "-c", "echo GOPRIVATE=corp.test > " + file}, "/");
  const Variables settings = user_go_settings(launcher(), *go, ours).value();
  EXPECT_NE(settings.at("CGO_CFLAGS"), "");  // go's default
  EXPECT_EQ(settings.at("GOPRIVATE"), "corp.test");
  EXPECT_THAT(settings.at("GOCACHE"), StartsWith(home.path()));
  EXPECT_TRUE(settings.contains("GOFLAGS"));
}

TEST(UserGoSettings, CanBeAskedForWithoutATraceInTheUsersHome) {
  EXPECT_EQ(away_from_home({{"HOME", "/root"}, {"XDG_CACHE_HOME", "/c"}, {"GOFLAGS", "-v"}}, "/p"),
            (Variables{{"GOCACHE", "/p/.cache/go-build"},
                       {"GOENV", "/root/.config/go/env"},
                       {"GOFLAGS", "-v"},
                       {"HOME", "/p"}}));
  EXPECT_EQ(away_from_home({{"HOME", "/root"}, {"XDG_CONFIG_HOME", "/x"}}, "/p").at("GOENV"),
            "/x/go/env");
  EXPECT_EQ(away_from_home({{"GOENV", "off"}}, "/p").at("GOENV"), "off");
  EXPECT_FALSE(away_from_home({}, "/p").contains("GOENV"));
}

TEST(UserGoSettings, NeedNeitherAHomeNorFlagsThatTheGoCommandAccepts) {
  const Result<std::string> go = find_go(path_variable());
  ASSERT_TRUE(go);
  const Result<Variables> settings =
      user_go_settings(launcher(), *go, {{"PATH", path_variable()}, {"GOFLAGS", "no-flag"}});
  ASSERT_TRUE(settings) << settings.error().message << settings.error().detail;
  EXPECT_EQ(settings->at("GOFLAGS"), "no-flag");
  EXPECT_EQ(settings->at("GOCACHE"), "off");
}

}  // namespace
}  // namespace headgate::go
