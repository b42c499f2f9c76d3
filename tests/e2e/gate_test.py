"""The main job: a slow commit turns red, its revert green, a noisy run says so; nothing is left behind."""

import json
import os
import shutil
import subprocess
import unittest

from support import (CACHE, FAST, PROGRAM, QUICK, SLOW, EndToEnd, add_files, bench, git, private_folders, pull_request, wait)

# Every process runs at a speed of its own, drawn at its start: no machine makes that steady.
NOISY = """
var pause = time.Duration(time.Now().UnixNano()/1000%3/2) * 30 * time.Millisecond

func BenchmarkNoisy(b *testing.B) {
    for i := 0; i < b.N; i++ {
        time.Sleep(pause + {})
    }
}
"""


def with_noisy(files, offset):
    text = 'package m\n\nimport (\n\t"testing"\n\t"time"\n)\n' + NOISY.replace("{}", offset)
    return {**files, "noisy_test.go": text}


class Action(EndToEnd):
    def test_a_slow_commit_is_red_with_one_annotation_on_the_benchmark(self):
        pr = pull_request(self.folder, FAST, SLOW)
        outcome = self.action(pr.workspace, "pull_request", pr.event, sha=pr.merge)
        self.expect_exit(outcome, 1)
        self.assertEqual(outcome.outputs["verdict"], "regression")
        self.assertEqual(outcome.outputs["regressions"], "1")
        self.assertEqual(len(outcome.errors()), 1, str(outcome))
        error = outcome.errors()[0]
        line = FAST["m_test.go"].splitlines().index("func BenchmarkX(b *testing.B) {") + 1
        self.assertEqual((error["file"], error["line"]), ("m_test.go", str(line)))
        self.assertIn("regression", outcome.summary)
        self.assertEqual(outcome.verdict["findings"][0]["stage"], "confirm")

    def test_the_revert_is_green_because_the_binaries_are_identical(self):
        pr = pull_request(self.folder, FAST, FAST)
        outcome = self.action(pr.workspace, "pull_request", pr.event, sha=pr.merge)
        self.expect_exit(outcome, 0)
        self.assertEqual(outcome.outputs["verdict"], "pass")
        self.assertEqual(outcome.outputs["compared"], "1")
        self.assertEqual([one["outcome"] for one in outcome.findings()], ["identical"])
        self.assertEqual(outcome.annotations, [])

    def test_a_noisy_benchmark_is_unstable(self):
        pr = pull_request(self.folder, with_noisy(FAST, "1"), with_noisy(FAST, "2"))
        outcome = self.action(pr.workspace, "pull_request", pr.event,
                              inputs={"cv-threshold": "5%", "bench": "Noisy", "benchtime": "1x", "rounds": "12"})
        self.expect_exit(outcome, 3)
        self.assertEqual(outcome.outputs["verdict"], "unstable")
        self.assertEqual(outcome.outputs["unstable"], "1")

    def test_a_regression_outranks_an_unstable_benchmark_and_both_are_told(self):
        pr = pull_request(self.folder, with_noisy(FAST, "1"), with_noisy(SLOW, "2"))
        outcome = self.action(pr.workspace, "pull_request", pr.event,
                              inputs={"cv-threshold": "60%", "rounds": "12"})
        self.expect_exit(outcome, 1)
        self.assertEqual(outcome.outputs["regressions"], "1")
        self.assertEqual(outcome.outputs["unstable"], "1")
        told = " ".join(one.get("title", "") for one in outcome.annotations)
        self.assertIn("regression", told)
        self.assertIn("unstable", told)

    def test_outputs_name_a_results_folder_that_the_runner_user_owns(self):
        pr = pull_request(self.folder, FAST, FAST)
        outcome = self.action(pr.workspace, "pull_request", pr.event, inputs={"results-dir": "out/bench"})
        self.expect_exit(outcome, 0)
        self.assertEqual(outcome.outputs["results-dir"], "out/bench")
        self.assertTrue((pr.workspace / outcome.outputs["summary"]).is_file())

    def test_fail_on_masks_the_exit_code_and_never_the_verdict(self):
        pr = pull_request(self.folder, FAST, SLOW)
        outcome = self.action(pr.workspace, "pull_request", pr.event, inputs={"fail-on": "error"})
        self.expect_exit(outcome, 0)
        self.assertEqual(outcome.outputs["verdict"], "regression")
        self.assertEqual(outcome.verdict["decision"], "regression")
        self.assertEqual(outcome.verdict["exit_code"], 0)

    def test_a_module_in_a_sub_folder_of_a_checkout_with_a_path_is_annotated_from_the_root(self):
        def below(files):
            return {f"services/api/{name}": text for name, text in files.items()}
        pr = pull_request(self.folder, below(FAST), below(SLOW), path="src")
        outcome = self.action(pr.workspace, "pull_request", pr.event, inputs={"working-directory": "src/services/api"})
        self.expect_exit(outcome, 1)
        self.assertEqual(outcome.errors()[0]["file"], "services/api/m_test.go")


class Local(EndToEnd):
    def setUp(self):
        super().setUp()
        self.pr = pull_request(self.folder, FAST, SLOW)
        self.repository = self.pr.origin.folder

    def test_two_revisions_are_compared(self):
        outcome = self.run_gate(self.repository, "--base", "main", "--head", "feature")
        self.expect_exit(outcome, 1)
        self.assertEqual(outcome.verdict["sides"]["base"]["commit"], self.pr.base)

    def test_the_dirty_work_tree_is_the_head_by_default(self):
        git(self.repository, "switch", "-q", "main")
        add_files(self.repository, {".gitignore": "ignored_test.go\n",
                                    "ignored_test.go": bench(wait(1), '"testing" "time"', "BenchmarkIgnored"),
                                    "new_test.go": bench(wait(1), '"testing" "time"', "BenchmarkNew")})
        (self.repository / "m_test.go").write_text(SLOW["m_test.go"])
        with self.untouched(self.repository):
            outcome = self.run_gate(self.repository)
        self.expect_exit(outcome, 1)
        named = {one["benchmark"].split("-")[0]: one["outcome"] for one in outcome.findings() if one["unit"] == "sec/op"}
        self.assertEqual(named, {"X": "regression", "New": "added"})

    def test_repository_and_index_are_byte_identical_after_every_command(self):
        git(self.repository, "switch", "-q", "main")
        (self.repository / "untracked.txt").write_text("u\n")
        worktrees = git(self.repository, "worktree", "list")
        status = git(self.repository, "status", "--porcelain")
        with self.untouched(self.repository):
            self.expect_exit(self.run_gate(self.repository, "--base", "main", "--head", "feature"), 1)
            self.expect_exit(self.run_gate(self.repository, "--base", "main", "--head", "feature", "--dry-run"), 0)
            self.expect_exit(self.headgate("replay", self.folder / "results"), 1)
        self.assertEqual(git(self.repository, "worktree", "list"), worktrees)
        self.assertEqual(git(self.repository, "status", "--porcelain"), status)

    def test_results_inside_the_repository_leave_git_status_as_it_was(self):
        status = git(self.repository, "status", "--porcelain")
        done = self.headgate("run", "--base", "main", "--head", "main", "--cache-dir", CACHE, "--progress", "none",
                             cwd=self.repository)
        self.assertEqual(done.exit, 0, str(done))
        self.assertTrue((self.repository / "headgate-results/verdict.json").is_file())
        self.assertEqual(git(self.repository, "status", "--porcelain"), status)

    def test_no_private_folder_is_left(self):
        before = private_folders()
        self.run_gate(self.repository, "--base", "main", "--head", "feature")
        self.assertEqual(private_folders(), before)

    def test_a_dry_run_prints_the_plan_and_writes_nothing(self):
        outcome = self.run_gate(self.repository, "--base", "main", "--head", "feature", "--dry-run")
        self.expect_exit(outcome, 0)
        for text in (self.pr.base[:12], self.pr.head[:12], "example.com/m.BenchmarkX", "go test -c", "-test.bench=^BenchmarkX$",
                     "10 processes"):
            self.assertIn(text, outcome.stdout)
        self.assertFalse((self.folder / "results").exists())

    def test_a_replay_decides_as_the_run_did_and_as_the_flags_say(self):
        outcome = self.run_gate(self.repository, "--base", "main", "--head", "feature")
        again = self.headgate("replay", self.folder / "results", "--format", "json")
        self.assertEqual(again.exit, 1, str(again))
        self.assertEqual(json.loads(again.stdout)["findings"], outcome.verdict["findings"])
        lenient = self.headgate("replay", self.folder / "results", "--min-delta", "1000%")
        self.assertEqual(lenient.exit, 0, str(lenient))

    def test_a_replay_of_the_two_texts_says_the_same_without_confirm(self):
        self.run_gate(self.repository, "--base", "main", "--head", "feature")
        results = self.folder / "results"
        again = self.headgate("replay", "--base", results / "base.txt", "--head", results / "head.txt", "--format", "json",
                              "--cv-threshold", "1000%")
        self.assertEqual(again.exit, 1, str(again))
        finding = json.loads(again.stdout)["findings"][0]
        self.assertIn("no-confirm", [one["code"] for one in finding["warnings"]])

    def test_medians_are_those_of_the_text_files(self):
        outcome = self.run_gate(self.repository, "--base", "main", "--head", "feature")
        for side in ("base", "head"):
            values = sorted(one["results"][0]["values"][0]["value"] for one in outcome.processes
                            if one["side"] == side and one["stage"] == "first")
            first = outcome.verdict["findings"][0]["first"]
            self.assertEqual(first[side]["median"], values[2])

    def test_unchanged_control_measures_identical_binaries_and_never_turns_red(self):
        outcome = self.run_gate(self.repository, "--base", "main", "--head", "main",
                                settings={"unchanged": "control", "min-delta": "0.0001%", "alpha": "0.5"})
        self.expect_exit(outcome, 0)
        gated = [one for one in outcome.findings("identical") if one["gated"]]
        self.assertEqual(len(gated), 1)
        self.assertEqual(gated[0]["base"]["n"], 5)

    def test_testdata_that_differs_makes_equal_binaries_different(self):
        origin = self.pr.origin
        git(self.repository, "switch", "-q", "main")
        base = origin.commit({**FAST, "testdata/a.txt": "one\n"})
        head = origin.commit({**FAST, "testdata/a.txt": "two\n"})
        outcome = self.run_gate(self.repository, "--base", base, "--head", head)
        self.assertEqual(len(outcome.processes), 10, str(outcome))

    def test_the_program_that_is_not_root_measures_too(self):
        if os.geteuid() != 0:
            self.skipTest("only root can become somebody else")
        home = self.folder / "nobody"
        home.mkdir()
        shutil.copytree(self.repository, home / "repo")
        for path in (self.folder, home):
            os.chmod(path, 0o755)
        subprocess.run(["chown", "-R", "65534:65534", home], check=True)
        go_cache = CACHE / "nobody"
        go_cache.mkdir(exist_ok=True)
        os.chown(go_cache, 65534, 65534)
        environment = {"PATH": os.environ["PATH"], "HOME": str(home), "GOPROXY": "off", "GOCACHE": str(go_cache),
                       "GOMODCACHE": str(home / "mod"), "GOFLAGS": ""}
        program = shutil.copy(PROGRAM, home / "headgate")
        flags = [f"--{name}={value}" for name, value in QUICK.items()]
        done = subprocess.run([program, "run", "--repo", home / "repo", "--base", "main", "--head", "feature", "--out",
                               home / "out", "--progress", "none", *flags], user=65534, group=65534, extra_groups=[],
                              cwd=home, env=environment, capture_output=True, text=True, check=False, timeout=300)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
