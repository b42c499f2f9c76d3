"""Signals and sudden death: children are gone, what was measured is kept, nothing else is."""

import json
import os
import random
import re
import shutil
import signal
import subprocess
import time
import unittest

from support import (CACHE, IS_ROOT, PROGRAM, EndToEnd, module, private_folders, processes_below, program_environment,
                     pull_request, wait)

# scripts/soak asks for more of them.
CANCELLATIONS = int(os.environ.get("HEADGATE_CANCELLATIONS", "5"))
SEED = int(os.environ.get("HEADGATE_SEED", random.randrange(1 << 32)))
CHANCE = random.Random(SEED)

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

    # How the runner cancels a step: the docker client passes both signals on to process 1 of the container.
    @unittest.skipUnless(IS_ROOT, "a process namespace needs root")
    def test_as_process_1_it_is_gone_within_three_seconds_of_a_signal_at_any_moment(self):
        print(f"cancelled {CANCELLATIONS} times, seed {SEED}", flush=True)
        for number in range(CANCELLATIONS):
            moment, gap = CHANCE.uniform(0, 3), CHANCE.uniform(0, 3)
            with self.subTest(number=number, moment=moment, gap=gap):
                self.cancel(moment, gap)

    def cancel(self, moment, gap):
        results = self.pr.workspace / "headgate-results"
        shutil.rmtree(results, ignore_errors=True)
        host, environment = self.runner_step(self.pr.workspace, "pull_request", self.pr.event, {"benchtime": "1x"})
        outer = subprocess.Popen(["unshare", "--pid", "--fork", "--mount-proc", PROGRAM, "action"], cwd=self.pr.workspace,
                                 stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
        self.addCleanup(outer.kill)
        first = self.wait_for_handlers(outer)
        time.sleep(moment)
        began = time.monotonic()
        os.kill(first, signal.SIGINT)
        try:
            outer.wait(gap)
        except subprocess.TimeoutExpired:
            os.kill(first, signal.SIGTERM)
            outer.wait(30)
        self.assertLess(time.monotonic() - began, 3.0)
        self.assertEqual(outer.returncode, 2)
        self.assertIn("interrupted", (host / "file_commands/set_output_0123abcd").read_text())
        if (results / "verdict.json").exists():
            verdict = json.loads((results / "verdict.json").read_text())
            self.assertEqual((verdict["decision"], verdict["reason"]), ("error", "interrupted"))
        for folder in set(private_folders()) - set(self.before):
            self.assertEqual(processes_below(folder), [])

    def wait_for_handlers(self, outer):
        """The id of process 1 of the namespace, as seen from here, once it would notice a signal."""
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            try:
                with open(f"/proc/{outer.pid}/task/{outer.pid}/children", encoding="ascii") as file:
                    first = int(file.read().split()[0])
                with open(f"/proc/{first}/status", encoding="ascii") as file:
                    caught = int(re.search(r"SigCgt:\s*(\w+)", file.read()).group(1), 16)
                if caught >> (signal.SIGINT - 1) & 1 and "headgate" in os.readlink(f"/proc/{first}/exe"):
                    return first
            except (OSError, IndexError):
                pass
            time.sleep(0.005)
        self.fail("it never caught SIGINT")
        return 0


if __name__ == "__main__":
    unittest.main()
