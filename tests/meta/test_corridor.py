"""One masking by the command stays on a narrow way: how many modules it crosses, and how often it changes folders."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import pairwise
from pathlib import PurePath

MODULES, CHANGES = 75, 30

SCRIPT = """
import json, sys
from pathlib import Path
import kinonym
from kinonym.cli import main

root, entered = str(Path(kinonym.__file__).parent), {}

def note(frame, event, _):
    code = frame.f_code
    if event == "call" and code.co_filename.startswith(root) and code.co_name != "<module>":
        entered.setdefault(code.co_filename[len(root) + 1:])

def run():
    try:
        main()
    except SystemExit as ended:
        assert not ended.code, ended.code

sys.argv = ["kinonym", "mask", "data.csv", "-r", "recipe.toml", "-o", "out.csv", "--report", "out.html"]
run()  # ontologies are read and kernels loaded: only what every masking does is left
sys.setprofile(note)
run()
sys.setprofile(None)
print(json.dumps(list(entered)), file=sys.__stdout__)
"""

RECIPE = """
columns.number = {role = "identifier"}
columns.job = {role = "quasi", ontology = "wordnet"}
columns.land = {role = "quasi", ontology = "m49"}
columns.pay = {role = "confidential", type = "plain"}
method = {name = "sa-mdav", k = 3}
"""


def test_a_value_crosses_few_modules_and_changes_folders_seldom(tmp_path):
    jobs, lands = ["plumber", "nurse", "teacher", "baker", "welder"], ["Spain", "France", "Italy", "Peru"]
    rows = [f"{i},{jobs[i * i % 5]},{lands[i * 7 % 4]},{'low' if i % 3 else 'high'}" for i in range(60)]
    (tmp_path / "data.csv").write_text("\n".join(["number,job,land,pay", *rows]) + "\n")
    (tmp_path / "recipe.toml").write_text(RECIPE)
    ran = subprocess.run([sys.executable, "-c", SCRIPT], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    entered = [PurePath(name) for name in json.loads(ran.stdout.splitlines()[-1])]
    changes = sum(before.parent != after.parent for before, after in pairwise(entered))
    assert len(entered) > MODULES // 2  # something was seen
    assert len(entered) <= MODULES, [str(name) for name in entered]
    assert changes <= CHANGES, [str(name) for name in entered]
