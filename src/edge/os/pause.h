// Waiting, for what the outside asks us to leave alone for a while.

#pragma once

namespace headgate::os {

/// Waits `sec` seconds, or until `wake_fd` is readable (see Interrupts::fd).
void pause(double sec, int wake_fd);

}  // namespace headgate::os
