"""The page on large tables and ontologies: an upload of 300 MB, pages on a million rows, typing in the concept search.

    python -m research.speed.web [ROWS]

Figures asked for: 300 MB in 5 s at 150 MB of the server's memory; a page in 200 ms (median) on a table of 1,000,000
rows once it is counted; an answer of the search in 100 ms (median) on an ontology of the size of SNOMED CT (350,000
concepts, a million labels, made up here).
"""

from __future__ import annotations

import random
import statistics
import sys
import tempfile
import time
from pathlib import Path

from tests.system.web.serving import Server, opened, roles, serving, upload

MEGABYTES = 300
CONCEPTS = 350_000
JOBS = ["nurse", "midwife", "plumber", "carpenter", "welder", "surgeon", "dentist", "electrician", "farmer", "lawyer"]
SYLLABLES = [
    "car",
    "dio",
    "neu",
    "ro",
    "pa",
    "thy",
    "he",
    "mo",
    "lo",
    "gi",
    "der",
    "ma",
    "to",
    "sis",
    "ne",
    "phri",
    "tis",
    "al",
]


def main(rows: int = 1_000_000) -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as state, serving(Path(state)) as server:
        measure_upload(server)
    with tempfile.TemporaryDirectory() as state, serving(Path(state)) as server:
        measure_pages(server, rows)
    with tempfile.TemporaryDirectory() as state, serving(Path(state)) as server:
        measure_search(server, Path(state))


def memory(server: Server) -> float:
    """The most memory that the server has held, in MB."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) / 1024


def measure_upload(server: Server) -> None:
    """Send a file in pieces, as a browser does."""
    piece = (b"a,b,c\n" + b"nurse,1234567,abcdefghijkl\n" * 40_000)[: 1 << 20]

    def pieces():
        for _ in range(MEGABYTES):
            yield piece

    with server.client() as client:
        begun = time.perf_counter()
        length = {"content-length": str(MEGABYTES << 20)}
        answer = client.put("/upload", params={"name": "large.csv"}, content=pieces(), headers=length)
        took = time.perf_counter() - begun
    assert answer.status_code == 201, answer.text
    print(f"upload of {MEGABYTES} MB: {took:.2f} s, most memory of the server {memory(server):.0f} MB")


def measure_pages(server: Server, rows: int) -> None:
    """Every page of a large table, ten times each, after the first look."""
    draw = random.Random(1)
    text = "id,job,age,town,illness\n" + "".join(
        f"{i},{draw.choice(JOBS)},{draw.randint(0, 99)},t{draw.randint(0, 300)},{draw.choice('abcdef')}\n"
        for i in range(rows)
    )
    with server.client() as client:
        begun = time.perf_counter()
        place = opened(client, "large.csv", text.encode())
        print(f"{rows:,} rows uploaded, read and guessed: {time.perf_counter() - begun:.1f} s")
        form = roles("identifier", "quasi", "quasi", "quasi", "confidential")
        begun = time.perf_counter()
        client.post(f"{place}/roles", data=form)
        client.get(f"{place}/protection")
        print(f"counted: {time.perf_counter() - begun:.1f} s")
        every = []
        for page in ("data", "roles", "knowledge", "protection", "run", "explore", "release", "recipe"):
            times = [_timed(lambda page=page: client.get(f"{place}/{page}")) for _ in range(10)]
            every.append(statistics.median(times))
            print(f"  {page}: {1000 * statistics.median(times):.0f} ms (slowest {1000 * max(times):.0f})")
        live = [_timed(lambda: client.post(f"{place}/roles/live", data=form)) for _ in range(10)]
        print(f"  live warning of the roles: {1000 * statistics.median(live):.0f} ms")
        print(f"median of the pages: {1000 * statistics.median(every):.0f} ms, the slowest {1000 * max(every):.0f} ms")


def _timed(call) -> float:
    begun = time.perf_counter()
    answer = call()
    assert answer.status_code == 200
    return time.perf_counter() - begun


def measure_search(server: Server, folder: Path) -> None:
    """Type words letter by letter into the search of a large ontology."""
    draw = random.Random(2)

    def word() -> str:
        return "".join(draw.choices(SYLLABLES, k=draw.randint(2, 4)))

    from kinonym.ontologies import export
    from kinonym.taxonomy import Taxonomy

    ids = [str(10**8 + i) for i in range(CONCEPTS)]
    parents = {concept: [ids[draw.randint(max(0, i - 40_000), i - 1)]] if i else [] for i, concept in enumerate(ids)}
    labels = {concept: [f"{word()} {word()} {word()}" for _ in range(3)] for concept in parents}
    taxonomy = Taxonomy.from_parents(parents, labels)
    with server.client() as client:
        export(taxonomy, folder / "large.obo")
        values = [taxonomy.label(concept) for concept in taxonomy.concepts[5000:5040]]
        place = opened(client, "words.csv", "id,diagnosis\n" + "".join(f"{i},{v}\n" for i, v in enumerate(values)))
        client.post(f"{place}/roles", data=roles("identifier", "quasi"))
        answer = upload(client, "large.obo", (folder / "large.obo").read_bytes(), f"{place}/knowledge/1/ontology")
        assert answer.status_code == 201, answer.text
        begun = time.perf_counter()
        client.get(f"{place}/knowledge?column=1")
        first = _typed(client, place, "ne")
        mapped = time.perf_counter() - begun - first
        print(f"{len(taxonomy):,} concepts mapped in {mapped:.1f} s, first search {first:.1f} s")
        words = ("neurothy", "cardioma", "hemosis")
        times = [_typed(client, place, text[:n]) for text in words for n in range(2, len(text))]
        middle, slowest = statistics.median(times), max(times)
        print(f"typing in the search: median {1000 * middle:.0f} ms, slowest {1000 * slowest:.0f} ms")


def _typed(client, place: str, text: str) -> float:
    return _timed(lambda: client.get(f"{place}/concepts/1/search", params={"q": text, "value": "0"}))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
