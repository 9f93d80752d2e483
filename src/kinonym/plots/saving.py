"""Pictures into files: SVG, PNG, a page that works offline, or the specification."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kinonym.errors import UsageError

__all__ = ["FORMATS", "rendered", "save"]

FORMATS = (".svg", ".png", ".html", ".json")


def save(chart: Any, path: str | Path) -> None:  # noqa: ANN401
    """Write a picture; the ending says how."""
    place = Path(path)
    place.write_bytes(rendered(chart, place.suffix))


def rendered(chart: Any, suffix: str) -> bytes:  # noqa: ANN401
    """The bytes of a picture as ``.svg``, ``.png``, ``.html`` or ``.json``; nothing is fetched."""
    if suffix not in FORMATS:
        msg = f"a picture ends in {', '.join(FORMATS)}, not in {suffix!r}"
        raise UsageError(msg, hint="-o picture.svg")
    if suffix == ".json":
        return str(chart.to_json()).encode()
    try:
        import vl_convert
    except ImportError:
        msg = "pictures need the package vl-convert-python"
        raise UsageError(msg, hint="pip install 'kinonym[plots]'") from None
    if suffix == ".html":
        return str(chart.to_html(inline=True)).encode()
    if suffix == ".svg":
        return str(vl_convert.vegalite_to_svg(chart.to_json())).encode()
    return bytes(vl_convert.vegalite_to_png(chart.to_json(), scale=2))
