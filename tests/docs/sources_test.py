#!/usr/bin/python3
"""Rules of CONTRIBUTING.md that no compiler knows, over every file of src and scripts."""

import os
import re
import subprocess
import unittest

from project import ROOT, run, text, tracked_files

FILES = tracked_files()
SOURCES = [path for path in FILES if re.match(r"src/.*\.(h|cpp)$", path)]


def first_line(path):
    with open(ROOT / path, "rb") as file:
        return file.readline(200).decode("utf-8", "replace")


SHELL_SCRIPTS = [path for path in FILES if not path.startswith("tests/data/") and re.match(r"#!.*\b(ba|da)?sh\b", first_line(path))]
COMMENT_OR_STRING = re.compile(r'//[^\n]*|"(?:\\.|[^"\\\n])*"')


def opening_comment(path):
    """Lines of the comment before #pragma once."""
    lines = text(path).split("#pragma once")[0].splitlines()
    return [line for line in lines if line.startswith("//")]


def lines_with(pattern, paths):
    """["path:line"] where code, comments and strings apart, matches."""
    found = []
    for path in paths:
        for number, line in enumerate(COMMENT_OR_STRING.sub("", text(path)).splitlines(), 1):
            if re.search(pattern, line):
                found.append(f"{path}:{number}")
    return found


class Sources(unittest.TestCase):
    def test_every_header_says_first_why_it_exists(self):
        headers = [path for path in SOURCES if path.endswith(".h")]
        self.assertTrue(headers)
        self.assertEqual([path for path in headers if not opening_comment(path)], [])

    def test_main_only_wires(self):
        self.assertLessEqual(len(text("src/main.cpp").splitlines()), 30)

    def test_no_code_leaves_by_the_back_door(self):
        self.assertEqual(lines_with(r"(?<![\w.:>])(std::)?(exit|_exit|abort|quick_exit|terminate)\s*\(", SOURCES), [])

    def test_exceptions_are_caught_by_type(self):
        self.assertEqual(lines_with(r"catch\s*\(\s*\.\.\.\s*\)", SOURCES), [])

    def test_only_edge_os_reads_the_environment(self):
        self.assertEqual(lines_with(r"\bgetenv\b|\benviron\b", [path for path in SOURCES if not path.startswith("src/edge/os/")]), [])

    def test_no_shell_is_started(self):
        self.assertEqual(lines_with(r"(?<![\w.>])(std::)?(system|popen)\s*\(", SOURCES), [])

    def test_there_are_no_range_views_which_clang_14_cannot_compile(self):
        self.assertEqual(lines_with(r"\bviews::", SOURCES), [])

    def test_public_functions_take_no_bool(self):
        headers = [path for path in SOURCES if path.endswith(".h")]
        self.assertEqual(lines_with(r"[(,]\s*(const )?bool \w+\s*[,)=]", headers), [])

    def test_nothing_is_left_for_later(self):
        self.assertEqual([path for path in SOURCES if re.search(r"\b(TODO|FIXME|XXX|HACK)\b", text(path))], [])

    def test_folders_are_named_for_what_they_hold(self):
        names = {part for path in SOURCES for part in os.path.dirname(path).split("/")}
        self.assertFalse(names & {"utils", "util", "helpers", "common", "misc", "manager"})

    def test_a_forbidden_call_in_code_is_seen_and_one_in_a_comment_is_not(self):
        self.assertEqual(COMMENT_OR_STRING.sub("", 'f("exit(1)");  // exit(1)'), "f();  ")


class Scripts(unittest.TestCase):
    def test_shellcheck_finds_nothing(self):
        self.assertIn("scripts/setup", SHELL_SCRIPTS)
        done = run("shellcheck", *SHELL_SCRIPTS)
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_every_script_can_be_run_and_says_what_it_is_for(self):
        for path in FILES:
            if not (first_line(path).startswith("#!") and re.match(r"scripts/|\.ci/|tests/(docs|golden|container|e2e)/", path)):
                continue
            self.assertTrue(os.access(ROOT / path, os.X_OK), path)
            self.assertRegex(text(path).split("\n")[1], r'^(# |""")\w', path)

    def test_cpp_files_are_formatted(self):
        done = subprocess.run([ROOT / "scripts/format", "--check"], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr[-4000:])


if __name__ == "__main__":
    unittest.main()
