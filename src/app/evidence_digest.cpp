#include "app/evidence_digest.h"

#include <array>
#include <string_view>

#include <fmt/core.h>

#include "app/paths.h"
#include "edge/os/digest.h"

namespace headgate::app {

Result<std::string> evidence_digest(const Services& services, const std::string& folder) {
  constexpr std::array<std::string_view, 6> kNames = {
      "base.txt", "confirm.base.txt", "confirm.head.txt", "head.txt", "run.json", "samples.jsonl"};
  std::string listing;
  for (const std::string_view name : kNames) {
    const std::string path = fmt::format("{}/{}", folder, name);
    if (!exists(services, path)) {
      continue;
    }
    const Result<std::string> digest = services.files.sha256_file(path);
    if (!digest) {
      return digest.error();
    }
    listing += fmt::format("{}  {}\n", *digest, name);
  }
  return fmt::format("sha256:{}", os::sha256(listing));
}

}  // namespace headgate::app
