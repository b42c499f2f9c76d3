// go.mod and go.work as the real go command reads them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "edge/go/go_project.h"

namespace headgate::go {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> texts_of(const std::vector<LocalReplace>& replaces) {
  std::vector<std::string> texts;
  texts.reserve(replaces.size());
  for (const LocalReplace& one : replaces) {
    texts.push_back(one.module + " => " + one.target + " = " + one.directory);
  }
  return texts;
}

TEST(ModuleFile, HoldsPathVersionsAndLocalReplaces) {
  GoProject project;
  project.add_module("deep/m", "1.22.3", R"(
toolchain go1.23.4

require example.com/a v1.0.0

replace (
	example.com/a => ../../a/
	example.com/b v1.2.3 => ./b/../c
	example.com/c => /opt/c
	example.com/d => example.com/fork v1.0.0
)
replace example.com/e => ../..
)");
  const Result<ModuleFile> file = project.go()->module_file(project.module("deep/m"));
  ASSERT_TRUE(file) << file.error().message << file.error().detail;
  EXPECT_EQ(file->path, "example.com/m/deep/m");
  EXPECT_EQ(file->go_version, "1.22.3");
  EXPECT_EQ(file->toolchain, "go1.23.4");
  EXPECT_THAT(texts_of(file->local_replaces),
              testing::ElementsAre("example.com/a => ../../a/ = " + project.path("a"),
                                   "example.com/b => ./b/../c = " + project.path("deep/m/c"),
                                   "example.com/c => /opt/c = /opt/c",
                                   "example.com/e => ../.. = " + project.path(".")));
  EXPECT_EQ(file->local_replaces[0].file, project.path("deep/m/go.mod"));
}

TEST(ModuleFile, MayBeBare) {
  GoProject project;
  project.add("go.mod", "module \"example.com/quoted\"\n");
  const ModuleFile file = project.go()->module_file(project.module()).value();
  EXPECT_EQ(file.path, "example.com/quoted");
  EXPECT_EQ(file.go_version, "");
  EXPECT_EQ(file.toolchain, "");
  EXPECT_THAT(file.local_replaces, IsEmpty());
}

TEST(ModuleFile, IsReadThoughItAsksForANewerGo) {
  GoProject project;
  project.add_module(".", "1.999.0");
  Module module = project.module();
  EXPECT_EQ(project.go()->module_file(module).value().go_version, "1.999.0");
  module.toolchain = "auto";
  EXPECT_EQ(project.go()->module_file(module).value().go_version, "1.999.0");
}

TEST(ModuleFile, WithADirectiveOfANewerGoNeedsThatGo) {
  GoProject project;
  project.add_module(".", "1.999.0", "\nfuture directive\n");
  Module module = project.module();
  module.toolchain = "auto";
  const Error error = project.go()->module_file(module).error();
  EXPECT_EQ(error.reason, Reason::kToolchainTooOld);
  EXPECT_THAT(error.message, HasSubstr("requires go >= 1.999.0, the toolchain is go1."));
}

TEST(ModuleFile, ThatCannotBeParsedIsToldWithTheLine) {
  GoProject project;
  project.add("go.mod", "module example.com/m\n\ngo 1.21\n\nrequire x\n");
  for (const char* toolchain : {"local", "auto"}) {
    Module module = project.module();
    module.toolchain = toolchain;
    const Error error = project.go()->module_file(module).error();
    EXPECT_EQ(error.reason, Reason::kBuildFailed);
    EXPECT_THAT(error.message, testing::StartsWith("go.mod cannot be parsed: go.mod:5: "));
    EXPECT_EQ(error.remedy, "correct go.mod; the go command has to accept it");
  }
}

TEST(ModuleFile, ThatIsMissingIsNoModule) {
  GoProject project;
  project.add_folder("empty");
  const Error error = project.go()->module_file(project.module("empty")).error();
  EXPECT_EQ(error.reason, Reason::kNoModule);
  EXPECT_THAT(error.message, HasSubstr(project.path("empty")));
}

TEST(WorkspaceFile, HoldsUsedFoldersAndLocalReplaces) {
  GoProject project;
  project.add_module("a");
  project.add("go.work",
              "go 1.21\n\nuse (\n\t./a\n\t../outside\n\t.\n)\n\n"
              "replace example.com/x => ./x\n"
              "replace example.com/y => example.com/z v1.0.0\n");
  Module module = project.module("a");
  module.workspace = project.path("go.work");
  const Result<std::vector<LocalReplace>> places = project.go()->workspace_file(module);
  ASSERT_TRUE(places) << places.error().message << places.error().detail;
  const std::string tree = project.path(".");
  EXPECT_THAT(
      texts_of(*places),
      testing::UnorderedElementsAre(
          "example.com/x => ./x = " + tree + "/x", " => ./a = " + tree + "/a",
          " => ../outside = " + tree.substr(0, tree.rfind('/')) + "/outside", " => . = " + tree));
  EXPECT_EQ(places->front().file, project.path("go.work"));
}

TEST(WorkspaceFile, IsReadThoughItAsksForANewerGo) {
  GoProject project;
  project.add_module("a");
  project.add("go.work", "go 1.999.0\n\nuse ./a\n");
  Module module = project.module("a");
  module.workspace = project.path("go.work");
  EXPECT_EQ(project.go()->workspace_file(module).value().size(), 1U);
}

TEST(WorkspaceFile, ThatCannotBeParsedIsToldWithTheLine) {
  GoProject project;
  project.add_module("a");
  project.add("go.work", "go 1.21\n\nuse ./a ./b\n");
  Module module = project.module("a");
  module.workspace = project.path("go.work");
  const Error error = project.go()->workspace_file(module).error();
  EXPECT_EQ(error.reason, Reason::kBuildFailed);
  EXPECT_THAT(error.message, testing::StartsWith("go.work cannot be parsed: go.work:3: "));
}

TEST(WorkspaceFile, OfNoWorkspaceHoldsNothing) {
  GoProject project;
  project.add_module();
  EXPECT_THAT(project.go()->workspace_file(project.module()).value(), IsEmpty());
}

}  // namespace
}  // namespace headgate::go
