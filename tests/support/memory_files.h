// A file system in memory that keeps to the contract of Files, for tests that touch no disk. The
// tests of that contract (tests/edge/os/files_contract_test.cpp) run over this one too.
//
// Permissions are kept and not enforced; paths that do not begin with "/" count from the root.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "edge/os/digest.h"
#include "edge/os/files.h"
#include "edge/os/path_text.h"

namespace headgate::os {

class MemoryFiles final : public Files {
 public:
  /// Small, so that what reads in pieces is tested with several.
  static constexpr std::size_t kPieceBytes = 100;

  MemoryFiles() { nodes_["/"] = {.kind = FileKind::kFolder, .mode = 0755}; }

  // What a test prepares and looks at.

  /// A file, with the folders above it.
  void add_file(const std::string& path, std::string content, mode_t mode = 0644) {
    add_node(path, {.kind = FileKind::kFile, .content = std::move(content), .mode = mode});
  }

  void add_folder(const std::string& path) {
    add_node(path, {.kind = FileKind::kFolder, .mode = 0755});
  }

  void add_symlink(const std::string& path, std::string target) {
    add_node(path, {.kind = FileKind::kSymlink, .content = std::move(target), .mode = 0777});
  }

  /// From now on writing to exactly this path fails.
  void fail_writes_to(const std::string& path, Error error) { failures_[path] = std::move(error); }

  /// It does not any more.
  void heal(const std::string& path) { failures_.erase(path); }

  /// From now on handing over exactly this tree fails.
  void fail_chown_of(const std::string& path, Error error) {
    chown_failures_[path] = std::move(error);
  }

  /// What the file at exactly this path holds; nullopt when there is none.
  [[nodiscard]] std::optional<std::string> content_of(const std::string& path) const {
    const Node* node = find(path);
    return node != nullptr && node->kind == FileKind::kFile ? std::optional(node->content)
                                                            : std::nullopt;
  }

  [[nodiscard]] mode_t mode_of(const std::string& path) const { return nodes_.at(path).mode; }

  Mount known_mount = {.noexec = false, .mount_point = "/", .free_bytes = std::uint64_t{1} << 40};

  // Files.

  [[nodiscard]] Result<std::string> read(const std::string& path,
                                         std::uint64_t max_bytes) const override {
    const Result<const Node*> node = file(path);
    if (!node) {
      return node.error();
    }
    return (*node)->content.size() <= max_bytes
               ? Result<std::string>((*node)->content)
               : failed(fmt::format("{} is larger than {} bytes", path, max_bytes));
  }

  [[nodiscard]] Status read_pieces(
      const std::string& path,
      const std::function<Reading(std::string_view)>& piece) const override {
    const Result<const Node*> node = file(path);
    if (!node) {
      return node.error();
    }
    for (std::string_view rest = (*node)->content; !rest.empty();) {
      const std::string_view next = rest.substr(0, kPieceBytes);
      if (piece(next) == Reading::kStop) {
        break;
      }
      rest.remove_prefix(next.size());
    }
    return ok();
  }

  [[nodiscard]] Result<std::string> read_inside(const std::string& root,
                                                const std::string& relative,
                                                std::uint64_t max_bytes) const override {
    const std::string path = root + "/" + relative;
    const Result<std::string> real_root = real_path(root);
    const Result<std::string> real = real_path(path);
    if (!real_root || !real) {
      return real_root ? real.error() : real_root.error();
    }
    return lies_in(*real, *real_root)
               ? read(path, max_bytes)
               : failed(fmt::format("cannot read {}: it leads out of {}", path, root));
  }

  Status write(const std::string& path, std::string_view content, Durability) override {
    const Result<std::string> place = writable_place(path);
    if (!place) {
      return place.error();
    }
    if (const Node* node = find(*place); node != nullptr && node->kind == FileKind::kFolder) {
      return failed(fmt::format("cannot write {}: is a directory", path));
    }
    nodes_[*place] = {.kind = FileKind::kFile, .content = std::string(content), .mode = 0644};
    return ok();
  }

  Result<Appended> append(const std::string& path, std::string_view content) override {
    const Result<std::string> place = writable_place(path);
    if (!place) {
      return failures_.contains(path) ? Result<Appended>(place.error()) : Appended::kNoFile;
    }
    Node* node = find(*place);
    if (node == nullptr) {
      return Appended::kNoFile;
    }
    if (node->kind != FileKind::kFile) {
      return failed(fmt::format("cannot append to {}: not a file", path));
    }
    node->content += content;
    return Appended::kWritten;
  }

  Result<std::unique_ptr<LineFile>> open_lines(const std::string& path) override {
    const Result<std::string> place = resolve(path, Links::kKeepLast);
    if (!place) {
      return place.error();
    }
    const auto [node, is_new] =
        nodes_.try_emplace(*place, Node{.kind = FileKind::kFile, .mode = 0644});
    if (node->second.kind != FileKind::kFile) {
      return failed(fmt::format("cannot open {}: not a file", path));
    }
    return std::unique_ptr<LineFile>(std::make_unique<Lines>(*this, path));
  }

  Status make_directory(const std::string& path, mode_t mode) override {
    const std::string trimmed = without_end_slashes(path);
    const Result<std::string> real = resolve(trimmed, Links::kFollow);
    if (real && find(*real) != nullptr) {
      return find(*real)->kind == FileKind::kFolder
                 ? ok()
                 : Status(failed(fmt::format("cannot make {}: it is not a folder", path)));
    }
    if (const std::string parent = parent_of(trimmed); parent != ".") {
      if (Status made = make_directory(parent, 0755); !made) {
        return made;
      }
    }
    const Result<std::string> place = writable_place(trimmed);
    if (!place) {
      return place.error();
    }
    if (find(*place) != nullptr) {
      return failed(fmt::format("cannot make {}: it is not a folder", path));
    }
    nodes_[*place] = {.kind = FileKind::kFolder, .mode = mode};
    return ok();
  }

  Status remove_tree(const std::string& path) override {
    const std::string last = last_name_of(path);
    if (last.empty() || last == "." || last == "..") {
      return failed(fmt::format("refusing to remove '{}'", path));
    }
    const Result<std::string> place = resolve(without_end_slashes(path), Links::kKeepLast);
    if (place) {
      std::erase_if(nodes_, [&](const auto& node) { return lies_in(node.first, *place); });
    }
    return ok();
  }

  [[nodiscard]] Result<FileKind> kind(const std::string& path) const override {
    const Result<std::string> place = resolve(path, Links::kKeepLast);
    const Node* node = place ? find(*place) : nullptr;
    return node == nullptr ? FileKind::kNone : node->kind;
  }

  [[nodiscard]] Result<std::vector<std::string>> list(const std::string& path) const override {
    const Result<std::string> folder = folder_at(path, Links::kFollow);
    if (!folder) {
      return folder.error();
    }
    std::vector<std::string> names;
    for (const auto& [other, node] : nodes_) {
      if (other != "/" && parent_of(other) == *folder) {
        names.push_back(last_name_of(other));
      }
    }
    return names;
  }

  [[nodiscard]] Result<std::vector<std::string>> walk_files(
      const std::string& path) const override {
    const Result<std::string> folder = folder_at(path, Links::kKeepLast);
    if (!folder) {
      return folder.error();
    }
    std::vector<std::string> paths;
    for (const auto& [other, node] : nodes_) {
      const bool is_listed = node.kind == FileKind::kFile || node.kind == FileKind::kSymlink;
      if (is_listed && lies_in(other, *folder)) {
        paths.push_back(other.substr(*folder == "/" ? 1 : folder->size() + 1));
      }
    }
    return paths;
  }

  Status copy_tree(const std::string& from, const std::string& to) override {
    const Result<std::string> source = existing(from, Links::kKeepLast);
    if (!source) {
      return source.error();
    }
    if (const std::string parent = parent_of(to); parent != ".") {
      if (Status made = make_directory(parent, 0755); !made) {
        return made;
      }
    }
    const Result<std::string> target = writable_place(without_end_slashes(to));
    if (!target) {
      return target.error();
    }
    if (find(*target) != nullptr || lies_in(*target, *source)) {
      return failed(fmt::format("cannot copy {} to {}: something is there already", from, to));
    }
    std::map<std::string, Node> copies;
    for (const auto& [other, node] : nodes_) {
      if (lies_in(other, *source)) {
        copies[*target + other.substr(source->size())] = {
            .kind = node.kind, .content = node.content, .mode = node.mode & 0777};
      }
    }
    nodes_.merge(copies);
    return ok();
  }

  Status chown_tree(const std::string& path, const User& user) override {
    const Result<std::string> top = existing(path, Links::kKeepLast);
    if (!top) {
      return top.error();
    }
    if (const auto failure = chown_failures_.find(path); failure != chown_failures_.end()) {
      return failure->second;
    }
    for (auto& [other, node] : nodes_) {
      if (lies_in(other, *top)) {
        node.owner = user;
      }
    }
    return ok();
  }

  Status set_mode(const std::string& path, mode_t mode) override {
    const Result<std::string> place = existing(path, Links::kKeepLast);
    if (!place) {
      return place.error();
    }
    if (find(*place)->kind == FileKind::kSymlink) {
      return failed(fmt::format("cannot set the mode of {}: it is a symlink", path));
    }
    find(*place)->mode = mode;
    return ok();
  }

  [[nodiscard]] Result<mode_t> mode(const std::string& path) const override {
    const Result<std::string> place = existing(path, Links::kKeepLast);
    if (!place) {
      return place.error();
    }
    return find(*place)->mode;
  }

  [[nodiscard]] Result<User> owner(const std::string& path) const override {
    const Result<std::string> place = existing(path, Links::kKeepLast);
    if (!place) {
      return place.error();
    }
    return find(*place)->owner;
  }

  [[nodiscard]] Result<std::string> link_target(const std::string& path) const override {
    const Result<std::string> place = existing(path, Links::kKeepLast);
    if (!place) {
      return place.error();
    }
    return find(*place)->kind == FileKind::kSymlink
               ? Result<std::string>(find(*place)->content)
               : failed(fmt::format("cannot read the symlink {}: invalid argument", path));
  }

  [[nodiscard]] Result<std::string> real_path(const std::string& path) const override {
    return existing(path, Links::kFollow);
  }

  [[nodiscard]] Result<std::string> sha256_file(const std::string& path) const override {
    const Result<const Node*> node = file(path);
    if (!node) {
      return node.error();
    }
    return sha256((*node)->content);
  }

  [[nodiscard]] Result<Mount> mount(const std::string& path) const override {
    const Result<std::string> place = existing(path, Links::kFollow);
    if (!place) {
      return place.error();
    }
    return known_mount;
  }

 private:
  struct Node {
    FileKind kind = FileKind::kNone;
    std::string content = {};  ///< of a symlink: where it points
    mode_t mode = 0;
    User owner = {.uid = 0, .gid = 0};
  };

  class Lines final : public LineFile {
   public:
    Lines(MemoryFiles& files, std::string path) : files_(files), path_(std::move(path)) {}

    Status append_line(std::string_view line) override {
      if (!failure_) {
        const Result<Appended> appended = files_.append(path_, std::string(line) + "\n");
        failure_ = appended ? std::nullopt : std::optional(appended.error());
      }
      return failure_ ? Status(*failure_) : ok();
    }

   private:
    MemoryFiles& files_;
    std::string path_;
    std::optional<Error> failure_;
  };

  enum class Links { kFollow, kKeepLast };

  static Error failed(std::string message) {
    return {.reason = Reason::kIoFailed, .message = std::move(message)};
  }

  [[nodiscard]] const Node* find(const std::string& place) const {
    const auto found = nodes_.find(place);
    return found == nodes_.end() ? nullptr : &found->second;
  }

  [[nodiscard]] Node* find(const std::string& place) {
    const auto found = nodes_.find(place);
    return found == nodes_.end() ? nullptr : &found->second;
  }

  void add_node(const std::string& path, Node node) {
    if (const std::string parent = parent_of(path); find(parent) == nullptr) {
      add_node(parent, {.kind = FileKind::kFolder, .mode = 0755});
    }
    nodes_[path] = std::move(node);
  }

  static std::vector<std::string> names_of(const std::string& path) {
    std::vector<std::string> names;
    for (std::size_t begin = 0; begin < path.size();) {
      const std::size_t end = std::min(path.find('/', begin), path.size());
      names.push_back(path.substr(begin, end - begin));
      begin = end + 1;
    }
    return names;
  }

  /// The key in `nodes_` that `path` leads to; the last name need not exist.
  [[nodiscard]] Result<std::string> resolve(const std::string& path, Links links) const {
    constexpr int kMaxSymlinks = 40;
    int symlinks = 0;
    std::string place = "/";
    std::vector<std::string> names = names_of(path);
    for (std::size_t i = 0; i < names.size(); ++i) {
      const Node* folder = find(place);
      if (folder == nullptr || folder->kind != FileKind::kFolder) {
        return failed(fmt::format("cannot find {}: {} is not a folder", path, place));
      }
      if (names[i].empty() || names[i] == ".") {
        continue;
      }
      if (names[i] == "..") {
        place = parent_of(place);
        continue;
      }
      const std::string next = (place == "/" ? "" : place) + "/" + names[i];
      const Node* node = find(next);
      const bool is_last = i + 1 == names.size();
      if (node == nullptr || node->kind != FileKind::kSymlink ||
          (is_last && links == Links::kKeepLast)) {
        place = next;
        continue;
      }
      if (++symlinks > kMaxSymlinks) {
        return failed(fmt::format("cannot find {}: too many symlinks", path));
      }
      if (node->content.starts_with('/')) {
        place = "/";
      }
      std::vector<std::string> rest = names_of(node->content);
      rest.insert(rest.end(), names.begin() + static_cast<std::ptrdiff_t>(i) + 1, names.end());
      names = std::move(rest);
      i = static_cast<std::size_t>(-1);
    }
    return place;
  }

  [[nodiscard]] Result<std::string> existing(const std::string& path, Links links) const {
    Result<std::string> place = resolve(path, links);
    if (place && find(*place) == nullptr) {
      return failed(fmt::format("cannot find {}: no such file or directory", path));
    }
    return place;
  }

  [[nodiscard]] Result<std::string> writable_place(const std::string& path) const {
    if (const auto failure = failures_.find(path); failure != failures_.end()) {
      return failure->second;
    }
    return resolve(path, Links::kKeepLast);
  }

  [[nodiscard]] Result<std::string> folder_at(const std::string& path, Links links) const {
    Result<std::string> place = existing(path, links);
    if (place && find(*place)->kind != FileKind::kFolder) {
      return failed(fmt::format("cannot list {}: not a folder", path));
    }
    return place;
  }

  [[nodiscard]] Result<const Node*> file(const std::string& path) const {
    const Result<std::string> place = existing(path, Links::kFollow);
    if (!place) {
      return place.error();
    }
    return find(*place)->kind == FileKind::kFile
               ? Result<const Node*>(find(*place))
               : failed(fmt::format("cannot read {}: not a regular file", path));
  }

  std::map<std::string, Node> nodes_;
  std::map<std::string, Error> failures_;
  std::map<std::string, Error> chown_failures_;
};

}  // namespace headgate::os
