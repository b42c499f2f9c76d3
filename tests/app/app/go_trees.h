// Both trees of a run on disk in memory, and what looks at them, for tests of single steps.

#pragma once

#include <optional>
#include <string>
#include <utility>

#include "app/sandbox.h"
#include "core/config/settings.h"
#include "support/fake_program.h"

namespace headgate::app {

class GoTrees {
 public:
  /// Files of one side, below its tree.
  void add(stats::Side side, const testing_support::Tree& tree) {
    for (const auto& [path, content] : tree) {
      program.files.add_file(root(side) + "/" + path, content);
    }
  }

  void add_both(const testing_support::Tree& tree) {
    add(stats::Side::kBase, tree);
    add(stats::Side::kHead, tree);
  }

  static std::string root(stats::Side side) {
    return "/tmp/hg-00000/" + std::string(stats::name(side));
  }

  /// Made on the first call; add files afterwards, because making it empties the folder.
  Sandbox& sandbox() {
    if (!sandbox_) {
      Result<Sandbox> made = Sandbox::create(program.services(), "/workspace", cache_dir);
      HEADGATE_CHECK(made.has_value());
      sandbox_ = *std::move(made);
    }
    return *sandbox_;
  }

  go::FakeGo go() { return go::FakeGo(program.go, program.files, {}); }

  testing_support::FakeProgram program;
  config::Settings settings;
  std::string cache_dir;

 private:
  std::optional<Sandbox> sandbox_;
};

}  // namespace headgate::app
