#include "app/package_inputs.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/fake_program.h"

namespace headgate::app {
namespace {

using testing_support::FakeProgram;
using testing_support::Tree;

const Tree kTree = {{"go.mod", "module m\n"},
                    {"codec/codec.go", "package codec\n"},
                    {"codec/table.bin", "table"},
                    {"codec/testdata/in.txt", "in"},
                    {"web/web.go", "package web\n"},
                    {"web/index.html", "html"},
                    {"dist/app.js", "js"}};

class PackageInputsTest : public testing::Test {
 protected:
  // The digest of package codec in a tree called `root`.
  std::string digest(const Tree& tree, const std::string& root = "/t/base",
                     const std::vector<std::string>& copy = {}) {
    (void)program.files.remove_tree("/t");
    program.files.add_folder(root + "/codec");
    for (const auto& [path, content] : tree) {
      program.files.add_file(root + "/" + path, content);
    }
    for (const auto& [path, target] : symlinks) {
      program.files.add_symlink(root + "/" + path, target);
    }
    const Result<ModuleInputs> inputs = ModuleInputs::read(program.services(), root, root, copy);
    HEADGATE_CHECK(inputs.has_value());
    return inputs->digest_of(root + "/codec").value();
  }

  static Tree with(const std::string& path, const std::string& content) {
    Tree tree = kTree;
    tree[path] = content;
    return tree;
  }

  FakeProgram program;
  Tree symlinks;  // path to target
};

TEST_F(PackageInputsTest, TheSameFilesInBothTreesHaveOneDigest) {
  EXPECT_EQ(digest(kTree, "/t/base"), digest(kTree, "/t/head"));
}

TEST_F(PackageInputsTest, WhatBenchmarksOfThePackageReadChangesIt) {
  const std::string before = digest(kTree);
  EXPECT_NE(digest(with("codec/table.bin", "other")), before);
  EXPECT_NE(digest(with("codec/new.bin", "")), before);
  EXPECT_NE(digest(with("codec/testdata/in.txt", "other")), before);
  // A benchmark may read the testdata of another package of its module: "../web/testdata".
  EXPECT_NE(digest(with("web/testdata/in.txt", "new")), before);
}

TEST_F(PackageInputsTest, SourcesAndFilesOfOtherPackagesDoNot) {
  const std::string before = digest(kTree);
  EXPECT_EQ(digest(with("codec/codec.go", "package codec // edited\n")), before);
  EXPECT_EQ(digest(with("web/index.html", "edited")), before);
  EXPECT_EQ(digest(with("codec/deep/er/file.bin", "new")), before);
}

TEST_F(PackageInputsTest, CopiedPathsCount) {
  const std::string before = digest(kTree, "/t/base", {"dist"});
  EXPECT_EQ(digest(kTree, "/t/head", {"dist"}), before);
  EXPECT_NE(digest(with("dist/app.js", "edited"), "/t/base", {"dist"}), before);
  EXPECT_NE(digest(kTree, "/t/base", {}), before);
  const std::string one_file = digest(kTree, "/t/base", {"dist/app.js"});
  EXPECT_NE(digest(with("dist/app.js", "edited"), "/t/base", {"dist/app.js"}), one_file);
}

TEST_F(PackageInputsTest, ACopiedPathThatIsGoneIsADifferenceAndNoError) {
  Tree without = kTree;
  without.erase("dist/app.js");
  EXPECT_NE(digest(without, "/t/base", {"dist/app.js"}), digest(kTree, "/t/base", {"dist/app.js"}));
}

TEST_F(PackageInputsTest, NamesAndContentsCannotBeConfused) {
  EXPECT_NE(digest(with("codec/testdata/a", "b")), digest(with("codec/testdata/b", "a")));
  Tree split = kTree;
  split["codec/testdata/x"] = "";
  split["codec/testdata/y"] = "";
  EXPECT_NE(digest(split), digest(with("codec/testdata/x\ny", "")));
}

TEST_F(PackageInputsTest, ASymlinkCountsWithWhereItPoints) {
  symlinks = {{"codec/testdata/link", "in.txt"}};
  const std::string before = digest(kTree);
  symlinks = {{"codec/testdata/link", "../table.bin"}};
  EXPECT_NE(digest(kTree), before);
}

TEST_F(PackageInputsTest, WhatASymlinkLeadsToInTheTreeCounts) {
  symlinks = {{"codec/testdata/shared", "../../web"}};
  const std::string folder = digest(kTree);
  EXPECT_NE(digest(with("web/index.html", "edited")), folder);
  symlinks = {{"codec/testdata/page", "../../web/index.html"}};
  const std::string file = digest(kTree);
  EXPECT_NE(digest(with("web/index.html", "edited")), file);
}

TEST_F(PackageInputsTest, SymlinksInACircleEnd) {
  symlinks = {{"codec/testdata/up", ".."}, {"codec/testdata/top", "../.."}};
  EXPECT_EQ(digest(kTree, "/t/base"), digest(kTree, "/t/head"));
}

TEST_F(PackageInputsTest, ASymlinkOutOfTheTreeOrToNothingCountsAsItself) {
  program.files.add_file("/etc/machine", "1");
  symlinks = {{"codec/testdata/machine", "/etc/machine"}, {"codec/testdata/gone", "nowhere"}};
  const std::string before = digest(kTree);
  program.files.add_file("/etc/machine", "2");
  EXPECT_EQ(digest(kTree), before);
}

}  // namespace
}  // namespace headgate::app
