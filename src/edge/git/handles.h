// Owners of libgit2's objects: each is freed by the library's function for its type.
//
// The types are only declared here, so that no header of ours includes one of the library's.

#pragma once

#include <memory>

struct git_commit;
struct git_config;
struct git_index;
struct git_object;
struct git_odb;
struct git_odb_object;
struct git_oid;
struct git_reference;
struct git_repository;
struct git_status_list;
struct git_tree;
struct git_tree_entry;

namespace headgate::git {

/// Frees one object; defined in handles.cpp for each type that Handle is used with.
template <typename T>
struct Free {
  void operator()(T* object) const;
};

template <typename T>
using Handle = std::unique_ptr<T, Free<T>>;

/// Lets a function of the library fill a handle: `code = git_odb_new(Out(odb));`. The handle is
/// filled at the end of the statement, not before.
template <typename T>
class Out {
 public:
  explicit Out(Handle<T>& handle) : handle_(handle) {}

  ~Out() { handle_.reset(pointer_); }

  Out(const Out&) = delete;
  Out& operator=(const Out&) = delete;

  operator T**() { return &pointer_; }

 private:
  Handle<T>& handle_;
  T* pointer_ = nullptr;
};

}  // namespace headgate::git
