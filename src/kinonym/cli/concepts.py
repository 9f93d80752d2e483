"""`kinonym concepts SOURCE …`: look into an ontology."""

from __future__ import annotations

from typing import Annotated

import typer

__all__ = ["concepts"]

concepts = typer.Typer(
    help="Look into an ontology: wordnet, icd10cm, m49, or a path.",
    no_args_is_help=True,
    rich_markup_mode=None,
    subcommand_metavar="COMMAND [ARGS]...",
)

Name = Annotated[str, typer.Argument(help="A concept: its id, or a label.")]


@concepts.callback()
def _source(
    context: typer.Context, source: Annotated[str, typer.Argument(help="Name or path of the ontology.")]
) -> None:
    context.obj = source


@concepts.command()
def search(context: typer.Context, text: str, limit: Annotated[int, typer.Option(min=1)] = 20) -> None:
    """Concepts with a label that contains TEXT."""
    from kinonym import ontologies
    from kinonym.cli.show import console, table

    taxonomy = ontologies.load(context.obj)
    rows = [(c, ", ".join(taxonomy.labels(c)), str(taxonomy.depth(c))) for c in taxonomy.search(text, limit)]
    console.print(table("", ("concept", "labels", "depth"), rows) if rows else "nothing found")


@concepts.command()
def show(context: typer.Context, concept: Name) -> None:
    """One concept: labels, parents, children, depth, subsumers."""
    from kinonym import ontologies
    from kinonym.cli.show import console, table

    taxonomy = ontologies.load(context.obj)
    found = taxonomy.concepts[taxonomy.resolve(concept)]
    children = taxonomy.children(found)
    rows = [
        ("concept", found),
        ("labels", ", ".join(taxonomy.labels(found))),
        ("depth", str(taxonomy.depth(found))),
        ("parents", ", ".join(taxonomy.parents(found)) or "none: this is the root"),
        (
            "children",
            f"{len(children):,}: " + ", ".join(children[:12]) + (" …" if len(children) > 12 else ""),
        ),
        ("subsumers", " > ".join(taxonomy.subsumers(found))),
    ]
    console.print(table("", ("", ""), rows))


@concepts.command()
def distance(
    context: typer.Context,
    a: Name,
    b: Name,
    measure: Annotated[str, typer.Option(help="Name of a measure, or all.")] = "all",
    root: Annotated[str | None, typer.Option(help="Domain root.")] = None,
) -> None:
    """Distance between two concepts."""
    from kinonym import Nominal, ontologies
    from kinonym.cli.show import console, table
    from kinonym.errors import UsageError
    from kinonym.measures import MEASURES

    taxonomy = ontologies.load(context.obj)
    rows = []
    for name in MEASURES if measure == "all" else [measure]:
        try:
            rows.append((name, f"{Nominal(taxonomy, root, name).distance(a, b):.6f}"))
        except UsageError as error:
            if measure != "all" or "needs" not in error.message:
                raise
            rows.append((name, "not with this ontology"))
    first, second = (taxonomy.concepts[taxonomy.resolve(x)] for x in (a, b))
    common = taxonomy.lcs(first, second)
    console.print(f"{first} and {second}; both are {taxonomy.label(common)} ({common})", markup=False)
    console.print(table("", ("measure", "distance"), rows))


@concepts.command()
def tree(
    context: typer.Context,
    root: Annotated[str | None, typer.Argument(help="Where to start; default: the root.")] = None,
    depth: Annotated[int, typer.Option(min=1, help="How many levels below it.")] = 2,
    width: Annotated[int, typer.Option(min=1, help="How many children of each concept.")] = 20,
) -> None:
    """A concept and what is below it."""
    from rich.text import Text
    from rich.tree import Tree

    from kinonym import ontologies
    from kinonym.cli.show import console

    taxonomy = ontologies.load(context.obj)
    top = taxonomy.concepts[taxonomy.resolve(root)] if root else taxonomy.root

    def named(concept: str) -> Text:
        label = taxonomy.label(concept)
        return Text(concept if label == concept else f"{label} ({concept})")

    def grow(branch: Tree, concept: str, left: int) -> None:
        children = taxonomy.children(concept)
        if left == 0:
            return
        for child in children[:width]:
            grow(branch.add(named(child)), child, left - 1)
        if len(children) > width:
            branch.add(f"… and {len(children) - width:,} more")

    made = Tree(named(top))
    grow(made, top, depth)
    console.print(made)


@concepts.command()
def stats(context: typer.Context) -> None:
    """What was loaded: concepts, links, roots, depth, labels, version, licence, citation."""
    from dataclasses import asdict

    from kinonym import ontologies
    from kinonym.cli.show import console, table

    found = asdict(ontologies.stats(ontologies.load(context.obj)))
    notices = found.pop("notices")
    rows = [
        (name.replace("_", " "), f"{figure:,}" if isinstance(figure, int) else str(figure))
        for name, figure in found.items()
        if figure not in ("", 0)
    ]
    console.print(table("", ("", ""), rows))
    for notice in notices:
        console.print(f"notice: {notice}", markup=False)


@concepts.command()
def export(
    context: typer.Context,
    output: Annotated[str, typer.Argument(help="Ends in .csv, .obo or .ttl (SKOS).")],
    root: Annotated[str | None, typer.Option(help="Only what is below this concept.")] = None,
) -> None:
    """Write the ontology as CSV, OBO or SKOS."""
    from kinonym import ontologies
    from kinonym.cli.show import console

    taxonomy = ontologies.load(context.obj)
    if root is not None:
        taxonomy = taxonomy.restrict(taxonomy.concepts[taxonomy.resolve(root)])
    ontologies.export(taxonomy, output)
    console.print(f"written: {output}", markup=False)
