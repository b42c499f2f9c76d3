#!/usr/bin/python3
"""What GitHub's runner would make of a finished step: its two log streams and its command files, as JSON.

Re-states the documented and observed rules of the runner, so that a test can say "exactly one error
annotation, on sum_test.go:11", "no output of a benchmark became a command", "the summary was kept".

  runner_view.py --exit-status N --stdout FILE --stderr FILE --command-files DIR
                 --workspace DIR --runner-temp DIR --runner-uid UID

Exit code: 0 when the step kept the rules, 1 when the runner would have objected ("violations"). The
step's own exit code is "exit_status".
"""

import argparse
import json
import os
import pathlib
import re
import sys

COMMANDS = {"error", "warning", "notice", "debug", "group", "endgroup", "add-mask", "set-output", "save-state",
            "set-env", "add-path", "add-matcher", "remove-matcher", "stop-commands", "echo"}
# What a step may still do through its log. The others are either refused or change later steps.
REFUSED = {"set-env", "add-path", "set-output", "save-state", "add-matcher", "remove-matcher"}
ANNOTATION_TYPES = ("error", "warning", "notice")
ANNOTATIONS_PER_TYPE = 10
MESSAGE_CHARS = 4096
SUMMARY_BYTES = 1024 * 1024
# The problem matcher that setup-go registers for a whole job: such lines become error annotations.
GO_PROBLEM = re.compile(r"^\s*(.+\.go):(?:(\d+):(\d+):)?\s(.*)$")


def unescape(text, extra=()):
    """Undoes the escaping of a command's message, or with `extra` of a property."""
    for code, char in (*extra, ("%0D", "\r"), ("%0A", "\n"), ("%25", "%")):
        text = text.replace(code, char)
    return text


def properties(text, separator, extra):
    pairs = (pair.partition("=") for pair in text.split(separator))
    return {key.strip().lower(): unescape(value, extra) for key, _, value in pairs if value}


def parse_command(line, known):
    """(name, properties, message) of a workflow command in either spelling, or None."""
    trimmed = line.lstrip()
    if trimmed.startswith("::"):
        head, colons, message = trimmed[2:].partition("::")
        name, _, rest = head.partition(" ")
        if colons and name.lower() in known:
            return name.lower(), properties(rest, ",", (("%3A", ":"), ("%2C", ","))), unescape(message)
    _, start, rest = line.partition("##[")
    head, end, message = rest.partition("]")
    name, _, rest = head.partition(" ")
    if start and end and name.lower() in known:
        return name.lower(), properties(rest, ";", (("%3B", ";"), ("%5D", "]"))), unescape(message)
    return None


def read_log(path):
    """Commands of one stream in order, and the lines that a Go problem matcher takes."""
    commands, problems, token = [], [], None
    for line in re.split(r"\r\n|\n|\r", path.read_bytes().decode("utf-8", "replace")):
        command = parse_command(line, COMMANDS | ({token} if token else set()))
        if command and command[0] == token:
            token = None
        elif token or not command:
            if GO_PROBLEM.match(line):  # matchers do not care for stop-commands
                problems.append(line)
        else:
            commands.append(command)
            if command[0] == "stop-commands":
                token = command[2].lower()
    return commands, problems


def read_key_values(path, violations):
    """The entries of a GITHUB_OUTPUT or GITHUB_ENV file."""
    lines = path.read_bytes().decode("utf-8", "replace").split("\n")
    values = {}
    while lines:
        line = lines.pop(0)
        equals, heredoc = line.find("="), line.find("<<")
        if heredoc >= 0 and (equals < 0 or heredoc < equals):
            name, delimiter = line[:heredoc], line[heredoc + 2:]
            if delimiter not in lines:
                violations.append(f"{path.name}: the value of {name!r} never ends")
                return values
            end = lines.index(delimiter)
            values[name] = "\n".join(lines[:end])
            lines = lines[end + 1:]
        elif equals >= 0:
            values[line[:equals]] = line[equals + 1:]
        elif line:
            violations.append(f"{path.name}: invalid format {line!r}")
    return values


def annotations_of(commands):
    """Annotations in order; the runner keeps the first ten of a type."""
    seen = dict.fromkeys(ANNOTATION_TYPES, 0)
    found = []
    for name, props, message in commands:
        if name in seen:
            seen[name] += 1
            found.append({**props, "type": name, "kept": seen[name] <= ANNOTATIONS_PER_TYPE, "message": message[:MESSAGE_CHARS]})
    return found


def foreign_files(top, uid):
    """What the runner, as its own user, could not remove afterwards."""
    return [os.path.join(folder, name) for folder, folders, files in os.walk(top) for name in folders + files
            if os.lstat(os.path.join(folder, name)).st_uid != uid]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--exit-status", type=int, required=True)
    for name in ("--stdout", "--stderr", "--command-files", "--workspace", "--runner-temp"):
        parser.add_argument(name, type=pathlib.Path, required=True)
    parser.add_argument("--runner-uid", type=int, required=True)
    args = parser.parse_args()

    violations, commands, problems = [], [], []
    for stream in (args.stdout, args.stderr):
        its_commands, its_problems = read_log(stream)
        commands += its_commands
        problems += its_problems
        names = [name for name, _, _ in its_commands]
        if names.count("group") != names.count("endgroup"):
            violations.append(f"{stream.name}: groups are not closed")
    violations += [f"log command {name} was honoured" for name, _, _ in commands if name in REFUSED]
    violations += [f"a log line matches setup-go's problem matcher: {line[:200]!r}" for line in problems]
    annotations = annotations_of(commands)
    violations += [f"an annotation was dropped: {entry['message'][:80]!r}" for entry in annotations if not entry["kept"]]

    files = {path.name.rsplit("_", 1)[0]: path for path in args.command_files.iterdir()}
    for path in files.values():
        if path.read_bytes().startswith(b"\xef\xbb\xbf"):
            violations.append(f"{path.name} starts with a byte order mark")
    outputs = read_key_values(files["set_output"], violations)
    exported = read_key_values(files["set_env"], violations)
    summary = files["step_summary"].read_bytes()
    if len(summary) > SUMMARY_BYTES:
        violations.append(f"the summary has {len(summary)} bytes and would be dropped whole")
    foreign = foreign_files(args.workspace, args.runner_uid) + foreign_files(args.runner_temp, args.runner_uid)
    violations += [f"left behind, and not the runner's: {path}" for path in foreign[:5]]

    json.dump({"exit_status": args.exit_status, "outputs": outputs, "exported": exported, "annotations": annotations,
               "added_paths": files["add_path"].read_text(encoding="utf-8"), "masks": sum(name == "add-mask" for name, _, _ in commands),
               "summary": summary.decode("utf-8", "replace"), "violations": violations,
               "stdout": str(args.stdout), "stderr": str(args.stderr)}, sys.stdout, indent=1, ensure_ascii=False)
    print()
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main())
