"""Exact draws from the exponential mechanism and permute-and-flip, with whole numbers and uniform words only.

Randomness comes as uniform 64-bit words. A draw that runs out of words is undone and repeated on the same words,
followed by more; so the number of words that it needs does not bias it. ``state`` = (index of the next word, whether
the words ran out). `kinonym.methods.exponential` chooses the privacy budget and the public set of candidates.
"""

from __future__ import annotations

import numpy as np

from kinonym.kernels.compile import compiled

__all__ = ["accepts", "draw_exponential", "draw_permute_and_flip"]

ZERO = np.uint64(0)
UNIT = np.uint64(1)
GREATEST = np.uint64(0xFFFFFFFFFFFFFFFF)


@compiled
def _draw_below(size, words, state):
    """Draw a uniform whole number in [0, size), by rejection of the words above a multiple of ``size``."""
    surplus = (GREATEST % size + UNIT) % size  # 2^64 mod size
    while True:
        if state[0] >= len(words):
            state[1] = 1
            return ZERO
        word = words[state[0]]
        state[0] += 1
        if word <= GREATEST - surplus:
            return word % size


@compiled
def _flip_unit_coin(numerator, denominator, words, state):
    """True with probability exp(−numerator/denominator) for a ratio of at most 1.

    Flip coins with probabilities γ/1, γ/2, γ/3, … until one is false. It is at an odd position with probability
    1 − γ + γ²/2! − … = exp(−γ) (Canonne, Kamath, Steinke 2020, alg. 1).
    """
    position = UNIT
    while _draw_below(denominator * position, words, state) < numerator:
        if state[1] == 1:
            return False
        position += UNIT
    return position % np.uint64(2) == UNIT


@compiled
def accepts(numerator, denominator, words, state):
    """True with probability exp(−numerator/denominator): a coin of exp(−1) per whole unit, and one for the rest."""
    remaining = numerator
    while remaining > denominator:
        if not _flip_unit_coin(UNIT, UNIT, words, state):
            return False
        remaining -= denominator
    return _flip_unit_coin(remaining, denominator, words, state)


@compiled
def draw_exponential(keys, factor, denominator, words, state, out, done):
    """Fill ``out`` from ``done`` on with P(y) ∝ exp(−factor·keys[y]/denominator); returns the number of finished draws.

    Rejection: a uniform candidate is accepted with probability exp(−…), else another is drawn.
    """
    size = np.uint64(len(keys))
    while done < len(out):
        begin = state[0]
        while True:
            y = np.int64(_draw_below(size, words, state))
            accepted = accepts(factor * np.uint64(keys[y]), denominator, words, state)
            if state[1] == 1:
                state[0] = begin
                return done
            if accepted:
                break
        out[done] = y
        done += 1
    return done


@compiled
def draw_permute_and_flip(keys, factor, denominator, words, state, out, done, order, swaps):
    """Permute and flip: the same coins, with the candidates in random order (McKenna, Sheldon 2020).

    ``order`` contains all candidates in any order and is shuffled as far as a draw needs. The least key is 0, that of
    the value itself, so that a draw always ends. ``swaps``: workspace to undo the shuffle.
    """
    size = len(keys)
    while done < len(out):
        begin = state[0]
        step = 0
        while True:
            other = step + np.int64(_draw_below(np.uint64(size - step), words, state))
            swaps[step] = other
            order[step], order[other] = order[other], order[step]
            y = order[step]
            step += 1
            accepted = accepts(factor * np.uint64(keys[y]), denominator, words, state)
            if state[1] == 1:
                while step > 0:
                    step -= 1
                    other = swaps[step]
                    order[step], order[other] = order[other], order[step]
                state[0] = begin
                return done
            if accepted:
                break
        out[done] = y
        done += 1
    return done
