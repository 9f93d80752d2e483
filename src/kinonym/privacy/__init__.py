"""Privacy models, checked on classes of equal quasi-identifiers, and what may be demanded of them."""

from kinonym.privacy.demands import TOLERANCE, Demands, Unmet, unmet
from kinonym.privacy.models import Classes, Models, check_models

__all__ = ["TOLERANCE", "Classes", "Demands", "Models", "Unmet", "check_models", "unmet"]
