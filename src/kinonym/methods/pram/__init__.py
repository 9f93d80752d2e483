"""PRAM: values changed by a transition matrix (Gouweleeuw et al. 1998; M 2.3, T 3.1)."""

from kinonym.methods.pram.post_randomisation import Pram
from kinonym.methods.pram.transitions import Transition, invariant_transition, make_transition, read_transition

__all__ = ["Pram", "Transition", "invariant_transition", "make_transition", "read_transition"]
