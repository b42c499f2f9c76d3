#include "core/results/merge_checks.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace headgate::results {
namespace {

using stats::Side;

Error differ(const Part& first, const Part& other, const std::string& how) {
  return {
      .reason = Reason::kShardsDiffer,
      .message = fmt::format("'{}' and '{}' are not of one run: {}", first.name, other.name, how),
      .remedy =
          "merge the shards of one run, which all have the same commits, settings, "
          "toolchains and number of shards"};
}

std::string host_in_words(const Run& run) {
  const Host& host = run.host;
  return fmt::format("{}/{}, {}, {} of {} CPUs{}, -test.cpu {}{}", host.goos, host.goarch,
                     host.cpu_model.empty() ? "unknown CPU" : host.cpu_model, host.cpus_allowed,
                     host.cpus_online,
                     host.cpu_limit > 0 ? fmt::format(" limited to {}", host.cpu_limit) : "",
                     fmt::join(run.cpus, ","),
                     host.network.empty() ? "" : fmt::format(", network {}", host.network));
}

// What a run that failed early does not know differs from nothing.
bool differ_if_known(const std::string& left, const std::string& right) {
  return !left.empty() && !right.empty() && left != right;
}

// A shard that measured nothing has the CPU's name from the kernel, which spells it otherwise.
bool models_differ(const Run& left, const Run& right) {
  return left.processes > 0 && right.processes > 0 &&
         differ_if_known(left.host.cpu_model, right.host.cpu_model);
}

bool hosts_differ(const Run& left, const Run& right) {
  const Host& one = left.host;
  const Host& other = right.host;
  return differ_if_known(one.goos, other.goos) || differ_if_known(one.goarch, other.goarch) ||
         models_differ(left, right) || one.cpus_online != other.cpus_online ||
         one.cpus_allowed != other.cpus_allowed || one.cpu_limit != other.cpu_limit ||
         left.cpus != right.cpus || differ_if_known(one.network, other.network);
}

// Shards may run on both sides of midnight: the first one's day counts.
bool ledgers_differ(const Run& left, const Run& right) {
  return left.ledger && right.ledger && left.ledger->entries != right.ledger->entries;
}

Status check_sides(const Part& first, const Part& other) {
  for (const Side side : {Side::kBase, Side::kHead}) {
    const SideRecord& one = first.run.sides.of(side);
    const SideRecord& two = other.run.sides.of(side);
    if (one.tree.empty() || two.tree.empty()) {
      return Error{.reason = Reason::kShardsDiffer,
                   .message = fmt::format("'{}' and '{}' measured a work tree as {}: nobody knows "
                                          "whether it was the same",
                                          first.name, other.name, stats::name(side)),
                   .remedy = "commit what is to be measured, and measure the shards of the commit"};
    }
    if (one.commit != two.commit || one.tree != two.tree) {
      return differ(first, other,
                    fmt::format("{} is {} in one and {} in the other", stats::name(side),
                                one.describe, two.describe));
    }
    if (differ_if_known(one.toolchain, two.toolchain)) {
      return differ(first, other,
                    fmt::format("{} was built with {} and with {}", stats::name(side),
                                one.toolchain, two.toolchain));
    }
  }
  return ok();
}

Status check_plans(const Part& first, const Part& other) {
  const std::vector<Planned>& one = first.run.shard->plan;
  const std::vector<Planned>& two = other.run.shard->plan;
  const bool is_known = (!one.empty() || !first.run.error) && (!two.empty() || !other.run.error);
  if (!is_known || one == two) {
    return ok();
  }
  if (one.size() != two.size()) {
    return differ(first, other,
                  fmt::format("they see {} and {} benchmarks to divide", one.size(), two.size()));
  }
  const auto [mine, theirs] = std::mismatch(one.begin(), one.end(), two.begin());
  return differ(first, other,
                fmt::format("they divide the benchmarks otherwise, first at {} {}; were both given "
                            "the same --costs?",
                            mine->package, mine->function));
}

}  // namespace

Status check_part(const Part& part) {
  if (!part.run.shard) {
    return Error{.reason = Reason::kResultsInvalid,
                 .message = fmt::format("'{}' is a whole run, not a shard of one", part.name),
                 .remedy = "merge folders that runs with --shard I/N (the input shard) wrote"};
  }
  const auto is_own = [&](const Planned& planned) {
    return planned.shard == part.run.shard->shard.index;
  };
  if (!part.run.error && part.run.benchmarks.empty() &&
      std::ranges::any_of(part.run.shard->plan, is_own)) {
    return Error{
        .reason = Reason::kResultsInvalid,
        .message = fmt::format("'{}' has none of the benchmarks that it planned", part.name),
        .remedy = "take the folder as the shard wrote it, or run that shard again"};
  }
  if (is_unfinished(part.run)) {
    return Error{.reason = Reason::kShardUnfinished,
                 .message = fmt::format("'{}', shard {} of {}, did not finish", part.name,
                                        part.run.shard->shard.index, part.run.shard->shard.count),
                 .remedy = "run that shard again; it was killed, or its machine went down"};
  }
  return ok();
}

Status check_alike(const Part& first, const Part& other, Hosts hosts) {
  const std::size_t count = first.run.shard->shard.count;
  if (const std::size_t theirs = other.run.shard->shard.count; count != theirs) {
    return differ(first, other,
                  fmt::format("one is a shard of {}, the other of {}", count, theirs));
  }
  if (first.run.headgate_version != other.run.headgate_version) {
    return differ(first, other,
                  fmt::format("headgate {} wrote one, headgate {} the other",
                              first.run.headgate_version, other.run.headgate_version));
  }
  if (Status checked = check_sides(first, other); !checked) {
    return checked;
  }
  const std::vector<std::string> settings =
      config::differences(first.run.settings, other.run.settings);
  if (!settings.empty()) {
    return differ(first, other,
                  fmt::format("their settings differ in {}", fmt::join(settings, ", ")));
  }
  if (ledgers_differ(first.run, other.run)) {
    return differ(first, other, "their ledgers dismiss other alarms");
  }
  if (first.run.changed_only && other.run.changed_only &&
      first.run.changed_only != other.run.changed_only) {
    return differ(first, other, "changed-only left out other packages");
  }
  if (Status checked = check_plans(first, other); !checked) {
    return checked;
  }
  if (hosts == Hosts::kAlike && hosts_differ(first.run, other.run)) {
    return Error{.reason = Reason::kShardsDiffer,
                 .message = fmt::format("'{}' and '{}' were measured on different machines: {}; {}",
                                        first.name, other.name, host_in_words(first.run),
                                        host_in_words(other.run)),
                 .remedy =
                     "measure all shards on machines of one kind; --allow host (the input "
                     "merge-allow: host) merges them all the same, with a caveat"};
  }
  return ok();
}

// `parts` are sorted by their indices.
Status check_all_there(const std::vector<Part>& parts) {
  std::map<std::size_t, const Part*> by_index;
  for (const Part& part : parts) {
    const auto [known, is_new] = by_index.emplace(part.run.shard->shard.index, &part);
    if (!is_new) {
      return Error{.reason = Reason::kShardDuplicate,
                   .message = fmt::format("'{}' and '{}' are both shard {}", known->second->name,
                                          part.name, schedule::text_of(part.run.shard->shard)),
                   .remedy =
                       "give each shard once, that of the last attempt where one was "
                       "repeated"};
    }
  }
  const std::size_t count = parts.front().run.shard->shard.count;
  std::vector<std::size_t> missing;
  for (std::size_t index = 1; index <= count; ++index) {
    if (!by_index.contains(index)) {
      missing.push_back(index);
    }
  }
  if (missing.empty()) {
    return ok();
  }
  return Error{
      .reason = Reason::kShardMissing,
      .message = fmt::format("shard{} {} of {} {} missing", missing.size() == 1 ? "" : "s",
                             fmt::join(missing, ", "), count, missing.size() == 1 ? "is" : "are"),
      .remedy =
          "see why those jobs left no results folder, and run them again: nothing is "
          "decided without all shards"};
}

// Which machine measured what, where they are not all alike.
std::optional<gate::Caveat> different_hosts(const std::vector<Part>& parts) {
  std::map<std::string, std::vector<std::size_t>> shards;
  bool is_different = false;
  for (const Part& part : parts) {
    is_different = is_different || hosts_differ(parts.front().run, part.run);
    shards[host_in_words(part.run)].push_back(part.run.shard->shard.index);
  }
  if (!is_different) {
    return std::nullopt;
  }
  std::string text =
      "shards were measured on different machines, base and head of a benchmark "
      "always on the same one:";
  for (const auto& [host, indices] : shards) {
    text +=
        fmt::format("{} {} on {}", text.ends_with(':') ? "" : ";", fmt::join(indices, ", "), host);
  }
  return gate::Caveat{.code = "hosts-differ", .text = std::move(text)};
}

}  // namespace headgate::results
