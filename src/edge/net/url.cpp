#include "edge/net/url.h"

#include <algorithm>

#include <fmt/core.h>

namespace headgate::net {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool is_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace

std::optional<std::string> origin_of(std::string_view url) {
  const std::size_t mark = url.find("://");
  const bool is_plain = std::ranges::all_of(url, [](char c) { return c > ' ' && c < '\x7f'; });
  if (mark == std::string_view::npos || !is_plain) {
    return std::nullopt;
  }
  std::string scheme(url.substr(0, mark));
  std::ranges::transform(scheme, scheme.begin(), lower);
  if (scheme != "http" && scheme != "https") {
    return std::nullopt;
  }
  const std::size_t begin = mark + 3;
  const std::string_view authority =
      url.substr(begin, std::min(url.find_first_of("/?#\\", begin), url.size()) - begin);
  const std::size_t bracket = authority.rfind(']');  // of an IPv6 address, which has colons itself
  const std::size_t colon = authority.find(':', bracket == std::string_view::npos ? 0 : bracket);
  std::string host(authority.substr(0, colon));
  std::ranges::transform(host, host.begin(), lower);
  std::string_view port = scheme == "https" ? "443" : "80";
  if (colon != std::string_view::npos) {
    port = authority.substr(colon + 1);
  }
  if (host.empty() || authority.find('@') != std::string_view::npos || !is_digits(port)) {
    return std::nullopt;
  }
  return fmt::format("{}://{}:{}", scheme, host, port);
}

}  // namespace headgate::net
