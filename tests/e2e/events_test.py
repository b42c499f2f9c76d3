"""Which commits are compared: every event of GitHub's that may hold Go code, and every way in which a checkout
may lie there. Base and head are read from verdict.json; the sides differ in a text file only, so that nothing
has to be measured."""

import shutil
import unittest

from support import EndToEnd, Origin, Submodule, checkout, git, module, pull_request, wait

ZEROS = "0" * 40
CODE = module(wait(1))


def version(text):
    """The module beside a text that no benchmark reads."""
    return {**CODE, "VERSION": f"{text}\n"}


class Compared(EndToEnd):
    """Tests that look at the two commits of the verdict."""

    def compared(self, workspace, event, payload, **options):
        outcome = self.action(workspace, event, payload, **options)
        self.expect_exit(outcome, 0)
        sides = outcome.verdict["sides"]
        return outcome, (sides["base"]["commit"], sides["head"]["commit"])

    def history(self, *texts):
        """self.origin with a commit of each text on main; their ids."""
        self.origin = Origin(self.folder / "origin")
        return [self.origin.commit(version(text), text) for text in texts]

    def workspace(self, commit, depth=0, ref="refs/remotes/origin/main"):
        target = self.folder / "workspace"
        checkout(self.origin.folder, target, commit, depth, ref=ref)
        return target


class PullRequests(Compared):
    def setUp(self):
        super().setUp()
        self.pr = pull_request(self.folder, version("base"), version("head"))

    def payload(self, **changes):
        return {**self.pr.event, **changes, "pull_request": {**self.pr.event["pull_request"], **changes.get("pull_request", {})}}

    def test_whoever_opened_it_the_base_is_the_first_parent_of_the_merge_commit(self):
        fork = {"head": {**self.pr.event["pull_request"]["head"], "repo": {"fork": True, "full_name": "mallory/project"}}}
        for payload in (self.payload(action="opened"), self.payload(action="reopened"), self.payload(action="labeled"),
                        self.payload(action="synchronize", before=self.pr.base, after=self.pr.head),
                        self.payload(action="opened", pull_request=fork),
                        {**self.payload(action="opened"), "sender": {"login": "dependabot[bot]", "type": "Bot"}}):
            with self.subTest(payload["action"]):
                _, commits = self.compared(self.pr.workspace, "pull_request", payload, sha=self.pr.merge)
                self.assertEqual(commits, (self.pr.base, self.pr.merge))

    def test_the_payloads_base_and_merge_commit_are_never_taken(self):
        stale = git(self.pr.origin.folder, "rev-parse", f"{self.pr.base}~1")
        for commit in (stale, "1" * 40, None):
            payload = self.payload(pull_request={"base": {"ref": "main", "sha": stale}, "merge_commit_sha": commit})
            with self.subTest(commit):
                _, commits = self.compared(self.pr.workspace, "pull_request", payload)
                self.assertEqual(commits, (self.pr.base, self.pr.merge))

    def test_a_merged_one_whose_base_branch_is_checked_out_is_refused_with_the_cause(self):
        git(self.pr.origin.folder, "switch", "-q", "main")
        merged = self.pr.origin.commit(version("merged"), "merged")
        workspace = self.folder / "merged"
        checkout(self.pr.origin.folder, workspace, merged, 2, ref="refs/remotes/origin/main")
        outcome = self.action(workspace, "pull_request", self.payload(action="closed"))
        self.expect_refusal(outcome, "not-a-merge-commit", "once it is merged", "closed")

    def test_a_re_run_with_an_old_merge_commit_says_how_far_its_base_has_moved(self):
        git(self.pr.origin.folder, "switch", "-q", "main")
        for text in ("1", "2", "3"):
            self.pr.origin.commit(version(text), text)
        workspace = self.folder / "full"
        checkout(self.pr.origin.folder, workspace, self.pr.merge, 0)
        outcome, commits = self.compared(workspace, "pull_request", self.payload(), sha=self.pr.merge)
        self.assertEqual(commits, (self.pr.base, self.pr.merge))
        self.assertIn("3 commits", outcome.caveats()["stale-base"])

    def test_another_commit_than_the_events_is_told(self):
        _, commits = self.compared(self.pr.workspace, "pull_request", self.payload(), sha=self.pr.head)
        self.assertEqual(commits, (self.pr.base, self.pr.merge))
        outcome, _ = self.compared(self.pr.workspace, "pull_request", self.payload(), sha="2" * 40)
        self.assertIn("HEAD", " ".join(outcome.caveats().values()))


class MergeGroups(Compared):
    @staticmethod
    def payload(base, head, number=8):
        return {"action": "checks_requested", "merge_group": {
            "head_sha": head, "head_ref": f"refs/heads/gh-readonly-queue/main/pr-{number}-{head}", "base_sha": base,
            "base_ref": "refs/heads/main"}}

    def test_a_squashed_pull_request_is_compared_with_its_parent(self):
        base, head = self.history("base", "squashed")
        _, commits = self.compared(self.workspace(head, 2), "merge_group", self.payload(base, head))
        self.assertEqual(commits, (base, head))

    def test_a_rebased_one_of_several_commits_is_compared_with_the_groups_base(self):
        base, _, _, head = self.history("base", "1", "2", "3")
        _, commits = self.compared(self.workspace(head), "merge_group", self.payload(base, head))
        self.assertEqual(commits, (base, head))

    def test_several_pull_requests_merged_by_merge_commits_are_one_change(self):
        base, = self.history("base")
        tip = base
        for number in (7, 8):
            git(self.origin.folder, "switch", "-q", "--detach", base)
            tip = self.origin.merge(tip, self.origin.commit(version(str(number)), f"#{number}"))
        git(self.origin.folder, "branch", "-f", "queue", tip)
        _, commits = self.compared(self.workspace(tip), "merge_group", self.payload(base, tip))
        self.assertEqual(commits, (base, tip))

    def test_a_history_that_does_not_reach_the_groups_base_names_the_depth(self):
        base, _, head = self.history("base", "1", "2")
        outcome = self.action(self.workspace(head, 2), "merge_group", self.payload(base, head))
        self.expect_refusal(outcome, "shallow-checkout", "fetch-depth: 0")

    def test_another_commit_than_the_groups_is_refused(self):
        base, head, other = self.history("base", "head", "other")
        outcome = self.action(self.workspace(other), "merge_group", self.payload(base, head))
        self.expect_refusal(outcome, "not-a-merge-commit", "fetch-depth: 0")


class Pushes(Compared):
    @staticmethod
    def payload(before, after, **more):
        return {"ref": "refs/heads/main", "before": before, "after": after, **more}

    def test_several_commits_at_once_are_one_change(self):
        before, _, after = self.history("before", "1", "after")
        _, commits = self.compared(self.workspace(after), "push", self.payload(before, after))
        self.assertEqual(commits, (before, after))

    def test_where_the_history_does_not_reach_back_the_parent_is_taken_and_told(self):
        before, parent, after = self.history("before", "parent", "after")
        outcome, commits = self.compared(self.workspace(after, 2), "push", self.payload(before, after))
        self.assertEqual(commits, (parent, after))
        self.assertIn("first parent", " ".join(outcome.caveats().values()))

    def test_a_forced_push_whose_past_is_gone_takes_the_parent_and_says_why(self):
        parent, after = self.history("parent", "after")
        outcome, commits = self.compared(self.workspace(after), "push", self.payload("3" * 40, after, forced=True))
        self.assertEqual(commits, (parent, after))
        self.assertIn("forced", " ".join(outcome.caveats().values()))

    def test_a_tag_is_a_ref_like_another(self):
        parent, after = self.history("parent", "after")
        payload = {"ref": "refs/tags/v1", "before": ZEROS, "after": after, "created": True}
        _, commits = self.compared(self.workspace(after), "push", payload)
        self.assertEqual(commits, (parent, after))

    def test_of_a_first_commit_there_is_nothing_to_compare(self):
        only, = self.history("only")
        outcome = self.action(self.workspace(only), "push", self.payload(ZEROS, only))
        self.expect_refusal(outcome, "base-unknown", "input base")


class ByHand(Compared):
    def test_a_dispatch_without_inputs_compares_with_the_parent(self):
        parent, head = self.history("parent", "head")
        _, commits = self.compared(self.workspace(head), "workflow_dispatch", {"ref": "refs/heads/main", "inputs": None})
        self.assertEqual(commits, (parent, head))

    def test_the_actions_input_beats_the_workflows(self):
        first, second, head = self.history("first", "second", "head")
        payload = {"ref": "refs/heads/main", "inputs": {"base": second}}
        _, commits = self.compared(self.workspace(head), "workflow_dispatch", payload, inputs={"base": first})
        self.assertEqual(commits, (first, head))

    def test_events_that_only_know_the_default_branch_are_refused(self):
        _, head = self.history("parent", "head")
        workspace = self.workspace(head)
        for event in ("repository_dispatch", "workflow_run", "issue_comment", "pull_request_target", "release", ""):
            with self.subTest(event):
                self.assertEqual(self.action(workspace, event, {}).exit, 2)


class Layouts(Compared):
    """What actions/checkout and its inputs leave in the workspace."""

    def setUp(self):
        super().setUp()
        self.pr = pull_request(self.folder, version("base"), version("head"))

    def expect_compared(self, workspace, **options):
        _, commits = self.compared(workspace, "pull_request", self.pr.event, **options)
        self.assertEqual(commits, (self.pr.base, self.pr.merge))

    def test_credentials_in_the_configuration_of_version_4_and_5(self):
        config = self.pr.workspace / ".git/config"
        config.write_text(config.read_text() + "[http \"https://github.example/\"]\n\textraheader = AUTHORIZATION: basic canary-x\n")
        outcome, commits = self.compared(self.pr.workspace, "pull_request", self.pr.event)
        self.assertEqual(commits, (self.pr.base, self.pr.merge))
        self.assertNotIn("canary-x", str(outcome))

    def test_credentials_in_an_included_file_of_version_6_and_7(self):
        config = self.pr.workspace / ".git/config"
        host = self.folder / "host/runner_temp/git-credentials-0123.config"
        for included in (host, self.folder / "missing.config"):
            config.write_text(config.read_text() + f"[includeIf \"gitdir:{self.pr.workspace}/.git\"]\n\tpath = {included}\n")
        self.expect_compared(self.pr.workspace, credentials="[http]\n\textraheader = canary-y\n")

    def test_a_sub_folder_of_the_workspace(self):
        workspace = self.folder / "with-path"
        checkout(self.pr.origin.folder, workspace / "src/project", self.pr.merge, 2)
        self.expect_compared(workspace, inputs={"working-directory": "src/project"})

    def test_a_sub_folder_that_nobody_told_us_is_named(self):
        workspace = self.folder / "with-path"
        checkout(self.pr.origin.folder, workspace / "project", self.pr.merge, 2)
        outcome = self.action(workspace, "pull_request", self.pr.event)
        self.expect_refusal(outcome, "no-repository", "working-directory")

    def test_a_sparse_cone_of_a_full_clone(self):
        git(self.pr.workspace, "sparse-checkout", "set", "docs")
        self.assertFalse((self.pr.workspace / "docs").exists())
        self.expect_compared(self.pr.workspace)

    def test_a_sparse_checkout_that_fetched_no_files_names_the_missing(self):
        workspace = self.folder / "sparse"
        workspace.mkdir()
        git(workspace, "init", "-q")
        git(workspace, "remote", "add", "origin", f"file://{self.pr.origin.folder}")
        git(workspace, "sparse-checkout", "set", "docs")
        git(workspace, "fetch", "-q", "--no-tags", "--depth=2", "--filter=blob:none", "origin",
            f"+{self.pr.merge}:refs/remotes/pull/7/merge")
        git(workspace, "checkout", "-q", "--force", "refs/remotes/pull/7/merge")
        outcome = self.action(workspace, "pull_request", self.pr.event)
        self.expect_refusal(outcome, "objects-missing", "filter")

    def test_a_linked_work_tree(self):
        workspace = self.folder / "linked"
        git(self.pr.workspace, "worktree", "add", "-q", "--detach", str(workspace), self.pr.merge)
        self.expect_compared(workspace)

    def test_objects_of_another_repository_and_packs(self):
        workspace = self.folder / "borrowed"
        git(self.folder, "clone", "-q", "--no-checkout", "--shared", str(self.pr.origin.folder), str(workspace))
        git(workspace, "checkout", "-q", "--force", self.pr.merge)
        git(workspace, "repack", "-q", "-a", "-d")
        git(workspace, "commit-graph", "write", "--reachable")
        self.expect_compared(workspace)

    def test_a_downloaded_archive_without_git(self):
        shutil.rmtree(self.pr.workspace / ".git")
        outcome = self.action(self.pr.workspace, "pull_request", self.pr.event)
        self.expect_refusal(outcome, "no-repository", "git")

    def test_a_submodule_beside_the_code_is_a_caveat(self):
        pr = pull_request(self.folder / "sub", {**version("base"), "third_party/lib": Submodule()},
                          {**version("head"), "third_party/lib": Submodule()})
        outcome, commits = self.compared(pr.workspace, "pull_request", pr.event)
        self.assertEqual(commits, (pr.base, pr.merge))
        self.assertIn("third_party/lib", " ".join(outcome.caveats().values()))


if __name__ == "__main__":
    unittest.main()
