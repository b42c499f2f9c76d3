#include <gmock/gmock.h>

#include "core/dataset/series.h"

namespace headgate::dataset {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> mismatches_of(const std::string& base, const std::string& head) {
  return mismatches(from_texts({.base = read_text(base, "b"), .head = read_text(head, "h")}));
}

std::string lines(std::initializer_list<std::string_view> names) {
  std::string text;
  for (const std::string_view name : names) {
    text += "Benchmark" + std::string(name) + " 1 5 ns/op\n";
  }
  return text;
}

TEST(Mismatches, SidesThatPairHaveNone) {
  const std::string text = "goos: linux\ncpu: x\n" + lines({"A-4", "B-4"});
  EXPECT_THAT(mismatches_of(text, text), IsEmpty());
}

TEST(Mismatches, AnotherCpuModelIsNamedOnce) {
  EXPECT_THAT(mismatches_of("goos: linux\ncpu: AMD EPYC\n" + lines({"A-4", "B-4"}),
                            "goos: linux\ncpu: Intel Xeon\n" + lines({"A-4", "B-4"})),
              ElementsAre("cpu: \"AMD EPYC\" on base, \"Intel Xeon\" on head"));
}

TEST(Mismatches, EveryKeyThatDiffersIsNamed) {
  EXPECT_THAT(mismatches_of("goos: linux\ngoarch: amd64\n" + lines({"A"}),
                            "goos: darwin\ngoarch: arm64\ncpu: Apple M1\n" + lines({"A"})),
              ElementsAre("goos: \"linux\" on base, \"darwin\" on head",
                          "goarch: \"amd64\" on base, \"arm64\" on head",
                          "cpu: not said on base, \"Apple M1\" on head"));
}

TEST(Mismatches, SecondConfigurationOfOneSideIsNone) {
  EXPECT_THAT(mismatches_of("cpu: x\n" + lines({"A"}) + "cpu: y\n" + lines({"A"}),
                            "cpu: x\n" + lines({"A"})),
              IsEmpty());
}

TEST(Mismatches, SuffixThatAllNamesChangeTogetherIsOne) {
  EXPECT_THAT(mismatches_of(lines({"A-4", "B/x-4", "Gone-4"}), lines({"A-8", "B/x-8", "New-8"})),
              ElementsAre("GOMAXPROCS suffix of the names: -4 on base, -8 on head"));
  EXPECT_THAT(mismatches_of(lines({"A-4", "B-4"}), lines({"A", "B"})),
              ElementsAre("GOMAXPROCS suffix of the names: -4 on base, none on head"));
}

TEST(Mismatches, ListsOfSuffixesAreComparedWhole) {
  EXPECT_THAT(mismatches_of(lines({"A", "A-2", "B", "B-2"}), lines({"A", "A-4", "B", "B-4"})),
              ElementsAre("GOMAXPROCS suffix of the names: -2 on base, -4 on head"));
}

TEST(Mismatches, SizeInOneNameThatChangesIsNone) {
  EXPECT_THAT(mismatches_of(lines({"Sort/n-8", "Copy"}), lines({"Sort/n-16", "Copy"})), IsEmpty());
}

}  // namespace
}  // namespace headgate::dataset
