"""A job for a cluster, started by a test as a process: masks DATA while a fault is planted."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[2] / "attacks")]


def main(address, folder, fault, output):
    """Mask data.parquet of the folder; every task that writes rows is slow, so that it can fail while it runs."""
    from pyspark.sql import SparkSession

    import kinonym as kn
    from connections.hospital import recipe
    from kinonym.engines.spark.masked import SparkMasked

    folder = Path(folder)
    settings = {"spark.ui.enabled": "false", "spark.sql.shuffle.partitions": "4", "spark.executor.memory": "512m",
                "spark.driver.host": "127.0.0.1", "spark.sql.adaptive.coalescePartitions.enabled": "false",
                "spark.speculation": "true", "spark.speculation.interval": "100ms", "spark.speculation.quantile": "0.1",
                "spark.speculation.multiplier": "1.1", "spark.speculation.minTaskRuntime": "100ms"}  # fmt: skip
    if not output.startswith("file:"):
        (folder / "shared").mkdir()
        settings["spark.kinonym.folder"] = str(folder / "shared")
    spark = SparkSession.builder.master(address).config(map=settings).getOrCreate()
    spark.sparkContext.setLogLevel("OFF")

    def faulty(batches):
        import os
        from pathlib import Path as OnExecutor
        from time import sleep

        from pyspark import TaskContext

        context = TaskContext.get()
        (OnExecutor(folder) / f"at work {context.partitionId()} {context.taskAttemptId()}").write_text(
            os.environ["SPARK_LOCAL_DIRS"]
        )
        try:
            (OnExecutor(folder) / "first").touch(exist_ok=False)
        except FileExistsError:
            sleep(1)
        else:
            if fault == "task fails once":
                raise RuntimeError
            sleep(6)  # a straggler, which is run again elsewhere
        yield from batches

    rows = SparkMasked._released

    def slow(self):
        made = rows(self)
        return made.mapInArrow(faulty, made.schema)

    SparkMasked._released = slow
    kn.mask_file(folder / "data", recipe(folder, {"name": "generalise", "k": 3}), output, engine="spark")
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
