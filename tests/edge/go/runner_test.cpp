// What every call of the go command has in common, on a launcher that starts nothing.

#include "edge/go/runner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/fake_launcher.h"

namespace headgate::go {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsSupersetOf;

const Module kModule{.directory = "/t/base/m", .workspace = "/t/base/go.work", .toolchain = "auto"};

Context context() {
  return {.command = "/go/bin/go",
          .environment = {"GOPROXY=https://proxy.test", "GOPRIVATE=corp.test", "GOTOOLCHAIN=local",
                          "GOFLAGS=-from-outside", "PATH=/bin"},
          .goflags = "-race -mod=mod",
          .identity = proc::Identity{.uid = 65111, .gid = 65111},
          .timeout = [] { return std::chrono::milliseconds(1500); }};
}

// Each call of the interface once. Their answers do not matter here.
std::vector<std::pair<std::string, std::function<std::optional<Error>(Go&)>>> calls() {
  const auto error_of = [](const auto& result) {
    return result ? std::nullopt : std::optional(result.error());
  };
  return {
      {"toolchain", [=](Go& go) { return error_of(go.toolchain(kModule)); }},
      {"workspace_file", [=](Go& go) { return error_of(go.workspace_file(kModule)); }},
      {"download", [=](Go& go) { return error_of(go.download(kModule, {"./..."}, {})); }},
      {"packages", [=](Go& go) { return error_of(go.packages(kModule, {"./..."}, {})); }},
      {"build_test", [=](Go& go) { return error_of(go.build_test(kModule, "m/p", {}, "/o/p")); }},
      {"build_settings", [=](Go& go) { return error_of(go.build_settings("/o/p.test")); }},
  };
}

TEST(Runner, SetsToolchainWorkspaceAndFlagsInPlaceOfWhatIsInherited) {
  proc::FakeLauncher fake({proc::FakeChild::printing("out")});
  const Result<Ran> ran =
      Runner(fake, context()).run(kModule, {.arguments = {"list"}, .network = Network::kAllowed});
  EXPECT_EQ(ran.value().out, "out");
  const proc::Command& command = fake.commands().at(0);
  EXPECT_THAT(command.argv, ElementsAre("/go/bin/go", "list"));
  EXPECT_EQ(command.directory, "/t/base/m");
  EXPECT_EQ(command.identity, context().identity);
  EXPECT_EQ(command.timeout, std::chrono::milliseconds(1500));
  EXPECT_THAT(
      command.environment,
      ElementsAre("GOFLAGS=-mod=mod", "GOPRIVATE=corp.test", "GOPROXY=https://proxy.test",
                  "GOTOOLCHAIN=auto", "GOWORK=/t/base/go.work", "PATH=/bin", "PWD=/t/base/m"));
}

TEST(Runner, WithoutNetworkLetsNoModuleComeFromItsOrigin) {
  proc::FakeLauncher fake({proc::FakeChild::printing("")});
  (void)Runner(fake, context()).run(kModule, {.arguments = {"list"}, .network = Network::kOff});
  EXPECT_THAT(fake.commands().at(0).environment,
              IsSupersetOf({"GOPROXY=off", "GONOPROXY=none", "GOPRIVATE=corp.test"}));
}

TEST(Runner, EveryCallSaysToolchainWorkspaceAndFlags) {
  for (const auto& [name, call] : calls()) {
    proc::FakeLauncher fake([](const proc::Command&) { return proc::FakeChild::printing("{}"); });
    const std::unique_ptr<Go> go = make_command_go(fake, context());
    call(*go);
    ASSERT_FALSE(fake.commands().empty()) << name;
    for (const proc::Command& command : fake.commands()) {
      for (const char* variable : {"GOTOOLCHAIN=", "GOWORK=", "GOFLAGS="}) {
        EXPECT_EQ(std::count_if(command.environment.begin(), command.environment.end(),
                                [&](const std::string& one) { return one.starts_with(variable); }),
                  1)
            << name << " " << variable;
      }
    }
  }
}

TEST(Runner, OnlyTheToolchainAndModulesComeFromTheNetwork) {
  for (const auto& [name, call] : calls()) {
    proc::FakeLauncher fake([](const proc::Command&) { return proc::FakeChild::printing("{}"); });
    const std::unique_ptr<Go> go = make_command_go(fake, context());
    call(*go);
    if (name == "toolchain" || name == "download") {
      EXPECT_THAT(fake.commands().front().environment, Contains("GOPROXY=https://proxy.test"));
    } else {
      for (const proc::Command& command : fake.commands()) {
        EXPECT_THAT(command.environment, IsSupersetOf({"GOPROXY=off", "GONOPROXY=none"})) << name;
      }
    }
  }
}

TEST(Runner, EveryCallSaysThatItWasInterrupted) {
  for (const auto& [name, call] : calls()) {
    proc::FakeLauncher fake(
        [](const proc::Command&) { return proc::FakeChild::ending(proc::Interrupted{}, "{}"); });
    const std::unique_ptr<Go> go = make_command_go(fake, context());
    const std::optional<Error> error = call(*go);
    ASSERT_TRUE(error) << name;
    EXPECT_EQ(error->reason, Reason::kInterrupted) << name;
  }
}

TEST(Runner, EveryCallSaysThatItTookTooLong) {
  for (const auto& [name, call] : calls()) {
    proc::FakeLauncher fake([](const proc::Command&) {
      proc::FakeChild child = proc::FakeChild::ending(proc::TimedOut{});
      child.err = "go: downloading x v1\nstill at /t/base/m/a.go\n";
      return child;
    });
    const std::unique_ptr<Go> go = make_command_go(fake, context());
    const std::optional<Error> error = call(*go);
    ASSERT_TRUE(error) << name;
    EXPECT_EQ(error->reason, Reason::kProcessFailed) << name;
    EXPECT_THAT(error->message, testing::MatchesRegex("`go [a-z]+` did not end within 1.5 s"));
    EXPECT_THAT(error->remedy, HasSubstr("by hand")) << name;
  }
}

TEST(Runner, SaysThatTheCommandIsMissingOrWhyItDoesNotStart) {
  struct Case {
    proc::LaunchStep step;
    Reason reason;
  };

  for (const Case& one : std::vector<Case>{
           {proc::LaunchStep::kExecute, Reason::kToolchainMissing},
           {proc::LaunchStep::kFindProgram, Reason::kToolchainMissing},
           {proc::LaunchStep::kPrepare, Reason::kProcessFailed},
           {proc::LaunchStep::kDirectory, Reason::kProcessFailed},
           {proc::LaunchStep::kIdentity, Reason::kProcessFailed},
       }) {
    for (const auto& [name, call] : calls()) {
      proc::FakeLauncher fake([&](const proc::Command&) {
        return proc::FakeChild::ending(
            proc::LaunchFailed{.step = one.step, .message = "no luck", .error_number = 2});
      });
      const std::unique_ptr<Go> go = make_command_go(fake, context());
      const std::optional<Error> error = call(*go);
      ASSERT_TRUE(error) << name;
      EXPECT_EQ(error->reason, one.reason) << name;
      EXPECT_THAT(error->message, HasSubstr("cannot be started: no luck"));
      EXPECT_EQ(error->remedy.empty(), one.reason == Reason::kProcessFailed);
    }
  }
}

TEST(Runner, RefusesAListingThatDoesNotFit) {
  proc::FakeLauncher fake([](const proc::Command&) {
    return proc::FakeChild::printing(std::string((256U << 20) + 1, ' '));
  });
  const Result<Ran> ran =
      Runner(fake, context())
          .run(kModule,
               {.arguments = {"list"}, .network = Network::kOff, .output = Output::kListing});
  EXPECT_EQ(ran.error().message, "`go list` printed more than 256 MiB");
  // Of messages the middle is no loss.
  EXPECT_TRUE(
      Runner(fake, context()).run(kModule, {.arguments = {"test"}, .network = Network::kOff}));
}

TEST(Runner, TakesNoListForPackagesThatIsCutOrForeign) {
  proc::FakeLauncher fake(
      [](const proc::Command&) { return proc::FakeChild::printing("{\"ImportPath\": "); });
  const std::unique_ptr<Go> go = make_command_go(fake, context());
  const Error error = go->packages(kModule, {"./..."}, {}).error();
  EXPECT_EQ(error.reason, Reason::kProcessFailed);
  EXPECT_EQ(error.message, "`go list -json` printed what cannot be read");
  EXPECT_EQ(go->toolchain(kModule).error().message, "`go env -json` printed what cannot be read");
  EXPECT_EQ(go->workspace_file(kModule).error().message,
            "`go work edit -json` printed what cannot be read");
}

}  // namespace
}  // namespace headgate::go
