"""The table that each bad input changes; its confidential and identifying cells are marked."""

from sports import RECIPE, TREE

__all__ = ["DATA", "HEADER", "RECIPE", "ROWS", "SECRET", "TREE"]

SECRET = "zebra-secret"
HEADER = "name,hobby,age,income\n"
HOBBIES = ("soccer", "rugby", "swimming", "surfing", "ball")
ROWS = "".join(
    f"{SECRET}-{i},{hobby},{age},{SECRET}-{income}\n"
    for i, (hobby, age, income) in enumerate(zip(HOBBIES, (20, 21, 60, 62, 22), "abaca", strict=True))
)
DATA = HEADER + ROWS
