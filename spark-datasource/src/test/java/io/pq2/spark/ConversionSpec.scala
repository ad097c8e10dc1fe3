package io.pq2.spark

import org.apache.spark.SparkException
import org.apache.spark.sql.DataFrame

/** Reads columns as types other than the file's, as Spark's own reader permits. */
class ConversionSpec extends SparkSpec {

  /** Values in SQL, each with the types that its column can be read as. */
  private val allowed = Seq(
    "CAST(id % 100 AS TINYINT)" ->
      Seq("smallint", "int", "bigint", "double", "decimal(10,0)", "decimal(20,5)", "decimal(38,10)"),
    "CAST(id AS SMALLINT)" -> Seq("tinyint", "int", "bigint", "double", "decimal(12,2)"),
    "CAST(id AS INT)" -> Seq("tinyint", "smallint", "bigint", "double", "decimal(10,0)", "decimal(19,0)"),
    "id" -> Seq("decimal(20,0)", "decimal(38,18)"),
    "CAST(id AS FLOAT)" -> Seq("double"),
    "DATE_ADD(DATE'1500-01-01', CAST(id * 4000 AS INT))" -> Seq("timestamp_ntz"),
    "CAST(id AS DECIMAL(5,2))" ->
      Seq("decimal(5,2)", "decimal(9,3)", "decimal(18,2)", "decimal(18,10)", "decimal(30,4)"),
    "CAST(id AS DECIMAL(15,2))" -> Seq("decimal(16,3)", "decimal(18,4)", "decimal(38,20)"),
    "CAST(id AS DECIMAL(25,5))" -> Seq("decimal(25,5)", "decimal(38,18)"),
    "CAST(timestamp_seconds(id * 100000) AS TIMESTAMP_NTZ)" -> Seq("timestamp"),
    "timestamp_seconds(id * 100000)" -> Seq("timestamp_ntz")
  )

  private val refused = Seq(
    "id" -> Seq("int", "double", "float", "string", "timestamp", "decimal(10,0)"),
    "CAST(id AS DOUBLE)" -> Seq("float", "bigint"),
    "CAST(id AS INT)" -> Seq("float", "string", "decimal(9,0)", "boolean"),
    "CAST(id AS STRING)" -> Seq("int", "array<string>", "struct<a: string>"),
    "DATE_ADD(DATE'2000-01-01', CAST(id AS INT))" -> Seq("timestamp", "string"),
    "CAST(id AS DECIMAL(15,2))" -> Seq("decimal(15,1)", "decimal(14,2)", "decimal(15,3)", "timestamp")
  )

  private val ids = "range(-3, 300, 1, 1)"

  private def orNull(value: String): String = s"CASE WHEN id % 7 = 0 THEN NULL ELSE $value END"

  private def write(columns: Seq[String]): String = {
    val path = newPath("values")
    spark.sql(s"SELECT ${columns.mkString(", ")} FROM $ids").write.parquet(path)
    path
  }

  private def read(path: String, format: String, schema: String): DataFrame =
    spark.read.schema(schema).format(format).load(path)

  private def readV1(path: String, schema: String): DataFrame =
    withConf("spark.sql.sources.useV1SourceList" -> "pq2")(read(path, "pq2", schema))

  test("types are widened like in Spark") {
    val columns = allowed.zipWithIndex.map { case ((value, _), i) => s"${orNull(value)} AS v$i" }
    val schemas = (0 until allowed.map(_._2.size).max).map { round =>
      allowed.zipWithIndex.map { case ((_, types), i) => s"v$i ${types(round % types.size)}" }.mkString(", ")
    }
    for ((timestamps, legacy) <- Seq("INT96" -> "false", "TIMESTAMP_MICROS" -> "true", "TIMESTAMP_MILLIS" -> "false"))
      withConf(
        "spark.sql.parquet.outputTimestampType" -> timestamps,
        "spark.sql.parquet.writeLegacyFormat" -> legacy,
        "spark.sql.ansi.enabled" -> "false"
      ) {
        val path = write(columns)
        for (schema <- schemas)
          withClue(s"$schema with $timestamps, legacy format $legacy: ") {
            assertSame(read(path, "pq2", schema), read(path, "parquet", schema))
            assertSame(readV1(path, schema), read(path, "parquet", schema))
          }
      }
  }

  test("the error for an unsupported conversion names the column and both types") {
    val path = write(refused.zipWithIndex.map { case ((value, _), i) => s"${orNull(value)} AS v$i" })
    for (((value, types), i) <- refused.zipWithIndex) {
      val schemas = types.map(dataType => s"v$i $dataType")
      for (frame <- readV1(path, schemas.head) +: schemas.map(read(path, "pq2", _)))
        withClue(s"$value as ${frame.schema.sql}: ") {
          val error = intercept[SparkException](frame.collect())
          assert(error.getCondition === "FAILED_READ_FILE.PARQUET_COLUMN_DATA_TYPE_MISMATCH")
          assert(error.getMessage.contains(path) && error.getMessage.contains(s"[v$i]"), error.getMessage)
        }
    }
  }

  test("a file without rows may have any types") {
    val path = newPath("empty")
    spark.range(0).selectExpr("'x' as v").write.parquet(path)
    assert(read(path, "pq2", "v int").collect().isEmpty)
  }

  test("old dates are rebased by the option or the file's metadata") {
    val path = newPath("calendar")
    val values = "SELECT DATE'1200-03-01' AS d, TIMESTAMP'1200-03-01 01:02:03.456' AS t UNION ALL " +
      "SELECT DATE'2020-01-01', TIMESTAMP'2020-01-01 00:00:00'"
    for (timestamps <- Seq("INT96", "TIMESTAMP_MICROS", "TIMESTAMP_MILLIS"); write <- Seq("LEGACY", "CORRECTED"))
      withConf(
        "spark.sql.parquet.outputTimestampType" -> timestamps,
        "spark.sql.parquet.datetimeRebaseModeInWrite" -> write,
        "spark.sql.parquet.int96RebaseModeInWrite" -> write
      ) {
        spark.sql(values).write.mode("overwrite").parquet(path)
        assertSame(pq2(path), builtIn(path))
        assertSame(pq2V1(path), builtIn(path))
        assertSameRows(pq2(path), spark.sql(values))
      }
  }
}
