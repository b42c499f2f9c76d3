#!/usr/bin/python3
"""The documents say what is: links lead somewhere, generated tables are fresh, lists are complete."""

import re
import tempfile
import unittest

import yaml

from project import PROGRAM, ROOT, SETTINGS_PROBE, run, settings, text, tracked_files

DOCUMENTS = [path for path in tracked_files() if path.endswith(".md") and not path.startswith("tests/data/")]
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.*)$", re.M)


def without_code(markdown):
    return re.sub(r"`[^`\n]*`", "", re.sub(r"^```.*?^```", "", markdown, flags=re.M | re.S))


def anchors(markdown):
    """Anchors that GitHub gives the headings of a document."""
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
            for heading in HEADING.findall(re.sub(r"^```.*?^```", "", markdown, flags=re.M | re.S))}


def broken_links(path, markdown):
    broken = []
    for link in LINK.findall(without_code(markdown)):
        if re.match(r"[a-z]+:", link):
            continue
        target, _, anchor = link.partition("#")
        file = (ROOT / path).parent / target
        known = target == "" or file.exists()
        if known and anchor:
            known = anchor in anchors(file.read_text(encoding="utf-8") if target else markdown)
        if not known:
            broken.append(f"{path}: {link}")
    return broken


def rows_of_table_after(heading, markdown):
    """First cells, without backticks, of the first table below a heading."""
    body = re.search(rf"^#+ {re.escape(heading)}\n(.*?)(?=^#|\Z)", markdown, re.M | re.S)[1]
    return [cell.strip() for cell in re.findall(r"^\| ([^|]*) \|", body, re.M)][2:]


class Links(unittest.TestCase):
    def test_every_link_in_the_tree_leads_to_a_file_and_heading(self):
        self.assertIn("README.md", DOCUMENTS)
        self.assertEqual([link for path in DOCUMENTS for link in broken_links(path, text(path))], [])

    def test_a_broken_link_is_seen(self):
        markdown = "# Top\n[here](#top) [gone](#bottom) [file](CHANGELOG.md) [none](absent.md) `[code](x)`"
        self.assertEqual(broken_links("README.md", markdown), ["README.md: #bottom", "README.md: absent.md"])


class Readme(unittest.TestCase):
    def test_its_tables_are_those_of_their_sources(self):
        done = run(ROOT / "scripts/update_docs", "--check")
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_its_workflow_is_the_one_that_is_ready_to_copy(self):
        """Line by line, comments apart: the snippet is an excerpt of workflows/pr-gate.yml."""

        def plain(yaml_text):
            lines = (re.sub(r"\s+#.*|^#.*", "", line) for line in yaml_text.splitlines())
            return [line for line in lines if line.strip()]

        snippet = re.search(r"```yaml\n(name: Benchmark gate\n.*?)```", text("README.md"), re.S)[1]
        self.assertEqual(plain(snippet), plain(text("workflows/pr-gate.yml")))

    def test_its_settings_are_all_there_are_with_their_defaults(self):
        example = re.search(r"```yaml\n(version: 1\n.*?)```", text("README.md"), re.S)[1]
        document = yaml.safe_load(example)
        shown = {key for section in ("measure", "policy") for key in document[section]}
        shown = shown - {"build"} | {f"build.{key}" for key in document["measure"]["build"]}
        self.assertEqual(shown, {key for _, key in settings()} - {"method", "ledger", "aliases", "nightly"})
        with tempfile.NamedTemporaryFile("w", suffix=".yml") as file:
            file.write(example)
            file.flush()
            done = run(SETTINGS_PROBE, "read", file.name)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.split(), ["benchmarks"], "an example, everything else is the default")

    def test_the_commands_that_it_shows_exist(self):
        for script in re.findall(r"^(?:\$ )?((?:scripts|\.ci)/\w+)", text("README.md"), re.M):
            self.assertTrue((ROOT / script).exists(), script)


class Contributing(unittest.TestCase):
    def test_it_names_every_script(self):
        scripts = {f"scripts/{path.name}" for path in (ROOT / "scripts").iterdir() if path.is_file() and path.suffix == ""}
        listed = {cell.strip("`").split(" ")[0] for cell in rows_of_table_after("Scripts", text("CONTRIBUTING.md"))}
        self.assertEqual(listed, scripts | {".ci/run"})


class Architecture(unittest.TestCase):
    def test_the_table_of_modules_is_that_of_cmake(self):
        declared = re.findall(r"^headgate_module\(([\w/]+)", text("CMakeLists.txt"), re.M)
        listed = [cell.strip("`") for cell in rows_of_table_after("Modules", text("src/README.md"))]
        self.assertEqual(sorted(listed), sorted(declared))

    def test_what_it_points_at_exists(self):
        for path in re.findall(r"`((?:core|edge|app|cli)/[\w/]+\.(?:cpp|h))`", text("src/README.md")):
            self.assertTrue((ROOT / "src" / path).exists(), path)


class Version(unittest.TestCase):
    def test_the_changelog_and_the_program_say_what_cmake_says(self):
        version = re.search(r"project\(headgate VERSION ([\d.]+)", text("CMakeLists.txt"))[1]
        self.assertEqual(re.search(r"^## ([\d.]+)", text("CHANGELOG.md"), re.M)[1], version)
        self.assertTrue(PROGRAM, "HEADGATE_PROGRAM is not set")
        self.assertEqual(run(PROGRAM, "--version").stdout, f"headgate {version}\n")


if __name__ == "__main__":
    unittest.main()
