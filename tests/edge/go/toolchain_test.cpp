// Which toolchain a module gets, and what is said when it gets none, by the real go command.

#include <filesystem>
#include <fstream>

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "edge/go/go_project.h"

namespace headgate::go {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

// The go command's own words, without the line end.
std::string go_env(const std::string& name) {
  std::string text = output_of({"go", "env", name}, "/");
  text.resize(text.find('\n'));
  return text;
}

Module with_toolchain(Module module, const std::string& toolchain) {
  module.toolchain = toolchain;
  return module;
}

TEST(Toolchain, IsTheOneThatIsHereWhenThatIsNewEnough) {
  GoProject project;
  project.add_module(".", "1.21");
  for (const char* toolchain : {"local", "auto"}) {
    const Result<Toolchain> found =
        project.go()->toolchain(with_toolchain(project.module(), toolchain));
    ASSERT_TRUE(found) << found.error().message;
    EXPECT_EQ(found->version, go_env("GOVERSION"));
    EXPECT_EQ(found->goroot, go_env("GOROOT"));
    EXPECT_EQ(found->goos, "linux");
    EXPECT_EQ(found->goarch, go_env("GOARCH"));
  }
}

TEST(Toolchain, ThatIsTooOldIsToldBeforeBuilding) {
  GoProject project;
  project.add_module(".", "1.999.0");
  const Error error = project.go()->toolchain(project.module()).error();
  EXPECT_EQ(error.reason, Reason::kToolchainTooOld);
  EXPECT_EQ(error.message,
            "go.mod requires go >= 1.999.0, the toolchain is " + go_env("GOVERSION"));
  EXPECT_EQ(error.remedy,
            "use an image with Go 1.999.0, or set measure.toolchain, which is 'local', to auto");
}

TEST(Toolchain, ThatCannotBeDownloadedIsToldLikewise) {
  GoProject project;
  project.add_module(".", "1.999.0");
  const Error error = project.go()->toolchain(with_toolchain(project.module(), "auto")).error();
  EXPECT_EQ(error.reason, Reason::kToolchainTooOld);
  EXPECT_EQ(error.message,
            "go.mod requires go >= 1.999.0, the toolchain is " + go_env("GOVERSION"));
  EXPECT_THAT(error.remedy, AllOf(HasSubstr("Go 1.999.0"), HasSubstr("module proxy")));
  EXPECT_THAT(error.detail, HasSubstr("toolchain not available"));
}

TEST(Toolchain, AutoOverridesAnInheritedLocal) {
  GoProject project;
  project.add_module(".", "1.999.0");
  Context context = project.context();
  context.environment.push_back("GOTOOLCHAIN=local");
  const Error error = make_command_go(launcher(), context)
                          ->toolchain(with_toolchain(project.module(), "auto"))
                          .error();
  // It was tried, which local forbids.
  EXPECT_THAT(error.detail, HasSubstr("download go1.999.0"));
}

TEST(Toolchain, IsTheNewerOneThatAutoFinds) {
  // A toolchain as it lies in the module cache once it is downloaded; verified by its database only
  // where the proxy is not a folder.
  GoProject project;
  project.add_module(".", "1.999.0");
  const std::string name = fmt::format("v0.0.1-go1.999.0.{}-{}", go_env("GOOS"), go_env("GOARCH"));
  const std::string root = fmt::format("cache/golang.org/toolchain@{}", name);
  project.add(root + "/bin/go",
              "#!/bin/sh\n[ \"$1\" != env ] || echo '{\"GOVERSION\": \"go1.999.0 X:nothing\", "
              "\"GOROOT\": \"'$GOROOT'\", \"GOOS\": \"linux\", \"GOARCH\": \"amd64\"}'\n");
  std::filesystem::permissions(
      project.path(root + "/bin/go"),
      std::filesystem::perms::owner_all | std::filesystem::perms::group_exec |
          std::filesystem::perms::others_exec | std::filesystem::perms::others_read);
  project.add(fmt::format("cache/cache/download/golang.org/toolchain/@v/{}.ziphash", name),
              "h1:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n");
  Context context = project.context({{"GOPROXY", "file://" + project.path("proxy")}});
  std::erase_if(context.environment,
                [](const std::string& one) { return one.starts_with("GOMODCACHE="); });
  context.environment.push_back("GOMODCACHE=" + project.path("cache"));
  const std::unique_ptr<Go> go = make_command_go(launcher(), context);

  const Result<Toolchain> found = go->toolchain(with_toolchain(project.module(), "auto"));
  ASSERT_TRUE(found) << found.error().message << "\n" << found.error().detail;
  EXPECT_EQ(found->version, "go1.999.0");  // without the words that no GOTOOLCHAIN may have
  EXPECT_EQ(found->goroot, project.path(root));
  // A go.mod is read by the toolchain that is here.
  EXPECT_EQ(go->module_file(with_toolchain(project.module(), "auto")).value().go_version,
            "1.999.0");
}

TEST(Toolchain, OfAWorkspaceIsTheOneThatItsFileAsksFor) {
  GoProject project;
  project.add_module("a", "1.21");
  project.add("go.work", "go 1.999.0\n\nuse ./a\n");
  Module module = project.module("a");
  module.workspace = project.path("go.work");
  EXPECT_EQ(project.go()->toolchain(module).error().message,
            "../go.work requires go >= 1.999.0, the toolchain is " + go_env("GOVERSION"));
  module.toolchain = "auto";
  EXPECT_EQ(project.go()->toolchain(module).error().reason, Reason::kToolchainTooOld);
}

TEST(Toolchain, OfAWorkspaceOlderThanItsModulesIsNoMatterOfToolchains) {
  GoProject project;
  project.add_module("a", "1.21");
  project.add_module("b", "1.999.0");
  project.add("go.work", "go 1.21\n\nuse (\n\t./a\n\t./b\n)\n");
  Module module = project.module("a");
  module.workspace = project.path("go.work");
  EXPECT_TRUE(project.go()->toolchain(module));
  const Error error = project.go()->packages(module, {"./..."}, {}).error();
  EXPECT_EQ(error.reason, Reason::kBuildFailed);
  EXPECT_THAT(error.message, HasSubstr("but go.work lists go 1.21"));
}

TEST(Toolchain, OfAToolchainLineIsAskedForByName) {
  GoProject project;
  project.add_module(".", "1.21", "\ntoolchain go1.999.1\n");
  const Error error = project.go()->toolchain(with_toolchain(project.module(), "auto")).error();
  EXPECT_EQ(error.reason, Reason::kToolchainTooOld);
  EXPECT_EQ(error.message,
            "go.mod asks for go1.999.1, which cannot be downloaded; the toolchain is " +
                go_env("GOVERSION"));
  // A suggestion only: local does not follow it.
  EXPECT_TRUE(project.go()->toolchain(project.module()));
}

TEST(Toolchain, ThatTheSettingsNameAndNobodyHasIsToldAsTheirs) {
  GoProject project;
  project.add_module();
  const Error error =
      project.go()->toolchain(with_toolchain(project.module(), "go1.999.2")).error();
  EXPECT_EQ(error.reason, Reason::kToolchainTooOld);
  EXPECT_THAT(error.message, StartsWith("measure.toolchain asks for go1.999.2,"));
}

TEST(Toolchain, OfNoSuchNameIsAnErrorOfTheSettings) {
  GoProject project;
  project.add_module();
  const Error error = project.go()->toolchain(with_toolchain(project.module(), "1.25")).error();
  EXPECT_EQ(error.reason, Reason::kConfigInvalid);
  EXPECT_EQ(error.message, "measure.toolchain '1.25' is no toolchain");
}

TEST(Toolchain, NeedsNoModuleThatIsMissing) {
  // Before Go 1.17 go.mod does not list everything, so that loading more than the main module would
  // fetch.
  for (const char* version : {"1.16", "1.21"}) {
    GoProject project;
    project.add_module(".", version, "\nrequire example.com/missing v1.0.0\n");
    EXPECT_TRUE(project.go()->toolchain(project.module())) << version;
  }
}

TEST(Toolchain, IsMissingWhenTheCommandIs) {
  GoProject project;
  project.add_module();
  Context context = project.context();
  context.command = "/nonexistent/go";
  const Error error = make_command_go(launcher(), context)->toolchain(project.module()).error();
  EXPECT_EQ(error.reason, Reason::kToolchainMissing);
  EXPECT_THAT(error.message, HasSubstr("/nonexistent/go"));
}

TEST(Toolchain, OfADependencyThatAsksForANewerGoIsToldWhenListing) {
  GoProject project;
  project.add_module(".", "1.21",
                     "\nrequire example.com/dep v1.0.0\n\nreplace example.com/dep => ./dep\n");
  project.add("a.go", "package m\n\nimport _ \"example.com/dep\"\n");
  project.add("dep/go.mod", "module example.com/dep\n\ngo 1.999\n");
  project.add("dep/dep.go", "package dep\n");
  for (const char* toolchain : {"local", "auto"}) {
    const Error error =
        project.go()->packages(with_toolchain(project.module(), toolchain), {"./..."}, {}).error();
    EXPECT_EQ(error.reason, Reason::kToolchainTooOld) << toolchain;
    EXPECT_EQ(error.message,
              "module ./dep requires go >= 1.999, the toolchain is " + go_env("GOVERSION"));
  }
}

}  // namespace
}  // namespace headgate::go
