"""Examples that are meant to fail are not shrunk."""

import pytest
from hypothesis import Phase, settings

settings.register_profile("as it comes", parent=settings(), phases=[Phase.generate])


@pytest.fixture
def as_it_comes():
    """The first failing example is good enough."""
    before = settings()
    settings.load_profile("as it comes")
    yield
    settings.register_profile("as before", parent=before)
    settings.load_profile("as before")
