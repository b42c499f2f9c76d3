// Fetching modules with the real go command: from a folder, from servers on this machine that
// refuse, or not at all.

#include <chrono>
#include <filesystem>

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "edge/go/go_project.h"
#include "edge/go/http_answer.h"

namespace headgate::go {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr std::string_view kPrivate = "the module is private";
constexpr std::string_view kUnreachable = "the module proxy cannot be reached";
constexpr std::string_view kOffline = "GOPROXY=off forbids fetching it";

std::string value_in(const Context& context, const std::string& name) {
  for (const std::string& variable : context.environment) {
    if (variable.starts_with(name + "=")) {
      return variable.substr(name.size() + 1);
    }
  }
  return {};
}

// A module whose package imports one that is nowhere, with go.sum lines that are well-formed.
void add_module_needing(GoProject& project, const std::string& path) {
  project.add_module(".", "1.21", fmt::format("\nrequire {} v1.0.0\n", path));
  const std::string sum = "h1:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=";
  project.add("go.sum", fmt::format("{0} v1.0.0 {1}\n{0} v1.0.0/go.mod {1}\n", path, sum));
  project.add("a.go", fmt::format("package m\n\nimport _ \"{}\"\n", path));
  project.add("a_test.go", benchmark_file("m"));
}

// The package's error and remedy after a download that cannot succeed.
Package broken_after_download(const GoProject& project, const Context& context) {
  proc::PosixLauncher launcher(-1);
  const std::unique_ptr<Go> go = make_command_go(launcher, context);
  const auto begin = std::chrono::steady_clock::now();
  const Status fetched = go->download(project.module(), {"./..."}, {});
  EXPECT_TRUE(fetched) << (fetched ? "" : fetched.error().message);
  const Result<std::vector<Package>> packages = go->packages(project.module(), {"./..."}, {});
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(60));
  EXPECT_TRUE(packages && packages->size() == 1);
  return packages && packages->size() == 1 ? packages->front() : Package{};
}

TEST(Download, WithNothingToFetchFetchesNothing) {
  GoProject project;
  project.add_module();
  project.add("a/a.go", "package a\n");
  project.add("a/a_test.go", benchmark_file("a"));
  const std::unique_ptr<Go> go = project.go();
  EXPECT_TRUE(go->download(project.module(), {"./..."}, {}));
  EXPECT_FALSE(std::filesystem::exists(value_in(project.context(), "GOMODCACHE")));
  EXPECT_EQ(go->packages(project.module(), {"./..."}, {}).value().at(0).error, "");
}

TEST(Download, FetchesWhatThePackagesAndTheirTestsNeedAndNoMore) {
  GoProject project;
  // A module proxy as a folder. `git archive` packs it as the protocol wants it.
  for (const char* name : {"lib", "testlib", "unused"}) {
    const std::string module = fmt::format("example.com/{}", name);
    const std::string source = fmt::format("source/{}", name);
    project.add(source + "/go.mod", fmt::format("module {}\n\ngo 1.21\n", module));
    project.add(source + "/x.go", fmt::format("package {}\n", name));
    const std::string versions = fmt::format("proxy/{}/@v", module);
    project.add(versions + "/list", "v1.0.0\n");
    project.add(versions + "/v1.0.0.info", "{\"Version\": \"v1.0.0\"}\n");
    project.add(versions + "/v1.0.0.mod", fmt::format("module {}\n\ngo 1.21\n", module));
    output_of({"/bin/sh", "-c",
               fmt::format("git init -q && git add . && git -c user.name=a -c user.email=a commit "
                           "-q -m a && git archive --format=zip --prefix={}@v1.0.0/ -o {} HEAD",
                           module, project.path(versions + "/v1.0.0.zip"))},
              project.path(source));
  }
  project.add("m/go.mod",
              "module example.com/m\n\ngo 1.21\n\nrequire (\n\texample.com/lib v1.0.0\n"
              "\texample.com/testlib v1.0.0\n\texample.com/unused v1.0.0\n)\n");
  project.add("m/a/a.go", "package a\n\nimport _ \"example.com/lib\"\n");
  project.add("m/a/a_test.go", benchmark_file("a"));
  project.add("m/a/b_test.go", "package a_test\n\nimport _ \"example.com/testlib\"\n");
  project.add("m/b/b.go", "package b\n\nimport _ \"example.com/unused\"\n");
  const std::string proxy = "GOPROXY=file://" + project.path("proxy");
  output_of(
      {"/usr/bin/env", proxy, "GOSUMDB=off", "GOFLAGS=-mod=mod -modcacherw",
       "GOPATH=" + project.path("gopath"), "GOCACHE=" + project.path("cache"), "go", "mod", "tidy"},
      project.path("m"));

  const Variables settings = {{"GOPROXY", "file://" + project.path("proxy")}};
  const std::unique_ptr<Go> go = project.go(settings);
  const std::vector<std::string> patterns = {"./a"};
  // Not before it was fetched:
  EXPECT_THAT(go->packages(project.module("m"), patterns, {}).value().at(0).error,
              HasSubstr("GOPROXY=off"));
  const Status fetched = go->download(project.module("m"), patterns, {});
  ASSERT_TRUE(fetched) << fetched.error().message;
  const std::string cache = value_in(project.context(), "GOMODCACHE");
  EXPECT_TRUE(std::filesystem::exists(cache + "/example.com/lib@v1.0.0"));
  EXPECT_TRUE(std::filesystem::exists(cache + "/example.com/testlib@v1.0.0"));
  EXPECT_FALSE(std::filesystem::exists(cache + "/example.com/unused@v1.0.0"));
  EXPECT_EQ(go->packages(project.module("m"), patterns, {}).value().at(0).error, "");
  project.build(project.module("m"), "example.com/m/a");
}

TEST(Download, ThatFailsMakesPackagesBrokenWithItsOwnText) {
  GoProject project;
  add_module_needing(project, "example.com/nowhere");
  // Nobody listens on port 1.
  const Package package =
      broken_after_download(project, project.context({{"GOPROXY", "http://127.0.0.1:1"}}));
  EXPECT_THAT(package.error, AllOf(HasSubstr("a.go:3:8: "), HasSubstr("connection refused"),
                                   Not(HasSubstr("GOPROXY=off"))));
  EXPECT_THAT(package.remedy, HasSubstr(std::string(kUnreachable)));
}

TEST(Download, WithTheNetworkForbiddenSaysSo) {
  GoProject project;
  add_module_needing(project, "example.com/nowhere");
  const Package package = broken_after_download(project, project.context());
  EXPECT_EQ(package.error, "a.go:3:8: module lookup disabled by GOPROXY=off");
  EXPECT_THAT(package.remedy, HasSubstr(std::string(kOffline)));
}

TEST(Download, OfAPrivateRepositoryFailsWithoutAskingForAPassword) {
  const HttpAnswer server("401 Unauthorized", "WWW-Authenticate: Basic realm=\"x\"");
  GoProject project;
  add_module_needing(project, "github.com/example/private");
  Context context = project.context({{"GOPROXY", "direct"}, {"GOPRIVATE", "github.com"}});
  for (const std::string& variable :
       {std::string("GIT_CONFIG_COUNT=1"), "GIT_CONFIG_KEY_0=url." + server.url() + "/.insteadOf",
        std::string("GIT_CONFIG_VALUE_0=https://github.com/")}) {
    context.environment.push_back(variable);
  }
  const Package package = broken_after_download(project, context);
  EXPECT_THAT(package.error, HasSubstr("terminal prompts disabled"));
  EXPECT_THAT(package.remedy, HasSubstr(std::string(kPrivate)));
}

TEST(Download, FromAProxyThatRefusesIsThatOfAPrivateModule) {
  for (const char* status : {"401 Unauthorized", "403 Forbidden", "404 Not Found", "410 Gone"}) {
    const HttpAnswer server(status);
    GoProject project;
    add_module_needing(project, "example.com/nowhere");
    const Package package =
        broken_after_download(project, project.context({{"GOPROXY", server.url()}}));
    EXPECT_THAT(package.error, HasSubstr(status));
    EXPECT_THAT(package.remedy, HasSubstr(std::string(kPrivate))) << status;
  }
}

TEST(Download, OfTheWholeGraphIsToldWhenNothingCanBeListed) {
  // Before Go 1.17 the whole graph of requirements is read before any package.
  GoProject project;
  project.add_module(".", "1.16", "\nrequire example.com/nowhere v1.0.0\n");
  project.add("a_test.go", benchmark_file("m"));
  Context context = project.context({{"GOPROXY", "http://127.0.0.1:1"}});
  context.goflags = "-mod=mod";
  const std::unique_ptr<Go> go = make_command_go(launcher(), context);
  EXPECT_TRUE(go->download(project.module(), {"./..."}, {}));
  const Result<std::vector<Package>> packages = go->packages(project.module(), {"./..."}, {});
  ASSERT_FALSE(packages);
  EXPECT_EQ(packages.error().reason, Reason::kBuildFailed);
  EXPECT_THAT(packages.error().message, HasSubstr("connection refused"));
  EXPECT_THAT(packages.error().remedy, HasSubstr(std::string(kUnreachable)));
}

TEST(Packages, OfPrivateModulesAreNotFetchedByListing) {
  // GOPROXY=off alone would not keep `go list` from asking the origin.
  GoProject project;
  add_module_needing(project, "github.com/example/private");
  EXPECT_EQ(project.go({{"GOPRIVATE", "github.com"}})
                ->packages(project.module(), {"./..."}, {})
                .value()
                .at(0)
                .error,
            "a.go:3:8: module lookup disabled by GOPROXY=off");
}

}  // namespace
}  // namespace headgate::go
