#!/usr/bin/python3
"""The shell completions: what a shell makes of them, not how they are written (golden/cli/completion-*)."""

import os
import re
import subprocess
import unittest

PROGRAM = os.environ["HEADGATE_PROGRAM"]
# Bash asks a completion function by these variables; the last word is being typed.
ASK = """
eval "$1"
shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
compopt() { :; }  # only a shell that reads from a terminal has it
_headgate
printf '%s\\n' "${COMPREPLY[@]}"
"""


def script(shell):
    return subprocess.run([PROGRAM, "completion", shell], capture_output=True, text=True, check=True).stdout


def completed(*words):
    done = subprocess.run(["bash", "-c", ASK, "ask", script("bash"), "headgate", *words], capture_output=True, text=True,
                          check=True, cwd="/")
    if done.stderr:
        raise AssertionError(done.stderr)
    return done.stdout.split()


class Bash(unittest.TestCase):
    def test_the_script_is_valid(self):
        subprocess.run(["bash", "-n"], input=script("bash"), text=True, check=True)

    def test_the_first_word_is_a_command(self):
        self.assertEqual(completed("re"), ["replay"])
        self.assertIn("run", completed(""))

    def test_flags_of_the_command_and_of_no_other(self):
        self.assertEqual(completed("run", "--ro"), ["--rounds"])
        self.assertEqual(completed("replay", "--ro"), [])

    def test_words_that_a_setting_can_be(self):
        self.assertEqual(completed("run", "--order", ""), ["abab", "balanced"])
        self.assertEqual(completed("run", "--bench", "x", "--unchanged", "m"), ["measure"])

    def test_no_words_where_the_value_is_free(self):
        self.assertEqual(completed("run", "--rounds", ""), [])

    def test_folders_and_files_where_a_path_stands(self):
        self.assertIn("etc", completed("run", "--repo", "et"))
        self.assertIn("etc", completed("replay", "et"))

    def test_every_flag_of_help_is_completed(self):
        for command in ("run", "replay", "action", "comment", "completion"):
            help_text = subprocess.run([PROGRAM, command, "--help"], capture_output=True, text=True, check=True).stdout
            flags = re.findall(r"^  (?:-\w, )?(--[\w-]+)", help_text, re.MULTILINE)
            self.assertEqual(sorted(completed(command, "--")), sorted(flags))


if __name__ == "__main__":
    unittest.main()
