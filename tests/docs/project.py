"""What the document tests share: where things are, and how to read them."""

import os
import pathlib
import re
import subprocess

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOLS = ROOT / "build" / "tools" / "bin"
# Set by ctest: programs of the build that is tested.
PROGRAM = os.environ.get("HEADGATE_PROGRAM", "")
SETTINGS_PROBE = os.environ.get("HEADGATE_SETTINGS_PROBE", "")


def text(path):
    return (ROOT / path).read_text(encoding="utf-8")


def load_yaml(path):
    """A YAML file as GitHub reads it: `on` is a key, not a truth value."""

    class Loader(yaml.SafeLoader):
        pass

    Loader.yaml_implicit_resolvers = {
        first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:bool"]
        for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()}
    Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("^(true|false)$"), list("tf"))
    return yaml.load(text(path), Loader)  # noqa: S506 - SafeLoader with fewer rules


def run(*command, **options):
    """A finished process with text output; never raises for its exit code."""
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, cwd=ROOT, check=False, **options)


def settings():
    """[(input name, key)] of every setting of the program; the name is empty where only the file can set it."""
    done = run(SETTINGS_PROBE, "list")
    if done.returncode != 0:
        raise RuntimeError(f"{SETTINGS_PROBE} list: {done.stderr}")
    return [tuple(line.split("\t")) for line in done.stdout.splitlines()]


def tracked_files():
    """Paths of all files that belong to the project, git's ignored ones left out."""
    done = run("git", "ls-files", "--cached", "--others", "--exclude-standard", "-z")
    if done.returncode != 0:
        raise RuntimeError(f"git ls-files: {done.stderr}")
    return sorted(name for name in done.stdout.split("\0") if name and (ROOT / name).is_file())


def instructions(path):
    """[(NAME, rest)] of a Dockerfile, continued lines joined."""
    joined = re.sub(r"\\\n\s*", " ", text(path))
    return [(word.upper(), rest.strip()) for word, _, rest in
            (line.partition(" ") for line in joined.splitlines()) if word and not word.startswith("#")]
