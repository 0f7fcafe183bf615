"""Scores a few answers by SQL and by DataFrame, with one jar. Prints one line of JSON."""

import json
import sys

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

spark = (
    SparkSession.builder.master("local[2]")
    .config("spark.jars", sys.argv[1])
    .config("spark.sql.extensions", "dev.guerdon.spark.GuerdonExtensions")
    .config("spark.sql.warehouse.dir", sys.argv[2])
    .config("spark.ui.enabled", "false")
    .config("spark.log.level", "ERROR")
    .config("spark.driver.host", "127.0.0.1")
    .config("spark.driver.bindAddress", "127.0.0.1")
    .getOrCreate()
)
answers = spark.createDataFrame(
    [(1, "the Nile river", ["Nile"]), (2, "Nile", ["Amazon", "Nile"]), (3, "Amazon", None)],
    "id INT, final_response STRING, answer ARRAY<STRING>",
)
answers.createOrReplaceTempView("answers")

by_sql = spark.sql("SELECT id, qa_f1_reward(final_response, answer) AS f1 FROM answers ORDER BY id")
by_column = answers.select("id", F.call_function("qa_f1_reward", "final_response", "answer").alias("f1"))

guerdon = spark._jvm.dev.guerdon.spark.GuerdonSpark.on(spark._jsparkSession).reward("qa_f1_reward")
scored = DataFrame(guerdon.score(answers._jdf), spark)

print(
    json.dumps(
        {
            "sql": [row.f1 for row in by_sql.collect()],
            "column": [row.f1 for row in by_column.orderBy("id").collect()],
            "rows": [row.score.asDict(recursive=True) for row in scored.orderBy("id").collect()],
            "count": guerdon.metrics(answers._jdf)["count"],
        }
    )
)
spark.stop()
