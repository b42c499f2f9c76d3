#!/usr/bin/python3
"""The golden runner itself: it must fail when it should, and say where."""

import pathlib
import stat
import subprocess
import tempfile
import unittest

RUNNER = pathlib.Path(__file__).resolve().parent / "run"
# Prints its arguments and what is in its folder; complains and returns 3 for the argument "bad".
PROGRAM = """#!/bin/sh
for word in "$@"; do echo "[$word]"; done
ls
pwd
if [ "$1" = bad ]; then echo "bad word in $PWD" >&2; exit 3; fi
"""


class GoldenRunner(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.scratch.cleanup)
        self.cases = pathlib.Path(self.scratch.name, "cases")
        self.program = pathlib.Path(self.scratch.name, "program")
        self.program.write_text(PROGRAM)
        self.program.chmod(self.program.stat().st_mode | stat.S_IXUSR)

    def case(self, name, **files):
        folder = self.cases / name
        (folder / "in").mkdir(parents=True)
        for file, text in files.items():
            (folder / file).write_text(text)
        return folder

    def run_it(self, *arguments):
        command = [RUNNER, "--program", self.program, "--cases", self.cases, *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def test_agreement_is_exit_0_and_leaves_nothing_behind(self):
        folder = self.case("area/good", args="a b\n\nc\n", stdout="[a b]\n[]\n[c]\nfile\n{work}\n")
        (folder / "in" / "file").touch()
        (folder / "stdout.got").write_text("left by an earlier run")
        done = self.run_it()
        self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)
        self.assertEqual(sorted(path.name for path in folder.iterdir()), ["args", "in", "stdout"])

    def test_other_output_fails_and_is_left_beside(self):
        folder = self.case("area/other", args="a\n", stdout="[b]\n{work}\n")
        done = self.run_it()
        self.assertEqual(done.returncode, 1)
        self.assertIn("-[b]\n+[a]\n", done.stdout)
        self.assertIn("scripts/update_golden area/other", done.stdout)
        self.assertEqual((folder / "stdout.got").read_text(), "[a]\n{work}\n")

    def test_a_missing_stderr_file_means_that_nothing_may_be_printed_there(self):
        folder = self.case("area/noisy", args="bad\n", stdout="[bad]\n{work}\n", exit="3\n")
        self.assertEqual(self.run_it().returncode, 1)
        self.assertEqual((folder / "stderr.got").read_text(), "bad word in {work}\n")

    def test_a_missing_exit_file_means_0(self):
        folder = self.case("area/code", args="bad\n", stdout="[bad]\n{work}\n", stderr="bad word in {work}\n")
        self.assertEqual(self.run_it().returncode, 1)
        self.assertEqual((folder / "exit.got").read_text(), "3\n")

    def test_update_records_what_came_and_removes_what_says_nothing(self):
        folder = self.case("area/new", args="bad\n")
        quiet = self.case("area/quiet", args="", stdout="old\n", exit="1\n")
        self.assertEqual(self.run_it("--update").returncode, 0)
        self.assertEqual((folder / "exit").read_text(), "3\n")
        self.assertEqual((folder / "stderr").read_text(), "bad word in {work}\n")
        self.assertFalse((quiet / "exit").exists())
        self.assertEqual(self.run_it().returncode, 0)

    def test_an_unknown_case_no_case_and_no_program_are_errors(self):
        self.assertEqual(self.run_it().returncode, 2)
        self.case("area/good", args="")
        self.assertEqual(self.run_it("area/absent").returncode, 2)
        self.program.unlink()
        self.assertEqual(self.run_it().returncode, 2)


if __name__ == "__main__":
    unittest.main()
