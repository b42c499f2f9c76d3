// A label that lets what got slower pass: is it good for the commit that is measured?
//
// A label has no date and says nothing of commits: only the event of giving it binds it to the head
// that the giver could look at. So it counts in the run that `labeled` starts for it, and in the
// one of a pull request that is opened with it. In any other run (`synchronize` above all) commits
// may have come after the label that nobody has looked at, and it counts for nothing.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "core/github/event.h"
#include "core/github/request.h"

namespace headgate::github {

/// The pull request does not have the label, or the event is not one of a pull request.
struct LabelAbsent {
  friend bool operator==(const LabelAbsent&, const LabelAbsent&) = default;
};

/// It has the label, which is not known to be meant for what is measured.
struct LabelUnbound {
  std::string why;  ///< a sentence, and what to do
  friend bool operator==(const LabelUnbound&, const LabelUnbound&) = default;
};

/// Given at the head that is measured.
struct LabelGiven {
  std::string label;  ///< as the pull request spells it
  std::uint64_t pull_request;
  std::string head_sha;
  std::string by;  ///< login; "" where the payload has none
  friend bool operator==(const LabelGiven&, const LabelGiven&) = default;
};

using LabelStanding = std::variant<LabelAbsent, LabelUnbound, LabelGiven>;

/// How the label stands. Names are compared without regard to the case of ASCII letters, as GitHub
/// tells labels apart. What is measured must be the head of the event, or its merge commit.
[[nodiscard]] LabelStanding label_standing(const Event& event, std::string_view label,
                                           const Checkout& checkout, const Inputs& inputs);

}  // namespace headgate::github
