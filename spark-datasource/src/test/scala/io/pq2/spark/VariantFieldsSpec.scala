package io.pq2.spark

import java.nio.file.{Files, Path}

import scala.jdk.CollectionConverters._
import scala.util.{Failure, Random, Success, Try}

import io.pq2.variant.{RandomVariantFiles, ShreddedType, Variant}
import org.apache.spark.SparkThrowable
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.execution.SparkPlan

/** Extracts fields of variants, and compares them with those of the built-in source. Checks what the scan reads. */
class VariantFieldsSpec extends SparkSpec {

  private val pushing = Seq(
    "spark.sql.variant.pushVariantIntoScan" -> "true",
    // Spark 4.0 does not read shredded variants by default.
    "spark.sql.variant.allowReadingShredded" -> "true",
    "spark.sql.caseSensitive" -> "true"
  )

  private def sources(path: String): Seq[DataFrame] = Seq(pq2(path), pq2V1(path))

  private def newFile(name: String): Path = {
    val folder = Path.of(newPath(name))
    Files.createDirectory(folder).resolve("variants.parquet")
  }

  private def file(variants: Seq[String], shredding: String): String = {
    val target = newFile("given")
    RandomVariantFiles.write(target, variants.map(Variant.parseJson).asJava, ShreddedType.parse(shredding))
    target.toString
  }

  /** Returns sorted rows, or the condition of the error. */
  private def outcome(frame: => DataFrame): Either[String, Seq[String]] = Try(SparkSpec.sorted(frame.collect())) match {
    case Success(rows)  => Right(rows)
    case Failure(error) =>
      val conditions = Iterator.iterate(error)(_.getCause).takeWhile(_ != null).collect {
        case spark: SparkThrowable if spark.getCondition != null => spark.getCondition
      }
      Left(conditions.toSeq.lastOption.getOrElse(throw error))
  }

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
      for (seed <- 0 until 20) {
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
        val path = file(documents, shredding)
        for (at <- paths) {
          val columns = types.map(dataType => s"TRY_VARIANT_GET(v, '$at', '$dataType')")
          val expected = SparkSpec.sorted(builtIn(path).selectExpr(columns: _*).collect())
          assert(SparkSpec.sorted(pq2(path).selectExpr(columns: _*).collect()) === expected, s"$shredding, $at")
        }
      }
    }
  }

  private lazy val events: String = file(
    (0 until 3000).map { id =>
      val mixed = if (id % 100 == 7) "\"text\"" else s"${id % 5}"
      val big = if (id == 1500) "3000000000" else s"$id"
      s"""{"id": $id, "big": $big, "kind": "k${id / 1000}", "mixed": $mixed, "at": {"lat": $id.5, "on": "2024-01-01"},
         |"items": [{"n": $id}, {"n": null}], "rest": {"deep": [$id]}}""".stripMargin
    },
    "{id: int64, big: int64, kind: string, mixed: int64, at: {lat: decimal(18, 1)}, items: [{n: int64}]}"
  )

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
        assertSame(
          frame.where(condition).selectExpr(columns: _*),
          builtIn(events).where(condition).selectExpr(columns: _*)
        )
      }
      // The row with the value that is no INT is not pruned, so that the query fails as in the built-in source.
      for (frame <- sources(events) :+ builtIn(events))
        assert(outcome(frame.where("v:big::INT = 5").selectExpr("v:id::INT")) === Left("INVALID_VARIANT_CAST"))
    }
  }

  private def scan(frame: DataFrame): SparkPlan = frame.queryExecution.executedPlan.collectLeaves().head

  private def countAfterRun(frame: DataFrame, counter: String): Long = {
    frame.collect()
    scan(frame).metrics(counter).value
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
