"""What end-to-end tests are made of: git repositories made on the spot as actions/checkout leaves them,
runs of the real program with a real Go toolchain, and what GitHub's runner would make of the outcome.

Only the standard library, and tests/container/runner_view.py for the runner's rules. Nothing is fetched
(GOPROXY=off), nothing outside a test's own temporary folder is written but the Go caches, which all tests
share: $HEADGATE_TEST_CACHE, or a folder below the system's temporary folder.
"""

import contextlib
import dataclasses
import fcntl
import hashlib
import io
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import textwrap
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/container"))
import runner_view  # noqa: E402

PROGRAM = os.environ.get("HEADGATE", str(ROOT / "build/dev/headgate"))
CACHE = pathlib.Path(os.environ.get("HEADGATE_TEST_CACHE") or os.path.join(tempfile.gettempdir(), "headgate-test-cache"))
RUNNER_UID = 1001
IS_ROOT = os.geteuid() == 0
# Enough rounds for p < 0.05 (5 + 5: 2/252), and short ones. A busy machine must not decide a test: what is
# slower here sleeps longer, see `wait`.
QUICK = {"rounds": "5", "benchtime": "3x", "cv-threshold": "1000%"}

GIT_ENVIRONMENT = {
    "GIT_AUTHOR_NAME": "Test", "GIT_AUTHOR_EMAIL": "test@example.com", "GIT_AUTHOR_DATE": "2026-01-01T00:00:00Z",
    "GIT_COMMITTER_NAME": "Test", "GIT_COMMITTER_EMAIL": "test@example.com", "GIT_COMMITTER_DATE": "2026-01-01T00:00:00Z",
    "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1", "GIT_OPTIONAL_LOCKS": "0",
}


def git(folder, *arguments, **options):
    """Output of a git command; raises with its error text when it fails."""
    done = subprocess.run(["git", "-c", "safe.directory=*", "-C", str(folder), *arguments],
                          env={**os.environ, **GIT_ENVIRONMENT, **options}, capture_output=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"git {' '.join(arguments)}: {done.stderr.decode(errors='replace')}")
    return done.stdout.decode(errors="surrogateescape").strip()


@dataclasses.dataclass(frozen=True)
class Symlink:
    """A file of a tree that is a symbolic link."""
    target: str


@dataclasses.dataclass(frozen=True)
class Submodule:
    """An entry of a tree that is a submodule, as in a clone that did not fetch it."""
    commit: str = "1" * 40


def write_tree(folder, files):
    """Replaces everything but .git by `files`: path to text (dedented), bytes, Symlink or Submodule."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for entry in folder.iterdir():
        if entry.name != ".git":
            shutil.rmtree(entry) if entry.is_dir() and not entry.is_symlink() else entry.unlink()
    add_files(folder, files)


def add_files(folder, files):
    for name, content in files.items():
        path = pathlib.Path(folder) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, Submodule):
            continue  # only the index knows it
        if isinstance(content, Symlink):
            path.symlink_to(content.target)
        elif isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(textwrap.dedent(content).lstrip("\n"))


class Origin:
    """A repository whose commits are whole trees."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True)
        git(self.folder, "init", "-q", "-b", "main")
        git(self.folder, "config", "uploadpack.allowAnySHA1InWant", "true")
        git(self.folder, "config", "uploadpack.allowFilter", "true")

    def commit(self, files, message="change"):
        write_tree(self.folder, files)
        git(self.folder, "add", "-A", "-f")
        for path, content in files.items():
            if isinstance(content, Submodule):
                git(self.folder, "update-index", "--add", "--cacheinfo", f"160000,{content.commit},{path}")
        git(self.folder, "commit", "-q", "--allow-empty", "-m", message)
        return git(self.folder, "rev-parse", "HEAD")

    def merge(self, base, head):
        """The merge commit that GitHub makes: head's tree, parents base and head."""
        tree = git(self.folder, "rev-parse", f"{head}^{{tree}}")
        return git(self.folder, "commit-tree", tree, "-p", base, "-p", head, "-m", f"Merge {head} into {base}")


@dataclasses.dataclass
class PullRequest:
    """A workspace as actions/checkout leaves it on pull_request, and the event beside it."""
    folder: pathlib.Path
    workspace: pathlib.Path
    origin: Origin
    base: str
    head: str
    merge: str
    event: dict


def pull_request(folder, base_files, head_files, depth=2, path=""):
    """Pull request 7 of `head_files` into `base_files`, checked out at the merge commit."""
    folder = pathlib.Path(folder)
    origin = Origin(folder / "origin")
    origin.commit({"README": "start\n"}, "start")
    base = origin.commit(base_files, "base")
    git(origin.folder, "switch", "-q", "-c", "feature")
    head = origin.commit(head_files, "head")
    merge = origin.merge(base, head)
    git(origin.folder, "update-ref", "refs/pull/7/merge", merge)
    workspace = folder / "workspace"
    checkout(origin.folder, workspace / path, merge, depth)
    event = {"action": "synchronize", "number": 7,
             "pull_request": {"number": 7, "base": {"ref": "main", "sha": base}, "head": {"ref": "feature", "sha": head}}}
    return PullRequest(folder, workspace, origin, base, head, merge, event)


def checkout(origin, target, commit, depth, ref="refs/remotes/pull/7/merge"):
    """What actions/checkout does: init, fetch one commit by id, detach HEAD at it. Depth 0: everything."""
    target = pathlib.Path(target)
    target.mkdir(parents=True)
    git(target, "init", "-q", "-b", "main")
    git(target, "remote", "add", "origin", f"file://{origin}")
    if depth == 0:
        git(target, "fetch", "-q", "--no-tags", "origin", "+refs/heads/*:refs/remotes/origin/*")
        git(target, "fetch", "-q", "--no-tags", "origin", commit)
        git(target, "update-ref", ref, commit)
    else:
        git(target, "fetch", "-q", "--no-tags", f"--depth={depth}", "origin", f"+{commit}:{ref}")
    git(target, "checkout", "-q", "--force", ref)


def program_environment(home, extra=None):
    """The environment of the program: the machine's Go, the shared caches, no network."""
    environment = {"PATH": os.environ["PATH"], "HOME": str(home), "LC_ALL": "C.UTF-8", "GOPROXY": "off", "GOFLAGS": "",
                   "GOTOOLCHAIN": "local", "GONOSUMDB": "*", "GOSUMDB": "off"}
    for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS", "LSAN_OPTIONS"):
        if name in os.environ:
            environment[name] = os.environ[name]
    if not IS_ROOT:  # the user's own caches would be below a HOME that is not there
        environment["GOCACHE"] = str(CACHE / "go-build")
        environment["GOMODCACHE"] = str(CACHE / "go-mod")
    environment.update(extra or {})
    return environment


@dataclasses.dataclass
class Outcome:
    """What a run left behind."""
    exit: int
    stdout: str
    stderr: str
    results: pathlib.Path
    outputs: dict = dataclasses.field(default_factory=dict)
    annotations: list = dataclasses.field(default_factory=list)
    violations: list = dataclasses.field(default_factory=list)
    summary: str = ""

    @property
    def verdict(self):
        return json.loads((self.results / "verdict.json").read_text())

    @property
    def run(self):
        return json.loads((self.results / "run.json").read_text())

    @property
    def processes(self):
        return [json.loads(line) for line in (self.results / "samples.jsonl").read_text().splitlines()]

    def findings(self, outcome=None):
        return [one for one in self.verdict["findings"] if outcome is None or one["outcome"] == outcome]

    def finding(self, name, unit="sec/op"):
        """The one finding of a benchmark, named with or without its CPU suffix; None where there is none."""
        found = [one for one in self.findings()
                 if one["unit"] == unit and re.fullmatch(re.escape(name) + r"(-\d+)?", one["benchmark"])]
        if len(found) > 1:
            raise AssertionError(f"{len(found)} findings of {name} {unit}")
        return found[0] if found else None

    def sides_of(self, function):
        """The sides of the processes that ran a function, in the order in which they ran."""
        return [one["side"] for one in self.processes if function in one["functions"]]

    def errors(self):
        return [one for one in self.annotations if one["type"] == "error"]

    def caveats(self):
        return {one["code"]: one["text"] for one in self.verdict["caveats"]}

    def __str__(self):
        return f"exit {self.exit}\n--- stdout\n{self.stdout}\n--- stderr\n{self.stderr}"


class EndToEnd(unittest.TestCase):
    """A test with a temporary folder that is gone afterwards."""

    maxDiff = None
    program = PROGRAM

    def setUp(self):
        # mkdtemp makes 0700; benchmarks run as other users and start below it only through the private folder.
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="headgate-e2e."))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.home = self.folder / "home"
        self.home.mkdir()
        CACHE.mkdir(parents=True, exist_ok=True)

    # -- running ------------------------------------------------------------------------------------------

    def headgate(self, *arguments, cwd=None, environment=None, timeout=300, mounts=None):
        """Runs the program to its end; `mounts` are shell lines run before it in a mount namespace of its own."""
        command = [self.program, *map(str, arguments)]
        if mounts is not None:
            script = "set -e\n" + "\n".join(mounts) + '\nexec "$@"'
            command = ["unshare", "--mount", "sh", "-c", script, "sh", *command]
        done = subprocess.run(command, cwd=cwd or self.folder, stdin=subprocess.DEVNULL,
                              env=program_environment(self.home, environment), capture_output=True, timeout=timeout,
                              check=False)
        return Outcome(done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"),
                       self.folder / "results")

    def run_gate(self, repository, *arguments, settings=None, progress="none", cache=CACHE, **options):
        """`headgate run` with quick settings, results in self.folder/results."""
        flags = [f"--{name}={value}" for name, value in {**QUICK, **(settings or {})}.items()]
        return self.headgate("run", "--repo", repository, "--out", self.folder / "results", "--progress", progress,
                             "--cache-dir", cache, *flags, *arguments, **options)

    def gate(self, base_files, head_files, *arguments, settings=None, **options):
        """`headgate run` on a fresh repository with two commits, self.repository, which it leaves as it was."""
        origin = Origin(self.folder / "repository")
        base, head = origin.commit(base_files, "base"), origin.commit(head_files, "head")
        self.repository = origin.folder
        left = private_folders()
        with self.untouched(self.repository):
            outcome = self.run_gate(self.repository, "--base", base, "--head", head, *arguments, settings=settings,
                                    progress="plain", **options)
        self.assertLessEqual(set(private_folders()), set(left), str(outcome))
        return outcome

    def gate_again(self, **options):
        """The last two commits of self.repository once more, with other settings or another environment."""
        return self.run_gate(self.repository, "--base", "HEAD~1", "--head", "HEAD", **options)

    def runner_step(self, workspace, event_name, event, inputs=None, environment=None, sha="", credentials=""):
        """(folder, environment) of a step as the runner prepares it: the five folders, inputs, a workspace of another user.

        `credentials` is the text of the file that actions/checkout keeps in RUNNER_TEMP.
        """
        host = self.folder / "host"
        shutil.rmtree(host, ignore_errors=True)
        files = host / "file_commands"
        for name in ("runner_temp", "home", "workflow", "file_commands"):
            (host / name).mkdir(parents=True)
        for name in ("set_output", "set_env", "add_path", "save_state", "step_summary"):
            (files / f"{name}_0123abcd").touch()
        if credentials:
            (host / "runner_temp/git-credentials-0123.config").write_text(credentials)
        if isinstance(event, (dict, list)):
            (host / "workflow/event.json").write_text(json.dumps(event))
        elif event is not None:
            (host / "workflow/event.json").write_bytes(event)
        if IS_ROOT:
            subprocess.run(["chown", "-R", f"{RUNNER_UID}:{RUNNER_UID}", host, workspace], check=True)
        variables = {
            "GITHUB_ACTIONS": "true", "CI": "true", "HOME": str(host / "home"), "GITHUB_WORKSPACE": str(workspace),
            "GITHUB_EVENT_NAME": event_name, "GITHUB_EVENT_PATH": str(host / "workflow/event.json"), "GITHUB_SHA": sha,
            "RUNNER_TEMP": str(host / "runner_temp"), "GITHUB_OUTPUT": str(files / "set_output_0123abcd"),
            "GITHUB_ENV": str(files / "set_env_0123abcd"), "GITHUB_STEP_SUMMARY": str(files / "step_summary_0123abcd"),
            "GITHUB_REPOSITORY": "example/project", "ACTIONS_RUNTIME_TOKEN": "canary-token",
            "INPUT_CACHE-DIR": "",
        }
        for name, value in {**QUICK, **(inputs or {})}.items():
            variables[f"INPUT_{name.upper()}"] = value
        variables.update(environment or {})
        return host, program_environment(host / "home", variables)

    def action(self, workspace, event_name, event, inputs=None, timeout=300, **prepared):
        """What the runner made of `headgate action`."""
        host, environment = self.runner_step(workspace, event_name, event, inputs, **prepared)
        done = subprocess.run([PROGRAM, "action"], cwd=workspace, stdin=subprocess.DEVNULL, env=environment, capture_output=True,
                              timeout=timeout, check=False)
        (host / "stdout").write_bytes(done.stdout)
        (host / "stderr").write_bytes(done.stderr)
        view = self.view(done.returncode, host, workspace)
        return Outcome(done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"),
                       pathlib.Path(workspace) / (inputs or {}).get("results-dir", "headgate-results"), view["outputs"],
                       view["annotations"], view["violations"], view["summary"])

    @staticmethod
    def view(status, host, workspace):
        """What the runner would have seen, by runner_view's rules."""
        argv, sys.argv = sys.argv, ["runner_view", "--exit-status", str(status), "--stdout", str(host / "stdout"),
                                    "--stderr", str(host / "stderr"), "--command-files", str(host / "file_commands"),
                                    "--workspace", str(workspace), "--runner-temp", str(host / "runner_temp"),
                                    "--runner-uid", str(RUNNER_UID if IS_ROOT else os.geteuid())]
        text = io.StringIO()
        try:
            with contextlib.redirect_stdout(text):
                runner_view.main()
        finally:
            sys.argv = argv
        return json.loads(text.getvalue())

    # -- claims -------------------------------------------------------------------------------------------

    def expect_exit(self, outcome, code, reason=""):
        """The exit code, and for an error its reason code in one place: output or message."""
        self.assertEqual(outcome.exit, code, str(outcome))
        if outcome.outputs:
            self.assertEqual(outcome.outputs["exit-code"], str(code), str(outcome))
            self.assertEqual(outcome.outputs["reason"], reason, str(outcome))
            self.assertEqual(outcome.violations, [], str(outcome))
        elif reason:
            self.assertIn(f"({reason})", outcome.stdout + outcome.stderr, str(outcome))

    def expect_refusal(self, outcome, reason, *texts):
        """Exit 2 with this reason, one error that says these things, and no build started."""
        self.expect_exit(outcome, 2, reason)
        said = outcome.stdout + outcome.stderr
        if outcome.outputs:
            self.assertEqual(len(outcome.errors()), 1, str(outcome))
            said = outcome.errors()[0]["message"]
        for text in texts:
            self.assertIn(text, said)
        self.assertNotRegex(outcome.stdout + outcome.stderr, r"(?m)^building ")

    @contextlib.contextmanager
    def untouched(self, *folders):
        """The folders are byte-identical afterwards: names, contents, modes, owners, modification times."""
        before = [snapshot(folder) for folder in folders]
        yield
        for folder, old in zip(folders, before):
            self.assertEqual(old, snapshot(folder))


def snapshot(folder):
    """Every entry below a folder with what `ls -l` and a checksum would say."""
    entries = {}
    for parent, names, files in os.walk(folder):
        for name in names + files:
            path = os.path.join(parent, name)
            status = os.lstat(path)
            content = ""
            if os.path.islink(path):
                content = os.readlink(path)
            elif os.path.isfile(path):
                content = hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest()
            modified = status.st_mtime_ns if not os.path.isdir(path) else 0
            entries[os.path.relpath(path, folder)] = (oct(status.st_mode), status.st_uid, modified, content)
    return entries


class SharedRun(EndToEnd):
    """Tests that look at the outcome of one run, `self.outcome`, each from its own side.

    `shared_run` runs once for the class; ctest runs such a class as one test, too.
    """

    def shared_run(self):
        raise NotImplementedError

    @classmethod
    def setUpClass(cls):
        runner = cls()
        EndToEnd.setUp(runner)
        cls.addClassCleanup(runner.doCleanups)
        cls.folder, cls.home = runner.folder, runner.home
        cls.outcome = runner.shared_run()

    def setUp(self):
        pass  # the folder is the run's


def private_folders():
    """headgate's private folders that are there now and that no run holds any more."""
    return sorted(str(path) for parent in ("/tmp", "/var/tmp") for path in pathlib.Path(parent).glob("hg-*")
                  if not is_held(path))


def is_held(folder):
    """Is a private folder that of a run which is going on, or of somebody else? A run locks its folder."""
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError:
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(descriptor)
    return False


def mount_namespace_missing():
    """Why this machine gives a test no mount namespace of its own; "" where it does."""
    done = subprocess.run(["unshare", "--mount", "mount", "-t", "tmpfs", "none", "/mnt"], capture_output=True,
                          text=True, check=False)
    return "" if done.returncode == 0 else f"no mount namespace: {done.stderr.strip()}"


def processes_below(folder_part):
    """Ids of live processes whose program or arguments mention a text."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                if folder_part.encode() in (entry / "cmdline").read_bytes():
                    found.append(int(entry.name))
    return found


# -- small modules ---------------------------------------------------------------------------------------------

GO_MOD = "module example.com/m\n\ngo 1.24\n"


def bench(body, imports='"testing"', name="BenchmarkX", package="m", extra=""):
    """A test file with one benchmark."""
    lines = "\n".join(f"\t{one}" for one in imports.split())
    return f"package {package}\n\nimport (\n{lines}\n)\n\n{extra}\nfunc {name}(b *testing.B) {{\n{body}\n}}\n"


def wait(milliseconds):
    """A benchmark body that takes this long per operation, however busy the machine is."""
    return f"\tfor i := 0; i < b.N; i++ {{\n\t\ttime.Sleep({milliseconds} * time.Millisecond)\n\t}}"


def module(body, imports='"testing" "time"', extra="", **files):
    """A module with BenchmarkX in m_test.go, and further files by path."""
    return {"go.mod": GO_MOD, "m.go": "package m\n", "m_test.go": bench(body, imports, extra=extra), **files}


# One operation of base takes 2 ms, one of the slow side six times as long.
FAST, SLOW = module(wait(2)), module(wait(12))


if __name__ == "__main__":
    raise SystemExit("run the tests with ctest -L e2e, or python3 -m unittest in this folder")
