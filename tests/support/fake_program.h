// Every edge of the program as a fake, wired together as main.cpp wires the real ones: a repository
// whose commits are trees in memory, a go command that "builds" what lies in them, and test
// binaries that print what the test says.

#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <sys/stat.h>

#include "app/services.h"
#include "core/stats/design.h"
#include "support/fake_go.h"
#include "support/fake_host.h"
#include "support/fake_http.h"
#include "support/fake_interrupts.h"
#include "support/fake_launcher.h"
#include "support/fake_private_folders.h"
#include "support/fake_repository.h"
#include "support/manual_clock.h"
#include "support/memory_files.h"
#include "support/scratch_folder.h"

namespace headgate::testing_support {

/// Files of a tree: path to content.
using Tree = std::map<std::string, std::string>;

/// A module example.com/m with one package and these benchmark functions; `body` makes two trees
/// differ.
inline Tree module_tree(const std::vector<std::string>& functions, const std::string& body = "") {
  std::string tests = "package m\n\nimport \"testing\"\n";
  for (const std::string& function : functions) {
    tests += fmt::format("\nfunc {}(b *testing.B) {{}}\n", function);
  }
  return {{"go.mod", "module example.com/m\n\ngo 1.24\n"},
          {"m.go", "package m\n\n// " + body + "\n"},
          {"m_test.go", tests}};
}

/// One execution of a fake test binary.
struct Execution {
  stats::Side side;
  std::string function;  ///< "BenchmarkX"
  std::string pattern;   ///< of -test.bench
  std::size_t nth;       ///< of this side and function, from 0
};

class FakeProgram {
 public:
  FakeProgram() {
    repository->write_export = [this](const std::string& revision, const std::string& target) {
      files.add_folder(target);
      for (const auto& [path, content] : trees[revision]) {
        files.add_file(target + "/" + path, content);
      }
    };
    files.add_folder("/workspace");
    commit("base", {});
    commit("head", {});
    repository->commits["HEAD"] = repository->commits["head"];
    repository->default_branch = "main";
    repository->commits["main"] = repository->commits["base"];
    repository->merge_bases[{"main", "HEAD"}] = repository->commits["base"].id;
    go.toolchain.goroot = "/usr/local/go";
    variables["PATH"] = go_folder_.path();
    make_program(go_folder_ / "go");
  }

  FakeProgram(const FakeProgram&) = delete;
  FakeProgram& operator=(const FakeProgram&) = delete;

  /// Sets the tree of a commit that is called `name` and has the id id_of(name); "" is the work
  /// tree.
  void commit(const std::string& name, Tree tree) {
    if (name.empty()) {
      for (const auto& [path, content] : tree) {
        files.add_file("/workspace/" + path, content);
      }
    } else {
      const git::Commit made{.id = id_of(name),
                             .tree = id_of("tree " + name),
                             .parents = {},
                             .time_sec = 0,
                             .subject = "make " + name};
      repository->commits[name] = made;
      repository->commits[made.id] = made;
      for (const auto& [path, content] : tree) {
        repository->files[{made.id, path}] = content;
      }
    }
    trees[name.empty() ? "" : id_of(name)] = std::move(tree);
  }

  /// 40 hexadecimal digits made of the name's letters.
  [[nodiscard]] static std::string id_of(const std::string& name) {
    std::string id;
    for (const char c : name) {
      id += fmt::format("{:02x}", static_cast<unsigned char>(c));
    }
    id.resize(40, '0');
    return id;
  }

  /// Both commits at once.
  void sides(Tree base, Tree head) {
    commit("base", std::move(base));
    commit("head", std::move(head));
    repository->commits["HEAD"] = repository->commits["head"];
    repository->commits["main"] = repository->commits["base"];
  }

  /// The same object every time, with `variables`, `user` and `terminal` as they are now.
  [[nodiscard]] app::Services& services() {
    environment_ = os::Environment(os::Environment::Variables(variables.begin(), variables.end()));
    if (services_) {
      services_->user = user;
      services_->terminal = terminal;
      return *services_;
    }
    services_ = std::make_unique<app::Services>(
        app::Services{.files = files,
                      .clock = clock,
                      .host = host,
                      .interrupts = interrupts,
                      .private_folders = private_folders,
                      .environment = environment_,
                      .user = user,
                      .launcher = launcher,
                      .git = git,
                      .http = http,
                      .pause_sec = [this](double sec) { clock.advance(sec); },
                      .make_go = [this](go::Context context) -> std::unique_ptr<go::Go> {
                        return std::make_unique<go::FakeGo>(go, files, std::move(context));
                      },
                      .current_directory = "/workspace",
                      .version = "1.2.3",
                      .random_hex = "0123456789abcdef0123456789abcdef",
                      .terminal = terminal});
    return *services_;
  }

  /// Arguments of every test binary that ran a benchmark, in order: "base BenchmarkX", ...
  [[nodiscard]] const std::vector<std::string>& measured() const { return measured_; }

  os::MemoryFiles files;
  os::ManualClock clock;
  os::FakeHost host;
  os::FakeInterrupts interrupts;
  net::FakeHttp http;
  os::FakePrivateFolders private_folders{files};
  std::map<std::string, std::string> variables;
  os::User user = {.uid = 1000, .gid = 1000};
  app::Terminal terminal = {};
  go::GoScript go;
  std::shared_ptr<git::RepositoryState> repository = std::make_shared<git::RepositoryState>();
  std::map<std::string, Tree> trees;  ///< by commit id; "" is the work tree

  /// ns/op of an execution; head is three times as slow by default.
  std::function<double(const Execution&)> speed = [](const Execution& one) {
    return (one.side == stats::Side::kHead ? 300.0 : 100.0) + static_cast<double>(one.nth);
  };
  /// Asked first: a child for a command instead of the usual one. Empty: the usual.
  std::function<std::optional<proc::FakeChild>(const proc::Command&)> child;
  double process_sec = 0.5;  ///< what a test binary's execution takes

  proc::FakeLauncher launcher{
      proc::FakeLauncher::Script([this](const proc::Command& command) { return run(command); })};
  git::FakeGit git{repository};

 private:
  static void make_program(const std::string& path) {
    std::FILE* file = std::fopen(path.c_str(), "w");
    HEADGATE_CHECK(file != nullptr);
    std::fclose(file);
    HEADGATE_CHECK(::chmod(path.c_str(), 0755) == 0);
  }

  static std::string value_of(const proc::Command& command, const std::string& flag) {
    for (const std::string& argument : command.argv) {
      if (argument.starts_with(flag + "=")) {
        return argument.substr(flag.size() + 1);
      }
    }
    return {};
  }

  // A binary's content is its sources (fake_go.h).
  [[nodiscard]] std::vector<std::string> functions_of(const std::string& binary) const {
    const std::string content = files.content_of(binary).value_or("");
    std::vector<std::string> functions;
    const std::string start = "\nfunc Benchmark";
    for (std::size_t at = content.find(start); at != std::string::npos;
         at = content.find(start, at + 1)) {
      const std::size_t begin = at + start.size() - std::string("Benchmark").size();
      functions.push_back(content.substr(begin, content.find('(', begin) - begin));
    }
    return functions;
  }

  proc::FakeChild run(const proc::Command& command) {
    if (child) {
      if (std::optional<proc::FakeChild> special = child(command)) {
        return *std::move(special);
      }
    }
    const std::string& binary = command.argv.front();
    if (command.argv.size() > 1 && command.argv[1] == "env") {
      return proc::FakeChild::printing(
          R"({"GOCACHE":"/home/u/.cache/go-build","GOFLAGS":"","GOMODCACHE":"/home/u/go/pkg/mod"})");
    }
    if (!value_of(command, "-test.list").empty()) {
      std::string list;
      for (const std::string& function : functions_of(binary)) {
        list += function + "\n";
      }
      return proc::FakeChild::printing(list);
    }
    if (const std::string pattern = value_of(command, "-test.bench"); !pattern.empty()) {
      return measure(command, pattern);
    }
    return proc::FakeChild::exiting(0);
  }

  proc::FakeChild measure(const proc::Command& command, const std::string& pattern) {
    const std::string& binary = command.argv.front();
    const stats::Side side =
        binary.find("/bin/base/") != std::string::npos ? stats::Side::kBase : stats::Side::kHead;
    std::string out = "goos: linux\ngoarch: amd64\npkg: example.com/m\ncpu: Test CPU\n";
    for (const std::string& function : functions_of(binary)) {
      const std::size_t at = pattern.find(function);
      const char after = at == std::string::npos ? 'x' : pattern[at + function.size()];
      if (after != '$' && after != '|' && after != ')') {
        continue;
      }
      const std::string name = fmt::format("{} {}", stats::name(side), function);
      measured_.push_back(name);
      const double ns = speed(Execution{
          .side = side, .function = function, .pattern = pattern, .nth = executions_[name]++});
      out +=
          fmt::format("{}-{} \t 1000\t {} ns/op\n", function, value_of(command, "-test.cpu"), ns);
    }
    clock.advance(process_sec);
    proc::FakeChild measured = proc::FakeChild::printing(out + "PASS\n");
    measured.completion.wall_sec = process_sec;
    return measured;
  }

  os::ScratchFolder go_folder_;  // the go command is looked up on the real disk
  os::Environment environment_;
  std::unique_ptr<app::Services> services_;
  std::vector<std::string> measured_;
  std::map<std::string, std::size_t> executions_;
};

}  // namespace headgate::testing_support
