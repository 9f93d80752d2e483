"""A Spark DataFrame masked in a notebook, cell by cell; runs as a script too: python examples/spark_notebook.py."""

# %% A session: take your own, or one on this machine.
from pyspark.sql import SparkSession

import kinonym as kn

spark = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()

# %% A table of words.
jobs = ["nurse", "midwife", "plumber", "welder", "baker", "butcher"]
stays = spark.createDataFrame([(jobs[i % 6], "AB"[i % 2], i % 5) for i in range(600)], ["job", "ward", "days"])

# %% A recipe: what is masked, what stays.
recipe = {
    "columns": {
        "job": {"role": "quasi", "ontology": "wordnet"},
        "ward": {"role": "quasi"},
        "days": {"role": "other"},
    },
    "method": {"name": "sa-mdav", "k": 60},
}

# %% Mask. What comes back is a DataFrame of the same session; only counts came to the driver.
result = kn.mask(stays, recipe)
result.table.groupBy("job", "ward").count().show()

# %% What may be claimed of it.
for claim in result.claims:
    print(claim)

# %%
spark.stop()
