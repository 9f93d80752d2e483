"""A job for `spark-submit`: mask a folder of Parquet files that every executor sees into another, through the gate.

    spark-submit --master spark://HOST:7077 --conf spark.kinonym.folder=/shared/private examples/spark_job.py \
        /shared/stays recipe.toml /shared/released/

`spark.kinonym.folder` is a folder that the driver and all executors share; what is put there is private and goes at
the end. The executors write the release into a hidden folder next to the output; the driver counts it again from there
and renames it. An output that ends in `.parquet` or `.csv` is one file instead, written by the driver.
"""

from __future__ import annotations

import sys

from pyspark.sql import SparkSession

import kinonym as kn


def main(source: str, recipe: str, output: str) -> None:
    """Mask, and say what may be claimed."""
    spark = SparkSession.builder.appName("kinonym").getOrCreate()
    result = kn.mask_file(source, recipe, output, engine="spark")
    for claim in result.claims:
        print(claim)
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
