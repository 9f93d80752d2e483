"""A small ontology of sports, a recipe over it, and a folder with both and a table."""

TREE = "child,parent\nsport,\nball,sport\nwater,sport\nsoccer,ball\nrugby,ball\nswimming,water\nsurfing,water\n"
RECIPE = """\
[columns.name]
role = "identifier"

[columns.hobby]
role = "quasi"
ontology = "sports.csv"

[columns.age]
role = "quasi"
type = "numeric"

[columns.income]
role = "confidential"

[release]
accept_unique = true

[method]
name = "sa-mdav"
k = 2
"""


def write_folder(folder, data):
    """The ontology, the recipe and the table, as a person would have them."""
    for name, text in {"sports.csv": TREE, "recipe.toml": RECIPE, "data.csv": data}.items():
        (folder / name).write_text(text)
    return folder
