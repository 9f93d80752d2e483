import pytest

from .serving import serving


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """One server for the tests that do not harm it, with a folder to open tables from."""
    folder = tmp_path_factory.mktemp("folder")
    (folder / "inner").mkdir()
    (folder / "inner" / "jobs.csv").write_text(JOBS)
    outside = tmp_path_factory.mktemp("outside") / "secret.csv"
    outside.write_text("secret\n42\n")
    (folder / "link.csv").symlink_to(outside)
    with serving(tmp_path_factory.mktemp("state"), "--folder", folder) as running:
        running.folder, running.outside = folder, outside
        yield running


@pytest.fixture
def client(server):
    with server.client() as browser:
        yield browser


JOBS = "id,job,age,illness\n" + "".join(
    f"p{i:03},{('nurse', 'plumber', 'midwife', 'carpenter', 'welder', 'surgeon')[i % 6]},{20 + i * 7 % 45},{'wxyz'[i % 4]}\n"
    for i in range(80)
)
