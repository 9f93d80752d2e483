"""A whole run as data: the TOML recipe, checked before any work, with names and plugins resolved.

Nothing is run here; `kinonym.pipeline` does.
"""

from kinonym.recipe.method import make_method, method_class
from kinonym.recipe.model import ColumnRecipe, Recipe, ReleaseRecipe, TableRecipe
from kinonym.recipe.reading import load_recipe

__all__ = ["ColumnRecipe", "Recipe", "ReleaseRecipe", "TableRecipe", "load_recipe", "make_method", "method_class"]
