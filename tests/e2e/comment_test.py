"""`headgate comment` through the real program, against a stand-in of GitHub's REST API: the right pull request
is told, once; what is forged, torn or too much is refused before anything is sent; what the API refuses is
told as it is; and the token shows up nowhere."""

import json
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import time
import unittest

from github_api import TOKEN, GithubApi, pull
from support import PROGRAM

HEAD, NEWER = "a" * 40, "b" * 40
MARKER = "<!-- headgate:gate -->"
HOSTILE = ("<!-- headgate:gate --> </details> <script>x</script> @torvalds #1 ::group::x ##[error]y | `a` ``` "
           "[l](https://evil.test) https://evil.test ![i](x) \x1b[31m \u202e $a$ &lt;\r\n::error::z ")


def workflow_run(**changes):
    return {"action": "completed", "repository": {"full_name": "o/r"},
            "workflow_run": {"id": 4242, "event": "pull_request", "conclusion": "failure", "head_branch": "feature",
                             "head_sha": HEAD, "pull_requests": [],
                             "head_repository": {"id": 99, "owner": {"login": "stranger"}}, **changes}}


def benchmark_text(names, center):
    return "pkg: example.com/m\n" + "".join(f"Benchmark{name}-4 1000 {center + i} ns/op\n" for i in range(10) for name in names)


class Reporting(unittest.TestCase):
    """A folder with the artifact of a red run of pull request 7, and an API that knows that one."""

    names = ["Decode"]

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="comment.")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.artifact = self.folder / "headgate-report"
        for side, center in (("base", 100), ("head", 130)):
            (self.folder / f"{side}.txt").write_text(benchmark_text(self.names, center))
        done = subprocess.run([PROGRAM, "replay", "--base", self.folder / "base.txt", "--head", self.folder / "head.txt",
                               "--out", self.artifact], capture_output=True, check=False)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.change("run.json", lambda run: run.update(event="pull_request", pull_request=7))
        self.write_event(workflow_run())
        self.api = self.enterContext(GithubApi())
        self.api.pulls = [pull(7, HEAD)]

    def change(self, name, edit):
        path = self.artifact / name
        document = json.loads(path.read_text())
        edit(document)
        path.write_text(json.dumps(document))

    def write_event(self, event):
        (self.folder / "event.json").write_text(json.dumps(event))

    def environment(self, **changes):
        return {"PATH": os.defpath, "HOME": str(self.folder), "GITHUB_TOKEN": TOKEN, "GITHUB_API_URL": self.api.url,
                "GITHUB_REPOSITORY": "o/r", "GITHUB_EVENT_PATH": str(self.folder / "event.json"), **changes}

    def comment(self, *arguments, **environment):
        done = subprocess.run([PROGRAM, "comment", self.artifact, *arguments], env=self.environment(**environment),
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120, check=False)
        self.assertNotIn(TOKEN, done.stdout + done.stderr)
        return done

    def expect_done(self, done):
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def expect_failed(self, done, reason, *texts):
        """Exit 2, one message that names the reason and says these things."""
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertEqual(len(re.findall(r"headgate: error \(", done.stderr)), 1, done.stderr)
        self.assertIn(f"({reason})", done.stderr)
        for text in texts:
            self.assertIn(text, done.stderr)


class Telling(Reporting):
    def test_a_fork_is_told_once_and_kept_up_to_date(self):
        self.expect_done(self.comment())
        self.assertEqual(len(self.api.comments), 1)
        body = self.api.comments[0]["body"]
        self.assertTrue(body.startswith(f"{MARKER}\n## :x: headgate: regression\n"), body)
        self.assertIn("`m.Decode-4`", body)
        self.assertIn("https://github.com/o/r/actions/runs/4242", body)

        self.change("verdict.json", lambda verdict: verdict.update(message="what is new"))
        done = self.comment()
        self.expect_done(done)
        self.assertIn("comment on #7 updated", done.stdout)
        self.assertEqual(len(self.api.comments), 1)
        self.assertIn("what is new", self.api.comments[0]["body"])

        before = len(self.api.requests)
        self.assertIn("left as it was", self.comment("--check-run", "no").stdout)
        self.assertEqual([method for method, *_ in self.api.requests[before:]], ["GET"] * 3)

    def test_the_check_run_is_on_the_head_of_the_pull_request(self):
        self.expect_done(self.comment("--check-run", "yes", GITHUB_SHA="c" * 40))
        self.assertEqual([(one["head_sha"], one["conclusion"], one["status"]) for one in self.api.check_runs],
                         [(HEAD, "failure", "completed")])

    def test_the_comment_is_found_behind_pages_of_others(self):
        for number in range(9):
            self.api.add_comment(f"talk {number}", {"login": "somebody", "type": "User"})
        ours = self.api.add_comment(f"{MARKER}\nold")
        self.expect_done(self.comment())
        self.assertEqual(len(self.api.comments), 10)
        self.assertIn("headgate: regression", ours["body"])

    def test_people_who_copy_the_marker_keep_their_comments(self):
        forged = self.api.add_comment(f"{MARKER}\nall is well", {"login": "mallory", "type": "User"})
        self.expect_done(self.comment())
        self.assertEqual(forged["body"], f"{MARKER}\nall is well")
        self.assertEqual(len(self.api.comments), 2)

    def test_duplicates_are_removed(self):
        for text in "abc":
            self.api.add_comment(f"{MARKER}\n{text}")
        done = self.comment()
        self.expect_done(done)
        self.assertEqual([one["id"] for one in self.api.comments], [101])
        self.assertIn("duplicates of it deleted: 2", done.stdout)

    def test_ids_keep_two_comments_apart(self):
        self.expect_done(self.comment())
        self.expect_done(self.comment("--id", "arm64"))
        self.assertEqual([one["body"].split("\n")[0] for one in self.api.comments], [MARKER, "<!-- headgate:arm64 -->"])

    def test_the_pull_request_event_works_in_the_gates_own_job(self):
        self.write_event({"number": 7, "repository": {"full_name": "o/r"}, "pull_request": {"head": {
            "ref": "feature", "sha": HEAD, "repo": {"id": 99, "owner": {"login": "stranger"}}}}})
        self.expect_done(self.comment(GITHUB_RUN_ID="77"))
        self.assertIn("/actions/runs/77", self.api.comments[0]["body"])

    def test_the_token_is_sent_to_the_api_alone_and_may_be_gh_token(self):
        self.expect_done(self.comment(GITHUB_TOKEN="", GH_TOKEN=TOKEN))
        self.assertEqual(set(self.api.tokens), {f"Bearer {TOKEN}"})

    def test_a_dry_run_shows_the_comment_and_sends_nothing(self):
        done = self.comment("--dry-run", GITHUB_TOKEN="")
        self.expect_done(done)
        self.assertIn(f"\n{MARKER}\n## :x: headgate: regression\n", done.stdout)
        self.assertEqual(self.api.requests, [])


class WhoIsTold(Reporting):
    def test_an_artifact_about_another_pull_request_is_refused(self):
        self.change("run.json", lambda run: run.update(pull_request=8))
        self.api.pulls.append(pull(8, NEWER, owner="victim", repository_id=5))
        self.expect_failed(self.comment(), "pull-request-mismatch", "#8")
        self.assertEqual(self.api.comments, [])

    def test_a_branch_of_that_name_in_another_repository_is_not_told(self):
        self.api.pulls = [pull(7, HEAD, repository_id=98)]
        self.assertIn("nothing to say", self.comment().stdout)
        self.assertEqual(self.api.sent("POST"), [])

    def test_a_head_that_moved_on_is_left_to_its_own_run(self):
        self.api.pulls = [pull(7, NEWER)]
        done = self.comment()
        self.expect_done(done)
        self.assertIn(f"the head of pull request #7 is {NEWER} by now", done.stdout)
        self.assertEqual(self.api.sent("POST"), [])

    def test_a_closed_pull_request_is_not_told(self):
        self.api.pulls = [pull(7, HEAD, state="closed")]
        self.assertIn("no open pull request", self.comment().stdout)
        self.assertEqual(self.api.sent("POST"), [])

    def test_the_one_among_pages_of_others_is_found(self):
        self.api.pulls = [pull(number, NEWER) for number in range(1, 7)] + [pull(7, HEAD)]
        self.expect_done(self.comment())
        self.assertEqual(len(self.api.comments), 1)

    def test_a_run_of_the_merge_queue_has_nobody_to_tell(self):
        self.write_event(workflow_run(event="merge_group"))
        self.assertIn("nothing to say: the workflow ran on merge_group", self.comment().stdout)
        self.assertEqual(self.api.requests, [])

    def test_a_branch_name_cannot_change_the_question(self):
        branch = "x&state=all&head=o:main#?%2F é"
        self.write_event(workflow_run(head_branch=branch))
        self.api.pulls = [pull(7, HEAD, branch=branch)]
        self.expect_done(self.comment())
        self.assertEqual(len(self.api.comments), 1)


class HostileArtifact(Reporting):
    def expect_nothing_sent(self, done, reason="results-invalid"):
        self.expect_failed(done, reason)
        self.assertEqual(self.api.requests, [])

    def test_torn_files_are_refused_and_nothing_is_sent(self):
        for name in ("verdict.json", "run.json"):
            whole = (self.artifact / name).read_bytes()
            for size in (0, 1, len(whole) // 2, len(whole) - 2):
                (self.artifact / name).write_bytes(whole[:size])
                self.expect_nothing_sent(self.comment())
            (self.artifact / name).write_bytes(whole)

    def test_missing_files_are_refused_and_nothing_is_sent(self):
        for name in ("run.json", "verdict.json"):
            os.rename(self.artifact / name, self.folder / name)
            self.expect_nothing_sent(self.comment())

    def test_forged_verdicts_are_refused_and_nothing_is_sent(self):
        whole = (self.artifact / "verdict.json").read_text()
        forgeries = [lambda v: v.update(decision="pass"), lambda v: v.update(decision="perfect"),
                     lambda v: v.update(exit_code=7), lambda v: v.update(regressions=0),
                     lambda v: v["findings"][0].update(outcome="excellent"),
                     lambda v: v["sides"]["head"].update(commit="c" * 40),
                     lambda v: v.update(message="x" * (1 << 20)), lambda v: v.update(findings={}),
                     lambda v: v.update(schema="headgate.verdict/x")]
        for forge in forgeries:
            self.change("verdict.json", forge)
            self.expect_nothing_sent(self.comment())
            (self.artifact / "verdict.json").write_text(whole)
        self.change("verdict.json", lambda v: v.update(schema="headgate.verdict/2"))
        self.expect_nothing_sent(self.comment(), "schema-too-new")

    def test_a_key_that_stands_twice_is_refused_and_nothing_is_sent(self):
        path = self.artifact / "verdict.json"
        path.write_text(path.read_text().replace('"decision"', '"decision": "pass", "decision"', 1))
        self.expect_nothing_sent(self.comment())

    def test_files_that_are_none_are_refused_and_nothing_is_sent(self):
        path = self.artifact / "verdict.json"
        whole = path.read_text()
        secret = self.folder / "secret.json"
        secret.write_text(whole)
        for make in (lambda: path.symlink_to(secret), lambda: path.symlink_to("/proc/self/environ"), lambda: os.mkfifo(path),
                     path.mkdir):
            path.unlink()
            make()
            self.expect_nothing_sent(self.comment())
            path.rmdir() if path.is_dir() else path.unlink()
            path.write_text(whole)

    def test_a_file_of_many_megabytes_is_refused_and_nothing_is_sent(self):
        with open(self.artifact / "verdict.json", "ab") as file:
            file.write(b" " * (17 << 20))
        self.expect_nothing_sent(self.comment())

    def test_nesting_without_end_is_refused_and_nothing_is_sent(self):
        (self.artifact / "verdict.json").write_text("[" * 500_000)
        self.expect_nothing_sent(self.comment())

    def test_hostile_texts_are_shown_and_not_acted_on(self):
        def poison(verdict):
            verdict.update(message=HOSTILE * 20, remedy=HOSTILE, caveats=[{"code": HOSTILE, "text": HOSTILE}] * 30)
            for finding in verdict["findings"]:
                finding.update(package=HOSTILE, benchmark=HOSTILE, detail=HOSTILE * 40,
                               location={"file": "../../" + HOSTILE, "line": 1})
        self.change("verdict.json", poison)
        self.change("run.json", lambda run: [run["sides"][side].update(describe=HOSTILE) for side in ("base", "head")])
        self.expect_done(self.comment("--check-run", "yes"))
        body = self.api.comments[0]["body"]
        self.assertEqual(body.count("<!--"), 1, "our own marker")
        self.assertEqual((body.count("<details>"), body.count("</details>")), (1, 1))
        active = re.sub(r"(`+).*?(?<!`)\1(?!`)|<code>.*?</code>", "", body)
        for text in ("<script", "@torvalds", "](https://evil", "https://evil", "![i]", "\x1b", "\u202e", "##[error]"):
            self.assertNotIn(text, active)
        for line in body.split("\n"):
            self.assertFalse(line.startswith("::"), line)
            if line.startswith("|"):
                self.assertEqual(len(re.findall(r"(?<!\\)\|", line)), 8, line)
        self.assertEqual(self.api.check_runs[0]["output"]["annotations"], [], "a path that leaves the repository")


class ThousandRegressions(Reporting):
    names = [f"Decode/size={i}" for i in range(1000)]

    def test_the_comment_stays_below_its_limit_and_counts_what_it_leaves_out(self):
        def place(verdict):
            for line, finding in enumerate(verdict["findings"], 1):
                finding["location"] = {"file": "m_test.go", "line": line}
        self.change("verdict.json", place)
        self.assertEqual(json.loads((self.artifact / "verdict.json").read_text())["regressions"], 1000)
        self.expect_done(self.comment("--check-run", "yes"))
        body = self.api.comments[0]["body"]
        self.assertLess(len(body.encode()), 60_000)
        rows = [line for line in body.split("\n") if line.startswith("| **REGRESSION**")]
        self.assertGreater(len(rows), 100)
        self.assertEqual({line.count(" | ") for line in rows}, {6})
        caveats = json.loads((self.artifact / "verdict.json").read_text())["caveats"]  # rows, too
        self.assertIn(f"**{1000 + len(caveats) - len(rows)} more rows**", body)
        self.assertTrue(body.endswith("</details>\n"))
        self.assertEqual([len(one["output"]["annotations"]) for one in self.api.check_runs], [50, 50, 50, 50])
        self.assertLessEqual(len(self.api.check_runs[0]["output"]["summary"]), 65535)


class Refusals(Reporting):
    def answer_with(self, *answers, to=None):
        """The API's next answers (to this method only); the last one stays."""
        waiting = list(answers)

        def instead(method, _path):
            if to not in (None, method):
                return None
            return waiting.pop(0) if len(waiting) > 1 else waiting[0]
        self.api.instead = instead

    def test_a_token_that_cannot_write_is_told_in_the_words_of_the_api(self):
        self.api.may_comment = False
        self.expect_failed(self.comment(), "api-refused", "answers 403", "/repos/o/r/issues/7/comments",
                           "Resource not accessible by integration")
        self.assertEqual(len(self.api.sent("POST")), 1)

    def test_a_missing_permission_for_checks_is_a_note_unless_they_are_wanted(self):
        self.api.may_check = False
        done = self.comment()
        self.expect_done(done)
        self.assertIn("no check run", done.stdout)
        self.expect_failed(self.comment("--check-run", "yes"), "api-refused", "the check run")

    def test_other_refusals_are_told_as_they_are(self):
        for status, message in ((401, "Bad credentials"), (404, "Not Found"), (410, "Issues are disabled"),
                                (422, "Body is too long (maximum is 65536 characters)")):
            self.answer_with((status, {}, {"message": message}), to="POST")
            self.expect_failed(self.comment(), "api-refused", f"answers {status}", message)

    def test_a_bad_token_is_told_and_not_shown(self):
        done = self.comment(GITHUB_TOKEN="canary-wrong-1")
        self.expect_failed(done, "api-refused", "Bad credentials")
        self.assertNotIn("canary-wrong-1", done.stdout + done.stderr)

    def test_a_limit_with_retry_after_is_waited_for(self):
        self.answer_with((429, {"Retry-After": "1"}, {"message": "slow down"}),
                         (403, {"Retry-After": "1"}, {"message": "You have exceeded a secondary rate limit."}), None)
        begin = time.monotonic()
        self.expect_done(self.comment())
        self.assertGreaterEqual(time.monotonic() - begin, 2)
        self.assertEqual(len(self.api.comments), 1)

    def test_a_limit_of_an_hour_is_told_instead(self):
        self.answer_with((403, {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": str(int(time.time()) + 3600)},
                          {"message": "API rate limit exceeded for installation"}))
        self.expect_failed(self.comment(), "rate-limited", "API rate limit exceeded for installation")
        self.assertEqual(len(self.api.requests), 1)

    def test_a_server_error_is_tried_again(self):
        self.answer_with((502, {"Content-Type": "text/html"}, b"<html>Unicorn!</html>"), None)
        self.expect_done(self.comment())
        self.assertEqual(len(self.api.comments), 1)

    def test_a_page_of_html_is_told_as_such(self):
        self.answer_with((200, {"Content-Type": "text/html"}, b"<html>Sign in to the hotel's network</html>"))
        self.expect_failed(self.comment(), "api-unreadable", "it is not JSON")
        self.answer_with((403, {"Content-Type": "text/html"}, b"<html>Blocked by policy</html>"))
        self.expect_failed(self.comment(), "api-unreadable", "Blocked by policy")

    def test_json_of_another_shape_is_told_as_such(self):
        for document in ({"a": 1}, [{"number": "7", "head": {"sha": HEAD, "ref": "feature", "repo": {"id": 99}}}], None, 7):
            self.answer_with((200, {}, json.dumps(document).encode()))
            self.expect_failed(self.comment(), "api-unreadable")

    def test_a_next_page_elsewhere_is_not_asked_for(self):
        with GithubApi() as other:
            self.answer_with((200, {"Link": f'<{other.url}/steal>; rel="next"'}, []))
            self.expect_failed(self.comment(), "api-unreadable", "/steal")
            self.assertEqual(other.requests, [])

    def test_a_redirect_elsewhere_is_not_followed(self):
        with GithubApi() as other:
            self.answer_with((302, {"Location": f"{other.url}/steal"}, None))
            self.expect_failed(self.comment(), "server-untrusted", "redirects to another one")
            self.assertEqual(other.requests, [])

    def test_a_redirect_of_a_renamed_repository_is_followed(self):
        def instead(method, path):
            if path.startswith("/repos/o/r/"):
                return 307, {"Location": f"{self.api.url}/repos/o/renamed/{path[len('/repos/o/r/'):]}?head=stranger:feature"}, None
            return None
        self.api.repository, self.api.instead = "o/renamed", instead
        self.expect_done(self.comment("--check-run", "no"))
        self.assertEqual(len(self.api.comments), 1)

    def test_a_server_that_hangs_is_given_up_after_the_time_limit(self):
        self.answer_with("silence")
        begin = time.monotonic()
        self.expect_failed(self.comment("--timeout", "200ms"), "network-failed", "/pulls")
        self.assertLess(time.monotonic() - begin, 25)  # five attempts, and 1 + 2 + 4 + 8 s between them
        self.assertEqual(len(self.api.requests), 5)

    def test_a_server_that_is_not_there_is_told(self):
        with GithubApi() as gone:
            url = gone.url
        self.expect_failed(self.comment("--timeout", "1s", GITHUB_API_URL=url), "network-failed")

    def test_a_signal_ends_it_within_seconds(self):
        self.answer_with("silence")
        with subprocess.Popen([PROGRAM, "comment", self.artifact], env=self.environment(), stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True) as running:
            deadline = time.monotonic() + 20
            while not self.api.requests and time.monotonic() < deadline:
                time.sleep(0.02)
            running.send_signal(signal.SIGTERM)
            _, errors = running.communicate(timeout=5)
        self.assertEqual(running.returncode, 2)
        self.assertIn("(interrupted)", errors)

    def test_the_token_goes_nowhere_in_the_clear(self):
        self.expect_failed(self.comment(GITHUB_API_URL="http://api.github.test"), "usage", "GITHUB_API_URL")

    def test_without_a_token_nothing_is_sent(self):
        self.expect_failed(self.comment(GITHUB_TOKEN=""), "token-missing")
        self.assertEqual(self.api.requests, [])

    def test_on_a_runner_a_failure_is_one_annotation(self):
        self.api.may_comment = False
        done = self.comment(GITHUB_ACTIONS="true")
        self.assertEqual((done.returncode, done.stderr), (2, ""))
        self.assertEqual(len(re.findall(r"(?m)^::error title=headgate%3A api-refused::", done.stdout)), 1, done.stdout)


class Certificates(Reporting):
    def setUp(self):
        super().setUp()
        pem = self.folder / "server.pem"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=stand-in",
                        "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", pem, "-out", self.folder / "cert.pem"],
                       check=True, capture_output=True)
        with open(pem, "a", encoding="ascii") as file:
            file.write((self.folder / "cert.pem").read_text())
        pulls = self.api.pulls
        self.api = self.enterContext(GithubApi(certificate=pem))
        self.api.pulls = pulls

    def test_a_certificate_that_nobody_signed_is_refused(self):
        self.expect_failed(self.comment(), "server-untrusted", "certificate")
        self.assertEqual(self.api.requests, [])

    def test_an_authority_of_ones_own_is_trusted(self):
        self.expect_done(self.comment(SSL_CERT_FILE=str(self.folder / "cert.pem")))
        self.assertEqual(len(self.api.comments), 1)


if __name__ == "__main__":
    unittest.main()
