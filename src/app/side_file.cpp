#include "app/side_file.h"

#include <cstdint>
#include <utility>

#include "app/paths.h"

namespace headgate::app {
namespace {

using Text = std::optional<std::string>;

constexpr std::uint64_t kMaxBytes = 1 << 20;

}  // namespace

Result<Text> side_file(const Services& services, const Sources& sources, stats::Side side,
                       const std::string& name) {
  const Source& source = sources.sides.of(side);
  if (source.kind == Source::Kind::kCommit) {
    return sources.repository->read_file(source.commit.id, name);
  }
  const std::string path = sources.repository->work_tree() + "/" + name;
  if (!exists(services, path)) {
    return Text();
  }
  Result<std::string> text = services.files.read(path, kMaxBytes);
  return text ? Result<Text>(*std::move(text)) : Result<Text>(std::move(text).error());
}

stats::Side owner_of_files(const Sources& sources) {
  return sources.sides.head.kind == Source::Kind::kWorkTree ? stats::Side::kHead
                                                            : stats::Side::kBase;
}

}  // namespace headgate::app
