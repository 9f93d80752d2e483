"""Exact draws from the exponential mechanism and permute-and-flip: whole numbers and fair words only.

Randomness comes as 64-bit words. A draw that runs out of words is taken back, and repeated on the same words
with more behind them, so that its length does not bias it. ``state`` = (next word, whether words ran out).
The budget and the public set of candidates are matters of `kinonym.methods.exponential`.
"""

from __future__ import annotations

import numpy as np

from kinonym.kernels.compile import compiled

__all__ = ["accepts", "draw_exponential", "draw_permute_and_flip"]

ZERO = np.uint64(0)
UNIT = np.uint64(1)
MOST = np.uint64(0xFFFFFFFFFFFFFFFF)


@compiled
def _below(size, words, state):
    """A whole number in [0, size), all equally likely."""
    surplus = (MOST % size + UNIT) % size  # 2^64 mod size
    while True:
        if state[0] >= len(words):
            state[1] = 1
            return ZERO
        word = words[state[0]]
        state[0] += 1
        if word <= MOST - surplus:
            return word % size


@compiled
def _unit_coin(numerator, denominator, words, state):
    """True with probability exp(−numerator/denominator) for a ratio of at most 1.

    Count how often in a row coins of γ/1, γ/2, γ/3, … fall true; the chance that the first false one comes
    at an odd place is 1 − γ + γ²/2! − … = exp(−γ) (Canonne, Kamath, Steinke 2020, alg. 1).
    """
    place = UNIT
    while _below(denominator * place, words, state) < numerator:
        if state[1] == 1:
            return False
        place += UNIT
    return place % np.uint64(2) == UNIT


@compiled
def accepts(numerator, denominator, words, state):
    """True with probability exp(−numerator/denominator): one coin of exp(−1) for each whole unit."""
    left = numerator
    while left > denominator:
        if not _unit_coin(UNIT, UNIT, words, state):
            return False
        left -= denominator
    return _unit_coin(left, denominator, words, state)


@compiled
def draw_exponential(keys, factor, denominator, words, state, out, done):
    """Fill ``out`` from ``done`` on with P(y) ∝ exp(−factor·keys[y]/denominator); returns how many are done.

    A candidate drawn with equal chances is taken with probability exp(−…), else another is drawn.
    """
    size = np.uint64(len(keys))
    while done < len(out):
        begin = state[0]
        while True:
            y = np.int64(_below(size, words, state))
            taken = accepts(factor * np.uint64(keys[y]), denominator, words, state)
            if state[1] == 1:
                state[0] = begin
                return done
            if taken:
                break
        out[done] = y
        done += 1
    return done


@compiled
def draw_permute_and_flip(keys, factor, denominator, words, state, out, done, deck, swaps):
    """The same coins, but candidates come in random order and none comes twice (McKenna, Sheldon 2020).

    ``deck`` holds all candidates in any order; it is shuffled as far as a draw needs. The least key is 0, of
    the value itself, so that a draw always ends.
    """
    size = len(keys)
    while done < len(out):
        begin = state[0]
        step = 0
        while True:
            other = step + np.int64(_below(np.uint64(size - step), words, state))
            swaps[step] = other
            deck[step], deck[other] = deck[other], deck[step]
            y = deck[step]
            step += 1
            taken = accepts(factor * np.uint64(keys[y]), denominator, words, state)
            if state[1] == 1:
                while step > 0:
                    step -= 1
                    other = swaps[step]
                    deck[step], deck[other] = deck[other], deck[step]
                state[0] = begin
                return done
            if taken:
                break
        out[done] = y
        done += 1
    return done
