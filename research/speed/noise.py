"""The speed of statistics, noise and `exponential`; what they cost in meaning is measured by the experiments.

Prints Markdown tables, then the figures as one line of JSON.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from fractions import Fraction

import numpy as np

import kinonym as kn
from kinonym.methods.exponential import certify, public_set
from kinonym.methods.exponential.exact_draws import Sampler
from kinonym.methods.noise import Noise
from kinonym.operators import correlation_matrix
from kinonym.random import generator
from kinonym.tuples import Column, Tuples

METHODS = {
    "Uncorrelated SNA-1 (mean)": {"correlated": False},
    "Correlated SNA-1 (mean)": {},
    "Correlated SNA-2 (pair)": {"reference": "pair"},
    "Correlated SNA-3 (root)": {"reference": "root"},
}
NAMES = ("diag_1", "diag_2")


def timed(call):
    begin = time.perf_counter()
    found = call()
    return found, time.perf_counter() - begin


def row(*cells):
    print("| " + " | ".join(str(cell) for cell in cells) + " |", flush=True)


def head(*cells):
    print()
    row(*cells)
    row(*["---"] * len(cells))


def power_law(rng, values, rows):
    """Long-tailed draws: the first values are frequent, the last rare."""
    return values[np.minimum(rng.random(rows) ** -2.0, len(values)).astype(np.int64) - 1]


# ── speed ────────────────────────────────────────────────────────────────────────────────────────────


def bench_correlation(rows=1_000_000, distinct=500):
    domain = kn.Nominal(kn.ontologies.load("wordnet"), "person.n.01")
    rng = np.random.default_rng(1)
    numbers = rng.choice(len(domain.tau), distinct, replace=False)
    drawn = rng.integers(0, distinct, rows)
    other = np.where(rng.random(rows) < 0.5, drawn, rng.integers(0, distinct, rows))
    names = np.array(domain.tau.concepts, dtype=object)[numbers]
    pairs = Counter(zip(drawn.tolist(), other.tolist(), strict=True))
    a, b = ([names[pair[j]] for pair in pairs] for j in range(2))
    kn.distance_correlation(domain, list(a[:50]), domain, list(b[:50]))  # start-up
    points = np.column_stack([numbers[drawn], numbers[other]]).astype(float)
    grouped, seconds = timed(lambda: Tuples.from_points(NAMES, [domain] * 2, points, np.ones(rows, dtype=np.int64))[0])
    found, correlation_seconds = timed(lambda: float(correlation_matrix(grouped)[0, 1]))
    print(f"distance correlation, {rows:,} rows × {distinct} values per column, {len(grouped):,} distinct pairs: "
          f"{found:.4f} in {correlation_seconds:.2f} s, after grouping the rows in {seconds:.2f} s")  # fmt: skip
    return {"correlation_seconds": correlation_seconds, "grouping_seconds": seconds}


def bench_speed(rows=1_000_000):
    head("domain", "concepts", "distinct values", "method", "seconds for 1,000,000 rows × 2 columns", "plan rows")
    out = {}
    domains = {
        "WordNet, person": kn.Nominal(kn.ontologies.load("wordnet"), "person.n.01"),
        "ICD-10-CM": kn.Nominal(kn.ontologies.load("icd10cm")),
    }
    for title, domain in domains.items():
        rng = np.random.default_rng(2)
        values = rng.choice(len(domain.tau), 2_000, replace=False).astype(float)
        first = power_law(rng, values, rows)
        second = np.where(rng.random(rows) < 0.5, first, power_law(rng, values, rows))
        points = np.column_stack([first, second])
        tuples, _ = Tuples.from_points(NAMES, [domain] * 2, points, np.ones(rows, dtype=np.int64))
        _ = domain.tau.subsumer_csr  # part of loading
        for name, settings in METHODS.items():
            method = Noise(alpha=0.3, **settings)
            plan, seconds = timed(lambda m=method, t=tuples: m.plan(t, generator()))
            out[f"{title}: {name}"] = seconds
            distinct = len(tuples.columns[0].points)
            row(title, f"{len(domain.tau):,}", f"{distinct:,}", name, f"{seconds:.1f}", f"{len(plan.source):,}")
    return out


def bench_stream():
    domain = kn.Nominal(kn.ontologies.load("icd10cm"))
    codes = list(domain.tau.concepts[30_000:30_200])
    stream = Noise(alpha=0.3).fit({"code": codes}, {"code": domain})
    stream.apply({"code": codes[0]})
    _, seconds = timed(lambda: [stream.apply({"code": code}) for code in codes])
    print(f"\nstream, one record at a time over ICD-10-CM: {len(codes) / seconds:,.0f} records a second")
    return {"stream_records_per_second": len(codes) / seconds}


# ── exponential ──────────────────────────────────────────────────────────────────────────────────────


def chapter_set(taxonomy, chapter):
    column = Column("code", kn.Nominal(taxonomy, chapter), np.zeros(1))
    return public_set(column, {"code": chapter}, missing=False)


def bench_enumeration(epsilon=4.0):
    """The largest chapters of ICD-10-CM, every pair of concepts looked at."""
    head("ICD-10-CM chapter", "concepts", "seconds to enumerate the channel")
    out = []
    for chapter in ("7", "13", "20"):
        public = chapter_set(kn.ontologies.load("icd10cm"), chapter)
        _, seconds = timed(lambda p=public: certify(p, epsilon, "exponential"))
        row(chapter, f"{len(public):,}", f"{seconds:.1f}")
        out.append([chapter, len(public), seconds])
    return out


def bench_draws(draws=10**6):
    """A million exact draws."""
    head("mechanism", "ε", "draws", "seconds")
    public = chapter_set(kn.ontologies.load("icd10cm"), "3")
    place = len(public) - 1
    out = []
    for mechanism in ("exponential", "permute-and-flip"):
        for epsilon in (1, 8):
            sampler = Sampler(public, Fraction(epsilon), mechanism)
            sampler.draw(np.array([place]), generator())
            _, seconds = timed(lambda s=sampler: s.draw(np.full(draws, place), generator()))
            out.append([mechanism, epsilon, seconds])
            row(mechanism, epsilon, f"{draws:,}", f"{seconds:.1f}")
    return out


def main() -> None:
    found = {
        "correlation": bench_correlation(), "speed": bench_speed(), "stream": bench_stream(),
        "enumeration": bench_enumeration(), "draws": bench_draws(),
    }  # fmt: skip
    print("\n" + json.dumps(found))


if __name__ == "__main__":
    main()
