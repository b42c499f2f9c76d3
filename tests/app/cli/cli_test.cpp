#include "cli/cli.h"

#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/config/settings.h"
#include "support/fake_program.h"

namespace headgate::cli {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;
using testing_support::FakeProgram;
using testing_support::module_tree;

class CliTest : public testing::Test {
 protected:
  CliTest() {
    program.sides(module_tree({"BenchmarkX"}, "base"), module_tree({"BenchmarkX"}, "head"));
    program.files.add_file("/workspace/base.txt", text(100));
    program.files.add_file("/workspace/head.txt", text(130));
  }

  static std::string text(double center) {
    std::string lines = "pkg: example.com/m\n";
    for (int i = 0; i < 10; ++i) {
      lines += fmt::format("BenchmarkX-4 1000 {} ns/op\n", center + i);
    }
    return lines;
  }

  int call(const std::vector<std::string>& args) {
    out.str("");
    err.str("");
    return run(args, program.services(), out, err);
  }

  // A run of two commits with these further arguments.
  int measure(std::vector<std::string> more) {
    std::vector<std::string> args = {"run", "--base", "base", "--head", "head"};
    args.insert(args.end(), more.begin(), more.end());
    return call(args);
  }

  int replay(std::vector<std::string> more) {
    std::vector<std::string> args = {"replay", "--base", "/workspace/base.txt", "--head",
                                     "/workspace/head.txt"};
    args.insert(args.end(), more.begin(), more.end());
    return call(args);
  }

  FakeProgram program;
  std::ostringstream out;
  std::ostringstream err;
};

TEST_F(CliTest, WithoutArgumentsHelpIsADiagnostic) {
  EXPECT_EQ(call({}), 2);
  EXPECT_THAT(out.str(), IsEmpty());
  EXPECT_THAT(err.str(), HasSubstr("Usage: headgate [OPTIONS] COMMAND"));
}

TEST_F(CliTest, OutputThatCannotBeWrittenIsAnErrorWhateverTheCommand) {
  for (const std::vector<std::string>& args : std::vector<std::vector<std::string>>{
           {"--help"},
           {"--version"},
           {"completion", "bash"},
           {"replay", "--base", "/workspace/base.txt", "--head", "/workspace/base.txt"},
           {"run", "--base", "base", "--head", "head", "--dry-run"}}) {
    std::ostream full(nullptr);  // fails every write
    err.str("");
    EXPECT_EQ(run(args, program.services(), full, err), 2) << args.front();
    EXPECT_THAT(err.str(), HasSubstr("headgate: error (io-failed): standard output"))
        << args.front();
  }
}

TEST_F(CliTest, AReaderWhoSawEnoughIsNoError) {
  program.terminal.out_reader_left = [] { return true; };
  std::ostream closed(nullptr);
  EXPECT_EQ(run({"--version"}, program.services(), closed, err), 0);
  EXPECT_THAT(err.str(), IsEmpty());
}

TEST_F(CliTest, AnEmptyValueIsNotTheDefault) {
  for (const std::string flag :
       {"--repo", "--base", "--head", "--config", "--out", "--cache-dir"}) {
    EXPECT_EQ(call({"run", flag, ""}), 2) << flag;
    EXPECT_THAT(err.str(), HasSubstr(flag + ": the value is empty")) << flag;
  }
  for (const std::string flag : {"--base", "--head", "--config", "--out"}) {
    EXPECT_EQ(call({"replay", flag, ""}), 2) << flag;
    EXPECT_THAT(err.str(), HasSubstr(flag + ": the value is empty")) << flag;
  }
  EXPECT_EQ(call({"replay", ""}), 2);
  EXPECT_THAT(err.str(), HasSubstr("the value is empty"));
}

TEST_F(CliTest, HelpThatWasAskedForIsOutput) {
  EXPECT_EQ(call({"--help"}), 0);
  EXPECT_THAT(out.str(), HasSubstr("Usage: headgate [OPTIONS] COMMAND"));
  EXPECT_THAT(err.str(), IsEmpty());
}

TEST_F(CliTest, EveryCommandHasHelpWithExamplesAndItsFullName) {
  for (const char* command : {"run", "replay", "action", "completion"}) {
    EXPECT_EQ(call({command, "--help"}), 0) << command;
    EXPECT_THAT(out.str(), HasSubstr(std::string("Usage: headgate ") + command));
    EXPECT_THAT(out.str(), HasSubstr("Examples:\n"));
    EXPECT_THAT(out.str(), Not(HasSubstr("\n\n\n")));
  }
}

TEST_F(CliTest, EveryCommandTellsTheVersion) {
  EXPECT_EQ(call({"--version"}), 0);
  EXPECT_EQ(out.str(), "headgate 1.2.3\n");
  for (const char* command : {"run", "replay", "action", "completion"}) {
    EXPECT_EQ(call({command, "--version"}), 0);
    EXPECT_EQ(out.str(), "headgate 1.2.3\n");
  }
}

TEST_F(CliTest, HelpAndVersionTouchNoEdge) {
  program.git = git::FakeGit(Error{.reason = Reason::kNoRepository, .message = "none"});
  call({"run", "--help"});
  call({"--version"});
  EXPECT_THAT(program.git.opened(), IsEmpty());
  EXPECT_THAT(program.launcher.commands(), IsEmpty());
}

struct Mistake {
  std::vector<std::string> args;
  std::string message;
};

// NOLINTNEXTLINE(readability-identifier-naming): GoogleTest looks it up
void PrintTo(const Mistake& mistake, std::ostream* out) { *out << mistake.message; }

class WrongUsage : public CliTest, public testing::WithParamInterface<Mistake> {};

TEST_P(WrongUsage, IsOneLineThatSaysWhatIsWrong) {
  EXPECT_EQ(call(GetParam().args), 2);
  EXPECT_THAT(out.str(), IsEmpty());
  EXPECT_EQ(err.str(), "headgate: error (usage): " + GetParam().message + "\n");
}

INSTANTIATE_TEST_SUITE_P(
    Mistakes, WrongUsage,
    testing::Values(
        Mistake{{"rnu"}, "there is no command 'rnu'; did you mean 'run'?"},
        Mistake{{"frobnicate"}, "there is no command 'frobnicate'; see headgate --help"},
        Mistake{{"--fast"}, "there is no flag '--fast'; see headgate --help"},
        Mistake{{"run", "--ronds", "3"}, "there is no flag '--ronds'; did you mean '--rounds'?"},
        Mistake{{"compare", "-row=", "a.txt", "b.txt"}, "'-row=' has no value"},
        Mistake{{"run", "--base=", "--head", "HEAD"}, "'--base=' has no value"},
        Mistake{{"compare", "-gate", "-filter", ".unit:B/op", "a.txt", "b.txt"},
                "--gate decides on all of both files, whatever tables show: leave out --filter; "
                "see headgate compare --help"},
        Mistake{{"run", "-x"}, "there is no flag '-x'; see headgate run --help"},
        Mistake{{"run", "--rounds"}, "--rounds needs a value; see headgate run --help"},
        Mistake{{"run", "."}, "'.' is one word too many; see headgate run --help"},
        Mistake{{"run", "--format", "xml"},
                "--format: 'xml' is not one of text, json; see headgate run --help"},
        Mistake{{"run", "--progress", "loud"},
                "--progress: 'loud' is not one of auto, plain, none; see headgate run --help"},
        Mistake{{"completion", "tcsh"},
                "shell: 'tcsh' is not one of bash, zsh, fish; see headgate completion --help"},
        Mistake{{"completion"}, "bash|zsh|fish is missing; see headgate completion --help"},
        Mistake{{"replay", "--rounds", "3"},
                "there is no flag '--rounds'; see headgate replay --help"}));

TEST_F(CliTest, AReplayHasExactlyOneSource) {
  const std::vector<std::vector<std::string>> wrong = {
      {"replay"},
      {"replay", "--base", "a"},
      {"replay", "--head", "a"},
      {"replay", "r", "--base", "a", "--head", "b"},
      {"replay", "r", "--base", "a"}};
  for (const std::vector<std::string>& args : wrong) {
    EXPECT_EQ(call(args), 2);
    EXPECT_THAT(err.str(), HasSubstr("give either a results folder, or both"));
  }
}

TEST_F(CliTest, ExitCodesAreThoseOfTheVerdict) {
  EXPECT_EQ(replay({}), 1);
  EXPECT_EQ(replay({"--min-delta", "50%"}), 0);
  EXPECT_EQ(replay({"--cv-threshold", "1%", "--min-delta", "50%"}), 3);
  EXPECT_EQ(call({"replay", "/workspace/nothing"}), 2);
}

TEST_F(CliTest, AValueThatASettingCannotHaveNamesItsFlag) {
  EXPECT_EQ(replay({"--alpha", "7"}), 2);
  EXPECT_THAT(err.str(), HasSubstr("(config-invalid)"));
  EXPECT_THAT(err.str(), HasSubstr("flag --alpha"));
}

TEST_F(CliTest, TheLastOfSeveralFlagsWins) {
  EXPECT_EQ(replay({"--min-delta", "50%", "--min-delta", "5%"}), 1);
  EXPECT_EQ(replay({"--format", "text", "--format", "json"}), 1);
  EXPECT_THAT(out.str(), StartsWith("{"));
}

TEST_F(CliTest, AFlagOfAListAddsToIt) {
  measure({"--dry-run", "--packages", "./a", "--packages", "./b", "--tags", "x"});
  EXPECT_THAT(err.str(), HasSubstr("'./a ./b'"));
}

TEST_F(CliTest, AValueMayStandBehindAnEqualsSignAndBeginWithADash) {
  EXPECT_EQ(measure({"--dry-run", "--rounds=7", "--ldflags", "-s -w"}), 0) << err.str();
  EXPECT_THAT(out.str(), HasSubstr("14 processes"));
  EXPECT_THAT(out.str(), HasSubstr("'-ldflags=-s -w'"));
}

TEST_F(CliTest, ARunMeasuresAndPrintsTheVerdict) {
  EXPECT_EQ(measure({"--rounds", "5"}), 1) << err.str();
  EXPECT_THAT(out.str(), HasSubstr("headgate: regression"));
  EXPECT_THAT(err.str(), HasSubstr("measuring: 10 processes"));
  EXPECT_TRUE(program.files.content_of("/workspace/headgate-results/verdict.json"));
}

TEST_F(CliTest, ProgressNoneLeavesErrEmptyUnlessSomethingFails) {
  EXPECT_EQ(measure({"--rounds", "5", "--progress", "none"}), 1);
  EXPECT_THAT(err.str(), IsEmpty());
  program.go.build_errors["/tmp/hg-00000/head"] =
      Error{.reason = Reason::kBuildFailed, .message = "exit 1", .detail = "m.go:1:1: no"};
  EXPECT_EQ(measure({"--rounds", "5", "--progress", "none"}), 2);
  EXPECT_THAT(err.str(), HasSubstr("m.go(1,1): no"));
}

TEST_F(CliTest, ABarIsForTerminalsThatCanDrawOne) {
  program.terminal.err = app::Terminal::Kind::kTerminal;
  measure({"--rounds", "5"});
  EXPECT_THAT(err.str(), HasSubstr("\r\x1b[K["));
  measure({"--rounds", "5", "--progress", "plain"});
  EXPECT_THAT(err.str(), Not(HasSubstr("\x1b[K")));
  program.variables["TERM"] = "dumb";
  measure({"--rounds", "5"});
  EXPECT_THAT(err.str(), Not(HasSubstr("\x1b[K")));
}

TEST_F(CliTest, ColoursAreForTerminalsAndNotForThoseWhoSaidNo) {
  EXPECT_EQ(replay({}), 1);
  EXPECT_THAT(out.str(), Not(HasSubstr("\x1b[")));
  program.terminal.out = app::Terminal::Kind::kTerminal;
  replay({});
  EXPECT_THAT(out.str(), HasSubstr("\x1b[31m"));
  program.variables["NO_COLOR"] = "";
  replay({});
  EXPECT_THAT(out.str(), HasSubstr("\x1b[31m"));
  program.variables["NO_COLOR"] = "1";
  replay({});
  EXPECT_THAT(out.str(), Not(HasSubstr("\x1b[")));
  program.variables.erase("NO_COLOR");
  program.variables["TERM"] = "dumb";
  replay({});
  EXPECT_THAT(out.str(), Not(HasSubstr("\x1b[")));
}

TEST_F(CliTest, TheActionTakesNothingFromTheCommandLine) {
  program.variables["GITHUB_WORKSPACE"] = "/workspace";
  EXPECT_EQ(call({"action"}), 2);
  EXPECT_THAT(out.str(), HasSubstr("(event-invalid)"));
  EXPECT_EQ(call({"action", "--rounds", "3"}), 2);
  EXPECT_THAT(err.str(), HasSubstr("there is no flag '--rounds'"));
}

TEST_F(CliTest, CompletionKnowsEveryFlagThatIsASetting) {
  for (const char* shell : {"bash", "zsh", "fish"}) {
    EXPECT_EQ(call({"completion", shell}), 0);
    for (const config::SettingSpec& spec : config::settings_table()) {
      if (!spec.flag.empty()) {
        EXPECT_THAT(out.str(), HasSubstr(std::string(spec.flag))) << shell;
      }
    }
  }
}

TEST_F(CliTest, CompletionTakesWordsFromTheTypeAndLeavesPlaceholdersOut) {
  call({"completion", "bash"});
  EXPECT_THAT(out.str(), HasSubstr("'run --toolchain') mapfile -t COMPREPLY < <(compgen -W 'auto "
                                   "same local' -- "));
  EXPECT_THAT(out.str(), HasSubstr("'run --rounds') return"));
  EXPECT_THAT(out.str(), HasSubstr("'run --repo') compopt -o filenames; mapfile -t COMPREPLY < "
                                   "<(compgen -d -- "));
}

}  // namespace
}  // namespace headgate::cli
