#include "core/config/cpus.h"

#include <optional>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace headgate::config {
namespace {

using testing::ElementsAre;

constexpr int kAvailable = 8;

TEST(TestCpus, TheSettingIsTakenInItsOrder) {
  EXPECT_THAT(test_cpus({.cpu = "4"}, std::nullopt, kAvailable), ElementsAre(4));
  EXPECT_THAT(test_cpus({.cpu = "4,1,2"}, "3", kAvailable), ElementsAre(4, 1, 2));
}

TEST(TestCpus, WithoutTheSettingItIsWhatTheProcessWouldTake) {
  EXPECT_THAT(test_cpus({}, std::nullopt, kAvailable), ElementsAre(8));
  EXPECT_THAT(test_cpus({}, "3", kAvailable), ElementsAre(3));
}

TEST(TestCpus, TheVariableOfTheSettingsBeatsTheInheritedOne) {
  EXPECT_THAT(test_cpus({.env = {{"GOMAXPROCS", "2"}}}, "3", kAvailable), ElementsAre(2));
}

// Go's runtime ignores such values, too, and takes what is available.
TEST(TestCpus, WhatIsNoPositiveNumberIsIgnored) {
  for (const char* value : {"", "0", "-1", "two", "2x", "99999999999"}) {
    EXPECT_THAT(test_cpus({}, value, kAvailable), ElementsAre(8)) << value;
    EXPECT_THAT(test_cpus({.env = {{"GOMAXPROCS", value}}}, "3", kAvailable), ElementsAre(8))
        << value;
  }
}

TEST(CpusText, IsWhatTheSettingWouldBe) {
  EXPECT_EQ(cpus_text({4}), "4");
  EXPECT_EQ(cpus_text({1, 2, 4}), "1,2,4");
}

}  // namespace
}  // namespace headgate::config
