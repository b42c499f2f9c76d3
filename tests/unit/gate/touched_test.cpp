// Which packages a change touches: by the files that differ, and by what test binaries are made of.

#include "core/gate/touched.h"

#include <utility>

#include <gmock/gmock.h>

namespace headgate::gate {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// A repository of three modules; the root has no package of its own.
//   go.work
//   api/go.mod       api/      api/codec/ (embeds api/codec/tables/a.bin)  api/internal/gen/
//   store/go.mod     store/    store/disk/
//   tools/go.mod     tools/cmd/
Layout layout() {
  return {.packages = {"api", "api/codec", "api/internal/gen", "store", "store/disk", "tools/cmd"},
          .modules = {"api", "store", "tools"},
          .embedded = {{"api/codec/tables/a.bin", {"api/codec"}}}};
}

Touched change(std::vector<std::string> paths) { return touched_by(paths, layout()); }

std::set<std::string> code(std::vector<std::string> paths) { return change(std::move(paths)).code; }

TEST(Touched, OfSourcesTouchesTheirFolder) {
  EXPECT_THAT(code({"api/codec/codec.go"}), ElementsAre("api/codec"));
  EXPECT_THAT(code({"api/codec/asm_amd64.s", "store/disk/bridge.c", "store/store.go"}),
              ElementsAre("api/codec", "store", "store/disk"));
}

TEST(Touched, OfATestFileTouchesOnlyThePackagesOwnTests) {
  const Touched found = change({"api/codec/codec_test.go"});
  EXPECT_THAT(found.code, IsEmpty());
  EXPECT_THAT(found.tests, ElementsAre("api/codec"));
}

TEST(Touched, OfTestDataTouchesThePackageThatItLiesBelow) {
  EXPECT_THAT(code({"api/codec/testdata/big/x.json"}), ElementsAre("api/codec"));
  EXPECT_THAT(code({"api/codec/testdata/x.go"}), ElementsAre("api/codec"));
  EXPECT_THAT(code({"api/codec/testdata/.hidden"}), ElementsAre("api/codec"));
  EXPECT_THAT(code({"api/codec/testdata/readme.md"}), ElementsAre("api/codec"));
}

TEST(Touched, OfAnyFileBelowAPackageBelongsToTheNearestOne) {
  EXPECT_THAT(code({"api/codec/include/x.h"}), ElementsAre("api/codec"));
  EXPECT_THAT(code({"api/schema/x.json"}), ElementsAre("api"));
  EXPECT_THAT(code({"api/codec/README.md"}), ElementsAre("api/codec"));
}

TEST(Touched, OfAnEmbeddedFileTouchesWhoEmbedsIt) {
  Layout where = layout();
  where.embedded["docs/guide.md"] = {"api", "store"};
  where.embedded["api/.config"] = {"api"};
  EXPECT_THAT(touched_by(std::vector<std::string>{"docs/guide.md"}, where).code,
              ElementsAre("api", "store"));
  EXPECT_THAT(touched_by(std::vector<std::string>{"api/.config"}, where).code, ElementsAre("api"));
  EXPECT_THAT(code({"api/codec/tables/a.bin"}), ElementsAre("api/codec"));
}

TEST(Touched, OfAFileThatBelongsToNoPackageTouchesItsModule) {
  const Touched found = change({"tools/Makefile"});
  EXPECT_THAT(found.code, IsEmpty());
  EXPECT_THAT(found.modules, ElementsAre("tools"));
  EXPECT_THAT(change({"tools/testdata/x"}).modules, ElementsAre("tools"));
}

TEST(Touched, NeverLeavesTheModuleToFindAPackage) {
  Layout where = layout();
  where.packages.insert(".");
  where.modules.insert(".");
  const Touched found = touched_by(std::vector<std::string>{"tools/Makefile", "x.json"}, where);
  EXPECT_THAT(found.modules, ElementsAre("tools"));
  EXPECT_THAT(found.code, ElementsAre("."));
}

TEST(Touched, OfAFileOutsideOfAllModulesTouchesEverything) {
  EXPECT_EQ(change({"Makefile"}).everything, Touched::Everything::kYes);
  EXPECT_EQ(change({"shared/testdata/x"}).everything, Touched::Everything::kYes);
  EXPECT_EQ(change({"go.work"}).everything, Touched::Everything::kYes);
}

TEST(Touched, OfTheProfileToOptimiseWithTouchesEverything) {
  Layout where = layout();
  where.shared = {"profiles/cpu.pgo"};
  EXPECT_EQ(touched_by(std::vector<std::string>{"api/profiles/cpu.pgo"}, where).everything,
            Touched::Everything::kYes);
}

TEST(Touched, OfRequirementsSaysSoAndNoMore) {
  for (const char* path : {"api/go.mod", "api/go.sum", "go.work.sum", "api/vendor/modules.txt"}) {
    const Touched found = change({path});
    EXPECT_EQ(found.requirements, Touched::Requirements::kDiffer) << path;
    EXPECT_THAT(found.code, IsEmpty()) << path;
    EXPECT_THAT(found.modules, IsEmpty()) << path;
    EXPECT_EQ(found.everything, Touched::Everything::kNo) << path;
    EXPECT_EQ(touches(found), Touches::kPackages) << path;
  }
}

TEST(Touched, OfDocumentsAndHiddenFilesTouchesNothing) {
  for (const char* path : {"README.md", "docs/guide.rst", "tools/notes.adoc", ".gitignore",
                           ".github/workflows/ci.yml", "api/.golangci.yml", "api/docs/x.md"}) {
    EXPECT_EQ(touches(change({path})), Touches::kNoPackage) << path;
  }
  EXPECT_EQ(touches(change({})), Touches::kNoPackage);
}

TEST(Touched, OfAnyGoFileTouchesAPackage) {
  for (const char* path : {"tools/new/main.go", "x.go", "x_test.go", "a/testdata/x.go"}) {
    EXPECT_EQ(touches(change({path})), Touches::kPackages) << path;
  }
}

TEST(Folders, AreThoseThatTheGoCommandLooksInto) {
  const std::vector<std::string> files = {
      "a.go",    "b/b_test.go",     "c/x.txt", "d/testdata/x.go", ".hidden/x.go",
      "e/.x.go", "vendor/m/p/p.go", "go.mod",  "b/go.mod",        "d/testdata/go.mod"};
  EXPECT_THAT(package_folders(files), ElementsAre(".", "b", "vendor/m/p"));
  EXPECT_THAT(module_folders(files), ElementsAre(".", "b"));
}

// codec imports api; disk imports codec in its tests only; store imports nothing; api imports text,
// a module from elsewhere.
LinkedByName linked() {
  LinkedByName all;
  const auto add = [&](std::string name, std::string folder, std::vector<std::string> imports,
                       std::string module = "m v0, go1.24") {
    Linked one{.name = std::move(name),
               .folder = std::move(folder),
               .module = std::move(module),
               .imports = std::move(imports)};
    std::string key = one.name;
    all.emplace(std::move(key), std::move(one));
  };
  add("fmt", "", {}, "");
  add("x/text", "", {"fmt"}, "x/text v0.1.0, go1.18");
  add("m/api", "api", {"fmt", "x/text"});
  add("m/api.test", "api", {"m/api"});
  add("m/api/codec", "api/codec", {"m/api", "C"});
  add("m/api/codec.test", "api/codec", {"m/api/codec"});
  add("m/store", "store", {"fmt"});
  add("m/store.test", "store", {"m/store"});
  add("m/store/disk", "store/disk", {"m/store"});
  add("m/store/disk [m/store/disk.test]", "store/disk", {"m/store", "m/api/codec"});
  add("m/store/disk_test [m/store/disk.test]", "store/disk", {"m/store/disk [m/store/disk.test]"});
  add("m/store/disk.test", "store/disk",
      {"m/store/disk [m/store/disk.test]", "m/store/disk_test [m/store/disk.test]"});
  return all;
}

std::vector<std::string> touched_by(const Touched& what, const stats::Sides<LinkedByName>& sides) {
  std::vector<std::string> names;
  for (const char* name : {"m/api", "m/api/codec", "m/store", "m/store/disk"}) {
    if (is_touched(name, sides, what, layout())) {
      names.emplace_back(name);
    }
  }
  return names;
}

std::vector<std::string> touched_by(std::vector<std::string> paths) {
  return touched_by(change(std::move(paths)), {.base = linked(), .head = linked()});
}

TEST(IsTouched, FollowsImportsToEveryDependent) {
  EXPECT_THAT(touched_by({"api/api.go"}), ElementsAre("m/api", "m/api/codec", "m/store/disk"));
  EXPECT_THAT(touched_by({"store/store.go"}), ElementsAre("m/store", "m/store/disk"));
}

TEST(IsTouched, FollowsImportsOfTests) {
  EXPECT_THAT(touched_by({"api/codec/codec.go"}), ElementsAre("m/api/codec", "m/store/disk"));
}

TEST(IsTouched, DoesNotFollowTestFiles) {
  EXPECT_THAT(touched_by({"api/api_test.go"}), ElementsAre("m/api"));
}

TEST(IsTouched, LeavesOutEverythingElse) {
  EXPECT_THAT(touched_by({"tools/cmd/main.go"}), IsEmpty());
  EXPECT_THAT(touched_by({"store/disk/x.txt"}), ElementsAre("m/store/disk"));
}

TEST(IsTouched, TakesAllThatIsMadeOfAModuleWithAFileOfNoPackage) {
  Touched what;
  what.modules = {"api"};
  EXPECT_THAT(touched_by(what, {.base = linked(), .head = linked()}),
              ElementsAre("m/api", "m/api/codec", "m/store/disk"));
}

TEST(IsTouched, TakesAllWhereEverythingIs) {
  EXPECT_THAT(touched_by({"Makefile"}),
              ElementsAre("m/api", "m/api/codec", "m/store", "m/store/disk"));
}

TEST(IsTouched, SeesAnotherVersionOfAModuleWhereverItIsLinked) {
  LinkedByName head = linked();
  head.at("x/text").module = "x/text v0.2.0, go1.18";
  EXPECT_THAT(touched_by({}, {.base = linked(), .head = head}),
              ElementsAre("m/api", "m/api/codec", "m/store/disk"));
}

TEST(IsTouched, SeesAnotherLanguageVersionAndOtherGodebugDefaults) {
  LinkedByName head = linked();
  head.at("m/store").module = "m v0, go1.25";
  EXPECT_THAT(touched_by({}, {.base = linked(), .head = head}),
              ElementsAre("m/store", "m/store/disk"));
  head = linked();
  head.at("m/store.test").godebug = "panicnil=1";
  EXPECT_THAT(touched_by({}, {.base = linked(), .head = head}), ElementsAre("m/store"));
}

TEST(IsTouched, SeesAnImportThatOneSideHas) {
  LinkedByName base = linked();
  base.at("m/store").imports.emplace_back("m/api");
  const Touched what = change({"api/api.go"});
  EXPECT_THAT(touched_by(what, {.base = base, .head = linked()}),
              ElementsAre("m/api", "m/api/codec", "m/store", "m/store/disk"));
  EXPECT_THAT(touched_by(what, {.base = linked(), .head = base}),
              ElementsAre("m/api", "m/api/codec", "m/store", "m/store/disk"));
}

TEST(IsTouched, TakesWhatCannotBeLoaded) {
  LinkedByName head = linked();
  head.at("m/api/codec").loading = Linked::Loading::kBroken;
  EXPECT_THAT(touched_by({}, {.base = linked(), .head = head}),
              ElementsAre("m/api/codec", "m/store/disk"));
  head = linked();
  head.at("m/store").imports.emplace_back("m/gone");
  EXPECT_THAT(touched_by({}, {.base = head, .head = head}), ElementsAre("m/store", "m/store/disk"));
}

TEST(IsTouched, TakesAPackageOfOneSide) {
  LinkedByName head = linked();
  head.erase("m/store/disk");
  EXPECT_THAT(touched_by({}, {.base = linked(), .head = head}), ElementsAre("m/store/disk"));
  EXPECT_TRUE(is_touched("m/new", {.base = linked(), .head = linked()}, {}, layout()));
}

TEST(IsTouched, EndsOnImportsInACircle) {
  LinkedByName circle = linked();
  circle.at("m/api").imports.emplace_back("m/api/codec");
  EXPECT_THAT(touched_by({}, {.base = circle, .head = circle}), IsEmpty());
}

TEST(IsTouched, TakesAPackageCalledLikeATestBinaryForWhatItIs) {
  LinkedByName all = linked();
  all.at("m/store.test").folder = "store.test";  // a package in a folder of that name
  all.at("m/store.test").imports = {"m/api"};
  EXPECT_FALSE(is_touched("m/store", {.base = all, .head = all}, change({"api/api.go"}), layout()));
}

}  // namespace
}  // namespace headgate::gate
