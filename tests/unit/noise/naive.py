"""T eq. 6.2 and SNA-1..3 written straight down: which concepts may replace a value, and with what chance."""

from __future__ import annotations

import math


def rounded(distance):
    """As the tables hold it: a multiple of 2^-24."""
    return round(float(distance) * 2**24)


class NaiveNoise:
    """One value x and one reference in a domain; ``asked`` False leaves the side out."""

    def __init__(self, domain, x, reference, *, asked=True):
        self.candidates = domain.tau.concepts
        self.to_x = {c: rounded(domain.distance(c, x)) for c in self.candidates}
        self.to_reference = {c: rounded(domain.distance(c, reference)) for c in self.candidates}
        self.here = rounded(domain.distance(x, reference))
        self.x, self.asked = x, asked

    def on_side(self, sign):
        if not self.asked:
            return list(self.candidates)
        return [c for c in self.candidates if sign * (self.to_reference[c] - self.here) > 0]

    def admissible(self, error):
        """(concepts that may replace x, whether the error was truncated, whether the side was dropped)."""
        if error == 0:
            return {self.x}, False, False
        side = self.on_side(1 if error > 0 else -1)
        dropped = not side
        side = side or list(self.candidates)
        enough = [c for c in side if self.to_x[c] >= abs(error) * 2**24]
        best = min(self.to_x[c] for c in enough) if enough else max(self.to_x[c] for c in side)
        return {c for c in side if self.to_x[c] == best}, not enough, dropped

    def chances(self, deviation):
        """P(x → c) for normal errors: integrate over each sign, level by level."""
        out = dict.fromkeys(self.candidates, 0.0)
        for sign in (1, -1):
            side = self.on_side(sign) or list(self.candidates)
            levels = sorted({self.to_x[c] for c in side})
            reached = 0.0
            for i, level in enumerate(levels):
                last = i == len(levels) - 1
                upto = 1.0 if last else math.erf(level / 2**24 / (deviation * math.sqrt(2)))
                tied = [c for c in side if self.to_x[c] == level]
                for c in tied:
                    out[c] += (upto - reached) / 2 / len(tied)
                reached = upto
        return out
