#include "edge/git/export_obstacle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace headgate::git {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(ExportObstacle, SubmodulesAndLfsPointersAreNone) {
  EXPECT_EQ(export_obstacle({.submodules = {"module"},
                             .lfs_pointers = {"big.bin"},
                             .missing_objects = {},
                             .hostile = {}},
                            "commit 1"),
            std::nullopt);
}

TEST(ExportObstacle, HostileEntriesComeFirst) {
  const auto error = export_obstacle(
      {.submodules = {}, .lfs_pointers = {}, .missing_objects = {"a"}, .hostile = {".git"}},
      "commit 1");
  ASSERT_TRUE(error);
  EXPECT_EQ(error->reason, Reason::kTreeInvalid);
  EXPECT_EQ(error->message, "commit 1 has entries that cannot be written safely: '.git'");
}

TEST(ExportObstacle, FivePathsAreNamedAndTheRestCounted) {
  TreeProblems problems;
  problems.missing_objects = {"a", "b", "c", "d", "e"};
  EXPECT_THAT(
      export_obstacle(problems, "base")->message,
      HasSubstr("base is incomplete, its objects were not fetched: 'a', 'b', 'c', 'd', 'e'"));
  EXPECT_THAT(export_obstacle(problems, "base")->message, Not(HasSubstr("more")));
  problems.missing_objects.emplace_back("f");
  EXPECT_THAT(export_obstacle(problems, "base")->message, HasSubstr("'e' and 1 more"));
  EXPECT_THAT(export_obstacle(problems, "base")->remedy,
              HasSubstr("neither `filter:` nor `sparse-checkout:`"));
}

}  // namespace
}  // namespace headgate::git
