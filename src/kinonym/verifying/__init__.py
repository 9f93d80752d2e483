"""Recounting any table, from any program: its guarantees, and a comparison with its original."""

from kinonym.verifying.original import measure_against
from kinonym.verifying.verification import Verification
from kinonym.verifying.verify_table import verify

__all__ = ["Verification", "measure_against", "verify"]
