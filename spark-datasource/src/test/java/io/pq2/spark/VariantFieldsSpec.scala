package io.pq2.spark

import java.nio.file.{Files, Path}
import java.util.HexFormat

import scala.jdk.CollectionConverters._
import scala.util.Random

import io.pq2.hadoop.metrics.ScanCounter
import io.pq2.io.LocalInputFile
import io.pq2.read.ParquetFile
import io.pq2.variant.{RandomVariantFiles, ShreddedType, Variant}
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.execution.FilterExec
import org.apache.spark.sql.execution.datasources.VariantMetadata
import org.apache.spark.unsafe.types.VariantVal

/** Extracts fields of variants, and compares them with those of the built-in source. Checks what the scan reads. */
class VariantFieldsSpec extends VariantFieldTests {

  private val types = Seq(
    "BIGINT",
    "INT",
    "SMALLINT",
    "TINYINT",
    "DOUBLE",
    "FLOAT",
    "BOOLEAN",
    "STRING",
    "BINARY",
    "DATE",
    "TIMESTAMP",
    "TIMESTAMP_NTZ",
    "DECIMAL(9, 2)",
    "DECIMAL(18, 3)",
    "DECIMAL(38, 10)",
    "ARRAY<STRING>",
    "MAP<STRING, VARIANT>",
    "VARIANT"
  )

  /** Returns a random path into a variant, which may lead nowhere. */
  private def path(variant: Variant, random: Random): String = {
    val result = new StringBuilder("$")
    var at = Option(variant)
    while (at.isDefined && random.nextInt(4) > 0) at = at.get.`type`.toString match {
      case "OBJECT" if at.get.size > 0 =>
        val index = random.nextInt(at.get.size)
        val name = at.get.name(index)
        if (name.exists(c => c == '\'' || c == '"' || c == '\n' || c == '\\')) None
        else {
          result ++= s"[''$name'']".replace("''", "\"")
          Some(at.get.get(index))
        }
      case "ARRAY" if at.get.size > 0 =>
        val index = random.nextInt(at.get.size)
        result ++= s"[$index]"
        Some(at.get.get(index))
      case _ => None
    }
    if (random.nextInt(8) == 0) result ++= ".a"
    result.toString
  }

  test("random fields of random variants are those of the built-in source") {
    withConf(pushing: _*) {
      for (seed <- some(0 until 20, 2)) {
        val random = new Random(seed)
        val target = newFile("random")
        val variants = RandomVariantFiles.write(target, seed, 25).asScala.filter(_ != null)
        for (_ <- 0 until 6) {
          val columns = Seq.fill(1 + random.nextInt(3)) {
            val function = if (random.nextInt(4) == 0) "VARIANT_GET" else "TRY_VARIANT_GET"
            val at = path(variants(random.nextInt(variants.size)), random)
            s"$function(v, '$at', '${types(random.nextInt(types.size))}')"
          }
          val expected = outcome(builtIn(target.toString).selectExpr(columns: _*))
          for (frame <- sources(target.toString)) {
            val found = outcome(frame.selectExpr(columns: _*))
            // Which of several errors is reported depends on the order of columns and rows.
            val same = found == expected || columns.size > 1 && found.isLeft && expected.isLeft
            assert(same, s"seed $seed, $columns: $found, not $expected")
          }
        }
      }
    }
  }

  test("encoded values are cast as in the built-in source, stored as they are and next to shredded fields") {
    val values = Seq(
      "1",
      "-128",
      "300",
      "-40000",
      "3000000000",
      "9223372036854775807",
      "12.34",
      "-0.005",
      "99999999.9",
      "1234567.25",
      "123456789012345.678",
      "0.1",
      "100.00",
      "12345678901234567890.5",
      "1.5e10",
      "-0.0e0",
      "1e300",
      "true",
      "false",
      "null",
      "\"\"",
      "\"text\"",
      "\"é\uD83D\uDC22\"",
      "\"12\"",
      "\"2024-02-29\"",
      "{}",
      "[]",
      "[1, [2]]",
      "{\"a\": 5, \"b\": [\"x\", 7.5]}",
      "{\"a\": {\"a\": \"deep\"}}"
    )
    val documents = values ++ values.map(value => s"""{"a": $value, "other": 1}""") ++
      values.map(value => s"""{"b": [$value, $value], "c": {"é": $value}, "a": null}""")
    val paths = Seq("$", "$.a", "$.b[1]", "$.c[\"é\"]")
    withConf(pushing: _*) {
      for (shredding <- Seq("variant", "{c: {x: string}, a: {z: int64}}")) {
        val path = file(documents.map(Variant.parseJson), shredding)
        for (at <- paths) {
          val columns = types.map(dataType => s"TRY_VARIANT_GET(v, '$at', '$dataType')")
          val expected = SparkSpec.sorted(builtIn(path).selectExpr(columns: _*).collect())
          assert(SparkSpec.sorted(pq2(path).selectExpr(columns: _*).collect()) === expected, s"$shredding, $at")
        }
      }
    }
  }

  /** Returns the bytes of variants: their values, then their metadata. */
  private def bytes(frame: DataFrame): Seq[String] = frame.collect().toSeq.map { row =>
    row.toSeq.map {
      case variant: VariantVal => HexFormat.of.formatHex(variant.getValue ++ variant.getMetadata)
      case other               => String.valueOf(other)
    }.mkString(" ")
  }

  test("fields that are variants have the bytes of the built-in source") {
    withConf(pushing: _*) {
      for (seed <- 0 until 10) {
        val random = new Random(seed)
        val target = newFile("parts")
        val variants = RandomVariantFiles.write(target, seed, 25).asScala.filter(_ != null)
        val columns = Seq.fill(6) {
          s"VARIANT_GET(v, '${path(variants(random.nextInt(variants.size)), random)}', 'variant')"
        }
        val expected = bytes(builtIn(target.toString).selectExpr(columns: _*))
        for (frame <- sources(target.toString)) {
          assert(bytes(frame.selectExpr(columns: _*)) === expected, s"seed $seed, $columns")
          assert(bytes(frame.selectExpr(columns :+ "v": _*).drop("v")) === expected, s"seed $seed, $columns")
        }
      }
      val columns = Seq("at", "rest", "items", "id", "none", "mixed").map(name => s"VARIANT_GET(v, '$$.$name')")
      for (frame <- sources(events))
        assert(bytes(frame.selectExpr(columns: _*)) === bytes(builtIn(events).selectExpr(columns: _*)))
    }
  }

  test("fields of objects are found in any order") {
    // Spark's code bisects objects of 32 fields and more.
    val names = (0 until 40).map(i => f"n$i%02d")
    def variant(order: Seq[Int]): Variant = {
      val metadata = Array[Byte](1, 40) ++ (0 to 40).map(i => (3 * i).toByte) ++ names.mkString.getBytes
      val item = (i: Int) => if (i % 2 == 0) Array[Byte](12, i.toByte) else Array[Byte](9, 'x', i.toByte)
      val starts = order.scanLeft(0)((start, i) => start + item(i).length)
      val value = Array[Byte](2, 40) ++ order.map(_.toByte) ++ starts.map(_.toByte) ++ order.flatMap(item(_).toSeq)
      Variant.of(metadata, value)
    }
    def write(order: Seq[Int], name: String): String = {
      val target = newFile(name)
      RandomVariantFiles.write(target, Seq(variant(order)).asJava, ShreddedType.parse("variant"))
      target.toString
    }
    withConf(pushing: _*) {
      val sorted = write(names.indices, "sorted")
      val unsorted = write(new Random(5).shuffle(names.indices.toList), "unsorted")
      assert(bytes(pq2(unsorted)) !== bytes(pq2(sorted)))
      for (dataType <- Seq("BIGINT", "STRING", "FLOAT", "VARIANT", "DECIMAL(38, 10)", "ARRAY<STRING>")) {
        val columns = names.map(name => s"TRY_VARIANT_GET(v, '$$.$name', '$dataType')") :+ "VARIANT_GET(v, '$.n')"
        val expected = bytes(builtIn(sorted).selectExpr(columns: _*))
        for (frame <- sources(unsorted)) assert(bytes(frame.selectExpr(columns: _*)) === expected, dataType)
      }
    }
  }

  test("fields with exact, wider and narrower types, mixed values and unshredded rests") {
    withConf(pushing: _*) {
      for (
        columns <- Seq(
          Seq("v:id::BIGINT", "v:id::INT", "v:kind::STRING", "v:id::DOUBLE", "v:id::STRING"),
          Seq("VARIANT_GET(v, '$.at.lat', 'decimal(18, 1)')", "v:at.lat::DOUBLE", "v:at.on::DATE", "v:at::STRING"),
          Seq("v:mixed::STRING", "TRY_VARIANT_GET(v, '$.mixed', 'bigint')", "v:items[0].n::INT", "v:items[1].n::INT"),
          Seq(
            "v:rest.deep[0]::BIGINT",
            "v:none::INT",
            "TO_JSON(v:items)",
            "v IS NULL",
            "TRY_VARIANT_GET(v, '$.big', 'int')"
          ),
          Seq("v", "v:id::BIGINT"),
          Seq("v IS NOT NULL")
        );
        frame <- sources(events)
      ) assertSame(frame.selectExpr(columns: _*), builtIn(events).selectExpr(columns: _*))
    }
  }

  test("a value that cannot be cast fails as in the built-in source") {
    withConf(pushing: _*) {
      for (column <- Seq("v:mixed::BIGINT", "v:big::INT", "v:kind::DATE")) {
        val expected = outcome(builtIn(events).selectExpr(column))
        assert(expected.isLeft)
        sources(events).foreach(frame => assert(outcome(frame.selectExpr(column)) === expected))
      }
    }
  }

  test("filters on fields have the rows of the built-in source") {
    withConf(pushing: _*) {
      for (
        condition <- Seq(
          "v:id::BIGINT = 1234",
          "v:id::BIGINT IN (5, 2000, 9999)",
          "NOT (v:id::BIGINT > 10)",
          "v:kind::STRING LIKE 'k1%' AND v:id::INT < 1010",
          "TRY_VARIANT_GET(v, '$.mixed', 'bigint') = 7",
          "TRY_VARIANT_GET(v, '$.mixed', 'bigint') IS NULL",
          "NOT (TRY_VARIANT_GET(v, '$.mixed', 'bigint') = 1)",
          "v:mixed::STRING = 'text'",
          "TRY_VARIANT_GET(v, '$.big', 'int') IS NULL",
          "v:at.lat::DECIMAL(18, 1) = 77.5",
          "v:none::BIGINT IS NOT NULL OR v:id::BIGINT = 3"
        );
        frame <- sources(events)
      ) {
        val columns = Seq("v:id::STRING", "v:kind::STRING")
        val filtered = frame.where(condition).selectExpr(columns: _*)
        assertSame(filtered, builtIn(events).where(condition).selectExpr(columns: _*))
        // The condition is tested by Spark, not on batches.
        val filters = collect(filtered.queryExecution.executedPlan) { case filter: FilterExec => filter }
        assert(filters.size === 1, condition)
      }
      // The row with the value that is no INT is not pruned, so that the query fails as in the built-in source.
      for (frame <- sources(events) :+ builtIn(events))
        assert(outcome(frame.where("v:big::INT = 5").selectExpr("v:id::INT")) === Left("INVALID_VARIANT_CAST"))
    }
  }

  test("scans read only the leaves of the fields") {
    val values = ScanCounter.VALUES_DECODED.metricName
    withConf(pushing: _*) {
      for (frame <- sources(events)) {
        val all = countAfterRun(frame.selectExpr("v"), values)
        val one = countAfterRun(frame.selectExpr("v:id::BIGINT"), values)
        assert(one > 0 && 3 * one < all, s"$one of $all values: ${frame.selectExpr("v:id::BIGINT").queryExecution}")
        val schema = scan(frame.selectExpr("v:id::BIGINT", "v:kind::STRING")).schema
        assert(schema("v").dataType.catalogString === "struct<0:bigint,1:string>")
      }
    }
  }

  test("descriptions of extracted fields are not written, and are ignored in files that have them") {
    val columns = Seq(
      "STRUCT(v:id::INT AS id, v:kind::STRING AS kind) AS s",
      "v:at.lat::DOUBLE AS lat",
      "v",
      "ARRAY(STRUCT(v:id::INT AS id)) AS a"
    )
    withConf(pushing: _*) {
      // Names in metadata may change their order when a variant is written again.
      def rows(frame: DataFrame) = SparkSpec.sorted(frame.selectExpr("s", "lat", "TO_JSON(v)", "a").collect())
      val expected = rows(builtIn(events).selectExpr(columns: _*))
      for (writer <- Seq("pq2", "parquet"); source <- sources(events)) {
        val path = newPath("described")
        source.selectExpr(columns: _*).coalesce(1).write.format(writer).save(path)
        val stored = footerSchema(path)
        assert(stored.contains(VariantMetadata.METADATA_KEY) === (writer == "parquet"), stored)
        for (frame <- sources(path)) {
          assert(rows(frame) === expected, writer)
          assert(!frame.schema.json.contains(VariantMetadata.METADATA_KEY))
          val conditions = frame.where("s.id = 7 AND v:id::INT = 7").selectExpr("s.kind", "s", "a[0].id", "lat")
          assert(conditions.collect().toSeq.map(_.getString(0)) === Seq("k0"))
        }
        if (writer == "pq2") assert(rows(builtIn(path)) === expected)
        withConf("spark.pq2.replace.parquet" -> "true") {
          assert(rows(builtIn(path)) === expected, writer)
          assert(builtIn(path).where("s.id = 7").selectExpr("s.kind").collect().map(_.getString(0)) === Seq("k0"))
        }
      }
    }
  }

  private def footerSchema(path: String): String = {
    val files = Files.list(Path.of(path))
    try {
      val file = files.iterator.asScala.filter(_.toString.endsWith(".parquet")).next()
      val parquet = ParquetFile.open(new LocalInputFile(file))
      try parquet.keyValueMetadata.get("org.apache.spark.sql.parquet.row.metadata")
      finally parquet.close()
    } finally files.close()
  }

  test("a field is extracted from the batches that need it") {
    withConf(pushing: _*) {
      // The last row of the file cannot be cast, and no filter skips its row group.
      val path = file(
        (0 until 20000).map(id => s"""{"id": $id, "n": ${if (id == 19999) "\"x\"" else s"$id"}}""").map(
          Variant.parseJson
        ),
        "variant"
      )
      for (source <- sources(path)) {
        val few = source.where("v:id::INT < 10").selectExpr("v:n::INT AS n")
        assert(few.collect().map(_.getInt(0)).toSeq === (0 until 10))
        assert(outcome(source.where("v:id::INT >= 10").selectExpr("v:n::INT")) === Left("INVALID_VARIANT_CAST"))
        withConf("spark.sql.files.ignoreCorruptFiles" -> "true") {
          assert(source.where("v:id::INT < 10").selectExpr("v:id::INT AS n").count() === 10)
        }
      }
    }
  }

  test("filters on fields skip rows") {
    withConf(pushing: _*) {
      for (
        (condition, most) <- Seq(
          "v:id::BIGINT = 1234" -> 100L,
          "v:id::INT = 1234" -> 100L,
          "v:kind::STRING = 'k2'" -> 1100L,
          "v:kind::STRING = 'none'" -> 0L
        );
        frame <- sources(events)
      ) assert(
        countAfterRun(frame.where(condition).selectExpr("v:id::BIGINT"), "numOutputRows") <= most,
        s"$condition ${frame.where(condition).queryExecution}"
      )
    }
  }
}
