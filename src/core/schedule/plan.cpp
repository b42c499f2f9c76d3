#include "core/schedule/plan.h"

#include <algorithm>
#include <utility>

#include "core/schedule/order.h"

namespace headgate::schedule {
namespace {

constexpr std::size_t kSideCount = 2;
constexpr std::size_t kTrialsToGiveUp = 2;

// package testing raises N step by step until the time is reached: for one benchmark the whole
// process took 1.2 to 1.8 times the benchtime, once 2.9 (go1.26, operations of 0.3 ns to 90 ms).
constexpr double kWallPerBenchtime = 1.5;
constexpr double kProcessStartSec = 0.01;
constexpr double kGoDefaultBenchtimeSec = 1;

double expected_trial_sec(const Item& item, const Options& options) {
  if (item.expected_sec > 0) {
    return item.expected_sec;
  }
  // A fixed number of iterations was chosen, by us or by the user, to last about this long.
  double benchtime_sec = options.benchtime.seconds().value_or(kGoDefaultBenchtimeSec);
  if (const Result<Benchtime> own = Benchtime::parse(item.benchtime)) {
    benchtime_sec = own->seconds().value_or(benchtime_sec);
  }
  const auto functions = static_cast<double>(item.functions.size());
  return kProcessStartSec + functions * benchtime_sec * kWallPerBenchtime;
}

}  // namespace

Plan::Plan(std::vector<Item> items, Options options, std::size_t first_sequence)
    : items_(std::move(items)),
      options_(std::move(options)),
      first_sequence_(first_sequence),
      sequence_(first_sequence),
      states_(items_.size()),
      left_(items_.size() * options_.rounds * kSideCount) {
  HEADGATE_CHECK(options_.rounds >= 1);
}

Step Plan::next(double elapsed_sec) {
  if (left_ == 0) {
    return Finished::kCompleted;
  }
  if (options_.deadline_sec > 0 && elapsed_sec >= options_.deadline_sec) {
    return Finished::kDeadline;
  }
  awaits_report_ = true;
  return Trial{.sequence = sequence_,
               .item = item_,
               .side = current_side(),
               .round = round_,
               .purpose = purpose_};
}

void Plan::report(TrialOutcome outcome, double wall_sec) {
  HEADGATE_CHECK(awaits_report_);
  awaits_report_ = false;
  ++sequence_;
  --left_;
  if (purpose_ == TrialPurpose::kExplain) {
    purpose_ = TrialPurpose::kMeasure;
  } else {
    const SideState before = states_[item_].sides.of(current_side());
    record(outcome, wall_sec);
    const SideState& now = states_[item_].sides.of(current_side());
    if ((now.mute && !before.mute) || (now.sparse && !before.sparse)) {
      purpose_ = TrialPurpose::kExplain;
      ++left_;
      return;
    }
  }
  if (is_hopeless(item_)) {
    give_up();
  }
  advance();
}

Progress Plan::progress() const {
  const std::size_t done = sequence_ - first_sequence_;
  double remaining_sec = 0;
  if (timed_trials_ > 0) {
    // Taking an item's time out again may leave a rounding error below zero.
    const double mean_sec = std::max(0.0, timed_sec_ / static_cast<double>(timed_trials_));
    remaining_sec = mean_sec * static_cast<double>(left_);
  } else if (left_ > 0) {
    const std::size_t planned = items_.size() * options_.rounds * kSideCount;
    remaining_sec =
        expected_sec(items_, options_) / static_cast<double>(planned) * static_cast<double>(left_);
  }
  return Progress{.done = done, .total = done + left_, .remaining_sec = remaining_sec};
}

stats::Side Plan::current_side() const {
  const stats::Side first = first_side(options_, item_, round_);
  return leg_ == Leg::kFirst ? first : stats::other(first);
}

void Plan::record(TrialOutcome outcome, double wall_sec) {
  ItemState& item = states_[item_];
  item.wall_sec += wall_sec;
  timed_sec_ += wall_sec;
  ++timed_trials_;
  SideState& side = item.sides.of(current_side());
  ++side.trials;
  switch (outcome) {
    case TrialOutcome::kMeasured:
      ++side.measured;
      break;
    case TrialOutcome::kSparse:
      ++side.measured;
      side.sparse = true;
      break;
    case TrialOutcome::kSilent:
      side.mute = side.mute || side.measured == 0;
      break;
    case TrialOutcome::kPartial:
      break;  // the others want their rounds
    case TrialOutcome::kFailed:
      ++side.failures;
      break;
    case TrialOutcome::kTimedOut:
      item.timed_out = true;
      break;
  }
}

bool Plan::is_hopeless(std::size_t item) const {
  const auto& [base, head] = states_[item].sides;
  const auto failed_from_the_start = [](const SideState& side) {
    return side.trials == kTrialsToGiveUp && side.failures == kTrialsToGiveUp;
  };
  const bool both_tried = base.trials > 0 && head.trials > 0;
  const bool only_function = items_[item].functions.size() <= 1;
  return states_[item].timed_out || failed_from_the_start(base) || failed_from_the_start(head) ||
         (only_function && both_tried && (base.mute || head.mute));
}

void Plan::give_up() {
  ItemState& item = states_[item_];
  item.given_up = true;
  const std::size_t trials = item.sides.base.trials + item.sides.head.trials;
  left_ -= options_.rounds * kSideCount - trials;
  timed_sec_ -= item.wall_sec;
  timed_trials_ -= trials;
}

void Plan::advance() {
  if (leg_ == Leg::kFirst && !states_[item_].given_up) {
    leg_ = Leg::kSecond;
    return;
  }
  leg_ = Leg::kFirst;
  do {
    ++item_;
    if (item_ == items_.size()) {
      item_ = 0;
      ++round_;
    }
  } while (left_ > 0 && states_[item_].given_up);
}

double expected_sec(const std::vector<Item>& items, const Options& options) {
  double per_round_and_side = 0;
  for (const Item& item : items) {
    per_round_and_side += expected_trial_sec(item, options);
  }
  return per_round_and_side * static_cast<double>(options.rounds * kSideCount);
}

}  // namespace headgate::schedule
