"""A job for `spark-submit`: mask a folder of Parquet files into another, through the gate.

    spark-submit --master yarn --archives env.tar.gz#env --conf spark.pyspark.python=./env/bin/python \
        examples/spark_job.py s3a://lake/stays/ recipe.toml s3a://lake/released/

The executors write the release into a hidden folder next to the output and count it again there; then it is renamed.
An output that ends in `.parquet` or `.csv` is one local file instead, written by the driver: set
`spark.kinonym.folder` to a private folder that the driver and all executors share.
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
