// What benchmarks may read beside their code, as digests: two test binaries with the same bytes are
// only the same benchmarks when these are equal, too.

#pragma once

#include <string>
#include <vector>

#include "app/services.h"
#include "core/result/result.h"

namespace headgate::app {

/// The inputs of the packages of one module on one side. Everything that its packages share is read
/// once, when it is made.
class ModuleInputs {
 public:
  /// `tree` and `module` are absolute folders; `copy` are the copied paths, relative to the tree.
  [[nodiscard]] static Result<ModuleInputs> read(const Services& services, std::string tree,
                                                 std::string module,
                                                 const std::vector<std::string>& copy);

  /// Digest of the files in a package's folder (absolute) that are no Go source, of every testdata
  /// folder of its module, and of the copied paths: names, and contents behind symlinks that stay
  /// in the tree. What benchmarks read elsewhere is not seen.
  [[nodiscard]] Result<std::string> digest_of(const std::string& package) const;

 private:
  ModuleInputs(const Services& services, std::string tree, std::string module)
      : services_(&services), tree_(std::move(tree)), module_(std::move(module)) {}

  const Services* services_;
  std::string tree_;
  std::string module_;
  std::vector<std::string> files_;  ///< of the module that are neither Go nor testdata, relative
  std::string shared_digest_;
};

}  // namespace headgate::app
