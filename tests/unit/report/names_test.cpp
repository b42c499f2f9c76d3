#include "core/report/names.h"

#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/dataset/benchmark_name.h"
#include "core/dataset/text.h"
#include "support/data_file.h"
#include "support/verdicts.h"

namespace headgate::report {
namespace {

using testing_support::bare_finding;
using testing_support::verdict_of;

gate::Finding in(std::string package, std::string name) {
  gate::Finding finding = bare_finding(std::move(name), gate::Outcome::kUnchanged);
  finding.key.package = std::move(package);
  return finding;
}

std::vector<std::string> names_of(std::vector<gate::Finding> findings) {
  const gate::Verdict verdict = verdict_of(gate::Decision::kPass, std::move(findings));
  const Names names(verdict);
  std::vector<std::string> result;
  for (const gate::Finding& finding : verdict.findings) {
    result.push_back(names.of(finding));
  }
  return result;
}

using Strings = std::vector<std::string>;

TEST(Names, AreTheLastPartOfASinglePackage) {
  EXPECT_EQ(names_of({in("example.com/m/sum", "Ints-4"), in("example.com/m/sum", "Floats/n=1-4")}),
            (Strings{"sum.Ints-4", "sum.Floats/n=1-4"}));
}

TEST(Names, KeepWhatTellsPackagesApart) {
  EXPECT_EQ(names_of({in("example.com/m/a/util", "X-4"), in("example.com/m/b/util", "X-4")}),
            (Strings{"a/util.X-4", "b/util.X-4"}));
  EXPECT_EQ(names_of({in("example.com/m", "X-4"), in("example.com/m/sum", "X-4")}),
            (Strings{"m.X-4", "m/sum.X-4"}));
  // Only whole folders are left out: "codec" and "codes" share letters, not a folder.
  EXPECT_EQ(names_of({in("m/codec", "X"), in("m/codes", "X")}), (Strings{"codec.X", "codes.X"}));
  EXPECT_EQ(names_of({in("one.org/a", "X"), in("two.org/a", "X")}),
            (Strings{"one.org/a.X", "two.org/a.X"}));
}

TEST(Names, WithoutAPackageAreTheBenchmark) {
  EXPECT_EQ(names_of({in("", "Ints-4")}), Strings{"Ints-4"});
  EXPECT_EQ(names_of({in("", "Ints-4"), in("a/b", "Ints-4")}), (Strings{"Ints-4", "a/b.Ints-4"}));
}

TEST(Names, OfWholeFunctionsAreTheFunctions) {
  gate::Finding lost = in("m/store", "");
  lost.function = "BenchmarkQuery";
  EXPECT_EQ(names_of({lost}), Strings{"store.Query"});
  lost.function = "Benchmark";
  EXPECT_EQ(names_of({lost}), Strings{"store.Benchmark"});
}

TEST(Names, OfAFunctionCalledBenchmarkKeepTheWord) {
  EXPECT_EQ(names_of({in("m/x", "-4"), in("m/x", "/sub-4")}),
            (Strings{"x.Benchmark-4", "x.Benchmark/sub-4"}));
}

TEST(Names, ShowTheConfigurationWhereThereAreSeveral) {
  gate::Finding linux_finding = in("m/x", "A-4");
  linux_finding.key.configuration = "goos=linux";
  gate::Finding other = linux_finding;
  EXPECT_EQ(names_of({linux_finding, other}), (Strings{"x.A-4", "x.A-4"}));
  other.key.configuration.clear();
  EXPECT_EQ(names_of({linux_finding, other}), (Strings{"x.A-4", "x.A-4"}));
  other.key.configuration = "goos=darwin";
  EXPECT_EQ(names_of({linux_finding, other}),
            (Strings{"x.A-4 (goos=linux)", "x.A-4 (goos=darwin)"}));
}

TEST(Names, OfOddBenchmarksAreAllDistinct) {
  const dataset::Text odd =
      dataset::read_text(testing_support::data_file("reports/odd-names.txt"), "odd-names.txt");
  std::vector<gate::Finding> findings;
  for (const dataset::Text::Line& line : odd.lines) {
    findings.push_back(in(line.package, line.result.name));
  }
  const Strings names = names_of(findings);
  EXPECT_EQ(names.size(), 14U);
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
}

TEST(Names, OfNothingAreNotAskedFor) { EXPECT_EQ(names_of({}), Strings{}); }

}  // namespace
}  // namespace headgate::report
