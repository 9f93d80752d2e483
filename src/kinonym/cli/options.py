"""The options of the commands: their types and help texts."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

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
QuasiColumns = Annotated[
    str, typer.Option(help="Column names, separated by commas; of several tables by default all masked ones.")
]
Engine = Annotated[str, typer.Option(help="Engine: auto, memory, duckdb or spark.")]
MemoryLimit = Annotated[str | None, typer.Option(help="Memory limit of the program, e.g. 1GB.")]
Seed = Annotated[int | None, typer.Option(help="Random seed for experiments; the result is marked as a test.")]
ShowValues = Annotated[bool, typer.Option("--show-values", help="Allow messages to show values of the data.")]

HeaderNames = Annotated[str | None, typer.Option(help="Column names of a text without a header, separated by commas.")]
FurtherOntologies = Annotated[
    list[str] | None, typer.Option(help="Path of a further ontology to try; may be repeated.")
]
MappingFolder = Annotated[
    Path | None, typer.Option(help="Folder for the mapping tables (default: folder of the recipe).")
]
Output = Annotated[
    str | None,
    typer.Option("--output", "-o", help="File or new table of a database; NAME/ writes a folder of Parquet files."),
]
PrivateRisk = Annotated[Path | None, typer.Option(help="Also write the risk of each record, for you only.")]
PlanFile = Annotated[Path | None, typer.Option(help="Also save the groups, for a later release with --previous.")]
PreviousPlan = Annotated[Path | None, typer.Option(help="Plan file of the earlier release, to keep its groups.")]
Resume = Annotated[
    bool, typer.Option("--resume", help="Save the plan during the run; after an interruption, continue from it.")
]
AcceptUnique = Annotated[
    bool, typer.Option("--accept-unique", help="Release even if unmasked columns make many rows unique.")
]
Stream = Annotated[
    bool, typer.Option("--stream", help="Fit noise to DATA, then mask records from standard input one by one.")
]
ConfidentialColumns = Annotated[str, typer.Option(help="Confidential columns, separated by commas.")]
PersonColumn = Annotated[str | None, typer.Option(help="Column with the person id; k, l, p and t then count persons.")]
OriginalTable = Annotated[str | None, typer.Option(help="The original table, before masking.")]
EarlierRelease = Annotated[
    str | None, typer.Option(help="An earlier release of the same data, to show what both disclose together.")
]
OptionalRecipe = Annotated[Path | None, typer.Option("--recipe", "-r", help="A recipe that says what the values mean.")]
Aligned = Annotated[bool, typer.Option("--aligned", help="Row i of DATA is row i of the original.")]
LeastK = Annotated[int | None, typer.Option(min=1, help="Fail with exit code 4 if k is smaller.")]
KnownItems = Annotated[
    int | None, typer.Option(min=1, help="Count records that share any M items of a record; --k is then theirs.")
]
ItemSeparator = Annotated[str | None, typer.Option(help="What separates the items of a cell, for --m.")]
LeastL = Annotated[float | None, typer.Option(help="Fail with exit code 4 if l is smaller.")]
Diversity = Annotated[str, typer.Option(help="Kind of l-diversity: distinct, entropy or recursive.")]
RecursiveC = Annotated[float, typer.Option(help="c of recursive (c, l)-diversity.")]
LeastP = Annotated[int | None, typer.Option(help="Fail with exit code 4 if p is smaller.")]
GreatestT = Annotated[float | None, typer.Option(help="Fail with exit code 4 if t is greater.")]
Ground = Annotated[str, typer.Option(help="Distance for t: equal, ordered, hierarchical or semantic.")]
Methods = Annotated[str, typer.Option(help="Methods, separated by commas (default: those that suit most tables).")]
ValuesOfK = Annotated[str, typer.Option(help="Values of k, e.g. 2,5,10 or 2-15.")]
ValuesOfAlpha = Annotated[str, typer.Option(help="Values of alpha, for noise.")]
ValuesOfEpsilon = Annotated[str, typer.Option(help="Values of epsilon, for exponential.")]
Target = Annotated[str | None, typer.Option(help='Target to meet with the least loss, e.g. "risk<=0.05".')]
PickedPoint = Annotated[str | None, typer.Option(help="Print the recipe of a point, or of the best one.")]
StateFile = Annotated[Path | None, typer.Option(help="File for finished points, to continue later.")]
Workers = Annotated[int | None, typer.Option(min=1, help="Number of points to compute at the same time.")]
Port = Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on (default: any free port).")]
TableFolder = Annotated[Path | None, typer.Option(help="Folder from which tables can be opened by path.")]
OpenBrowser = Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in a browser.")]
Host = Annotated[str, typer.Option(help="Address to listen on; other than this machine needs --i-know and TLS.")]
IKnow = Annotated[bool, typer.Option("--i-know", help="Confirm that others may reach the page.")]
Certificate = Annotated[Path | None, typer.Option(help="TLS certificate (PEM file).")]
PrivateKey = Annotated[Path | None, typer.Option(help="Private key of the certificate (PEM file).")]
