// Ids of commits by their role, for tests of events.

#pragma once

#include <string>

namespace headgate::testing_support {

inline const std::string kHead(40, 'a');
inline const std::string kBase(40, 'b');
inline const std::string kMerge(40, 'c');

}  // namespace headgate::testing_support
