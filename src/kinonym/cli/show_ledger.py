"""`kinonym ledger`: the releases that were made on this machine, by the data they are of."""

from __future__ import annotations

from kinonym.cli.show import console, table
from kinonym.release.release_ledger import LEDGER_HEADER, ReleaseLedger, group_by_data, ledger_rows

__all__ = ["show_ledger"]


def show_ledger() -> None:
    """Print where the ledger is, and one line per release; releases of the same data have the same number."""
    ledger = ReleaseLedger()
    console.print(f"ledger: {ledger.path}", markup=False)
    releases = ledger.releases()
    if not releases:
        console.print("no release has been entered yet", markup=False)
        return
    console.print(table("", LEDGER_HEADER, ledger_rows(releases)))
    for number, group in enumerate(group_by_data(releases), 1):
        spent = [release.epsilon for release in group if release.epsilon is not None]
        if len(spent) > 1:
            console.print(f"data {number}: the epsilons add up to {sum(spent):g} per row", markup=False)
