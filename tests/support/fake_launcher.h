// A Launcher that starts nothing: answers from a queue or from a function, and remembers what it
// was asked to run.

#pragma once

#include <deque>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "edge/proc/process.h"

namespace headgate::proc {

/// What a scripted child prints, and how it ends.
struct FakeChild {
  std::string out = {};
  std::string err = {};
  Completion completion = {.how = Exited{.code = 0}, .wall_sec = 0.001};

  static FakeChild printing(std::string out) { return {.out = std::move(out)}; }

  static FakeChild exiting(int code, std::string err = {}) {
    return {.err = std::move(err), .completion = {.how = Exited{.code = code}, .wall_sec = 0.001}};
  }

  /// Prints `out`, then ends as `how` says: Signaled, TimedOut, Interrupted or LaunchFailed.
  template <typename How>
  static FakeChild ending(How how, std::string out = {}) {
    return {.out = std::move(out), .completion = {.how = std::move(how), .wall_sec = 0.001}};
  }
};

class FakeLauncher final : public Launcher {
 public:
  using Script = std::function<FakeChild(const Command&)>;

  /// Answers each command with the next of `children`; one command too many fails the test.
  explicit FakeLauncher(std::deque<FakeChild> children = {}) : children_(std::move(children)) {}

  /// Answers each command with what `script` makes of it.
  explicit FakeLauncher(Script script) : script_(std::move(script)) {}

  void enqueue(FakeChild child) { children_.push_back(std::move(child)); }

  [[nodiscard]] Status cut_network() override { return network_; }

  /// What cut_network says from now on.
  void set_network(Status status) { network_ = std::move(status); }

  [[nodiscard]] Completion run(const Command& command, OutputSink& sink) override {
    commands_.push_back(command);
    const FakeChild child = script_ ? script_(command) : next(command);
    if (!child.out.empty()) {
      sink.on_stdout(child.out);
    }
    if (!child.err.empty()) {
      sink.on_stderr(child.err);
    }
    return child.completion;
  }

  /// Every command so far, in order.
  [[nodiscard]] const std::vector<Command>& commands() const { return commands_; }

  /// Children that no command has asked for yet.
  [[nodiscard]] std::size_t left() const { return children_.size(); }

 private:
  FakeChild next(const Command& command) {
    if (children_.empty()) {
      ADD_FAILURE() << "a command that the test did not expect: "
                    << testing::PrintToString(command.argv);
      return FakeChild::exiting(127);
    }
    FakeChild child = std::move(children_.front());
    children_.pop_front();
    return child;
  }

  Status network_ = ok();
  Script script_;
  std::deque<FakeChild> children_;
  std::vector<Command> commands_;
};

}  // namespace headgate::proc
