"""A job for a cluster, started by a test as a process: masks DATA while a fault is planted."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[2] / "attacks")]


def main(address, folder, fault):
    """Mask data.csv of the folder into out.csv."""
    from pyspark.sql import SparkSession

    import kinonym as kn
    from connections.hospital import recipe
    from kinonym.engines.spark import source

    folder = Path(folder)
    (folder / "shared").mkdir()
    settings = {"spark.ui.enabled": "false", "spark.sql.shuffle.partitions": "4", "spark.executor.memory": "512m",
                "spark.kinonym.folder": str(folder / "shared"), "spark.driver.host": "127.0.0.1"}  # fmt: skip
    spark = SparkSession.builder.master(address).config(map=settings).getOrCreate()
    spark.sparkContext.setLogLevel("OFF")
    marker = folder / "failed once"

    def faulty(batches):
        from pathlib import Path as OnExecutor
        from time import sleep

        if fault == "task fails once" and not OnExecutor(marker).exists():
            OnExecutor(marker).touch()
            raise RuntimeError
        OnExecutor(folder / "at work").touch()
        sleep(1)
        yield from batches

    stored = source.SparkSource.stored
    source.SparkSource.stored = lambda self, frame: stored(self, frame.mapInArrow(faulty, frame.schema))
    kn.mask_file(
        folder / "data.csv", recipe(folder, {"name": "generalise", "k": 3}), folder / "out.csv", engine="spark"
    )
    assert fault != "task fails once" or marker.exists()
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
