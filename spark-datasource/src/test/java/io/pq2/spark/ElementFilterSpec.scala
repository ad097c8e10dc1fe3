package io.pq2.spark

import scala.util.Try

import io.pq2.hadoop.metrics.ScanCounter
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanHelper

/** Conditions on elements of arrays and entries of maps skip row groups and pages, and select the rows of the built-in
  * source.
  */
class ElementFilterSpec extends SparkSpec with AdaptiveSparkPlanHelper {

  /** Eight row groups, whose elements grow with the rows. Some arrays and elements are null, and some arrays empty. */
  private lazy val path: String = {
    val path = newPath("elements")
    spark
      .range(0, 4000, 1, 1)
      .selectExpr(
        "id",
        "CAST(id DIV 10 * 2 AS INT) AS n",
        "id % 7 = 0 AS no",
        "id % 5 = 0 AS none"
      )
      .selectExpr(
        "id",
        "IF(no, NULL, IF(none, array(), array(n, NULL, n + 100))) AS nums",
        "IF(no, NULL, IF(none, array(), array(concat('t', lpad(n, 5, '0')), 't99999'))) AS tags",
        "IF(no, NULL, map(concat('k', lpad(n, 5, '0')), n, 'x', n * 2)) AS m",
        "IF(no, NULL, map('list', IF(none, NULL, array(n)))) AS ml",
        "array(named_struct('x', n, 'd', date_add(DATE'2020-01-01', n), 'xs', array(n)), NULL) AS structs",
        "named_struct('longs', array(CAST(n AS BIGINT)), 'x', n) AS s",
        "array(array(n), array(), NULL) AS lists",
        "array(timestamp_seconds(n * 86400)) AS times",
        "array(IF(id < 100, DOUBLE('NaN'), IF(id < 600, -0.0D, n / 8.0D))) AS doubles",
        "array(CAST(n / 4 AS DECIMAL(9, 2))) AS decimals"
      )
      .write
      .option("parquet.block.row.count.limit", "500")
      .option("parquet.page.row.count.limit", "100")
      .format("pq2")
      .save(path)
    path
  }

  /** Conditions for which row groups are skipped. */
  private val skipping = Seq(
    "array_contains(nums, 300)",
    "array_contains(tags, 't00300')",
    "exists(nums, x -> x = 300)",
    "exists(nums, x -> x > 880)",
    "exists(nums, x -> x >= 40 AND x < 50 AND x IS NOT NULL)",
    "exists(nums, x -> x IN (1, 2, 3) OR x > 890)",
    "exists(tags, x -> x LIKE 't0030%')",
    "exists(tags, x -> startswith(x, 't0030') AND NOT x = 't00301')",
    "arrays_overlap(nums, array(3, 4, CAST(NULL AS INT)))",
    "map_contains_key(m, 'k00300')",
    "array_contains(map_values(m), 1500)",
    "m['k00300'] = 300",
    "m['k00300'] IS NOT NULL",
    "m['x'] > 1500",
    "m['x'] IN (600, 601)",
    "element_at(m, 'x') <=> 600",
    "array_contains(ml['list'], 300)",
    "exists(structs, x -> x.x = 300)",
    "exists(structs, x -> x.d < DATE'2020-01-20')",
    "exists(structs, x -> array_contains(x.xs, 300))",
    "array_contains(structs.x, 300)",
    "array_contains(s.longs, 300L)",
    "exists(lists, x -> array_contains(x, 300))",
    "exists(lists, x -> exists(x, y -> y BETWEEN 300 AND 310))",
    "exists(times, x -> x < TIMESTAMP'1970-02-01 00:00:00')",
    "array_contains(doubles, DOUBLE('NaN'))",
    "array_contains(doubles, 0.0D)",
    "exists(doubles, x -> x > 95)",
    "array_contains(decimals, 75.00)",
    "try_element_at(nums, 1) = 300",
    "get(nums, 2) = 300",
    "array_contains(nums, 300) OR s.x > 780",
    "array_contains(nums, 300) AND length(tags[0]) > 1"
  )

  /** Conditions that say nothing about single elements, or may fail. */
  private val others = Seq(
    "NOT array_contains(nums, 300)",
    "NOT exists(nums, x -> x = 300)",
    "exists(nums, x -> x IS NULL)",
    "exists(nums, x -> NOT x = 300)",
    "exists(nums, x -> x <=> NULL)",
    "exists(nums, x -> 1 / (x - 300) > 0 OR x = 300)",
    "exists(nums, x -> x = 300 AND 10 / (x - 302) > -100)",
    "forall(nums, x -> x > 300)",
    "forall(doubles, x -> x = 0)",
    "array_contains(nums, CAST(NULL AS INT))",
    "array_contains(nums, 300) IS NULL",
    "m['k00300'] IS NULL",
    "NOT (m['k00300'] = 300)",
    "m['k00300'] <=> NULL",
    "m['x'] <> 600",
    "coalesce(m['k00300'], 5) = 5",
    "nums[0] = 300",
    "nums[5] = 300",
    "element_at(nums, 1) = 300",
    "size(nums) > 1",
    "size(nums) = 0",
    "size(nums) = -1",
    "size(nums) < 1",
    "size(nums) IS NULL",
    "cardinality(tags) >= 2",
    "array_contains(nums, 300) <=> NULL",
    "filter(nums, x -> x = 300) = array(300)"
  )

  private val readers = Seq[(String, String => DataFrame)]("V2" -> pq2, "V1" -> pq2V1)

  /** Returns the rows of a query, or whether it fails. */
  private def outcome(frame: => DataFrame): Either[String, Seq[String]] =
    Try(SparkSpec.sorted(frame.collect())).toEither.left.map(_ => "failed")

  private def skipped(frame: DataFrame, counter: ScanCounter): Long = {
    frame.collect()
    collect(frame.queryExecution.executedPlan) {
      case leaf: SparkPlan if leaf.children.isEmpty => leaf.metrics.get(counter.metricName).map(_.value)
    }.flatten.sum
  }

  private def expected(conditions: Seq[String]): Map[String, Either[String, Seq[String]]] = {
    val frame = builtIn(path)
    conditions.map(condition => condition -> outcome(frame.where(condition).select("id"))).toMap
  }

  for (ansi <- Seq("true", "false"))
    test(s"rows and failures are those of the built-in source, with ANSI mode $ansi") {
      withConf("spark.sql.ansi.enabled" -> ansi) {
        // Without ANSI mode, less can fail.
        val tested = if (ansi == "true") some(skipping, 2) ++ others else some(skipping, 2, 1) ++ some(others, 2)
        val rows = expected(tested)
        for (((reader, read), codegen) <- readers.zip(Seq("true", "false").sortBy(_ != ansi))) {
          val frame = read(path)
          withConf("spark.sql.codegen.wholeStage" -> codegen) {
            for (condition <- tested)
              assert(outcome(frame.where(condition).select("id")) === rows(condition), s"$reader, $condition")
          }
        }
      }
    }

  test("conditions on partition columns for any element leave out rows without elements") {
    val partitioned = newPath("partitioned")
    builtIn(path).selectExpr("id", "nums", "m", "id % 3 AS p").write.partitionBy("p").parquet(partitioned)
    val conditions = Seq(
      "exists(nums, x -> p = 1)",
      "exists(nums, x -> p = 1) OR p = 2",
      "exists(nums, x -> p = 1 AND x > 20)",
      "exists(nums, x -> exists(map_keys(m), k -> p > 0))",
      "exists(map_keys(m), k -> p > 0)"
    )
    for ((reader, read) <- readers; condition <- conditions) {
      def rows(frame: DataFrame) = outcome(frame.where(condition).select("id"))
      assert(rows(read(partitioned)) === rows(builtIn(partitioned)), s"$reader, $condition")
    }
  }

  test("sizes of null follow the setting") {
    withConf("spark.sql.legacy.sizeOfNull" -> "true", "spark.sql.ansi.enabled" -> "false") {
      val sizes = others.filter(_.contains("size("))
      val rows = expected(sizes)
      for ((reader, read) <- readers; condition <- sizes)
        assert(outcome(read(path).where(condition).select("id")) === rows(condition), s"$reader, $condition")
    }
  }

  test("row groups without a matching element are skipped") {
    for (((reader, read), number) <- readers.zipWithIndex; condition <- some(skipping, 2, number)) {
      val frame = read(path).where(condition).select("id")
      assert(frame.collect().nonEmpty, condition)
      assert(skipped(frame, ScanCounter.ROW_GROUPS_SKIPPED) > 0, s"$reader, $condition")
      withConf("spark.sql.parquet.filterPushdown" -> "false") {
        val all = read(path).where(condition).select("id")
        assert(skipped(all, ScanCounter.ROW_GROUPS_SKIPPED) === 0, s"$reader, $condition")
      }
    }
  }

  test("pages without a matching element are skipped") {
    for ((reader, read) <- readers; condition <- Seq("array_contains(nums, 300)", "exists(structs, x -> x.x = 300)"))
      assert(
        skipped(read(path).where(condition).select("id", "m"), ScanCounter.PAGES_SKIPPED) > 0,
        s"$reader, $condition"
      )
  }

  test("dictionaries and bloom filters of elements skip row groups") {
    for (kind <- Seq("dictionary", "bloom")) {
      val path = newPath(kind)
      spark
        .range(0, 4000, 1, 1)
        .selectExpr("id", "array(concat('tag ', id DIV 500 * 2), 'a', 'z') AS tags", "map('tag', id DIV 500) AS m")
        .write
        .option("parquet.block.row.count.limit", "500")
        .option("parquet.enable.dictionary", kind == "dictionary")
        .option("parquet.bloom.filter.enabled", kind == "bloom")
        .format("pq2")
        .save(path)
      withConf("pq2.read.dictionaryMinBytes" -> "0") {
        for ((reader, read) <- readers) {
          val frame = read(path).where("array_contains(tags, 'tag 4')").select("id")
          assert(frame.collect().map(_.getLong(0)).sorted === (1000L until 1500L))
          assert(skipped(frame, ScanCounter.ROW_GROUPS_SKIPPED) === 7, s"$reader, $kind")
          assert(read(path).where("array_contains(tags, 'tag 5')").count() === 0)
          assert(read(path).where("NOT array_contains(tags, 'tag 5')").count() === 4000)
        }
      }
    }
  }

  test("the plan names elements, keys and values") {
    for ((reader, read) <- readers) {
      def pushed(condition: String): String = {
        val plan = read(path).where(condition).queryExecution.executedPlan
        plan.collectLeaves().map(_.simpleString(1000)).mkString
      }
      assert(pushed("array_contains(nums, 300)").contains("EqualTo(nums.element,300)"), reader)
      assert(pushed("m['x'] > 1500").contains("GreaterThan(m.value,1500)"), reader)
      assert(pushed("m['x'] > 1500").contains("EqualTo(m.key,x)"), reader)
      assert(pushed("exists(structs, x -> x.x = 300)").contains("EqualTo(structs.element.x,300)"), reader)
      assert(!pushed("NOT array_contains(nums, 300)").contains("nums.element"), reader)
      assert(!pushed("exists(nums, x -> NOT x = 300)").contains("nums.element"), reader)
    }
  }
}
