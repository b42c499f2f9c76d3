#!/usr/bin/env python3
"""Writes the reference values of the paired tests, intervals, trend, regimes and power.

usage: gen_paired_vectors.py [FOLDER]     (default: tests/data/stats; needs SciPy)

signed_rank.csv      p by scipy.stats.wilcoxon without ties, and approximate beyond 100 pairs; with
                     ties by counting signs in whole numbers
sign_test.csv        p by scipy.stats.binomtest
hodges_lehmann.csv   estimate and interval of one series: up to 14 values every assignment of signs
                     is listed, up to 100 counted, beyond by scipy.stats.norm
hodges_lehmann_shift.csv   the same for two series: every way to deal the ranks is listed, beyond
                     64 a side by scipy.stats.norm
mann_kendall.csv     p by scipy.stats.kendalltau without ties up to 34, by listing or counting
                     orders with ties, by scipy.stats.norm beyond; slope by theilslopes
autocorrelation.csv  lag 1, in Fractions
regimes.csv          the best of all splits, in Fractions
regime_rates.csv     how often simulated series are called two regimes, by NumPy
power.csv            shares of all draws that the exact Mann-Whitney test rejects

Samples come from a seeded generator, so that another run writes the same files.
"""

import collections
import csv
import itertools
import math
import pathlib
import random
import sys
from fractions import Fraction

import numpy
import scipy
from scipy import stats

from gen_mann_whitney_vectors import doubled_u, exact_p

SCIPY = f"SciPy {scipy.__version__}"


def middle(values):
    """The exact median."""
    values = sorted(values)
    half = len(values) // 2
    return values[half] if len(values) % 2 else Fraction(values[half - 1] + values[half]) / 2


def doubled_ranks(sizes):
    """Twice the mean rank of each."""
    return [sum(2 * (other < size) + (other == size) for other in sizes) + 1 for size in sizes]


def sums(ranks):
    """How many of the 2^n choices of ranks have each sum."""
    ways = collections.Counter({0: 1})
    for rank in ranks:
        following = collections.Counter(ways)
        for total, count in ways.items():
            following[total + rank] += count
        ways = following
    return ways


def listed_sums(ranks):
    """The same by listing all choices."""
    return collections.Counter(sum(itertools.compress(ranks, picks))
                               for picks in itertools.product((0, 1), repeat=len(ranks)))


def smaller_tail_p(ways, seen):
    total = sum(ways.values())
    at_most = sum(count for value, count in ways.items() if value <= seen)
    at_least = sum(count for value, count in ways.items() if value >= seen)
    return float(min(Fraction(1), Fraction(2 * min(at_most, at_least), total)))


def signed_rank(differences):
    """Doubled W, and the doubled ranks."""
    differences = [d for d in differences if d]
    ranks = doubled_ranks([abs(d) for d in differences])
    return sum(rank for d, rank in zip(differences, ranks) if d > 0), ranks


def signed_rank_rows(rng):
    for n, shift in [(1, 0), (4, 0), (5, 90), (6, 2000), (10, 60), (12, -40), (20, 200), (40, 90),
                     (50, -300), (50, 0)]:
        sizes = rng.sample(range(1, 1000), n)
        d = [size if rng.randrange(1000) < 500 + shift else -size for size in sizes]
        w, ranks = signed_rank(d)
        p = float(stats.wilcoxon(d, method="exact").pvalue)
        assert math.isclose(p, smaller_tail_p(sums(ranks), w), rel_tol=1e-9)
        yield "exact", d, w / 2, p
    for n, levels, shift in [(4, 2, 0), (8, 3, 1), (10, 5, 1), (14, 6, 0), (16, 9, -2), (33, 12, 2),
                             (60, 5, 1), (100, 40, 4), (105, 12, 0)]:
        ranks = []
        while not len(set(ranks)) < len(ranks) <= 100:
            d = [rng.randrange(-levels, levels + 1) + shift for _ in range(n)]
            w, ranks = signed_rank(d)
        if len(ranks) <= 16:
            assert listed_sums(ranks) == sums(ranks)
        yield "exact-ties", d, w / 2, smaller_tail_p(sums(ranks), w)
    for n, levels, shift in [(101, 10**6, 0), (120, 9, 1), (150, 3, 0), (300, 50, -8),
                             (250, 1000, 400)]:
        d = [x for x in (rng.randrange(-levels, levels + 1) + shift for _ in range(n)) if x]
        d += [1] * (101 - len(d))
        w, _ = signed_rank(d)
        result = stats.wilcoxon(d + [0, 0], method="asymptotic", correction=True)
        yield "asymptotic", d + [0, 0], w / 2, float(result.pvalue)


def sign_rows():
    for positive, negative in [(1, 0), (0, 6), (5, 4), (5, 5), (31, 2), (9, 1), (12, 28),
                               (400, 600), (40, 0), (0, 0)]:
        n = positive + negative
        p = float(stats.binomtest(positive, n).pvalue) if n else 1.0
        count = sum(math.comb(n, k) for k in range(min(positive, negative) + 1))
        assert math.isclose(p, min(1, float(Fraction(2 * count, 2**n))), rel_tol=1e-9)
        yield positive, negative, p


def counted(ways):
    """P(statistic <= s) for counts of each outcome."""
    total = sum(ways.values())
    return lambda s: Fraction(sum(ways[t] for t in range(s + 1)), total)


def approximated(largest, variance):
    """The same by the normal distribution, with continuity correction."""
    return lambda s: float(stats.norm.cdf((s + 0.5 - largest / 2) / math.sqrt(variance)))


def order_interval(values, at_most, confidence):
    """The k-th value from either end, k as large as the confidence allows; infinite for k = 0."""
    values = sorted(values)
    covered = {0: 1}
    for k in range(1, (len(values) + 1) // 2 + 1):
        covered[k] = 1 - 2 * at_most(k - 1)
        if covered[k] < Fraction(confidence):
            break
    k = max(k for k in covered if covered[k] >= Fraction(confidence))
    low, high = (values[k - 1], values[-k]) if k else ("-inf", "inf")
    return [str(float(x)) for x in (middle(values), low, high, covered[k])]


def hodges_lehmann_row(values, at_most, confidence):
    walsh = [Fraction(a + b, 2) for a, b in itertools.combinations_with_replacement(values, 2)]
    return [" ".join(map(str, values)), confidence, *order_interval(walsh, at_most, confidence)]


def hodges_lehmann_rows(rng):
    for n in (1, 2, 5, 6, 9, 10, 12, 14):
        values = [rng.randrange(-500, 1000) for _ in range(n)]
        for confidence in (0.0, 0.5, 0.9, 0.95, 0.99):
            yield hodges_lehmann_row(values, counted(listed_sums(range(1, n + 1))), confidence)
    large = random.Random(1)
    for n in (40, 100, 101, 130):
        values = [large.randrange(-50000, 100000) for _ in range(n)]
        at_most = (counted(sums(range(1, n + 1))) if n <= 100 else
                   approximated(n * (n + 1) // 2, n * (n + 1) * (2 * n + 1) / 24))
        for confidence in (0.9, 0.95, 0.99, 0.999, 0.9999):
            yield hodges_lehmann_row(values, at_most, confidence)


def shift_row(base, head, at_most, confidence):
    differences = [h - b for b in base for h in head]
    return [" ".join(map(str, base)), " ".join(map(str, head)), confidence,
            *order_interval(differences, at_most, confidence)]


def shift_rows(rng):
    for n1, n2 in [(1, 1), (4, 4), (3, 8), (7, 5), (8, 8)]:
        base = [rng.randrange(1000) for _ in range(n1)]
        head = [rng.randrange(1000) + 100 for _ in range(n2)]
        ways = collections.Counter(
            sum(ranks) - n1 * (n1 - 1) // 2 for ranks in itertools.combinations(range(n1 + n2), n1))
        for confidence in (0.0, 0.9, 0.95, 0.99):
            yield shift_row(base, head, counted(ways), confidence)
    large = random.Random(2)
    for n1, n2 in [(65, 20), (70, 80)]:
        base = [large.randrange(100000) for _ in range(n1)]
        head = [large.randrange(100000) + 10000 for _ in range(n2)]
        for confidence in (0.9, 0.95, 0.99, 0.999, 0.9999):
            yield shift_row(base, head, approximated(n1 * n2, n1 * n2 * (n1 + n2 + 1) / 12),
                            confidence)


def kendall_s(series):
    return sum((b > a) - (b < a) for a, b in itertools.combinations(series, 2))


def orders(series):
    """How many distinct orders have each S, by inserting the groups from the smallest value up."""
    ways = collections.Counter({0: 1})
    placed = 0
    for _, size in sorted(collections.Counter(series).items()):
        # Where the values of the group stand among those placed: each placed value before one of
        # them is a rise, each after it a fall.
        places = collections.Counter({(0, 0): 1})  # (of the group placed, S) -> ways
        for position in range(placed + 1):
            following = collections.Counter()
            for (used, s), count in places.items():
                for here in range(size - used + 1):
                    following[used + here, s + here * (2 * position - placed)] += count
            places = following
        added = collections.Counter()
        for (used, s), count in places.items():
            if used == size:
                added[s] += count
        joined = collections.Counter()
        for s, count in ways.items():
            for more, factor in added.items():
                joined[s + more] += count * factor
        ways = joined
        placed += size
    return ways


def listed_orders(series):
    """The same by listing all permutations, distinct or not."""
    return collections.Counter(kendall_s(order) for order in itertools.permutations(series))


def kendall_normal_p(series):
    n = len(series)
    ties = sum(t * (t - 1) * (2 * t + 5) for t in collections.Counter(series).values())
    variance = (n * (n - 1) * (2 * n + 5) - ties) / 18
    z = max(abs(kendall_s(series)) - 1, 0) / math.sqrt(variance)
    return float(2 * stats.norm.sf(z))


def mann_kendall_rows(rng):
    def row(method, series, p):
        slope = float(stats.theilslopes(series).slope)
        return [method, " ".join(map(str, series)), kendall_s(series), repr(p), repr(slope)]

    for n, drift in [(2, 0), (3, 500), (5, 0), (10, 40), (10, 400), (20, -30), (34, 5), (34, 60)]:
        series = []
        while len(set(series)) < n:
            series = [x + drift * i for i, x in enumerate(rng.sample(range(1000), n))]
        p = float(stats.kendalltau(range(n), series, method="exact").pvalue)
        assert math.isclose(p, smaller_tail_p(orders(series), kendall_s(series)), rel_tol=1e-9)
        yield row("exact", series, p)
    for n, levels in [(4, 2), (6, 3), (7, 4), (8, 3), (10, 4), (20, 6), (34, 2), (34, 20)]:
        series = [rng.randrange(levels) + i // 7 for i in range(n)]
        counted = smaller_tail_p(orders(series), kendall_s(series))
        if n <= 8:
            assert counted == smaller_tail_p(listed_orders(series), kendall_s(series))
        yield row("exact-ties", series, counted)
    for n, levels, every in [(35, 10**6, 1), (40, 5, 9), (80, 1000, 1), (100, 4, 50)]:
        series = [rng.randrange(levels) + i // every for i in range(n)]
        yield row("asymptotic", series, kendall_normal_p(series))


def autocorrelation_rows(rng):
    for n in (3, 10, 12, 40):
        for keep in (0, 3):
            series = [rng.randrange(100)]
            while len(series) < n:
                series.append((series[-1] * keep) // 4 + rng.randrange(100))
            mean = Fraction(sum(series), n)
            d = [x - mean for x in series]
            lag1 = sum(a * b for a, b in zip(d, d[1:])) / sum(x * x for x in d)
            yield [" ".join(map(str, series)), repr(float(lag1))]


def squares(values):
    mean = Fraction(sum(values), len(values))
    return sum((x - mean) ** 2 for x in values)


def regime_rows(rng):
    for n, high, apart in [(2, 1, 5), (5, 2, 30), (10, 0, 0), (10, 3, 90), (12, 6, 300),
                           (20, 9, 40), (24, 5, 800), (40, 13, 200), (15, 1, 500)]:
        values = [rng.randrange(40) + (apart if i < high else 0) for i in range(n)]
        ordered = sorted(values)
        inside, k = min((squares(ordered[:k]) + squares(ordered[k:]), k)
                        for k in range(1, n) if ordered[k - 1] < ordered[k])
        parts = ordered[:k], ordered[k:]
        inner = middle([abs(x - middle(part)) for part in parts for x in part])
        gap = ordered[k] - ordered[k - 1]
        scale = float(inner) / float(stats.norm.ppf(0.75))
        yield [" ".join(map(str, values)), k, repr(float(1 - inside / squares(values))), gap,
               repr(gap / scale) if scale else "inf"]


def called_two(values):
    """The rule of src/core/stats/regimes.h, told once more."""
    values = numpy.sort(values)
    n = len(values)
    sums = numpy.cumsum(values - values.mean())[:-1]
    sizes = numpy.arange(1, n)
    between = sums**2 * n / (sizes * (n - sizes))
    k = sizes[between.argmax()]
    low, high = values[:k], values[k:]
    inner = numpy.concatenate([low - numpy.median(low), high - numpy.median(high)])
    return (n >= 10 and min(k, n - k) * 5 >= n and between.max() >= 0.9 * n * values.var()
            and high[0] - low[-1] > 4 * numpy.median(abs(inner)) / stats.norm.ppf(0.75))


def regime_rate_rows():
    """Of each series the values are `apart` deviations higher with probability `share`."""
    rng = numpy.random.default_rng(20240301)
    repeats = 20000
    for n, share, apart in [(10, 0, 0), (12, 0, 0), (20, 0, 0), (10, 0.4, 8), (20, 0.25, 10)]:
        two = sum(called_two(rng.normal(size=n) + apart * (rng.random(n) < share))
                  for _ in range(repeats))
        yield n, share, apart, repeats, two


def power_rows():
    """All draws with replacement of 4 (or 3) a side from three (or four) values."""
    for values, factor, n, alpha in [((10, 13, 17), 1, 4, 0.05), ((10, 13, 17), 2, 4, 0.05),
                                     ((10, 13, 17), 1.5, 4, 0.05), ((10, 13, 17), 0.5, 4, 0.1),
                                     ((4, 7, 9, 20), 1.25, 3, 0.2)]:
        draws = collections.Counter(tuple(sorted(d)) for d in itertools.product(values, repeat=n))
        higher = lower = 0
        for (base, ways), (other, others) in itertools.product(draws.items(), repeat=2):
            head = [x * factor for x in other]
            if exact_p(list(base), head) < alpha:
                if doubled_u(base, head) < n * n:
                    higher += ways * others
                else:
                    lower += ways * others
        total = len(values) ** (2 * n)
        yield [" ".join(map(str, values)), factor - 1, n, alpha, repr(higher / total),
               repr(lower / total)]


def write(path, source, columns, rows):
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write(f"# {source}; by scripts/gen_paired_vectors.py\n")
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(rows)


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "tests/data/stats")
    rng = random.Random(20240301)
    write(folder / "signed_rank.csv", f"scipy.stats.wilcoxon of {SCIPY}; with ties counted",
          ["method", "differences", "w", "p"],
          [[method, " ".join(map(str, d)), repr(w), repr(p)]
           for method, d, w, p in signed_rank_rows(rng)])
    write(folder / "sign_test.csv", f"scipy.stats.binomtest of {SCIPY}",
          ["positive", "negative", "p"], sign_rows())
    estimate = ["confidence", "estimate", "lo", "hi", "covered"]
    write(folder / "hodges_lehmann.csv",
          f"signs listed or counted, beyond 100 scipy.stats.norm of {SCIPY}", ["values", *estimate],
          hodges_lehmann_rows(rng))
    write(folder / "hodges_lehmann_shift.csv",
          f"all deals listed, beyond 64 scipy.stats.norm of {SCIPY}", ["base", "head", *estimate],
          shift_rows(rng))
    write(folder / "mann_kendall.csv",
          f"scipy.stats.kendalltau, norm and theilslopes of {SCIPY}; with ties counted",
          ["method", "series", "s", "p", "slope"], mann_kendall_rows(rng))
    write(folder / "autocorrelation.csv", "in fractions", ["series", "lag1"],
          autocorrelation_rows(rng))
    write(folder / "regimes.csv", f"all splits, in fractions; scipy.stats.norm.ppf of {SCIPY}",
          ["values", "low_count", "explained", "gap", "separation"], regime_rows(rng))
    write(folder / "regime_rates.csv", f"simulated by NumPy {numpy.__version__}",
          ["n", "share_high", "apart", "series", "called_two"], regime_rate_rows())
    write(folder / "power.csv", "all draws listed, p counted in whole numbers",
          ["values", "effect", "n", "alpha", "head_higher", "head_lower"], power_rows())


if __name__ == "__main__":
    main()
