#include "app/event_payload.h"

#include <cstdint>

#include <fmt/core.h>

namespace headgate::app {
namespace {

constexpr std::uint64_t kMaxEventBytes = 25 << 20;  // GitHub's own cap on a payload

}  // namespace

Result<std::string> read_event_payload(const Services& services, const std::string& file,
                                       const std::string& remedy_without_one) {
  const std::string path = file.empty() ? services.environment.value("GITHUB_EVENT_PATH") : file;
  if (path.empty()) {
    return Error{.reason = Reason::kEventInvalid,
                 .message = "there is no event: GITHUB_EVENT_PATH is not set",
                 .remedy = remedy_without_one};
  }
  Result<std::string> payload = services.files.read(path, kMaxEventBytes);
  if (!payload) {
    return Error{
        .reason = Reason::kEventInvalid,
        .message = fmt::format("the event payload: {}", payload.error().message),
        .remedy = "run the step as a `uses:` action, so that the runner mounts the payload"};
  }
  return payload;
}

Result<github::Event> read_event(const Services& services) {
  const Result<std::string> payload = read_event_payload(
      services, {}, "`headgate action` is for GitHub's runner; use `headgate run` elsewhere");
  if (!payload) {
    return payload.error();
  }
  return github::parse_event(services.environment.value("GITHUB_EVENT_NAME"), *payload);
}

}  // namespace headgate::app
