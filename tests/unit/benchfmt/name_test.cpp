#include "core/benchfmt/name.h"

#include <gmock/gmock.h>

namespace headgate::benchfmt {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(SplitName, FindsBasePartsAndSuffix) {
  const NameParts name = split_name("Copy/size=4k/hot-16");
  EXPECT_EQ(name.base, "Copy");
  EXPECT_THAT(name.parts, ElementsAre("/size=4k", "/hot"));
  EXPECT_EQ(name.cpu, "16");
}

TEST(SplitName, OnlyAFinalDashWithDigitsIsASuffix) {
  EXPECT_EQ(split_name("A-0").cpu, "0");
  EXPECT_EQ(split_name("A-08").cpu, "08");
  for (const std::string_view name : {"A", "A-", "A8", "A-x8", "A-8x", "A-8#01", "8", ""}) {
    EXPECT_EQ(split_name(name).cpu, "") << name;
    EXPECT_EQ(split_name(name).base, name);
  }
  EXPECT_EQ(split_name("A-4-8").base, "A-4");
  EXPECT_EQ(split_name("-4").base, "");
  EXPECT_EQ(split_name("-4").cpu, "4");
}

TEST(SplitName, TheBaseKeepsADashOfItsOwn) {
  EXPECT_EQ(split_name("A-8/k=1").base, "A-8");
  EXPECT_EQ(split_name("A-8/k=1").cpu, "");
  EXPECT_EQ(split_name("A-8/k-2").base, "A-8");
  EXPECT_EQ(split_name("A-8/k-2").cpu, "2");
}

TEST(SplitName, EmptyPartsAreParts) {
  EXPECT_THAT(split_name("Tmp//tmp/001-4").parts, ElementsAre("/", "/tmp", "/001"));
  EXPECT_THAT(split_name("A/").parts, ElementsAre("/"));
  EXPECT_THAT(split_name("A").parts, IsEmpty());
}

TEST(ValueOf, IsTheFirstPartWithTheKey) {
  const NameParts name = split_name("A/k=1/word/k=2/e=/x=a=b-8");
  EXPECT_EQ(value_of(name, "k"), "1");
  EXPECT_EQ(value_of(name, "e"), "");
  EXPECT_EQ(value_of(name, "x"), "a=b");
  EXPECT_EQ(value_of(name, "word"), std::nullopt);
  EXPECT_EQ(value_of(name, "A"), std::nullopt);
  EXPECT_EQ(value_of(name, ""), std::nullopt);
}

TEST(StripCpu, TakesExactlyTheValueThatWasPassed) {
  EXPECT_EQ(strip_cpu("A-4", 4), "A");
  EXPECT_EQ(strip_cpu("A/k-16", 16), "A/k");
  EXPECT_EQ(strip_cpu("A/x-8-4", 4), "A/x-8");
  EXPECT_EQ(strip_cpu("A-4-4", 4), "A-4");
  EXPECT_EQ(strip_cpu("-4", 4), "");
}

TEST(StripCpu, NeverStripsByPattern) {
  for (const std::string_view name : {"A", "A-8", "A-14", "A-04", "A4", "A-4#01", "A-4/b", ""}) {
    EXPECT_EQ(strip_cpu(name, 4), name);
  }
}

TEST(StripCpu, WithOneCpuGoPrintsNoSuffix) { EXPECT_EQ(strip_cpu("A/size-1", 1), "A/size-1"); }

TEST(Levels, AreSplitAtEverySlash) {
  EXPECT_THAT(levels("A/b=1/c"), ElementsAre("A", "b=1", "c"));
  EXPECT_THAT(levels("Tmp//tmp/001"), ElementsAre("Tmp", "", "tmp", "001"));
  EXPECT_THAT(levels("A/"), ElementsAre("A", ""));
  EXPECT_THAT(levels(""), ElementsAre(""));
}

}  // namespace
}  // namespace headgate::benchfmt
