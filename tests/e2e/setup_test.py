"""What a broken set-up gets: exit 2, one error with a stable reason and the remedy, before any build."""

import os
import shutil
import subprocess
import unittest

from support import (FAST, GO_MOD, IS_ROOT, SLOW, EndToEnd, Origin, Symlink, checkout, git, private_folders, pull_request)

ZEROS = "0" * 40


class Checkout(EndToEnd):
    def refused(self, pr, reason, *texts, event="pull_request", payload=None, **options):
        """The action refuses, says why once, and leaves the workspace as it was."""
        before = private_folders()
        shutil.rmtree(pr.folder / "unused", ignore_errors=True)
        outcome = self.action(pr.workspace, event, pr.event if payload is None else payload, **options)
        self.expect_refusal(outcome, reason, *texts)
        self.assertEqual(private_folders(), before)
        return outcome

    def test_a_folder_without_git_is_no_repository(self):
        pr = pull_request(self.folder, FAST, SLOW)
        shutil.rmtree(pr.workspace / ".git")
        self.refused(pr, "no-repository", "actions/checkout")

    def test_an_empty_workspace_is_no_repository(self):
        pr = pull_request(self.folder, FAST, SLOW)
        shutil.rmtree(pr.workspace)
        pr.workspace.mkdir()
        self.refused(pr, "no-repository")

    def test_a_checkout_of_depth_1_names_fetch_depth_2(self):
        pr = pull_request(self.folder, FAST, SLOW, depth=1)
        self.refused(pr, "shallow-checkout", "fetch-depth: 2")

    def test_another_pull_requests_merge_commit_is_refused(self):
        pr = pull_request(self.folder, FAST, SLOW)
        payload = {**pr.event, "pull_request": {**pr.event["pull_request"], "head": {"ref": "x", "sha": "1" * 40}}}
        self.refused(pr, "not-a-merge-commit", "fetch-depth: 2", payload=payload)

    def test_the_head_itself_is_compared_with_the_merge_base_when_history_is_complete(self):
        pr = pull_request(self.folder, FAST, FAST)
        workspace = self.folder / "full"
        checkout(pr.origin.folder, workspace, pr.head, 0, ref="refs/remotes/origin/feature")
        outcome = self.action(workspace, "pull_request", pr.event)
        self.expect_exit(outcome, 0)
        self.assertEqual(outcome.verdict["sides"]["base"]["commit"], pr.base)
        self.assertEqual(outcome.verdict["sides"]["head"]["commit"], pr.head)

    def test_the_head_itself_in_a_shallow_checkout_names_both_fixes(self):
        pr = pull_request(self.folder, FAST, SLOW)
        workspace = self.folder / "head"
        checkout(pr.origin.folder, workspace, pr.head, 2, ref="refs/remotes/pull/7/head")
        outcome = self.action(workspace, "pull_request", pr.event)
        self.expect_refusal(outcome, "shallow-checkout", "fetch-depth: 2", "fetch-depth: 0")

    def test_a_blobless_clone_names_the_missing_files(self):
        pr = pull_request(self.folder, FAST, SLOW)
        workspace = self.folder / "blobless"
        workspace.mkdir()
        git(workspace, "init", "-q")
        git(workspace, "remote", "add", "origin", f"file://{pr.origin.folder}")
        git(workspace, "fetch", "-q", "--no-tags", "--depth=2", "--filter=blob:none", "origin",
            f"+{pr.merge}:refs/remotes/pull/7/merge")
        git(workspace, "update-ref", "--no-deref", "HEAD", pr.merge)
        outcome = self.action(workspace, "pull_request", pr.event)
        self.expect_refusal(outcome, "objects-missing", "filter")

    def test_a_sha256_repository_is_unreadable_and_says_so(self):
        workspace = self.folder / "sha256"
        workspace.mkdir()
        git(workspace, "init", "-q", "--object-format=sha256")
        git(workspace, "commit", "-q", "--allow-empty", "-m", "x")
        pr = pull_request(self.folder, FAST, SLOW)
        outcome = self.action(workspace, "pull_request", pr.event)
        self.expect_refusal(outcome, "repository-unreadable")

    def test_a_sparse_checkout_with_worktree_config_still_works(self):
        pr = pull_request(self.folder, FAST, FAST)
        git(pr.workspace, "config", "core.repositoryformatversion", "1")
        git(pr.workspace, "config", "extensions.worktreeConfig", "true")
        self.expect_exit(self.action(pr.workspace, "pull_request", pr.event), 0)

    def test_no_go_module_names_the_folders_that_have_one(self):
        files = {f"svc/{name}": text for name, text in FAST.items()}
        pr = pull_request(self.folder, files, files)
        self.refused(pr, "no-module", "svc", "modules")

    def test_no_go_module_at_all(self):
        pr = pull_request(self.folder, {"a.txt": "a\n"}, {"a.txt": "b\n"})
        self.refused(pr, "no-module")

    def test_no_package_matches(self):
        pr = pull_request(self.folder, FAST, SLOW)
        self.refused(pr, "no-package", "./nowhere", inputs={"packages": "./nowhere"})

    def test_no_package_has_benchmarks(self):
        files = {"go.mod": GO_MOD, "m.go": "package m\n"}
        pr = pull_request(self.folder, files, {**files, "m.go": "package m\n\nvar X int\n"})
        self.refused(pr, "no-benchmark", "func BenchmarkX")

    def test_no_benchmark_matches(self):
        pr = pull_request(self.folder, FAST, SLOW)
        self.refused(pr, "no-benchmark", "Nothing", inputs={"bench": "Nothing"})

    def test_a_results_folder_that_is_not_ours_is_kept(self):
        pr = pull_request(self.folder, FAST, SLOW)
        (pr.workspace / "docs").mkdir()
        (pr.workspace / "docs/a.txt").write_text("mine\n")
        self.refused(pr, "results-folder-foreign", "docs", inputs={"results-dir": "docs"})
        self.assertEqual((pr.workspace / "docs/a.txt").read_text(), "mine\n")

    def test_an_older_results_folder_of_ours_is_used_again(self):
        pr = pull_request(self.folder, FAST, FAST)
        self.expect_exit(self.action(pr.workspace, "pull_request", pr.event), 0)
        self.expect_exit(self.action(pr.workspace, "pull_request", pr.event), 0)

    def test_a_results_folder_that_is_a_symlink_is_not_followed(self):
        pr = pull_request(self.folder, FAST, SLOW)
        target = self.folder / "elsewhere"
        target.mkdir()
        (pr.workspace / "headgate-results").symlink_to(target)
        self.refused(pr, "results-folder-foreign")
        self.assertEqual(list(target.iterdir()), [])


class Events(EndToEnd):
    def setUp(self):
        super().setUp()
        self.pr = pull_request(self.folder, FAST, FAST, depth=0)

    def refused(self, event, payload, reason, *texts, **options):
        outcome = self.action(self.pr.workspace, event, payload, **options)
        self.expect_refusal(outcome, reason, *texts)

    def test_privileged_events_never_build_code(self):
        for event in ("pull_request_target", "workflow_run", "issue_comment"):
            with self.subTest(event):
                self.refused(event, self.pr.event, "event-unsupported", event)

    def test_a_missing_event_file(self):
        self.refused("pull_request", None, "event-invalid")

    def test_an_event_file_that_is_not_json(self):
        self.refused("pull_request", b"not json", "event-invalid")

    def test_an_event_file_without_the_pull_request(self):
        self.refused("pull_request", {"number": 7}, "event-invalid", "pull_request")

    def test_a_schedule_needs_an_explicit_base(self):
        self.refused("schedule", {"schedule": "3 4 * * *"}, "base-unknown", "input base")

    def test_a_schedule_with_a_base_compares(self):
        outcome = self.action(self.pr.workspace, "schedule", {"schedule": "3 4 * * *"}, inputs={"base": self.pr.base})
        self.expect_exit(outcome, 0)

    def test_a_merge_group_is_compared_with_its_base_sha_not_its_parent(self):
        origin = self.pr.origin
        git(origin.folder, "switch", "-q", "--detach", self.pr.base)
        first = origin.commit({**FAST, "a.txt": "1\n"}, "first of the group")
        second = origin.commit({**FAST, "a.txt": "2\n"}, "second of the group")
        git(origin.folder, "branch", "-f", "queue", second)
        workspace = self.folder / "group"
        checkout(origin.folder, workspace, second, 0, ref="refs/remotes/origin/queue")
        payload = {"action": "checks_requested",
                   "merge_group": {"head_sha": second, "head_ref": "refs/heads/gh-readonly-queue/main/pr-8-x",
                                   "base_sha": self.pr.base, "base_ref": "refs/heads/main"}}
        outcome = self.action(workspace, "merge_group", payload)
        self.expect_exit(outcome, 0)
        self.assertEqual(outcome.verdict["sides"]["base"]["commit"], self.pr.base)
        self.assertNotEqual(first, self.pr.base)

    def test_a_push_is_compared_with_what_was_there_before(self):
        workspace = self.folder / "push"
        checkout(self.pr.origin.folder, workspace, self.pr.head, 0, ref="refs/remotes/origin/feature")
        outcome = self.action(workspace, "push", {"ref": "refs/heads/feature", "before": self.pr.base, "after": self.pr.head})
        self.expect_exit(outcome, 0)
        self.assertEqual(outcome.verdict["sides"]["base"]["commit"], self.pr.base)

    def test_a_push_of_a_new_branch_is_compared_with_its_parent(self):
        workspace = self.folder / "push"
        checkout(self.pr.origin.folder, workspace, self.pr.head, 0, ref="refs/remotes/origin/feature")
        outcome = self.action(workspace, "push", {"ref": "refs/heads/feature", "before": ZEROS, "after": self.pr.head})
        self.expect_exit(outcome, 0)
        self.assertEqual(outcome.verdict["sides"]["base"]["commit"], self.pr.base)

    def test_a_deleted_branch_has_nothing_to_compare(self):
        self.refused("push", {"ref": "refs/heads/x", "before": self.pr.base, "after": ZEROS}, "event-unsupported", "deleted")

    def test_a_dispatch_takes_the_workflows_inputs(self):
        payload = {"ref": "refs/heads/main", "inputs": {"base": self.pr.base, "head": self.pr.head}}
        outcome = self.action(self.pr.workspace, "workflow_dispatch", payload)
        self.expect_exit(outcome, 0)
        self.assertEqual(outcome.verdict["sides"]["head"]["commit"], self.pr.head)


class Inputs(EndToEnd):
    def setUp(self):
        super().setUp()
        self.pr = pull_request(self.folder, FAST, FAST)

    def run_with(self, **inputs):
        return self.action(self.pr.workspace, "pull_request", self.pr.event,
                           inputs={name.replace("_", "-"): value for name, value in inputs.items()})

    def test_a_value_that_cannot_be_is_refused(self):
        for name, value in (("rounds", "many"), ("min_delta", "abc"), ("alpha", "2"), ("order", "zigzag"), ("benchtime", "0")):
            with self.subTest(name):
                self.expect_refusal(self.run_with(**{name: value}), "config-invalid", name.replace("_", "-"), value)

    def test_fewer_rounds_than_can_be_compared_are_refused(self):
        self.expect_refusal(self.run_with(rounds="3"), "config-invalid", "rounds")

    def test_error_may_not_be_left_out_of_fail_on(self):
        self.expect_refusal(self.run_with(fail_on="regression"), "config-invalid", "error")

    def test_a_results_folder_outside_the_workspace_is_refused(self):
        for path in ("../x", "/tmp/x", "a/../../x"):
            with self.subTest(path):
                self.expect_refusal(self.run_with(results_dir=path), "config-invalid", path)

    def test_no_folder_of_a_run_is_reached_through_a_symlink_of_the_commit(self):
        head = {**SLOW, ".cache": Symlink("evil"), "evil/headgate/go-build/README": "x"}
        self.pr = pull_request(self.folder / "linked", FAST, head)
        for name, value, reason in (("cache_dir", ".cache/headgate", "config-invalid"),
                                    ("cache_dir", f"{self.pr.workspace}/.cache/headgate", "config-invalid"),
                                    ("cache_dir", "evil/headgate", "config-invalid"),
                                    ("results_dir", ".cache/results", "results-folder-foreign"),
                                    ("working_directory", ".cache", "config-invalid")):
            with self.subTest(value):
                self.expect_refusal(self.run_with(**{name: value}), reason, f"input {name.replace('_', '-')}: ")

    def test_results_that_a_commit_brings_are_kept(self):
        marker = "# Written by headgate: results are not for the repository.\n*\n"
        head = {**SLOW, "headgate-results/.gitignore": marker, "headgate-results/logs/kept.txt": "x"}
        self.pr = pull_request(self.folder / "bringing", FAST, head)
        self.expect_refusal(self.run_with(), "results-folder-foreign", "belongs to the repository")
        self.assertEqual((self.pr.workspace / "headgate-results/logs/kept.txt").read_text(), "x")

    def test_an_input_of_a_later_version_is_refused_instead_of_ignored(self):
        self.expect_refusal(self.run_with(profile="quiet"), "config-invalid", "profile")

    def test_an_input_that_nobody_declared_is_told(self):
        outcome = self.run_with(round="5")
        self.expect_exit(outcome, 0)
        self.assertIn("'round'", outcome.caveats()["unknown-input"])


class Settings(EndToEnd):
    def gate(self, base_yaml, head_yaml=None, **inputs):
        base = {**FAST, **({".headgate.yml": base_yaml} if base_yaml else {})}
        head = {**FAST, **({".headgate.yml": head_yaml} if head_yaml else {})}
        pr = pull_request(self.folder, base, head)
        return self.action(pr.workspace, "pull_request", pr.event, inputs=inputs)

    def test_an_unknown_key_names_file_line_and_the_nearest_key(self):
        outcome = self.gate("version: 1\npolicy:\n  min-dleta: 3%\n")
        self.expect_refusal(outcome, "config-invalid", ".headgate.yml", ":3", "min-delta")

    def test_base_decides_and_heads_edit_is_told(self):
        outcome = self.gate("version: 1\npolicy: {min-delta: 3%}\n", "version: 1\npolicy: {min-delta: 90%}\n")
        self.expect_exit(outcome, 0)
        self.assertEqual(outcome.run["settings"]["policy"]["min_delta"], 0.03)
        self.assertIn("min-delta", outcome.caveats()["settings-differ"])

    def test_without_a_file_on_base_only_heads_measure_counts(self):
        outcome = self.gate(None, "version: 1\nmeasure: {skip: Nothing}\npolicy: {min-delta: 90%}\n")
        self.expect_exit(outcome, 0)
        self.assertEqual(outcome.run["settings"]["policy"]["min_delta"], 0.05)
        self.assertEqual(outcome.run["settings"]["measure"]["skip"], "Nothing")
        self.assertIn("settings-from-head", outcome.caveats())

    def test_an_input_beats_the_file(self):
        outcome = self.gate("version: 1\npolicy: {min-delta: 3%}\n", "version: 1\npolicy: {min-delta: 3%}\n", **{"min-delta": "7%"})
        self.expect_exit(outcome, 0)
        self.assertAlmostEqual(outcome.run["settings"]["policy"]["min_delta"], 0.07)
        self.assertEqual(outcome.run["settings"]["origins"]["min-delta"], "input min-delta")

    def test_a_limit_that_names_no_benchmark_is_refused_before_building(self):
        yaml = 'version: 1\npolicy:\n  benchmarks:\n    - {match: "BenchmarkGone", min-delta: 3%}\n'
        self.expect_refusal(self.gate(yaml, yaml), "config-invalid", "BenchmarkGone", ":4")


class Local(EndToEnd):
    def test_outside_a_repository(self):
        outcome = self.headgate("run", "--progress", "none", cwd=self.folder)
        self.expect_exit(outcome, 2, "no-repository")

    def test_a_revision_that_does_not_exist(self):
        pr = pull_request(self.folder, FAST, SLOW)
        outcome = self.run_gate(pr.origin.folder, "--base", "nowhere", "--head", "feature")
        self.expect_exit(outcome, 2, "revision-unknown")

    def test_a_repository_without_commits(self):
        folder = self.folder / "empty"
        folder.mkdir()
        git(folder, "init", "-q")
        outcome = self.run_gate(folder)
        self.expect_exit(outcome, 2, "revision-unknown")
        self.assertIn("has no commit yet", outcome.stderr)

    def test_commits_of_a_bare_repository_are_compared_and_its_work_tree_is_none(self):
        pr = pull_request(self.folder, FAST, FAST)
        git(self.folder, "clone", "-q", "--bare", pr.origin.folder, "bare.git")
        outcome = self.run_gate(self.folder / "bare.git", "--base", pr.base, "--head", pr.head, timeout=120)
        self.expect_exit(outcome, 0)
        self.expect_exit(self.run_gate(self.folder / "bare.git", timeout=20), 2, "repository-unreadable")

    def test_a_subfolder_that_is_not_there(self):
        origin = Origin(self.folder / "origin")
        origin.commit(FAST)
        self.expect_refusal(self.run_gate(origin.folder / "nope"), "no-repository", "does not exist")

    def test_a_linked_work_tree_inside_is_left_out(self):
        origin = Origin(self.folder / "origin")
        base = origin.commit(FAST)
        git(origin.folder, "worktree", "add", "-q", "--detach", ".wt", base)
        outcome = self.run_gate(origin.folder, "--base", base)
        self.expect_exit(outcome, 0)
        self.assertIn("(nested-repositories)", outcome.stdout)
        self.assertIn("(same-commit)", outcome.stdout)

    def test_output_that_cannot_be_written_is_an_error_and_a_reader_who_left_is_none(self):
        for command in (["--help"], ["completion", "bash"]):
            with open("/dev/full", "w", encoding="utf-8") as full:
                done = subprocess.run([self.program, *command], stdout=full, stderr=subprocess.PIPE, check=False)
            self.assertEqual(done.returncode, 2, command)
            self.assertIn(b"(io-failed)", done.stderr)

    def test_nothing_is_left_in_the_home_of_whoever_has_caches_elsewhere(self):
        origin = Origin(self.folder / "origin")
        base = origin.commit(FAST)
        self.expect_exit(self.run_gate(origin.folder, "--base", base, "--head", base), 0)
        self.assertEqual([str(path) for path in self.home.rglob("*")], [])

    def test_a_repository_of_another_user_is_not_opened_silently(self):
        if not IS_ROOT:
            self.skipTest("only root can give a repository away")
        origin = Origin(self.folder / "origin")
        origin.commit(FAST)
        subprocess.run(["chown", "-R", "1001:1001", origin.folder], check=True)
        outcome = self.run_gate(origin.folder, "--base", "HEAD", "--head", "HEAD")
        self.expect_exit(outcome, 2, "repository-unreadable")

    def test_replay_of_what_is_no_results_folder(self):
        self.expect_exit(self.headgate("replay", self.folder), 2, "results-invalid")
        self.expect_exit(self.headgate("replay", "--base", "a.txt", "--head", "b.txt"), 2, "results-invalid")

    def test_wrong_flags_get_one_line_and_no_run(self):
        for arguments, text in ((["run", "--rounds", "x"], "rounds"), (["run", "--nonsense"], "nonsense"), (["rum"], "run"),
                                (["replay"], "results folder"), (["run", "--order", "zigzag"], "order")):
            with self.subTest(arguments):
                outcome = self.headgate(*arguments, cwd=self.folder)
                self.assertEqual(outcome.exit, 2, str(outcome))
                self.assertIn(text, outcome.stderr)


class Disk(EndToEnd):
    def setUp(self):
        super().setUp()
        if not IS_ROOT:
            self.skipTest("only root can mount a small file system")
        self.pr = pull_request(self.folder, FAST, SLOW)

    def mount(self, path, size):
        path.mkdir(parents=True)
        done = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", path], check=False, capture_output=True)
        if done.returncode != 0:
            self.skipTest("mounting is refused here")
        self.addCleanup(subprocess.run, ["umount", "-l", str(path)], check=False)

    def test_a_full_disk_under_the_results_is_an_error_not_a_pass(self):
        small = self.pr.workspace / "headgate-results"
        self.mount(small, "16k")
        (small / "filler").write_bytes(b"x" * 4096)
        os.remove(small / "filler")
        outcome = self.action(self.pr.workspace, "pull_request", self.pr.event, inputs={"rounds": "40", "benchtime": "1x"})
        self.expect_exit(outcome, 2, "disk-full")
        causes = [one for one in outcome.errors() if "disk-full" in one["title"]]
        self.assertEqual(len(causes), 1, str(outcome))


if __name__ == "__main__":
    unittest.main()
