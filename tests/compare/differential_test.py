#!/usr/bin/python3
"""headgate compare prints what benchstat prints, for random inputs and flags.

usage: differential_test.py [SEED]        with a seed: only this one, and its files stay where it says

Every seed makes a few files and a command line, runs both programs and compares standard output and
diagnostics. What docs/benchstat.md lists as different is not made here (ties with unequal n, p equal to alpha, NaN, zeros of
units that are converted, 24 samples, inputs without a result), or is taken into account: the last digits of
geometric means, and the header where no row of a column has a delta. CSV is written with --compat.

$HEADGATE_DIFFERENTIAL_OUTPUTS says how many outputs (default 200). Exit code 77: benchstat is not there.
"""

import dataclasses
import difflib
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BENCHSTAT = ROOT / "build" / "tools" / "bin" / "benchstat"
OUTPUTS = int(os.environ.get("HEADGATE_DIFFERENTIAL_OUTPUTS", "200"))
NOT_THERE = 77
SHOWN = 5

UNITS = ("ns/op", "B/op", "allocs/op", "MB/s", "p99-ns/op", "rows/op", "sec/B", "widgets", "bytes/op")
CONVERTED = ("ns/op", "MB/s", "p99-ns/op")
NAMES = ("A", "Bcd", "Encode/size=%d", "X/a=1/b=%d", "Long/with/parts/k=v%d", "É/é=%d")
NOISE = ("PASS", "ok  \tp\t1s", "Benchmark", "BenchmarkX", "--- BENCH: BenchmarkA", "    a_test.go:1: said", "exit status 1",
         "BenchmarkX 1", "BenchmarkX x 1 ns/op", "BenchmarkX 1 1", "BenchmarkX \t", "Unit", "Unit ns/op", "Unit ns/op x",
         "Unit ns/op better=lower", "Unit sec/op better=higher", "key:value", "http://x y: z", "# comment", "")
FLAGS_WITHOUT_POOLING = (
    ("-row", (".fullname", ".fullname@alpha", ".name,.fullname", "/size@num .fullname")),
    ("-table", (".config", "pkg,.config", ".config@alpha")),
    ("-filter", ("*", ".unit:ns/op", ".unit:(sec/op OR B/op)", "-.unit:B/op", ".name:A", "/size:/1/ OR .name:X", ".fullname:/A/",
                 "pkg:p0", 'goos:""', "-(.name:A OR .name:Bcd)", ".unit:/op/ AND .name:(A OR Encode)")),
)
FLAGS_WITH_POOLING = (
    ("-col", ("note", ".file,note", "/size", "goos", ".name", "/gomaxprocs", "note@(b a)")),
    ("-row", (".name", "/size", ".name,/a", "/size@num", ".name /b@(1 2)", ".name@(X A)")),
    ("-table", ("pkg", "", "goos,pkg", "note", ".name")),
    ("-ignore", ("note", "pkg", ".config", "/gomaxprocs", "goos,note", ".fullname")),
)


@dataclasses.dataclass
class Case:
    arguments: list
    files: dict


def value(rng, unit, base, tied):
    if tied:
        number = 0 if unit not in CONVERTED and rng.random() < 0.02 else rng.randint(1, tied)
    else:
        number = base * rng.uniform(0.9, 1.2)
    if isinstance(number, int):
        return str(number)
    # Six digits at least: fewer tie by themselves, and pooled sides are of unequal n.
    return repr(number) if number < 1 or number > 1e15 else f"{number:.{rng.randint(6, 9)}f}"


def one_file(rng, bases, units, samples, tied):
    head, lines = [], []
    if rng.random() < 0.5:
        head.append("goos: linux")
    if rng.random() < 0.5:
        head.append(f"pkg: p{rng.randint(0, 1)}")
    if rng.random() < 0.3:
        head.append("note: " + rng.choice(("a", "b", 'c, "d"', "")))
    if rng.random() < 0.1:
        head.append(f"Unit {units[-1]} assume=exact")
    shift = rng.choice((1, 1, 1.05))
    for name, base in bases.items():
        if lines and rng.random() < 0.1:
            continue
        for _ in range(samples):
            pairs = "\t".join(f"{value(rng, unit, base[unit] * shift, tied)} {unit}" for unit in units)
            lines.append(f"Benchmark{name}\t{rng.randint(1, 10**6)}\t{pairs}")
        if rng.random() < 0.2:
            lines.append(rng.choice(NOISE))
    if rng.random() < 0.2:
        rng.shuffle(lines)
    return "\n".join(head + lines) + "\n"


def make_case(seed):
    rng = random.Random(seed)
    # Pooled cells have any n: without ties or zeros, in multiples of 5, for which all intervals agree.
    pooled = rng.random() < 0.5
    tied = 0 if pooled else rng.choice((0, 0, 2, 5, 1000))
    samples = rng.choice((5, 10)) if pooled else rng.choice((1, 2, 3, 4, 5, 6, 8, 10, 20, 26, 31, 52))
    names = list(dict.fromkeys((name % rng.choice((1, 2, 16, 1024)) if "%d" in name else name) + rng.choice(("", "-8", "-16"))
                               for name in rng.choices(NAMES, k=rng.randint(1, 6))))
    units = rng.sample(UNITS, rng.randint(1, 3))
    bases = {name: {unit: 10 ** rng.uniform(-3, 7) for unit in units} for name in names}
    files = {f"f{i}.txt": one_file(rng, bases, units, samples, tied) for i in range(rng.randint(1, 4))}
    paths = list(files)
    if pooled and rng.random() < 0.2:
        paths = [rng.choice(("old=", "new=", "")) + path for path in paths]
    elif not pooled and rng.random() < 0.2:
        paths.append(paths[0])
    arguments = []
    for flag, choices in FLAGS_WITH_POOLING if pooled else FLAGS_WITHOUT_POOLING:
        if rng.random() < 0.4:
            arguments += [flag, rng.choice(choices)]
    if rng.random() < 0.2:
        arguments += ["-alpha", rng.choice(("0", "0.01", "0.51", "0.21", "4e-5"))]
    if rng.random() < 0.2:
        arguments += ["-confidence", rng.choice(("0.99", "0.9", "0", "1"))]
    return Case(arguments + ["-format", rng.choice(("text", "csv"))] + paths, files)


def output_of(program, arguments, folder):
    done = subprocess.run([*program, *arguments], cwd=folder, capture_output=True, timeout=60, check=False)
    return done.stdout.decode(), done.stderr.decode()


def same_geomean(ours, theirs):
    """Logarithms of two libraries: equal but for the last digit, of 17 in CSV, of 4 or of a percentage in text."""
    number = re.compile(r"[-+]?\d+(?:\.\d+)?(?:e[-+]\d+)?(%?)")
    relative = 1e-13 if "," in ours else 2e-3
    if number.sub("#", ours) != number.sub("#", theirs):
        return False
    for mine, other in zip(number.finditer(ours), number.finditer(theirs)):
        a, b = (float(one[0].rstrip("%")) for one in (mine, other))
        if abs(a - b) > (0.0101 if mine[1] else 0) + relative * abs(b):
            return False
    return True


def same_header(ours, theirs):
    return "│" in ours and ours.split() == theirs.split()


def differences(ours, theirs):
    mine, other = ours.split("\n"), theirs.split("\n")
    if len(mine) == len(other) and all(
            a == b or (a.startswith("geomean") and same_geomean(a, b)) or same_header(a, b) for a, b in zip(mine, other)):
        return []
    return list(difflib.unified_diff(other, mine, "benchstat", "headgate", lineterm="", n=0))


def diagnostics(text):
    """What both say; what headgate adds begins with its name. benchstat mixes the order."""
    return sorted(line for line in text.split("\n") if line and not line.startswith("headgate: ") and not line.startswith("  "))


def check(seed, folder):
    case = make_case(seed)
    for name, content in case.files.items():
        (folder / name).write_text(content, encoding="utf-8")
    theirs, their_notes = output_of([BENCHSTAT], case.arguments, folder)
    ours, our_notes = output_of([os.environ["HEADGATE_PROGRAM"], "compare", "-compat"], case.arguments, folder)
    wrong = differences(ours, theirs)
    if diagnostics(our_notes) != diagnostics(their_notes):
        wrong += ["diagnostics:", *difflib.unified_diff(diagnostics(their_notes), diagnostics(our_notes), lineterm="", n=0)]
    if wrong:
        print(f"seed {seed}: compare {' '.join(map(repr, case.arguments))}", *wrong[:12], sep="\n  ")
    return not wrong, bool(theirs)


def main():
    if not BENCHSTAT.exists():
        print("skipped: benchstat is not installed, scripts/setup brings it")
        return NOT_THERE
    if len(sys.argv) > 1:
        folder = pathlib.Path(tempfile.mkdtemp(prefix="differential."))
        print(folder)
        return 0 if check(int(sys.argv[1]), folder)[0] else 1
    wrong = compared = seed = 0
    while compared < OUTPUTS and wrong < SHOWN and seed < 2 * OUTPUTS + 50:
        with tempfile.TemporaryDirectory(prefix="differential.") as folder:
            agrees, has_output = check(seed, pathlib.Path(folder))
        wrong += not agrees
        compared += has_output
        seed += 1
    print(f"{compared} outputs compared, {wrong} of them differ")
    return 0 if wrong == 0 and compared >= OUTPUTS else 1


if __name__ == "__main__":
    sys.exit(main())
