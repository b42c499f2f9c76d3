#include "app/seclusion.h"

#include <gmock/gmock.h>

#include "support/fake_program.h"

namespace headgate::app {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing_support::FakeProgram;

// As the runner mounts things into a container of root's.
class SeclusionTest : public testing::Test {
 protected:
  SeclusionTest() {
    program.user = {.uid = 0, .gid = 0};
    for (const char* folder :
         {"/github", "/github/workspace", "/github/workspace/.git", "/github/runner_temp",
          "/github/home", "/github/workflow", "/github/file_commands"}) {
      program.files.add_folder(folder);
    }
    program.files.add_file("/github/workflow/event.json", "{}");
    program.variables = {{"RUNNER_TEMP", "/github/runner_temp"},
                         {"HOME", "/github/home"},
                         {"GITHUB_OUTPUT", "/github/file_commands/set_output_1"},
                         {"GITHUB_EVENT_PATH", "/github/workflow/event.json"},
                         {"PATH", "/usr/local/go/bin:/usr/bin"}};
  }

  mode_t mode(const std::string& path) { return program.files.mode_of(path); }

  FakeProgram program;
};

TEST_F(SeclusionTest, ClosesTheFolderOfAllMountsAndOpensItAgain) {
  {
    const Seclusion seclusion(program.services(), "/github/workspace", "");
    EXPECT_EQ(mode("/github"), mode_t{0700});
    EXPECT_EQ(mode("/github/workspace"), mode_t{0755}) << "the runner's own stay as they are";
    EXPECT_THAT(seclusion.caveats(), IsEmpty());
  }
  EXPECT_EQ(mode("/github"), mode_t{0755});
}

TEST_F(SeclusionTest, WithACacheBelowTheWorkspaceClosesWhatHoldsSecretsOneByOne) {
  const Seclusion seclusion(program.services(), "/github/workspace", "/github/workspace/.cache");
  EXPECT_EQ(mode("/github"), mode_t{0755});
  EXPECT_EQ(mode("/github/workspace"), mode_t{0755});
  for (const char* folder : {"/github/workspace/.git", "/github/runner_temp", "/github/home",
                             "/github/workflow", "/github/file_commands"}) {
    EXPECT_EQ(mode(folder), mode_t{0700}) << folder;
  }
}

TEST_F(SeclusionTest, AFolderThatOthersNeedStaysOpen) {
  program.variables = {{"HOME", "/github/home"}, {"PATH", "/usr/bin:/github/home/sdk/go/bin"}};
  const Seclusion seclusion(program.services(), "/tmp/workspace", "");
  EXPECT_EQ(mode("/github/home"), mode_t{0755}) << "the go command is looked for in it";
}

TEST_F(SeclusionTest, DoesNothingWhereChildrenAreWhoWeAre) {
  program.user = {.uid = 1001, .gid = 1001};
  const Seclusion seclusion(program.services(), "/github/workspace", "");
  EXPECT_EQ(mode("/github"), mode_t{0755});
}

}  // namespace
}  // namespace headgate::app
