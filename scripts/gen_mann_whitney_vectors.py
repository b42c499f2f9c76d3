#!/usr/bin/env python3
"""Writes the reference values of the Mann-Whitney tests, tests/data/stats/mann_whitney_*.csv.

usage: gen_mann_whitney_vectors.py [FOLDER]     (default: tests/data/stats; needs SciPy)

mann_whitney_scipy.csv   p by scipy.stats.mannwhitneyu: exact without ties, asymptotic with ties
                         and continuity correction. mannwhitneyu has no exact p for ties.
mann_whitney_pairs.csv   500 small pairs: without ties by mannwhitneyu, with ties by
                         scipy.stats.permutation_test over all ways to deal the values.
mann_whitney_ties.csv    exact p with ties: ways to deal the values, counted in whole numbers
                         of any size, a Fraction until the last step.

Samples come from a seeded generator, so that another run writes the same files. Takes a minute,
because every exact p of SciPy is checked by counting too.
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


def doubled_u(base, head):
    """Twice the number of pairs in which base is the larger one, equal ones counting half."""
    return sum(2 * (b > h) + (b == h) for b in base for h in head)


def exact_p(base, head):
    """min(1, 2 min(P(U <= u), P(U >= u))) over all ways to deal the pooled values to two sides.

    Deals one set of equal values after another; the weight of giving c of t to base is C(t, c).
    """
    ways = {(0, 0): 1}  # (values given to base, doubled U) -> number of ways
    placed = 0
    for _, size in sorted(collections.Counter(base + head).items()):
        following = collections.defaultdict(int)
        for (given, u), count in ways.items():
            elsewhere = placed - given
            for c in range(min(size, len(base) - given) + 1):
                if elsewhere + size - c <= len(head):
                    key = given + c, u + c * (2 * elsewhere + size - c)
                    following[key] += count * math.comb(size, c)
        ways = following
        placed += size
    total = math.comb(len(base) + len(head), len(base))
    assert sum(ways.values()) == total
    seen = doubled_u(base, head)
    at_most = sum(count for (_, u), count in ways.items() if u <= seen)
    at_least = sum(count for (_, u), count in ways.items() if u >= seen)
    return float(min(fractions.Fraction(1), fractions.Fraction(2 * min(at_most, at_least), total)))


def distinct(rng, n1, n2, shift):
    """Even numbers of [0, 1000) for base, odd ones for head, moved up by twice `shift`."""
    base = [2 * x for x in rng.sample(range(500), n1)]
    return base, [2 * (x + shift) + 1 for x in rng.sample(range(500), n2)]


def tied(rng, n1, n2, levels, shift):
    """Whole numbers of [0, levels) on both sides, head's moved up by `shift`."""
    base = [rng.randrange(levels) for _ in range(n1)]
    return base, [rng.randrange(levels) + shift for _ in range(n2)]


def scipy_rows(rng):
    for n1, n2, shift in [(4, 4, 0), (5, 8, 90), (10, 10, 60), (12, 20, -120), (25, 25, 90),
                          (30, 45, 0), (7, 50, 190), (49, 50, -60), (50, 50, 0), (50, 50, 80),
                          (50, 50, 300)]:
        base, head = distinct(rng, n1, n2, shift)
        result = stats.mannwhitneyu(base, head, method="exact")
        assert math.isclose(result.pvalue, exact_p(base, head), rel_tol=1e-9)
        yield "exact", base, head, float(result.statistic), float(result.pvalue)
    for n1, n2, levels, shift in [(51, 51, 1000, 40), (60, 80, 30, 3), (80, 60, 30, -3),
                                  (51, 10, 8, 1), (100, 100, 3, 0), (120, 70, 2, 1),
                                  (75, 75, 200, 150)]:
        base, head = tied(rng, n1, n2, levels, shift)
        result = stats.mannwhitneyu(base, head, method="asymptotic", use_continuity=True)
        yield "asymptotic", base, head, float(result.statistic), float(result.pvalue)


def tied_rows(rng):
    for n1, n2, levels, shift in [(5, 4, 3, 0), (10, 10, 6, 1), (10, 16, 30, 4), (25, 25, 40, 5),
                                  (33, 33, 50, 3), (33, 33, 5, 0), (34, 34, 50, -4),
                                  (20, 50, 25, -3), (50, 20, 25, -3), (50, 50, 100, 0),
                                  (50, 50, 12, 2), (50, 50, 2, 0), (50, 50, 1000, 120),
                                  (50, 41, 60, -20), (64, 64, 90, 9)]:
        base, head = tied(rng, n1, n2, levels, shift)
        yield "exact-ties", base, head, doubled_u(base, head) / 2, exact_p(base, head)


def pair_rows(rng):
    """Every other pair with ties; up to 924 ways to deal the tied ones."""
    for number in range(500):
        n1, n2 = rng.randint(2, 6), rng.randint(2, 6)
        if number % 2 == 0:
            n1, n2 = n1 + rng.randint(-1, 14), n2 + rng.randint(-1, 14)
            base, head = distinct(rng, n1, n2, rng.randint(-200, 200))
            result = stats.mannwhitneyu(base, head, method="exact")
            yield "exact", base, head, float(result.statistic), float(result.pvalue)
            continue
        base, head = tied(rng, n1, n2, rng.randint(2, 5), rng.randint(-1, 1))
        everything = base + head
        if len(set(everything)) == 1 or len(set(everything)) == len(everything):
            base[0] = head[0] = min(everything) - 1
            base.append(max(everything))
        result = stats.permutation_test((base, head), doubled_u, permutation_type="independent",
                                        n_resamples=math.inf, alternative="two-sided",
                                        vectorized=False)
        yield "exact-ties", base, head, doubled_u(base, head) / 2, float(result.pvalue)


def write(path, source, rows):
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write(f"# {source}; by scripts/gen_mann_whitney_vectors.py\n")
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["method", "base", "head", "u", "p"])
        for method, base, head, u, p in rows:
            sides = [" ".join(map(str, side)) for side in (base, head)]
            writer.writerow([method, *sides, repr(u), repr(p)])


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "tests/data/stats")
    rng = random.Random(20240229)
    write(folder / "mann_whitney_scipy.csv",
          f"scipy.stats.mannwhitneyu of SciPy {scipy.__version__}, two-sided", scipy_rows(rng))
    write(folder / "mann_whitney_pairs.csv",
          f"scipy.stats.mannwhitneyu and permutation_test of SciPy {scipy.__version__}, two-sided",
          pair_rows(random.Random(500)))
    write(folder / "mann_whitney_ties.csv",
          "exact two-sided p with ties, counted in whole numbers", tied_rows(rng))


if __name__ == "__main__":
    main()
