#include "core/results/extent.h"

namespace headgate::results {

Division::Division(const ShardRecord& record) : index_(record.shard.index) {
  for (const Planned& one : record.plan) {
    const Package package(one.module, one.package);
    shards_.emplace(std::tuple(one.module, one.package, one.function), one.shard);
    first_.emplace(package, one.shard);
    if (one.shard == index_) {
      needed_.insert(package);
    }
  }
}

bool Division::owns(const std::string& module, const std::string& package,
                    const std::string& function) const {
  if (const auto planned = shards_.find({module, package, function}); planned != shards_.end()) {
    return planned->second == index_;
  }
  const auto first = first_.find({module, package});
  return first != first_.end() && first->second == index_;
}

bool Division::needs(const std::string& module, const std::string& package) const {
  return needed_.contains({module, package});
}

}  // namespace headgate::results
