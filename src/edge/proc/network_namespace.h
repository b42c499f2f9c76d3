// A network that leads nowhere: a network namespace with nothing in it but a loopback device, for
// children that must not talk to anybody, and whose numbers no packet should disturb.
//
// One namespace serves all children of a run: making and dismantling one for each would keep the
// kernel busy while the next is measured. Servers on 127.0.0.1 work in it as they do outside, but
// only among the processes inside.
//
// Source: network_namespaces(7), netdevice(7).

#pragma once

#include "core/result/result.h"

namespace headgate::proc {

/// Makes one and stays outside: a descriptor for setns(2), closed on exec, that the caller owns.
/// Needs CAP_SYS_ADMIN, which containers rarely have; kIoFailed with what the kernel refused. The
/// process must be single-threaded.
[[nodiscard]] Result<int> make_network_namespace();

}  // namespace headgate::proc
