"""The commands and their options; each imports what it needs only when it runs."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer
from typer.main import get_command

from kinonym._version import __version__
from kinonym.cli import options as opt
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
    seed: opt.Seed = None,
) -> None:
    """Mask fictional hospital records and show what changed."""
    from kinonym.cli.demo import show_demo

    show_demo(folder, records, seed)


@app.command()
def init(
    data: opt.DataFile,
    *,
    encoding: opt.Encoding = None,
    delimiter: opt.Delimiter = None,
    engine: opt.Engine = "auto",
    memory_limit: opt.MemoryLimit = None,
    names: opt.HeaderNames = None,
    ontology: opt.FurtherOntologies = None,
) -> None:
    """Draft a recipe for a table, with every guess marked.

    The recipe is printed; write it to a file and check every guess.
    """
    from kinonym.cli.prepare import draft
    from kinonym.cli.show import TextOptions

    column_names = tuple(name.strip() for name in names.split(",")) if names else ()
    options = TextOptions(
        encoding=encoding, delimiter=delimiter, names=column_names, engine=engine, memory_limit=memory_limit
    )
    typer.echo(draft(data, options, ontology or []), nl=False)


@app.command("map")
def map_values(  # noqa: PLR0913  # one keyword for each option
    data: opt.DataFile,
    *,
    recipe: opt.RecipeFile,
    encoding: opt.Encoding = None,
    delimiter: opt.Delimiter = None,
    engine: opt.Engine = "auto",
    memory_limit: opt.MemoryLimit = None,
    folder: opt.MappingFolder = None,
    check: Annotated[bool, typer.Option("--check", help="Write nothing; fail if a value has no concept.")] = False,
    show_values: opt.ShowValues = False,
) -> None:
    """Find a concept for each value; write editable tables."""
    from kinonym.cli.prepare import map_table
    from kinonym.cli.show import TextOptions

    options = TextOptions(encoding=encoding, delimiter=delimiter, engine=engine, memory_limit=memory_limit)
    map_table(data, recipe, folder, options=options, check=check, show_values=show_values)


@app.command()
def describe(
    data: opt.DataFile,
    *,
    recipe: opt.RecipeFile,
    encoding: opt.Encoding = None,
    delimiter: opt.Delimiter = None,
    engine: opt.Engine = "auto",
    memory_limit: opt.MemoryLimit = None,
    places: Annotated[int, typer.Option(min=1, help="Number of central and marginal values to show.")] = 3,
) -> None:
    """Show means, variances and correlations of words.

    Central and marginal values are listed too.

    The output contains values of the data: it is for you, not for release.
    """
    from kinonym.cli.prepare import describe_table
    from kinonym.cli.show import TextOptions

    options = TextOptions(encoding=encoding, delimiter=delimiter, engine=engine, memory_limit=memory_limit)
    describe_table(data, recipe, places, options)


@app.command()
def mask(  # noqa: PLR0913  # one keyword for each option
    data: opt.DataFile,
    *,
    recipe: opt.RecipeFile,
    output: opt.Output = None,
    encoding: opt.Encoding = None,
    delimiter: opt.Delimiter = None,
    engine: opt.Engine = "auto",
    memory_limit: opt.MemoryLimit = None,
    report: Annotated[Path | None, typer.Option(help="Also write a report: .html or .json.")] = None,
    private_risk: opt.PrivateRisk = None,
    plan: opt.PlanFile = None,
    previous: opt.PreviousPlan = None,
    resume: opt.Resume = False,
    seed: opt.Seed = None,
    accept_unique: opt.AcceptUnique = False,
    show_values: opt.ShowValues = False,
    stream: opt.Stream = False,
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
    data: opt.DataFile,
    *,
    recipe: opt.RecipeFile,
    encoding: opt.Encoding = None,
    delimiter: opt.Delimiter = None,
    engine: opt.Engine = "auto",
    memory_limit: opt.MemoryLimit = None,
    method: opt.Methods = "",
    k: opt.ValuesOfK = "",
    alpha: opt.ValuesOfAlpha = "",
    epsilon: opt.ValuesOfEpsilon = "",
    report: Annotated[Path | None, typer.Option(help="Also write a report: .html, .json or .csv.")] = None,
    target: opt.Target = None,
    pick: opt.PickedPoint = None,
    state: opt.StateFile = None,
    seed: opt.Seed = None,
    workers: opt.Workers = None,
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
    data: opt.DataFile,
    *,
    recipe: opt.RecipeFile,
    encoding: opt.Encoding = None,
    delimiter: opt.Delimiter = None,
    engine: opt.Engine = "auto",
    memory_limit: opt.MemoryLimit = None,
    report: Annotated[Path | None, typer.Option(help="Also write the advice as .json.")] = None,
    pick: Annotated[int | None, typer.Option(help="Print the recipe of a suggestion, by its number.")] = None,
    seed: opt.Seed = None,
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
    data: opt.DataFile,
    *,
    quasi: opt.QuasiColumns = "",
    confidential: opt.ConfidentialColumns = "",
    person: opt.PersonColumn = None,
    original: opt.OriginalTable = None,
    against: opt.EarlierRelease = None,
    encoding: opt.Encoding = None,
    delimiter: opt.Delimiter = None,
    engine: opt.Engine = "auto",
    memory_limit: opt.MemoryLimit = None,
    recipe: opt.OptionalRecipe = None,
    aligned: opt.Aligned = False,
    k: opt.LeastK = None,
    m: opt.KnownItems = None,
    separator: opt.ItemSeparator = None,
    l_diversity: opt.LeastL = None,
    diversity: opt.Diversity = "distinct",
    c: opt.RecursiveC = 1.0,
    p_sensitive: opt.LeastP = None,
    t_closeness: opt.GreatestT = None,
    ground: opt.Ground = "equal",
) -> None:
    """Count k, l, p and t of any table."""
    from kinonym.cli.mask import VerifyOptions, verify_table
    from kinonym.cli.show import TextOptions

    limits = {
        "l_diversity": l_diversity, "diversity": diversity, "c": c, "p_sensitive": p_sensitive,
        "t_closeness": t_closeness, "ground": ground,
    }  # fmt: skip
    text = TextOptions(encoding=encoding, delimiter=delimiter, engine=engine, memory_limit=memory_limit)
    options = VerifyOptions(
        person=person, text=text, recipe=recipe, against=against, aligned=aligned, k=k, demands=limits, m=m,
        separator=separator,
    )  # fmt: skip
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
    port: opt.Port = 0,
    folder: opt.TableFolder = None,
    browser: opt.OpenBrowser = True,
    host: opt.Host = ("127.0.0.1"),
    i_know: opt.IKnow = False,
    certificate: opt.Certificate = None,
    private_key: opt.PrivateKey = None,
) -> None:
    """Open the program in a browser, on this machine only."""
    from kinonym.web.server import ServerOptions
    from kinonym.web.server import serve as serve_page

    options = ServerOptions(
        port=port, folder=folder, browser=browser, host=host, i_know=i_know, certificate=certificate,
        private_key=private_key,
    )  # fmt: skip
    serve_page(options, typer.echo)


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
