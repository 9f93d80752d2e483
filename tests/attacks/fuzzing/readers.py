"""Every reader of the program, with the real files that are damaged for it, and how a damaged one is read."""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import kinonym as kn
from fuzzing import real_files
from fuzzing.mutating import damage
from kinonym.comparing import resuming
from kinonym.engines.opening import open_table
from kinonym.errors import KinonymError
from kinonym.files.table_stream import read_table
from kinonym.mapping.table import MappingTable
from kinonym.ontologies import cache, load
from kinonym.pipeline import sinks
from kinonym.recipe import load_recipe
from kinonym.release.release_ledger import ReleaseLedger

__all__ = ["READERS", "Reader", "prepare", "read_damaged"]

Files = dict[str, bytes]


@dataclass(frozen=True)
class Reader:
    """Some real inputs, each of one or more files, and what reads them."""

    name: str
    inputs: list[Files]
    read: Callable[[Path, random.Random], object]
    fixed: Files
    """Files that are never damaged."""

    def write_damaged(self, folder: Path, number: int) -> random.Random:
        """Write the input of a case; one of its files is damaged. The draws of the case continue."""
        draw = random.Random(f"{self.name} {number}")
        files = draw.choice(self.inputs)
        chosen = draw.choice([name for name, content in files.items() if content] or [*files])
        others = [content for each in self.inputs for content in each.values()]
        real_files.empty(folder)
        for name, content in {**self.fixed, **files}.items():
            changed = damage(name, content, others, draw) if name == chosen and name not in self.fixed else content
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(changed)
            (folder / name).chmod(0o600)
        return draw


def read_damaged(reader: Reader, folder: Path, number: int) -> bool:
    """Read one damaged input; False if it was refused. Any error but one of ours passes through."""
    draw = reader.write_damaged(folder, number)
    try:
        with warnings.catch_warnings(action="ignore"):
            reader.read(folder, draw)
    except KinonymError as error:
        if error.code == "internal" or not error.hint:
            raise
        return False
    return True


def one_file(folder: Path) -> Path:
    """The file of a folder; the folder itself if there are several."""
    files = [path for path in folder.iterdir() if path.name != "tree.csv"]
    return files[0] if len(files) == 1 else folder


def read_any_table(folder, draw):
    path = one_file(folder)
    scheme = {".db": "sqlite:", ".duckdb": "duckdb:"}.get(path.suffix)
    name = f"{scheme}{path}#data" if scheme else path
    if draw.random() < 0.7:
        return read_table(name, typed=draw.random() < 0.5)
    source = open_table(name, engine="duckdb").source
    return source.profile(source.columns[0])


def read_ontology(folder, draw):
    path = one_file(folder)
    return load(path)


def read_mapping(folder, draw):
    return MappingTable.read(folder / "map.csv").concepts(load(folder / "tree.csv"))


def read_recipe(folder, draw):
    recipe = load_recipe(folder / "recipe.toml", tables=True)
    return recipe.tables or recipe.resolved_method


def read_ontology_cache(folder, draw):
    """A damaged cache is never an error: the sources are read again."""
    with patched(cache, "_SMALLEST", 0), patched(cache, "cache_folder", lambda: folder / "cache"):
        assert len(load(folder / "tree.csv")) == real_files.TREE.count("\n") - 1


def read_resumed(folder, draw):
    """A damaged plan of an interrupted run is never an error: the plan is made again."""
    kn.mask_file(folder / "data.csv", real_files.recipe_in(folder), folder / "out.csv", resume=True)


def read_state(folder, draw):
    """A damaged state of a comparison is refused, or its lines are used."""
    head, _ = resuming._parse(folder / "state.jsonl", resuming._read_whole_lines(folder / "state.jsonl"))
    return head


def read_plan(folder, draw):
    kn.mask_file(
        folder / "data.csv", real_files.recipe_in(folder, reuse=str(folder / "out.plan")), folder / "again.csv"
    )


def read_ledger(folder, draw):
    return ReleaseLedger(folder / "ledger.jsonl").releases()


@contextmanager
def patched(module, name, value) -> Iterator[None]:
    """Set an attribute for a while."""
    before = getattr(module, name)
    setattr(module, name, value)
    try:
        yield
    finally:
        setattr(module, name, before)


def prepare(folder: Path, names: list[str] | None = None) -> dict[str, Reader]:
    """Make the real files in a folder; name → reader. ``names``: only these readers."""
    return {name: Reader(name, *READERS[name](folder)) for name in names or READERS}


def _tables(folder):
    made = real_files.make_tables(folder)
    return [{name: content} for name, content in made.items()], read_any_table, {}


def _ontologies(folder):
    return [*real_files.make_ontologies(folder).values()], read_ontology, {}


def _mappings(folder):
    head = "# kinonym mapping table | ontology: tree | fingerprint: \n"
    rows = "".join(f"{job},3,{job},,exact,,\n" for job in real_files.JOBS)
    full = head + "value,count,concept,label,how,alternatives,suggestions\n" + rows
    inputs = [
        full,
        "value,concept\n" + "".join(f"{job.upper()},{job}\n" for job in real_files.JOBS),
        "value;concept\na;work\n",
    ]
    return [{"map.csv": text.encode()} for text in inputs], read_mapping, {"tree.csv": real_files.TREE.encode()}


def _recipes(folder):
    matrix = b"value,becomes,chance\nnurse,nurse,0.5\nnurse,cook,0.5\ncook,cook,1\n"
    return [{"recipe.toml": text, "job.csv": matrix} for text in real_files.RECIPES], read_recipe, {}


def _ontology_caches(folder):
    with patched(cache, "_SMALLEST", 0), patched(cache, "cache_folder", lambda: folder / "cache"):
        (folder / "tree.csv").write_text(real_files.TREE)
        load(folder / "tree.csv")
    kept = {f"cache/{path.name}": path.read_bytes() for path in (folder / "cache").iterdir()}
    return [kept], read_ontology_cache, {"tree.csv": real_files.TREE.encode()}


def _resumed_plans(folder):
    def stop(*_, **__):
        raise KeyboardInterrupt

    plan = real_files.make_plan(folder)
    assert plan
    with patched(sinks, "write_release", stop), suppress(KeyboardInterrupt):
        kn.mask_file(folder / "data.csv", real_files.recipe_in(folder), folder / "out.csv", resume=True)
    [kept] = folder.glob(".kinonym*")
    fixed = {name: (folder / name).read_bytes() for name in ("tree.csv", "data.csv")}
    return [{kept.name: kept.read_bytes()}], read_resumed, fixed


def _states(folder):
    data, recipe = real_files.table(), real_files.make_plan(folder) and real_files.recipe_in(folder)
    kn.compare(data, recipe, methods=["suppress"], k=[2, 3], seed=1, state=folder / "state.jsonl")
    return [{"state.jsonl": (folder / "state.jsonl").read_bytes()}], read_state, {}


def _plans(folder):
    plan = real_files.make_plan(folder)
    fixed = {name: (folder / name).read_bytes() for name in ("tree.csv", "data.csv")}
    return [{"out.plan": plan}], read_plan, fixed


def _ledgers(folder):
    entry = '{"date": "2026-01-01T00:00:00+00:00", "records": 48, "fingerprints": {"job": "ab"}, "released": ["job"], "method": "mdav", "strength": "k = 3", "epsilon": null}\n'
    text = '{"format": "kinonym-ledger-1", "salt": "' + "ab" * 32 + '"}\n' + 3 * entry
    return [{"ledger.jsonl": text.encode()}], read_ledger, {}


READERS: dict[str, Callable[[Path], tuple[list[Files], Callable, Files]]] = {
    "tables": _tables, "ontologies": _ontologies, "mappings": _mappings, "recipes": _recipes, "plans": _plans, "ledgers": _ledgers,
    "ontology caches": _ontology_caches, "interrupted runs": _resumed_plans, "states of comparisons": _states,
}  # fmt: skip
