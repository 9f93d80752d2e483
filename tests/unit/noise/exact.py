"""The mechanisms in exact rationals: e^−x enclosed between two fractions, and what follows from it."""

from __future__ import annotations

from fractions import Fraction
from itertools import count

PRECISION = Fraction(1, 10**40)


def exp_bounds(exponent):
    """(low, high) around e^exponent for a fraction: partial sums of the series, the rest bounded by its first term."""
    x = abs(Fraction(exponent))
    whole = int(x)
    part = x - whole
    low = high = Fraction(1)
    term = Fraction(1)
    for n in count(1):
        term = term * part / n
        low += term
        high = low + 2 * term  # the terms at least halve from the second on, as part < 1
        if term < PRECISION:
            break
    unit_low = unit_high = Fraction(1)
    term = Fraction(1)
    for n in range(1, 60):
        term /= n
        unit_low += term
    unit_high = unit_low + 2 * term
    low, high = low * unit_low**whole, high * unit_high**whole
    return (1 / high, 1 / low) if exponent < 0 else (low, high)


def exponential_bounds(scores, epsilon, sensitivity):
    """Bounds of P(y | x) for one row of scores."""
    weights = [exp_bounds(-epsilon * Fraction(s) / (2 * sensitivity)) for s in scores]
    total_low, total_high = sum(low for low, _ in weights), sum(high for _, high in weights)
    return [(low / total_high, high / total_low) for low, high in weights]


def permute_and_flip(scores, epsilon, sensitivity):
    """P(y | x) up to 1e-30: p_y · Σ_k (−1)^k e_k / (k + 1), e_k the elementary symmetric sums of the other p."""
    p = [sum(exp_bounds(-epsilon * Fraction(s) / (2 * sensitivity))) / 2 for s in scores]
    out = []
    for y, mine in enumerate(p):
        polynomial = [Fraction(1)]
        for z, other in enumerate(p):
            if z != y:  # times (1 − t·p_z)
                shifted = [Fraction(0), *(-other * c for c in polynomial)]
                polynomial = [a + b for a, b in zip([*polynomial, Fraction(0)], shifted, strict=True)]
        out.append(mine * sum(c / (k + 1) for k, c in enumerate(polynomial)))
    return out
