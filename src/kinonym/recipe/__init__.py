"""A whole run as data: the TOML recipe, checked before any work, with names and plugins resolved.

`kinonym.pipeline` runs it.
"""

from kinonym.recipe.method import find_method_class, make_method
from kinonym.recipe.model import FORMAT_VERSION, ColumnRecipe, Recipe, ReleaseRecipe, TableRecipe
from kinonym.recipe.reading import load_recipe

__all__ = [
    "FORMAT_VERSION", "ColumnRecipe", "Recipe", "ReleaseRecipe", "TableRecipe", "find_method_class", "load_recipe",
    "make_method",
]  # fmt: skip
