#include "app/real_services.h"

#include <csignal>
#include <cstdlib>

#include <gtest/gtest.h>
#include <sys/prctl.h>

#include "support/forked.h"

namespace headgate::app {
namespace {

// In processes of their own: wiring the program changes the process for good.

bool is_default(int signal) {
  struct sigaction action = {};
  ::sigaction(signal, nullptr, &action);
  return action.sa_handler == SIG_DFL;
}

TEST(RealServices, ACommandThatDoesNotAskForSignalsIsEndedByTheFirst) {
  const int ended = os::forked([] {
    ::signal(SIGINT, SIG_DFL);
    RealServices services("1.2.3");
    (void)services.services().files.kind("/");
    ::raise(SIGINT);
    return 0;
  });
  EXPECT_EQ(ended, 128 + SIGINT);
}

TEST(RealServices, FromTheFirstQuestionOnSignalsAreRemembered) {
  const int ended = os::forked([] {
    RealServices services("1.2.3");
    if (services.services().interrupts.pending()) {
      return 1;
    }
    ::raise(SIGTERM);
    return services.services().interrupts.pending() == SIGTERM ? 0 : 2;
  });
  EXPECT_EQ(ended, 0);
}

TEST(RealServices, ASignalThatWasRememberedKeepsChildrenFromStarting) {
  const int ended = os::forked([] {
    RealServices services("1.2.3");
    (void)services.services().interrupts.pending();
    ::raise(SIGTERM);
    class Nothing final : public proc::OutputSink {
      void on_stdout(std::string_view) override {}
      void on_stderr(std::string_view) override {}
    } sink;
    const proc::Completion completion =
        services.services().launcher.run({.argv = {"/bin/true"}, .directory = "/"}, sink);
    return std::holds_alternative<proc::Interrupted>(completion.how) ? 0 : 1;
  });
  EXPECT_EQ(ended, 0);
}

TEST(RealServices, MakingThemChangesNoSignalAndAdoptsNoOrphans) {
  const int ended = os::forked([] {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGCHLD}) {
      ::signal(signal, SIG_DFL);
    }
    const RealServices services("1.2.3");
    int adopts = 0;
    ::prctl(PR_GET_CHILD_SUBREAPER, &adopts);
    return is_default(SIGINT) && is_default(SIGPIPE) && is_default(SIGCHLD) && adopts == 0 ? 0 : 1;
  });
  EXPECT_EQ(ended, 0);
}

TEST(RealServices, TheEnvironmentIsKeptForUsAndTakenFromTheProcess) {
  const int ended = os::forked([] {
    ::setenv("GITHUB_TOKEN", "canary", 1);
    RealServices services("1.2.3");
    const bool is_kept = services.services().environment.get("GITHUB_TOKEN") == "canary";
    const bool is_gone = ::getenv("GITHUB_TOKEN") == nullptr;
    return is_kept && is_gone && ::prctl(PR_GET_DUMPABLE) == 0 ? 0 : 1;
  });
  EXPECT_EQ(ended, 0);
}

}  // namespace
}  // namespace headgate::app
