package io.pq2.spark

import scala.collection.mutable

import io.pq2.spark.internal.operators.Pq2PartialAggregateExec
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanHelper

/** Takes the memory of a task from the groups of an aggregation. */
class GroupMemorySpec extends SparkSpec with AdaptiveSparkPlanHelper {

  private val groups = 20000

  /** The path of three rows for each of many strings of a thousand characters, in one file. */
  private lazy val strings: String = {
    val path = newPath("strings")
    spark.range(0, 3 * groups, 1, 1)
      .selectExpr("id", s"REPEAT(MD5(CAST(id % $groups AS STRING)), 32) AS k", s"CAST(id % $groups AS INT) AS n")
      .write.format("pq2").option("parquet.enable.dictionary", "false").save(path)
    path
  }

  private val keys = Seq("k", "k, n", "UPPER(k), n % 7")

  private def grouped(key: String): DataFrame = {
    pq2(strings).createOrReplaceTempView("t")
    spark.sql(s"SELECT $key, SUM(id), COUNT(*) FROM t GROUP BY $key")
  }

  /** Executes the first stage of an aggregation, and returns the sums and counts by group.
    *
    * @param takenAt whether to take all memory before a row with an index is requested
    */
  private def run(plan: Pq2PartialAggregateExec, keys: Int, takenAt: Long => Boolean): Map[String, (Long, Long)] = {
    val types = plan.output.map(_.dataType)
    plan.execute().mapPartitions { rows =>
      val hog = new MemoryHog
      val found = mutable.Map.empty[String, (Long, Long)]
      var index = 0L
      if (takenAt(-1)) hog.takeAll()
      while ({
        if (takenAt(index)) hog.takeAll()
        rows.hasNext
      }) {
        val row = rows.next()
        index += 1
        val key = (0 until keys).map(field => String.valueOf(row.get(field, types(field)))).mkString(" ")
        val (sum, count) = found.getOrElse(key, (0L, 0L))
        found(key) = (sum + row.getLong(keys), count + row.getLong(keys + 1))
      }
      found.iterator
    }.collect().toMap
  }

  private def plan(key: String): Pq2PartialAggregateExec =
    withConf("spark.sql.adaptive.enabled" -> "false") {
      collectFirst(grouped(key).queryExecution.executedPlan) { case aggregate: Pq2PartialAggregateExec => aggregate }
        .get
    }

  private def expected(key: String): Map[String, (Long, Long)] =
    grouped(key).collect().map { row =>
      val values = row.toSeq
      values.dropRight(2).mkString(" ") -> ((row.getLong(values.size - 2), row.getLong(values.size - 1)))
    }.toMap

  for (key <- keys) {
    test(s"groups are returned when no memory is granted: $key") {
      val aggregate = plan(key)
      val all = expected(key)
      assert(all.size === groups)
      assert(run(aggregate, key.split(",").length, _ == -1) === all)
      assert(aggregate.metrics("numOutputRows").value > groups)
      assert(aggregate.metrics("spillSize").value === 0)
    }

    test(s"groups are written to a file when another consumer asks for their memory: $key") {
      for (rows <- Seq(1L, groups / 2L, groups - 1L)) {
        val aggregate = plan(key)
        assert(run(aggregate, key.split(",").length, _ == rows) === expected(key), rows)
        assert(aggregate.metrics("numOutputRows").value === groups)
        assert(aggregate.metrics("spillSize").value > groups * 1000L)
        assert(MemoryHog.heldByTasks === 0)
        assert(MemoryHog.spillFiles === 0)
      }
    }
  }
}
