"""Privacy models, checked on classes of equal quasi-identifiers."""

from kinonym.privacy.models import Classes, Models, check_models

__all__ = ["Classes", "Models", "check_models"]
