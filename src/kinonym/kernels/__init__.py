"""Compiled loops: arrays in, arrays out. Nothing else in the package imports numba.

``distances``: between concepts, values and tuples. ``clusters``: form groups of tuples and refine them. ``demands``:
verify and restore diverse confidential values in every class. ``swapping``: exchange values between records, and
what an attacker can infer. ``noise``: replace values at random. `compile` compiles the kernels, `code_folder` finds the
folder of their code, and a `Bundle` passes many arrays as one argument. Kernels know nothing of methods, measures and
persons.

Conventions: ``codes[t, j]`` is the code of tuple t in column j, ``counts[t]`` its number of records; n, p and m are the
numbers of records, tuples and columns. Arrays ``start`` delimit parts of another array: part i lies from ``start[i]``
to ``start[i + 1]``. A kernel that would need memory takes a *workspace* from its caller instead. Long kernels take a
``budget`` and return, so that the caller can report progress and be interrupted; their state is a bundle.
"""
