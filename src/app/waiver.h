// Whether a label of the pull request lets regressions pass: the event's word for it, and the proof
// that what was measured is what the label was given for.

#pragma once

#include <string_view>

#include "app/services.h"
#include "core/gate/waiver.h"
#include "core/github/event.h"
#include "core/github/request.h"
#include "core/results/run.h"

namespace headgate::app {

/// The answer of the event of a run that measures this checkout. `label` may be "": none is asked.
[[nodiscard]] gate::WaiverAnswer waiver_of(const github::Event& event, std::string_view label,
                                           const github::Checkout& checkout,
                                           const github::Inputs& inputs);

/// The same for shards that other jobs of this workflow run measured: all its jobs have one event
/// and one GITHUB_SHA, so that a run which measured that commit measured the event's head.
[[nodiscard]] gate::WaiverAnswer waiver_of_shards(const Services& services, std::string_view label,
                                                  const results::Run& merged);

}  // namespace headgate::app
