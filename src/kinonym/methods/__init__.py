"""Masking methods, one module each, and their registry."""

from __future__ import annotations

from kinonym.methods.central_privacy import DpHistogram, DpMicroaggregation
from kinonym.methods.contract import Fitted, Method, MethodTraits, Mode, PromiseName, Strength
from kinonym.methods.exponential import Exponential
from kinonym.methods.generalise import Generalise
from kinonym.methods.generalise_items import GeneraliseItems
from kinonym.methods.k_ward import KWard
from kinonym.methods.mdav import Mdav
from kinonym.methods.noise import Noise, NoiseNaive, NoiseProbabilistic
from kinonym.methods.pram import Pram
from kinonym.methods.progress import Progress, Share, silent, within
from kinonym.methods.recode import Recode
from kinonym.methods.resample import Resample
from kinonym.methods.sa_mdav import SaMdav
from kinonym.methods.suppress import Suppress
from kinonym.methods.swap import DataSwap, RecordSwap, Shuffle, Srs1, Srs2, Srs3

__all__ = [
    "METHODS",
    "DataSwap",
    "DpHistogram",
    "DpMicroaggregation",
    "Exponential",
    "Fitted",
    "Generalise",
    "GeneraliseItems",
    "KWard",
    "Mdav",
    "Method",
    "MethodTraits",
    "Mode",
    "Noise",
    "NoiseNaive",
    "NoiseProbabilistic",
    "Pram",
    "Progress",
    "PromiseName",
    "Recode",
    "RecordSwap",
    "Resample",
    "SaMdav",
    "Share",
    "Shuffle",
    "Srs1",
    "Srs2",
    "Srs3",
    "Strength",
    "Suppress",
    "silent",
    "within",
]

METHODS: dict[str, type[Method]] = {
    "sa-mdav": SaMdav,
    "mdav": Mdav,
    "k-ward": KWard,
    "recode": Recode,
    "resample": Resample,
    "generalise": Generalise,
    "suppress": Suppress,
    "generalise-items": GeneraliseItems,
    "srs1": Srs1,
    "srs2": Srs2,
    "srs3": Srs3,
    "record-swap": RecordSwap,
    "data-swap": DataSwap,
    "shuffle": Shuffle,
    "noise": Noise,
    "noise-naive": NoiseNaive,
    "noise-probabilistic": NoiseProbabilistic,
    "pram": Pram,
    "exponential": Exponential,
    "dp-histogram": DpHistogram,
    "dp-microaggregation": DpMicroaggregation,
}
