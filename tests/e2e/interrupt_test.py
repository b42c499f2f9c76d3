"""Signals and sudden death: children are gone, what was measured is kept, nothing else is."""

import json
import signal
import subprocess
import time
import unittest

from support import (CACHE, PROGRAM, EndToEnd, module, private_folders, program_environment, pull_request, wait)

# Two seconds an operation: a run that nobody waits for.
ENDLESS = (module(wait(2000)), module(wait(2001)))


class Interrupted(EndToEnd):
    def setUp(self):
        super().setUp()
        self.pr = pull_request(self.folder, *ENDLESS)
        self.before = private_folders()

    def start(self):
        """A run in the middle of its first benchmark process."""
        process = subprocess.Popen(
            [PROGRAM, "run", "--repo", self.pr.origin.folder, "--base", "main", "--head", "feature", "--out",
             self.folder / "results", "--cache-dir", CACHE, "--benchtime", "1x"],
            cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env=program_environment(self.home))
        self.addCleanup(process.kill)
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            children = self.benchmarks(process)
            lines = self.folder / "results/samples.jsonl"
            if children and lines.exists() and lines.read_text().count("\n") >= 1:
                return process, children
            if process.poll() is not None:
                self.fail("\n".join(process.communicate()))
            time.sleep(0.02)
        self.fail("no benchmark process was started")

    @staticmethod
    def benchmarks(process):
        """Ids of the run's benchmark processes."""
        try:
            with open(f"/proc/{process.pid}/task/{process.pid}/children", encoding="ascii") as file:
                children = [int(one) for one in file.read().split()]
        except OSError:
            return []
        found = []
        for child in children:
            try:
                with open(f"/proc/{child}/cmdline", "rb") as file:
                    if b"-test.bench=" in file.read():
                        found.append(child)
            except OSError:
                pass
        return found

    @staticmethod
    def alive(pid):
        try:
            with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as file:
                return file.read().rsplit(")", 1)[1].split()[0] not in "ZX"
        except OSError:
            return False

    def test_each_signal_ends_the_run_within_two_seconds_with_what_was_measured(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
            with self.subTest(number.name):
                process, children = self.start()
                began = time.monotonic()
                process.send_signal(number)
                stdout, stderr = process.communicate(timeout=30)
                took = time.monotonic() - began
                self.assertEqual(process.returncode, 2, stdout + stderr)
                self.assertLess(took, 2.0)
                self.assertFalse(any(self.alive(child) for child in children))
                verdict = json.loads((self.folder / "results/verdict.json").read_text())
                self.assertEqual((verdict["decision"], verdict["reason"]), ("error", "interrupted"))
                self.assertTrue((self.folder / "results/base.txt").read_text().startswith("goos: linux"))
                self.assertEqual(private_folders(), self.before)

    def test_a_replay_of_an_interrupted_run_is_no_pass(self):
        process, _ = self.start()
        process.terminate()
        process.communicate(timeout=30)
        self.expect_exit(self.headgate("replay", self.folder / "results"), 2, "interrupted")

    def test_a_killed_run_leaves_no_benchmark_process_and_the_next_run_cleans_up(self):
        process, children = self.start()
        process.kill()
        process.communicate(timeout=30)
        deadline = time.monotonic() + 5
        while any(self.alive(child) for child in children) and time.monotonic() < deadline:
            time.sleep(0.02)
        self.assertFalse(any(self.alive(child) for child in children))
        self.expect_exit(self.headgate("replay", self.folder / "results"), 2, "interrupted")
        left = [one for one in private_folders() if one not in self.before]
        self.assertEqual(len(left), 1)
        outcome = self.run_gate(self.pr.origin.folder, "--base", "main", "--head", "main")
        self.expect_exit(outcome, 0)
        self.assertEqual(private_folders(), self.before)


if __name__ == "__main__":
    unittest.main()
