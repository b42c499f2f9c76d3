#include "edge/os/interrupts.h"

#include <array>
#include <chrono>
#include <stdexcept>
#include <thread>

#include <gmock/gmock.h>
#include <poll.h>
#include <unistd.h>

#include "support/fake_interrupts.h"
#include "support/forked.h"

namespace headgate::os {
namespace {

bool is_readable(int fd) {
  pollfd polled = {.fd = fd, .events = POLLIN, .revents = 0};
  return ::poll(&polled, 1, 0) == 1;
}

void wait_until_no_echo() { std::this_thread::sleep_for(std::chrono::milliseconds(2200)); }

TEST(SignalInterrupts, RemembersTheFirstSignalAndWakesWhoeverPolls) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
    const SignalInterrupts interrupts;
    EXPECT_EQ(interrupts.pending(), std::nullopt);
    EXPECT_FALSE(is_readable(interrupts.fd()));
    ::raise(signal);
    EXPECT_EQ(interrupts.pending(), signal);
    EXPECT_TRUE(is_readable(interrupts.fd()));
    EXPECT_TRUE(is_readable(interrupts.fd())) << "it stays readable";
  }
}

TEST(SignalInterrupts, TheSecondSignalEndsTheProcess) {
  EXPECT_EQ(forked([] {
              const SignalInterrupts interrupts;
              ::raise(SIGINT);
              wait_until_no_echo();
              ::raise(SIGTERM);
              return 7;
            }),
            2);
}

TEST(SignalInterrupts, AnEchoOfTheFirstSignalDoesNot) {
  EXPECT_EQ(forked([] {
              const SignalInterrupts interrupts;
              ::raise(SIGTERM);
              ::raise(SIGTERM);
              return interrupts.pending() == SIGTERM ? 7 : 8;
            }),
            7);
}

TEST(SignalInterrupts, AWriteToAClosedPipeIsAnErrorAndNotTheEnd) {
  EXPECT_EQ(forked([] {
              const SignalInterrupts interrupts;
              std::array<int, 2> ends = {};
              if (::pipe(ends.data()) != 0) {
                return 1;
              }
              ::close(ends[0]);
              return ::write(ends[1], "x", 1) < 0 && errno == EPIPE ? 7 : 8;
            }),
            7);
}

TEST(SignalInterrupts, PutsBackWhatWasThere) {
  EXPECT_EQ(forked([] {
              struct sigaction ignoring = {};
              ignoring.sa_handler = SIG_IGN;
              ::sigaction(SIGTERM, &ignoring, nullptr);
              { const SignalInterrupts interrupts; }
              for (const int signal : {SIGINT, SIGHUP, SIGQUIT, SIGPIPE}) {
                struct sigaction now = {};
                ::sigaction(signal, nullptr, &now);
                if (now.sa_handler != SIG_DFL) {
                  return signal;
                }
              }
              ::raise(SIGTERM);  // ignored again
              ::raise(SIGINT);   // and this one ends us
              return 100;
            }),
            128 + SIGINT);
}

TEST(SignalInterrupts, CatchesSignalsThatTheParentBlocked) {
  EXPECT_EQ(forked([] {
              sigset_t blocked;
              ::sigemptyset(&blocked);
              ::sigaddset(&blocked, SIGTERM);
              ::sigprocmask(SIG_BLOCK, &blocked, nullptr);
              {
                const SignalInterrupts interrupts;
                ::raise(SIGTERM);
                if (interrupts.pending() != SIGTERM) {
                  return 1;
                }
              }
              sigset_t now;
              ::sigprocmask(SIG_BLOCK, nullptr, &now);
              return ::sigismember(&now, SIGTERM) == 1 ? 7 : 8;
            }),
            7);
}

TEST(SignalInterrupts, LeavesAHangUpIgnoredForNohup) {
  EXPECT_EQ(forked([] {
              ::signal(SIGHUP, SIG_IGN);
              const SignalInterrupts interrupts;
              ::raise(SIGHUP);
              return interrupts.pending() ? 8 : 7;
            }),
            7);
}

TEST(SignalInterrupts, ThereIsOneAtATime) {
  {
    const SignalInterrupts interrupts;
    EXPECT_THROW(SignalInterrupts(), std::logic_error);
    ::raise(SIGTERM);
    EXPECT_EQ(interrupts.pending(), SIGTERM) << "the first one goes on working";
  }
  EXPECT_EQ(SignalInterrupts().pending(), std::nullopt);
}

TEST(FakeInterrupts, BehavesLikeTheRealOne) {
  FakeInterrupts interrupts;
  EXPECT_EQ(interrupts.pending(), std::nullopt);
  EXPECT_FALSE(is_readable(interrupts.fd()));
  interrupts.interrupt(SIGINT);
  interrupts.interrupt(SIGTERM);
  EXPECT_EQ(interrupts.pending(), SIGINT);
  EXPECT_TRUE(is_readable(interrupts.fd()));
}

}  // namespace
}  // namespace headgate::os
