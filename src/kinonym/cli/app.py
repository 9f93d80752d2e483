"""The commands and their options; each imports what it needs only when it runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from typer.main import get_command

from kinonym._version import __version__
from kinonym.cli.concepts import concepts
from kinonym.errors import UsageError

__all__ = ["app", "command"]

app = typer.Typer(
    name="kinonym",
    help="Anonymise tables of words: each value is replaced by its kin, a near concept of an ontology.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    pretty_exceptions_show_locals=False,
    rich_markup_mode=None,
)
app.add_typer(concepts, name="concepts")

DataFile = Annotated[
    Path,
    typer.Argument(metavar="DATA", help="CSV, JSON lines, Parquet, book.xlsx#Sheet, SPSS, Stata, sqlite:FILE#TABLE …"),
]
RecipeFile = Annotated[Path, typer.Option("--recipe", "-r", help="The recipe, a TOML file.")]
Encoding = Annotated[str | None, typer.Option(help="Of a text, such as cp1252; default: found in it.")]
Delimiter = Annotated[str | None, typer.Option(help="Between cells of a text: ';' or tab; default: found in it.")]
Columns = Annotated[str, typer.Option(help="Column names, separated by commas.")]
Seed = Annotated[int | None, typer.Option(help="For experiments: repeatable, and marked as a test.")]
ShowValues = Annotated[bool, typer.Option("--show-values", help="Let messages show values of the data.")]


def _version(*, asked: bool) -> None:
    if asked:
        typer.echo(f"kinonym {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    *,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=lambda asked: _version(asked=asked), is_eager=True, help="Show the version."
        ),
    ] = False,
) -> None:
    pass


@app.command()
def demo(
    *,
    folder: Annotated[Path, typer.Option(help="Where everything is written.")] = Path("kinonym-demo"),
    records: Annotated[int, typer.Option(min=50, help="How many records to make.")] = 5000,
    seed: Seed = None,
) -> None:
    """Run the main job on hospital records that it makes itself."""
    from kinonym.cli.demo import show_demo

    show_demo(folder, records, seed)


@app.command()
def init(
    data: DataFile,
    *,
    encoding: Encoding = None,
    delimiter: Delimiter = None,
    names: Annotated[str | None, typer.Option(help="Of a text without a header: its columns, with commas.")] = None,
    ontology: Annotated[list[str] | None, typer.Option(help="Further ontologies to try, by path.")] = None,
) -> None:
    """Draft a recipe for a table, with every guess marked; prints it."""
    from kinonym.cli.prepare import draft
    from kinonym.cli.show import TextOptions

    given = tuple(name.strip() for name in names.split(",")) if names else ()
    options = TextOptions(encoding=encoding, delimiter=delimiter, names=given)
    typer.echo(draft(data, options, ontology or []), nl=False)


@app.command("map")
def map_values(
    data: DataFile,
    *,
    recipe: RecipeFile,
    encoding: Encoding = None,
    delimiter: Delimiter = None,
    folder: Annotated[Path | None, typer.Option(help="Where the tables go; default: beside the recipe.")] = None,
    check: Annotated[bool, typer.Option("--check", help="Write nothing; fail if a value is unmapped.")] = False,
    show_values: ShowValues = False,
) -> None:
    """Find the concepts of a table's values and write them as tables for a person to edit."""
    from kinonym.cli.prepare import map_table
    from kinonym.cli.show import TextOptions

    options = TextOptions(encoding=encoding, delimiter=delimiter)
    map_table(data, recipe, folder, options=options, check=check, show_values=show_values)


@app.command()
def describe(
    data: DataFile,
    *,
    recipe: RecipeFile,
    encoding: Encoding = None,
    delimiter: Delimiter = None,
    places: Annotated[int, typer.Option(min=1, help="How many central and marginal values to show.")] = 3,
) -> None:
    """Statistics of a table's words: means, variances, central and marginal values, correlations.

    It shows values of the data: it is for you, not for release.
    """
    from kinonym.cli.prepare import describe_table
    from kinonym.cli.show import TextOptions

    describe_table(data, recipe, places, TextOptions(encoding=encoding, delimiter=delimiter))


@app.command()
def mask(  # noqa: PLR0913  # one keyword for each option
    data: DataFile,
    *,
    recipe: RecipeFile,
    output: Annotated[
        str | None, typer.Option("--output", "-o", help="Where the masked table goes; NAME/ is a folder of Parquet.")
    ] = None,
    encoding: Encoding = None,
    delimiter: Delimiter = None,
    report: Annotated[Path | None, typer.Option(help="Also write a report: .html or .json.")] = None,
    private_risk: Annotated[
        Path | None, typer.Option(help="Also write the risk of single records, for you alone.")
    ] = None,
    engine: Annotated[str, typer.Option(help="auto, memory, duckdb or spark.")] = "auto",
    memory_limit: Annotated[str | None, typer.Option(help="What the program may take, such as 1GB.")] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Keep the plan until the end; after an interruption go on from it.")
    ] = False,
    seed: Seed = None,
    show_values: ShowValues = False,
    stream: Annotated[
        bool, typer.Option("--stream", help="Fit noise to DATA, then mask standard input record by record.")
    ] = False,
) -> None:
    """Mask a table as the recipe says; writes nothing unless every check holds."""
    from kinonym.cli.show import TextOptions

    options = TextOptions(encoding=encoding, delimiter=delimiter)
    if stream:
        from kinonym.cli.stream import mask_stream

        mask_stream(data, recipe, options=options, seed=seed)
        return
    if output is None:
        msg = "the masked table needs a place"
        raise UsageError(msg, hint="add --output out.csv")
    from kinonym.cli.mask import Where, mask_table

    where = Where(text=options, engine=engine, memory_limit=memory_limit, resume=resume)
    mask_table(
        data, recipe, output, report=report, private=private_risk, where=where, seed=seed, show_values=show_values
    )


@app.command()
def compare(  # noqa: PLR0913  # one keyword for each option
    data: DataFile,
    *,
    recipe: RecipeFile,
    encoding: Encoding = None,
    delimiter: Delimiter = None,
    method: Annotated[
        str,
        typer.Option(help="Methods, with commas between; default: sensible ones."),
    ] = "",
    k: Annotated[str, typer.Option(help="Values of k: 2,5,10 or 2-15.")] = "",
    alpha: Annotated[str, typer.Option(help="Values of alpha, for noise.")] = "",
    epsilon: Annotated[str, typer.Option(help="Values of epsilon, for exponential.")] = "",
    report: Annotated[Path | None, typer.Option(help="Also write .html, .json or .csv.")] = None,
    target: Annotated[str | None, typer.Option(help='Find the least loss that meets it: "risk<=0.05".')] = None,
    pick: Annotated[str | None, typer.Option(help="Print the recipe of a point, or of the best.")] = None,
    state: Annotated[Path | None, typer.Option(help="Keep finished points here, to go on later.")] = None,
    seed: Seed = None,
    workers: Annotated[int | None, typer.Option(min=1, help="Points computed at the same time.")] = None,
) -> None:
    """Mask in many ways, write none of them, and show what each costs and risks."""
    from kinonym.cli.compare import compare_table
    from kinonym.cli.show import TextOptions

    options = TextOptions(encoding=encoding, delimiter=delimiter)
    strengths = {"k": k, "alpha": alpha, "epsilon": epsilon}
    compare_table(
        data, recipe, options=options, methods=method, strengths=strengths, report=report, target=target, pick=pick,
        state=state, seed=seed, workers=workers,
    )  # fmt: skip


@app.command()
def recommend(
    data: DataFile,
    *,
    recipe: RecipeFile,
    report: Annotated[Path | None, typer.Option(help="Also write the advice as .json.")] = None,
    pick: Annotated[int | None, typer.Option(help="Print the recipe of a suggestion, by its number.")] = None,
    seed: Seed = None,
) -> None:
    """Which method suits a table: for each aim a setting that was tried on it, why, and when not."""
    from kinonym.cli.recommend import recommend_method

    recommend_method(data, recipe, report=report, pick=pick, seed=seed)


@app.command()
def verify(  # noqa: PLR0913  # one keyword for each option
    data: DataFile,
    *,
    quasi: Columns,
    confidential: Annotated[str, typer.Option(help="Confidential columns, separated by commas.")] = "",
    person: Annotated[str | None, typer.Option(help="Whose each record is: k, l, p and t count persons.")] = None,
    original: Annotated[Path | None, typer.Option(help="The table before masking.")] = None,
    encoding: Encoding = None,
    delimiter: Delimiter = None,
    recipe: Annotated[Path | None, typer.Option("--recipe", "-r", help="What the values mean.")] = None,
    aligned: Annotated[bool, typer.Option("--aligned", help="Row i is row i of the original.")] = False,
    k: Annotated[int | None, typer.Option(min=1, help="Fail with exit code 4 if k is smaller than this.")] = None,
    l_diversity: Annotated[float | None, typer.Option(help="Fail with exit code 4 if l is smaller.")] = None,
    diversity: Annotated[str, typer.Option(help="Kind of l-diversity: distinct, entropy or recursive.")] = "distinct",
    c: Annotated[float, typer.Option(help="c of recursive (c, l)-diversity.")] = 1.0,
    p_sensitive: Annotated[int | None, typer.Option(help="Fail with exit code 4 if p is smaller.")] = None,
    t_closeness: Annotated[float | None, typer.Option(help="Fail with exit code 4 if t is greater.")] = None,
    ground: Annotated[str, typer.Option(help="For t: equal, ordered, hierarchical or semantic.")] = "equal",
) -> None:
    """Recount any table: its k, l, p and t."""
    from kinonym.cli.mask import VerifyOptions, verify_table
    from kinonym.cli.show import TextOptions

    wanted = {
        "l_diversity": l_diversity, "diversity": diversity, "c": c, "p_sensitive": p_sensitive,
        "t_closeness": t_closeness, "ground": ground,
    }  # fmt: skip
    text = TextOptions(encoding=encoding, delimiter=delimiter)
    options = VerifyOptions(person=person, text=text, recipe=recipe, aligned=aligned, k=k, demands=wanted)
    verify_table(data, quasi, confidential, original, options=options)


@app.command()
def plot(
    figures: Annotated[Path, typer.Argument(help="A report or comparison written as .json.")],
    kind: Annotated[str, typer.Argument(help="frontier, frequencies, distances, correlations, classes, attackers.")],
    *,
    output: Annotated[Path, typer.Option("--output", "-o", help="Ends in .svg, .png or .html.")],
    column: Annotated[str | None, typer.Option(help="For frequencies and distances.")] = None,
) -> None:
    """Draw a picture from the figures of a report or a comparison."""
    from kinonym.cli.compare import plot_figures

    plot_figures(figures, kind, output, column=column)


@app.command()
def serve(  # one keyword for each option
    *,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Default: any that is free.")] = 0,
    folder: Annotated[Path | None, typer.Option(help="Tables below this folder may be opened by path.")] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in a browser.")] = True,
    host: Annotated[str, typer.Option(help="Another address than this machine's own needs --i-know and TLS.")] = (
        "127.0.0.1"
    ),
    i_know: Annotated[
        bool, typer.Option("--i-know", help="Others may reach the page; I know what that means.")
    ] = False,
    certificate: Annotated[Path | None, typer.Option(help="TLS certificate, a PEM file.")] = None,
    private_key: Annotated[Path | None, typer.Option(help="Its private key, a PEM file.")] = None,
) -> None:
    """Open the whole program as a page in a browser, on this machine alone."""
    from kinonym.web.server import Wanted
    from kinonym.web.server import serve as serve_page

    wanted = Wanted(
        port=port, folder=folder, browser=browser, host=host, i_know=i_know, certificate=certificate,
        private_key=private_key,
    )  # fmt: skip
    serve_page(wanted, typer.echo)


command = get_command(app)
"""All of them as one, made once."""
