package io.pq2.spark

import org.apache.spark.SparkException
import org.apache.spark.sql.{DataFrame, Row}

/** Reads columns with the names that Spark reserves for row positions and file metadata. */
class RowIndexSpec extends SparkSpec {

  private val name = "_tmp_metadata_row_index"

  private def v2(path: String, schema: String): DataFrame = spark.read.schema(schema).format("pq2").load(path)

  private def v1(path: String, schema: String): DataFrame =
    withConf("spark.sql.sources.useV1SourceList" -> "pq2")(v2(path, schema))

  private def both(path: String, schema: String): Seq[DataFrame] = Seq(v2(path, schema), v1(path, schema))

  /** Runs a block with and without the vectorised reader. */
  private def eachWay(body: => Unit): Unit =
    for (vectorized <- Seq("true", "false"))
      withConf("spark.sql.parquet.enableVectorizedReader" -> vectorized)(body)

  private val values = Seq(
    "1000 - id",
    "CAST(NULLIF(1000 - id, 993) AS INT)",
    "'text ' || id",
    "id % 2 = 0",
    "NAMED_STRUCT('row_index', 1000 - id)",
    "ARRAY(id, 7)"
  )

  test("a stored column is returned as stored, also with the name of a generated one") {
    val columns = Seq(name, name.toUpperCase, "row_index", "_metadata")
    val cases = for (value <- values; column <- columns) yield (value, column)
    for ((value, column) <- some(cases, 3))
      withClue(s"$value $column: ") {
        val path = newPath("stored")
        val frame = spark.range(0, 10000, 1, 1).selectExpr("id", s"$value AS $column")
        frame.write.format("pq2").save(path)
        val rows = frame.collect()
        val last = frame.where("id > 9990").select(column).collect()
        eachWay {
          for (found <- Seq(pq2(path), pq2V1(path)) ++ both(path, frame.schema.toDDL)) {
            assertSameRows(found, rows)
            assertSameRows(found.where("id > 9990").select(column), last)
          }
        }
      }
  }

  test("filters and aggregates of a stored column use its values") {
    val path = newPath("stored")
    val frame = spark.range(0, 10000, 1, 1).selectExpr("id", s"50000 - id AS $name")
    frame.write.format("pq2").save(path)
    eachWay {
      for (found <- Seq(pq2(path), pq2V1(path))) {
        assert(found.where(s"$name = 45000").collect().toSeq === Seq(Row(5000, 45000)))
        assert(found.agg(Map(name -> "max")).head() === Row(50000))
        assert(found.selectExpr(s"min($name)", s"count($name)").head() === Row(40001, 10000))
      }
    }
  }

  test("row positions are generated for a BIGINT of the reserved name that the file does not store") {
    val path = newPath("generated")
    spark.range(5, 10005, 1, 1).write.format("pq2").save(path)
    val expected = spark.range(5, 10005, 1, 1).selectExpr("id", s"id - 5 AS $name")
    eachWay {
      for (found <- both(path, s"id bigint, $name bigint")) {
        assertSameRows(found, expected)
        assertSameRows(found.where(s"$name = 77 OR id = 3000"), expected.where(s"$name = 77 OR id = 3000"))
        assert(found.selectExpr(s"min($name)", s"max($name)", s"count($name)").head() === Row(0, 9999, 10000))
      }
    }
  }

  test("row positions of another type are an error that names the column") {
    val path = newPath("generated")
    spark.range(100).write.format("pq2").save(path)
    for (dataType <- Seq("string", "int", "double", "struct<a: bigint>"); vectorized <- Seq("true", "false"))
      withConf("spark.sql.parquet.enableVectorizedReader" -> vectorized) {
        for (found <- both(path, s"id bigint, $name $dataType")) {
          val error = intercept[SparkException](found.collect())
          assert(error.getCondition === "FAILED_READ_FILE.PARQUET_COLUMN_DATA_TYPE_MISMATCH")
          assert(error.getMessage.contains(name) && error.getMessage.contains(path), error.getMessage)
        }
      }
  }

  test("files with and without the column are read together") {
    val path = newPath("mixed")
    spark.range(0, 10, 1, 1).selectExpr("id", s"id * 100 AS $name").write.format("pq2").save(path)
    spark.range(10, 20, 1, 1).write.format("pq2").mode("append").save(path)
    val expected = spark.range(20).selectExpr("id", s"IF(id < 10, id * 100, id - 10) AS $name")
    both(path, s"id bigint, $name bigint").foreach(assertSameRows(_, expected))
  }

  test("the metadata column has row positions even if the file stores columns of the reserved names") {
    val path = newPath("shadowed")
    spark.range(0, 10000, 1, 1)
      .selectExpr("id", s"20000 - id AS $name", "NAMED_STRUCT('row_index', 20000 - id) AS _metadata")
      .write.format("pq2").save(path)
    eachWay {
      for (found <- both(path, "id bigint")) {
        assert(found.where("_metadata.row_index <> id").count() === 0)
        assert(found.where("_metadata.row_index = 3").select("id").collect().toSeq === Seq(Row(3)))
        assert(found.where("_metadata.row_index < 5 AND id > 1").selectExpr("_metadata.row_index").count() === 3)
      }
    }
  }
}
