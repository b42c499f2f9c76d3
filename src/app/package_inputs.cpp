#include "app/package_inputs.h"

#include <set>
#include <string_view>
#include <utility>

#include <fmt/core.h>

#include "app/paths.h"
#include "core/gate/inputs.h"
#include "edge/os/digest.h"
#include "edge/os/path_text.h"

namespace headgate::app {
namespace {

// Files of a tree in the order in which they are added. Every part ends in NUL, which no path
// holds, so that no two sequences look alike.
class FileDigest {
 public:
  FileDigest(const Services& services, const std::string& tree)
      : services_(services), tree_(tree) {}

  // A file or symlink, by its name in the tree.
  Status add(const std::string& path) {
    const Result<os::FileKind> kind = services_.files.kind(path);
    if (!kind) {
      return kind.error();
    }
    if (*kind == os::FileKind::kNone) {
      note("nothing", path, "");
      return ok();
    }
    if (*kind == os::FileKind::kSymlink) {
      return add_symlink(path);
    }
    const Result<std::string> content = services_.files.sha256_file(path);
    if (!content) {
      return content.error();
    }
    note("file", path, *content);
    return ok();
  }

  // A file, a symlink, or every one below a folder.
  Status add_all(const std::string& path) {
    const Result<os::FileKind> kind = services_.files.kind(path);
    if (!kind || *kind != os::FileKind::kFolder) {
      return kind ? add(path) : Status(kind.error());
    }
    const Result<std::vector<std::string>> files = services_.files.walk_files(path);
    if (!files) {
      return files.error();
    }
    for (const std::string& file : *files) {
      if (Status added = add(fmt::format("{}/{}", path, file)); !added) {
        return added;
      }
    }
    return ok();
  }

  void add_text(std::string_view text) {
    digest_.update(text);
    digest_.update(std::string_view("\0", 1));
  }

  [[nodiscard]] std::string finish() { return digest_.finish(); }

 private:
  void note(std::string_view kind, const std::string& path, std::string_view content) {
    add_text(kind);
    add_text(relative_to(tree_, path));
    add_text(content);
  }

  // What a symlink leads to is read too, once, as long as it stays in the tree: the rest of the
  // machine is the same for both sides.
  Status add_symlink(const std::string& path) {
    const Result<std::string> target = services_.files.link_target(path);
    if (!target) {
      return target.error();
    }
    note("symlink", path, *target);
    const Result<std::string> real = services_.files.real_path(path);
    if (real && os::lies_in(*real, tree_) && followed_.insert(*real).second) {
      return add_all(*real);
    }
    return ok();
  }

  const Services& services_;
  const std::string& tree_;
  os::Sha256 digest_;
  std::set<std::string> followed_;
};

bool is_testdata(const std::string& file) {
  return ("/" + file).find("/testdata/") != std::string::npos;
}

}  // namespace

Result<ModuleInputs> ModuleInputs::read(const Services& services, std::string tree,
                                        std::string module, const std::vector<std::string>& copy) {
  ModuleInputs inputs(services, std::move(tree), std::move(module));
  const Result<std::vector<std::string>> files = services.files.walk_files(inputs.module_);
  if (!files) {
    return files.error();
  }
  FileDigest digest(services, inputs.tree_);
  for (const std::string& file : *files) {
    if (is_testdata(file)) {
      if (Status added = digest.add(inputs.module_ + "/" + file); !added) {
        return std::move(added).error();
      }
    } else if (!file.ends_with(".go")) {
      inputs.files_.push_back(file);
    }
  }
  for (const std::string& path : copy) {
    if (Status added = digest.add_all(inputs.tree_ + "/" + path); !added) {
      return std::move(added).error();
    }
  }
  inputs.shared_digest_ = digest.finish();
  return inputs;
}

Result<std::string> ModuleInputs::digest_of(const std::string& package) const {
  FileDigest digest(*services_, tree_);
  digest.add_text(shared_digest_);
  const std::string folder = relative_to(module_, package);
  for (const std::string& file : files_) {
    if (gate::input_use(file, folder, {}) == gate::InputUse::kRead) {
      if (Status added = digest.add(module_ + "/" + file); !added) {
        return std::move(added).error();
      }
    }
  }
  return digest.finish();
}

}  // namespace headgate::app
