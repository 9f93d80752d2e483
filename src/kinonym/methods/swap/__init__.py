"""Rank swapping (T ch. 5): every column keeps its values, the records exchange them."""

from kinonym.methods.swap.data_swap import DataSwap
from kinonym.methods.swap.record_swap import RecordSwap
from kinonym.methods.swap.shuffle import Shuffle
from kinonym.methods.swap.srs1 import Srs1
from kinonym.methods.swap.srs2 import Srs2
from kinonym.methods.swap.srs3 import Srs3

__all__ = ["DataSwap", "RecordSwap", "Shuffle", "Srs1", "Srs2", "Srs3"]
