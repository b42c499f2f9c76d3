#include "core/gate/mentions.h"

#include <gmock/gmock.h>

namespace headgate::gate {
namespace {

using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::IsNull;
using ::testing::NotNull;

const std::vector<int> kCpus = {4};

Mentions of(const std::vector<std::string>& benchmarks) {
  Mentions mentions;
  for (const std::string& benchmark : benchmarks) {
    mentions.add(benchmark, "about " + benchmark);
  }
  return mentions;
}

TEST(Mentions, KeepEachNameOnceWithItsFirstTextInOrder) {
  Mentions mentions = of({"BenchmarkX/b", "BenchmarkX/a"});
  mentions.add("BenchmarkX/b", "again");
  EXPECT_THAT(mentions.all(),
              ElementsAre(Field(&Mention::name, "X/b"), Field(&Mention::name, "X/a")));
  EXPECT_EQ(mentions.all()[0].text, "about BenchmarkX/b");
  EXPECT_FALSE(mentions.empty());
  EXPECT_TRUE(Mentions().empty());
}

TEST(Mentions, FindTheNameWithAndWithoutItsCpuSuffix) {
  const Mentions mentions = of({"BenchmarkX/b", "BenchmarkX/c-4"});
  EXPECT_THAT(mentions.about("X/b-4", kCpus), NotNull());
  EXPECT_THAT(mentions.about("X/c-4", kCpus), NotNull());
  EXPECT_THAT(mentions.about("X/b-8", kCpus), IsNull()) << "8 is no CPU number of the run";
  EXPECT_THAT(mentions.about("X/c", kCpus), IsNull());
}

TEST(Mentions, FindTheInnermostThatANameStandsBelow) {
  const Mentions mentions = of({"BenchmarkX", "BenchmarkX/b"});
  EXPECT_EQ(mentions.above("X/b/c-4")->name, "X/b");
  EXPECT_EQ(mentions.above("X/bc-4")->name, "X");
  EXPECT_THAT(mentions.above("X-4"), IsNull());
  EXPECT_THAT(mentions.above("XY/b"), IsNull());
}

TEST(Mentions, KnowWhetherOneStandsBelowAName) {
  const Mentions mentions = of({"BenchmarkX/b/c", "BenchmarkX/b-c"});
  EXPECT_TRUE(mentions.has_below("X"));
  EXPECT_TRUE(mentions.has_below("X/b"));
  EXPECT_FALSE(mentions.has_below("X/b/c"));
  EXPECT_FALSE(mentions.has_below("X/b-"));
}

TEST(Mentions, TakeANameThatIsTheBarePrefixAsItIs) {
  const Mentions mentions = of({"Benchmark"});
  EXPECT_THAT(mentions.about("", kCpus), NotNull());
}

}  // namespace
}  // namespace headgate::gate
