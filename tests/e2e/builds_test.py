"""What does not build, does not list, or builds on one side only: said early, with the side and the remedy."""

import os
import pathlib
import shutil
import tempfile
import unittest

from support import (FAST, GO_MOD, EndToEnd, Submodule, Symlink, add_files, bench, module, mount_namespace_missing,
                     pull_request, wait)

# Both sides do the same here: measure them, and let no busy machine call that a regression.
ALIKE = {"unchanged": "measure", "min-delta": "500%", "rounds": "4", "benchtime": "1x"}
QUICK_BENCH = '"testing" "time"'


def package(of, body=wait(1), **options):
    """The test file of a package."""
    return bench(body, QUICK_BENCH, package=of, **options)


def go_mod(name, *lines, go="1.24"):
    return "\n".join([f"module {name}", "", f"go {go}", *lines, ""])


def told(outcome):
    return outcome.stdout + outcome.stderr


def outcomes(outcome):
    """What became of each benchmark, by package and name."""
    return {(one["package"].removeprefix("example.com/"), one["benchmark"].split("-")[0]): one["outcome"]
            for one in outcome.findings() if one["unit"] == "sec/op"}


BROKEN = bench("\tundefinedHere()", '"testing"')


class Broken(EndToEnd):
    def test_a_build_that_fails_on_head_is_one_error_with_the_compilers_text_in_the_log(self):
        pr = pull_request(self.folder, FAST, {**FAST, "m_test.go": BROKEN})
        outcome = self.action(pr.workspace, "pull_request", pr.event, sha=pr.merge)
        self.expect_exit(outcome, 2, "build-failed")
        self.assertEqual(len(outcome.errors()), 1, str(outcome))
        self.assertIn("building the test binary of example.com/m on head failed", outcome.errors()[0]["message"])
        self.assertIn("fix the build on head", outcome.errors()[0]["message"])
        self.assertIn("| ./m_test.go(9,2): undefined: undefinedHere\n", outcome.stdout)
        self.assertNotIn("/hg-", outcome.stdout)
        self.assertEqual(outcome.outputs["compared"], "0")

    def test_a_package_that_is_broken_on_base_only_is_a_caveat_and_its_benchmarks_are_added(self):
        rest = {"go.mod": GO_MOD, "good/g_test.go": package("good")}
        outcome = self.gate({**rest, "bad/b_test.go": BROKEN.replace("package m", "package bad")},
                            {**rest, "bad/b_test.go": package("bad")}, settings=ALIKE)
        self.expect_exit(outcome, 0)
        self.assertEqual(outcomes(outcome), {("m/bad", "X"): "added", ("m/good", "X"): "unchanged"})
        self.assertIn("building the test binary of example.com/m/bad on base failed", outcome.caveats()["base-broken"])
        self.assertIn("undefined: undefinedHere", told(outcome))

    def test_base_broken_with_nothing_left_to_compare_is_an_error(self):
        outcome = self.gate({**FAST, "m_test.go": BROKEN}, FAST)
        self.expect_exit(outcome, 2, "build-failed")
        self.assertIn("building the test binary of example.com/m on base failed", told(outcome))
        self.assertIn("undefined: undefinedHere", told(outcome))

    def test_a_syntax_error_in_a_test_file_is_told_with_its_place(self):
        outcome = self.gate(FAST, {**FAST, "m_test.go": FAST["m_test.go"] + "\nfunc {\n"})
        self.expect_exit(outcome, 2, "build-failed")
        self.assertIn("| m_test.go(15,6): expected 'IDENT', found '{'", told(outcome))
        self.assertEqual(told(outcome).count("headgate: error"), 1)

    def test_what_vet_finds_is_measured_all_the_same(self):
        base = module(wait(1), '"fmt" "testing" "time"', extra='func say() { fmt.Printf("%d\\n", "word") }\n')
        outcome = self.gate(base, base, settings=ALIKE)
        self.expect_exit(outcome, 0)
        self.assertEqual(outcomes(outcome), {("m", "X"): "unchanged"})

    def test_a_broken_package_without_benchmarks_does_not_matter(self):
        broken = {"tool/tool.go": "package tool\n\nvar X int = undefinedHere\n",
                  "gone/gone.go": 'package gone\n\nimport _ "example.com/nowhere"\n'}
        outcome = self.gate({**FAST, **broken}, {**FAST, **broken}, settings=ALIKE)
        self.expect_exit(outcome, 0)
        self.assertEqual(outcomes(outcome), {("m", "X"): "unchanged"})

    def test_a_broken_package_that_bench_leaves_out_does_not_matter(self):
        bad = {"bad/b_test.go": BROKEN.replace("package m", "package bad").replace("BenchmarkX", "BenchmarkBad")}
        outcome = self.gate({**FAST, **bad}, {**FAST, **bad}, settings={**ALIKE, "skip": "Bad"})
        self.expect_exit(outcome, 0)


EMBED = {".gitignore": "web/dist/\n", "go.mod": GO_MOD,
         "web/web.go": 'package web\n\nimport "embed"\n\n//go:embed all:dist\nvar Files embed.FS\n',
         "web/web_test.go": 'package web\n\nimport "testing"\n\nfunc BenchmarkOpen(b *testing.B) {\n'
                            '\tfor b.Loop() {\n\t\tif entries, _ := Files.ReadDir("dist"); len(entries) != 1 {\n'
                            '\t\t\tb.Fatal(entries)\n\t\t}\n\t}\n}\n'}
GENERATED = {"web/dist/index.html": "<p>built</p>\n"}


class Generated(EndToEnd):
    def test_an_embedded_file_that_is_not_in_the_commit_names_prepare_and_copy(self):
        outcome = self.gate(EMBED, EMBED)
        self.expect_exit(outcome, 2, "build-failed")
        for text in ("web/web.go(5,12): pattern all:dist: no matching files found", "measure.prepare", "measure.copy",
                     "'all:dist', which //go:embed needs, is not in the commit"):
            self.assertIn(text, told(outcome))
        add_files(self.repository, GENERATED)
        self.assertIn("'web/dist' exists in the checkout but not in the commit", told(self.gate_again()))

    def test_copy_takes_it_from_the_checkout_into_both_trees_and_says_so(self):
        self.gate(EMBED, EMBED)
        add_files(self.repository, GENERATED)
        with self.untouched(self.repository):
            outcome = self.gate_again(settings={**ALIKE, "copy": "web/dist"})
        self.expect_exit(outcome, 0)
        self.assertIn("web/dist is taken from the checkout", outcome.caveats()["copied"])
        self.assertEqual(outcome.finding("Open")["head"]["n"], 4)

    def test_copy_of_what_git_does_not_ignore_is_refused_because_it_is_heads(self):
        not_ignoring = {**EMBED, ".gitignore": ""}
        self.gate(not_ignoring, not_ignoring)
        add_files(self.repository, GENERATED)
        for path in ("web/dist", "web"):
            outcome = self.gate_again(settings={**ALIKE, "copy": path})
            self.expect_refusal(outcome, "config-invalid", f"git does not ignore all of '{path}'")

    def test_copy_of_what_is_not_there_is_refused_before_any_build(self):
        outcome = self.gate(EMBED, EMBED, settings={"copy": "web/dist"})
        self.expect_refusal(outcome, "config-invalid", "web/dist", "the step that generates it")

    def test_prepare_makes_it_in_both_trees(self):
        commands = '[["mkdir", "-p", "web/dist"], ["sh", "-c", "echo built > web/dist/index.html"]]'
        files = {**EMBED, ".headgate.yml": f"version: 1\nmeasure:\n  prepare: {commands}\n"}
        outcome = self.gate(files, files, settings=ALIKE)
        self.expect_exit(outcome, 0)
        self.assertEqual(outcome.finding("Open")["head"]["n"], 4)

    def test_the_deadline_ends_a_prepare_command_that_would_outlast_it(self):
        files = {**EMBED, ".headgate.yml": 'version: 1\nmeasure:\n  prepare: [["sleep", "300"]]\n'}
        outcome = self.gate(files, files, settings={"deadline": "3s"}, timeout=100)
        self.expect_exit(outcome, 2, "deadline")
        self.assertIn("the deadline of 3s was reached while 'sleep' prepared base", told(outcome))

    def test_a_failing_prepare_is_an_error_with_its_output_and_no_build(self):
        command = '["sh", "-c", "echo needs node >&2; exit 3"]'
        files = {**EMBED, ".headgate.yml": f"version: 1\nmeasure:\n  prepare: [{command}]\n"}
        outcome = self.gate(files, files)
        self.expect_refusal(outcome, "prepare-failed", "'sh' on base", "needs node", "scrubbed environment")


class Toolchain(EndToEnd):
    def test_a_go_line_that_no_toolchain_here_fulfils_is_found_before_any_build(self):
        outcome = self.gate(FAST, {**FAST, "go.mod": go_mod("example.com/m", go="1.99.0")})
        self.expect_refusal(outcome, "toolchain-too-old", "go.mod requires go >= 1.99.0", "head",
                            "use an image with Go 1.99.0")

    def test_the_same_of_base(self):
        outcome = self.gate({**FAST, "go.mod": go_mod("example.com/m", go="1.99.0")}, FAST)
        self.expect_refusal(outcome, "toolchain-too-old", "go.mod requires go >= 1.99.0", "base")

    def test_a_go_line_that_changes_godebug_defaults_makes_the_binaries_different_and_says_which(self):
        outcome = self.gate(FAST, {**FAST, "go.mod": go_mod("example.com/m", go="1.25")},
                            settings={**ALIKE, "unchanged": "skip"})
        self.expect_exit(outcome, 0)
        self.assertEqual(outcome.finding("X")["head"]["n"], 4)
        self.assertIn("containermaxprocs", outcome.caveats()["godebug-differs"])

    def test_goflags_can_instrument_neither_side_and_what_it_asked_for_is_said(self):
        covered = 'func init() {\n\tif testing.CoverMode() != "" {\n\t\tpanic("covered")\n\t}\n}\n'
        files = module(wait(1), '"testing" "time"', extra=covered)
        outcome = self.gate(files, files, settings=ALIKE, environment={"GOFLAGS": "-race -cover"})
        self.expect_exit(outcome, 0)
        said = [one["text"] for one in outcome.verdict["caveats"] if one["code"] == "goflags"]
        self.assertEqual(len(said), 2, said)
        self.assertIn("-race", "".join(said))
        self.assertIn("-cover", "".join(said))
        for name in ("base.txt", "head.txt"):
            self.assertNotIn("coverage:", (outcome.results / name).read_text())

    def test_build_tags_choose_the_files(self):
        files = {"go.mod": GO_MOD, "m_test.go": "//go:build bench\n\n" + package("m")}
        outcome = self.gate(files, files)
        self.expect_exit(outcome, 2, "no-package")
        again = self.gate_again(settings={**ALIKE, "tags": "bench"})
        self.expect_exit(again, 0)
        self.assertEqual(outcomes(again), {("m", "X"): "unchanged"})


VENDORED = {"vendor/example.com/dep/d.go": "package dep\n\nfunc V() int { return 1 }\n",
            "vendor/modules.txt": "# example.com/dep v1.0.0\n## explicit; go 1.24\nexample.com/dep\n"}
DIGEST = "h1:" + "A" * 43 + "="  # of what nobody has
NEEDS_DEP = {"go.mod": go_mod("example.com/m", "", "require example.com/dep v1.0.0"),
             "go.sum": f"example.com/dep v1.0.0 {DIGEST}\nexample.com/dep v1.0.0/go.mod {DIGEST}\n",
             "m_test.go": bench(wait(1) + "\n\t_ = dep.V()", '"example.com/dep" "testing" "time"')}
CORE = {"core/go.mod": go_mod("example.com/core"), "core/c.go": "package core\n\nfunc V() int { return 1 }\n"}
NEEDS_CORE = {"app/go.mod": go_mod("example.com/app", "", "require example.com/core v0.1.0"),
              "app/a_test.go": bench(wait(1) + "\n\t_ = core.V()", '"example.com/core" "testing" "time"', package="app")}


class Modules(EndToEnd):
    def test_a_replacement_outside_the_tree_is_found_before_any_build(self):
        files = {**FAST, "go.mod": go_mod("example.com/m", "", "require example.com/dep v0.0.0", "",
                                          "replace example.com/dep => ../../dep")}
        outcome = self.gate(FAST, files)
        self.expect_refusal(outcome, "replace-outside-tree",
                            "go.mod of head: replace example.com/dep => '../../dep' leaves the repository",
                            "move the module into the repository")

    def test_a_replacement_that_would_find_the_other_side_is_refused(self):
        files = {**FAST, "go.mod": go_mod("example.com/m", "", "replace example.com/dep => ../head")}
        outcome = self.gate(files, FAST)
        self.expect_refusal(outcome, "replace-outside-tree", "go.mod of base", "'../head'")

    def test_a_symlink_does_not_hide_that_a_replacement_leaves_the_tree(self):
        outside = self.folder / "dep"
        add_files(outside, {"go.mod": go_mod("example.com/dep"), "d.go": "package dep\n"})
        files = {**FAST, "go.mod": go_mod("example.com/m", "", "replace example.com/dep => ./dep"),
                 "dep": Symlink(str(outside))}
        outcome = self.gate(FAST, files)
        self.expect_refusal(outcome, "replace-outside-tree", "'./dep' leaves the repository")

    def test_a_replacement_inside_the_tree_is_built(self):
        files = {"go.mod": go_mod("example.com/m", "", "require example.com/dep v1.0.0", "",
                                  "replace example.com/dep => ./dep"),
                 "dep/go.mod": go_mod("example.com/dep"), "dep/d.go": VENDORED["vendor/example.com/dep/d.go"],
                 "m_test.go": NEEDS_DEP["m_test.go"]}
        outcome = self.gate(files, files, settings=ALIKE)
        self.expect_exit(outcome, 0)
        self.assertEqual(outcomes(outcome), {("m", "X"): "unchanged"})

    def test_a_root_without_go_mod_names_the_folders_that_have_one(self):
        files = {".gitignore": "go.work\n", "core/go.mod": go_mod("example.com/core"),
                 "core/c_test.go": package("core"), "app/go.mod": go_mod("example.com/app"),
                 "app/a_test.go": package("app")}
        outcome = self.gate(files, files)
        self.expect_refusal(outcome, "no-module", "these folders have one: app, core",
                            "modules: [app, core] or modules: auto")

    def test_modules_auto_measures_every_module_that_either_side_has(self):
        base = {"app/go.mod": go_mod("example.com/app"), "app/a_test.go": package("app"),
                "app/testdata/go.mod": go_mod("example.com/no")}
        head = {**base, "core/go.mod": go_mod("example.com/core"), "core/c_test.go": package("core")}
        outcome = self.gate(base, head, settings={**ALIKE, "module": "auto"})
        self.expect_exit(outcome, 0)
        self.assertEqual(outcomes(outcome), {("app", "X"): "unchanged", ("core", "X"): "added"})
        self.assertEqual({one["module"] for one in outcome.findings()}, {"example.com/app", "example.com/core"})

    def test_several_modules_and_the_go_work_of_the_tree_are_used_whatever_gowork_says(self):
        files = {"go.work": "go 1.24\n\nuse (\n\t./app\n\t./core\n)\n",
                 **CORE, "core/c_test.go": package("core"), **NEEDS_CORE}
        outcome = self.gate(files, files, "--module", "app", "--module", "core", settings=ALIKE,
                            environment={"GOWORK": "off"})
        self.expect_exit(outcome, 0)
        self.assertEqual(outcomes(outcome), {("app", "X"): "unchanged", ("core", "X"): "unchanged"})

    def test_a_go_work_that_is_not_in_the_commit_is_not_used(self):
        files = {".gitignore": "go.work\n", **NEEDS_CORE, **CORE}
        self.gate(files, files, settings={"module": "app"})
        add_files(self.repository, {"go.work": "go 1.24\n\nuse (\n\t./app\n\t./core\n)\n"})
        outcome = self.gate_again(settings={"module": "app"})
        self.expect_exit(outcome, 2, "build-failed")
        self.assertIn("example.com/core", told(outcome))

    def test_a_vendor_folder_is_used(self):
        outcome = self.gate({**NEEDS_DEP, **VENDORED}, {**NEEDS_DEP, **VENDORED}, settings=ALIKE)
        self.expect_exit(outcome, 0)
        self.assertEqual(outcomes(outcome), {("m", "X"): "unchanged"})

    def test_a_stale_vendor_folder_on_head_says_how_to_renew_it(self):
        stale = {**NEEDS_DEP, **VENDORED, "go.mod": NEEDS_DEP["go.mod"].replace("v1.0.0", "v1.1.0")}
        outcome = self.gate({**NEEDS_DEP, **VENDORED}, stale, environment={"GOFLAGS": "-mod=vendor"})
        self.expect_exit(outcome, 2, "build-failed")
        for text in ("head", "inconsistent vendoring", "go mod vendor"):
            self.assertIn(text, told(outcome))

    def test_a_module_that_cannot_be_fetched_names_vendoring_and_asks_nothing(self):
        outcome = self.gate(FAST, NEEDS_DEP)
        self.expect_exit(outcome, 2, "build-failed")
        for text in ("on head failed", "GOPROXY=off", "commit a vendor folder"):
            self.assertIn(text, told(outcome))

    def test_a_private_module_without_credentials_asks_for_none(self):
        private = {name: text.replace("example.com/dep", "git.invalid/dep.git") for name, text in NEEDS_DEP.items()}
        outcome = self.gate(FAST, private, environment={"GOPROXY": "direct", "GOPRIVATE": "git.invalid"})
        self.expect_exit(outcome, 2, "build-failed")
        self.assertIn("protocol found for repository", told(outcome))
        self.assertIn("the module is private, and no credentials are passed to builds", told(outcome))
        self.assertIn("commit a vendor folder", told(outcome))


class Packages(EndToEnd):
    def test_packages_whose_binaries_would_have_one_name_are_all_measured(self):
        files = {"go.mod": GO_MOD, "a/util/u_test.go": package("util", name="BenchmarkA"),
                 "b/util/u_test.go": package("util", name="BenchmarkB"),
                 "a_util/u_test.go": package("a_util", name="BenchmarkC")}
        outcome = self.gate(files, files, settings=ALIKE)
        self.expect_exit(outcome, 0)
        self.assertEqual(outcomes(outcome), {("m/a/util", "A"): "unchanged", ("m/b/util", "B"): "unchanged",
                                             ("m/a_util", "C"): "unchanged"})
        self.assertEqual(len({one["argv"][0] for one in outcome.processes}), 6)

    def test_a_package_that_is_new_on_head_is_added_and_takes_nothing_from_the_rest(self):
        head = {**FAST, "internal/new/n_test.go": package("new")}
        outcome = self.gate(FAST, head, "--packages", ".", "--packages", "./internal/new", settings=ALIKE)
        self.expect_exit(outcome, 0)
        self.assertEqual(outcomes(outcome), {("m", "X"): "unchanged", ("m/internal/new", "X"): "added"})

    def test_external_test_packages_are_measured(self):
        files = {"go.mod": GO_MOD, "m.go": "package m\n", "in_test.go": package("m", name="BenchmarkIn"),
                 "out_test.go": package("m_test", name="BenchmarkOut")}
        outcome = self.gate(files, files, settings=ALIKE)
        self.expect_exit(outcome, 0)
        self.assertEqual(outcomes(outcome), {("m", "In"): "unchanged", ("m", "Out"): "unchanged"})

    def test_a_pattern_that_matches_nothing_is_an_error_that_names_it(self):
        outcome = self.gate(FAST, FAST, settings={"packages": "./nowhere/..."})
        self.expect_refusal(outcome, "no-package", "./nowhere/...")


FIXTURES = """package m

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"
)

func fixture() ([]byte, error) {
	_, file, _, _ := runtime.Caller(0)
	return os.ReadFile(filepath.Join(filepath.Dir(file), "testdata", "a.txt"))
}

func BenchmarkFails(b *testing.B) {
	if _, err := fixture(); err != nil {
		b.Fatal(err)
	}
	time.Sleep(time.Millisecond)
}

func BenchmarkGoroot(b *testing.B) {
	if _, err := os.Stat(filepath.Join(runtime.GOROOT(), "src", "fmt")); err != nil {
		b.Fatal(err)
	}
	time.Sleep(time.Millisecond)
}

func BenchmarkSkips(b *testing.B) {
	if _, err := fixture(); err != nil {
		b.Skip("no fixture:", err)
	}
	time.Sleep(time.Millisecond)
}
"""


class Trimpath(EndToEnd):
    FILES = {"go.mod": GO_MOD, "m_test.go": FIXTURES, "testdata/a.txt": "a\n"}

    def test_fixtures_found_by_runtime_caller_fail_on_both_sides_with_the_hint(self):
        outcome = self.gate(self.FILES, self.FILES, settings=ALIKE)
        self.expect_exit(outcome, 2, "series-lost")
        detail = outcome.finding("Fails")["detail"]
        self.assertIn("base: failed in", detail)
        self.assertIn("head: failed in", detail)
        self.assertIn("set build.trimpath: false", outcome.caveats()["trimmed-path"])
        self.assertIn("set build.trimpath: false", outcome.stderr)
        skipped = outcome.finding("Skips")
        self.assertEqual(skipped["outcome"], "skipped")
        self.assertIn("no fixture: open example.com/m/testdata/a.txt", skipped["detail"])
        self.assertEqual(outcome.finding("Goroot")["outcome"], "unchanged")

    def test_trimpath_false_makes_them_work(self):
        outcome = self.gate(self.FILES, self.FILES, settings={**ALIKE, "trimpath": "no"})
        self.expect_exit(outcome, 0)
        self.assertEqual(outcomes(outcome), {("m", name): "unchanged" for name in ("Fails", "Goroot", "Skips")})


class Cgo(EndToEnd):
    @staticmethod
    def files(header):
        return {"go.mod": GO_MOD, "m.go": f'package m\n\n// #include <{header}>\n// #include <stdlib.h>\nimport "C"\n\n'
                                          "func F() int { return int(C.abs(-1)) }\n",
                "m_test.go": package("m", wait(1) + "\n\tF()")}

    def test_a_missing_c_header_is_named_with_the_remedy(self):
        if shutil.which("gcc") is None:
            self.skipTest("no C compiler here")
        outcome = self.gate(self.files("stdlib.h"), self.files("nowhere_to_be_found.h"))
        self.expect_exit(outcome, 2, "build-failed")
        for text in ("on head failed", "nowhere_to_be_found.h", "a C header is missing"):
            self.assertIn(text, told(outcome))

    def test_cgo_packages_are_measured(self):
        if shutil.which("gcc") is None:
            self.skipTest("no C compiler here")
        outcome = self.gate(self.files("stdlib.h"), self.files("stdlib.h"), settings=ALIKE)
        self.expect_exit(outcome, 0)
        self.assertEqual(outcomes(outcome), {("m", "X"): "unchanged"})


class Noexec(EndToEnd):
    def setUp(self):
        super().setUp()
        if missing := mount_namespace_missing():
            self.skipTest(missing)
        # The mounts below cover /tmp: what the program needs lies elsewhere.
        folder = pathlib.Path(tempfile.mkdtemp(prefix="headgate-e2e.", dir="/opt"))
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        os.chmod(folder, 0o755)
        self.folder, self.home = folder, folder / "home"
        self.home.mkdir()
        self.program = shutil.copy(self.program, folder)

    @staticmethod
    def covered(*folders):
        return [f"mount -t tmpfs -o noexec,mode=1777 none {folder}" for folder in folders]

    def test_temporary_folders_that_allow_no_programs_are_an_error_that_names_the_mounts(self):
        outcome = self.gate(FAST, FAST, mounts=self.covered("/tmp", "/var/tmp"), environment={"HOME": ""})
        self.expect_refusal(outcome, "noexec", "/tmp is mounted noexec", "/var/tmp is mounted noexec", "TMPDIR=")

    def test_another_place_is_taken_where_there_is_one(self):
        body = '\texe, _ := os.Executable()\n\tif !strings.HasPrefix(exe, "/opt/") {\n\t\tb.Fatal(exe)\n\t}'
        files = {**FAST, "m_test.go": bench(body, '"os" "strings" "testing"')}
        place = self.folder / "place"
        place.mkdir(mode=0o755)
        outcome = self.gate(files, files, settings=ALIKE, cache=self.folder / "cache",
                            mounts=self.covered("/tmp", "/var/tmp"), environment={"HOME": "", "TMPDIR": str(place)})
        self.expect_exit(outcome, 0)
        self.assertEqual(list(place.iterdir()), [])


POINTER = "version https://git-lfs.github.com/spec/v1\noid sha256:" + "0" * 64 + "\nsize 12345\n"


class Incomplete(EndToEnd):
    def test_a_submodule_in_a_measured_package_is_an_error(self):
        outcome = self.gate(FAST, {**FAST, "testdata/corpus": Submodule()})
        self.expect_refusal(outcome, "submodule-in-package",
                            "example.com/m of head has a submodule at 'testdata/corpus'", "vendor")

    def test_a_submodule_elsewhere_is_a_caveat(self):
        files = {**FAST, "third_party/lib": Submodule()}
        outcome = self.gate(files, files, settings=ALIKE)
        self.expect_exit(outcome, 0)
        self.assertIn("'third_party/lib' first", outcome.caveats()["submodules"])

    def test_an_lfs_pointer_in_a_measured_package_is_an_error(self):
        outcome = self.gate(FAST, {**FAST, "testdata/big.bin": POINTER})
        self.expect_refusal(outcome, "lfs-pointer-in-package",
                            "example.com/m of head has a Git LFS pointer at 'testdata/big.bin'",
                            "keep what benchmarks read out of Git LFS")

    def test_an_lfs_pointer_elsewhere_is_a_caveat(self):
        files = {**FAST, "docs/film.mp4": POINTER}
        outcome = self.gate(files, files, settings=ALIKE)
        self.expect_exit(outcome, 0)
        self.assertIn("'docs/film.mp4' first", outcome.caveats()["lfs-pointers"])


if __name__ == "__main__":
    unittest.main()
