package io.pq2.spark.internal.rules

import io.pq2.spark.SparkSpec
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.catalyst.expressions.BloomFilterMightContain
import org.apache.spark.sql.catalyst.optimizer.{BuildLeft, BuildRight, BuildSide}
import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanHelper
import org.apache.spark.sql.execution.joins.{BroadcastHashJoinExec, SortMergeJoinExec}

/** Joins broadcast a side whose files Spark's own source would broadcast, within limits of memory. */
class SmallFileBroadcastsSpec extends SparkSpec with AdaptiveSparkPlanHelper {

  /** 5,000 rows: about 45 KB in a file, and 500 KB in memory. */
  private lazy val few: String = written("few", 5000)

  private lazy val many: String = written("many", 60000)

  private val Threshold = "spark.sql.autoBroadcastJoinThreshold" -> "100000"

  private def written(name: String, rows: Long): String = {
    val path = newPath(name)
    spark.range(0, rows, 1, 1)
      .selectExpr("id", "id % 3 AS k", "'a text that all rows have' AS a", "'another text that all rows have' AS b")
      .write.option("parquet.block.row.count.limit", "20000").format("pq2").save(path)
    path
  }

  private val sources = Seq[(String, String => DataFrame)]("V2" -> pq2, "V1" -> pq2V1)

  private def views(read: String => DataFrame): Unit = {
    read(few).createOrReplaceTempView("few")
    read(many).createOrReplaceTempView("many")
  }

  private val Inner = "SELECT many.id, few.a, few.b, few.k FROM many JOIN few ON many.id = few.id"

  /** Returns the side of a query's join that is broadcast, after the query has run; none if there is no broadcast. */
  private def broadcastSide(query: String): Option[BuildSide] = {
    val frame = spark.sql(query)
    val expected = withConf("spark.sql.autoBroadcastJoinThreshold" -> "-1")(spark.sql(query).collect())
    assertSameRows(frame, expected)
    val sides = collect(frame.queryExecution.executedPlan) {
      case join: BroadcastHashJoinExec => Some(join.buildSide)
      case _: SortMergeJoinExec        => None
    }
    assert(sides.size === 1, frame.queryExecution)
    sides.head
  }

  for ((name, read) <- sources; adaptive <- Seq("true", "false"))
    test(s"$name, adaptive $adaptive: the side with small files is broadcast") {
      // Adaptive execution has another threshold for the sides that have been exchanged.
      val settings = Seq(
        Threshold,
        "spark.sql.adaptive.enabled" -> adaptive,
        "spark.sql.adaptive.autoBroadcastJoinThreshold" -> "1"
      )
      withConf(settings: _*) {
        views(read)
        assert(broadcastSide(Inner) === Some(BuildRight))
        assert(broadcastSide("SELECT few.a, many.b FROM few JOIN many USING (id)") === Some(BuildLeft))
        assert(broadcastSide("SELECT few.a, many.b FROM few RIGHT JOIN many USING (id)") === Some(BuildLeft))
        assert(
          broadcastSide("SELECT many.b, f.c FROM many JOIN (SELECT id, concat(a, b) AS c FROM few WHERE k < 2) f " +
            "USING (id)") === Some(BuildRight)
        )
        assert(broadcastSide("SELECT many.b FROM many LEFT ANTI JOIN few ON many.id = few.id AND many.a < few.b") ===
          Some(BuildRight))
      }
    }

  for ((name, read) <- sources)
    test(s"$name: what stays a shuffle") {
      withConf(Threshold, "spark.sql.adaptive.autoBroadcastJoinThreshold" -> "1") {
        views(read)
        def stays(query: String, settings: (String, String)*): Unit =
          withConf(settings: _*)(assert(broadcastSide(query) === None, s"$query with $settings"))
        stays(Inner, "spark.pq2.smallFileBroadcasts" -> "false")
        // The files are larger than the threshold.
        stays(Inner, "spark.sql.autoBroadcastJoinThreshold" -> "1000")
        // The rows in memory are larger than eight times the threshold.
        stays(Inner, "spark.sql.autoBroadcastJoinThreshold" -> "60000")
        // The user wants another join.
        stays(Inner.replace("SELECT", "SELECT /*+ MERGE(few) */"))
        // The other side has fewer than ten times as many rows.
        stays(Inner.replace("FROM many", "FROM (SELECT * FROM many WHERE id < 20000) many"))
        // The type of the join forbids it.
        stays("SELECT few.a, few.b, few.k, many.b FROM few LEFT JOIN many USING (id)")
        stays("SELECT few.a, few.b, few.k, many.b FROM few FULL JOIN many USING (id)")
        // Nobody knows how many rows an aggregation leaves.
        stays("SELECT few.a, few.b, few.k FROM few JOIN (SELECT id, max(a) FROM many GROUP BY id) m USING (id)")
        stays("SELECT m.a FROM many JOIN (SELECT id, max(a) AS a, max(b) AS b FROM few GROUP BY id) m USING (id)")
        // Equal texts of this collation have different bytes.
        stays("SELECT few.b, few.k, few.id, many.k FROM many JOIN few " +
          "ON concat(many.a, many.id) COLLATE UTF8_LCASE = concat(few.a, few.id) COLLATE UTF8_LCASE")
      }
    }

  test("an option of the source turns it off") {
    withConf(Threshold, "spark.sql.adaptive.autoBroadcastJoinThreshold" -> "1") {
      views(path => spark.read.format("pq2").option("pq2.smallFileBroadcasts", "false").load(path))
      assert(broadcastSide(Inner) === None)
    }
  }

  for ((name, read) <- sources; adaptive <- Seq("true", "false"))
    test(s"$name, adaptive $adaptive: Spark adds no bloom filter of the keys of such a join") {
      val settings = Seq(
        Threshold,
        "spark.sql.adaptive.enabled" -> adaptive,
        "spark.sql.adaptive.autoBroadcastJoinThreshold" -> "1",
        "spark.sql.optimizer.runtime.bloomFilter.applicationSideScanSizeThreshold" -> "1"
      )
      withConf(settings: _*) {
        views(read)
        val query = "SELECT many.a, few.b, few.a, few.k FROM many JOIN few USING (id) WHERE few.k = 1 AND few.b > 'a'"
        def bloomFilters: Int = {
          val frame = spark.sql(query)
          frame.collect()
          collect(frame.queryExecution.executedPlan) { case node: SparkPlan => node }
            .flatMap(_.expressions).count(_.exists(_.isInstanceOf[BloomFilterMightContain]))
        }
        assert(broadcastSide(query) === Some(BuildRight))
        assert(bloomFilters === 0)
        withConf("spark.pq2.smallFileBroadcasts" -> "false")(assert(bloomFilters > 0))
      }
    }
}
