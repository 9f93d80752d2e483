"""An experiment as data: its parts, which can run separately, and the tables and figures made from their readings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from research.reading import Reading

__all__ = ["Experiment", "Figure", "Part", "Table", "shown"]


@dataclass(frozen=True, kw_only=True)
class Part:
    """A piece of work that is done whole or not at all: ``run(folder, **settings)``."""

    name: str
    run: Callable[..., list[Reading]]
    settings: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Table:
    """Methods down; across the strengths of one figure, or several figures where nothing varies."""

    title: str
    figures: Sequence[str]
    data: str | None = None
    digits: int = 4
    percent: bool = False
    methods: Sequence[str] | None = None
    at: Sequence[float] | None = None
    """The strengths that are shown; None for all of them."""


@dataclass(frozen=True, kw_only=True)
class Figure:
    """A picture in the paper's form: a curve for each method over the strengths, or bars where nothing varies."""

    name: str
    title: str
    figure: str
    x: str = "k"
    y: str = ""
    log_x: bool = False
    log_y: bool = False
    methods: Sequence[str] | None = None
    data: Sequence[str] | None = None
    at: Sequence[float] | None = None


def shown(view: Table | Figure, readings: Iterable[Reading]) -> list[Reading]:
    """The readings of the methods and strengths that a table or a figure asks for."""
    return [
        r
        for r in readings
        if (view.methods is None or r.method in view.methods) and (view.at is None or r.at in view.at)
    ]


@dataclass(frozen=True, kw_only=True)
class Experiment:
    """What is run by one name."""

    title: str
    shows: str
    """The figures and tables of a paper that it repeats, or what it asks beyond them."""
    needs: Sequence[str]
    """Names of the data sets that must be there (`data_files.DATA_SETS`)."""
    parts: Sequence[Part]
    tables: Sequence[Table]
    figures: Sequence[Figure]
