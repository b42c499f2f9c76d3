// The real edges. What costs time or changes this process is made when it is first used, so that
// `headgate --version` pays for none of it.

#pragma once

#include <memory>
#include <string>

#include "app/services.h"

namespace headgate::app {

/// Owns every edge of the program. From its constructor on, the environment is out of reach of
/// other processes. Signals are caught from the first question about them on, which is before
/// anything that must be cleaned up is made; until then they end the process, as they do for
/// commands that never ask.
class RealServices {
 public:
  explicit RealServices(std::string version);
  ~RealServices();
  RealServices(const RealServices&) = delete;
  RealServices& operator=(const RealServices&) = delete;

  [[nodiscard]] Services& services() { return *services_; }

 private:
  struct Edges;
  std::unique_ptr<Edges> edges_;
  std::unique_ptr<Services> services_;
};

}  // namespace headgate::app
