"""What a release costs (utility) and what an attacker gains from it (risk), measured on plans."""

from kinonym.metrics.risk import Risk, measure_risk
from kinonym.metrics.utility import Utility, measure_utility

__all__ = ["Risk", "Utility", "measure_risk", "measure_utility"]
