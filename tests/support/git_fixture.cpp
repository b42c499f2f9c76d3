#include "support/git_fixture.h"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/core.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace headgate::testing {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& what) {
  throw std::runtime_error(what + ": " + std::generic_category().message(errno));
}

// A file without a name, for a child's stdin, stdout or stderr: unlike a pipe it never blocks.
class Scratch {
 public:
  explicit Scratch(std::string_view content = {}) : number_(memfd_create("git", MFD_CLOEXEC)) {
    if (number_ < 0 || write(number_, content.data(), content.size()) < 0 ||
        lseek(number_, 0, SEEK_SET) != 0) {
      fail("scratch file");
    }
  }

  ~Scratch() { close(number_); }

  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  [[nodiscard]] int number() const { return number_; }

  [[nodiscard]] std::string content() const {
    std::string text(static_cast<std::size_t>(lseek(number_, 0, SEEK_END)), '\0');
    if (pread(number_, text.data(), text.size(), 0) < 0) {
      fail("scratch file");
    }
    return text;
  }

 private:
  int number_;
};

std::vector<std::string> environment(const std::string& date) {
  const char* const path = std::getenv("PATH");
  return {fmt::format("PATH={}", path == nullptr ? "/usr/bin:/bin" : path),
          "HOME=/nonexistent",
          "LC_ALL=C",
          "GIT_CONFIG_NOSYSTEM=1",
          "GIT_CONFIG_GLOBAL=/dev/null",
          "GIT_CONFIG_COUNT=3",
          "GIT_CONFIG_KEY_0=safe.directory",
          "GIT_CONFIG_VALUE_0=*",
          "GIT_CONFIG_KEY_1=protocol.file.allow",
          "GIT_CONFIG_VALUE_1=always",
          "GIT_CONFIG_KEY_2=gc.auto",
          "GIT_CONFIG_VALUE_2=0",
          "GIT_AUTHOR_NAME=Ada Author",
          "GIT_AUTHOR_EMAIL=ada@example.com",
          "GIT_COMMITTER_NAME=Cid Committer",
          "GIT_COMMITTER_EMAIL=cid@example.com",
          "GIT_AUTHOR_DATE=" + date,
          "GIT_COMMITTER_DATE=" + date};
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (std::string& text : texts) {
    result.push_back(text.data());
  }
  result.push_back(nullptr);
  return result;
}

// 14 November 2023, 22:13:20 UTC, and a minute for each commit.
std::string date_of(int commit) { return fmt::format("{} +0000", 1'700'000'000 + 60 * commit); }

std::string run(const std::string& folder, const std::vector<std::string>& arguments,
                std::string_view input, const std::string& date) {
  const Scratch in(input);
  const Scratch out;
  const Scratch err;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in.number(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out.number(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err.number(), STDERR_FILENO);
  std::vector<std::string> words = {"git", "-C", folder};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<std::string> variables = environment(date);
  pid_t child = 0;
  const int spawned = posix_spawnp(&child, "git", &actions, nullptr, pointers(words).data(),
                                   pointers(variables).data());
  posix_spawn_file_actions_destroy(&actions);
  int status = 0;
  if (spawned != 0 || waitpid(child, &status, 0) != child) {
    throw std::runtime_error("git does not start");
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    std::string command;
    for (const std::string& word : words) {
      command += word + " ";
    }
    throw std::runtime_error(command + "failed: " + err.content());
  }
  std::string printed = out.content();
  if (printed.ends_with('\n')) {
    printed.pop_back();
  }
  return printed;
}

std::string from_hex(const std::string& digits) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
    bytes += static_cast<char>(std::stoi(digits.substr(i, 2), nullptr, 16));
  }
  return bytes;
}

}  // namespace

TemporaryFolder::TemporaryFolder() {
  std::string pattern =
      (fs::canonical(fs::temp_directory_path()) / "headgate-test-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) {
    fail("temporary folder");
  }
  path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

std::string run_git(const std::string& folder, const std::vector<std::string>& arguments,
                    std::string_view input) {
  return run(folder, arguments, input, date_of(0));
}

GitFixture::GitFixture(std::string folder, std::vector<std::string> init_options)
    : path_(std::move(folder)) {
  fs::create_directories(path_);
  init_options.insert(init_options.begin(), {"init", "--quiet", "--initial-branch=main"});
  git(init_options);
}

GitFixture GitFixture::at(std::string folder) { return {Existing{}, std::move(folder)}; }

std::string GitFixture::git(const std::vector<std::string>& arguments,
                            std::string_view input) const {
  return run(path_, arguments, input, date_of(commits_));
}

void GitFixture::write(const std::string& path, std::string_view content) const {
  const fs::path file = fs::path(path_) / path;
  fs::create_directories(file.parent_path());
  std::ofstream stream(file, std::ios::binary | std::ios::trunc);
  stream << content;
  if (!stream.flush()) {
    fail("write " + file.string());
  }
}

void GitFixture::write_executable(const std::string& path, std::string_view content) const {
  write(path, content);
  fs::permissions(fs::path(path_) / path, static_cast<fs::perms>(0755));
}

void GitFixture::link(const std::string& path, const std::string& link_target) const {
  const fs::path file = fs::path(path_) / path;
  fs::create_directories(file.parent_path());
  fs::create_symlink(link_target, file);
}

void GitFixture::remove(const std::string& path) const {
  if (fs::remove_all(fs::path(path_) / path) == 0) {
    throw std::runtime_error("nothing to remove at " + path);
  }
}

std::string GitFixture::commit(const std::string& message) {
  ++commits_;
  git({"add", "--all"});
  git({"commit", "--quiet", "--allow-empty", "--message", message});
  return git({"rev-parse", "HEAD"});
}

std::string GitFixture::commit_tree(const std::string& tree,
                                    const std::vector<std::string>& parents,
                                    const std::string& message) {
  ++commits_;
  std::vector<std::string> arguments = {"commit-tree", tree, "-m", message};
  for (const std::string& parent : parents) {
    arguments.insert(arguments.end(), {"-p", parent});
  }
  return git(arguments);
}

std::string GitFixture::merge_commit(const std::string& base, const std::string& head) {
  const std::string tree = git({"merge-tree", "--write-tree", base, head});
  return commit_tree(tree, {base, head}, fmt::format("Merge {} into {}", head, base));
}

std::string GitFixture::blob(std::string_view content) const {
  return git({"hash-object", "-w", "--stdin"}, content);
}

std::string GitFixture::tree(const std::vector<RawEntry>& entries) const {
  std::string content;
  for (const RawEntry& entry : entries) {
    content += entry.mode + " " + entry.name + '\0' + from_hex(entry.id);
  }
  return git({"hash-object", "-w", "-t", "tree", "--literally", "--stdin"}, content);
}

PullRequestCheckout make_pull_request_checkout(const std::string& folder, const Files& base_files,
                                               const Files& head_files, int depth) {
  GitFixture origin(folder + "/origin");
  origin.git({"config", "uploadpack.allowAnySHA1InWant", "true"});
  origin.git({"config", "uploadpack.allowFilter", "true"});
  origin.write("README.md", "a repository for tests\n");
  origin.commit("Start");
  for (const auto& [path, content] : base_files) {
    origin.write(path, content);
  }
  PullRequestCheckout made{
      .path = folder + "/workspace", .base = origin.commit("Base"), .head = "", .merge = ""};
  origin.git({"checkout", "--quiet", "-b", "feature"});
  for (const auto& [path, content] : head_files) {
    origin.write(path, content);
  }
  made.head = origin.commit("Head");
  origin.git({"checkout", "--quiet", "main"});
  made.merge = origin.merge_commit(made.base, made.head);
  origin.git({"update-ref", "refs/pull/7/merge", made.merge});

  const GitFixture workspace(made.path);
  workspace.git({"remote", "add", "origin", "file://" + origin.path()});
  std::vector<std::string> fetch = {"fetch", "--quiet", "--no-tags", "--prune",
                                    "--no-recurse-submodules"};
  if (depth > 0) {
    fetch.push_back(fmt::format("--depth={}", depth));
  }
  fetch.push_back("origin");
  if (depth == 0) {
    fetch.push_back("+refs/heads/*:refs/remotes/origin/*");
  }
  fetch.push_back("+" + made.merge + ":refs/remotes/pull/7/merge");
  workspace.git(fetch);
  workspace.git({"checkout", "--quiet", "--force", "refs/remotes/pull/7/merge"});
  return made;
}

}  // namespace headgate::testing
