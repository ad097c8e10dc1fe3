package io.pq2.spark

import io.pq2.spark.internal.operators.Pq2FilterExec
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.execution.FilterExec
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanHelper

/** Tables, and a comparison of their filtered rows with those of the built-in source. */
abstract class BatchFilterTests extends SparkSpec with AdaptiveSparkPlanHelper {

  // Generated code that does not compile is an error.
  override protected def beforeAll(): Unit = {
    super.beforeAll()
    spark.conf.set("spark.sql.codegen.fallback", "false")
  }

  override protected def afterAll(): Unit =
    try spark.conf.unset("spark.sql.codegen.fallback")
    finally super.afterAll()

  protected def selections(frame: DataFrame): Seq[Pq2FilterExec] =
    collect(frame.queryExecution.executedPlan) { case selected: Pq2FilterExec => selected }

  protected def filters(frame: DataFrame): Seq[FilterExec] =
    collect(frame.queryExecution.executedPlan) { case filter: FilterExec => filter }

  protected val texts = Seq(
    "",
    "a",
    "special requests",
    "special  and requests",
    "requests special",
    "specialrequests",
    "specialequests",
    "the special case\nof many requests",
    "SPECIAL REQUESTS",
    "äöü special ß requests é",
    "special",
    "requests",
    "100%",
    "under_score",
    "back\\slash",
    "aab",
    "aba",
    "ababab",
    "12-345",
    "12",
    "x12",
    " padded ",
    "日本語 special 要求 requests"
  )

  /** A file with a column of few strings, one of many, invalid UTF-8, nulls, and numbers. */
  protected lazy val strings: String = written("parquet.enable.dictionary" -> "true")

  /** The same file without dictionaries. */
  protected lazy val plain: String = written("parquet.enable.dictionary" -> "false")

  private def written(option: (String, String)): String = {
    val path = newPath("strings")
    val literals = texts.map(text => "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'").mkString(", ")
    spark.range(0, 20000, 1, 1).selectExpr(
      "id",
      s"IF(id % 7 = 0, NULL, array($literals)[CAST(id % ${texts.size} AS INT)]) AS few",
      s"IF(id % 11 = 0, NULL, concat(array($literals)[CAST(id % ${texts.size} AS INT)], ' ', id)) AS many",
      "IF(id % 13 = 0, NULL, CAST(unhex(array('41C3', 'E2C3A9', 'C3A9', 'FF', 'EFBFBD', '41')[CAST(id % 6 AS INT)]) " +
        "AS STRING)) AS broken",
      s"array($literals)[CAST(id % ${texts.size} AS INT)] AS collated",
      "IF(id % 5 = 0, NULL, CAST(id % 100 AS INT)) AS n",
      "CAST(id % 50 AS TINYINT) AS tiny",
      "IF(id % 17 = 0, NULL, id * 1000000007) AS big",
      "CAST(id % 1000 / 8 AS DECIMAL(9, 3)) AS dec",
      "IF(id % 19 = 0, NULL, CAST(array('NaN', '-0.0', '0.0', '1.5', '-Infinity')[CAST(id % 5 AS INT)] AS DOUBLE)) " +
        "AS real",
      "CAST(array('NaN', '-0.0', '0.0', '1.5', '0.1')[CAST(id % 5 AS INT)] AS FLOAT) AS single",
      "IF(id % 3 = 0, NULL, id % 3 = 1) AS flag",
      "IF(id % 9 = 0, NULL, date_add(DATE'1500-01-01', CAST(id * 37 AS INT))) AS day",
      "timestamp_seconds(id * 86399) AS instant",
      "IF(id % 23 = 0, NULL, timestamp_micros((id - 15000) * 200000000003)) AS time",
      "CAST(timestamp_micros((id - 15000) * 200000000003) AS TIMESTAMP_NTZ) AS local",
      "named_struct('s', concat('s', id % 10)) AS nested",
      "IF(id % 6 = 0, NULL, named_struct(" +
        s"'n', IF(id % 5 = 0, NULL, CAST(id % 100 AS INT)), 'big', id * 3," +
        s"'word', IF(id % 4 = 0, NULL, array($literals)[CAST(id % ${texts.size} AS INT)])," +
        "'inner', IF(id % 8 = 0, NULL, named_struct('tiny', CAST(id % 100 AS TINYINT)," +
        " 'day', date_add(DATE'1500-01-01', CAST(id * 37 AS INT)), 'text', concat('x', id)," +
        " 'real', IF(id % 7 = 0, NULL, CAST('NaN' AS DOUBLE)), 'dec', CAST(id % 1000 / 8 AS DECIMAL(9, 3))," +
        " 'flag', id % 3 = 1)), 'list', IF(id % 3 = 0, NULL, slice(array(1, 2, 3), 1, CAST(id % 4 AS INT))))) AS deep",
      "IF(id % 7 = 0, NULL, slice(array('a', NULL, 'c', 'd'), 1, CAST(id % 5 AS INT))) AS list",
      "IF(id % 9 = 0, NULL, map_from_arrays(slice(array('a', 'b'), 1, CAST(id % 3 AS INT)), " +
        "slice(array(1, 2), 1, CAST(id % 3 AS INT)))) AS entries"
    ).write.option("parquet.block.row.count.limit", "6000").option(option._1, option._2).format("pq2").save(path)
    path
  }

  protected val readers = Seq[(String, String => DataFrame)]("V2" -> pq2, "V1" -> pq2V1)

  /** Compares the rows that match a condition with those of the built-in source.
    *
    * @param selected whether batches are filtered
    * @param filtered whether Spark's filter remains
    */
  protected def check(
      read: String => DataFrame,
      condition: String,
      selected: Boolean,
      filtered: Boolean,
      path: => String = strings
  ): Unit = {
    builtInOnce(path).createOrReplaceTempView("v")
    val expected = SparkSpec.sorted(spark.sql(s"SELECT id, many, n FROM v WHERE $condition").collect())
    read(path).createOrReplaceTempView("v")
    compare(condition, expected, selected, filtered)
  }

  /** As [[check]], for conditions that fail for no row. The built-in source evaluates all of them in one query. */
  protected def checkAll(
      read: String => DataFrame,
      conditions: Seq[String],
      selected: Boolean,
      filtered: Boolean,
      path: => String = strings
  ): Unit = {
    builtInOnce(path).createOrReplaceTempView("v")
    val results = conditions.map(condition => s"coalesce($condition, false)").mkString(", ")
    val rows = spark.sql(s"SELECT struct(id, many, n), array($results) FROM v").collect()
      .map(row => SparkSpec.text(row.getStruct(0)) -> row.getSeq[Boolean](1)).sortBy(_._1)
    read(path).createOrReplaceTempView("v")
    for ((condition, index) <- conditions.zipWithIndex) {
      val expected = rows.collect { case (text, satisfied) if satisfied(index) => text }
      compare(condition, expected.toSeq, selected, filtered)
    }
  }

  private def compare(condition: String, expected: Seq[String], selected: Boolean, filtered: Boolean): Unit = {
    val query = s"SELECT id, many, n FROM v WHERE $condition"
    val frame = spark.sql(query)
    assert(SparkSpec.sorted(frame.collect()) === expected, query)
    assert(selections(frame).nonEmpty === selected, s"$query\n${frame.queryExecution.executedPlan}")
    assert(filters(frame).nonEmpty === filtered, s"$query\n${frame.queryExecution.executedPlan}")
  }
}
