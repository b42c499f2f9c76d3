// How this machine reaches others: proxies and certificates, from the variables that curl and Go
// programs look at.
//
// They are passed on explicitly, because our own environment is erased when the program starts.

#pragma once

#include <string>
#include <string_view>

#include "edge/os/environment.h"

namespace headgate::net {

/// Each "" for none. A proxy's address may hold a password: never show it.
struct Surroundings {
  std::string http_proxy = {};
  std::string https_proxy = {};
  std::string no_proxy = {};          ///< hosts that are reached without one
  std::string certificate_file = {};  ///< of authorities to trust instead of the system's
  std::string certificate_folder = {};

  /// The proxy for an address.
  [[nodiscard]] const std::string& proxy_for(std::string_view url) const;
};

/// From http_proxy, https_proxy, all_proxy and no_proxy in either case, the lower one first, and
/// SSL_CERT_FILE and SSL_CERT_DIR.
[[nodiscard]] Surroundings surroundings_of(const os::Environment& environment);

}  // namespace headgate::net
