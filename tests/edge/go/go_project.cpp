#include "edge/go/go_project.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <utility>

#include <fmt/core.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "edge/proc/captured_output.h"

namespace headgate::go {
namespace {

constexpr proc::Identity kBuilder{.uid = 65111, .gid = 65111};
constexpr std::size_t kKeptBytes = 1 << 20;

std::optional<proc::Identity> identity() {
  return ::geteuid() == 0 ? std::optional(kBuilder) : std::nullopt;
}

void make_folder(const std::string& path) {
  std::filesystem::create_directories(path);
  if (const std::optional<proc::Identity> owner = identity()) {
    HEADGATE_CHECK(::chown(path.c_str(), owner->uid, owner->gid) == 0);
  }
}

std::string shared_build_cache() {
  const std::optional<proc::Identity> owner = identity();
  std::string path = fmt::format("/tmp/headgate-go-tests-{}", owner ? owner->uid : ::geteuid());
  make_folder(path);
  return path;
}

}  // namespace

proc::Launcher& launcher() {
  static proc::PosixLauncher one(-1);
  return one;
}

std::string path_variable() {
  const char* path = std::getenv("PATH");
  return path == nullptr ? "/usr/local/go/bin:/usr/bin:/bin" : path;
}

std::string output_of(const std::vector<std::string>& argv, const std::string& directory) {
  proc::CapturedOutput output(kKeptBytes);
  const proc::Completion completion =
      launcher().run(proc::Command{.argv = argv,
                                   .directory = directory,
                                   .environment = {"PATH=" + path_variable(), "HOME=/nonexistent",
                                                   "GOFLAGS=", "GOTOOLCHAIN=local", "GOWORK=off"}},
                     output);
  EXPECT_TRUE(proc::succeeded(completion))
      << testing::PrintToString(argv) << ": " << proc::describe(completion) << "\n"
      << output.err().text();
  return output.out().text();
}

std::string benchmark_file(std::string_view package, std::string_view name) {
  return fmt::format(
      "package {}\n\nimport \"testing\"\n\nfunc {}(b *testing.B) {{\n\tfor i := 0; i < b.N; i++ "
      "{{\n\t}}\n}}\n",
      package, name);
}

GoProject::GoProject() {
  add_folder(".");
  for (const char* name : {"home", "tmp", "out"}) {
    make_folder(own(name));
  }
}

std::string GoProject::path(const std::string& name) const {
  return name == "." ? own("tree") : own("tree/" + name);
}

void GoProject::add_folder(const std::string& path_in_tree) {
  std::filesystem::create_directories(path(path_in_tree));
}

void GoProject::add(const std::string& path_in_tree, std::string_view text) {
  const std::filesystem::path file = path(path_in_tree);
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << text;
}

void GoProject::add_module(const std::string& folder, std::string_view go_version,
                           std::string_view more) {
  const std::string path_suffix = folder == "." ? "" : "/" + folder;
  add(folder + "/go.mod",
      fmt::format("module example.com/m{}\n\ngo {}\n{}", path_suffix, go_version, more));
}

Module GoProject::module(const std::string& folder) const {
  return {.directory = path(folder), .workspace = "off", .toolchain = "local"};
}

std::string GoProject::output(const std::string& name) const { return own("out/" + name); }

Context GoProject::context(const Variables& settings) const {
  Variables user = {{"GOPROXY", "off"}, {"GOSUMDB", "off"}};
  for (const auto& [name, value] : settings) {
    user[name] = value;
  }
  const Variables ours = {{"PATH", path_variable()}};
  const BuildFolders folders{.home = own("home"),
                             .temp = own("tmp"),
                             .build_cache = shared_build_cache(),
                             .module_cache = own("home/modules"),
                             .ceiling = own("tree")};
  Result<std::string> command = find_go(path_variable());
  return Context{.command = command ? *std::move(command) : "no go command",
                 .environment = build_environment(ours, user, folders),
                 // Module folders are read-only otherwise and outlive the test.
                 .goflags = "-modcacherw",
                 .identity = identity(),
                 .timeout = [] { return std::chrono::milliseconds(std::chrono::minutes(5)); }};
}

std::unique_ptr<Go> GoProject::go(const Variables& settings) const {
  return make_command_go(launcher(), context(settings));
}

std::string GoProject::build(const Module& module, const std::string& import_path,
                             const BuildFlags& flags) {
  std::string file = output(fmt::format("b{}.test", builds_++));
  const Status built = go()->build_test(module, import_path, flags, file);
  EXPECT_TRUE(built) << (built ? "" : built.error().message + "\n" + built.error().detail);
  return file;
}

}  // namespace headgate::go
