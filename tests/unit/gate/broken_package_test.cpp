// What is said of a package that does not build: its own remedy where one is known.

#include <gtest/gtest.h>

#include "core/gate/catalogue.h"

namespace headgate::gate {
namespace {

PackagePair broken_on_head(Reason reason, std::string remedy) {
  return {.module = "example.com/m",
          .import_path = "example.com/m/sum",
          .sides = {.base = {.state = PackageState::kReady,
                             .declared = {{.name = "BenchmarkInts",
                                           .location = {.file = "sum/sum_test.go", .line = 3},
                                           .normalized = "x"}},
                             .listed = {"BenchmarkInts"}},
                    .head = {.state = PackageState::kBroken,
                             .reason = reason,
                             .error = "sum.go:3:1: what the compiler said",
                             .remedy = std::move(remedy)}}};
}

Error error_of(const PackagePair& package) {
  return catalogue(std::span(&package, 1),
                   [](const PackagePair&, const std::string&) { return true; })
      .error();
}

TEST(BrokenPackage, KeepsTheRemedyOfItsBuild) {
  EXPECT_EQ(error_of(broken_on_head(Reason::kBuildFailed, "install a C compiler")),
            (Error{.reason = Reason::kBuildFailed,
                   .message = "building the test binary of example.com/m/sum on head failed",
                   .remedy = "install a C compiler",
                   .detail = "sum.go:3:1: what the compiler said"}));
}

TEST(BrokenPackage, GetsTheGeneralAdviceWhereNothingElseIsKnown) {
  EXPECT_EQ(error_of(broken_on_head(Reason::kBuildFailed, "")).remedy,
            "fix the build on head, or leave the package out with `packages`");
  EXPECT_EQ(
      error_of(broken_on_head(Reason::kListFailed, "")).remedy,
      "run the package's tests with `go test -list=.` and see what TestMain or an init prints "
      "or needs; variables reach it by measure.env and measure.pass-env only");
}

TEST(BrokenPackage, OnBaseIsTheErrorWhenNothingIsLeftToCompare) {
  PackagePair package = broken_on_head(Reason::kBuildFailed, "run `go mod vendor`");
  std::swap(package.sides.base, package.sides.head);
  EXPECT_EQ(error_of(package).remedy, "run `go mod vendor`");
  EXPECT_EQ(error_of(package).message,
            "building the test binary of example.com/m/sum on base failed");
}

TEST(BrokenPackage, ThatFailsAlikeOnBothSidesIsNotBlamedOnHead) {
  PackagePair package = broken_on_head(Reason::kBuildFailed, "");
  package.sides.base = package.sides.head;
  EXPECT_EQ(error_of(package).message,
            "building the test binary of example.com/m/sum fails in the same way on base and on "
            "head");
  EXPECT_EQ(error_of(package).remedy,
            "look for the cause outside the change: the settings of measure.build, the toolchain, "
            "or what the checkout lacks; or leave the package out with `packages`");
  package.sides.base.error = "another complaint";
  EXPECT_EQ(error_of(package).message,
            "building the test binary of example.com/m/sum on head failed");
}

}  // namespace
}  // namespace headgate::gate
