"""A hostile pull request (redteam/): nothing that it tries succeeds, and the honest benchmark beside it is judged."""

import os
import pathlib
import socket
import subprocess
import unittest

from support import (IS_ROOT, ROOT, EndToEnd, SharedRun, private_folders, processes_below, pull_request)

PACKAGE = ROOT / "tests/e2e/redteam"
CANARY = "canary-"


def hostile(cost):
    """The module; its honest benchmark takes `cost` milliseconds."""
    files = {"go.mod": "module example.com/redteam\n\ngo 1.24\n",
             "cost.go": f"package redteam\n\nimport \"time\"\n\nconst cost = {cost} * time.Millisecond\n"}
    for path in PACKAGE.glob("*.go"):
        files[path.name] = path.read_bytes()
    return files


@unittest.skipUnless(IS_ROOT, "children are other users only where we are root")
class Redteam(SharedRun):
    def shared_run(self):
        self.pr = pull_request(self.folder, hostile(2), hostile(12))
        # As actions/checkout leaves its token: v4 and v5 in .git, v6 in a file that all may read.
        config = self.pr.workspace / ".git/config"
        config.write_text(config.read_text() + "[http \"https://github.example/\"]\n\textraheader = AUTHORIZATION: basic canary-header\n")
        os.chmod(self.folder, 0o755)
        listener = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(listener.close)
        type(self).workspace = self.pr.workspace
        type(self).event = self.pr.event
        # The places are told to the package: guessing them is no part of the test.
        return self.action(self.pr.workspace, "pull_request", self.pr.event,
                           {"isolate": "benchmark", "bench": ".", "min-delta": "200%",
                            "env": f"REDTEAM_PLACES={self.folder}/host:{self.folder}/workspace:{self.folder}/origin\n"
                                   f"REDTEAM_LISTENER=127.0.0.1:{listener.getsockname()[1]}"},
                           environment={"GITHUB_TOKEN": "canary-github", "INPUT_TOKEN": "canary-input", "GH_TOKEN": "canary-gh"},
                           credentials="[http]\n\textraheader = canary-credentials\n")

    def test_no_attempt_succeeds_from_init_testmain_or_benchmark(self):
        found = {}
        for process in self.outcome.processes:
            for result in process["results"]:
                for reading in result["values"]:
                    if reading["unit"] == "breaches/op":
                        found.setdefault(result["name"], set()).add(reading["value"])
        tried = {name.split("-")[0] for name in found}
        self.assertLessEqual({"Environment", "Processes", "Files", "Writes", "Siblings", "Docker", "Network", "Limits",
                              "Privileges", "Forging", "Daemon", "Swarm"}, tried, str(self.outcome))
        if self.outcome.run["host"]["network"] != "none":  # this kernel gives us no namespace, and the run says so
            found = {name: values for name, values in found.items() if not name.startswith("Network")}
        self.assertEqual({name: values for name, values in found.items() if values != {0}}, {})

    def test_the_honest_benchmark_is_judged_by_its_own_samples(self):
        self.assertEqual(self.outcome.exit, 1, str(self.outcome))
        self.assertEqual([one["benchmark"].split("-")[0] for one in self.outcome.findings("regression")], ["Honest"])
        honest = self.outcome.finding("Honest")
        self.assertGreater(honest["head"]["median"], 12e-3)
        self.assertEqual(self.outcome.outputs["verdict"], "regression")

    def test_the_runner_obeys_nothing_that_it_printed(self):
        self.assertEqual(self.outcome.violations, [])
        for annotation in self.outcome.annotations:
            self.assertTrue(annotation["title"].startswith("headgate: "), annotation)
        self.assertEqual(len(self.outcome.errors()), 1, str(self.outcome))

    def test_no_secret_is_in_any_output_or_result(self):
        for text in (self.outcome.stdout, self.outcome.stderr, self.outcome.summary, str(self.outcome.outputs)):
            self.assertNotIn(CANARY, text)
        for path in self.outcome.results.rglob("*"):
            if path.is_file():
                self.assertNotIn(CANARY.encode(), path.read_bytes(), str(path))

    def test_nothing_that_it_started_outlives_the_run(self):
        self.assertEqual(processes_below("86399") + processes_below("86398"), [])

    def test_the_folders_of_the_runner_have_their_modes_back(self):
        self.assertEqual(oct(pathlib.Path(self.folder).stat().st_mode & 0o777), "0o755")


if __name__ == "__main__":
    unittest.main()
