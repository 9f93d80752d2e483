"""A recipe for the tables of these tests, and the command in a separate process."""

from __future__ import annotations

import os
import subprocess
import sys

import tomli_w

import kinonym as kn


def recipe_for(columns, *, k=3, masked=("job", "age")):
    """Mask a column of words and one of numbers, and release all others unchanged."""
    roles = {name: {"role": "other"} for name in columns}
    kinds = {"job": "plain", "age": "numeric", "cost": "numeric"}
    roles |= {name: {"role": "quasi", "type": kinds[name]} for name in masked}
    release = {"accept_unique": True, "confirm": [name for name in columns if name not in masked]}
    return {"columns": roles, "method": {"name": "sa-mdav", "k": k}, "release": release}


def mask(source, output, columns, **options):
    return kn.mask_file(source, recipe_for(columns), output, ledger=False, **options)


def write_recipe(folder, columns, **options):
    path = folder / "recipe.toml"
    path.write_text(tomli_w.dumps(recipe_for(columns, **options)))
    return path


def command(*arguments, cwd, **environment):
    """Run the command; return the finished process with everything that it printed."""
    variables = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
    run = [sys.executable, "-m", "kinonym", *map(str, arguments)]
    return subprocess.run(
        run, cwd=cwd, env=variables | environment, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
    )
