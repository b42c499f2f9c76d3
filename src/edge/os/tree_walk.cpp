#include "edge/os/tree_walk.h"

#include <algorithm>
#include <cerrno>
#include <vector>

#include <fcntl.h>

namespace headgate::os {
namespace {

class Walk {
 public:
  explicit Walk(TreeVisitor& visitor) : visitor_(visitor) {}

  Status run(const std::string& path) {
    Status step = meet(path);
    while (step && !levels_.empty()) {
      std::vector<std::string>& names = levels_.back().names;
      if (names.empty()) {
        step = leave();
      } else {
        const std::string name = std::move(names.back());
        names.pop_back();
        step = meet(name);
      }
    }
    return step;
  }

 private:
  struct Level {
    struct stat status;
    std::vector<std::string> names;  ///< not visited yet, the next one last
  };

  Status meet(const std::string& name) {
    struct stat status = {};
    if (::fstatat(descent_.fd(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) {
      return system_error(errno, "look at", descent_.path_of(name));
    }
    const TreeEntry entry{.at = descent_, .name = name, .status = status};
    if (!S_ISDIR(status.st_mode)) {
      return visitor_.visit(entry);
    }
    if (Status entered = visitor_.enter(entry); !entered) {
      return entered;
    }
    if (const int error = descent_.enter(name); error != 0) {
      return system_error(error, "enter", descent_.path_of(name));
    }
    Result<std::vector<std::string>> names = names_in(descent_.fd(), descent_.path());
    if (!names) {
      return std::move(names).error();
    }
    std::sort(names->rbegin(), names->rend());
    levels_.push_back({.status = status, .names = std::move(*names)});
    return ok();
  }

  Status leave() {
    if (Status left = visitor_.leave(descent_, levels_.back().status); !left) {
      return left;
    }
    levels_.pop_back();
    if (const int error = descent_.leave(); error != 0) {
      return system_error(error, "leave", descent_.path());
    }
    return ok();
  }

  TreeVisitor& visitor_;
  Descent descent_;
  std::vector<Level> levels_;
};

}  // namespace

Status walk_tree(const std::string& path, TreeVisitor& visitor) { return Walk(visitor).run(path); }

}  // namespace headgate::os
