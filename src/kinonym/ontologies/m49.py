"""Countries and regions of the world: the UN standard M49, as a table in the package."""

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
    """Load the world, regions, countries and areas; ids are M49 codes, ISO alpha-3 codes are further labels."""
    with as_file(files("kinonym.ontologies").joinpath("data", "m49.csv")) as path:
        return replace(load_parents(path), source=_SOURCE)
