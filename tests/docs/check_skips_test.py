#!/usr/bin/python3
"""scripts/check_skips, held against what ctest really writes about tests that pass, fail and skip."""

import pathlib
import subprocess
import tempfile
import unittest

from project import ROOT

CMAKE = """
cmake_minimum_required(VERSION 3.25)
project(three NONE)
enable_testing()
add_test(NAME part.good COMMAND true)
add_test(NAME part.bad COMMAND false)
add_test(NAME part.absent COMMAND sh -c "exit 77")
set_tests_properties(part.absent PROPERTIES SKIP_RETURN_CODE 77)
add_test(NAME part.said COMMAND echo "[  SKIPPED ] part.said")
set_tests_properties(part.said PROPERTIES SKIP_REGULAR_EXPRESSION "SKIPPED")
add_test(NAME part.off COMMAND true)
set_tests_properties(part.off PROPERTIES DISABLED ON)
add_test(NAME part.lost COMMAND /no/such/program)
"""


class CheckSkips(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.scratch.cleanup)
        folder = pathlib.Path(cls.scratch.name)
        (folder / "CMakeLists.txt").write_text(CMAKE)
        subprocess.run(["cmake", "-S", folder, "-B", folder], check=True, capture_output=True)
        subprocess.run(["ctest", "--test-dir", folder, "--output-junit", folder / "results.xml"], check=False, capture_output=True)
        cls.results = folder / "results.xml"

    def check(self, expected):
        list_file = self.results.parent / "expected.txt"
        list_file.write_text(expected)
        return subprocess.run([ROOT / "scripts/check_skips", self.results, list_file], capture_output=True, text=True, check=False)

    def test_every_way_of_not_running_counts_and_nothing_else(self):
        done = self.check("")
        self.assertEqual(done.returncode, 1)
        named = {line.split(": ")[1] for line in done.stdout.splitlines() if line.startswith("SKIPPED")}
        self.assertEqual(named, {"part.absent", "part.said", "part.off", "part.lost"})
        self.assertIn("6 tests, 4 skipped, 4 of them unexpectedly", done.stdout)

    def test_expected_skips_pass_and_show_their_reason(self):
        done = self.check("# why\npart.a*: no such part here\npart.[slo]*: because\n")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("skipped as expected: part.absent: no such part here", done.stdout)

    def test_a_line_without_a_reason_is_an_error(self):
        self.assertEqual(self.check("part.absent\n").returncode, 2)

    def test_results_that_are_not_there_are_an_error(self):
        done = subprocess.run([ROOT / "scripts/check_skips", "/no/such/file", "/dev/null"], capture_output=True, check=False)
        self.assertEqual(done.returncode, 2)


if __name__ == "__main__":
    unittest.main()
