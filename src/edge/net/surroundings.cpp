#include "edge/net/surroundings.h"

#include <initializer_list>

namespace headgate::net {
namespace {

// The first of these variables that says something.
std::string first_of(const os::Environment& environment,
                     std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    if (std::string value = environment.get(name).value_or(""); !value.empty()) {
      return value;
    }
  }
  return {};
}

}  // namespace

const std::string& Surroundings::proxy_for(std::string_view url) const {
  return url.starts_with("https:") ? https_proxy : http_proxy;
}

Surroundings surroundings_of(const os::Environment& environment) {
  return {
      .http_proxy = first_of(environment, {"http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"}),
      .https_proxy =
          first_of(environment, {"https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"}),
      .no_proxy = first_of(environment, {"no_proxy", "NO_PROXY"}),
      .certificate_file = first_of(environment, {"SSL_CERT_FILE"}),
      .certificate_folder = first_of(environment, {"SSL_CERT_DIR"})};
}

}  // namespace headgate::net
