"""The commands and their options; each imports what it needs only when it runs."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer
from typer.main import get_command

from kinonym._version import __version__
from kinonym.cli.completion import COMPLETION_VARIABLE, prepare_answers, show_script
from kinonym.cli.concepts import concepts
from kinonym.errors import UsageError

__all__ = ["app", "command"]

app = typer.Typer(
    name="kinonym",
    help="Anonymise tables of words: replace each value with a similar concept of an ontology.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    pretty_exceptions_show_locals=False,
    rich_markup_mode=None,
)
app.add_typer(concepts, name="concepts")

DataFile = Annotated[
    str,
    typer.Argument(
        metavar="DATA",
        help="A file or folder, book.xlsx#Sheet, postgresql://HOST/DB#TABLE …; all formats: docs/files.md.",
    ),
]
RecipeFile = Annotated[Path, typer.Option("--recipe", "-r", help="The recipe, a TOML file.")]
Encoding = Annotated[str | None, typer.Option(help="Text encoding, e.g. cp1252 (default: detected).")]
Delimiter = Annotated[str | None, typer.Option(help="Cell separator, e.g. ';' or tab (default: detected).")]
Columns = Annotated[str, typer.Option(help="Column names, separated by commas.")]
Engine = Annotated[str, typer.Option(help="Engine: auto, memory, duckdb or spark.")]
MemoryLimit = Annotated[str | None, typer.Option(help="Memory limit of the program, e.g. 1GB.")]
Seed = Annotated[int | None, typer.Option(help="Random seed for experiments; the result is marked as a test.")]
ShowValues = Annotated[bool, typer.Option("--show-values", help="Allow messages to show values of the data.")]


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
    folder: Annotated[Path, typer.Option(help="Folder for the results.")] = Path("kinonym-demo"),
    records: Annotated[int, typer.Option(min=50, help="Number of records to generate.")] = 5000,
    seed: Seed = None,
) -> None:
    """Mask fictional hospital records and show what changed."""
    from kinonym.cli.demo import show_demo

    show_demo(folder, records, seed)


@app.command()
def init(
    data: DataFile,
    *,
    encoding: Encoding = None,
    delimiter: Delimiter = None,
    engine: Engine = "auto",
    memory_limit: MemoryLimit = None,
    names: Annotated[
        str | None, typer.Option(help="Column names of a text without a header, separated by commas.")
    ] = None,
    ontology: Annotated[
        list[str] | None, typer.Option(help="Path of a further ontology to try; may be repeated.")
    ] = None,
) -> None:
    """Draft a recipe for a table, with every guess marked.

    The recipe is printed; write it to a file and check every guess.
    """
    from kinonym.cli.prepare import draft
    from kinonym.cli.show import TextOptions

    given = tuple(name.strip() for name in names.split(",")) if names else ()
    options = TextOptions(encoding=encoding, delimiter=delimiter, names=given, engine=engine, memory_limit=memory_limit)
    typer.echo(draft(data, options, ontology or []), nl=False)


@app.command("map")
def map_values(  # noqa: PLR0913  # one keyword for each option
    data: DataFile,
    *,
    recipe: RecipeFile,
    encoding: Encoding = None,
    delimiter: Delimiter = None,
    engine: Engine = "auto",
    memory_limit: MemoryLimit = None,
    folder: Annotated[
        Path | None, typer.Option(help="Folder for the mapping tables (default: folder of the recipe).")
    ] = None,
    check: Annotated[bool, typer.Option("--check", help="Write nothing; fail if a value has no concept.")] = False,
    show_values: ShowValues = False,
) -> None:
    """Find a concept for each value; write editable tables."""
    from kinonym.cli.prepare import map_table
    from kinonym.cli.show import TextOptions

    options = TextOptions(encoding=encoding, delimiter=delimiter, engine=engine, memory_limit=memory_limit)
    map_table(data, recipe, folder, options=options, check=check, show_values=show_values)


@app.command()
def describe(
    data: DataFile,
    *,
    recipe: RecipeFile,
    encoding: Encoding = None,
    delimiter: Delimiter = None,
    engine: Engine = "auto",
    memory_limit: MemoryLimit = None,
    places: Annotated[int, typer.Option(min=1, help="Number of central and marginal values to show.")] = 3,
) -> None:
    """Show means, variances and correlations of words.

    Central and marginal values are listed too.

    The output contains values of the data: it is for you, not for release.
    """
    from kinonym.cli.prepare import describe_table
    from kinonym.cli.show import TextOptions

    describe_table(
        data,
        recipe,
        places,
        TextOptions(encoding=encoding, delimiter=delimiter, engine=engine, memory_limit=memory_limit),
    )


@app.command()
def mask(  # noqa: PLR0913  # one keyword for each option
    data: DataFile,
    *,
    recipe: RecipeFile,
    output: Annotated[
        str | None,
        typer.Option("--output", "-o", help="File or new table of a database; NAME/ writes a folder of Parquet files."),
    ] = None,
    encoding: Encoding = None,
    delimiter: Delimiter = None,
    engine: Engine = "auto",
    memory_limit: MemoryLimit = None,
    report: Annotated[Path | None, typer.Option(help="Also write a report: .html or .json.")] = None,
    private_risk: Annotated[Path | None, typer.Option(help="Also write the risk of each record, for you only.")] = None,
    plan: Annotated[
        Path | None, typer.Option(help="Also save the groups, for a later release with --previous.")
    ] = None,
    previous: Annotated[Path | None, typer.Option(help="Plan file of the earlier release, to keep its groups.")] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Save the plan during the run; after an interruption, continue from it.")
    ] = False,
    seed: Seed = None,
    accept_unique: Annotated[
        bool, typer.Option("--accept-unique", help="Release even if unmasked columns make many rows unique.")
    ] = False,
    show_values: ShowValues = False,
    stream: Annotated[
        bool, typer.Option("--stream", help="Fit noise to DATA, then mask records from standard input one by one.")
    ] = False,
) -> None:
    """Mask a table as a recipe says.

    Nothing is written unless every check passes.
    """
    from kinonym.cli.show import TextOptions

    options = TextOptions(encoding=encoding, delimiter=delimiter, engine=engine, memory_limit=memory_limit)
    if stream:
        from kinonym.cli.stream import mask_stream

        mask_stream(Path(data), recipe, options=options, seed=seed)
        return
    if output is None:
        msg = "missing option --output"
        raise UsageError(msg, hint="add --output out.csv")
    from kinonym.cli.mask import Where, mask_table

    where = Where(text=options, plan=plan, previous=previous, resume=resume, accept_unique=accept_unique)
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
    engine: Engine = "auto",
    memory_limit: MemoryLimit = None,
    method: Annotated[
        str,
        typer.Option(help="Methods, separated by commas (default: those that suit most tables)."),
    ] = "",
    k: Annotated[str, typer.Option(help="Values of k, e.g. 2,5,10 or 2-15.")] = "",
    alpha: Annotated[str, typer.Option(help="Values of alpha, for noise.")] = "",
    epsilon: Annotated[str, typer.Option(help="Values of epsilon, for exponential.")] = "",
    report: Annotated[Path | None, typer.Option(help="Also write a report: .html, .json or .csv.")] = None,
    target: Annotated[str | None, typer.Option(help='Target to meet with the least loss, e.g. "risk<=0.05".')] = None,
    pick: Annotated[str | None, typer.Option(help="Print the recipe of a point, or of the best one.")] = None,
    state: Annotated[Path | None, typer.Option(help="File for finished points, to continue later.")] = None,
    seed: Seed = None,
    workers: Annotated[int | None, typer.Option(min=1, help="Number of points to compute at the same time.")] = None,
) -> None:
    """Mask a table in many ways; show loss and risk of each.

    No masked table is written.
    """
    from kinonym.cli.compare import compare_table
    from kinonym.cli.show import TextOptions

    options = TextOptions(encoding=encoding, delimiter=delimiter, engine=engine, memory_limit=memory_limit)
    strengths = {"k": k, "alpha": alpha, "epsilon": epsilon}
    compare_table(
        data, recipe, options=options, methods=method, strengths=strengths, report=report, target=target, pick=pick,
        state=state, seed=seed, workers=workers,
    )  # fmt: skip


@app.command()
def recommend(  # noqa: PLR0913  # one keyword for each option
    data: DataFile,
    *,
    recipe: RecipeFile,
    encoding: Encoding = None,
    delimiter: Delimiter = None,
    engine: Engine = "auto",
    memory_limit: MemoryLimit = None,
    report: Annotated[Path | None, typer.Option(help="Also write the advice as .json.")] = None,
    pick: Annotated[int | None, typer.Option(help="Print the recipe of a suggestion, by its number.")] = None,
    seed: Seed = None,
) -> None:
    """Recommend a tested method for each aim.

    Reasons for and against each method are listed.
    """
    from kinonym.cli.recommend import recommend_method
    from kinonym.cli.show import TextOptions

    options = TextOptions(encoding=encoding, delimiter=delimiter, engine=engine, memory_limit=memory_limit)
    recommend_method(data, recipe, options=options, report=report, pick=pick, seed=seed)


@app.command()
def verify(  # noqa: PLR0913  # one keyword for each option
    data: DataFile,
    *,
    quasi: Columns,
    confidential: Annotated[str, typer.Option(help="Confidential columns, separated by commas.")] = "",
    person: Annotated[
        str | None, typer.Option(help="Column with the person id; k, l, p and t then count persons.")
    ] = None,
    original: Annotated[str | None, typer.Option(help="The original table, before masking.")] = None,
    against: Annotated[
        str | None, typer.Option(help="An earlier release of the same data, to show what both disclose together.")
    ] = None,
    encoding: Encoding = None,
    delimiter: Delimiter = None,
    engine: Engine = "auto",
    memory_limit: MemoryLimit = None,
    recipe: Annotated[
        Path | None, typer.Option("--recipe", "-r", help="A recipe that says what the values mean.")
    ] = None,
    aligned: Annotated[bool, typer.Option("--aligned", help="Row i of DATA is row i of the original.")] = False,
    k: Annotated[int | None, typer.Option(min=1, help="Fail with exit code 4 if k is smaller.")] = None,
    m: Annotated[
        int | None,
        typer.Option(min=1, help="Count records that share any M items of a record; --k is then theirs."),
    ] = None,
    separator: Annotated[str | None, typer.Option(help="What separates the items of a cell, for --m.")] = None,
    l_diversity: Annotated[float | None, typer.Option(help="Fail with exit code 4 if l is smaller.")] = None,
    diversity: Annotated[str, typer.Option(help="Kind of l-diversity: distinct, entropy or recursive.")] = "distinct",
    c: Annotated[float, typer.Option(help="c of recursive (c, l)-diversity.")] = 1.0,
    p_sensitive: Annotated[int | None, typer.Option(help="Fail with exit code 4 if p is smaller.")] = None,
    t_closeness: Annotated[float | None, typer.Option(help="Fail with exit code 4 if t is greater.")] = None,
    ground: Annotated[str, typer.Option(help="Distance for t: equal, ordered, hierarchical or semantic.")] = "equal",
) -> None:
    """Count k, l, p and t of any table."""
    from kinonym.cli.mask import VerifyOptions, verify_table
    from kinonym.cli.show import TextOptions

    wanted = {
        "l_diversity": l_diversity, "diversity": diversity, "c": c, "p_sensitive": p_sensitive,
        "t_closeness": t_closeness, "ground": ground,
    }  # fmt: skip
    text = TextOptions(encoding=encoding, delimiter=delimiter, engine=engine, memory_limit=memory_limit)
    options = VerifyOptions(
        person=person,
        text=text,
        recipe=recipe,
        against=against,
        aligned=aligned,
        k=k,
        demands=wanted,
        m=m,
        separator=separator,
    )
    verify_table(data, quasi, confidential, original, options=options)


@app.command()
def ledger() -> None:
    """Show the releases made on this machine.

    They are listed in a private local file.
    """
    from kinonym.cli.show_ledger import show_ledger

    show_ledger()


@app.command()
def plot(
    figures: Annotated[Path, typer.Argument(metavar="FIGURES", help="A report or a comparison as .json.")],
    kind: Annotated[
        str,
        typer.Argument(metavar="KIND", help="frontier, frequencies, distances, correlations, classes or attackers."),
    ],
    *,
    output: Annotated[Path, typer.Option("--output", "-o", help="File for the chart: .svg or .html.")],
    column: Annotated[str | None, typer.Option(help="Column for frequencies and distances.")] = None,
) -> None:
    """Draw a chart of a report or a comparison."""
    from kinonym.cli.compare import plot_figures

    plot_figures(figures, kind, output, column=column)


@app.command()
def serve(  # one keyword for each option
    *,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on (default: any free port).")] = 0,
    folder: Annotated[Path | None, typer.Option(help="Folder from which tables can be opened by path.")] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in a browser.")] = True,
    host: Annotated[str, typer.Option(help="Address to listen on; other than this machine needs --i-know and TLS.")] = (
        "127.0.0.1"
    ),
    i_know: Annotated[bool, typer.Option("--i-know", help="Confirm that others may reach the page.")] = False,
    certificate: Annotated[Path | None, typer.Option(help="TLS certificate (PEM file).")] = None,
    private_key: Annotated[Path | None, typer.Option(help="Private key of the certificate (PEM file).")] = None,
) -> None:
    """Open the program in a browser, on this machine only."""
    from kinonym.web.server import ServerOptions
    from kinonym.web.server import serve as serve_page

    wanted = ServerOptions(
        port=port, folder=folder, browser=browser, host=host, i_know=i_know, certificate=certificate,
        private_key=private_key,
    )  # fmt: skip
    serve_page(wanted, typer.echo)


@app.command()
def completion(shell: Annotated[str, typer.Argument(metavar="SHELL", help="bash, zsh, fish or powershell.")]) -> None:
    """Print a script that completes commands and options in a shell.

    In bash: kinonym completion bash > ~/.local/share/bash-completion/completions/kinonym
    """
    show_script(shell)


if COMPLETION_VARIABLE in os.environ:
    prepare_answers()
command = get_command(app)
"""All of them as one, made once."""
