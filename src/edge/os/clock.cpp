#include "edge/os/clock.h"

#include <chrono>

namespace headgate::os {
namespace {

double to_sec(std::chrono::duration<double> duration) { return duration.count(); }

}  // namespace

double SystemClock::wall_sec() const {
  return to_sec(std::chrono::system_clock::now().time_since_epoch());
}

double SystemClock::steady_sec() const {
  return to_sec(std::chrono::steady_clock::now().time_since_epoch());
}

}  // namespace headgate::os
