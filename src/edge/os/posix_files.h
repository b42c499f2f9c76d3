// Files on the real disk.

#pragma once

#include "edge/os/files.h"

namespace headgate::os {

/// Stateless: any number of them may be used at once, from any thread.
class PosixFiles final : public Files {
 public:
  [[nodiscard]] Result<std::string> read(const std::string& path,
                                         std::uint64_t max_bytes) const override;
  [[nodiscard]] Status read_pieces(
      const std::string& path,
      const std::function<Reading(std::string_view)>& piece) const override;
  [[nodiscard]] Result<std::string> read_inside(const std::string& root,
                                                const std::string& relative,
                                                std::uint64_t max_bytes) const override;
  Status write(const std::string& path, std::string_view content, Durability durability) override;
  Result<Appended> append(const std::string& path, std::string_view content) override;
  Result<std::unique_ptr<LineFile>> open_lines(const std::string& path) override;
  Status make_directory(const std::string& path, mode_t mode) override;
  Status remove_tree(const std::string& path) override;
  [[nodiscard]] Result<FileKind> kind(const std::string& path) const override;
  [[nodiscard]] Result<std::vector<std::string>> list(const std::string& path) const override;
  [[nodiscard]] Result<std::vector<std::string>> walk_files(const std::string& path) const override;
  Status copy_tree(const std::string& from, const std::string& to) override;
  Status chown_tree(const std::string& path, const User& user) override;
  Status set_mode(const std::string& path, mode_t mode) override;
  [[nodiscard]] Result<mode_t> mode(const std::string& path) const override;
  [[nodiscard]] Result<User> owner(const std::string& path) const override;
  [[nodiscard]] Result<std::string> link_target(const std::string& path) const override;
  [[nodiscard]] Result<std::string> real_path(const std::string& path) const override;
  [[nodiscard]] Result<std::string> sha256_file(const std::string& path) const override;
  [[nodiscard]] Result<Mount> mount(const std::string& path) const override;
};

}  // namespace headgate::os
