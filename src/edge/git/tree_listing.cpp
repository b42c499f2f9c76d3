// Depth first with a stack of our own: a hostile tree can nest far deeper than the call stack.
// Paths longer than the kernel takes end the descent, and a count of entries ends the kind of tree
// that repeats one folder ten times on each of ten levels.

#include "edge/git/tree_listing.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <git2.h>

#include "edge/git/failure.h"

namespace headgate::git {
namespace {

constexpr std::size_t kMaxEntries = 1'000'000;
// PATH_MAX is 4096 with the final NUL; the folder that the tree is written to needs some of it.
constexpr std::size_t kMaxPathBytes = 3'840;
constexpr std::size_t kEntriesPerCancelCheck = 256;
constexpr std::string_view kLfsPointerStart = "version https://git-lfs.github.com/spec/";

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') {
      c = static_cast<char>(c - 'A' + 'a');
    }
  }
  return lower;
}

// The spellings that some file system takes for `.git`: any case, the short name, an NTFS stream,
// and dots and spaces at the end. Git refuses them everywhere.
bool names_git_folder(std::string_view name) {
  name = name.substr(0, name.find(':'));
  while (!name.empty() && (name.back() == '.' || name.back() == ' ')) {
    name.remove_suffix(1);
  }
  const std::string lower = lower_case(name);
  return lower == ".git" || lower == "git~1";
}

bool is_hostile_name(std::string_view name) {
  return name.empty() || name == "." || name == ".." || name.find('/') != std::string_view::npos ||
         names_git_folder(name);
}

// A folder of the tree that is still to be read.
struct Pending {
  git_oid id;
  // Empty for the root, else with a final `/`.
  std::string folder;
};

enum class ObjectKind { kMissing, kFolder, kFile, kLfsPointer, kOther };

// Ids are digests already.
struct HashId {
  std::size_t operator()(const git_oid& id) const {
    std::size_t hash = 0;
    std::memcpy(&hash, id.id, sizeof hash);
    return hash;
  }
};

struct EqualIds {
  bool operator()(const git_oid& a, const git_oid& b) const { return git_oid_equal(&a, &b) != 0; }
};

class TreeWalk {
 public:
  TreeWalk(git_repository& repository, git_odb& database, const CancelCheck& cancel)
      : repository_(repository), database_(database), cancel_(cancel) {}

  Result<TreeListing> run(const git_oid& root) {
    stack_.push_back(Pending{.id = root, .folder = ""});
    while (!stack_.empty()) {
      const Pending next = std::move(stack_.back());
      stack_.pop_back();
      if (Status status = read_folder(next); !status) {
        return std::move(status).error();
      }
    }
    std::sort(listing_.files.begin(), listing_.files.end(),
              [](const TreeFile& a, const TreeFile& b) { return a.path < b.path; });
    TreeProblems& problems = listing_.problems;
    for (std::vector<std::string>* list : {&problems.submodules, &problems.lfs_pointers,
                                           &problems.missing_objects, &problems.hostile}) {
      std::sort(list->begin(), list->end());
      list->erase(std::unique(list->begin(), list->end()), list->end());
    }
    return std::move(listing_);
  }

 private:
  Status read_folder(const Pending& pending) {
    Handle<git_tree> tree;
    if (const int code = git_tree_lookup(Out(tree), &repository_, &pending.id); code < 0) {
      const Failure failure = last_failure(code);
      const std::string shown = pending.folder.empty() ? "./" : pending.folder;
      if (is_missing_object(failure)) {
        listing_.problems.missing_objects.push_back(shown);
        return ok();
      }
      // The library cannot even split such a tree into entries, so nobody wrote it in good faith.
      if (failure.error_class == GIT_ERROR_TREE) {
        listing_.problems.hostile.push_back(shown);
        return ok();
      }
      return unreadable(failure).within(fmt::format("'{}'", shown));
    }
    const std::size_t count = git_tree_entrycount(tree.get());
    std::vector<std::string_view> names;
    names.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
      const git_tree_entry* const entry = git_tree_entry_byindex(tree.get(), i);
      names.emplace_back(git_tree_entry_name(entry));
      if (Status status = read_entry(*entry, pending.folder); !status) {
        return status;
      }
    }
    note_repeated_names(std::move(names), pending.folder);
    return ok();
  }

  // A symbolic link and a folder of one name: the way to write through the link.
  void note_repeated_names(std::vector<std::string_view> names, const std::string& folder) {
    std::sort(names.begin(), names.end());
    for (auto it = std::adjacent_find(names.begin(), names.end()); it != names.end();
         it = std::adjacent_find(it + 1, names.end())) {
      listing_.problems.hostile.push_back(folder + std::string(*it));
    }
  }

  Status read_entry(const git_tree_entry& entry, const std::string& folder) {
    if (++entries_ > kMaxEntries) {
      return Error{
          .reason = Reason::kTreeInvalid,
          .message = fmt::format("the commit's tree has more than {} entries", kMaxEntries)};
    }
    if (entries_ % kEntriesPerCancelCheck == 0 && cancel_ && cancel_()) {
      return interrupted();
    }
    const std::string_view name = git_tree_entry_name(&entry);
    std::string path = folder + std::string(name);
    if (is_hostile_name(name) || path.size() > kMaxPathBytes) {
      listing_.problems.hostile.push_back(std::move(path));
      return ok();
    }
    if (git_tree_entry_filemode(&entry) == GIT_FILEMODE_COMMIT) {
      listing_.problems.submodules.push_back(path);
      add_file(entry, std::move(path));
      return ok();
    }
    return read_object(entry, std::move(path));
  }

  Status read_object(const git_tree_entry& entry, std::string path) {
    const git_filemode_t mode = git_tree_entry_filemode(&entry);
    const bool is_folder = mode == GIT_FILEMODE_TREE;
    const Result<ObjectKind> kind = kind_of(*git_tree_entry_id(&entry));
    if (!kind) {
      return kind.error().within(fmt::format("'{}'", path));
    }
    if (*kind == ObjectKind::kMissing) {
      listing_.problems.missing_objects.push_back(is_folder ? path + "/" : std::move(path));
      return ok();
    }
    if (*kind == ObjectKind::kOther || is_folder != (*kind == ObjectKind::kFolder)) {
      listing_.problems.hostile.push_back(std::move(path));
      return ok();
    }
    if (is_folder) {
      stack_.push_back(Pending{.id = *git_tree_entry_id(&entry), .folder = std::move(path) + "/"});
      return ok();
    }
    if (*kind == ObjectKind::kLfsPointer && mode != GIT_FILEMODE_LINK) {
      listing_.problems.lfs_pointers.push_back(path);
    }
    add_file(entry, std::move(path));
    return ok();
  }

  Result<ObjectKind> kind_of(const git_oid& id) {
    const auto known = kinds_.find(id);
    if (known != kinds_.end()) {
      return known->second;
    }
    Result<ObjectKind> kind = look_up(id);
    if (kind) {
      kinds_.emplace(id, *kind);
    }
    return kind;
  }

  // Asks for type and size alone; only what may be an LFS pointer is read.
  Result<ObjectKind> look_up(const git_oid& id) {
    std::size_t size_bytes = 0;
    git_object_t type = GIT_OBJECT_INVALID;
    int code = git_odb_read_header(&size_bytes, &type, &database_, &id);
    if (code < 0) {
      const Failure failure = last_failure(code);
      if (is_missing_object(failure)) {
        return ObjectKind::kMissing;
      }
      return unreadable(failure);
    }
    if (type != GIT_OBJECT_BLOB) {
      return type == GIT_OBJECT_TREE ? ObjectKind::kFolder : ObjectKind::kOther;
    }
    if (size_bytes < kLfsPointerStart.size() || size_bytes > kMaxLfsPointerBytes) {
      return ObjectKind::kFile;
    }
    Handle<git_odb_object> blob;
    code = git_odb_read(Out(blob), &database_, &id);
    if (code < 0) {
      return unreadable(last_failure(code));
    }
    const std::string_view content(static_cast<const char*>(git_odb_object_data(blob.get())),
                                   git_odb_object_size(blob.get()));
    return is_lfs_pointer(content) ? ObjectKind::kLfsPointer : ObjectKind::kFile;
  }

  void add_file(const git_tree_entry& entry, std::string path) {
    TreeFile file{.path = std::move(path),
                  .id = {},
                  .mode = static_cast<std::uint32_t>(git_tree_entry_filemode(&entry))};
    std::memcpy(file.id.data(), git_tree_entry_id(&entry)->id, file.id.size());
    listing_.files.push_back(std::move(file));
  }

  static Error unreadable(const Failure& failure) {
    return error_from(failure, Reason::kRepositoryUnreadable, "cannot read the object",
                      kCheckDatabase);
  }

  git_repository& repository_;
  git_odb& database_;
  const CancelCheck& cancel_;
  std::vector<Pending> stack_;
  std::size_t entries_ = 0;
  std::unordered_map<git_oid, ObjectKind, HashId, EqualIds> kinds_;
  TreeListing listing_;
};

}  // namespace

bool is_lfs_pointer(std::string_view content) { return content.starts_with(kLfsPointerStart); }

Result<TreeListing> list_tree(git_repository& repository, const git_oid& tree,
                              const CancelCheck& cancel) {
  if (cancel && cancel()) {
    return interrupted();
  }
  Handle<git_odb> database;
  if (const int code = git_repository_odb(Out(database), &repository); code < 0) {
    return error_from(last_failure(code), Reason::kRepositoryUnreadable,
                      "cannot open the object database");
  }
  return TreeWalk(repository, *database, cancel).run(tree);
}

}  // namespace headgate::git
