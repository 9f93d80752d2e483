"""What MkDocs does not do by itself: pages made from the program, and links that lead out of docs/."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(Path(__file__).parent))

from method_pages import make_pages, make_pictures  # noqa: E402  # the folder of this script comes first
from reference_pages import api_pages, reference_pages  # noqa: E402
from versioned_site import DEVELOPMENT, VARIABLE, make_page  # noqa: E402

_COPIED = {"changes.md": "CHANGELOG.md", "taking-part.md": "CONTRIBUTING.md"}
_RECIPE = "examples/adult/recipe.toml"
_LINK = re.compile(r"\[([^\]]*)\]\(((?:\.\./)+)([\w./-]+)(?:#[\w-]+)?\)")


def on_config(config: Any) -> Any:  # noqa: ANN401
    """Put the made pages into the navigation, and what nobody listed under "In depth"."""
    docs = Path(config["docs_dir"])
    nav = config["nav"]
    made = {"Reference": list(reference_pages()), "Methods": list(make_pages()), "Python": list(api_pages())}
    for entry in nav:
        [title] = entry
        if title in made:
            entry[title] = made[title]
    listed = set(re.findall(r"[\w/-]+\.md", str(nav)))
    every = sorted(str(path.relative_to(docs)) for path in docs.rglob("*.md"))
    experiments = [name for name in every if name.startswith("experiments/") and name.count("/") == 1]
    rest = [name for name in every if name not in listed and not name.startswith("experiments/")]
    for entry in nav:
        if "In depth" in entry:
            entry["In depth"] += rest
        if "Experiments" in entry:
            entry["Experiments"] = sorted(experiments, key=lambda name: not name.endswith("index.md"))
    return config


def on_files(files: Files, config: Any) -> Files:  # noqa: ANN401  # MkDocs' own
    """Add the pages that no file in docs/ holds."""
    recipe = (ROOT / _RECIPE).read_text(encoding="utf-8")
    pages = {
        **reference_pages(),
        **make_pages(),
        **api_pages(),
        "versions.md": make_page(os.environ.get(VARIABLE, DEVELOPMENT)),
        **{place: (ROOT / source).read_text(encoding="utf-8") for place, source in _COPIED.items()},
        "adult.md": f"# Example: UCI Adult with WordNet\n\n`{_RECIPE}`:\n\n```toml\n{recipe}```\n",
    }
    for place, picture in make_pictures().items():
        files.append(File.generated(config, place, content=picture))
    for place, text in pages.items():
        files.append(File.generated(config, place, content=text))
    return files


def on_page_markdown(markdown: str, page: Any, **_: object) -> str:  # noqa: ANN401
    """Lead links to files outside docs/ to their pages; what has none is named without a link."""
    here = page.file.src_uri
    if here in _COPIED:
        return markdown.replace("](docs/", "](")
    depth = here.count("/")
    pages = {source: place for place, source in _COPIED.items()} | {_RECIPE: "adult.md", "README.md": "index.md"}

    def led(found: re.Match[str]) -> str:
        words, up, target = found.groups()
        if up.count("../") <= depth:
            return found[0]  # inside docs/
        return f"[{words}]({'../' * depth}{pages[target]})" if target in pages else words

    return _LINK.sub(led, markdown)
