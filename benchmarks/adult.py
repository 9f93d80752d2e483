"""Adult, occupation × native-country with WordNet: every mode of mdav and sa-mdav for k = 2 to 100.

Usage: adult.py [DATA_FOLDER]; default: the environment variable KINONYM_DATA, else ../shared/data.
Prints a table of loss and time for each mode, the k recounted on the masked table, and the same as JSON.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from data import data_folder

import kinonym as kn
from kinonym.files.table_stream import read_table
from kinonym.recipe import load_recipe

ROOT = Path(__file__).parent.parent
MODES = {
    "sa-mdav": {"name": "sa-mdav"},
    "sa-mdav static": {"name": "sa-mdav", "static": True},
    "sa-mdav unweighted": {"name": "sa-mdav", "weighted": False},
    "mdav semantic": {"name": "mdav"},
    "mdav equality+mode (Domingo-Ferrer, Torra)": {"name": "mdav", "distance": "equality", "centroid": "mode"},
    "mdav wu-palmer+lcs (Abril et al.)": {"name": "mdav", "centroid": "lcs"},
}
SIZES = (2, 3, 5, 10, 15, 25, 50, 100)


def main() -> None:
    folder = data_folder(sys.argv[1] if len(sys.argv) > 1 else None)
    if folder is None:
        return
    file = folder / "adult_arx" / "adult.csv"
    recipe = load_recipe(ROOT / "examples" / "adult" / "recipe.toml")
    table = read_table(file, delimiter=";").table
    quasi = recipe.with_role("quasi")
    kn.mask(table, recipe.with_method(name="sa-mdav", k=2))  # start-up: ontology, compiled kernels
    kn.mask(table, recipe.with_method(name="mdav", k=2000))
    rows = []
    for mode, settings in MODES.items():
        for k in SIZES:
            start = time.perf_counter()
            result = kn.mask(table, recipe.with_method(**settings, k=k))
            seconds = time.perf_counter() - start
            found = kn.verify(result.table, quasi).k
            assert found >= k, (mode, k, found)
            rows.append({"mode": mode, "k": k, "found_k": found, "loss": result.utility.loss, "seconds": seconds})
    print(f"{'mode':44}" + "".join(f"{f'k={k}':>9}" for k in SIZES) + f"{'slowest':>10}")
    for mode in MODES:
        mine = [row for row in rows if row["mode"] == mode]
        print(
            f"{mode:44}" + "".join(f"{row['loss']:9.4f}" for row in mine) + f"{max(r['seconds'] for r in mine):9.2f}s"
        )
    print("loss: L = 100·SSE/SST; every k was recounted on the masked table")
    print(json.dumps(rows))


if __name__ == "__main__":
    main()
