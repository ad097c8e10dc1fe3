package io.pq2.spark

import java.nio.file.{Files, Path}

import scala.jdk.CollectionConverters._
import scala.util.Try

import io.pq2.io.LocalInputFile
import io.pq2.read.ParquetFile
import io.pq2.schema.SchemaText
import org.apache.spark.sql.DataFrame

/** Writes shredded variants by Spark's keys, and compares the files and rows with those of the built-in source. */
class VariantWriteSpec extends SparkSpec {

  private val shredded = Seq(
    "spark.sql.variant.writeShredding.enabled" -> "true",
    "spark.sql.variant.inferShreddingSchema" -> "true",
    "spark.sql.variant.allowReadingShredded" -> "true"
  )

  private def events: DataFrame = spark
    .range(0, 3000, 1, 1)
    .selectExpr(
      "id",
      """CASE WHEN id % 10 <> 0 THEN PARSE_JSON(CONCAT('{"id": ', id, ', "kind": "k', id % 5, '", "price": ',
         id % 7, '.25, "at": {"lat": ', id, 'e0, "ok": ', id % 2 = 0, '}, "tags": ["a", "b', id % 3, '"], "mixed": ',
         CASE WHEN id % 2 = 0 THEN '1' ELSE '"one"' END, ', "nothing": null, "items": [{"n": ', id,
         '}, {"n": null, "more": [1]}]', CASE WHEN id % 20 = 1 THEN ', "rare": 1' ELSE '' END, '}')) END AS v""",
      "NAMED_STRUCT('inner', PARSE_JSON(CAST(id AS STRING)), 'n', id) AS s",
      "ARRAY(PARSE_JSON(CONCAT('{\"x\": ', id, '}')), NULL, PARSE_JSON('null')) AS l",
      "MAP('k', PARSE_JSON(CONCAT('\"', id, '\"'))) AS m"
    )

  private def writtenBy(source: String, data: DataFrame): String = {
    val path = newPath(source)
    data.write.format(source).save(path)
    path
  }

  private def schemas(path: String): Seq[String] = {
    val files = Files.list(Path.of(path))
    try files.iterator.asScala.filter(_.toString.endsWith(".parquet")).map(schema).toSeq
    finally files.close()
  }

  private def schema(file: Path): String = {
    val parquet = ParquetFile.open(new LocalInputFile(file))
    try SchemaText.write(parquet.schema)
    finally parquet.close()
  }

  /** Returns the lines of a schema, sorted, because the order of metadata and value differs if nothing is shredded. */
  private def lines(schema: String): Seq[String] = schema.split('\n').sorted.toSeq

  test("shredded variants have the columns of the built-in source") {
    assumeSpark("4.1", "types are inferred")
    withConf(shredded: _*) {
      val data = events.select("id", "v", "s")
      assert(schemas(writtenBy("pq2", data)) === schemas(writtenBy("parquet", data)))
    }
  }

  test("shredded variants are read by both sources") {
    assumeSpark("4.1", "types are inferred")
    withConf(shredded: _*) {
      val path = writtenBy("pq2", events)
      assert(schemas(path).head.contains("typed_value"))
      for (vectorized <- Seq("true", "false"); push <- Seq("true", "false"))
        withConf(
          "spark.sql.parquet.enableVectorizedReader" -> vectorized,
          "spark.sql.variant.pushVariantIntoScan" -> push
        ) {
          for (
            columns <- Seq(
              Seq("id", "TO_JSON(v)", "TO_JSON(s.inner)", "TO_JSON(l[0])", "l[1]", "TO_JSON(l[2])", "TO_JSON(m['k'])"),
              Seq(
                "VARIANT_GET(v, '$.id', 'bigint')",
                "VARIANT_GET(v, '$.at.lat', 'double')",
                "VARIANT_GET(v, '$.price', 'decimal(9,2)')",
                "VARIANT_GET(v, '$.items[0].n', 'int')",
                "TO_JSON(VARIANT_GET(v, '$.mixed', 'variant'))",
                "VARIANT_GET(v, '$.rare', 'int')"
              )
            )
          ) {
            val expected = events.selectExpr(columns: _*)
            for (frame <- Seq(builtIn(path), pq2(path), pq2V1(path)))
              assertSameRows(frame.selectExpr(columns: _*), expected)
          }
        }
    }
  }

  test("names that differ only by case are as readable as in files of the built-in source") {
    assumeSpark("4.1", "types are inferred")
    withConf(shredded: _*) {
      val json = """CONCAT('{"kind": "k', id, '", "Kind": ', id, '}')"""
      val data = spark.range(0, 100, 1, 1).selectExpr(s"PARSE_JSON($json) AS v")
      val paths = Seq("parquet", "pq2").map(writtenBy(_, data))
      val expected = data.selectExpr("TO_JSON(v)")
      for (path <- paths; frame <- Seq(pq2(path), pq2V1(path))) assertSameRows(frame.selectExpr("TO_JSON(v)"), expected)
      for (vectorized <- Seq("true", "false"))
        withConf("spark.sql.parquet.enableVectorizedReader" -> vectorized) {
          val readable = paths
            .map(path => Try(assertSameRows(builtIn(path).selectExpr("TO_JSON(v)"), expected)).isSuccess)
          assert(readable.distinct.size === 1, s"$vectorized: $readable")
        }
    }
  }

  test("variants in arrays and maps are shredded too") {
    assumeSpark("4.1", "types are inferred")
    withConf(shredded: _*) {
      val text = schemas(writtenBy("pq2", events.select("l", "m"))).head
      assert(text.split("typed_value").length > 3, text)
    }
  }

  test("SQL, tables and both APIs shred") {
    assumeSpark("4.1", "types are inferred")
    withConf(shredded: _*) {
      spark.sql("DROP TABLE IF EXISTS shredded_variants")
      try {
        spark.sql("CREATE TABLE shredded_variants (id BIGINT, v VARIANT) USING pq2")
        events.select("id", "v").createOrReplaceTempView("events")
        spark.sql("INSERT INTO shredded_variants SELECT * FROM events")
        val files = spark.table("shredded_variants").inputFiles
        assert(files.map(file => schema(Path.of(java.net.URI.create(file)))).forall(_.contains("typed_value")))
        assertSameRows(
          spark.table("shredded_variants").selectExpr("id", "TO_JSON(v)"),
          spark.table("events").selectExpr("id", "TO_JSON(v)")
        )
      } finally spark.sql("DROP TABLE IF EXISTS shredded_variants")
    }
  }

  test("keys turn shredding off, and limit it as in the built-in source") {
    assumeSpark("4.1", "types are inferred")
    val data = events.select("v", "s")
    for (key <- Seq("spark.sql.variant.writeShredding.enabled", "spark.sql.variant.inferShreddingSchema"))
      withConf(shredded :+ key -> "false": _*) {
        assert(!schemas(writtenBy("pq2", data)).head.contains("typed_value"), key)
      }
    withConf(shredded: _*) {
      val path = newPath("option")
      data.write.format("pq2").option("spark.sql.variant.inferShreddingSchema", "false").save(path)
      assert(!schemas(path).head.contains("typed_value"))
      for (
        limit <- Seq(
          "spark.sql.variant.shredding.maxSchemaWidth" -> "9",
          "spark.sql.variant.shredding.maxSchemaWidth" -> "1",
          "spark.sql.variant.shredding.maxSchemaDepth" -> "1",
          "spark.sql.variant.shredding.maxSchemaDepth" -> "0"
        )
      ) withConf(limit) {
        val found = schemas(writtenBy("pq2", data)).map(lines)
        assert(found === schemas(writtenBy("parquet", data)).map(lines), limit)
      }
    }
  }

  test("variants without annotation are shredded as in the built-in source") {
    assumeSpark("4.1", "types are inferred")
    withConf(shredded :+ "spark.sql.parquet.variant.annotateLogicalType.enabled" -> "false": _*) {
      val data = events.select("id", "v", "s")
      val path = writtenBy("pq2", data)
      assert(schemas(path) === schemas(writtenBy("parquet", data)))
      val columns = Seq("id", "TO_JSON(v)", "TO_JSON(s.inner)")
      for (frame <- Seq(builtIn(path), pq2(path)))
        assertSameRows(frame.selectExpr(columns: _*), data.selectExpr(columns: _*))
    }
  }

  test("a key of pq2 gives the type") {
    val path = newPath("given")
    events
      .select("v")
      .write
      .format("pq2")
      .option("pq2.write.variantShredding", "{id: int32, kind: string}")
      .save(path)
    assert(schemas(path).head.contains("int32 typed_value"))
    withConf("spark.sql.variant.allowReadingShredded" -> "true") {
      assertSameRows(builtIn(path).selectExpr("TO_JSON(v)"), events.selectExpr("TO_JSON(v)"))
    }
  }

  test("variants are not shredded in Spark 4.0 by default") {
    assume(!isSpark("4.1"), "later versions shred")
    for (enabled <- Seq("false", "true"))
      withConf("spark.sql.variant.writeShredding.enabled" -> enabled) {
        assert(!schemas(writtenBy("pq2", events.select("v"))).head.contains("typed_value"))
      }
  }
}
