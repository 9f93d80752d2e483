"""The engine for tables larger than a machine: rows stay in Spark, only counts come to the driver."""

from kinonym.engines.spark.reading import open_stream
from kinonym.engines.spark.source import SparkSource

__all__ = ["SparkSource", "open_stream"]
