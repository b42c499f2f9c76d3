#!/usr/bin/python3
"""The results folder's files are what their JSON Schemas promise, and what benchstat takes for the same numbers."""

import copy
import csv
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

import jsonschema

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCHEMAS = {name: json.loads((ROOT / "src" / "core" / "results" / f"{name}.schema.json").read_text())
           for name in ("verdict", "run", "sample")}
PROBE = os.environ["HEADGATE_RESULTS_PROBE"]
BENCHSTAT = ROOT / "build" / "tools" / "bin" / "benchstat"
RECORDED = ROOT / "tests" / "data" / "aa" / "x1.base.txt"

# What others may rely on, as the documentation shows it: no field of it may ever be required less, or changed.
PROMISE = json.loads("""
{"schema": "headgate.verdict/1", "decision": "pass", "exit_code": 0, "reason": "", "message": "one line for people",
 "compared": 12, "regressions": 0, "improvements": 1, "unstable": 0,
 "sides": {"base": {"commit": "b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0", "describe": "x"},
           "head": {"commit": "a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0", "describe": "y"}},
 "findings": [{"module": "example.com/m", "package": "example.com/m/sum", "benchmark": "Ints/n=1000-4", "unit": "sec/op",
   "outcome": "unchanged", "gated": true, "stage": "first", "delta": -0.0012, "p": 0.782, "alpha": 0.05, "floor": 0.05,
   "base": {"n": 10, "median": 2.579e-06, "lo": 2.55e-06, "hi": 2.60e-06, "cv": 0.012},
   "head": {"n": 10, "median": 2.576e-06, "lo": 2.56e-06, "hi": 2.59e-06, "cv": 0.011},
   "location": {"file": "sum/sum_test.go", "line": 12}, "warnings": []}],
 "caveats": []}
""")


def closed(schema):
    """The same schema, but nothing is allowed that it does not name."""
    merged = copy.deepcopy(schema)
    # A finding has the numbers' fields and its own; draft-07 cannot close a union of two objects.
    finding = merged.get("definitions", {}).get("finding")
    if finding:
        numbers, own = merged["definitions"]["numbers"], finding["allOf"][1]
        merged["definitions"]["finding"] = {**own, "required": own["required"] + numbers["required"],
                                            "properties": {**numbers["properties"], **own["properties"]}}

    def close(node):
        if isinstance(node, dict):
            if "properties" in node and node.get("type") == "object":
                node.setdefault("additionalProperties", False)
            for child in node.values():
                close(child)
        elif isinstance(node, list):
            for child in node:
                close(child)

    close(merged)
    return merged


def leaves(node, path=()):
    """Every path in a document, inner ones included."""
    if path:
        yield path
    children = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, child in children:
        yield from leaves(child, path + (key,))


def changed(document, path, change):
    result = copy.deepcopy(document)
    parent = result
    for key in path[:-1]:
        parent = parent[key]
    change(parent, path[-1])
    return result


def is_valid(name, document):
    return jsonschema.Draft7Validator(SCHEMAS[name]).is_valid(document)


def written():
    """File name to text of everything that the probe writes."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([PROBE, folder, RECORDED], check=True)
        return {path.name: path.read_text() for path in pathlib.Path(folder).iterdir()}


class Schemas(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.documents = {name: json.loads(text) for name, text in written().items() if name.endswith(".json")}
        words = subprocess.run([PROBE, "words"], check=True, capture_output=True, text=True).stdout
        cls.words = [tuple(line.split("\t")) for line in words.splitlines()]

    def test_schemas_are_draft_07(self):
        for schema in SCHEMAS.values():
            jsonschema.Draft7Validator.check_schema(schema)

    def test_what_is_written_is_valid_and_every_field_is_described(self):
        self.assertEqual(len(self.documents), 5)
        for file, document in self.documents.items():
            schema = closed(SCHEMAS[file.split(".")[1]])
            errors = [f"{list(error.absolute_path)}: {error.message}"
                      for error in jsonschema.Draft7Validator(schema).iter_errors(document)]
            self.assertEqual(errors, [], file)

    def test_undescribed_fields_would_be_found(self):
        for file, document in self.documents.items():
            validator = jsonschema.Draft7Validator(closed(SCHEMAS[file.split(".")[1]]))
            self.assertFalse(validator.is_valid({**document, "new": 1}), file)
        finding = changed(self.documents["full.verdict.json"], ("findings", 0, "new"),
                          lambda parent, key: parent.update({key: 1}))
        self.assertFalse(jsonschema.Draft7Validator(closed(SCHEMAS["verdict"])).is_valid(finding))

    def test_later_versions_may_add_fields(self):
        for file, document in self.documents.items():
            self.assertTrue(is_valid(file.split(".")[1], {**document, "new": 1}), file)

    def test_the_promised_verdict_is_valid(self):
        self.assertTrue(is_valid("verdict", PROMISE))

    def test_no_promised_field_may_be_missing(self):
        fields = [path for path in leaves(PROMISE) if isinstance(path[-1], str)]
        self.assertGreater(len(fields), 40)
        for path in fields:
            without = changed(PROMISE, path, lambda parent, key: parent.pop(key))
            self.assertFalse(is_valid("verdict", without), path)

    def test_every_promised_field_has_its_type(self):
        for path in leaves(PROMISE):
            wrong = changed(PROMISE, path, lambda parent, key: parent.__setitem__(key, {"x": []}))
            self.assertFalse(is_valid("verdict", wrong), path)

    def test_every_promised_field_is_written(self):
        for path in leaves(PROMISE):
            node = self.documents["full.verdict.json"]
            for key in path:
                self.assertTrue(isinstance(key, int) or key in node, path)
                node = node[key]

    def test_ratios_and_counts_are_in_range(self):
        for path, value in ((("exit_code",), 4), (("compared",), -1), (("findings", 0, "p"), 1.5), (("decision",), "green"),
                            (("findings", 0, "outcome"), "slower"), (("findings", 0, "base", "n"), 0), (("reason",), "Not This"),
                            (("findings", 0, "base", "median"), "fast"), (("sides", "base", "commit"), "main")):
            wrong = changed(PROMISE, path, lambda parent, key: parent.__setitem__(key, value))
            self.assertFalse(is_valid("verdict", wrong), path)

    def test_every_word_of_the_program_is_known(self):
        self.assertGreater(len(self.words), 50)
        paths = {"decision": ("decision",), "outcome": ("findings", 0, "outcome"), "reason": ("reason",)}
        for kind, word in self.words:
            document = changed(PROMISE, paths[kind], lambda parent, key: parent.__setitem__(key, word))
            self.assertTrue(is_valid("verdict", document), f"{kind} {word}")

    def test_every_known_word_is_one_of_the_program(self):
        known = {"decision": SCHEMAS["verdict"]["properties"]["decision"]["enum"],
                 "outcome": SCHEMAS["verdict"]["definitions"]["finding"]["allOf"][1]["properties"]["outcome"]["enum"]}
        for kind, words in known.items():
            self.assertEqual(words, [word for of, word in self.words if of == kind])


class Benchstat(unittest.TestCase):
    def test_base_txt_has_our_medians(self):
        self.assertTrue(BENCHSTAT.exists(), "benchstat is missing: scripts/setup")
        files = written()
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "base.txt")
            path.write_text(files["base.txt"])
            done = subprocess.run([BENCHSTAT, "-format", "csv", path], check=True, capture_output=True, text=True)
        self.assertEqual([line for line in done.stderr.splitlines() if "need >=" not in line], [])
        package, unit, theirs = "", "", {}
        for row in csv.reader(done.stdout.splitlines()):
            if len(row) == 1 and row[0].startswith("pkg: "):
                package = row[0][len("pkg: "):]
            elif len(row) == 3 and row[0] == "" and row[2] == "CI":
                unit = row[1]
            elif len(row) == 3 and row[0] not in ("", "geomean"):
                theirs[package, row[0], unit] = float(row[1])
        ours = {tuple(line.split("\t")[:3]): float(line.split("\t")[3]) for line in files["medians.tsv"].splitlines()}
        self.assertGreater(len(ours), 30)
        self.assertEqual(theirs, ours)


if __name__ == "__main__":
    unittest.main()
