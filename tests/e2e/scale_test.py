"""Big repositories: a run in shards gives the findings of one run; only what a change touches is measured."""

import copy
import json
import shutil
import unittest

from support import EndToEnd, Origin, bench, git, wait

MODULES, PACKAGES, BENCHMARKS, SHARDS = 4, 60, 200, 4
# 15 packages a module with 2, 3 or 5 benchmarks, 50 in all: 5 x (2 + 3 + 5).
SIZES = (2, 3, 5)


def package_test(package, count):
    body = "\tfor i := 0; i < b.N; i++ {\n\t\tsink += Work()\n\t}"
    functions = "".join(f"\nfunc Benchmark{package.upper()}x{number}(b *testing.B) {{\n{body}\n}}\n" for number in range(count))
    return f"package {package}\n\nimport \"testing\"\n\nvar sink int\n{functions}"


def big_repository(work="1"):
    """4 modules in a go.work with 60 packages and 200 benchmarks; package 0 of a module is what the others import."""
    files = {"go.work": "go 1.24\n\nuse (\n" + "".join(f"\t./m{module}\n" for module in range(MODULES)) + ")\n"}
    for module in range(MODULES):
        files[f"m{module}/go.mod"] = f"module example.com/m{module}\n\ngo 1.24\n"
        for number in range(PACKAGES // MODULES):
            package = f"p{number}"
            source = f"package {package}\n\nfunc Work() int {{ return {work if number == 0 else 'p0.Work()'} }}\n"
            if number > 0:
                source = source.replace("\n\n", f"\n\nimport \"example.com/m{module}/p0\"\n\n", 1)
            files[f"m{module}/{package}/{package}.go"] = source
            files[f"m{module}/{package}/{package}_test.go"] = package_test(package, SIZES[number % len(SIZES)])
    return files


def key_of(one):
    return one["module"], one["package"], one["function"]


class Sharded(EndToEnd):
    """One quick run of the big repository, then the folders that four shards of it would have recorded."""

    def setUp(self):
        super().setUp()
        self.origin = Origin(self.folder / "repository")
        self.base = self.origin.commit(big_repository(), "base")
        self.head = self.origin.commit(big_repository("2"), "head")

    def run_big(self, *arguments, **settings):
        return self.run_gate(self.origin.folder, "--base", self.base, "--head", self.head, "--module", "auto", *arguments,
                             settings={"rounds": "4", "benchtime": "1x", "isolate": "package", "confirm": "no",
                                       "cv-threshold": "1000%", "ldflags": "-s -w", **settings})

    def plan(self, index):
        """The plan of a shard, as a dry run of the real program divides it."""
        done = self.run_big("--shard", f"{index}/{SHARDS}", "--dry-run", "--format", "json", isolate="benchmark")
        self.assertEqual(done.exit, 0, str(done))
        return json.loads(done.stdout)

    def derive(self, whole, index, plan):
        """What shard `index` would have recorded, had it measured its part of the whole run."""
        own = {key_of(one) for one in plan["shard"]["plan"] if one["shard"] == index}
        run = copy.deepcopy(whole.run)
        run["shard"] = {**plan["shard"], "index": index}
        run["benchmarks"] = [one for one in run["benchmarks"] if key_of(one) in own]
        processes = []
        for process in whole.processes:
            functions = [name for name in process["functions"] if (process["module"], process["package"], name) in own]
            if functions:
                names = {name.removeprefix("Benchmark") for name in functions}
                results = [one for one in process["results"] if one["name"].rsplit("-", 1)[0] in names]
                processes.append({**process, "functions": functions, "results": results, "sequence": len(processes)})
        run["processes"] = len(processes)
        folder = self.folder / f"shards/{index}"
        shutil.copytree(whole.results, folder)
        (folder / "verdict.json").unlink()
        (folder / "run.json").write_text(json.dumps(run))
        (folder / "samples.jsonl").write_text("".join(json.dumps(one) + "\n" for one in processes))
        return folder, own

    def test_four_shards_of_200_benchmarks_are_even_and_merge_to_the_findings_of_one_run(self):
        whole = self.run_big()
        self.assertIn(whole.exit, (0, 1), str(whole))
        every = {key_of(one) for one in whole.run["benchmarks"]}
        self.assertEqual((len(every), len({one[:2] for one in every}), len({one[0] for one in every})),
                         (BENCHMARKS, PACKAGES, MODULES))

        first, last = self.plan(1), self.plan(SHARDS)
        self.assertEqual(first["shard"]["plan"], last["shard"]["plan"])
        folders, parts = zip(*(self.derive(whole, index, first) for index in range(1, SHARDS + 1)))
        for index, plan in ((1, first), (SHARDS, last)):
            self.assertEqual({key_of(one) for one in plan["benchmarks"]}, parts[index - 1])
        self.assertEqual(sorted(key for part in parts for key in part), sorted(every), "each in exactly one shard")
        for part in parts:
            self.assertLessEqual(abs(len(part) - BENCHMARKS / SHARDS), 0.2 * BENCHMARKS / SHARDS)
        builds = sum(len({one[:2] for one in part}) for part in parts)
        self.assertLessEqual(builds, PACKAGES + 8, "packages stay together where they can")

        merged = self.headgate("merge", *reversed(folders), "--out", self.folder / "merged", "--format", "json")
        self.assertEqual(merged.exit, whole.exit, str(merged))
        verdict = json.loads(merged.stdout)
        self.assertEqual(verdict["findings"], whole.verdict["findings"])
        self.assertEqual(verdict["compared"], whole.verdict["compared"])
        self.assertEqual(verdict, json.loads((self.folder / "merged/verdict.json").read_text()))

        again = self.headgate("replay", self.folder / "merged", "--format", "json")
        self.assertEqual(json.loads(again.stdout)["findings"], verdict["findings"])

        for given, reason, says in ((folders[:2] + folders[3:], "shard-missing", "shard 3 of 4 is missing"),
                                    (folders + folders[:1], "shard-duplicate", "are both shard 1/4"),
                                    ((*folders[:3], whole.results), "results-invalid", "is a whole run")):
            refused = self.headgate("merge", *given, "--out", self.folder / "refused", "--format", "json")
            self.assertEqual(refused.exit, 2, str(refused))
            verdict = json.loads(refused.stdout)
            self.assertEqual(verdict["reason"], reason)
            self.assertIn(says, verdict["message"])

    def test_only_the_changed_package_and_its_dependents_are_in_the_plan(self):
        self.base = self.origin.commit(big_repository(), "base")
        self.head = self.origin.commit({**big_repository(), "m1/p0/p0.go": "package p0\n\nfunc Work() int { return 3 }\n",
                                        "m2/p5/testdata/x": "x\n", "m3/p0/p0_test.go": package_test("p0", 2) + "// x\n"}, "head")
        done = self.run_big("--changed-only", "--dry-run", "--format", "json")
        self.assertEqual(done.exit, 0, str(done))
        plan = json.loads(done.stdout)
        expected = {f"example.com/m1/p{number}" for number in range(15)} | {"example.com/m2/p5", "example.com/m3/p0"}
        self.assertEqual({one["package"] for one in plan["benchmarks"]}, expected)
        self.assertEqual(len(plan["changed_only"]["left_out"]), PACKAGES - len(expected))


# a, b and c have a benchmark each; the one of b imports a, tool has none.
def small_repository(**changes):
    def with_bench(package, imports=""):
        return bench(wait(1), f'"testing" "time" {imports}', f"Benchmark{package.upper()}", package)
    return {"go.mod": "module example.com/m\n\ngo 1.24\n",
            "a/a.go": "package a\n\nfunc F() int { return 1 }\n", "a/a_test.go": with_bench("a"),
            "b/b.go": "package b\n", "b/b_test.go": with_bench("b", '_"example.com/m/a"'),
            "c/c.go": "package c\n", "c/c_test.go": with_bench("c"),
            "tool/main.go": "package main\n\nfunc main() {}\n", "docs/guide.md": "read me\n", **changes}


class ChangedOnly(EndToEnd):
    def measured(self, outcome):
        return sorted({one["benchmark"].split("-")[0] for one in outcome.findings() if one["unit"] == "sec/op"})

    def test_a_changed_package_is_measured_with_those_whose_tests_import_it(self):
        head = small_repository(**{"a/a.go": "package a\n\nfunc F() int { return 2 }\n\nvar X = F()\n"})
        outcome = self.gate(small_repository(), head, "--changed-only", settings={"min-delta": "1000%"})
        self.expect_exit(outcome, 0)
        self.assertEqual(self.measured(outcome), ["A", "B"])
        self.assertIn("1 of 3 packages with benchmarks left out", outcome.caveats()["changed-only"])
        self.assertIn("example.com/m/c", outcome.caveats()["changed-only"])

    def test_documents_alone_pass_with_nothing_compared_and_say_so(self):
        outcome = self.gate(small_repository(), small_repository(**{"docs/guide.md": "read me twice\n"}), "--changed-only")
        self.expect_exit(outcome, 0)
        self.assertEqual((outcome.verdict["decision"], outcome.verdict["compared"]), ("pass", 0))
        self.assertIn("touches no Go package", outcome.verdict["message"])
        self.assertIn("3 of 3", outcome.caveats()["changed-only"])
        again = self.headgate("replay", outcome.results, "--format", "json")
        self.assertEqual(json.loads(again.stdout)["message"], outcome.verdict["message"])

    def test_go_code_without_benchmarks_leaves_nothing_out(self):
        head = small_repository(**{"tool/main.go": "package main\n\nfunc main() { println() }\n"})
        outcome = self.gate(small_repository(), head, "--changed-only")
        self.expect_exit(outcome, 0)
        self.assertEqual(outcome.verdict["compared"], 3)
        self.assertEqual({one["outcome"] for one in outcome.findings()}, {"identical"})
        self.assertIn("no package is left out", outcome.caveats()["changed-only"])


class RealShards(EndToEnd):
    def test_two_real_shards_merge_to_a_regression_and_an_empty_third_to_none(self):
        slow = small_repository(**{"b/b_test.go": bench(wait(12), '"testing" "time"', "BenchmarkB", "b")})
        fast = small_repository(**{"b/b_test.go": bench(wait(2), '"testing" "time"', "BenchmarkB", "b")})
        origin = Origin(self.folder / "repository")
        base, head = origin.commit(fast, "base"), origin.commit(slow, "head")
        folders = []
        for index in (1, 2, 3, 4):
            done = self.run_gate(origin.folder, "--base", base, "--head", head, "--shard", f"{index}/4", "--out",
                                 self.folder / f"s{index}")
            folders.append(self.folder / f"s{index}")
            self.expect_exit(done, {1: 0, 2: 1, 3: 0, 4: 2}[index])
        empty = json.loads((folders[3] / "verdict.json").read_text())
        self.assertEqual(empty["reason"], "shard-empty")
        merged = self.headgate("merge", *folders, "--out", self.folder / "results")
        self.expect_exit(merged, 1)
        self.assertEqual(merged.verdict["compared"], 3)
        self.assertEqual(merged.verdict["findings"][0]["package"], "example.com/m/b")
        self.assertEqual(git(origin.folder, "status", "--porcelain"), "")


if __name__ == "__main__":
    unittest.main()
