"""Statistics and noise: speed, the tables of T 7.7-7.13 on Diabetes 130, recovery, and certified channels.

Usage: noise.py [DATA_FOLDER] [--part speed|tables|channels] [--runs N]; the folder is by default the environment
variable KINONYM_DATA, else ../shared/data. Prints Markdown tables, then the figures as one line of JSON.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from fractions import Fraction

import numpy as np
from data import data_folder, diabetes
from scipy.stats import chisquare

import kinonym as kn
from kinonym.grouped import Column, Tuples
from kinonym.methods.exponential import certify, chances, expected_unchanged, public_set
from kinonym.methods.exponential.certified_channel import largest_rate
from kinonym.methods.exponential.exact_draws import Sampler
from kinonym.methods.noise import Noise, NoiseNaive, NoiseProbabilistic, measure_recovery
from kinonym.metrics.utility import after
from kinonym.operators import correlation_matrix, covariance_matrix
from kinonym.operators.centres import column_sample, mean_point, variance_about
from kinonym.random import generator

ALPHAS = (0.1, 0.3, 0.5, 1.0)
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


# ── the tables of the thesis on Diabetes 130 ─────────────────────────────────────────────────────────


def features(tuples):
    """Means, variances, covariance matrix."""
    samples = [column_sample(tuples, j) for j in range(2)]
    means = [mean_point(sample) for sample in samples]
    variances = [variance_about(s, m) for s, m in zip(samples, means, strict=True)]
    return means, variances, covariance_matrix(tuples)


def correlation(matrix):
    return float(matrix[0, 1] / np.sqrt(matrix[0, 0] * matrix[1, 1]))


def run(method, tuples, before, seed):
    plan = method.plan(tuples, generator(seed))
    means, variances, matrix = features(after(plan)[0])
    alpha = getattr(method, "alpha", 0.0)
    out = {"sdCor": correlation(matrix)}
    for j, name in enumerate(NAMES):
        gap = tuples.columns[j].domain.between(np.array([means[j]]), np.array([before[0][j]]))
        out[f"mean distance {name}"] = float(gap[0])
        out[f"sVar {name}"] = variances[j]
        out[f"sVar − (1+α)·sVar {name}"] = abs(variances[j] - (1 + alpha) * before[1][j])
        for fact in ("rmse_actual", "rmse_target", "truncations", "side_drops"):
            if f"{fact}:{name}" in plan.facts:
                share = tuples.records if fact in ("truncations", "side_drops") else 1
                out[f"{fact} {name}"] = plan.facts[f"{fact}:{name}"] / share
    return out


def repeated(method, tuples, before, runs):
    """Mean and standard error of each figure."""
    rows = [run(method, tuples, before, seed) for seed in range(runs)]
    return {
        key: (float(np.mean([r[key] for r in rows])), float(np.std([r[key] for r in rows], ddof=1) / np.sqrt(runs)))
        for key in rows[0]
    }


def show(value):
    return f"{value[0]:.4f} ± {value[1]:.4f}"


class Independent(Noise):
    """Correlated noise with its covariances set to 0: the same error variances, independent errors."""

    def _fit(self, tuples, rng):
        fitted = super()._fit(tuples, rng)
        np.copyto(fitted.covariance, np.diag(np.diag(fitted.covariance)))
        return fitted


def bench_tables(folder, runs):
    tuples = diabetes(folder, NAMES, missing=False)
    before = features(tuples)
    labels = [
        tuples.columns[j].domain.tau.label(tuples.columns[j].domain.tau.concepts[int(before[0][j])]) for j in range(2)
    ]
    print(f"\nDiabetes 130: {tuples.records:,} encounters with both diagnoses, {len(tuples):,} distinct pairs")
    print(f"sMean {labels}, sVar {np.round(before[1], 4)}, sdVar {np.round(np.diag(before[2]), 4)}")
    print(f"sdCor {correlation(before[2]):.4f}; below: means over {runs} runs ± standard errors")
    out = {"before": {"sVar": before[1], "sdCor": correlation(before[2])}}
    families = {name: [Noise(alpha=a, **settings) for a in ALPHAS] for name, settings in METHODS.items()}
    families["Control: SNA-1, variances of the correlated, independent errors"] = [Independent(alpha=a) for a in ALPHAS]
    for name, methods in families.items():
        results = [repeated(method, tuples, before, runs) for method in methods]
        out[name] = dict(zip(map(str, ALPHAS), results, strict=True))
        print(f"\n**{name}**")
        head("", *(f"α = {a}" for a in ALPHAS))
        for key in results[0]:
            row(key, *(show(r[key]) for r in results))
    print("\n**Baselines**")
    head("", "naive", "probabilistic")
    results = [repeated(method, tuples, before, runs) for method in (NoiseNaive(), NoiseProbabilistic())]
    out["baselines"] = dict(zip(("naive", "probabilistic"), results, strict=True))
    for key in results[0]:
        row(key, *(show(r[key]) for r in results))
    out["recovery"] = bench_recovery(tuples)
    return out


def bench_recovery(tuples):
    print("\n**Recovery**: an attacker who sees a cell, knows the method and the frequencies names its original")
    head("method", *(f"{n}, α = {a}" for n in NAMES for a in (0.3, 1.0)))
    out = {}
    for name, settings in METHODS.items():
        found = [measure_recovery(Noise(alpha=a, **settings).fit(tuples), tuples) for a in (0.3, 1.0)]
        out[name] = [found[i][n].after for n in NAMES for i in range(2)]
        row(name, *(f"{cell:.1%}" for cell in out[name]))
    before = [found[0][n].before for n in NAMES]
    print(f"\nWithout the release: {before[0]:.1%} and {before[1]:.1%}.")
    return out


# ── exponential ──────────────────────────────────────────────────────────────────────────────────────


def chapter_set(taxonomy, chapter):
    column = Column("code", kn.Nominal(taxonomy, chapter), np.zeros(1))
    return public_set(column, {"code": chapter}, missing=False)


def bench_channels():
    taxonomy = kn.ontologies.load("icd10cm")
    return {
        "chapters": bench_chapters(taxonomy),
        "mechanisms": bench_mechanisms(taxonomy),
        "draws": bench_draws(taxonomy),
    }


def bench_chapters(taxonomy, epsilon=4.0):
    """Every chapter, enumerated."""
    head("ICD-10-CM chapter", "concepts", "Δ", f"certified worst log-ratio for ε = {epsilon:g}", "unchanged", "seconds")
    out = []
    for chapter in sorted(taxonomy.children(taxonomy.root), key=int):
        public = chapter_set(taxonomy, chapter)
        found, seconds = timed(lambda p=public: certify(p, epsilon, "exponential"))
        assert found.holds
        stay = expected_unchanged(public, epsilon, "exponential")
        width = public.sensitivity / 2**24
        row(chapter, f"{len(public):,}", f"{width:.4f}", f"{found.worst:.4f}", f"{stay:.3%}", f"{seconds:.1f}")
        out.append([chapter, len(public), width, found.worst, stay])
    return out


def bench_mechanisms(taxonomy):
    """What epsilon buys: both mechanisms, as published and tight."""
    head("chapter", "concepts", "mechanism", "ε", "worst log-ratio", "unchanged", "unchanged if tight", "rate if tight")
    out = []
    for chapter in ("3", "16"):
        public = chapter_set(taxonomy, chapter)
        for mechanism in ("exponential", "permute-and-flip"):
            for epsilon in (1.0, 4.0, 8.0):
                worst = certify(public, epsilon, mechanism).worst
                rate = float(largest_rate(public, Fraction(epsilon), mechanism))
                stay, more = (expected_unchanged(public, e, mechanism) for e in (epsilon, rate))
                out.append([chapter, len(public), mechanism, epsilon, worst, stay, rate, more])
                shown = f"{worst:.4f}", f"{stay:.2%}", f"{more:.2%}", f"{rate:.2f}"
                row(chapter, f"{len(public):,}", mechanism, f"{epsilon:g}", *shown)
    return out


def bench_draws(taxonomy, draws=10**6):
    """A million draws of one value against their exact probabilities."""
    head("mechanism", "ε", "draws", "seconds", "p of the fit")
    public = chapter_set(taxonomy, "3")
    place = len(public) - 1
    out = []
    for mechanism in ("exponential", "permute-and-flip"):
        for epsilon in (1, 8):
            sampler = Sampler(public, Fraction(epsilon), mechanism)
            sampler.draw(np.array([place]), generator())
            drawn, seconds = timed(lambda s=sampler: s.draw(np.full(draws, place), generator()))
            expected = chances(public.keys(public.points[[place]]), float(epsilon), public.sensitivity, mechanism)[0]
            fit = chisquare(np.bincount(drawn, minlength=len(public)), expected / expected.sum() * draws).pvalue
            out.append([mechanism, epsilon, seconds, fit])
            row(mechanism, epsilon, f"{draws:,}", f"{seconds:.1f}", f"{fit:.3f}")
    return out


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?")
    parser.add_argument("--part", choices=["speed", "tables", "channels"])
    parser.add_argument("--runs", type=int, default=10)
    given = parser.parse_args()
    found = {}
    if given.part in (None, "speed"):
        found |= {"correlation": bench_correlation(), "speed": bench_speed(), "stream": bench_stream()}
    if given.part in (None, "tables"):
        folder = data_folder(given.folder)
        if folder is not None:
            found["tables"] = bench_tables(folder, given.runs)
    if given.part in (None, "channels"):
        found["channels"] = bench_channels()
    print("\n" + json.dumps(found))


if __name__ == "__main__":
    main()
