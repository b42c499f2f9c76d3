#!/usr/bin/python3
"""compare --format json is what its schema promises, and says the same numbers as the CSV."""

import csv
import io
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

import jsonschema

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCHEMA = json.loads((ROOT / "src/core/report/comparison.schema.json").read_text(encoding="utf-8"))
AA = ROOT / "tests/data/aa"
ODD = """\
pkg: p
Unit allocs/op assume=exact
BenchmarkX 1 NaN q/op 0 B/op 3 allocs/op
BenchmarkX 1 2 q/op 0 B/op 3 allocs/op
pkg: q
BenchmarkY 1 NaN q/op
BenchmarkZ 1 x
"""


def compare(*arguments):
    done = subprocess.run([os.environ["HEADGATE_PROGRAM"], "compare", *arguments], capture_output=True, text=True, timeout=60,
                          check=True)
    return done.stdout


def refuse_constant(name):
    raise ValueError(f"{name} is not JSON")


def document(*arguments):
    return json.loads(compare("-format", "json", *arguments), parse_constant=refuse_constant)


class Json(unittest.TestCase):
    def test_it_follows_its_schema(self):
        with tempfile.TemporaryDirectory() as folder:
            odd = pathlib.Path(folder, "odd.txt")
            odd.write_text(ODD, encoding="utf-8")
            for arguments in ([AA / "x1.base.txt", AA / "x1.head.txt"], [odd, odd, AA / "x1.base.txt"],
                              ["-correct", "bh", "-row", ".name", "-col", "pkg", odd]):
                with self.subTest(arguments=arguments):
                    jsonschema.validate(document(*arguments), SCHEMA)

    def test_what_is_not_a_number_is_never_null_or_zero(self):
        with tempfile.TemporaryDirectory() as folder:
            odd = pathlib.Path(folder, "odd.txt")
            odd.write_text(ODD, encoding="utf-8")
            tables = document(f"a={odd}", f"b={odd}")["tables"]
        cells = {(table["key"]["pkg"], table["unit"]): table["rows"][0]["cells"] for table in tables}
        self.assertEqual(cells["q", "q/op"][0]["centre"], "NaN")
        self.assertEqual(cells["q", "q/op"][0]["n"], 0)
        self.assertEqual(cells["p", "q/op"][0]["lo"], "-Infinity")
        self.assertEqual(cells["p", "B/op"][1]["difference"]["ratio"], "NaN")
        self.assertIsNone(cells["p", "allocs/op"][1]["difference"]["p"])

    def test_its_numbers_are_those_of_the_csv(self):
        files = [AA / "x1.base.txt", AA / "x1.head.txt"]
        centres = [repr(cell["centre"]) for table in document(*files)["tables"] for row in table["rows"] for cell in row["cells"]]
        rows = list(csv.reader(io.StringIO(compare("-format", "csv", *files))))
        inside = [row for row in rows if len(row) == 7 and row[0] not in ("", "geomean")]
        self.assertGreater(len(inside), 30)
        self.assertEqual([float(centre) for centre in centres], [float(value) for row in inside for value in (row[1], row[3])])


if __name__ == "__main__":
    unittest.main()
