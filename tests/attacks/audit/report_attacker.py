"""An attacker who reads publishable reports and works out counts that they hide.

It knows the program: a combination of hidden counts is possible if it agrees with what the report shows of the
column (the total, how many values are hidden, the entropy before) and if the program would have hidden exactly these
counts.
Several reports of one table are read together.
"""

import math
from itertools import combinations, permutations

import numpy as np

import kinonym as kn
from kinonym.release.report.moved_shares import _UNNAMED
from kinonym.release.report.publishing import bins_shown
from kinonym.release.report.value_labels import SMALLEST
from kinonym.release.report.values_shown import find_shown

MOST_PARTS, MOST_RECORDS = 12, 40
EXACT = 1e-9


def partitions(total, parts, most=None):
    """All ways to write a total as so many counts of at least 1, the greatest first."""
    most = total if most is None else most
    if parts == 0:
        if total == 0:
            yield ()
        return
    for first in range(min(most, total - parts + 1), 0, -1):
        if first * parts < total:
            return
        for rest in partitions(total - first, parts - 1, first):
            yield (first, *rest)


def certain_counts(candidates):
    """The count that every hidden value or bin must have, if it is below five; else None.

    Hidden values cannot be distinguished: each may have any of the counts of any candidate.
    """
    counts = {count for candidate in candidates for count in candidate}
    return counts.pop() if len(counts) == 1 and min(counts) < SMALLEST else None


def spread(counts):
    """What a count contributes to the entropy of its column."""
    return sum(count * math.log(count) for count in counts if count)


def hidden_before(reports, column):
    """Names with a hidden count before, the records that are hidden, and the candidates for their counts."""
    known, named, numbers = {}, set(), set()
    for report in reports:
        rows = report["columns"][column]
        known |= {row["value"]: row["before"] for row in rows["values"] if row["before"] is not None}
        named |= {
            moved["value"]
            for moved in report["shares_that_moved"]
            if moved["column"] == column and moved["before"] is None and moved["value"] != _UNNAMED
        }
        numbers.add(rows["not_shown"]["before"])
    total, left = reports[0]["utility"]["records"], reports[0]["utility"]["records"] - sum(known.values())
    parts = max((number for number in numbers if number is not None), default=None)
    candidates = possible_values(reports[0], column, list(known.values()), total, left, parts)
    if candidates and not known:  # then a concept that no record had is reported as hidden, too
        candidates.append((0,))
    return named - set(known), left, candidates


def possible_values(report, column, known, total, left, parts):
    """All candidates for the hidden counts of a column of words; None where there are too many to look at."""
    if parts is None or left > MOST_RECORDS or parts > MOST_PARTS:
        return None
    entropy = (report["distribution"] or {}).get("entropy", {}).get(column)
    if parts:  # the entropy is then that of the values shown
        entropy = None
    found = []
    for counts in partitions(left, parts):
        seen = find_shown(np.array([*known, *counts], dtype=np.int64))
        same = entropy is None or abs(math.log(total) - spread([*known, *counts]) / total - entropy[0]) < EXACT
        if same and seen[: len(known)].all() and not seen[len(known) :].any():
            found.append(counts)
    return found


def hidden_bins(report, column):
    """Bins of distances with a hidden count, and the candidates for their counts."""
    bins = report["columns"][column]["distances"]["records"][1:]
    changed = round(report["utility"]["records"] * report["utility"]["columns"][column]["changed"])
    unknown = [i for i, count in enumerate(bins) if count is None]
    left = changed - sum(count or 0 for count in bins)
    if not unknown or len(unknown) > MOST_PARTS or left > MOST_RECORDS:
        return unknown, None
    stayed = report["utility"]["records"] - changed
    if len(unknown) == len(bins):  # empty bins are not shown either
        return unknown, [tuple(c) for n in range(1, len(bins) + 1) for c in partitions(left, n)] + [(0,)]
    found = []
    for counts in partitions(left, len(unknown)):
        counts_in_bins = np.array([stayed, *(count or 0 for count in bins)], dtype=np.int64)
        counts_in_bins[[i + 1 for i in unknown]] = counts
        is_shown = bins_shown(counts_in_bins)[1]
        if [i for i in range(len(bins)) if not is_shown[i + 1]] == unknown:
            found.append(counts)
    return unknown, found


def find_disclosed_counts(reports):
    """(column, kind, count) of every count below five that the reports disclose."""
    found = []
    for column in reports[0]["columns"]:
        shown_in = [
            {row["value"]: row["before"] for row in report["columns"][column]["values"] if row["before"] is not None}
            for report in reports
        ]
        found += [(column, "shown", n) for rows in shown_in for n in rows.values() if n < SMALLEST]
        named, _, candidates = hidden_before(reports, column)
        if named and candidates and (count := certain_counts(candidates)):
            found.append((column, "value", count))
        for report in reports:
            bins, candidates = hidden_bins(report, column)
            if bins and candidates and (count := certain_counts(candidates)):
                found.append((column, "bin", count))
    return found


def solve_with_figures(report, column, domain, concepts):
    """Counts below five that follow if every candidate must also give the figures of the column; concept → count.

    Exact figures, rounded ones and those of the shown values are all tried: a candidate is possible if it gives one.

    Parameters
    ----------
    domain
        The public ontology.
    concepts
        All its concepts.
    """
    rows = report["columns"][column]["values"]
    known = {row["value"]: row["before"] for row in rows if row["before"] is not None}
    free = [concept for concept in concepts if concept not in known]
    statistics, table = report["statistics"]["columns"][column], report["utility"]
    published = {
        "variance": statistics["variance_before"],
        "distance variance": statistics["distance_variance_before"],
        "sst": None if table["sst"] is None else table["sst"] / table["records"],
    }
    candidates = [counts for counts in hidden_before([report], column)[2] or [] if all(counts)]
    fits_all = _gives(published, domain, known)  # figures of the values shown exclude nothing
    solutions = []
    for counts in candidates:
        for chosen in combinations(free, len(counts)):
            for order in set(permutations(counts)):
                all_counts = {**known, **dict(zip(chosen, order, strict=True))}
                if fits_all or _gives(published, domain, all_counts):
                    solutions.append(all_counts)
    sure = {c: {solution.get(c, 0) for solution in solutions} for c in free}
    return {c: min(counts) for c, counts in sure.items() if len(counts) == 1 and 0 < min(counts) < SMALLEST}


def _gives(published, domain, counts):
    """Whether some counts have the published variances; a figure that is left out excludes nothing."""
    sample = domain, list(counts), list(counts.values())
    figures = {"sst": kn.semantic_variance, "variance": kn.semantic_variance, "distance variance": kn.distance_variance}
    known = [(figure, published[name]) for name, figure in figures.items() if published[name] is not None]
    return all(abs(figure(*sample) - value) < EXACT for figure, value in known) if counts else not known
