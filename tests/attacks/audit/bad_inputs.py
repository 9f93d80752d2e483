"""Bad inputs as data: how the starting table, recipe or command is changed, and the expected exit code.

They cover the list in section 5 of docs/privacy.md and similar cases. `test_bad_inputs` runs them.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from audit.starting import DATA, HEADER, RECIPE, ROWS, SECRET, TREE

MASK = ("mask", "data.csv", "-r", "recipe.toml", "-o", "out.csv")
COMPARE = ("compare", "data.csv", "-r", "recipe.toml")


@dataclass(frozen=True)
class Case:
    """One bad input; ``make`` changes the folder."""

    name: str
    code: int
    make: Callable[[Path], object] = lambda _: None
    command: tuple[str, ...] = MASK
    stdin: bytes = b""


def file(name, content):
    """Write a file."""

    def make(folder):
        made = content() if callable(content) else content
        (folder / name).write_bytes(made if isinstance(made, bytes) else made.encode())

    return make


def recipe(*changes, data=None, **files):
    """The recipe with texts replaced, perhaps with other data; further files by their stem."""

    def make(folder):
        text = RECIPE
        for old, new in changes:
            assert old in text, old
            text = text.replace(old, new)
        (folder / "recipe.toml").write_text(text)
        if data is not None:
            (folder / "data.csv").write_text(data)
        for stem, content in files.items():
            file(f"{stem}.csv", content)(folder)

    return make


def method(text, **changes):
    """Another method section."""
    return recipe(('name = "sa-mdav"\nk = 2\n', text + "\n"), **changes)


def column(text, *, of="hobby", **changes):
    """Further keys of a column."""
    old = {"hobby": 'ontology = "sports.csv"', "age": 'type = "numeric"', "income": 'role = "confidential"'}[of]
    return recipe((old, f"{old}\n{text}"), **changes)


def instead(text, *, of="hobby", **changes):
    """Other keys of a column than its own."""
    old = {"hobby": 'ontology = "sports.csv"', "age": 'type = "numeric"', "income": 'role = "confidential"'}[of]
    return recipe((old, text), **changes)


def all_of(*makes):
    return lambda folder: [make(folder) for make in makes]


def pipe(name):
    def make(folder):
        (folder / name).unlink(missing_ok=True)
        os.mkfifo(folder / name)

    return make


def link(name, target):
    def make(folder):
        (folder / name).unlink(missing_ok=True)
        (folder / name).symlink_to(target)

    return make


def parquet(table):
    def make(folder):
        pq.write_table(table, folder / "data.csv")

    return make


def hidden(ending, output="out.csv"):
    """The name of a private file next to an output."""
    return f".kinonym-{hashlib.sha256(output.encode()).hexdigest()[:16]}{ending}"


def hard_link(name, target):
    return lambda folder: os.link(folder / target, folder / name)


def folder_named(name):
    def make(folder):
        (folder / name).unlink(missing_ok=True)
        (folder / name).mkdir()

    return make


def changed(old, new):
    """The table with a text replaced."""
    assert old in DATA, old
    return file("data.csv", DATA.replace(old, new))


def packed(content, cut=None):
    return gzip.compress(content if isinstance(content, bytes) else content.encode())[:cut]


def mask(*more, data="data.csv", output="out.csv"):
    return ("mask", data, "-r", "recipe.toml", "-o", output, *more)


def many(last, number=40):
    """A longer table; ``last`` makes the confidential cell."""
    hobbies = ("soccer", "rugby", "swimming", "surfing", "ball")
    rows = [f"{SECRET}-{i},{hobbies[i % 5]},{20 + i % 7},{last(i)}\n" for i in range(number)]
    return HEADER + "".join(rows)


def long_text(i):
    return f"{SECRET} was seen on the ward with complaint number {i} of many"


def unreadable_text():
    text = io.StringIO()
    json.dump({"a": 1}, text)
    return text.getvalue()


TABLES = [
    Case("empty", 3, file("data.csv", b"")),
    Case("one line break", 3, file("data.csv", b"\n")),
    Case("blanks only", 3, file("data.csv", b"   \n  \n")),
    Case("header only", 3, file("data.csv", HEADER)),
    Case("header without line break", 3, file("data.csv", HEADER.strip())),
    Case("header and blank lines", 3, file("data.csv", HEADER + "\n\n")),
    Case("short row", 3, file("data.csv", DATA + f"x,{SECRET}\n")),
    Case("long row", 3, file("data.csv", DATA + f"x,soccer,20,{SECRET},more\n")),
    Case("short first row", 3, file("data.csv", HEADER + f"{SECRET}\n" + ROWS)),
    Case("same name twice", 2, changed("name,hobby", "hobby,hobby")),
    Case("names alike by case", 3, changed("name,hobby", "Hobby,hobby")),
    Case("names alike by folding", 3, changed("name,hobby", "ｈobby,hobby")),
    Case("names alike by blanks", 3, changed("name,hobby", " hobby,hobby")),
    Case("unnamed column", 3, changed("name,hobby", ",hobby")),
    Case("blank name", 3, changed("name,hobby", "  ,hobby")),
    Case("trailing comma in header", 3, changed("age,income", "age,income,")),
    Case("unclosed quote", 3, changed("rugby,21", f'"{SECRET},21')),
    Case("unclosed quote in the header", 3, changed("name,hobby", 'name,"hobby')),
    Case("text after a quote", 3, changed("rugby,21", f'"rugby"{SECRET},21')),
    Case("NUL in a cell", 3, changed("rugby", "rug\0by")),
    Case("NUL in the header", 3, changed("name,hobby", "na\0me,hobby")),
    Case("Latin-1", 3, file("data.csv", DATA.replace("rugby", "rügby").encode("latin-1"))),
    Case("UTF-8 cut off", 3, file("data.csv", DATA.encode() + "é".encode()[:1])),
    Case("overlong UTF-8", 3, file("data.csv", DATA.replace("rugby", "rug").encode() + b"\xc0\xaf\n")),
    Case("surrogate in UTF-8", 3, file("data.csv", DATA.encode() + b"x,\xed\xa0\x80,1,a\n")),
    Case("cell over 1 MiB", 3, changed("rugby,21", f"{'x' * (1 << 20)}y,21")),
    Case("header over 1 MiB", 3, changed("name,hobby", f"{'x' * (1 << 20)}y,hobby")),
    Case("binary", 3, file("data.csv", bytes(range(1, 256)) * 40)),
    Case("PDF", 3, file("data.csv", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n")),
    Case("HTML", 3, file("data.csv", f"<html><body>{SECRET}</body></html>\n")),
    Case("JSON", 3, file("data.csv", unreadable_text())),
    Case("zip archive", 3, file("data.csv", b"PK\x03\x04" + b"\0" * 40)),
    Case("old Excel", 3, file("data.csv", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 40)),
    Case("gzip cut off", 3, file("data.csv", packed(DATA, -9))),
    Case("gzip head only", 3, file("data.csv", b"\x1f\x8b\x08\x00")),
    Case("gzip with a wrong sum", 3, file("data.csv", packed(DATA)[:-8] + b"\0" * 8)),
    Case("gzip empty inside", 3, file("data.csv", packed(b""))),
    Case("gzip bomb", 3, file("data.csv", lambda: packed(b"a,b\n" * (6 << 20)))),
    Case("gzip in gzip", 3, file("data.csv", packed(packed(DATA)))),
    Case("Parquet of junk", 3, file("data.csv", b"PAR1" + b"\1" * 60 + b"PAR1")),
    Case("Parquet cut off", 3, file("data.csv", b"PAR1")),
    Case("CSV called Parquet", 3, file("data.parquet", DATA), mask(data="data.parquet")),
    Case(
        "Parquet without rows", 3, parquet(pa.table({n: pa.array([], pa.string()) for n in HEADER.strip().split(",")}))
    ),
    Case("Parquet with lists", 3, parquet(pa.table({"name": ["x"], "hobby": [["a"]], "age": ["1"], "income": ["b"]}))),
    Case(
        "Parquet with bytes", 3, parquet(pa.table({"name": [b"\xff"], "hobby": ["a"], "age": ["1"], "income": ["b"]}))
    ),
    Case("folder as table", 3, folder_named("data.csv")),
    Case("pipe as table", 3, pipe("data.csv")),
    Case("device as table", 3, lambda _: None, mask(data="/dev/zero")),
    Case("terminal as table", 3, lambda _: None, mask(data="/dev/null")),
    Case("no such table", 3, lambda _: None, mask(data="nowhere.csv")),
    Case("table in no folder", 3, lambda _: None, mask(data="nowhere/data.csv")),
    Case("link to nothing", 3, link("data.csv", "nowhere.csv")),
    Case("link to itself", 3, link("data.csv", "data.csv")),
    Case("name with NUL", 2, lambda _: None, mask(data="da\0ta.csv")),
    Case("words in a numeric column", 3, changed(",60,", f",{SECRET},")),
    Case("infinite number", 3, changed(",60,", ",inf,")),
    Case("not a number", 3, changed(",60,", ",nan,")),
    Case("number with a comma", 3, changed(",60,", ',"6,0",')),
    Case("great numbers, sa-mdav", 3, changed(",60,", ",1e308,")),
    Case("great numbers, mdav", 3, method('name = "mdav"\nk = 2', data=DATA.replace(",60,", ",-1.7e308,"))),
    Case("great numbers, srs1", 3, method('name = "srs1"\nk = 2', data=DATA.replace(",60,", ",1e200,"))),
    Case("great numbers, resample", 3, method('name = "resample"\nk = 2', data=DATA.replace(",60,", ",9e307,"))),
    Case("great numbers, noise", 3, method('name = "noise"\nalpha = 1.0', data=DATA.replace(",60,", ",1e308,"))),
    Case("number too great to read", 3, changed(",60,", ",1e999,")),
    Case("unmapped", 3, changed("rugby", SECRET)),
    Case("unmapped by a blank inside", 3, changed("rugby", f"rug by {SECRET}")),
    Case("quasi-identifier all missing", 3, file("data.csv", HEADER + "a,,20,x\nb,,21,y\nc,,22,z\n")),
    Case("number all missing", 3, file("data.csv", HEADER + "a,rugby,,x\nb,rugby,,y\nc,ball,,z\n")),
]

ROLES = [
    Case("no recipe", 2, lambda _: None, ("mask", "data.csv", "-r", "none.toml", "-o", "out.csv")),
    Case("recipe is a folder", 2, folder_named("recipe.toml")),
    Case("recipe is a pipe", 2, pipe("recipe.toml")),
    Case("recipe is a device", 2, lambda _: None, ("mask", "data.csv", "-r", "/dev/zero", "-o", "out.csv")),
    Case("recipe empty", 2, file("recipe.toml", b"")),
    Case("recipe not TOML", 2, file("recipe.toml", "[columns.name")),
    Case("recipe is the table", 2, lambda _: None, ("mask", "data.csv", "-r", "data.csv", "-o", "out.csv")),
    Case("recipe with a key twice", 2, recipe(("k = 2", "k = 2\nk = 3"))),
    Case("recipe not UTF-8", 2, file("recipe.toml", RECIPE.encode() + b"# \xff\n")),
    Case("recipe with NUL", 2, file("recipe.toml", RECIPE.encode() + b"# \0\n")),
    Case("unknown section", 2, recipe(("[method]", "[colums]\na = 1\n\n[method]"))),
    Case("no columns", 2, file("recipe.toml", '[method]\nname = "sa-mdav"\nk = 2\n')),
    Case("columns is a text", 2, file("recipe.toml", 'columns = "all"\n[method]\nname = "sa-mdav"\nk = 2\n')),
    Case("column is a text", 2, file("recipe.toml", '[columns]\nhobby = "quasi"\n[method]\nname = "sa-mdav"\nk = 2\n')),
    Case("method is a text", 2, file("recipe.toml", 'method = "mdav"\n[columns.hobby]\nrole = "quasi"\n')),
    Case("no method", 2, recipe(('[method]\nname = "sa-mdav"\nk = 2\n', ""))),
    Case("method without name", 2, recipe(('name = "sa-mdav"\n', ""))),
    Case("key misspelt", 2, recipe(('role = "identifier"', 'rolle = "identifier"'))),
    Case("unknown role", 2, recipe(('role = "identifier"', 'role = "identity"'))),
    Case("role in capitals", 2, recipe(('role = "identifier"', 'role = "IDENTIFIER"'))),
    Case("role is a number", 2, recipe(('role = "identifier"', "role = 1"))),
    Case("role is a list", 2, recipe(('role = "identifier"', 'role = ["identifier", "quasi"]'))),
    Case("column in two roles", 2, recipe(("[columns.age]", '[columns.hobby]\nrole = "other"\n\n[columns.age]'))),
    Case("unknown column", 2, recipe(("[columns.age]", "[columns.agee]"))),
    Case("column without role", 2, recipe(('[columns.name]\nrole = "identifier"\n', ""))),
    Case("no quasi-identifier", 2, recipe(('role = "quasi"', 'role = "other"'))),
    Case("unknown type", 2, instead('type = "numerical"', of="age")),
    Case("nominal without ontology", 2, instead('type = "nominal"')),
    Case("ordinal without order", 2, instead('type = "ordinal"', of="age")),
    Case("order is a text", 2, instead('order = "low"', of="age")),
    Case("order with a level twice", 2, instead('order = ["20", "20", "21"]', of="age")),
    Case("order lacks values", 3, instead('order = ["20", "21"]', of="age")),
    Case("unknown measure", 2, column('measure = "wu-plamer"')),
    Case("measure is a number", 2, column("measure = 3")),
    Case("precision negative", 2, column("precision = -1", of="age")),
    Case("precision too fine", 2, column("precision = 16", of="age")),
    Case("precision is a text", 2, column('precision = "two"', of="age")),
    Case("weight 0", 2, column("weight = 0", of="age")),
    Case("weight negative", 2, column("weight = -1.5", of="age")),
    Case("weight infinite", 2, column("weight = inf", of="age")),
    Case("weight is a text", 2, column('weight = "heavy"', of="age")),
    Case("unknown rule for unmapped", 2, column('unmapped = "ignore"')),
    Case("unknown way to write", 2, column('write = "both"')),
    Case("mask is a text", 2, column('mask = "yes, please"', of="income")),
    Case("root unknown", 2, column('root = "sprot"')),
    Case("values outside the root", 3, column('root = "water"')),
    Case("ontology missing", 2, instead('ontology = "sprots.csv"')),
    Case("ontology name misspelt", 2, instead('ontology = "wordnett"')),
    Case("ontology is a number", 2, instead("ontology = 5")),
    Case("mapping missing", 3, column('mapping = "none.csv"')),
    Case("mapping is a folder", 3, column('mapping = "."')),
    Case("mapping is a device", 3, column('mapping = "/dev/zero"')),
    Case("mapping is a pipe", 3, all_of(column('mapping = "m.csv"'), pipe("m.csv"))),
    Case("mapping empty", 3, column('mapping = "m.csv"', m="")),
    Case("mapping without header", 3, column('mapping = "m.csv"', m="soccer,ball\n")),
    Case("mapping of one column", 3, column('mapping = "m.csv"', m="value\nsoccer\n")),
    Case("mapping with a value twice", 3, column('mapping = "m.csv"', m="value,concept\nball,ball\nball,sport\n")),
    Case("mapping to an unknown concept", 3, column('mapping = "m.csv"', m="value,concept\nball,bll\n")),
    Case("mapping with an empty value", 3, column('mapping = "m.csv"', m="value,concept\n,ball\n")),
    Case("mapping with a long row", 3, column('mapping = "m.csv"', m="value,concept\nball,ball,x\n")),
    Case("mapping with an open quote", 3, column('mapping = "m.csv"', m='value,concept\n"ball,ball\n')),
    Case("mapping not UTF-8", 3, column('mapping = "m.csv"', m=b"value,concept\nb\xffll,ball\n")),
    Case(
        "mapping of another ontology",
        3,
        column(
            'mapping = "m.csv"',
            m="# kinonym mapping table | ontology: x | fingerprint: 00ff\nvalue,concept\nball,ball\n",
        ),
    ),
    Case("counts missing", 3, column('counts = "none.csv"')),
    Case("counts are a device", 3, column('counts = "/dev/zero"')),
    Case("counts are a pipe", 3, all_of(column('counts = "c.csv"'), pipe("c.csv"))),
    Case("counts are words", 3, column('counts = "c.csv"', c="ball,many\nsoccer,few\n")),
    Case("counts negative", 3, column('counts = "c.csv"', c="ball,-4\n")),
    Case("code map missing", 3, column('code_map = "none.txt"')),
    Case("code map is a pipe", 3, all_of(column('code_map = "c.csv"'), pipe("c.csv"))),
    Case("code map is no map", 3, column('code_map = "c.csv"', c="a\tb\n1\t2\n")),
    Case("separator without paths", 2, column('path_separator = "|"')),
    Case("paths without separator", 2, instead('ontology = "paths"')),
    Case("separator empty", 2, instead('ontology = "paths"\npath_separator = ""')),
    Case("lengths without prefix", 2, column("lengths = [1, 2]")),
    Case("prefix without lengths", 2, instead('ontology = "prefix"')),
    Case("lengths falling", 2, instead('ontology = "prefix"\nlengths = [3, 1]')),
    Case("lengths of 0", 2, instead('ontology = "prefix"\nlengths = [0, 1]')),
    Case("lengths empty", 2, instead('ontology = "prefix"\nlengths = []')),
    Case("two ontologies", 2, column('ontology_by = {column = "age", "9" = "a"}')),
    Case("ontology by nothing", 2, instead('ontology_by = {"9" = "a"}')),
    Case("ontology by itself", 2, instead('ontology_by = {column = "hobby", "9" = "a"}')),
    Case("ontology by an unknown column", 2, instead('ontology_by = {column = "hoby", "9" = "a"}')),
    Case("unknown key of the table", 2, recipe(("[method]", "[table]\ndecimals = 2\n\n[method]"))),
    Case("missing is a text", 2, recipe(("[method]", '[table]\nmissing = "?"\n\n[method]'))),
    Case("missing_values unknown", 2, recipe(("[method]", '[table]\nmissing_values = "keep"\n\n[method]'))),
    Case(
        "rows miss a value, which is an error",
        3,
        recipe(("[method]", '[table]\nmissing_values = "error"\n\n[method]'), data=DATA.replace("rugby", "")),
    ),
    Case(
        "every row would be dropped",
        3,
        recipe(("[method]", '[table]\nmissing_values = "drop"\n\n[method]'), data=HEADER + "a,,20,x\nb,rugby,,y\n"),
    ),
    Case("unknown encoding", 2, recipe(("[method]", '[table]\nencoding = "utf-9"\n\n[method]'))),
    Case("rot13 is no encoding", 2, recipe(("[method]", '[table]\nencoding = "rot13"\n\n[method]'))),
    Case("zlib is no encoding", 2, recipe(("[method]", '[table]\nencoding = "zlib"\n\n[method]'))),
    Case("encoding with NUL", 2, recipe(("[method]", '[table]\nencoding = "utf\\u0000-8"\n\n[method]'))),
    Case("wrong encoding", 3, recipe(("[method]", '[table]\nencoding = "utf-16"\n\n[method]'))),
    Case("delimiter of two characters", 2, recipe(("[method]", '[table]\ndelimiter = ";;"\n\n[method]'))),
    Case("delimiter is a quote", 2, recipe(("[method]", "[table]\ndelimiter = '\"'\n\n[method]"))),
    Case("delimiter is a line break", 2, recipe(("[method]", '[table]\ndelimiter = "\\n"\n\n[method]'))),
    Case("delimiter empty", 2, recipe(("[method]", '[table]\ndelimiter = ""\n\n[method]'))),
    Case("delimiter does not occur", 3, recipe(("[method]", '[table]\ndelimiter = ";"\n\n[method]'))),
    Case("unknown column confirmed", 2, recipe(("[release]", '[release]\nconfirm = ["incme"]'))),
    Case("confirm is a text", 2, recipe(("[release]", '[release]\nconfirm = "income"'))),
    Case(
        "other looks like an identifier",
        2,
        recipe(('role = "confidential"', 'role = "other"'), data=many(lambda i: f"{SECRET}{i}")),
    ),
    Case("other is free text", 2, recipe(('role = "confidential"', 'role = "other"'), data=many(long_text))),
    Case("plain confidential looks like an identifier", 2, file("data.csv", many(lambda i: f"{SECRET}{i}"))),
    Case("plain confidential is free text", 2, file("data.csv", many(long_text))),
    Case(
        "plain quasi-identifier looks like an identifier",
        2,
        recipe(('role = "confidential"', 'role = "quasi"'), data=many(lambda i: f"{SECRET}{i}")),
    ),
    Case(
        "plain quasi-identifier is free text",
        2,
        recipe(('role = "confidential"', 'role = "quasi"'), data=many(long_text)),
    ),
    Case(
        "unique column with record-swap",
        2,
        all_of(
            method('name = "record-swap"\nk = 2', data=many(lambda i: f"{i}.5")),
            lambda folder: (folder / "recipe.toml").write_text(
                (folder / "recipe.toml").read_text().replace("confidential", "other")
            ),
        ),
    ),
]

METHODS = [
    Case(f"k = {k}, {name}", 2, method(f'name = "{name}"\nk = {k}'))
    for name in ("sa-mdav", "mdav", "recode", "srs1", "record-swap", "suppress")
    for k in ("1", "0", "-2", "2.5", '"two"', "true")
] + [
    Case(f"more records than there are, {name}", 4, method(f'name = "{name}"\nk = 6'))
    for name in ("sa-mdav", "mdav", "resample", "recode", "generalise", "suppress", "srs1", "srs2", "srs3", "record-swap")
] + [
    Case(text, 2, method(text))
    for text in (
        'name = "sa-mdaf"\nk = 2', 'name = 5\nk = 2', 'name = "sa-mdav"', 'name = "sa-mdav"\nk = 2\nstatik = true',
        'name = "sa-mdav"\nk = 2\nstatic = 3', 'name = "sa-mdav"\nk = [2, 3]', 'name = "sa-mdav"\nk = 2\nseed = 7',
        'name = "sa-mdav"\nk = 2\nblock_size = 0', 'name = "sa-mdav"\nk = 2\nworkers = -1',
        'name = "sa-mdav"\nk = 2\nrefine = "perhaps"', 'name = "mdav"\nk = 2\ndistance = "far"',
        'name = "mdav"\nk = 2\ncentroid = "median"', 'name = "mdav"\nk = 2\nrefine = true\ncentroid = "lcs"',
        'name = "resample"\nk = 2\nreference = "none"', 'name = "recode"\nk = 2\nheuristics = 7',
        'name = "recode"\nk = 2\nheuristics = 1\nweighted = true', 'name = "recode"\nk = 2\nlocal = true\nblock_size = 3',
        'name = "generalise"\nk = 2\nscheme = "half"', 'name = "suppress"\nk = 2\ndrop = "yes please"',
        'name = "noise"', 'name = "noise"\nalpha = 0', 'name = "noise"\nalpha = -1', 'name = "noise"\nalpha = inf',
        'name = "noise"\nalpha = nan', 'name = "noise"\nalpha = "x"', 'name = "noise"\nalpha = 1\nreference = "none"',
        'name = "noise"\nalpha = 1\nk = 2', 'name = "exponential"', 'name = "exponential"\nepsilon = 0',
        'name = "exponential"\nepsilon = -1', 'name = "exponential"\nepsilon = inf', 'name = "exponential"\nepsilon = nan',
        'name = "exponential"\nepsilon = "x"', 'name = "record-swap"\nk = 2\npartition = "none"', 'name = "data-swap"\nk = 2',
        'name = "sa-mdav"\nk = 2\nl_diversity = 0', 'name = "sa-mdav"\nk = 2\nl_diversity = 2\ndiversity = "odd"',
        'name = "sa-mdav"\nk = 2\nl_diversity = 2\ndiversity = "recursive"\nc = 0',
        'name = "sa-mdav"\nk = 2\np_sensitive = 0', 'name = "sa-mdav"\nk = 2\nt_closeness = -1',
        'name = "sa-mdav"\nk = 2\nt_closeness = nan', 'name = "sa-mdav"\nk = 2\nt_closeness = 0.1\nground = "sea"',
        'name = "sa-mdav"\nk = 2\nt_closeness = "close"',
    )
] + [
    Case("demand without a confidential column", 2, all_of(
        method('name = "sa-mdav"\nk = 2\nl_diversity = 2'), lambda folder: (folder / "recipe.toml").write_text(
            (folder / "recipe.toml").read_text().replace("confidential", "other")))),
    Case("demand that cannot be met", 4, method('name = "sa-mdav"\nk = 2\nl_diversity = 4')),
    Case("p that cannot be met", 4, method('name = "mdav"\nk = 2\np_sensitive = 5')),
    Case("exponential on numbers", 2, method('name = "exponential"\nepsilon = 2.0')),
]  # fmt: skip

OUTPUTS = [
    Case("no output", 2, command=("mask", "data.csv", "-r", "recipe.toml")),
    *(Case(f"output without a name: {name!r}", 2, command=mask(output=name)) for name in ("", ".", "/", "./")),
    Case("a folder where the lock should be", 2, lambda folder: (folder / hidden(".lock")).mkdir()),
    Case("a folder where the plan is kept", 2, lambda folder: (folder / hidden(".resume")).mkdir(), mask("--resume")),
    Case("a pipe where the plan is kept", 2, pipe(hidden(".resume")), mask("--resume")),
    Case(
        "a line of something else as state",
        2,
        file("own.txt", "my notes"),
        (*COMPARE, "--k", "2", "--state", "own.txt"),
    ),
    Case("figures as state", 2, file("own.json", '{"a": 1}'), (*COMPARE, "--k", "2", "--state", "own.json")),
    Case("output is the input", 2, command=mask(output="./data.csv")),
    Case("output is the input by a link", 2, link("out.csv", "data.csv")),
    Case("output is the input by another name", 2, hard_link("out.csv", "data.csv")),
    Case("output is the recipe", 2, hard_link("out.csv", "recipe.toml")),
    Case("output is the ontology", 2, command=mask(output="sports.csv")),
    Case("output is the mapping", 2, column('mapping = "m.csv"', m="value,concept\nball,ball\n"), mask(output="m.csv")),
    Case("output is the file of counts", 2, column('counts = "c.csv"', c="ball,3\n"), mask(output="c.csv")),
    Case("report is the output", 2, command=mask("--report", "out.html", output="out.html")),
    Case("report is the output by a link", 2, link("out.html", "out.csv"), mask("--report", "out.html")),
    Case("private file is the report", 2, command=mask("--report", "out.json", "--private-risk", "out.json")),
    Case("private file is the output", 2, command=mask("--private-risk", "out.csv")),
    Case("private file is the recipe", 2, command=mask("--private-risk", "recipe.toml")),
    Case("private file is the table", 2, command=mask("--private-risk", "data.csv")),
    Case("private file is the ontology", 2, command=mask("--private-risk", "sports.csv")),
    Case("private file is the list of unmapped", 2, command=mask("--private-risk", "out.unmapped.csv")),
    Case("report is the recipe", 2, hard_link("out.json", "recipe.toml"), mask("--report", "out.json")),
    Case("input is the list of unmapped", 2, file("x.unmapped.csv", DATA), mask(data="x.unmapped.csv", output="x.csv")),
    Case("report of another kind", 2, command=mask("--report", "out.pdf")),
    Case("output of another kind", 2, command=mask(output="out.docx")),
    Case("output without ending", 2, command=mask(output="out")),
    Case("output in no folder", 2, command=mask(output="nowhere/out.csv")),
    Case("report in no folder", 2, command=mask("--report", "nowhere/out.html")),
    Case("output is a link to itself", 2, link("out.csv", "out.csv")),
    Case("output is a folder", 2, folder_named("out.csv")),
    Case("output is a device", 2, link("out.csv", "/dev/null")),
    Case("output is a pipe", 2, pipe("out.csv")),
    Case("output has a long name", 2, command=mask(output="x" * 300 + ".csv")),
    Case("output below a file", 2, command=mask(output="data.csv/out.csv")),
    Case("unknown engine", 2, command=mask("--engine", "abacus")),
    Case("negative seed", 2, command=mask("--seed", "-1")),
    Case("seed is a word", 2, command=mask("--seed", "seven")),
    Case("unknown option", 2, command=mask("--reporrt", "x")),
    Case("too many arguments", 2, command=mask("more.csv")),
]

COMMANDS = [
    Case("unknown command", 2, command=("maks", "data.csv")),
    Case("an unknown engine", 2, command=(*MASK, "--engine", "horse")),
    Case("an unreadable memory limit", 2, command=(*MASK, "--memory-limit", "much")),
    Case("less memory than DuckDB needs", 2, command=(*MASK, "--engine", "duckdb", "--memory-limit", "1MB")),
    Case("less memory than the table takes", 2, command=(*MASK, "--engine", "memory", "--memory-limit", "100B")),
    Case("k is not a number", 2, command=(*COMPARE, "--k", "2,x")),
    Case("k without end", 2, command=(*COMPARE, "--k", "2-99999999999")),
    Case("k to the end of numbers", 2, command=(*COMPARE, "--k", f"2-{10**30}")),
    Case("k backwards", 2, command=(*COMPARE, "--k", "5-2")),
    Case("k of 1", 2, command=(*COMPARE, "--k", "1")),
    Case("alpha is not a number", 2, command=(*COMPARE, "--method", "noise", "--alpha", "x")),
    Case("alpha infinite", 2, command=(*COMPARE, "--method", "noise", "--alpha", "inf")),
    Case("no alpha", 2, command=(*COMPARE, "--method", "noise")),
    Case("compare with an unknown method", 2, command=(*COMPARE, "--method", "sa-mdaf")),
    Case("best without target", 2, command=(*COMPARE, "--pick", "best")),
    Case("pick of 0", 2, command=(*COMPARE, "--k", "2", "--pick", "0")),
    Case("target that cannot be read", 2, command=(*COMPARE, "--k", "2", "--target", "risk is low")),
    Case("target of an unknown figure", 2, command=(*COMPARE, "--k", "2", "--target", "rsk<=0.5")),
    Case("comparison as PDF", 2, command=(*COMPARE, "--k", "2", "--report", "f.pdf")),
    Case("comparison over the table", 2, command=(*COMPARE, "--k", "2", "--report", "data.csv")),
    Case("comparison over the ontology", 2, command=(*COMPARE, "--k", "2", "--report", "sports.csv")),
    Case("state over the table", 2, command=(*COMPARE, "--k", "2", "--state", "data.csv")),
    Case("state over the recipe", 2, command=(*COMPARE, "--k", "2", "--state", "recipe.toml")),
    Case("state over the ontology", 2, command=(*COMPARE, "--k", "2", "--state", "sports.csv")),
    Case("state is the report", 2, command=(*COMPARE, "--k", "2", "--state", "f.json", "--report", "f.json")),
    Case("state is a device", 2, command=(*COMPARE, "--k", "2", "--state", "/dev/zero")),
    Case("state is something else", 2, file("s", "{}\n[1]\n"), (*COMPARE, "--k", "2", "--state", "s")),
    Case("no workers", 2, command=(*COMPARE, "--k", "2", "--workers", "0")),
    Case("verify an unknown column", 2, command=("verify", "data.csv", "--quasi", "hoby")),
    Case("verify no column", 2, command=("verify", "data.csv", "--quasi", ",")),
    Case("verify no file", 3, command=("verify", "none.csv", "--quasi", "hobby")),
    Case("verify a device", 3, command=("verify", "/dev/zero", "--quasi", "hobby")),
    Case(
        "verify with an original that is a pipe",
        3,
        pipe("o.csv"),
        ("verify", "data.csv", "--quasi", "hobby", "--original", "o.csv"),
    ),
    Case("verify an empty file", 3, file("data.csv", HEADER), ("verify", "data.csv", "--quasi", "hobby")),
    Case("verify k that is not there", 4, command=("verify", "data.csv", "--quasi", "hobby", "--k", "2")),
    Case(
        "verify l that is not there",
        4,
        command=("verify", "data.csv", "--quasi", "hobby", "--confidential", "income", "--l-diversity", "2"),
    ),
    Case("verify with an unknown ground", 2, command=("verify", "data.csv", "--quasi", "hobby", "--ground", "sea")),
    Case(
        "verify with an unknown diversity", 2, command=("verify", "data.csv", "--quasi", "hobby", "--diversity", "odd")
    ),
    Case("plot of an unknown kind", 2, file("f.json", "{}"), ("plot", "f.json", "cake", "-o", "f.svg")),
    Case("plot as PDF", 2, file("f.json", "{}"), ("plot", "f.json", "frontier", "-o", "f.pdf")),
    Case("plot of no file", 3, command=("plot", "none.json", "frontier", "-o", "f.svg")),
    Case("plot of a device", 3, command=("plot", "/dev/zero", "frontier", "-o", "f.svg")),
    Case("plot of a pipe", 3, pipe("f.json"), ("plot", "f.json", "frontier", "-o", "f.svg")),
    Case("plot of a table", 3, command=("plot", "data.csv", "frontier", "-o", "f.svg")),
    Case("plot of a list", 3, file("f.json", "[1]"), ("plot", "f.json", "frontier", "-o", "f.svg")),
    Case("plot of nothing", 2, file("f.json", "{}"), ("plot", "f.json", "frontier", "-o", "f.svg")),
    Case("plot over its figures", 2, hard_link("f.svg", "data.csv"), ("plot", "data.csv", "frontier", "-o", "f.svg")),
    Case("concepts of an unknown ontology", 2, command=("concepts", "wordnett", "stats")),
    Case("concepts of a device", 3, command=("concepts", "/dev/zero", "stats")),
    Case("concepts of a pipe", 3, pipe("o.csv"), ("concepts", "o.csv", "stats")),
    Case("unknown concept", 2, command=("concepts", "sports.csv", "show", "soccr")),
    Case(
        "unknown measure of a distance",
        2,
        command=("concepts", "sports.csv", "distance", "soccer", "rugby", "--measure", "wu"),
    ),
    Case("export to another kind", 2, command=("concepts", "sports.csv", "export", "x.pdf")),
    Case("export over itself", 2, command=("concepts", "sports.csv", "export", "./sports.csv")),
    Case("export into no folder", 2, command=("concepts", "sports.csv", "export", "nowhere/x.csv")),
    Case("clustered without table", 2, command=("concepts", "clustered", "stats")),
    Case(
        "clustered of an unknown column",
        2,
        command=("concepts", "--data", "data.csv", "--column", "x", "clustered", "stats"),
    ),
    Case(
        "lengths are words",
        2,
        command=("concepts", "--data", "data.csv", "--column", "age", "--lengths", "a", "prefix", "stats"),
    ),
    Case("init of no file", 3, command=("init", "none.csv")),
    Case("init of an empty file", 3, file("data.csv", ""), ("init", "data.csv")),
    Case("init with an unknown ontology", 2, command=("init", "data.csv", "--ontology", "none.csv")),
    Case("describe of no file", 3, command=("describe", "none.csv", "-r", "recipe.toml")),
    Case("describe of no places", 2, command=("describe", "data.csv", "-r", "recipe.toml", "--places", "0")),
    Case("map of no nominal column", 2, instead('type = "plain"'), ("map", "data.csv", "-r", "recipe.toml")),
    Case("map that finds not all", 3, changed("rugby", SECRET), ("map", "data.csv", "-r", "recipe.toml", "--check")),
    Case("map over the table", 2, hard_link("hobby.map.csv", "data.csv"), ("map", "data.csv", "-r", "recipe.toml")),
    Case(
        "map over the ontology", 2, hard_link("hobby.map.csv", "sports.csv"), ("map", "data.csv", "-r", "recipe.toml")
    ),
    Case(
        "map over a table of another ontology",
        3,
        file("hobby.map.csv", "# kinonym mapping table | ontology: x | fingerprint: 00ff\nvalue,concept\nball,ball\n"),
        ("map", "data.csv", "-r", "recipe.toml"),
    ),
    Case("map over something else", 3, file("hobby.map.csv", "a,b\n1,2\n"), ("map", "data.csv", "-r", "recipe.toml")),
    Case("demo of few records", 2, command=("demo", "--records", "3")),
    Case("demo in a file", 2, command=("demo", "--folder", "data.csv")),
    Case("demo over a recipe of one's own", 2, command=("demo", "--folder", ".")),
    Case(
        "stream of a method that needs all",
        2,
        command=("mask", "data.csv", "-r", "recipe.toml", "--stream"),
        stdin=DATA.encode(),
    ),
]

NOISY = method('name = "noise"\nalpha = 1.0')
STREAM = ("mask", "data.csv", "-r", "recipe.toml", "--stream")
STREAMS = [
    Case("stream of nothing", 3, NOISY, STREAM),
    Case("stream with a column too few", 3, NOISY, STREAM, b"name,hobby,age\nx,soccer,20\n"),
    Case("stream with a column too many", 3, NOISY, STREAM, b"name,hobby,age,income,more\nx,soccer,20,a,b\n"),
    Case("stream with a column twice", 3, NOISY, STREAM, b"name,hobby,age,age\nx,soccer,20,20\n"),
    Case("stream with an unclosed quote", 3, NOISY, STREAM, b'name,hobby,age,income\nx,"soccer,20,a\n'),
    Case("stream not UTF-8", 3, NOISY, STREAM, HEADER.encode() + b"x,socc\xffer,20,a\n"),
    Case("stream of lists", 3, NOISY, STREAM, b'{"name": "x"}\n[1]\n'),
    Case("stream of broken JSON", 3, NOISY, STREAM, b'{"name": \n'),
    Case("stream from a pipe as sample", 3, all_of(NOISY, pipe("data.csv")), STREAM, DATA.encode()),
    Case(
        "stream with a free text passed through",
        2,
        all_of(NOISY, file("data.csv", many(long_text))),
        STREAM,
        DATA.encode(),
    ),
    Case("stream with a negative seed", 2, NOISY, (*STREAM, "--seed", "-1"), DATA.encode()),
]

BROKEN = {
    "empty": "", "header only": "child,parent\n", "one column": "child\na\n", "cycle": "child,parent\na,b\nb,a\n",
    "own parent": "child,parent\nsport,sport\n", "dangling": "child,parent\nsport,\nball,game\n",
    "short row": "child,parent\nsport,\nball\n", "open quote": 'child,parent\n"sport,\n', "NUL": "child,parent\nsp\0rt,\n",
    "not UTF-8": b"child,parent\nsp\xffrt,\n", "UTF-16": TREE.encode("utf-16"), "HTML": "<html></html>",
    "document type": '<!DOCTYPE x [<!ENTITY a "b">]><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/>',
    "JSON": "{}", "zip": b"PK\x03\x04junk", "gzip": b"\x1f\x8bjunk",
}  # fmt: skip
ONTOLOGIES = [Case(f"ontology: {name}", 3, file("sports.csv", content)) for name, content in BROKEN.items()] + [
    Case("ontology is a pipe", 3, pipe("sports.csv")),
    Case("ontology is a device", 3, instead('ontology = "/dev/zero"')),
    Case("ontology is a folder", 3, folder_named("sports.csv")),
]

DEEP = 50_000
PLOT = ("plot", "f.json", "frontier", "-o", "f.svg")
WRITING_JSON = ("mask", "data.jsonl", "-r", "recipe.toml", "-o", "out.csv")
SURROGATE = '{"name": "a", "hobby": "soccer", "age": 20, "income": "\\ud800"}\n'
NOT_NUMBERS = [
    *("k = true", "k = false", 'k = "2"', "k = 2.0", "k = 2\nt_closeness = true", "k = 2\nl_diversity = true"),
    *("k = 2\np_sensitive = true", "k = 2\nblock_size = true", "k = 2\nworkers = true", 'k = 2\nt_closeness = "0.2"'),
    *('k = 2\ndiversity = "recursive"\nl_diversity = 2\nc = true', "k = 2\nrefine = 1", 'k = 2\nrefine = "yes"'),
]
CODECS = ["rot13", "zlib_codec", "base64_codec", "hex", "idna", "punycode", "undefined", "utf-7", "unicode_escape",
          "raw_unicode_escape", "bz2", "uu", "quopri", "no-such", "", "utf-8\\u0000"]  # fmt: skip
STRICT = [
    *(Case(f"not a number: {text}", 2, method(f'name = "sa-mdav"\n{text}')) for text in NOT_NUMBERS),
    *(Case(f"alpha = {text}", 2, method(f'name = "noise"\nalpha = {text}')) for text in ("true", '"0.3"')),
    Case("epsilon = true", 2, method('name = "exponential"\nepsilon = true\npublic = {hobby = "sport"}')),
    *(Case(f"codec {name!r}", 2, recipe(("[columns.name]", f'[table]\nencoding = "{name}"\n\n[columns.name]')))
      for name in CODECS),
    *(Case(f"option --encoding {name!r}", 2, command=(*MASK, "--encoding", name)) for name in ("utf-7", "idna", "rot13")),
    *(Case(f"weight = {text}", 2, column(f"weight = {text}")) for text in ("true", '"2"')),
    *(Case(f"precision = {text}", 2, column(f"precision = {text}", of="age")) for text in ("true", "false", '"2"', '"month"')),
    Case("precision of words", 2, column("precision = 1")),
    Case("precision of words as a period", 2, column('precision = "month"')),
    Case("lengths of true", 2, column("lengths = [true, 3]")),
    Case("mask = 1", 2, column("mask = 1", of="income")),
    Case("gather twice", 2, recipe(
        ("[columns.name]", '[table]\nperson = "name"\ngather = ["hobby", "hobby"]\n\n[columns.name]'))),
    Case("recipe nested deeply", 2, file("recipe.toml", "a = " + "[" * DEEP + "]" * DEEP)),
    Case("recipe of deep tables", 2, file("recipe.toml", "[" + ".".join("a" * 5_000) + "]\nb = 1\n")),
    Case("recipe with 10,000 digits", 2, method('name = "sa-mdav"\nk = ' + "9" * 10_000)),
    Case("recipe with 4,000 digits", 2, method('name = "sa-mdav"\nk = ' + "9" * 4_000)),
    Case("NUL in an ontology's path", 2, instead('ontology = "a\\u0000b.csv"')),
    Case("NUL in a mapping's path", 2, column('mapping = "a\\u0000b.csv"')),
    Case("NUL in the output's path", 2, command=("mask", "data.csv", "-r", "recipe.toml", "-o", "o\0.csv")),
    Case("NUL in the table's path", 2, command=("mask", "d\0.csv", "-r", "recipe.toml", "-o", "out.csv")),
    Case("NUL in the recipe's path", 2, command=("mask", "data.csv", "-r", "r\0.toml", "-o", "out.csv")),
    Case("NUL in a path to init", 2, command=("init", "d\0.csv")),
    Case("lone surrogate in JSON lines", 3, file("data.jsonl", SURROGATE * 4), WRITING_JSON),
    Case("lone surrogate in a key", 3, file("data.jsonl", '{"\\ud800": 1, "b": 2}\n' * 4), WRITING_JSON),
    Case("deep JSON lines", 3, file("data.jsonl", "[" * DEEP + "]" * DEEP + "\n"), WRITING_JSON),
    Case("JSON lines with 10,000 digits in a key's number", 3, file("data.jsonl", '{"a": ' + "9" * 10_000), WRITING_JSON),
    Case("plot of deep JSON", 3, file("f.json", "[" * DEEP + "]" * DEEP), PLOT),
    Case("plot of a deep object", 3, file("f.json", '{"a": ' * DEEP + "1" + "}" * DEEP), PLOT),
    Case("plot of 10,000 digits", 3, file("f.json", '{"a": ' + "9" * 10_000 + "}"), PLOT),
    Case("certificate missing", 2, command=("serve", "--no-browser", "--certificate", "none.pem", "--private-key", "k.pem")),
    Case("certificate is no certificate", 2, command=("serve", "--no-browser", "--certificate", "data.csv")),
    Case("private key alone", 2, command=("serve", "--no-browser", "--private-key", "data.csv")),
    Case("seed of 10,000 digits", 2, command=(*MASK, "--seed", "9" * 10_000)),
]  # fmt: skip

CASES = [*TABLES, *ROLES, *METHODS, *OUTPUTS, *COMMANDS, *STREAMS, *ONTOLOGIES, *STRICT]

UNUSUAL_LAYOUTS = [
    Case("semicolons", 0, file("data.csv", DATA.replace(",", ";"))),
    Case("tabs", 0, file("data.csv", DATA.replace(",", "\t"))),
    Case("bars", 0, file("data.csv", DATA.replace(",", "|"))),
    Case("Windows-1252", 0, file("data.csv", DATA.replace("rugby", "rugby€").encode("cp1252"))),
    Case("UTF-16 with mark", 0, file("data.csv", DATA.encode("utf-16"))),
    Case("UTF-16 without mark", 0, file("data.csv", DATA.encode("utf-16-le"))),
    Case("UTF-32", 0, file("data.csv", DATA.encode("utf-32"))),
]
"""Layouts that are not mistakes: they are read, and the run reports how."""
