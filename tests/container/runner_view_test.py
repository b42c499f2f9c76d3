#!/usr/bin/python3
"""runner_view.py itself: it must see what the runner would see, or the container test proves nothing."""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest

VIEW = pathlib.Path(__file__).resolve().parent / "runner_view.py"


class RunnerView(unittest.TestCase):
    def view(self, stdout="", stderr="", output="", summary=b"", uid=None):
        with tempfile.TemporaryDirectory() as scratch:
            folder = pathlib.Path(scratch)
            for name in ("commands", "workspace", "temp"):
                (folder / name).mkdir()
            (folder / "out").write_text(stdout, newline="")
            (folder / "err").write_text(stderr, newline="")
            for name in ("set_env", "add_path", "save_state"):
                (folder / "commands" / f"{name}_1").touch()
            (folder / "commands" / "set_output_1").write_text(output)
            (folder / "commands" / "step_summary_1").write_bytes(summary)
            (folder / "workspace" / "file").touch()
            done = subprocess.run(
                [VIEW, "--exit-status", "1", "--stdout", folder / "out", "--stderr", folder / "err", "--command-files", folder / "commands",
                 "--workspace", folder / "workspace", "--runner-temp", folder / "temp", "--runner-uid", str(os.getuid() if uid is None else uid)],
                capture_output=True, text=True, check=False)
            seen = json.loads(done.stdout)
            self.assertEqual(done.returncode, 1 if seen["violations"] else 0, done.stderr)
            return seen

    def test_an_annotation_is_unescaped_in_the_order_that_the_runner_uses(self):
        seen = self.view("  ::error file=a%2Cb.go,line=3,title=x%3A%25::100%25%0A%250A\n")
        self.assertEqual(seen["violations"], [])
        entry = seen["annotations"][0]
        self.assertEqual((entry["type"], entry["file"], entry["line"], entry["title"]), ("error", "a,b.go", "3", "x:%"))
        self.assertEqual(entry["message"], "100%\n%0A")

    def test_the_old_spelling_counts_anywhere_in_a_line_and_after_a_lone_carriage_return(self):
        self.assertEqual(self.view("text ##[warning]old\n")["annotations"][0]["message"], "old")
        self.assertEqual(self.view("progress\r::notice::new\n")["annotations"][0]["type"], "notice")
        self.assertEqual(self.view("text ::error::not at the start\n| ::error::\n##\\[error]no\n::nothing::\n")["annotations"], [])

    def test_commands_that_reach_into_later_steps_are_violations(self):
        for line in ("::set-env name=A::b", "::add-path::/tmp", "::set-output name=a::b", "::add-matcher::m.json"):
            self.assertEqual(len(self.view(stderr=line)["violations"]), 1, line)

    def test_stop_commands_holds_until_its_token_comes(self):
        seen = self.view("::stop-commands::Tok\n::error::no\n::tok::\n::error::yes\n")
        self.assertEqual([entry["message"] for entry in seen["annotations"]], ["yes"])

    def test_lines_for_a_problem_matcher_are_violations(self):
        self.assertEqual(len(self.view("a/b_test.go:3:4: undefined\n")["violations"]), 1)
        self.assertEqual(self.view("b_test.go:12 +0x1d\n  b_test.go:12: logged\n")["violations"], [])

    def test_the_eleventh_annotation_of_a_type_is_dropped(self):
        seen = self.view("::error::x\n" * 11 + "::warning::y\n")
        self.assertEqual([entry["kept"] for entry in seen["annotations"]].count(False), 1)
        self.assertEqual(len(seen["violations"]), 1)

    def test_open_groups_are_violations(self):
        self.assertEqual(self.view("::group::a\n::endgroup::\n")["violations"], [])
        self.assertEqual(len(self.view("::group::a\n")["violations"]), 1)

    def test_outputs_are_read_in_both_forms(self):
        seen = self.view(output="a=1<<2\nb<<END\nx=1\n\nEND\n")
        self.assertEqual((seen["outputs"], seen["violations"]), ({"a": "1<<2", "b": "x=1\n"}, []))
        self.assertEqual(len(self.view(output="b<<END\nx\n")["violations"]), 1)
        self.assertEqual(len(self.view(output="nonsense\n")["violations"]), 1)

    def test_a_summary_past_one_mebibyte_is_a_violation(self):
        self.assertEqual(self.view(summary=b"x" * 1048576)["violations"], [])
        self.assertEqual(len(self.view(summary=b"x" * 1048577)["violations"]), 1)

    def test_files_of_another_user_are_violations(self):
        self.assertEqual(len(self.view(uid=os.getuid() + 1)["violations"]), 1)


if __name__ == "__main__":
    unittest.main()
