// Who we are: children are started as another user, and files are handed over, only by root.

#pragma once

#include <sys/types.h>

namespace headgate::os {

/// A user and a group by number: an account, or the owner of a file.
struct User {
  uid_t uid;
  gid_t gid;

  friend bool operator==(const User&, const User&) = default;
};

/// The user whose rights this process has.
[[nodiscard]] User effective_user();

/// Whether `user` may become any other user.
[[nodiscard]] inline bool is_root(const User& user) { return user.uid == 0; }

}  // namespace headgate::os
