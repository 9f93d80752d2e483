"""What E claims of three methods with meaning and without."""

from __future__ import annotations

from experiments.claims.claim import Claim, below, joined, rising
from experiments.papers.health_records import DIVERGENCE, PLAIN, SAMPLE, SSE, WHOLE
from experiments.reading import SECONDS

__all__ = ["CLAIMS"]

NAME = "health-records"
BOTH = (SAMPLE, WHOLE)
MICRO, RECODING, RESAMPLING = METHODS = ("microaggregation", "recoding", "resampling")
DOUBLING = (
    "Weighted by counts, the rarest tuples join each other, so that classes double: 2, 4, 8, 16. At k = 5 half of all "
    "classes have 8 records (359 classes against 529)"
)

CLAIMS = (
    Claim(
        paper="E", where="fig. 4", says="The loss grows with k",
        cases=rising(NAME, SSE, (*METHODS, *(f"{m}{PLAIN}" for m in METHODS), "suppression"), BOTH),
    ),
    Claim(
        paper="E", where="fig. 4", says="Every method loses less with meaning than without",
        cases=below(NAME, SSE, [(m, f"{m}{PLAIN}") for m in METHODS], BOTH),
    ),
    Claim(
        paper="E", where="fig. 4", says="Microaggregation gains most by meaning: it halves the loss",
        cases=below(NAME, SSE, [(MICRO, f"{MICRO}{PLAIN}")], BOTH, factor=0.5),
        why="It gains 11 to 23 %, in groups of k 15 to 57 %. In clusters of whole tuples equality alone brings those "
        "together that share one of two codes, and ICD-9-CM, with five levels, tells little more of the others",
    ),
    Claim(
        paper="E", where="fig. 4", says="Suppression loses more than every semantic method",
        cases=below(NAME, SSE, [(m, "suppression") for m in METHODS], BOTH),
        why="But for resampling of the whole table, where few records are rare: it changes the frequent ones as well",
    ),
    Claim(
        paper="E", where="fig. 5", says="Microaggregation loses least, then recoding, then resampling",
        cases=below(NAME, SSE, [(MICRO, RECODING), (RECODING, RESAMPLING)], BOTH),
        why="At k = 2 recoding is ahead, which may not invent centres but keeps one of the two as it is",
    ),
    Claim(
        paper="E", where="fig. 5", says="Recoding keeps the frequencies best (KL)",
        cases=below(NAME, DIVERGENCE, [(RECODING, MICRO), (RECODING, RESAMPLING)], BOTH),
        why=f"Against resampling always, against microaggregation at k = 2 only. {DOUBLING}: more tuples vanish. Where "
        "one vanishes KL is infinite, and the paper does not say what it does then; we add one record to each",
    ),
    Claim(
        paper="E", where="fig. 6", says="Resampling is fastest",
        cases=below(NAME, SECONDS, [(RESAMPLING, MICRO), (RESAMPLING, RECODING)], BOTH),
        why="Here the others work on distinct tuples; resampling with ties at random has to look at every record",
    ),
    Claim(
        paper="E", where="fig. 6", says="Microaggregation is slower than recoding at k below 4 and faster above",
        cases=joined(
            below(NAME, SECONDS, [(RECODING, MICRO)], BOTH, at=lambda k: k < 4),
            below(NAME, SECONDS, [(MICRO, RECODING)], BOTH, at=lambda k: k >= 4),
        ),
        why="Recoding keeps nearest neighbours and looks again only at those that vanished",
    ),
)  # fmt: skip
