// One measured value that arithmetic can trust: NaN and infinities are turned away at the door, so
// that no function of this module has to ask.
//
// Units:   whatever the series has, in its base unit (seconds, bytes), the same on both sides.
// Errors:  from() says nullopt; what an unusable value means is the caller's decision.
// Cost:    a double.
// Source:  the order is that of the real numbers; -0 and +0 are one value.

#pragma once

#include <cmath>
#include <compare>
#include <optional>

namespace headgate::stats {

/// A finite measured value.
class Sample {
 public:
  /// The sample of this value; nullopt for NaN and for either infinity.
  [[nodiscard]] static std::optional<Sample> from(double value) {
    if (!std::isfinite(value)) {
      return std::nullopt;
    }
    return Sample(value);
  }

  [[nodiscard]] double value() const { return value_; }

  friend bool operator==(const Sample&, const Sample&) = default;

  friend bool operator<(const Sample& left, const Sample& right) {
    return left.value_ < right.value_;
  }

  /// Any two samples can be ordered, which two doubles cannot.
  friend std::weak_ordering operator<=>(const Sample& left, const Sample& right) {
    if (left.value_ < right.value_) {
      return std::weak_ordering::less;
    }
    return left.value_ > right.value_ ? std::weak_ordering::greater
                                      : std::weak_ordering::equivalent;
  }

 private:
  explicit Sample(double value) : value_(value) {}

  double value_;
};

}  // namespace headgate::stats
