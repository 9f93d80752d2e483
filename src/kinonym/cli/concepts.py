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
