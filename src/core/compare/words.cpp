#include "core/compare/words.h"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>

#include "core/unit/decimal.h"

namespace headgate::compare {
namespace {

constexpr int kDecimalsOfP = 3;

int sign(double value) { return value < 0 ? -1 : value > 0 ? 1 : 0; }

// As Go prints it: "+Inf%" and not "+inf%".
std::string percent(double value) {
  if (std::isnan(value)) {
    return "NaN%";
  }
  if (std::isinf(value)) {
    return value > 0 ? "+Inf%" : "-Inf%";
  }
  std::string text = unit::decimal(value, 2);
  if (!text.starts_with('-')) {
    text.insert(text.begin(), '+');
  }
  return text.append(1, '%');
}

}  // namespace

std::string range_text(const Estimate& estimate, const Signs& signs) {
  if (estimate.n == 0) {
    return "?";
  }
  if (std::isinf(estimate.lo) || std::isinf(estimate.hi)) {
    return std::string(signs.infinity);
  }
  const int centre = sign(estimate.centre);
  if (sign(estimate.lo) != centre || sign(estimate.hi) != centre) {
    return "?";
  }
  if (centre == 0) {
    return "0%";
  }
  const double above = estimate.hi / estimate.centre - 1;
  const double below = 1 - estimate.lo / estimate.centre;
  return unit::decimal(100 * std::max(above, below), 0).append(1, '%');
}

std::string delta_text(const Difference& difference, const Cell& base, const Cell& cell) {
  if (difference.significance == Significance::kNone) {
    return "~";
  }
  if (base.estimate.centre == cell.estimate.centre) {
    return "0.00%";
  }
  if (base.estimate.centre == 0) {
    return "?";
  }
  return percent((difference.ratio - 1) * 100);
}

std::string test_text(const Difference& difference) {
  std::string text;
  if (difference.significance != Significance::kExact) {
    text.append("p=").append(unit::decimal(difference.p, kDecimalsOfP)).append(1, ' ');
  }
  text.append("n=").append(std::to_string(difference.n_base));
  if (difference.n_base != difference.n) {
    text.append(1, '+').append(std::to_string(difference.n));
  }
  return text;
}

std::string adjusted_text(const Difference& difference) {
  return "adj=" + unit::decimal(difference.adjusted, kDecimalsOfP);
}

std::string correction_text(Correction correction, std::size_t comparisons) {
  const std::string_view method =
      correction == Correction::kHolm ? "Holm's method" : "Benjamini and Hochberg's method";
  return fmt::format("{} over {} comparison{}", method, comparisons, comparisons == 1 ? "" : "s");
}

std::string value_text(double value, const unit::Scale& scale, const Signs& signs) {
  if (std::isnan(value)) {
    return "?";
  }
  std::string text = scale.format(value);
  constexpr std::string_view kMicro = "µ";
  if (text.ends_with(kMicro)) {
    text.replace(text.size() - kMicro.size(), kMicro.size(), signs.micro);
  }
  return text;
}

unit::Scale row_scale(const Row& row, unit::PrefixClass prefixes) {
  unit::SmallestMagnitude smallest;
  for (const std::optional<Cell>& cell : row.cells) {
    if (cell && cell->estimate.n > 0) {
      smallest.add(cell->estimate.centre);
    }
  }
  return unit::Scale::for_row(smallest, prefixes);
}

std::string ratio_text(const std::optional<double>& ratio) {
  return ratio ? percent((*ratio - 1) * 100) : "?";
}

Judgement judge(const Cell& cell, unit::Direction better) {
  if (!cell.difference || cell.difference->significance == Significance::kNone ||
      better == unit::Direction::kUnknown || cell.difference->ratio == 1 ||
      std::isnan(cell.difference->ratio)) {
    return Judgement::kNone;
  }
  const bool larger = cell.difference->ratio > 1;
  return larger == (better == unit::Direction::kHigher) ? Judgement::kBetter : Judgement::kWorse;
}

}  // namespace headgate::compare
