// Private folders in any Files, most usefully in memory.

#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "edge/os/files.h"
#include "edge/os/private_folder.h"

namespace headgate::os {

class FakePrivateFolders final : public PrivateFolders {
 public:
  /// Every claim gets `path`, made anew in `files`, which must outlive all folders.
  explicit FakePrivateFolders(Files& files, std::string path = "/tmp/hg-00000")
      : files_(files), path_(std::move(path)) {}

  Result<std::unique_ptr<PrivateFolder>> claim(const std::string& key) override {
    claimed_keys.push_back(key);
    if (failure) {
      return *failure;
    }
    if (Status removed = files_.remove_tree(path_); !removed) {
      return std::move(removed).error();
    }
    if (Status made = files_.make_directory(path_, 0711); !made) {
      return std::move(made).error();
    }
    return std::unique_ptr<PrivateFolder>(std::make_unique<Folder>(files_, path_, on_removal));
  }

  std::vector<std::string> claimed_keys;
  std::optional<Error> failure;        ///< what every claim ends with
  std::function<Status()> on_removal;  ///< asked before anything is removed; an error keeps it all

 private:
  class Folder final : public PrivateFolder {
   public:
    Folder(Files& files, std::string path, std::function<Status()> on_removal)
        : files_(files), path_(std::move(path)), on_removal_(std::move(on_removal)) {}

    ~Folder() override { (void)remove(); }

    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    [[nodiscard]] const std::string& path() const override { return path_; }

    Status remove() override {
      if (std::exchange(is_removed_, true)) {
        return ok();
      }
      const Status allowed = on_removal_ ? on_removal_() : ok();
      return allowed ? files_.remove_tree(path_) : allowed;
    }

   private:
    Files& files_;
    std::string path_;
    std::function<Status()> on_removal_;
    bool is_removed_ = false;
  };

  Files& files_;
  std::string path_;
};

}  // namespace headgate::os
