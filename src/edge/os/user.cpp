#include "edge/os/user.h"

#include <unistd.h>

namespace headgate::os {

User effective_user() { return {.uid = ::geteuid(), .gid = ::getegid()}; }

}  // namespace headgate::os
