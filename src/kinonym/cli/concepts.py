"""`kinonym concepts SOURCE …`: search and show an ontology."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from kinonym.engines.contract import Source
    from kinonym.taxonomy import Taxonomy

__all__ = ["concepts"]

concepts = typer.Typer(
    help="Search and show an ontology: wordnet, icd10cm, m49, or a path.",
    no_args_is_help=True,
    rich_markup_mode=None,
    subcommand_metavar="COMMAND [ARGS]...",
)

Name = Annotated[str, typer.Argument(help="A concept, by its id or a label.")]


@dataclass(frozen=True, kw_only=True)
class _OntologyChoice:
    """The ontology to show: a known one, or one built from the values of a column."""

    source: str
    data: Path | None
    column: str | None
    path_separator: str | None
    lengths: tuple[int, ...] | None
    language: str | None

    def load(self) -> Taxonomy:
        from kinonym import ontologies
        from kinonym.ontologies.clustered import CLUSTERED, taxonomy_from_cooccurrence
        from kinonym.ontologies.from_values import OWN_VALUES, taxonomy_from_values

        if self.source not in (*OWN_VALUES, CLUSTERED):
            return ontologies.load(self.source, **({} if self.language is None else {"language": self.language}))
        table, column = self._table()
        counted = table.count([column])
        every = dict(zip(counted.values[0], counted.value_counts(0).tolist(), strict=True))
        counts = {value: count for value, count in every.items() if value is not None}
        if self.source != CLUSTERED:
            return taxonomy_from_values(self.source, list(counts), separator=self.path_separator, lengths=self.lengths)
        others = [name for name in table.columns if name != column]
        return taxonomy_from_cooccurrence(counts, (_cooccurrence(table, column, name) for name in others))

    def _table(self) -> tuple[Source, str]:
        """The table and its column."""
        from kinonym.engines import open_table
        from kinonym.engines.columns.table_kinds import check_columns
        from kinonym.errors import UsageError

        if self.data is None or self.column is None:
            msg = f"the ontology {self.source} is built from a column of a table"
            raise UsageError(msg, hint=f"kinonym concepts --data data.csv --column NAME {self.source} …")
        table = open_table(self.data).source
        check_columns([self.column], table.columns)
        return table, self.column


def _cooccurrence(table: Source, column: str, other: str) -> dict[tuple[str, str | None], int]:
    """How many records have a value of the column and a value of another; nothing if that has very many values."""
    from kinonym.ontologies.clustered import MOST_OTHER_VALUES

    if table.profile(other).distinct > MOST_OTHER_VALUES:
        return {}
    counted = table.count([column, other])
    values, others = counted.values
    pairs = ((values[i], others[j]) for i, j in counted.codes.tolist())
    counts = zip(pairs, counted.counts.tolist(), strict=True)
    return {(value, another): count for (value, another), count in counts if value is not None}


def _list_ontologies(requested: bool) -> None:  # noqa: FBT001  # the value of a flag
    """Print what can be named as an ontology, and end."""
    if not requested:
        return
    from kinonym.cli.show import console, table
    from kinonym.ontologies.catalogue import list_formats, list_named

    named = [(each.name, each.title, each.state) for each in list_named()]
    formats = [(each.name, each.title, each.state) for each in list_formats()]
    console.print(table("Ontologies with a name", ("name", "ontology", "state"), named))
    console.print(table("Files and folders that are recognised", ("format", "contents", "from"), formats))
    raise typer.Exit


@concepts.callback()
def _source(  # one parameter per option
    context: typer.Context,
    source: Annotated[
        str, typer.Argument(metavar="SOURCE", help="Name or path of an ontology; or paths, prefix, dates or clustered.")
    ],
    data: Annotated[
        Path | None, typer.Option(help="Table with the column, for paths, prefix, dates or clustered.")
    ] = None,
    column: Annotated[str | None, typer.Option(help="Column of the table.")] = None,
    path_separator: Annotated[str | None, typer.Option(help="Separator between the parts of paths.")] = None,
    lengths: Annotated[str | None, typer.Option(help="Lengths of prefixes, e.g. 1,3,4.")] = None,
    language: Annotated[str | None, typer.Option(help="Language of the labels, e.g. ca.")] = None,
    _listed: Annotated[  # noqa: FBT002  # a flag, which its callback handles
        bool,
        typer.Option("--list", is_eager=True, callback=_list_ontologies, help="List ontologies and formats, and end."),
    ] = False,
) -> None:
    context.obj = _OntologyChoice(
        source=source,
        data=data,
        column=column,
        path_separator=path_separator,
        lengths=_numbers(lengths),
        language=language,
    )


def _numbers(text: str | None) -> tuple[int, ...] | None:
    from kinonym.errors import UsageError

    if text is None:
        return None
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError:
        msg = "lengths are whole numbers with commas between them"
        raise UsageError(msg, hint="for instance --lengths 1,3,4") from None


@concepts.command()
def search(
    context: typer.Context,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="A part of a label.")],
    limit: Annotated[int, typer.Option(min=1, help="Number of concepts to show.")] = 20,
) -> None:
    """List concepts with a label that contains TEXT."""
    from kinonym.cli.show import console, table

    taxonomy = context.obj.load()
    rows = [(c, ", ".join(taxonomy.labels(c)), str(taxonomy.depth(c))) for c in taxonomy.search(text, limit)]
    console.print(table("", ("concept", "labels", "depth"), rows) if rows else "nothing found")


@concepts.command()
def show(context: typer.Context, concept: Name) -> None:
    """Show a concept: labels, parents, children, depth, subsumers."""
    from kinonym.cli.show import console, table

    taxonomy = context.obj.load()
    concept_id = taxonomy.concepts[taxonomy.resolve(concept)]
    children = taxonomy.children(concept_id)
    rows = [
        ("concept", concept_id),
        ("labels", ", ".join(taxonomy.labels(concept_id))),
        ("depth", str(taxonomy.depth(concept_id))),
        ("parents", ", ".join(taxonomy.parents(concept_id)) or "none: this is the root"),
        (
            "children",
            f"{len(children):,}: " + ", ".join(children[:12]) + (" …" if len(children) > 12 else ""),
        ),
        ("subsumers", " > ".join(taxonomy.subsumers(concept_id))),
    ]
    console.print(table("", ("", ""), rows))


@concepts.command()
def distance(
    context: typer.Context,
    a: Name,
    b: Name,
    measure: Annotated[str, typer.Option(help="Name of a measure, or all.")] = "all",
    root: Annotated[str | None, typer.Option(help="Root of the domain.")] = None,
) -> None:
    """Show the distance between two concepts."""
    from kinonym import Nominal
    from kinonym.cli.show import console, table
    from kinonym.errors import UsageError
    from kinonym.measures import MEASURES

    taxonomy = context.obj.load()
    rows = []
    for name in MEASURES if measure == "all" else [measure]:
        try:
            rows.append((name, f"{Nominal(taxonomy, root, name).distance(a, b):.6f}"))
        except UsageError as error:
            if measure != "all" or "needs" not in error.message:
                raise
            rows.append((name, "not available with this ontology"))
    first, second = (taxonomy.concepts[taxonomy.resolve(x)] for x in (a, b))
    common = taxonomy.lcs(first, second)
    console.print(f"{first} and {second}; both are {taxonomy.label(common)} ({common})", markup=False)
    console.print(table("", ("measure", "distance"), rows))


@concepts.command()
def tree(
    context: typer.Context,
    root: Annotated[str | None, typer.Argument(help="Concept to start from (default: the root).")] = None,
    depth: Annotated[int, typer.Option(min=1, help="Number of levels below it.")] = 2,
    width: Annotated[int, typer.Option(min=1, help="Number of children of each concept.")] = 20,
) -> None:
    """Show a concept and the concepts below it."""
    from rich.text import Text
    from rich.tree import Tree

    from kinonym.cli.show import console

    taxonomy = context.obj.load()
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
    """Show size, depth, labels, version, licence and citation."""
    from dataclasses import asdict

    from kinonym import ontologies
    from kinonym.cli.show import console, table

    figures = asdict(ontologies.stats(context.obj.load()))
    notices = figures.pop("notices")
    rows = [
        (name.replace("_", " "), f"{figure:,}" if isinstance(figure, int) else str(figure))
        for name, figure in figures.items()
        if figure not in ("", 0)
    ]
    console.print(table("", ("", ""), rows))
    for notice in notices:
        console.print(f"notice: {notice}", markup=False)


@concepts.command()
def export(
    context: typer.Context,
    output: Annotated[str, typer.Argument(metavar="OUTPUT", help="Output file: .csv, .obo or .ttl (SKOS).")],
    root: Annotated[str | None, typer.Option(help="Export only the concepts below this one.")] = None,
) -> None:
    """Write the ontology as CSV, OBO or SKOS."""
    from kinonym.cli.show import console
    from kinonym.files.output import reserved
    from kinonym.ontologies.writing import to_text

    taxonomy = context.obj.load()
    if root is not None:
        taxonomy = taxonomy.restrict(taxonomy.concepts[taxonomy.resolve(root)])
    source = context.obj
    inputs = [Path(source.source), *([] if source.data is None else [source.data])]
    with reserved([Path(output)], inputs) as [target]:
        target.write_bytes(to_text(taxonomy, Path(output)).encode())
    console.print(f"written: {output}", markup=False)
