package io.pq2.spark

import java.nio.file.{Files, Path}

import io.pq2.variant.{RandomVariantFiles, Variant, VariantBuilder}
import org.apache.spark.unsafe.types.VariantVal

/** Reads whole shredded variants, and compares their bytes with those of the built-in source. */
@CorePart
class VariantReadSpec extends VariantTests {

  // Spark 4.0 does not read shredded variants by default.
  private val readable = "spark.sql.variant.allowReadingShredded" -> "true"

  test("random variants with random shredding have the bytes of the built-in source") {
    withConf(readable) {
      for (seed <- 0 until 25; push <- Seq("true", "false"))
        withConf("spark.sql.variant.pushVariantIntoScan" -> push, "spark.sql.caseSensitive" -> "true") {
          val target = newFile("random")
          RandomVariantFiles.write(target, seed, 40)
          val expected = builtIn(target.toString)
          withClue(s"seed $seed: ")(sources(target.toString).foreach(assertSame(_, expected)))
        }
    }
  }

  test("variants that the built-in source shredded have its bytes, also in structs") {
    assumeSpark("4.1", "types are inferred")
    withConf("spark.sql.variant.writeShredding.enabled" -> "true", "spark.sql.variant.inferShreddingSchema" -> "true") {
      val path = newPath("inferred")
      spark
        .range(0, 2000, 1, 1)
        .selectExpr(
          """PARSE_JSON(CONCAT('{"z": ', id, ', "amount": ', id % 7, '.25, "tags": ["a", "b', id % 3, '"], "é": ',
             CASE WHEN id % 2 = 0 THEN '1' ELSE '"one"' END, ', "items": [{"n": ', id * 1000000,
             '}, {"n": null, "more": [1]}]', CASE WHEN id % 20 = 1 THEN ', "b": 1, "a": {"z": 2}' ELSE '' END,
             '}')) AS v""",
          "NAMED_STRUCT('inner', PARSE_JSON(CONCAT('[', id, ', 1.5e300, true]'))) AS s"
        )
        .write
        .parquet(path)
      for (columns <- Seq(Seq("v", "s"), Seq("TO_JSON(v)", "SCHEMA_OF_VARIANT(v)", "CAST(v AS STRUCT<z: BIGINT>)")))
        sources(path).foreach(frame => assertSame(frame.selectExpr(columns: _*), builtIn(path).selectExpr(columns: _*)))
    }
  }

  test("names are ordered as the built-in source orders them") {
    withConf(readable) {
      val variants = Seq("{\"\uFFFD\": 1, \"\uD83D\uDC22\": 2, \"a\": 3}", "{\"\uD83D\uDC22\": {}, \"\uFFFD\": []}")
      val path = file(variants.map(Variant.parseJson), "{\"\uFFFD\": int64}")
      sources(path).foreach(assertSame(_, builtIn(path)))
    }
  }

  test("values of types that Spark does not know keep their bytes") {
    val builder = new VariantBuilder()
    builder.startObject()
    builder.name("time").appendTime(java.time.LocalTime.of(1, 2, 3))
    builder.name("nanos").appendTimestampNanos(java.time.Instant.ofEpochSecond(1, 1))
    builder.name("local").appendTimestampNtzNanos(java.time.LocalDateTime.of(2020, 1, 2, 3, 4, 5, 6))
    builder.name("id").appendInt64(5)
    builder.endObject()
    val variant = builder.build()
    withConf(readable) {
      for (shredding <- Seq("{id: int64}", "{time: time, nanos: timestamp_nanos, local: timestamp_ntz_nanos}"))
        sources(file(Seq(variant), shredding)).foreach { frame =>
          val found = frame.head().get(0).asInstanceOf[VariantVal]
          val read = Variant.of(found.getMetadata, found.getValue)
          assert(read.get("id").getLong === 5)
          for (name <- Seq("time", "nanos", "local"))
            assert(read.get(name).toByteArray === variant.get(name).toByteArray, name)
        }
    }
  }

  test("a variant that is missing is null, and a missing field stays missing") {
    val shared = Path.of(System.getProperty("pq2.shared", "../../shared")).resolve("parquet-testing/shredded_variant")
    assume(Files.exists(shared), s"needs $shared")
    withConf(readable) {
      for ((name, json) <- Seq("case-129.parquet" -> "null", "case-085.parquet" -> "[null]"))
        sources(shared.resolve(name).toString)
          .foreach(frame => assert(frame.selectExpr("TO_JSON(var)").head().getString(0) === json))
      val path = file(Seq(Variant.parseJson("{\"b\": null}")), "{a: int64, b: int64}")
      sources(path).foreach(frame => assert(frame.selectExpr("TO_JSON(v)").head().getString(0) === "{\"b\":null}"))
    }
  }
}
