// headgate completion: scripts for shells, made from the declarations of all commands, so that a
// new flag is completed without a word more.

#include <algorithm>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/one_of.h"

namespace headgate::cli {
namespace {

constexpr const char* kExamples = R"(Examples:
  source <(headgate completion bash)                                     in this shell
  headgate completion bash > ~/.local/share/bash-completion/completions/headgate
  headgate completion zsh > "${fpath[1]}/_headgate"
  headgate completion fish > ~/.config/fish/completions/headgate.fish)";

constexpr std::string_view kRepeatable = " ...";

// What can stand behind a flag, or as the argument of a command.
struct Value {
  enum class Kind { kNone, kOther, kFile, kFolder } kind = Kind::kNone;
  std::string type;                ///< as in --help
  std::vector<std::string> words;  ///< that can be written as they are
};

struct Flag {
  std::string name;  ///< "--rounds"
  std::string help;
  Value value;
};

struct Command {
  std::string name;
  std::string help;
  std::vector<Flag> flags;
  Value argument;                 ///< the first
  std::vector<Command> commands;  ///< below it, such as `add` of `ledger`
};

// "auto|off|PATH" means two words, or a file.
Value value_of(const CLI::Option& option) {
  std::string_view rest = option.get_option_text();
  if (rest.ends_with(kRepeatable)) {
    rest.remove_suffix(kRepeatable.size());
  }
  Value value{.type = std::string(rest), .words = {}};
  while (!rest.empty()) {
    const std::string_view part = rest.substr(0, rest.find('|'));
    rest.remove_prefix(std::min(part.size() + 1, rest.size()));
    const bool is_word =
        std::none_of(part.begin(), part.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
    if (is_word) {
      value.words.emplace_back(part);
    }
    if (part == "FILE" || part == "PATH") {
      value.kind = Value::Kind::kFile;
    } else if (part == "DIR" || part == "RESULTS") {
      value.kind = Value::Kind::kFolder;
    } else if (value.kind == Value::Kind::kNone) {
      value.kind = Value::Kind::kOther;
    }
  }
  return value;
}

std::vector<Command> commands_of(const CLI::App& program) {
  std::vector<Command> commands;
  for (const CLI::App* declared : program.get_subcommands({})) {
    Command command{.name = declared->get_name(),
                    .help = declared->get_description(),
                    .flags = {},
                    .argument = {},
                    .commands = commands_of(*declared)};
    for (const CLI::Option* option : declared->get_options()) {
      if (option->get_positional()) {
        if (command.argument.kind == Value::Kind::kNone) {
          command.argument = value_of(*option);
        }
      } else {
        command.flags.push_back({.name = "--" + option->get_lnames().front(),
                                 .help = option->get_description(),
                                 .value = value_of(*option)});
      }
    }
    commands.push_back(std::move(command));
  }
  return commands;
}

std::vector<std::string> names_of(const std::vector<Command>& commands) {
  std::vector<std::string> names;
  for (const Command& command : commands) {
    names.push_back(command.name);
  }
  return names;
}

std::string joined(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, " "));
}

// Text for a single-quoted string; `special` characters get a backslash.
std::string escaped(std::string_view text, std::string_view special, std::string_view quote) {
  std::string result;
  for (const char c : text) {
    if (c == '\'') {
      result += quote;
    } else {
      result += special.find(c) == std::string_view::npos ? "" : "\\";
      result += c;
    }
  }
  return result;
}

// -- bash

std::string bash_reply(const Value::Kind kind, const std::vector<std::string>& words) {
  std::string arguments;
  std::string options;
  if (kind == Value::Kind::kFile || kind == Value::Kind::kFolder) {
    options = "compopt -o filenames; ";
    arguments = kind == Value::Kind::kFile ? " -f" : " -d";
  }
  if (!words.empty()) {
    arguments += fmt::format(" -W '{}'", joined(words));
  }
  return arguments.empty() ? std::string()
                           : fmt::format("{}mapfile -t COMPREPLY < <(compgen{} -- \"$word\"); ",
                                         options, arguments);
}

// What can follow a command, by its flags and as its own words.
struct BashCases {
  std::string inner;   ///< commands that have commands below them
  std::string values;  ///< behind a flag
  std::string words;
};

void add_bash_cases(const Command& command, const std::string& path, BashCases& cases) {
  if (!command.commands.empty()) {
    cases.inner += fmt::format(R"(    '{0}')
      if ((COMP_CWORD == 2)); then
        mapfile -t COMPREPLY < <(compgen -W '{1} --help --version' -- "$word")
        return
      fi
      command+=" ${{COMP_WORDS[2]}}" ;;
)",
                               path, joined(names_of(command.commands)));
    for (const Command& inner : command.commands) {
      add_bash_cases(inner, fmt::format("{} {}", path, inner.name), cases);
    }
    return;
  }
  std::vector<std::string> first = command.argument.words;
  for (const Flag& flag : command.flags) {
    first.push_back(flag.name);
    if (flag.value.kind != Value::Kind::kNone) {
      cases.values += fmt::format("    '{} {}') {}return ;;\n", path, flag.name,
                                  bash_reply(flag.value.kind, flag.value.words));
    }
  }
  cases.words += fmt::format("    '{}') {};;\n", path, bash_reply(command.argument.kind, first));
}

std::string bash_script(const std::vector<Command>& commands) {
  BashCases cases;
  for (const Command& command : commands) {
    add_bash_cases(command, command.name, cases);
  }
  return fmt::format(R"(# bash completion for headgate
_headgate() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} command=${{COMP_WORDS[1]}}
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    mapfile -t COMPREPLY < <(compgen -W '{} --help --version' -- "$word")
    return
  fi
  case $command in
{}  esac
  case "$command $before" in
{}  esac
  case $command in
{}  esac
}}
complete -F _headgate headgate
)",
                     joined(names_of(commands)), cases.inner, cases.values, cases.words);
}

// -- zsh

std::string zsh_value(const Value& value) {
  const std::string type = escaped(value.type, ":\\", "'\\''");
  switch (value.kind) {
    case Value::Kind::kNone:
      return "";
    case Value::Kind::kOther:
      return fmt::format(":{}:({})", type, joined(value.words));
    case Value::Kind::kFile:
      return fmt::format(":{}:_files", type);
    case Value::Kind::kFolder:
      return fmt::format(":{}:_files -/", type);
  }
  return "";
}

// The names of commands as a list with their help, and a case for each.
struct ZshCases {
  std::string names;
  std::string cases;
};

ZshCases zsh_cases(const std::vector<Command>& commands, std::string_view indentation);

std::string zsh_case(const Command& command, std::string_view indentation) {
  if (!command.commands.empty()) {
    const ZshCases inner = zsh_cases(command.commands, fmt::format("{}    ", indentation));
    return fmt::format(R"({0}  commands=(
{1}{0}  )
{0}  if ((CURRENT == 2)); then
{0}    _describe command commands
{0}    return
{0}  fi
{0}  shift words
{0}  ((CURRENT--))
{0}  case $words[1] in
{2}{0}  esac
)",
                       indentation, inner.names, inner.cases);
  }
  std::string text = fmt::format("{}  _arguments", indentation);
  for (const Flag& flag : command.flags) {
    text += fmt::format(" \\\n{}    '*{}[{}]{}'", indentation, flag.name,
                        escaped(flag.help, ":[]\\", "'\\''"), zsh_value(flag.value));
  }
  if (command.argument.kind != Value::Kind::kNone) {
    text += fmt::format(" \\\n{}    '1{}'", indentation, zsh_value(command.argument));
  }
  return text + "\n";
}

ZshCases zsh_cases(const std::vector<Command>& commands, std::string_view indentation) {
  ZshCases all;
  for (const Command& command : commands) {
    all.names += fmt::format("{}'{}:{}'\n", indentation, command.name,
                             escaped(command.help, ":\\", "'\\''"));
    all.cases += fmt::format("{0}{1})\n{2}{0}  ;;\n", indentation, command.name,
                             zsh_case(command, indentation));
  }
  return all;
}

std::string zsh_script(const std::vector<Command>& commands) {
  const ZshCases all = zsh_cases(commands, "    ");
  return fmt::format(R"(#compdef headgate
_headgate() {{
  local -a commands=(
{}  )
  if ((CURRENT == 2)); then
    _describe command commands
    return
  fi
  shift words
  ((CURRENT--))
  case $words[1] in
{}  esac
}}
if [ "$funcstack[1]" = "_headgate" ]; then
  _headgate "$@"
else
  compdef _headgate headgate
fi
)",
                     all.names, all.cases);
}

// -- fish

std::string fish_value(const Value& value) {
  switch (value.kind) {
    case Value::Kind::kNone:
      return "";
    case Value::Kind::kOther:
      return value.words.empty() ? " -x" : fmt::format(" -x -a '{}'", joined(value.words));
    case Value::Kind::kFile:
      return value.words.empty() ? " -r -F" : fmt::format(" -r -F -a '{}'", joined(value.words));
    case Value::Kind::kFolder:
      return " -x -a '(__fish_complete_directories)'";
  }
  return "";
}

// Of the commands that stand below `seen`, which says that the words above them were typed.
std::string fish_lines(const std::vector<Command>& commands, const std::string& seen) {
  std::string text;
  const std::string not_yet = seen.empty()
                                  ? std::string("__fish_use_subcommand")
                                  : fmt::format("'{}; and not __fish_seen_subcommand_from {}'",
                                                seen, joined(names_of(commands)));
  for (const Command& command : commands) {
    text += fmt::format("complete -c headgate -n {} -a {} -d '{}'\n", not_yet, command.name,
                        escaped(command.help, "\\", "\\'"));
    const std::string typed = fmt::format("{}{}__fish_seen_subcommand_from {}", seen,
                                          seen.empty() ? "" : "; and ", command.name);
    if (!command.commands.empty()) {
      text += fish_lines(command.commands, typed);
      continue;
    }
    const std::string condition = fmt::format("complete -c headgate -n '{}'", typed);
    for (const Flag& flag : command.flags) {
      text += fmt::format("{} -l {}{} -d '{}'\n", condition, flag.name.substr(2),
                          fish_value(flag.value), escaped(flag.help, "\\", "\\'"));
    }
    if (command.argument.kind != Value::Kind::kNone) {
      text += fmt::format("{}{}\n", condition, fish_value(command.argument));
    }
  }
  return text;
}

std::string fish_script(const std::vector<Command>& commands) {
  return "complete -c headgate -f\n" + fish_lines(commands, "");
}

}  // namespace

Action declare_completion(CLI::App& program) {
  const auto shell = std::make_shared<std::string>();
  CLI::App* command =
      program.add_subcommand("completion", "Print a script that lets a shell complete commands");
  command->footer(kExamples);
  command->add_option("shell", *shell, "which shell")
      ->option_text("bash|zsh|fish")
      ->required()
      ->check(one_of({"bash", "zsh", "fish"}));
  return [shell, &program](app::Services& /*services*/, const Streams& streams) {
    const std::vector<Command> commands = commands_of(program);
    streams.out << (*shell == "bash"  ? bash_script(commands)
                    : *shell == "zsh" ? zsh_script(commands)
                                      : fish_script(commands));
    return 0;
  };
}

}  // namespace headgate::cli
