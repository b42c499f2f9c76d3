#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "edge/go/go.h"
#include "support/scratch_folder.h"

namespace headgate::go {
namespace {

TEST(NewerToolchain, FollowsTheOrderOfReleases) {
  // Each is newer than all before it.
  const std::vector<std::string> order = {
      "go1.9",     "go1.9.7",   "go1.21rc2", "go1.21.0", "go1.21.13", "go1.26beta1", "go1.26beta2",
      "go1.26rc1", "go1.26rc3", "go1.26.0",  "go1.26.8", "go1.26.10", "go1.27.0",    "go2.0.0"};
  for (std::size_t older = 0; older < order.size(); ++older) {
    for (std::size_t newer = older + 1; newer < order.size(); ++newer) {
      EXPECT_EQ(newer_toolchain(order[older], order[newer]), order[newer]);
      EXPECT_EQ(newer_toolchain(order[newer], order[older]), order[newer]);
    }
  }
}

TEST(NewerToolchain, OfEqualOnesIsTheFirst) {
  EXPECT_EQ(newer_toolchain("go1.26", "go1.26.0"), "go1.26");
  EXPECT_EQ(newer_toolchain("go1.26.0", "go1.26"), "go1.26.0");
  EXPECT_EQ(newer_toolchain("go1.26.1-custom", "go1.26.1"), "go1.26.1-custom");
}

TEST(NewerToolchain, IsNeverWhatIsNoToolchain) {
  for (const std::string other : {"", "go", "gopher", "devel", "1.27.0", "go-1.27"}) {
    EXPECT_EQ(newer_toolchain("go1.21.0", other), "go1.21.0") << other;
    EXPECT_EQ(newer_toolchain(other, "go1.21.0"), "go1.21.0") << other;
  }
}

TEST(NewerToolchain, SurvivesNumbersBeyondAnyVersion) {
  EXPECT_EQ(newer_toolchain("go99999999999999999999.1", "go1.26.8"), "go1.26.8");
}

class FindGo : public testing::Test {
 protected:
  std::string program(const std::string& folder, mode_t mode) {
    std::string path = scratch_ / folder;
    std::filesystem::create_directories(path);
    std::ofstream(path + "/go") << "#!/bin/sh\n";
    HEADGATE_CHECK(::chmod((path + "/go").c_str(), mode) == 0);
    return path;
  }

  os::ScratchFolder scratch_;
};

TEST_F(FindGo, TakesTheFirstExecutableInPath) {
  const std::string first = program("first", 0755);
  const std::string second = program("second", 0755);
  EXPECT_EQ(find_go(first + ":" + second).value(), first + "/go");
  EXPECT_EQ(find_go("/nonexistent::" + second + ":" + first).value(), second + "/go");
}

TEST_F(FindGo, PassesOverWhatCannotBeExecuted) {
  const std::string text = program("text", 0644);
  std::filesystem::create_directories(scratch_ / "folder/go");
  const std::string own = program("own", 0700);
  EXPECT_EQ(find_go(text + ":" + (scratch_ / "folder") + ":" + own).value(), own + "/go");
}

TEST_F(FindGo, FollowsSymlinks) {
  const std::string real = program("real", 0755);
  std::filesystem::create_directories(scratch_ / "links");
  std::filesystem::create_symlink(real + "/go", scratch_ / "links/go");
  EXPECT_EQ(find_go(scratch_ / "links").value(), scratch_ / "links/go");
}

TEST_F(FindGo, NeverLooksInTheCurrentFolder) {
  const std::string folder = program("here", 0755);
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder);
  for (const std::string path : {"", ".", ":", "../here"}) {
    const Result<std::string> found = find_go(path);
    EXPECT_TRUE(!found || *found == "/usr/local/go/bin/go") << path;
  }
  std::filesystem::current_path(before);
}

TEST_F(FindGo, FallsBackToTheUsualPlaceOrSaysWhatToInstall) {
  const Result<std::string> found = find_go("/nonexistent");
  if (std::filesystem::exists("/usr/local/go/bin/go")) {
    EXPECT_EQ(found.value(), "/usr/local/go/bin/go");
  } else {
    EXPECT_EQ(found.error().reason, Reason::kToolchainMissing);
    EXPECT_NE(found.error().remedy, "");
  }
}

}  // namespace
}  // namespace headgate::go
