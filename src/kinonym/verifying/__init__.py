"""Any table recounted, whoever made it, and held against its original and against what it should have."""

from kinonym.verifying.original import measure_against
from kinonym.verifying.verification import Verification
from kinonym.verifying.verify_table import verify

__all__ = ["Verification", "measure_against", "verify"]
