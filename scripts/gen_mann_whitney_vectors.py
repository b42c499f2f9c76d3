#!/usr/bin/env python3
"""Writes the reference values of the Mann-Whitney tests, tests/data/stats/mann_whitney_*.csv.

usage: gen_mann_whitney_vectors.py [FOLDER]     (default: tests/data/stats; needs SciPy)

mann_whitney_scipy.csv   p by scipy.stats.mannwhitneyu: exact without ties, asymptotic with ties
                         and continuity correction. SciPy has no exact p for ties.
mann_whitney_ties.csv    exact p for ties, where SciPy has none: products of polynomials in whole
                         numbers of any size, Fractions until the last step.

Samples come from a seeded generator, so that another run writes the same files.
"""

import collections
import csv
import fractions
import math
import pathlib
import random
import sys

import scipy
from scipy import stats


def exact_two_sided(base, head):
    """min(1, 2 min(P(U <= u), P(U >= u))) over all ways to deal the pooled values to two sides.

    The generating function: each set of t equal values contributes the sum over c of
    C(t, c) x^c y^(2 U of the c values), where U depends on how many went elsewhere before.
    """
    doubled_u = sum(2 * (b > h) + (b == h) for b in base for h in head)
    ways = {(0, 0): 1}  # (values given to base, doubled U) -> number of ways
    placed = 0
    for _, size in sorted(collections.Counter(base + head).items()):
        following = collections.defaultdict(int)
        for (given, u), count in ways.items():
            for c in range(min(size, len(base) - given) + 1):
                elsewhere = placed - given
                if elsewhere + size - c > len(head):
                    continue
                key = given + c, u + c * (2 * elsewhere + size - c)
                following[key] += count * math.comb(size, c)
        ways = following
        placed += size
    total = math.comb(len(base) + len(head), len(base))
    assert sum(ways.values()) == total
    at_most = sum(count for (_, u), count in ways.items() if u <= doubled_u)
    at_least = sum(count for (_, u), count in ways.items() if u >= doubled_u)
    return float(min(fractions.Fraction(1), fractions.Fraction(2 * min(at_most, at_least), total)))


def doubled(base, head):
    """Twice the number of pairs in which base is the larger one, equal ones counting half."""
    return sum(2 * (b > h) + (b == h) for b in base for h in head)


def distinct(rng, n1, n2, shift):
    """Two sides of distinct whole numbers, head's larger by about `shift`; all pooled ones differ."""
    while True:
        base = [round(rng.gauss(1000, 100)) * 2 for _ in range(n1)]
        head = [round(rng.gauss(1000 + shift, 100)) * 2 + 1 for _ in range(n2)]
        base = rng.sample(range(min(base), max(base) + 1, 2), n1)
        head = rng.sample(range(min(head), max(head) + 1, 2), n2)
        if len(set(base + head)) == n1 + n2:
            return base, head


def tied(rng, n1, n2, levels, shift):
    """Two sides of whole numbers in [0, levels), head's moved up by `shift`."""
    return [rng.randrange(levels) for _ in range(n1)], [rng.randrange(levels) + shift for _ in range(n2)]


def scipy_rows(rng):
    for n1, n2, shift in [(4, 4, 0), (5, 8, 40), (10, 10, 60), (12, 20, -80), (25, 25, 40),
                          (30, 45, 0), (7, 50, 100), (49, 50, -30), (50, 50, 0), (50, 50, 50), (50, 50, 150)]:
        base, head = distinct(rng, n1, n2, shift)
        result = stats.mannwhitneyu(base, head, method="exact")
        assert math.isclose(result.pvalue, exact_two_sided(base, head), rel_tol=1e-9)
        yield "exact", base, head, result
    for n1, n2, levels, shift in [(51, 51, 1000, 40), (60, 80, 30, 3), (80, 60, 30, -3), (51, 10, 8, 1),
                                  (100, 100, 3, 0), (120, 70, 2, 1), (75, 75, 200, 150)]:
        base, head = tied(rng, n1, n2, levels, shift)
        result = stats.mannwhitneyu(base, head, method="asymptotic", use_continuity=True)
        yield "asymptotic", base, head, result


def tied_rows(rng):
    for n1, n2, levels, shift in [(5, 4, 3, 0), (10, 10, 6, 1), (10, 16, 30, 4), (25, 25, 40, 5),
                                  (33, 33, 50, 3), (33, 33, 5, 0), (34, 34, 50, -4), (20, 50, 25, -3),
                                  (50, 20, 25, -3), (50, 50, 100, 0), (50, 50, 12, 2), (50, 50, 2, 0),
                                  (50, 50, 1000, 120), (50, 41, 60, -20), (64, 64, 90, 9)]:
        base, head = tied(rng, n1, n2, levels, shift)
        yield base, head, exact_two_sided(base, head)


def text(values):
    return " ".join(map(str, values))


def write(path, comment, header, rows):
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write(f"# {comment}\n")
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "tests/data/stats")
    rng = random.Random(20240229)
    write(folder / "mann_whitney_scipy.csv",
          f"scipy.stats.mannwhitneyu of SciPy {scipy.__version__}, two-sided; by scripts/gen_mann_whitney_vectors.py",
          ["method", "base", "head", "u", "p"],
          [[method, text(base), text(head), repr(float(result.statistic)), repr(float(result.pvalue))]
           for method, base, head, result in scipy_rows(rng)])
    write(folder / "mann_whitney_ties.csv",
          "exact two-sided p with ties, counted in whole numbers by scripts/gen_mann_whitney_vectors.py",
          ["method", "base", "head", "u", "p"],
          [["exact-ties", text(base), text(head), repr(doubled(base, head) / 2), repr(p)]
           for base, head, p in tied_rows(rng)])


if __name__ == "__main__":
    main()
