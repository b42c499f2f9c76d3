// The event that GitHub's runner handed to the step.

#pragma once

#include <string>

#include "app/services.h"
#include "core/github/event.h"
#include "core/result/result.h"

namespace headgate::app {

/// The payload in `file`, or in GITHUB_EVENT_PATH where that is "". kEventInvalid when there is
/// none or it cannot be read; `remedy_without_one` says what to do where nothing names a file.
[[nodiscard]] Result<std::string> read_event_payload(const Services& services,
                                                     const std::string& file,
                                                     const std::string& remedy_without_one);

/// The event of the action, read. kEventInvalid.
[[nodiscard]] Result<github::Event> read_event(const Services& services);

}  // namespace headgate::app
