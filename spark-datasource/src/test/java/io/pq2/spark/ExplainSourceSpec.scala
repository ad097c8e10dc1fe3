package io.pq2.spark

import org.apache.spark.sql.{AnalysisException, DataFrame, DataFrameReader, Row}

/** Checks the data source `pq2-explain`. */
class ExplainSourceSpec extends SparkSpec {

  private val Table = "pq2_explained"

  /** Writes a file with ten row groups of ten pages. */
  private lazy val path: String = {
    val path = newPath("explained")
    val options = Map("parquet.block.row.count.limit" -> "1000", "parquet.page.row.count.limit" -> "100")
    spark.range(0, 10000, 1, 1).selectExpr("id", "id % 7 AS digit", "'x' || id AS name")
      .write.format("pq2").options(options).save(path)
    path
  }

  private def explain: DataFrameReader = spark.read.format("pq2-explain")

  private def assertOfRange(explained: DataFrame): Unit = {
    val rows = explained.orderBy("row_group").collect()
    assert(rows.map(_.getAs[Int]("row_group")).toSeq === (0 until 10))
    assert(rows.map(_.getAs[String]("file")).distinct.length === 1)
    assert(rows.head.getAs[String]("file").endsWith(".parquet"))
    for ((row, i) <- rows.zipWithIndex if i != 2) {
      assert(row.getAs[String]("status") === "skipped")
      assert(row.getAs[String]("reason") === "statistics")
      assert(row.getAs[String]("condition") === (if (i < 2) "id >= 2500" else "id <= 2510"))
      assert(row.getAs[Long]("rows_returned") === 0)
    }
    val read = rows(2)
    assert(read.getAs[String]("status") === "read")
    assert(read.isNullAt(read.fieldIndex("reason")))
    assert(read.getAs[Long]("rows") === 1000)
    assert(read.getAs[Long]("bytes") > 0)
    assert(read.getAs[Long]("rows_skipped") === 900)
    assert(read.getAs[Long]("rows_filtered") === 89)
    assert(read.getAs[Long]("rows_returned") === 11)
    assert(read.getAs[String]("filter").contains("id >= 2500"))
  }

  private val condition = "id BETWEEN 2500 AND 2510"

  test("a path and a filter are explained") {
    assertOfRange(explain.option("filter", condition).load(path))
  }

  test("a query is explained, by V2 and V1") {
    assertOfRange(explain.option("query", s"SELECT digit FROM pq2.`$path` WHERE $condition").load())
    spark.sql(s"CREATE TABLE $Table USING pq2 LOCATION '$path'")
    try assertOfRange(explain.option("query", s"SELECT digit, count(*) FROM $Table WHERE $condition GROUP BY 1").load())
    finally spark.sql(s"DROP TABLE $Table")
    pq2(path).createOrReplaceTempView(Table)
    try assertOfRange(explain.option("query", s"SELECT name FROM $Table WHERE $condition").load())
    finally spark.catalog.dropTempView(Table)
  }

  test("a query on the built-in source is explained if pq2 replaces it") {
    val query = s"SELECT * FROM parquet.`$path` WHERE $condition"
    withConf("spark.pq2.replace.parquet" -> "true")(assertOfRange(explain.option("query", query).load()))
    intercept[AnalysisException](explain.option("query", query).load())
  }

  test("the explanation can be queried") {
    val sums = explain.option("filter", condition).load(path)
      .groupBy("status").sum("rows").orderBy("status").collect()
    assert(sums.toSeq === Seq(Row("read", 1000L), Row("skipped", 9000L)))
    val columns = explain.option("filter", condition).load(path)
      .where("status = 'read'").selectExpr("explode(columns) AS c").selectExpr("c.*").orderBy("column").collect()
    assert(columns.map(_.getAs[String]("column")).toSeq === Seq("digit", "id", "name"))
    for (column <- columns) {
      assert(column.getAs[Long]("bytes_read") > 0)
      assert(column.getAs[Long]("pages_read") === 1)
      assert(column.getAs[Long]("pages_skipped") === 9)
    }
  }

  test("only the columns of the query count") {
    val columns = explain.option("query", s"SELECT digit FROM pq2.`$path`").load()
      .selectExpr("explode(columns.column)").distinct().collect()
    assert(columns.toSeq === Seq(Row("digit")))
  }

  test("all scans of a query are explained, whatever the planning of splits") {
    val other = newPath("other")
    spark.range(0, 10, 1, 2).write.format("pq2").save(other)
    val query = s"SELECT a.id FROM pq2.`$path` a JOIN pq2.`$other` b ON a.id = b.id WHERE a.id < 5"
    for (splits <- Seq("footers", "midpoint"); v1 <- Seq("", "pq2"))
      withConf("pq2.splits" -> splits, "spark.sql.sources.useV1SourceList" -> v1) {
        val explained = explain.option("query", query).load()
        assert(explained.count() === 12)
        assert(explained.where("status = 'skipped'").count() === 10)
        assert(explained.agg(Map("rows_returned" -> "sum")).head().getLong(0) === 10)
      }
  }

  test("partitions that a query excludes have no rows") {
    val parts = newPath("parts")
    spark.range(0, 100).selectExpr("id", "id % 4 AS part").repartition(1)
      .write.format("pq2").partitionBy("part").save(parts)
    val explained = explain.option("filter", "part = 3 AND id > 50").load(parts)
    assert(explained.select("file").collect().toSeq.forall(_.getString(0).contains("part=3")))
    assert(explained.count() === 1)
  }

  test("partitions that only the result of a subquery excludes have rows") {
    val parts = newPath("parts")
    spark.range(0, 100).selectExpr("id", "id % 4 AS part").repartition(1)
      .write.format("pq2").partitionBy("part").save(parts)
    for (reader <- Seq(pq2V1 _, pq2 _)) {
      reader(parts).createOrReplaceTempView("parts")
      try {
        val queries = Seq(
          "SELECT id FROM parts WHERE part = (SELECT max(id) FROM VALUES (1), (3) AS v(id))",
          "SELECT p.id FROM parts p JOIN (SELECT part AS key FROM parts WHERE id = 7) ON part = key"
        )
        for (query <- queries) assert(explain.option("query", query).load().count() >= 1, query)
      } finally spark.catalog.dropTempView("parts")
    }
  }

  test("wrong options are errors") {
    def refusal(reader: DataFrameReader) = {
      val error = intercept[AnalysisException](reader.load())
      assert(error.getCondition === "STDS_INVALID_OPTION_VALUE.WITH_MESSAGE")
      error.getMessage
    }
    assert(refusal(explain).contains("pq2-explain needs either a path or the option query"))
    assert(refusal(explain.option("path", path).option("query", "SELECT 1")).contains("either a path or"))
    assert(refusal(explain.option("query", "SELECT 1")).contains("no scan of pq2"))
    assert(refusal(explain.option("query", s"SELECT * FROM pq2.`$path`").option("filter", "id = 1")).contains("filter"))
    val target = newPath("target")
    val insert = s"INSERT OVERWRITE DIRECTORY '$target' USING pq2 SELECT 1 AS id"
    assert(refusal(explain.option("query", insert)).contains("is a command"))
    assert(!new java.io.File(target).exists)
  }
}
