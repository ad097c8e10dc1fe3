package io.pq2.spark

import java.nio.file.{Files, Path}
import java.time.{Instant, LocalDateTime, LocalTime}
import java.util.Locale

import scala.jdk.CollectionConverters._
import scala.util.{Failure, Success, Try}

import io.pq2.variant.{RandomVariantFiles, ShreddedType, Variant, VariantBuilder, VariantCases}
import org.apache.spark.sql.{DataFrame, Row}
import org.apache.spark.unsafe.types.VariantVal

/** Reads the variants of apache/parquet-testing through V2, V1 and tables, and compares them with what the collection
  * says.
  */
class VariantFilesSpec extends SparkSpec {

  private val table = "variant_files"

  // Spark 4.0 does not read shredded variants by default.
  private val readable = "spark.sql.variant.allowReadingShredded" -> "true"

  /** Spark's own code reads these: it ignores a value next to a typed_value, as the built-in source does. */
  private val sparkReads = Set(40, 42)

  /** The types that Spark does not know. */
  private val unknown = Set("primitive_time", "primitive_timestamp_nanos", "primitive_timestampntz_nanos")

  private val unknownTypes = "pq2.read.variantUnknownTypes"

  override protected def afterAll(): Unit =
    try spark.sql(s"DROP TABLE IF EXISTS $table")
    finally super.afterAll()

  private def collection(name: String): Path = {
    val folder = Path.of(System.getProperty("pq2.shared", "../../shared")).resolve("parquet-testing").resolve(name)
    assume(Files.isDirectory(folder), s"needs parquet-testing/$name in the folder of the property pq2.shared")
    folder
  }

  /** Reads a directory by V2, V1 and as a table. */
  private def forEachSource(path: String)(check: DataFrame => Unit): Unit = {
    spark.sql(s"DROP TABLE IF EXISTS $table")
    spark.sql(s"CREATE TABLE $table USING pq2 LOCATION '$path'")
    val sources = Seq("V2" -> pq2(path), "V1" -> pq2V1(path), "table" -> spark.table(table))
    for ((name, frame) <- sources) withClue(s"$name: ")(check(frame))
  }

  private def variant(row: Row, index: Int): Variant = {
    val value = row.getAs[VariantVal](index)
    if (value == null) null else Variant.of(value.getMetadata, value.getValue)
  }

  private def describe(variant: Variant): String = if (variant == null) "null" else VariantCases.describe(variant)

  test("each case of shredded variants is read as the collection says") {
    val cases = VariantCases.shredded(collection("shredded_variant")).asScala.toSeq
    val valid = cases.filter(one => one.error == null && !one.isInvalid)
    assert(valid.size > 120)
    val path = newPath("cases")
    Files.createDirectory(Path.of(path))
    valid.foreach(one => Files.copy(one.file, Path.of(path).resolve(one.file.getFileName)))
    withConf(readable)(forEachSource(path) { frame =>
      val rows = frame.selectExpr("_metadata.file_name", "id", "var").collect().groupBy(_.getString(0))
      assert(rows.size === valid.size)
      for (one <- valid) withClue(s"${one.number} ${one.test}: ") {
        val found = rows(one.file.getFileName.toString).sortBy(_.getInt(1)).map(row => describe(variant(row, 2)))
        // A value that is missing at the top is null, as in Spark (docs/design/variants.md).
        assert(found.toSeq === one.variants.asScala.map(describe).toSeq)
      }
    })
  }

  test("each case that the specification forbids is an error, or has the shredded value") {
    val cases = VariantCases.shredded(collection("shredded_variant")).asScala.toSeq
    val forbidden = cases.filter(one => one.error != null || one.isInvalid)
    assert(forbidden.size > 5)
    withConf(readable) {
      for (one <- forbidden) withClue(s"${one.number} ${one.test}: ") {
        val path = newPath("forbidden")
        Files.createDirectory(Path.of(path))
        Files.copy(one.file, Path.of(path).resolve(one.file.getFileName))
        forEachSource(path) { frame =>
          Try(frame.select("var").collect().map(variant(_, 0)).toSeq) match {
            case Success(found) if one.isInvalid => assert(found.map(describe) === one.variants.asScala.map(describe))
            case Success(_)                      => assert(sparkReads(one.number))
            case Failure(error)                  =>
              assert(SparkSpec.conditions(error).last === "MALFORMED_VARIANT")
              assert(error.getMessage.contains(one.file.getFileName.toString))
          }
        }
      }
    }
  }

  /** Writes the encoded variants, each to a file with its name that is shredded by its type or not shredded. */
  private def encodedFiles(variants: Map[String, Variant], shredded: Boolean): String = {
    val path = newPath("encoded")
    Files.createDirectory(Path.of(path))
    for ((name, variant) <- variants) {
      val shredding = if (shredded) ShreddedType.parse(typeOf(variant)) else ShreddedType.UNTYPED
      RandomVariantFiles.write(Path.of(path).resolve(name), Seq(variant).asJava, shredding)
    }
    path
  }

  private def typeOf(variant: Variant): String = variant.`type`.toString match {
    case "OBJECT"    => "{id: int64, observation: {time: string}, timestamp_field: timestamp}"
    case "ARRAY"     => "[int64]"
    case "NULL"      => "variant"
    case "DECIMAL4"  => "decimal(9, 2)"
    case "DECIMAL8"  => "decimal(18, 2)"
    case "DECIMAL16" => "decimal(38, 2)"
    case other       => other.toLowerCase(Locale.ROOT)
  }

  test("each encoded variant is read with its bytes, stored as it is and shredded") {
    val variants = VariantCases.encoded(collection("variant")).asScala.toMap
    assert(variants.size > 25)
    withConf(readable) {
      for (shredded <- Seq(false, true)) forEachSource(encodedFiles(variants, shredded)) { frame =>
        val rows = frame.selectExpr("_metadata.file_name", "v").collect()
        assert(rows.length === variants.size)
        for (row <- rows; expected = variants(row.getString(0))) withClue(s"${row.getString(0)}, $shredded: ") {
          assert(describe(variant(row, 1)) === describe(expected))
          if (!shredded || unknown(row.getString(0))) assert(variant(row, 1).toByteArray === expected.toByteArray)
        }
      }
    }
  }

  test("the JSON of each encoded variant is that of the collection, and types that Spark does not know are errors") {
    val folder = collection("variant")
    val variants = VariantCases.encoded(folder).asScala.toMap
    withConf(readable, "spark.sql.session.timeZone" -> "America/New_York") {
      for (shredded <- Seq(false, true); path = encodedFiles(variants, shredded)) {
        forEachSource(path) { frame =>
          val known = frame.where(s"_metadata.file_name NOT IN (${unknown.map(name => s"'$name'").mkString(", ")})")
          val rows = known.selectExpr("_metadata.file_name", "TO_JSON(v)").collect()
          assert(rows.length === variants.size - unknown.size)
          for (row <- rows) assert(VariantCases.isExpected(folder, row.getString(0), row.getString(1)), row)
        }
        for (
          (name, frame) <- unknown.map(name => name -> (if (shredded) pq2(s"$path/$name") else pq2V1(s"$path/$name")));
          expression <- Seq("TO_JSON(v)", "VARIANT_GET(v, '$', 'string')")
        ) {
          val error = intercept[Exception](frame.selectExpr(expression).collect())
          assert(SparkSpec.conditions(error).contains("UNKNOWN_PRIMITIVE_TYPE_IN_VARIANT"), s"$name, $expression")
        }
        withConf(unknownTypes -> "string")(forEachSource(path) { frame =>
          val rows = frame.selectExpr("_metadata.file_name", "TO_JSON(v)").collect()
          assert(rows.length === variants.size)
          for (row <- rows) assert(VariantCases.isExpected(folder, row.getString(0), row.getString(1)), row)
        })
      }
    }
  }

  private val nested: Variant = {
    val builder = new VariantBuilder()
    builder.startObject()
    builder.name("id").appendInt64(5)
    builder.name("times").startArray()
    builder.appendTime(LocalTime.of(1, 2)).appendTimestampNanos(Instant.ofEpochSecond(-1, 1)).appendInteger(7)
    builder.endArray()
    builder.name("inner").startObject()
    builder.name("local").appendTimestampNtzNanos(LocalDateTime.of(1970, 1, 1, 0, 0, 0, 5)).endObject()
    builder.endObject()
    builder.build()
  }

  private val nestedJson = """{"id":5,"inner":{"local":"1970-01-01T00:00:00.000000005"},""" +
    """"times":["01:02:00","1969-12-31T23:59:59.000000001Z",7]}"""

  for (
    (shredding, push) <- Seq(
      "variant" -> "true",
      "{id: int64}" -> "false",
      "{id: int64, inner: {local: timestamp_ntz_nanos}, times: [time]}" -> "true",
      "{inner: {local: string}, times: [timestamp_nanos]}" -> "true"
    )
  ) test(s"$unknownTypes = string applies to values in $shredding, pushVariantIntoScan = $push") {
    val path = newPath("nested")
    Files.createDirectory(Path.of(path))
    val variants = Seq(nested, null, Variant.parseJson("{\"id\": 6}"), nested)
    val file = Path.of(path).resolve("a.parquet")
    RandomVariantFiles.write(file, variants.asJava, ShreddedType.parse(shredding))
    withConf(readable, "spark.sql.variant.pushVariantIntoScan" -> push) {
      withConf(unknownTypes -> "string")(forEachSource(path) { frame =>
        assert(frame.selectExpr("TO_JSON(v)").collect().map(_.getString(0)).toSeq ===
          Seq(nestedJson, null, "{\"id\":6}", nestedJson))
        val fields = frame.selectExpr(
          "VARIANT_GET(v, '$.inner.local', 'string')",
          "VARIANT_GET(v, '$.times[1]', 'timestamp')",
          "VARIANT_GET(v, '$.times', 'array<string>')",
          "TRY_VARIANT_GET(v, '$.times[0]', 'int')",
          "VARIANT_GET(v, '$.id', 'int')"
        )
        val rows = fields.collect()
        assert(rows(0).getString(0) === "1970-01-01T00:00:00.000000005")
        assert(rows(0).getTimestamp(1).toInstant === Instant.ofEpochSecond(-1))
        assert(rows(0).getSeq[String](2) === Seq("01:02:00", "1969-12-31T23:59:59.000000001Z", "7"))
        assert(rows(0).isNullAt(3))
        assert(rows.map(row => if (row.isNullAt(4)) 0 else row.getInt(4)).toSeq === Seq(5, 0, 6, 5))
        assert(frame.where("VARIANT_GET(v, '$.inner.local', 'string') > '1970'").count() === 2)
      })
      // Without the option, the other fields are readable.
      for (frame <- Seq(pq2(path), pq2V1(path))) {
        assert(frame.selectExpr("VARIANT_GET(v, '$.id', 'int')").collect().map(_.isNullAt(0)).count(!_) === 3)
        assert(variant(frame.head(), 0).get("times").get(0).getTime === LocalTime.of(1, 2))
      }
      val asOption = spark.read.format("pq2").option(unknownTypes, "string").load(path)
      assert(asOption.selectExpr("TO_JSON(v)").head().getString(0) === nestedJson)
      spark.sql(s"DROP TABLE IF EXISTS $table")
      spark.sql(s"CREATE TABLE $table USING pq2 OPTIONS ('$unknownTypes' 'string') LOCATION '$path'")
      assert(spark.table(table).selectExpr("TO_JSON(v)").head().getString(0) === nestedJson)
    }
  }
}
