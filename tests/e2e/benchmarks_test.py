"""Benchmarks that misbehave: what they lose is said, with the cause; nothing is guessed, nothing is left."""

import os
import shutil
import subprocess
import unittest

from support import (CACHE, FAST, GO_MOD, IS_ROOT, SLOW, EndToEnd, SharedRun, bench, mount_namespace_missing,
                     module, processes_below, pull_request, wait)

# Gated on a count instead of the time: no machine is too busy to measure that.
COUNTED = "version: 1\npolicy:\n  units:\n    steps/op: {direction: lower}\n"


def counted(steps):
    body = f'\tb.ReportMetric({steps}, "steps/op")\n\ttime.Sleep(time.Millisecond)'
    return module(body, '"testing" "time"', **{".headgate.yml": COUNTED})


# Both sides do the same here: measure them, and let no busy machine call that a regression.
ALIKE = {"unchanged": "measure", "min-delta": "500%"}


def tests(*imports, body):
    lines = "\n".join(f'\t"{one}"' for one in imports)
    return f"package m\n\nimport (\n{lines}\n)\n{body}"


def sides(text, **files):
    """Two modules with the same tests, which can tell by the constant `onHead` where they are."""
    def module(on_head):
        return {"go.mod": GO_MOD, "side.go": f"package m\n\nconst onHead = {on_head}\n", "m_test.go": text, **files}
    return module("false"), module("true")


FINE = """
func BenchmarkFine(b *testing.B) {
	for i := 0; i < b.N; i++ {
		time.Sleep(time.Millisecond)
	}
}
"""

FAILING = tests("fmt", "os", "syscall", "testing", "time", body=FINE + """
func BenchmarkPanicsOnHead(b *testing.B) {
	if onHead {
		panic("index is wrong")
	}
}

func BenchmarkPanicsOnBoth(b *testing.B) {
	var table map[string]int
	table["x"] = b.N
}

func BenchmarkFatalOnHead(b *testing.B) {
	if onHead {
		b.Fatal("the server said no")
	}
}

func BenchmarkFatalOnBase(b *testing.B) {
	if !onHead {
		b.Fatal("repaired on head")
	}
}

func BenchmarkFatalOnBoth(b *testing.B) { b.Fatal("no licence") }

func BenchmarkParts(b *testing.B) {
	b.Run("good", func(b *testing.B) {})
	b.Run("bad", func(b *testing.B) {
		if onHead {
			b.Error("a part is broken")
		}
	})
}

func BenchmarkExits(b *testing.B) {
	if onHead {
		os.Exit(0)
	}
}

func BenchmarkDeadlocks(b *testing.B) {
	if onHead {
		<-make(chan int)
	}
}

func BenchmarkKilled(b *testing.B) {
	if onHead {
		syscall.Kill(os.Getpid(), syscall.SIGKILL)
	}
}

func BenchmarkTalks(b *testing.B) {
	if onHead {
		fmt.Println("listening on port 4242")
	}
}

func BenchmarkMurmurs(b *testing.B) {
	if onHead {
		fmt.Print("7 rows")
	}
}

func BenchmarkShouts(b *testing.B) {
	if onHead {
		fmt.Println("\\n42 rows\\n")
	}
}

func BenchmarkFitsTheUnit(b *testing.B) {
	if onHead {
		b.ReportMetric(1, "two words")
	}
}
""")


class Failing(SharedRun):
    def shared_run(self):
        return self.gate(*sides(FAILING), settings=ALIKE)

    def lost(self, name, *texts):
        finding = self.outcome.finding(name)
        self.assertIsNotNone(finding, str(self.outcome))
        self.assertEqual((finding["outcome"], finding["reason"], finding["gated"]), ("lost", "series-lost", True))
        self.assertIsNone(finding["delta"])
        for text in texts:
            self.assertIn(text, finding["detail"])
        return finding

    def test_the_run_is_an_error_that_counts_the_lost_and_says_where_their_output_is(self):
        self.expect_exit(self.outcome, 2, "series-lost")
        self.assertIn("example.com/m/BenchmarkPanicsOnHead has no usable sample on a side and 12 more",
                      self.outcome.stderr)
        self.assertIn("its output is in the results folder", self.outcome.stderr)

    def test_a_benchmark_that_fails_on_head_is_never_called_removed(self):
        self.assertEqual(self.outcome.findings("removed"), [])
        self.assertEqual(self.outcome.findings("added"), [])

    def test_the_others_are_compared_all_the_same(self):
        finding = self.outcome.finding("Fine")
        self.assertEqual((finding["base"]["n"], finding["head"]["n"]), (5, 5))
        self.assertEqual(self.outcome.verdict["compared"], 1)

    def test_a_panic_on_head_is_shown_with_its_line(self):
        finding = self.lost("PanicsOnHead", "head: failed in 2 of 2 processes: exit status 2", "panic: index is wrong",
                            "m_test.go:19")
        self.assertNotIn("base:", finding["detail"])
        self.assertEqual(finding["location"], {"file": "m_test.go", "line": 17})

    def test_a_panic_on_both_sides_is_shown_of_both(self):
        self.lost("PanicsOnBoth", "base: failed in", "head: failed in", "assignment to entry in nil map")

    def test_b_fatal_on_head_is_shown_with_its_message(self):
        self.lost("FatalOnHead", "head: failed in 2 of 2 processes: exit status 1", "the server said no")

    def test_b_fatal_on_base_alone_is_an_error_too(self):
        self.lost("FatalOnBase", "base: failed in", "repaired on head")

    def test_b_fatal_on_both_sides_is_an_error_too(self):
        self.lost("FatalOnBoth", "base: failed in", "head: failed in", "no licence")

    def test_a_failing_sub_benchmark_loses_its_function(self):
        self.lost("Parts", "--- FAIL: BenchmarkParts/bad", "a part is broken")
        self.assertIsNone(self.outcome.finding("Parts/good"))

    def test_os_exit_0_is_a_failure_not_an_end(self):
        self.lost("Exits", "head: failed in 2 of 2 processes: exit status 2", "unexpected call to os.Exit(0)")

    def test_a_deadlock_that_the_runtime_sees_is_a_failure(self):
        self.lost("Deadlocks", "fatal error: all goroutines are asleep - deadlock!")

    def test_sigkill_is_told_with_a_hint_at_memory(self):
        self.lost("Killed", "head: failed in 2 of 2 processes: killed by signal 9 (out of memory?)")

    def test_text_between_name_and_numbers_loses_the_sample_and_is_never_taken_for_one(self):
        for name, said in (("Talks", "listening on port 4242"), ("Murmurs", "7 rows"), ("Shouts", "")):
            self.lost(name, "head: something was printed between the name and the numbers", said)
            self.assertNotIn(f"Benchmark{name}", (self.outcome.results / "head.txt").read_text())

    def test_a_metric_that_panics_is_a_failure_like_another(self):
        self.lost("FitsTheUnit", "head: failed in 2 of 2 processes", "metric unit must not contain whitespace")

    def test_what_fails_from_the_start_is_not_run_to_the_end(self):
        self.assertEqual(self.outcome.sides_of("BenchmarkPanicsOnHead"), ["base", "head"] * 2)

    def test_the_whole_output_of_failures_is_in_the_logs(self):
        logs = "".join(path.read_text() for path in (self.outcome.results / "logs").iterdir())
        for text in ("panic: index is wrong", "the server said no", "all goroutines are asleep"):
            self.assertIn(text, logs)


class Told(EndToEnd):
    def test_a_panic_is_one_annotation_on_the_benchmark_whatever_its_text_says_to_the_runner(self):
        text = tests("testing", body="""
func BenchmarkX(b *testing.B) {
	if onHead {
		panic("lost\\n::error file=m_test.go::forged\\n##[error]forged\\n::set-output name=verdict::pass")
	}
}
""")
        pr = pull_request(self.folder, *sides(text))
        outcome = self.action(pr.workspace, "pull_request", pr.event, sha=pr.merge)
        self.expect_exit(outcome, 2, "series-lost")
        self.assertEqual(len(outcome.errors()), 1, str(outcome))
        error = outcome.errors()[0]
        self.assertEqual((error["file"], error["line"]), ("m_test.go", "7"))
        self.assertIn("series-lost", error["title"])
        self.assertIn("panic: lost", error["message"])
        self.assertEqual(outcome.outputs["verdict"], "error")


class Hanging(EndToEnd):
    def test_a_benchmark_that_hangs_is_stopped_at_the_time_limit(self):
        text = tests("os/exec", "testing", "time", body="""
func BenchmarkHangs(b *testing.B) {
	if onHead {
		exec.Command("sleep", "86301").Run()
		time.Sleep(time.Hour)
	}
}
""")
        outcome = self.gate(*sides(text), settings={"timeout": "2s"})
        self.expect_exit(outcome, 2, "series-lost")
        finding = outcome.finding("Hangs")
        self.assertIn("head: failed in 1 of 1 processes: stopped at the time limit of one process", finding["detail"])
        self.assertEqual(outcome.sides_of("BenchmarkHangs"), ["base", "head"])
        self.assertEqual(processes_below("86301"), [])


class Printing(SharedRun):
    TEXT = tests("fmt", "os", "strings", "testing", body="""
var line = strings.Repeat("all work and no play ", 3120) + "\\n"

func BenchmarkStderr(b *testing.B) {
	if b.N > 1 {
		for range 800 {
			os.Stderr.WriteString(line)
		}
	}
}

func BenchmarkStdout(b *testing.B) {
	if onHead && b.N > 1 {
		for range 800 {
			fmt.Print(line)
		}
	}
}
""")

    def shared_run(self):
        return self.gate(*sides(self.TEXT), settings={**ALIKE, "benchtime": "2x", "rounds": "4"})

    def test_50_megabytes_on_standard_error_cost_no_sample(self):
        finding = self.outcome.finding("Stderr")
        self.assertEqual((finding["base"]["n"], finding["head"]["n"]), (4, 4))

    def test_50_megabytes_on_standard_output_lose_the_sample(self):
        self.expect_exit(self.outcome, 2, "series-lost")
        finding = self.outcome.finding("Stdout")
        self.assertEqual(finding["outcome"], "lost")
        self.assertIn("something was printed between the name and the numbers", finding["detail"])

    def test_what_is_kept_of_them_is_small(self):
        for path in self.outcome.results.rglob("*"):
            self.assertLess(path.stat().st_size, 1 << 21, path)
        self.assertLess(len(self.outcome.stderr), 20_000)


VALUES = tests("math", "testing", "time", body="""
func BenchmarkMetrics(b *testing.B) {
	for i := 0; i < b.N; i++ {
		time.Sleep(time.Millisecond)
	}
	b.ReportMetric(math.NaN(), "nan/op")
	b.ReportMetric(0, "zero/op")
	if onHead {
		b.ReportMetric(7, "appears/op")
		b.ReportMetric(0, "vanishes/op")
	} else {
		b.ReportMetric(0, "appears/op")
		b.ReportMetric(7, "vanishes/op")
	}
}

func BenchmarkRows(b *testing.B) {
	for b.Loop() {
		b.ReportMetric(1000/float64(b.N), "rows/op")
		time.Sleep(time.Millisecond)
	}
}
""")


class Metrics(SharedRun):
    def shared_run(self):
        return self.gate(*sides(VALUES), settings=ALIKE)

    def test_nan_and_infinity_in_a_unit_that_is_not_gated_are_shown_and_decide_nothing(self):
        self.expect_exit(self.outcome, 0)
        for name, unit in (("Metrics", "nan/op"), ("Rows", "rows/op")):
            finding = self.outcome.finding(name, unit)
            self.assertEqual((finding["outcome"], finding["gated"]), ("invalid", False), unit)
            self.assertEqual([one["code"] for one in finding["warnings"]], ["not-finite"], unit)

    def test_the_other_units_of_the_same_benchmark_are_compared(self):
        self.assertEqual(self.outcome.verdict["compared"], 2)
        self.assertEqual(self.outcome.finding("Rows")["outcome"], "unchanged")

    def test_zero_against_zero_is_unchanged(self):
        finding = self.outcome.finding("Metrics", "zero/op")
        self.assertEqual((finding["outcome"], finding["delta"], finding["base"]["cv"]), ("unchanged", None, 0))

    def test_metrics_of_zero_are_regressions_and_improvements_once_they_are_gated(self):
        policy = self.folder / "policy.yml"
        policy.write_text("version: 1\npolicy:\n  min-delta: 500%\n  cv-threshold: 1000%\n  confirm: false\n  units:\n"
                          "    appears/op: {direction: lower}\n    vanishes/op: {direction: lower}\n")
        again = self.headgate("replay", self.outcome.results, "--config", policy)
        self.assertEqual(again.exit, 1, str(again))
        self.assertIn("from 0 to 7", again.stdout)
        self.assertIn("1 improved", again.stdout)

    def test_the_same_nan_is_an_error_where_its_unit_is_gated(self):
        policy = self.folder / "nan.yml"
        policy.write_text("version: 1\npolicy:\n  units:\n    nan/op: {direction: lower}\n")
        again = self.headgate("replay", self.outcome.results, "--config", policy)
        self.assertEqual(again.exit, 2, str(again))
        self.assertIn("(series-invalid)", again.stderr + again.stdout)
        self.assertIn("leave the unit out of policy.units", again.stderr + again.stdout)


class Samples(EndToEnd):
    def test_a_time_that_is_nan_or_infinite_is_an_error(self):
        text = tests("math", "testing", body="""
func BenchmarkNaN(b *testing.B) {
	if onHead {
		b.ReportMetric(math.NaN(), "ns/op")
	}
}

func BenchmarkInf(b *testing.B) {
	if !onHead {
		b.ReportMetric(math.Inf(1), "ns/op")
	}
}
""")
        outcome = self.gate(*sides(text))
        self.expect_exit(outcome, 2, "series-invalid")
        self.assertIn("example.com/m/BenchmarkNaN", outcome.stderr)
        self.assertIn("sec/op that is NaN or infinite and 1 more", outcome.stderr)
        for name in ("NaN", "Inf"):
            finding = outcome.finding(name)
            self.assertEqual((finding["outcome"], finding["reason"]), ("invalid", "series-invalid"), name)

    def test_a_base_that_measured_nothing_is_a_caveat_and_its_repair_is_not_red(self):
        text = tests("testing", "time", body=FINE + """
func BenchmarkForgetsN(b *testing.B) {
	if !onHead {
		return
	}
	for i := 0; i < b.N; i++ {
		time.Sleep(time.Millisecond)
	}
}
""")
        outcome = self.gate(*sides(text), settings={**ALIKE, "benchtime": "10ms"})
        self.expect_exit(outcome, 0)
        self.assertEqual(outcome.finding("ForgetsN")["outcome"], "invalid")
        self.assertIn("example.com/m/BenchmarkForgetsN", outcome.caveats()["measures-nothing"])
        self.assertIn("base measures nothing", outcome.caveats()["measures-nothing"])
        self.assertEqual(outcome.verdict["compared"], 1)

    def test_bytes_that_swing_between_processes_are_unstable_and_never_red(self):
        text = tests("os", "testing", body="""
func BenchmarkPool(b *testing.B) {
	if b.N == 1 {
		return
	}
	runs, _ := os.ReadFile("testdata/runs")
	os.WriteFile("testdata/runs", append(runs, '.'), 0o644)
	bytes := 3774873.0
	if onHead == (len(runs)%2 == 0) {
		bytes = 8283750
	}
	b.ReportMetric(bytes, "B/op")
}
""")
        policy = "version: 1\npolicy:\n  units:\n    B/op: {min-delta: 0%}\n"
        base, head = sides(text, **{"testdata/runs": "", ".headgate.yml": policy})
        outcome = self.gate(base, head, settings={"rounds": "8", "cv-threshold": "10%"})
        self.expect_exit(outcome, 3)
        self.assertEqual(outcome.finding("Pool", "B/op")["outcome"], "unstable")

    def test_three_rounds_are_refused_before_anything_is_built(self):
        outcome = self.gate(FAST, SLOW, settings={"rounds": "3"})
        self.expect_refusal(outcome, "config-invalid", "rounds")
        self.assertFalse(outcome.results.exists())

    def test_four_rounds_decide_with_a_caveat(self):
        outcome = self.gate(counted(3), counted(7), settings={"rounds": "4"})
        self.expect_exit(outcome, 1)
        self.assertIn("p has few levels", outcome.caveats()["few-levels"])

    # Every process of a side counts the runs in a file of its folder: which also shows that it may write there.
    def test_too_many_lost_samples_on_both_sides_are_an_error_not_a_pass(self):
        text = tests("os", "testing", body="""
func BenchmarkX(b *testing.B) {
	runs, _ := os.ReadFile("testdata/runs")
	if b.N > 1 {
		if err := os.WriteFile("testdata/runs", append(runs, '.'), 0o644); err != nil {
			b.Fatal(err)
		}
		if len(runs) >= 2 {
			b.Fatal("worn out")
		}
	}
}
""")
        outcome = self.gate(*sides(text, **{"testdata/runs": ""}), settings=ALIKE)
        self.expect_exit(outcome, 2, "too-few-samples")
        finding = outcome.finding("X")
        self.assertEqual((finding["base"]["n"], finding["head"]["n"]), (2, 2))
        self.assertIn("2 samples of base and 2 of head are too few", finding["detail"])
        for side in ("base", "head"):
            self.assertIn(f"{side}: failed in 3 of 5 processes", finding["detail"])
        self.assertIn("worn out", finding["detail"])
        self.assertIn("more rounds help only if most of them give a sample", outcome.stderr)

    def test_one_failure_on_one_side_is_an_error_even_with_samples_enough(self):
        text = tests("os", "testing", body="""
func BenchmarkX(b *testing.B) {
	if _, err := os.Stat("testdata/ran"); err != nil && onHead && b.N > 1 {
		os.WriteFile("testdata/ran", nil, 0o644)
		b.Fatal("only once")
	}
}
""")
        outcome = self.gate(*sides(text, **{"testdata/a.txt": "a\n"}), settings=ALIKE)
        self.expect_exit(outcome, 2, "series-lost")
        detail = [one["detail"] for one in outcome.findings("lost")]
        self.assertEqual(len(detail), 1, str(outcome))
        self.assertIn("head: failed in 1 of 5 processes", detail[0])
        self.assertIn("only once", detail[0])


class Presence(SharedRun):
    def shared_run(self):
        def module(name, sub):
            text = tests("testing", "time", body=FINE + f"""
func Benchmark{name}(b *testing.B) {{}}

func BenchmarkParts(b *testing.B) {{
	b.Run("common", func(b *testing.B) {{ time.Sleep(time.Millisecond) }})
	b.Run("{sub}", func(b *testing.B) {{ time.Sleep(time.Millisecond) }})
}}
""")
            return {"go.mod": GO_MOD, "m_test.go": text}
        return self.gate(module("Old", "was"), module("New", "comes"), settings=ALIKE)

    def test_what_one_side_lacks_is_added_or_removed_and_the_rest_decides(self):
        self.expect_exit(self.outcome, 0)
        told = {(one["benchmark"].rsplit("-", 1)[0], one["outcome"]) for one in self.outcome.findings()
                if one["unit"] == "sec/op"}
        self.assertEqual(told, {("Fine", "unchanged"), ("Parts/common", "unchanged"), ("New", "added"),
                                ("Old", "removed"), ("Parts/comes", "added"), ("Parts/was", "removed")})

    def test_a_removal_is_warned_about_by_default(self):
        self.assertIn("example.com/m/BenchmarkOld", self.outcome.caveats()["removed"])
        self.assertIn("example.com/m/BenchmarkParts/was", self.outcome.caveats()["removed"])

    def test_a_removal_fails_where_the_policy_says_so(self):
        again = self.headgate("replay", self.outcome.results, "--removed", "fail")
        self.assertEqual(again.exit, 1, str(again))
        self.assertIn("head has no longer example.com/m/Benchmark", again.stdout)
        self.assertIn("policy.removed is fail", again.stdout)

    def test_a_removal_is_silent_where_the_policy_says_so(self):
        again = self.headgate("replay", self.outcome.results, "--removed", "ignore", "--min-delta", "500%")
        self.assertEqual(again.exit, 0, str(again))
        self.assertNotIn("BenchmarkOld", again.stdout)


SKIPPING = tests("os", "testing", "time", body=FINE + """
func BenchmarkQuery(b *testing.B) {
	if os.Getenv("DATABASE_URL") == "" {
		b.Skip("needs DATABASE_URL")
	}
	time.Sleep(time.Millisecond)
}

func BenchmarkSkipsOnHead(b *testing.B) {
	if onHead {
		b.Skip("not on this machine")
	}
}
""")


class Skipping(EndToEnd):
    def test_a_skip_on_both_sides_is_shown_with_its_reason(self):
        outcome = self.gate(*sides(SKIPPING), settings={**ALIKE, "skip": "SkipsOnHead"})
        self.expect_exit(outcome, 0)
        finding = outcome.finding("Query")
        self.assertEqual((finding["outcome"], finding["detail"]), ("skipped", "needs DATABASE_URL"))
        self.assertIn("measure.pass-env", outcome.caveats()["skipped"])
        purposes = [one["purpose"] for one in outcome.processes if one["functions"] == ["BenchmarkQuery"]]
        self.assertEqual(purposes, ["measure", "explain"] * 2)

    def test_skips_alone_compare_nothing_and_hint_at_pass_env(self):
        outcome = self.gate(*sides(SKIPPING), settings={**ALIKE, "bench": "Query"})
        self.expect_exit(outcome, 2, "nothing-compared")
        self.assertIn("nothing was compared: 1 skipped", outcome.stderr)
        self.assertIn("measure.pass-env", outcome.stderr)

    def test_pass_env_makes_them_run(self):
        outcome = self.gate(*sides(SKIPPING), settings={**ALIKE, "bench": "Query", "pass-env": "DATABASE_URL"},
                            environment={"DATABASE_URL": "postgresql://nowhere"})
        self.expect_exit(outcome, 0)
        self.assertEqual(outcome.finding("Query")["head"]["n"], 5)

    def test_a_skip_on_one_side_is_lost_not_removed(self):
        outcome = self.gate(*sides(SKIPPING), settings={**ALIKE, "bench": "SkipsOnHead"})
        self.expect_exit(outcome, 2, "series-lost")
        finding = outcome.finding("SkipsOnHead")
        self.assertEqual((finding["outcome"], finding["detail"]), ("lost", "head: skipped: not on this machine"))


VANISHING = tests("fmt", "os", "testing", "time", body=FINE + """
func BenchmarkServe(b *testing.B) {
	for _, name := range []string{"sound", os.Getenv("THEN")} {
		b.Run(name, func(b *testing.B) {
			switch name {
			case "spoilt":
				fmt.Println("listening")
			case "fatal":
				b.Fatal("no server")
			case "panics":
				panic("out of range")
			}
			time.Sleep(time.Millisecond)
		})
	}
}
""")


class Vanishing(EndToEnd):
    """Sub-benchmarks that neither side can read, below a function whose first one is sound."""

    def gate_then(self, name, **settings):
        return self.gate(*sides(VANISHING), settings={**ALIKE, **settings, "pass-env": "THEN"},
                         environment={"THEN": name})

    def test_one_that_prints_on_both_sides_is_lost(self):
        outcome = self.gate_then("spoilt")
        self.expect_exit(outcome, 2, "series-lost")
        self.assertEqual(outcome.finding("Serve/sound")["outcome"], "unchanged")
        self.assertEqual(outcome.finding("Serve/spoilt")["outcome"], "lost")
        self.assertIn("base: something was printed", outcome.finding("Serve/spoilt")["detail"])
        self.assertIn("head: something was printed", outcome.finding("Serve/spoilt")["detail"])

    def test_one_that_fails_on_both_sides_is_lost_where_a_package_shares_a_process(self):
        outcome = self.gate_then("fatal", isolate="package")
        self.expect_exit(outcome, 2, "series-lost")
        self.assertEqual(outcome.finding("Serve/sound")["outcome"], "unchanged")
        self.assertIn("no server", outcome.finding("Serve/fatal")["detail"])

    def test_one_that_crashes_on_both_sides_is_lost_for_what_it_crashed_of(self):
        outcome = self.gate_then("panics", isolate="package")
        self.expect_exit(outcome, 2, "series-lost")
        self.assertEqual(outcome.finding("Serve/sound")["outcome"], "unchanged")
        (lost,) = outcome.findings("lost")
        self.assertTrue(lost["benchmark"].startswith("Serve/panics"), lost)
        self.assertIn("out of range", lost["detail"])


ODD = ["[5]-*/*/*/*/target", "[6]-**-!*/*/**", "*sync.Map", 'run-[]string{"json", "xml"}', "size=1,024 β é \x00",
       "x-8", "x-8", "100%", "::error title=x::y", "a|b`c<d>", ""]


class Names(EndToEnd):
    def test_sub_benchmarks_with_odd_names_are_measured_confirmed_and_found_by_limits(self):
        literals = ", ".join('"' + "".join(f"\\x{byte:02x}" for byte in name.encode()) + '"' for name in ODD)
        text = tests("testing", body=f"""
func BenchmarkFmt(b *testing.B) {{
	for _, name := range []string{{{literals}}} {{
		b.Run(name, func(b *testing.B) {{
			steps := 3.0
			if onHead {{
				steps = 7
			}}
			b.ReportMetric(steps, "steps/op")
		}})
	}}
}}
""")
        limits = COUNTED + ('  benchmarks:\n'
                            '    - {match: "BenchmarkFmt/100%", min-delta: 50%}\n'
                            '    - {match: "BenchmarkFmt/a[|]b`c<d>", min-delta: 50%}\n')
        outcome = self.gate(*sides(text, **{".headgate.yml": limits}))
        self.expect_exit(outcome, 1)
        expected = {"[5]-*/*/*/*/target", "[6]-**-!*/*/**", "*sync.Map", 'run-[]string{"json",_"xml"}',
                    "size=1,024_β_é_\\x00", "x-8", "x-8#01", "100%", "::error_title=x::y", "a|b`c<d>", "#00"}
        found = {one["benchmark"].removeprefix("Fmt/").rpartition("-")[0]: one
                 for one in outcome.findings() if one["gated"]}
        self.assertEqual(set(found), expected)
        for name, one in found.items():
            self.assertEqual((one["outcome"], one["stage"]), ("regression", "confirm"), name)
            self.assertEqual(one["first"]["floor"], 0.5 if name in ("100%", "a|b`c<d>") else 0.05, name)
        self.assertNotIn("::error", "".join(line for line in outcome.stdout.splitlines() if line.startswith("::")))

    def test_names_that_differ_in_every_process_are_called_that_and_not_added_and_removed(self):
        text = tests("fmt", "testing", "time", body=FINE + """
func BenchmarkFleeting(b *testing.B) {
	b.Run(fmt.Sprint("at=", time.Now().UnixNano()), func(b *testing.B) {})
}
""")
        outcome = self.gate(*sides(text), settings=ALIKE)
        self.expect_exit(outcome, 0)
        self.assertEqual(outcome.findings("added") + outcome.findings("removed"), [])
        self.assertIn("names differ in every process", outcome.finding("Fleeting")["detail"])
        self.assertIn("example.com/m/BenchmarkFleeting", outcome.caveats()["names-differ"])

    def test_a_name_that_the_package_and_its_external_tests_both_declare_is_ambiguous(self):
        again = bench(wait(1), '"testing" "time"', package="m_test")
        outcome = self.gate({**FAST, "x_test.go": again}, {**SLOW, "x_test.go": again})
        self.expect_exit(outcome, 2, "ambiguous-name")
        self.assertIn("BenchmarkX of example.com/m on head is listed twice", outcome.stderr)
        self.assertIn("rename one of the two", outcome.stderr)
        self.assertIn("_test package", outcome.stderr)

    def test_two_results_of_one_name_are_never_pooled(self):
        text = tests("fmt", "testing", body="""
func BenchmarkX(b *testing.B) {}

func BenchmarkCheats(b *testing.B) {
	fmt.Printf("\\nBenchmarkX-%d\\t3\\t5 ns/op\\n", 1)
}

func TestMain(m *testing.M) {
	fmt.Printf("BenchmarkX\\t3\\t5 ns/op\\n")
	m.Run()
}
""")
        outcome = self.gate(*sides(text), settings={**ALIKE, "bench": "X$", "cpu": "1"})
        self.expect_exit(outcome, 2, "ambiguous-name")
        self.assertIn("two results of this name", outcome.finding("X")["detail"])


# Where N is small an operation takes 1 ms; beyond 50 the state has grown and it takes four times as long. Both
# sides are like that. But head's first operation is quicker, so that package testing, which predicts N from it,
# gives head 100 iterations and base 36 at most.
GROWING = tests("testing", "time", body="""
func BenchmarkGrows(b *testing.B) {
	pause := time.Millisecond
	if b.N > 50 {
		pause *= 4
	}
	if b.N == 1 && onHead {
		pause = 0
	}
	for i := 0; i < b.N; i++ {
		time.Sleep(pause)
	}
}
""")


class Confirm(EndToEnd):
    def test_a_difference_that_only_the_number_of_iterations_makes_is_refuted(self):
        outcome = self.gate(*sides(GROWING), settings={"benchtime": "30ms", "rounds": "7", "min-delta": "50%"})
        self.expect_exit(outcome, 0)
        finding = outcome.finding("Grows")
        self.assertEqual((finding["outcome"], finding["stage"]), ("not-confirmed", "confirm"), str(outcome))
        self.assertGreater(finding["first"]["delta"], 0.5)
        self.assertLess(finding["delta"], 0.5)
        codes = [one["code"] for one in finding["warnings"]]
        self.assertIn("not-confirmed", codes)
        self.assertIn("iterations-differ", codes)
        again = {argument for one in outcome.processes if one["stage"] == "confirm" for argument in one["argv"]
                 if argument.startswith("-test.benchtime=")}
        self.assertEqual(len(again), 1)
        self.assertRegex(again.pop(), r"^-test\.benchtime=\d+x$")

    def test_an_edited_benchmark_says_so_before_the_number(self):
        pr = pull_request(self.folder, counted(3), counted(7))
        outcome = self.action(pr.workspace, "pull_request", pr.event, sha=pr.merge)
        self.expect_exit(outcome, 1)
        self.assertEqual(outcome.finding("X", "steps/op")["warnings"][0]["code"], "benchmark-changed")
        self.assertTrue(outcome.errors()[0]["message"].startswith("the benchmark itself was edited"), str(outcome))

    def test_a_benchmark_that_is_edited_in_no_way_does_not_say_so(self):
        text = tests("testing", body="""
func BenchmarkX(b *testing.B) { b.ReportMetric(steps(), "steps/op") }

func steps() float64 {
	if onHead {
		return 7
	}
	return 3
}
""")
        outcome = self.gate(*sides(text, **{".headgate.yml": COUNTED}))
        self.expect_exit(outcome, 1)
        finding = outcome.finding("X", "steps/op")
        self.assertEqual(finding["outcome"], "regression")
        self.assertNotIn("benchmark-changed", [one["code"] for one in finding["warnings"]])


class Listing(EndToEnd):
    def test_a_test_main_may_print_anything(self):
        text = tests("fmt", "os", "testing", "time", body=FINE + """
func TestMain(m *testing.M) {
	fmt.Println("Benchmarking the database")
	fmt.Println("BenchmarkGhost is not here")
	fmt.Println("ok  \\tlistening: 127.0.0.1:4242")
	status := m.Run()
	fmt.Println("bye")
	os.Exit(status)
}
""")
        outcome = self.gate(*sides(text), settings=ALIKE)
        self.expect_exit(outcome, 0)
        self.assertEqual({one["benchmark"].split("-")[0] for one in outcome.findings()}, {"Fine"})

    def test_a_test_main_that_ends_the_listing_with_0_is_an_error(self):
        text = tests("os", "testing", "time", body=FINE + """
func TestMain(m *testing.M) {
	if os.Getenv("INTEGRATION") == "" {
		os.Exit(0)
	}
	os.Exit(m.Run())
}
""")
        outcome = self.gate(*sides(text))
        self.expect_exit(outcome, 2, "list-failed")
        for said in ("listing the benchmarks of example.com/m fails in the same way on base and on head", "the sources declare 1 (BenchmarkFine first)",
                     "TestMain", "measure.pass-env"):
            self.assertIn(said, outcome.stdout + outcome.stderr)

    def test_a_test_main_that_ends_the_measuring_with_0_is_no_pass(self):
        text = tests("flag", "os", "testing", "time", body=FINE + """
func TestMain(m *testing.M) {
	flag.Parse()
	if flag.Lookup("test.list").Value.String() == "" && onHead {
		os.Exit(0)
	}
	os.Exit(m.Run())
}
""")
        outcome = self.gate(*sides(text))
        self.expect_exit(outcome, 2, "series-lost")
        self.assertIn("head: failed in 2 of 2 processes: exit status 0 without PASS (os.Exit?)",
                      outcome.finding("Fine")["detail"])

    def test_a_test_main_that_needs_a_variable_says_what_it_said_and_gets_it_by_env(self):
        text = tests("fmt", "os", "testing", "time", body=FINE + """
func TestMain(m *testing.M) {
	if os.Getenv("REGION") == "" {
		fmt.Fprintln(os.Stderr, "REGION is not set")
		os.Exit(3)
	}
	os.Exit(m.Run())
}
""")
        outcome = self.gate(*sides(text))
        self.expect_exit(outcome, 2, "list-failed")
        for said in ("REGION is not set", "measure.pass-env"):
            self.assertIn(said, outcome.stdout + outcome.stderr)
        again = self.gate_again(settings={**ALIKE, "env": "REGION=here"})
        self.expect_exit(again, 0)

    def test_a_test_main_that_hangs_while_listing_is_an_error(self):
        text = tests("testing", "time", body=FINE + "\nfunc init() { time.Sleep(time.Hour) }\n")
        outcome = self.gate(*sides(text), settings={"timeout": "2s"})
        self.expect_exit(outcome, 2, "list-failed")


class Surroundings(EndToEnd):
    def test_a_daemon_that_leaves_its_session_is_dead_afterwards(self):
        text = tests("os", "os/exec", "syscall", "testing", "time", body="""
func BenchmarkForks(b *testing.B) {
	for _, out := range []*os.File{nil, os.Stdout} {
		daemon := exec.Command("sleep", "86302")
		if out != nil {
			daemon.Stdout, daemon.Stderr = out, out
		}
		daemon.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		if err := daemon.Start(); err != nil {
			b.Fatal(err)
		}
	}
	time.Sleep(time.Millisecond)
}
""")
        outcome = self.gate(*sides(text), settings=ALIKE)
        self.expect_exit(outcome, 0)
        self.assertEqual(outcome.finding("Forks")["head"]["n"], 5)
        self.assertEqual(processes_below("86302"), [])

    def test_a_benchmark_may_write_beside_its_testdata_and_not_elsewhere(self):
        if not IS_ROOT:
            self.skipTest("only root can give each side a user of its own")
        text = tests("os", "path/filepath", "strings", "testing", "time", body="""
func BenchmarkWrites(b *testing.B) {
	if err := os.WriteFile("testdata/out", []byte("x"), 0o644); err != nil {
		b.Fatal(err)
	}
	here, _ := os.Getwd()
	there := strings.Replace(here, "/head", "/base", 1)
	if !onHead {
		there = strings.Replace(here, "/base", "/head", 1)
	}
	binary, _ := os.Executable()
	refused := 0
	for _, place := range append(strings.Split(os.Getenv("PLACES"), ":"), there, there+"/testdata", filepath.Dir(binary),
		filepath.Dir(filepath.Dir(binary)), filepath.Dir(here)) {
		file := filepath.Join(place, "written")
		if err := os.WriteFile(file, nil, 0o644); err != nil {
			refused++
		} else {
			b.Errorf("%s could be written", file)
			os.Remove(file)
		}
	}
	if file, err := os.OpenFile(filepath.Join(there, "m_test.go"), os.O_WRONLY, 0); err == nil {
		file.Close()
		b.Error("the other side's sources could be opened")
	}
	if file, err := os.OpenFile(binary, os.O_WRONLY, 0); err == nil {
		file.Close()
		b.Error("the binary could be opened")
	}
	b.ReportMetric(float64(refused), "refused/op")
	time.Sleep(time.Millisecond)
}
""")
        # Open to everybody, but for what guards them: the folders are on the way, the tests' user may be root.
        os.chmod(self.folder, 0o755)
        places = f"{self.folder}/repository:{self.folder}/repository/.git:{CACHE}:{CACHE}/go-build"
        outcome = self.gate(*sides(text, **{"testdata/a.txt": "a\n"}), settings={**ALIKE, "env": f"PLACES={places}"})
        self.expect_exit(outcome, 0)
        self.assertEqual(outcome.finding("Writes", "refused/op")["head"]["median"], 9)

    def test_a_socket_in_b_tempdir_of_a_long_name_works_and_tmpdir_is_short_and_equally_long(self):
        text = tests("net", "os", "path/filepath", "testing", "time", body="""
func BenchmarkUnixSocketRoundTripWithLargePayload(b *testing.B) {
	b.Run("payload=65536", func(b *testing.B) {
		listener, err := net.Listen("unix", filepath.Join(b.TempDir(), "s.sock"))
		if err != nil {
			b.Fatal(err)
		}
		defer listener.Close()
		b.ReportMetric(float64(len(os.TempDir())), "tmpdir-bytes")
		time.Sleep(time.Millisecond)
	})
}
""")
        outcome = self.gate(*sides(text), settings=ALIKE)
        self.expect_exit(outcome, 0)
        finding = outcome.finding("UnixSocketRoundTripWithLargePayload/payload=65536", "tmpdir-bytes")
        self.assertEqual(finding["base"]["median"], finding["head"]["median"])
        self.assertLessEqual(finding["head"]["median"], 16)

    def test_cpu_lists_give_one_series_for_each_number_and_all_are_confirmed(self):
        outcome = self.gate(counted(3), counted(7), settings={"cpu": "1,2"})
        self.expect_exit(outcome, 1)
        found = {one["benchmark"]: (one["outcome"], one["stage"]) for one in outcome.findings() if one["gated"]}
        self.assertEqual(found, {"X": ("regression", "confirm"), "X-2": ("regression", "confirm")})

    def test_more_procs_than_cpus_are_a_caveat(self):
        text = tests("runtime", "testing", "time", body="""
func BenchmarkSized(b *testing.B) {
	b.ReportMetric(float64(runtime.NumCPU()), "cpus")
	b.ReportMetric(float64(runtime.GOMAXPROCS(0)), "procs")
	time.Sleep(time.Millisecond)
}
""")
        outcome = self.gate(*sides(text), settings={**ALIKE, "cpu": "64"})
        self.expect_exit(outcome, 0)
        allowed = len(os.sched_getaffinity(0))
        if allowed >= 64:
            self.skipTest("this machine has 64 CPUs")
        self.assertIn(f"-test.cpu=64 asks for more than the {allowed} CPUs", outcome.caveats()["more-procs-than-cpus"])
        self.assertEqual(outcome.run["host"]["cpus_allowed"], allowed)
        self.assertEqual(outcome.finding("Sized", "procs")["head"]["median"], 64)
        self.assertEqual(outcome.finding("Sized", "cpus")["head"]["median"], allowed)


GIT = tests("os/exec", "testing", body="""
func BenchmarkRoot(b *testing.B) {
	out, err := exec.Command("git", "rev-parse", "--show-toplevel").CombinedOutput()
	if err != nil {
		b.Fatalf("%s", out)
	}
	b.Log(string(out))
}
""")


class Repository(EndToEnd):
    def expect_none(self, outcome):
        self.expect_exit(outcome, 2, "series-lost")
        detail = outcome.finding("Root")["detail"]
        self.assertIn("base: failed in", detail)
        self.assertIn("head: failed in", detail)
        self.assertIn("not a git repository", detail)
        self.assertIn("the exported trees are no repositories", outcome.caveats()["no-git-repository"])

    def test_git_in_a_benchmark_finds_no_repository_on_either_side_and_the_hint_says_why(self):
        self.expect_none(self.gate(*sides(GIT), settings=ALIKE))

    def test_a_repository_above_the_private_folder_is_not_found(self):
        if missing := mount_namespace_missing():
            self.skipTest(missing)
        # The repository is out of the way of the folder that covers /tmp, and the caches are in it again.
        self.folder.rename(moved := f"/var/tmp/{self.folder.name}")
        self.folder = type(self.folder)(moved)
        self.addCleanup(subprocess.run, ["rm", "-rf", moved], check=False)
        self.home = self.folder / "home"
        self.program = shutil.copy(self.program, self.folder)
        cover = self.folder / "cover"
        cache = cover / CACHE.relative_to("/tmp") if CACHE.is_relative_to("/tmp") else cover / "unused"
        cache.mkdir(parents=True)
        cover.chmod(0o1777)
        subprocess.run(["git", "init", "-q", cover], check=True)
        mounts = [f"mount --bind {CACHE} {cache}", f"mount --rbind {cover} /tmp"]
        self.expect_none(self.gate(*sides(GIT), settings=ALIKE, mounts=mounts))


ISOLATED = tests("testing", "time", body="""
func BenchmarkA(b *testing.B) { time.Sleep(time.Millisecond) }

func BenchmarkFails(b *testing.B) {
	if onHead {
		b.Fatal("no good")
	}
}

func BenchmarkB(b *testing.B) { time.Sleep(time.Millisecond) }

func BenchmarkPanics(b *testing.B) {
	if onHead {
		panic("the end")
	}
}

func BenchmarkNeverReached(b *testing.B) { time.Sleep(time.Millisecond) }
""")


class Isolation(SharedRun):
    def shared_run(self):
        return self.gate(*sides(ISOLATED), settings={**ALIKE, "isolate": "package"})

    def test_one_process_runs_all_benchmarks_of_the_package(self):
        self.assertEqual({len(one["functions"]) for one in self.outcome.processes}, {5})

    def test_complete_lines_of_a_process_that_failed_stand(self):
        for name in ("A", "B"):
            self.assertEqual(self.outcome.finding(name)["outcome"], "unchanged", name)

    def test_what_failed_is_lost_with_its_own_cause(self):
        self.expect_exit(self.outcome, 2, "series-lost")
        self.assertIn("no good", self.outcome.finding("Fails")["detail"])
        self.assertIn("panic: the end", self.outcome.finding("Panics")["detail"])

    def test_what_a_panic_kept_from_running_is_lost_too(self):
        finding = self.outcome.finding("NeverReached")
        self.assertEqual(finding["outcome"], "lost")
        self.assertTrue(finding["detail"].startswith("head: "), finding["detail"])


class Order(EndToEnd):
    def test_balanced_blocks_of_four_have_each_side_first_twice_and_the_seed_repeats_them(self):
        base, head = sides(tests("testing", "time", body=FINE))
        settings = {**ALIKE, "order": "balanced", "seed": "7", "rounds": "8", "benchtime": "1x"}
        outcome = self.gate(base, head, settings=settings)
        self.expect_exit(outcome, 0)
        order = outcome.sides_of("BenchmarkFine")
        first = order[::2]
        self.assertEqual([{*order[i:i + 2]} for i in range(0, 16, 2)], [{"base", "head"}] * 8)
        self.assertEqual([first[i:i + 4].count("base") for i in (0, 4)], [2, 2])
        self.assertIn("seed 7", (outcome.results / "summary.md").read_text())
        again = self.gate_again(settings=settings)
        self.assertEqual(again.sides_of("BenchmarkFine"), order)


class Deadline(EndToEnd):
    def test_past_the_deadline_the_run_is_an_error_and_keeps_what_was_measured(self):
        base, head = sides(tests("testing", "time", body=FINE))
        settings = {**ALIKE, "rounds": "1000"}
        # The limit includes building, which a busy machine makes slow.
        for seconds in (4, 12, 40):
            outcome = self.gate(base, head, settings={**settings, "deadline": f"{seconds}s"})
            self.expect_exit(outcome, 2, "deadline")
            if outcome.processes:
                break
            subprocess.run(["rm", "-rf", self.repository, outcome.results], check=True)
        self.assertIn(f"the deadline of {seconds}s was reached after ", outcome.stderr)
        self.assertIn("raise `deadline`", outcome.stderr)
        self.assertGreater(len(outcome.processes), 0)
        self.assertLess(len(outcome.processes), 2000)
        self.assertIn("BenchmarkFine", (outcome.results / "base.txt").read_text())
        self.assertEqual(outcome.verdict["reason"], "deadline")


if __name__ == "__main__":
    unittest.main()
