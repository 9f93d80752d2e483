"""An attacker who learns from all classes of a release what goes with which confidential value (Kifer 2009).

It knows the quasi-identifiers of everybody, their classes, and how often each confidential value occurs in each class.
A naive Bayes model of the columns, fitted by expectation maximisation, says which member of a class has which of its
values; the expected counts of each class are scaled to the released ones.
"""

from collections import Counter

import numpy as np

ROUNDS, SCALINGS, SMOOTHING = 30, 10, 0.5


def encode(values):
    """Codes from 0, in order of the values."""
    return np.unique(np.asarray(values, dtype=str), return_inverse=True)[1].reshape(-1)


def fit_beliefs(quasi, classes, secrets):
    """For each record the probability of each confidential value, learned from the classes alone.

    Parameters
    ----------
    quasi
        Codes, records × columns.
    classes
        The class of each record.
    secrets
        Codes of the confidential values; only their counts in each class are used.
    """
    counts = np.zeros((classes.max() + 1, secrets.max() + 1))
    np.add.at(counts, (classes, secrets), 1)
    beliefs = (counts / counts.sum(axis=1, keepdims=True))[classes]
    for _ in range(ROUNDS):
        logs = np.zeros_like(beliefs)
        for column in quasi.T:
            table = np.full((column.max() + 1, beliefs.shape[1]), SMOOTHING)
            np.add.at(table, column, beliefs)
            logs += np.log(table / table.sum(axis=0))[column]
        beliefs = scale_to_classes(np.exp(logs - logs.max(axis=1, keepdims=True)), classes, counts)
    return beliefs


def scale_to_classes(beliefs, classes, counts):
    """Scale the beliefs: they sum to 1 for each record, and to the released counts in each class."""
    for _ in range(SCALINGS):
        expected = np.zeros_like(counts)
        np.add.at(expected, classes, beliefs)
        beliefs = beliefs * np.divide(counts, expected, out=np.zeros_like(counts), where=expected > 0)[classes]
        beliefs = beliefs / beliefs.sum(axis=1, keepdims=True)
    return beliefs


def attack(quasi, classes, secrets):
    """The share of records of which the attacker guesses the confidential value, and that of a guess by the class."""
    codes = np.column_stack([encode(column) for column in quasi])
    group, secret = encode(classes), encode(secrets)
    guessed = fit_beliefs(codes, group, secret).argmax(axis=1)
    commonest = [Counter(secret[group == g].tolist()).most_common(1)[0][1] for g in range(group.max() + 1)]
    return float((guessed == secret).mean()), sum(commonest) / len(secret)
