#!/usr/bin/python3
"""action.yml, the Dockerfile behind it and the workflows are what GitHub accepts and DESIGN promises."""

import json
import pathlib
import re
import tempfile
import unittest

from project import ROOT, TOOLS, instructions, load_yaml, run, settings, text

# Inputs that are not settings, settings that change nothing yet and so are no inputs, and the outputs: names
# that workflows out there rely on.
OWN_INPUTS = {"base", "head", "working-directory", "config", "results-dir", "cache-dir", "fail-on",
              "shard", "costs", "merge", "merge-allow", "profile", "changed-only", "waive-label"}
# What any container action may be given instead of its own entry point and arguments.
OF_THE_RUNNER = {"entrypoint", "args"}
WITHOUT_EFFECT = {"method"}
OUTPUTS = {"verdict", "exit-code", "reason", "compared", "regressions", "improvements", "unstable", "results-dir", "summary"}
WORKFLOWS = sorted(str(path.relative_to(ROOT)) for folder in (".github/workflows", "workflows") for path in (ROOT / folder).glob("*.yml"))


def steps_of(workflow):
    return [step for job in workflow["jobs"].values() for step in job["steps"]]


class Validators(unittest.TestCase):
    def accepts(self, tool, path):
        self.assertTrue((TOOLS / tool).exists(), f"{tool} is missing: scripts/setup")
        done = run(TOOLS / tool, path)
        return done.returncode == 0, f"{path}\n{done.stdout}{done.stderr}"

    def test_the_action_and_all_workflows_are_valid(self):
        for path in ["action.yml", *WORKFLOWS]:
            valid, output = self.accepts("action-validator", path)
            self.assertTrue(valid, output)

    def test_actionlint_finds_nothing_in_the_workflows(self):
        for path in WORKFLOWS:
            valid, output = self.accepts("actionlint", path)
            self.assertTrue(valid, output)

    def test_the_tools_can_say_no(self):
        with tempfile.TemporaryDirectory() as folder:
            action = pathlib.Path(folder, "action.yml")
            action.write_text(text("action.yml").replace("image: Dockerfile", "image: Dockerfile\n  colour: red"))
            workflow = pathlib.Path(folder, "workflow.yml")
            workflow.write_text(text("workflows/pr-gate.yml").replace("steps.gate.outputs", "steps.gait.outputs"))
            self.assertFalse(self.accepts("action-validator", action)[0])
            self.assertFalse(self.accepts("actionlint", workflow)[0])


class Action(unittest.TestCase):
    def setUp(self):
        self.action = load_yaml("action.yml")

    def test_inputs_are_the_settings_and_the_known_others(self):
        names = {name for name, _ in settings() if name}
        self.assertIn("min-delta", names)
        self.assertEqual(set(self.action["inputs"]), (names - WITHOUT_EFFECT) | OWN_INPUTS)

    def test_outputs_are_the_promised_ones(self):
        self.assertEqual(set(self.action["outputs"]), OUTPUTS)

    def test_everything_is_described_and_nothing_has_a_second_default(self):
        for name, entry in self.action["inputs"].items():
            self.assertEqual(set(entry), {"description"}, name)
            self.assertTrue(entry["description"].endswith("."), name)

    def test_nothing_but_the_image_is_run(self):
        self.assertEqual(self.action["runs"], {"using": "docker", "image": "Dockerfile"})


class Image(unittest.TestCase):
    def setUp(self):
        every = instructions("Dockerfile")
        last = max(index for index, (name, _) in enumerate(every) if name == "FROM")
        self.build, self.final = every[:last], every[last:]

    def test_the_final_stage_is_the_go_image_as_root_in_no_folder_of_its_own(self):
        self.assertEqual(self.final[0][1], "golang:1.26-bookworm")
        self.assertFalse({"USER", "WORKDIR", "CMD", "VOLUME"} & {name for name, _ in self.final})

    def test_the_entry_point_needs_no_shell(self):
        self.assertEqual(self.final[-1], ("ENTRYPOINT", '["/usr/local/bin/headgate", "action"]'))

    def test_the_build_stage_is_debian_12(self):
        self.assertEqual(self.build[0][1], "debian:bookworm-slim AS build")

    def test_what_is_copied_is_what_dockerignore_lets_through(self):
        copied = {word for name, rest in self.build if name == "COPY" for word in rest.split()[:-1]}
        let_through = {line[1:] for line in text(".dockerignore").splitlines() if line.startswith("!")}
        self.assertEqual(copied, let_through)


class GateWorkflow(unittest.TestCase):
    def setUp(self):
        self.workflow = load_yaml("workflows/pr-gate.yml")
        self.job = self.workflow["jobs"]["gate"]

    def test_it_runs_on_events_that_carry_no_secret(self):
        self.assertEqual(set(self.workflow["on"]), {"pull_request", "merge_group"})

    def test_its_token_can_only_read(self):
        self.assertEqual(self.workflow["permissions"], {"contents": "read"})
        self.assertNotIn("permissions", self.job)

    def test_checkout_brings_the_base_and_leaves_no_token(self):
        checkout = next(step for step in self.job["steps"] if step.get("uses", "").startswith("actions/checkout@"))
        self.assertEqual(checkout["with"]["persist-credentials"], False)
        self.assertIn("|| '2'", checkout["with"]["fetch-depth"])

    def test_it_ends_by_itself_and_when_cancelled(self):
        self.assertIsInstance(self.job["timeout-minutes"], int)
        self.assertIn("concurrency", self.workflow)
        conditions = [step["if"] for step in self.job["steps"] if "if" in step]
        self.assertTrue(all("!cancelled()" in condition and "always()" not in condition for condition in conditions))

    def test_it_gives_the_action_only_inputs_that_exist(self):
        known = set(load_yaml("action.yml")["inputs"])
        for path in WORKFLOWS:
            used = [step for step in steps_of(load_yaml(path)) if step.get("uses", "") == "./" or "/headgate@" in step.get("uses", "")]
            self.assertTrue(used or path == ".github/workflows/release.yml", path)
            for step in used:
                self.assertLessEqual(set(step.get("with", {})) - OF_THE_RUNNER, known, path)


class ReportWorkflow(unittest.TestCase):
    def setUp(self):
        self.workflow = load_yaml("workflows/pr-report.yml")
        self.job = self.workflow["jobs"]["report"]

    def test_it_follows_the_gate_by_its_name(self):
        self.assertEqual(set(self.workflow["on"]), {"workflow_run"})
        self.assertEqual(self.workflow["on"]["workflow_run"],
                         {"workflows": [load_yaml("workflows/pr-gate.yml")["name"]], "types": ["completed"]})

    def test_it_may_do_what_it_does_and_no_more(self):
        self.assertEqual(self.workflow["permissions"], {"actions": "read", "pull-requests": "write", "checks": "write"})
        self.assertNotIn("permissions", self.job)

    def test_it_runs_nothing_of_the_pull_request(self):
        used = [step.get("uses", "").split("@")[0] for step in self.job["steps"]]
        self.assertEqual(used, ["actions/download-artifact", "OWNER/headgate"])
        self.assertFalse([step for step in self.job["steps"] if "run" in step])

    def test_no_expression_of_the_event_is_pasted_into_a_step(self):
        pasted = re.findall(r"\$\{\{([^}]*)\}\}", str(self.job["steps"]))
        self.assertEqual({expression.strip() for expression in pasted}, {"github.event.workflow_run.id", "github.token"})

    def test_it_reads_the_artifact_that_the_gate_uploads(self):
        uploads = [step["with"] for step in steps_of(load_yaml("workflows/pr-gate.yml")) if "upload-artifact@" in step.get("uses", "")]
        download = self.job["steps"][0]["with"]
        upload = next(one for one in uploads if one["name"] == download["name"])
        self.assertEqual([path.rsplit("/", 1)[1] for path in upload["path"].split("\n") if path], ["verdict.json", "run.json"])
        self.assertEqual(self.job["steps"][1]["with"]["args"], f"comment {download['path']}")

    def test_it_starts_the_program_of_the_image(self):
        entry = json.loads(instructions("Dockerfile")[-1][1])
        self.assertEqual(self.job["steps"][1]["with"]["entrypoint"], entry[0])

    def test_only_the_step_that_speaks_has_the_token(self):
        self.assertNotIn("env", self.workflow)
        self.assertNotIn("env", self.job)
        self.assertEqual(self.job["steps"][1]["env"], {"GITHUB_TOKEN": "${{ github.token }}"})


class MatrixWorkflow(unittest.TestCase):
    def setUp(self):
        self.workflow = load_yaml("workflows/pr-gate-matrix.yml")
        self.measure, self.verdict = (self.workflow["jobs"][name] for name in ("measure", "verdict"))

    def step(self, job, part):
        return next(step for step in job["steps"] if part in step.get("uses", ""))

    def test_it_runs_on_events_that_carry_no_secret_with_a_token_that_can_only_read(self):
        self.assertEqual(set(self.workflow["on"]), {"pull_request", "merge_group"})
        self.assertEqual(self.workflow["permissions"], {"contents": "read"})

    def test_its_matrix_is_all_shards(self):
        shards = self.measure["strategy"]["matrix"]["shard"]
        self.assertEqual(shards, list(range(1, len(shards) + 1)))
        self.assertEqual(self.step(self.measure, "/headgate@")["with"]["shard"], "${{ matrix.shard }}/%d" % len(shards))

    def test_one_part_that_fails_stops_no_other(self):
        self.assertIs(self.measure["strategy"]["fail-fast"], False)

    def test_each_part_is_an_artifact_of_its_own_which_the_verdict_downloads(self):
        name = self.step(self.measure, "upload-artifact")["with"]["name"]
        self.assertIn("${{ matrix.shard }}", name)
        download = self.step(self.verdict, "download-artifact")["with"]
        self.assertEqual(download["pattern"], name.replace("${{ matrix.shard }}", "*"))
        self.assertEqual(self.step(self.verdict, "/headgate@")["with"]["merge"], download["path"])

    def test_the_verdict_is_reached_also_after_a_part_that_failed(self):
        self.assertEqual(self.verdict["needs"], "measure")
        self.assertEqual(self.verdict["if"], "${{ !cancelled() }}")
        self.assertNotIn("continue-on-error", self.step(self.verdict, "/headgate@"))

    def test_its_steps_check_out_and_measure_as_the_workflow_without_a_matrix_does(self):
        gate = load_yaml("workflows/pr-gate.yml")["jobs"]["gate"]
        self.assertEqual(self.step(self.measure, "checkout"), self.step(gate, "checkout"))
        mine, single = (self.step(job, "/headgate@")["with"] for job in (self.measure, gate))
        self.assertEqual({name: value for name, value in mine.items() if name != "shard"}, single)


if __name__ == "__main__":
    unittest.main()
