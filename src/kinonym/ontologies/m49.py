"""Countries and regions of the world: the UN's M49 standard, shipped as a table of facts."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import as_file, files

from kinonym.ontologies.parents import load_parents
from kinonym.taxonomy import Source, Taxonomy

__all__ = ["load_m49"]

_SOURCE = Source(
    name="UN M49",
    version="2023",
    licence="facts published by the United Nations Statistics Division",
    citation="United Nations Statistics Division, Standard country or area codes for statistical use (M49)",
)


def load_m49() -> Taxonomy:
    """World, regions, countries and areas; the id is the M49 code, the ISO alpha-3 code a further label."""
    with as_file(files("kinonym.ontologies").joinpath("data", "m49.csv")) as path:
        return replace(load_parents(path), source=_SOURCE)
