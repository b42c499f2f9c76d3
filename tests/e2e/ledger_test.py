"""Dismissed alarms and waivers, through real repositories: what silences an alarm, and what never does."""

import hashlib
import unittest

from support import EndToEnd, module, pull_request

LEDGER = ".headgate-ledger.yml"
# What a benchmark reports is the same on every machine, but for a scatter of less than a tenth of a percent.
REPORTED = """
\tb.ReportMetric({} + float64(time.Now().UnixNano()%7)/100, "ns/op")
"""


def reporting(nanoseconds, **files):
    return module(REPORTED.format(nanoseconds), **files)


class Ledger(EndToEnd):
    def alarm(self):
        """The text of a ledger that dismisses an alarm of 10 %, written by the program from a recorded run."""
        outcome = self.gate(reporting(100), reporting(110))
        self.expect_exit(outcome, 1)
        added = self.headgate("ledger", "add", outcome.results, "m.X", "--cause", "it's the loop", "--check", "perf stat",
                              "--author", "Ann", "--max-delta", "12%")
        self.assertEqual(added.exit, 0, str(added))
        return (self.folder / LEDGER).read_text()

    def judged(self, ledger, nanoseconds, inputs=None, **event):
        """A pull request into a base with this ledger that changes 100 ns to this."""
        pr = pull_request(self.folder / f"pr{nanoseconds}", {**reporting(100), LEDGER: ledger},
                          {**reporting(nanoseconds), LEDGER: ledger})
        pr.event.update(event)
        return self.action(pr.workspace, "pull_request", pr.event, sha=pr.merge, inputs=inputs)

    def test_an_entry_silences_its_alarm_and_no_larger_one(self):
        ledger = self.alarm()
        known = self.judged(ledger, 110)
        self.expect_exit(known, 0)
        self.assertEqual(known.outputs["verdict"], "pass")
        self.assertEqual(known.finding("X")["outcome"], "known")
        self.assertEqual(known.finding("X")["ledger"]["cause"], "it's the loop")
        self.assertEqual([one["type"] for one in known.annotations], ["notice"])
        self.assertIn("it's the loop", known.annotations[0]["message"])
        self.assertIn("checked: perf stat", known.summary)

        larger = self.judged(ledger, 130)
        self.expect_exit(larger, 1)
        self.assertEqual(len(larger.errors()), 1)
        self.assertIn("the ledger covers only changes of up to 12.0%", larger.errors()[0]["message"])

    def test_an_entry_that_is_over_silences_nothing(self):
        ledger = self.alarm()
        lines = [line for line in ledger.splitlines() if "created:" not in line and "expires:" not in line]
        over = "\n".join([*lines, "    created: 2020-01-01", "    expires: 2020-01-31", ""])
        outcome = self.judged(over, 110)
        self.expect_exit(outcome, 1)
        self.assertIn("counted until 2020-01-31", outcome.errors()[0]["message"])
        self.assertIn("ledger-expired", outcome.caveats())

    def test_the_evidence_is_what_sha256sum_says_of_the_folder(self):
        ledger = self.alarm()
        files = sorted(path for path in (self.folder / "results").iterdir()
                       if path.suffix == ".txt" or path.name in ("run.json", "samples.jsonl"))
        listing = "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files)
        self.assertIn(f"evidence: sha256:{hashlib.sha256(listing.encode()).hexdigest()}\n", ledger)

    def test_head_cannot_dismiss_its_own_alarm(self):
        ledger = self.alarm()
        pr = pull_request(self.folder / "pr", reporting(100), {**reporting(110), LEDGER: ledger})
        outcome = self.action(pr.workspace, "pull_request", pr.event, sha=pr.merge)
        self.expect_exit(outcome, 1)
        self.assertIn("1 added, 0 removed", outcome.caveats()["ledger-differs"])

    def test_a_replay_takes_another_ledger(self):
        self.alarm()
        results = self.folder / "results"
        self.assertEqual(self.headgate("replay", results).exit, 1)
        self.assertEqual(self.headgate("replay", results, "--ledger", LEDGER).exit, 0)


class Waiver(EndToEnd):
    INPUTS = {"waive-label": "perf-accepted"}

    def labeled(self, action, label=None, nanoseconds=150, head=None):
        pr = pull_request(self.folder / "pr", reporting(100), head or reporting(nanoseconds))
        pr.event.update({"action": action, "sender": {"login": "ann"}})
        pr.event["pull_request"]["labels"] = [{"name": "perf-accepted"}]
        if label:
            pr.event["label"] = {"name": label}
        self.pr = pr
        return self.action(pr.workspace, "pull_request", pr.event, sha=pr.merge, inputs=self.INPUTS)

    def test_a_label_given_at_this_head_lets_the_regression_pass(self):
        outcome = self.labeled("labeled", "perf-accepted")
        self.expect_exit(outcome, 0)
        self.assertEqual(outcome.outputs["verdict"], "regression")
        self.assertEqual(outcome.verdict["waiver"],
                         {"label": "perf-accepted", "pull_request": 7, "commit": self.pr.head, "by": "ann"})
        self.assertEqual(len([one for one in outcome.annotations if one["type"] == "notice"]), 1)
        self.assertIn("Waived by the label", outcome.summary)

    def test_a_push_after_the_label_is_code_that_nobody_saw(self):
        outcome = self.labeled("synchronize")
        self.expect_exit(outcome, 1)
        self.assertIsNone(outcome.verdict["waiver"])
        self.assertIn("take it off and give it again", outcome.caveats()["not-waived"])

    def test_a_label_lets_no_error_pass(self):
        broken = {**reporting(100), "m.go": "package m\n\nfunc broken() {\n"}
        outcome = self.labeled("labeled", "perf-accepted", head=broken)
        self.expect_exit(outcome, 2, "build-failed")


if __name__ == "__main__":
    unittest.main()
