"""Compiled loops: arrays in, arrays out. Nothing else in the package imports numba.

``distances``: between concepts, values and tuples. ``clusters``: groups of tuples, how they are found and refined.
``demands``: diverse confidential values in every class. ``swapping``: who receives whose values, and who can tell.
``noise``: values replaced at random. How kernels are compiled and where their code is kept: ``compile``,
``code_folder``. What the numbers mean to a method, a measure or a person is said above, never here.
"""
