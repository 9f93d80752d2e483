"""The table that each bad input is a change of; its confidential and identifying cells are marked."""

SECRET = "zebra-secret"
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

[method]
name = "sa-mdav"
k = 2
"""
HEADER = "name,hobby,age,income\n"
HOBBIES = ("soccer", "rugby", "swimming", "surfing", "ball")
ROWS = "".join(
    f"{SECRET}-{i},{hobby},{age},{SECRET}-{income}\n"
    for i, (hobby, age, income) in enumerate(zip(HOBBIES, (20, 21, 60, 62, 22), "abaca", strict=True))
)
DATA = HEADER + ROWS
