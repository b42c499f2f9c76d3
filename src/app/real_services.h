// The real edges, made in the order in which they depend on each other.

#pragma once

#include <memory>
#include <string>

#include "app/services.h"

namespace headgate::app {

/// Owns every edge of the program. From its constructor on, signals are caught and the environment
/// is out of reach of other processes.
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
