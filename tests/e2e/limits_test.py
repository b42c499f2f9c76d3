"""The runner's limits: what a step says is never dropped, however much there is to say."""

import re
import unittest

from support import SharedRun, module, pull_request

COUNT = 1000
# GitHub drops a summary of more than 1 MiB whole; ours stays well below.
MOST_SUMMARY_BYTES = 900_000
MOST_MESSAGE_CHARACTERS = 4096

# A thousand results whose numbers are the same on every machine, with names that mean something to Markdown.
# Each side of a run scatters a little, so that there is a median to compare.
MANY = """
\tvalue := {} + float64(time.Now().UnixNano()%7)/100
\tfor i := 0; i < 1000; i++ {{
\t\tb.Run(fmt.Sprintf("n=%d|<b>`x`_y_", i), func(b *testing.B) {{
\t\t\tb.ReportMetric(value*float64(1000+i), "ns/op")
\t\t}})
\t}}
"""


def many(factor):
    return module(MANY.format(factor), imports='"fmt" "testing" "time"')


def cells(row):
    """The cells of a table row, as GitHub splits it: at pipes that no backslash escapes."""
    return re.split(r"(?<!\\)\|", row.strip())[1:-1]


def tables_of(summary):
    """Every table of a Markdown page as its rows, head first; a blank line ends one."""
    blocks = [block.split("\n") for block in summary.split("\n\n")]
    return [[block[0], *block[2:]] for block in blocks if len(block) > 1 and re.match(r"\| ?:?---", block[1])]


class ThousandRegressions(SharedRun):
    def shared_run(self):
        pr = pull_request(self.folder, many(1), many(3))
        return self.action(pr.workspace, "pull_request", pr.event, sha=pr.merge,
                           inputs={"benchtime": "1x", "confirm": "no"})

    def test_every_one_is_found(self):
        self.expect_exit(self.outcome, 1)
        self.assertEqual(self.outcome.outputs["regressions"], str(COUNT))
        self.assertEqual(len(self.outcome.findings("regression")), COUNT)

    def test_ten_annotations_are_made_and_none_is_dropped(self):
        self.assertEqual(self.outcome.violations, [])
        errors = self.outcome.errors()
        self.assertEqual(len(errors), 10, str(self.outcome)[-3000:])
        self.assertTrue(all(one["file"] == "m_test.go" and one["line"] for one in errors[:9]))
        self.assertEqual(errors[9]["title"], f"headgate: and {COUNT - 9} more")
        self.assertTrue(all(len(one["message"]) <= MOST_MESSAGE_CHARACTERS for one in self.outcome.annotations))

    def test_the_summary_is_small_enough_and_its_tables_are_tables(self):
        summary = self.outcome.summary
        self.assertLess(len(summary.encode()), MOST_SUMMARY_BYTES)
        self.assertEqual(summary, (self.outcome.results / "summary.md").read_text())
        tables = tables_of(summary)
        self.assertTrue(tables)
        rows = [row for table in tables for row in table[1:] if row]
        left_out = re.search(r"\*\*(\d+) more rows\*\*", summary)
        self.assertEqual(len(rows) + int(left_out[1] if left_out else 0), len(self.outcome.findings()))
        for table in tables:
            self.assertEqual({len(cells(row)) for row in table if row}, {len(cells(table[0]))}, table[0])

    def test_outputs_stay_small(self):
        self.assertLess(sum(len(value) for value in self.outcome.outputs.values()), 1000)

    def test_a_replay_says_the_same(self):
        again = self.headgate("replay", self.outcome.results, "--out", self.folder / "again")
        self.assertEqual(again.exit, 1, str(again)[-3000:])
        self.assertEqual((self.folder / "again" / "summary.md").read_text().count("\n| "),
                         self.outcome.summary.count("\n| "))


if __name__ == "__main__":
    unittest.main()
