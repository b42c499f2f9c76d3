#include "app/ledger.h"

#include <algorithm>
#include <cstdint>
#include <ostream>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "app/evidence_digest.h"
#include "app/ledger_file.h"
#include "app/paths.h"
#include "app/recorded.h"
#include "app/results_folder.h"
#include "core/config/ledger_reading.h"
#include "core/config/ledger_writing.h"
#include "core/dataset/benchmark_name.h"
#include "core/dataset/text.h"
#include "core/gate/dismissal.h"
#include "core/gate/gate.h"
#include "core/github/commands.h"
#include "core/report/ledger.h"
#include "core/results/evidence.h"
#include "core/results/ledger_json.h"
#include "core/results/run.h"

namespace headgate::app {
namespace {

constexpr std::chrono::days kUsualLife(90);

int fail(const Error& error, const Console& console) {
  print_error(error, console.err);
  return gate::exit_code(gate::Decision::kError);
}

// Who it is, where nobody says so: as git would be told, on a runner, or logged in.
Result<std::string> author_of(const Services& services, const std::string& given) {
  if (!given.empty()) {
    return given;
  }
  for (const char* name : {"GIT_AUTHOR_NAME", "GITHUB_ACTOR", "USER", "LOGNAME"}) {
    if (const std::string value = services.environment.value(name); !value.empty()) {
      return value;
    }
  }
  return Error{.reason = Reason::kUsage,
               .message = "nobody says who dismisses the alarm",
               .remedy = "name them with --author"};
}

// The values of -test.cpu; of two replayed texts what all names end in.
std::vector<int> cpus_of(const results::Run& run, const gate::Verdict& verdict) {
  if (!run.cpus.empty()) {
    return run.cpus;
  }
  std::vector<std::string> names;
  for (const gate::Finding& finding : verdict.findings) {
    if (finding.comparison) {
      names.push_back(finding.key.name);
    }
  }
  return dataset::shared_cpu(names);
}

Result<gate::Dismissal> read_dismissal(const Services& services, const LedgerAddOptions& options) {
  const Result<std::string> author = author_of(services, options.author);
  if (!author) {
    return author.error();
  }
  const gate::Day today = app::today(services);
  gate::Dismissal dismissal{.cause = options.cause,
                            .check = options.check,
                            .evidence = {},
                            .author = *author,
                            .created = today,
                            .expires = today + kUsualLife};
  if (!options.expires.empty()) {
    const Result<gate::Day> expires = config::read_day("flag --expires", options.expires);
    if (!expires) {
      return expires.error();
    }
    if (*expires < today) {
      return Error{.reason = Reason::kUsage,
                   .message = fmt::format("flag --expires: {} is over, today is {}",
                                          options.expires, gate::day_text(today)),
                   .remedy = "name a day on which the entry shall still count"};
    }
    dismissal.expires = *expires;
  }
  if (!options.max_delta.empty()) {
    const Result<double> most = config::read_max_delta("flag --max-delta", options.max_delta);
    if (!most) {
      return most.error();
    }
    dismissal.max_delta = *most;
  }
  return dismissal;
}

Result<gate::LedgerEntry> entry_of(const Services& services, const LedgerAddOptions& options) {
  Result<gate::Dismissal> dismissal = read_dismissal(services, options);
  if (!dismissal) {
    return std::move(dismissal).error();
  }
  const std::string folder = absolute(services, options.results);
  Result<Recorded> recorded = read_results(services, folder);
  if (!recorded) {
    Error error = std::move(recorded).error();
    error.remedy = "name the results folder of the run that had the alarm";
    return error;
  }
  const Result<gate::Evidence> evidence = evidence_in(services, folder, *recorded);
  if (!evidence) {
    return evidence.error();
  }
  // Decided again, as a replay does: a verdict.json can be edited, samples are what the digest is
  // of.
  const gate::Verdict verdict = gate::decide(*evidence, recorded->run.settings.policy);
  Result<std::string> digest = evidence_digest(services, folder);
  if (!digest) {
    return std::move(digest).error();
  }
  dismissal->evidence = *std::move(digest);
  return gate::dismissed(verdict, {.series = options.series, .unit = options.unit},
                         cpus_of(recorded->run, verdict), *dismissal);
}

// Where the file really is: what a symlink names is written to, not the symlink replaced.
Result<std::string> target_of(const Services& services, const std::string& file) {
  const std::string path = absolute(services, file);
  return exists(services, path) ? services.files.real_path(path) : Result<std::string>(path);
}

// The run may be older than an entry that somebody has written for it already.
Status check_is_new(const gate::LedgerEntry& entry, std::string_view yaml,
                    const std::string& file) {
  const Result<std::vector<gate::LedgerEntry>> known = config::read_ledger(yaml, file);
  if (!known) {
    return known.error();
  }
  for (const gate::LedgerEntry& one : *known) {
    if (one.match == entry.match && one.unit == entry.unit && one.direction == entry.direction &&
        one.max_delta >= entry.max_delta && one.max_from_zero >= entry.max_from_zero &&
        one.expires >= entry.expires) {
      return Error{.reason = Reason::kUsage,
                   .message = fmt::format("{} covers it already, until {}", one.origin,
                                          gate::day_text(one.expires)),
                   .remedy = "change that entry, or cover more with --max-delta or --expires"};
    }
  }
  return ok();
}

Result<gate::LedgerEntry> add(Services& services, const LedgerAddOptions& options) {
  Result<gate::LedgerEntry> entry = entry_of(services, options);
  if (!entry) {
    return entry;
  }
  const Result<std::string> path = target_of(services, options.file);
  if (!path) {
    return path.error();
  }
  std::string before;
  if (exists(services, *path)) {
    Result<std::string> text = services.files.read(*path, kMaxLedgerBytes);
    if (!text) {
      return std::move(text).error();
    }
    before = *std::move(text);
  }
  if (Status is_new = check_is_new(*entry, before, options.file); !is_new) {
    return std::move(is_new).error();
  }
  const Result<std::string> after = config::with_entry(before, options.file, *entry);
  if (!after) {
    return after.error();
  }
  if (Status written = services.files.write(*path, *after, os::Durability::kSynced); !written) {
    return std::move(written).error();
  }
  return entry;
}

}  // namespace

int ledger_add(Services& services, const LedgerAddOptions& options, const Console& console) {
  const Result<gate::LedgerEntry> added = add(services, options);
  if (!added) {
    return fail(added.error(), console);
  }
  console.out << github::neutral_word(
                     fmt::format("{}: {} {} {}, {}, until {}", options.file, added->match,
                                 added->unit, gate::name(added->direction),
                                 gate::covered_in_words(*added), gate::day_text(added->expires)))
              << "\nIt counts for pull requests once it is on their base branch.\n"
              << std::flush;
  return 0;
}

int ledger_list(const Services& services, const LedgerReadOptions& options,
                const Console& console) {
  const Result<gate::Ledger> ledger = read_ledger_file(services, options.file);
  if (!ledger) {
    return fail(ledger.error(), console);
  }
  console.out << (options.format == Format::kJson ? results::write_ledger(*ledger, options.soon)
                                                  : report::ledger_list(*ledger, options.soon))
              << std::flush;
  return 0;
}

int ledger_check(const Services& services, const LedgerReadOptions& options,
                 const Console& console) {
  const Result<gate::Ledger> ledger = read_ledger_file(services, options.file);
  if (!ledger) {
    return fail(ledger.error(), console);
  }
  console.out << (options.format == Format::kJson ? results::write_ledger(*ledger, options.soon)
                                                  : report::ledger_findings(*ledger, options.soon))
              << std::flush;
  const bool is_clean =
      std::all_of(ledger->entries.begin(), ledger->entries.end(), [&](const auto& entry) {
        return gate::state_of(entry, ledger->today, options.soon) == gate::LedgerState::kLive;
      });
  return is_clean ? 0 : 1;
}

}  // namespace headgate::app
