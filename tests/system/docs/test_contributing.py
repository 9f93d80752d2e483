"""CONTRIBUTING.md: its example is a measure, and the commands and folders it names exist."""

import re
from dataclasses import dataclass
from textwrap import dedent

import numpy as np

import pages
from kinonym import Nominal, Taxonomy
from kinonym.measures.measure import Floats, MeasureTraits, Numbers
from kinonym.measures.sweeps import deepest
from kinonym.testing import check_measure

TEXT = (pages.ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
IMPORTED = {
    "dataclass": dataclass, "np": np, "Floats": Floats, "MeasureTraits": MeasureTraits, "Numbers": Numbers,
    "Taxonomy": Taxonomy, "deepest": deepest,
}  # fmt: skip


def test_the_example_is_a_measure():
    [code] = re.findall(r"```python\n(.*?)```", TEXT, flags=re.DOTALL)
    names = dict(IMPORTED)
    exec(dedent(code), names)  # noqa: S102  # the page's own code
    check_measure(names["Steps"]())
    siblings = Taxonomy.from_parents({"root": [], "left": ["root"], "right": ["root"], "below": ["left"]})
    assert Nominal(siblings, measure=names["Steps"]()).distance("left", "right") == 2 / (2 * (3 - 1))


def test_every_target_exists():
    makefile = (pages.ROOT / "Makefile").read_text(encoding="utf-8")
    targets = re.findall(r"(?:`|^)make ([a-z-]+)", TEXT, re.MULTILINE)
    assert targets
    assert [target for target in targets if not re.search(rf"^{target}\b.*:", makefile, re.MULTILINE)] == []


def test_every_path_exists():
    paths = set(re.findall(r"`?\b((?:tests|src|docs|tools)/[\w/.]+\w)", TEXT))
    assert len(paths) > 10
    assert [path for path in paths if not (pages.ROOT / path).exists()] == []
