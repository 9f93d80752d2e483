"""Research code, not shipped: experiments (`python -m research`) and benchmarks (`python -m research.speed.NAME`).

`papers/` repeats the experiments of the papers, `beyond/` adds new ones, and `claims/` compares the results with what
the papers claim. `data/` reads the data sets.
"""
