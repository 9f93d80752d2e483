import pytest

from .environments import build_wheel, install, skip_without_registry


@pytest.fixture(scope="session")
def wheel(tmp_path_factory):
    skip_without_registry(tmp_path_factory.mktemp("probe"))
    return build_wheel(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="session")
def plain(wheel, tmp_path_factory):
    """An environment without any extra."""
    made = install(tmp_path_factory.mktemp("plain"), wheel)
    yield made
    made.close()
