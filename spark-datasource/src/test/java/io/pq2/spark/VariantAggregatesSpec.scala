package io.pq2.spark

import java.nio.file.Path

import io.pq2.hadoop.metrics.ScanCounter
import org.apache.spark.sql.types.StructType

/** Aggregates fields of variants, and compares the rows and errors with those of the built-in source. Checks what the
  * scan reads.
  */
class VariantAggregatesSpec extends VariantFieldTests {

  test("aggregates have the rows of the built-in source, and read only the leaves of their fields") {
    withConf(pushing: _*) {
      val all = countAfterRun(pq2(events).selectExpr("v"), ScanCounter.VALUES_DECODED.metricName)
      for (
        (query, fields) <- Seq(
          "SELECT SUM(v:id::INT) FROM events" -> "int",
          "SELECT v:kind::STRING AS kind, SUM(v:id::BIGINT), COUNT(*) FROM events GROUP BY kind" -> "bigint,string",
          "SELECT v:kind::STRING, MAX(v:kind::STRING), MIN(v:big::BIGINT) FROM events GROUP BY v:kind::STRING" ->
            "bigint,string",
          "SELECT MIN(v:id::INT), MAX(v:id::INT), COUNT(v:id::INT), COUNT(DISTINCT v:kind::STRING) FROM events" ->
            "int,string",
          "SELECT SUM(v:id::INT) FILTER (WHERE v:kind::STRING = 'k1') FROM events" -> "string,variant",
          "SELECT SUM(TRY_VARIANT_GET(v, '$.big', 'int')) FILTER (WHERE v:kind::STRING = 'k1') FROM events" ->
            "int,string",
          "SELECT AVG(CASE WHEN v:kind::STRING = 'k1' THEN v:id::INT END) FROM events" -> "string,variant",
          "SELECT SUM(v:id::INT) FROM events WHERE v:kind::STRING = 'k1'" -> "string,variant",
          "SELECT SUM(v:id::INT) FROM events WHERE v:id::INT < 10" -> "int",
          "SELECT SUM(w:id::INT), COUNT_IF(w IS NULL) FROM (SELECT v AS w FROM events) WHERE w:kind::STRING > 'k0'" ->
            "string,variant",
          "SELECT MAX(IF(v:id::INT > 7, v:id::INT, 0)), FIRST(v:kind::STRING, true) FROM events" -> "int,variant",
          "SELECT SUM(v:id::INT * v:at.lat::DECIMAL(18, 1)) FROM events" -> "int,variant",
          "SELECT SUM(x) FROM (SELECT v:id::INT + SUM(v:big::BIGINT) AS x FROM events GROUP BY v:id::INT)" ->
            "bigint,int",
          "SELECT TO_JSON(FIRST(v:at)) FROM events WHERE v:id::INT = 3" -> "int,variant",
          "SELECT BIT_XOR(XXHASH64(v:id::INT, v:kind::STRING)), APPROX_COUNT_DISTINCT(v:id::INT) FROM events" ->
            "int,string",
          "SELECT COUNT(v), COUNT_IF(v IS NOT NULL), MAX(v:id::INT) FROM events" -> "int",
          "SELECT COUNT(w), SUM(id) FROM (SELECT v AS w, v:id::INT AS id FROM events) WHERE w IS NOT NULL" -> "int"
        )
      ) {
        val expected = SparkSpec.sorted(aggregated(builtIn(events))(query).collect())
        for (source <- sources(events)) {
          val frame = aggregated(source)(query)
          assert(SparkSpec.sorted(frame.collect()) === expected, query)
          val decoded = scan(frame).metrics(ScanCounter.VALUES_DECODED.metricName).value
          val types = scan(frame).schema("v").dataType match {
            case struct: StructType => struct.map(_.dataType.catalogString).sorted.mkString(",")
            case other              => other.catalogString
          }
          assert(types === fields, s"$query ${frame.queryExecution}")
          assert(2 * decoded < all, s"$query: $decoded of $all values")
        }
      }
    }
  }

  test("an aggregate fails on the same rows as that of the built-in source") {
    withConf(pushing: _*) {
      for (
        (query, fails) <- Seq(
          "SELECT SUM(v:mixed::INT) FROM events" -> true,
          "SELECT SUM(v:mixed::INT), MAX(v:kind::STRING) FROM events GROUP BY v:id::INT" -> true,
          "SELECT BIT_OR(v:mixed::INT) FROM events" -> true,
          "SELECT BIT_AND(v:mixed::INT) FILTER (WHERE v:id::INT < 7) FROM events" -> false,
          "SELECT COUNT(*) FROM events GROUP BY v:mixed::INT" -> true,
          "SELECT SUM(v:mixed::INT) FILTER (WHERE v:id::INT < 7) FROM events" -> false,
          "SELECT SUM(v:mixed::INT) FILTER (WHERE v:id::INT < 8) FROM events" -> true,
          "SELECT SUM(IF(v:id::INT < 7, v:mixed::INT, 0)) FROM events" -> false,
          "SELECT SUM(IF(v:id::INT < 8, v:mixed::INT, 0)) FROM events" -> true,
          "SELECT SUM(v:none::INT + v:mixed::INT) FROM events" -> false,
          "SELECT SUM(v:mixed::INT + v:none::INT) FROM events" -> true,
          "SELECT SUM(COALESCE(v:id::INT, v:mixed::INT)) FROM events" -> false,
          "SELECT SUM(v:mixed::INT) FROM events WHERE v:id::INT < 7" -> false,
          "SELECT SUM(v:mixed::INT) FROM events WHERE v:id::INT < 8" -> true,
          "SELECT FIRST(v:big::INT) FROM events WHERE v:id::INT <> 1500" -> false,
          "SELECT SUM(v:big::INT) FROM events WHERE v:id::INT = 1500" -> true,
          "SELECT SUM(TRY_VARIANT_GET(v, '$.mixed', 'int')) FROM events" -> false,
          "SELECT SUM(TRY_ADD(v:id::INT, v:mixed::INT)) FILTER (WHERE v:id::INT < 7) FROM events" -> false
        )
      ) {
        val expected = outcome(aggregated(builtIn(events))(query))
        assert(expected.isLeft === fails, s"$query: $expected")
        sources(events).foreach(source => assert(outcome(aggregated(source)(query)) === expected, query))
      }
    }
  }

  test("aggregates of partitions, of variants in structs, and of whole variants") {
    val path = newPath("partitioned")
    val columns = Seq("v", "STRUCT(v AS inner, v:id::INT AS id) AS s", "v:id::INT % 2 AS part")
    withConf(pushing: _*) {
      pq2(events).selectExpr(columns: _*).write.partitionBy("part").format("pq2").save(path)
      for (
        (query, types) <- Seq(
          "SELECT SUM(v:id::INT), part FROM events WHERE part = 1 GROUP BY part" -> Some("v" -> "struct<0:int>"),
          "SELECT SUM(s.inner:id::INT) FROM events" -> Some("s" -> "struct<inner:struct<0:int>"),
          "SELECT SUM(s.inner:id::INT), SUM(s.id) FROM events" -> None,
          "SELECT SUM(v:id::INT), COUNT(v) FROM events" -> Some("v" -> "struct<0:int>"),
          "SELECT COUNT(s.inner), SUM(s.inner:id::INT) FROM events" -> Some("s" -> "struct<inner:struct<0:int>"),
          "SELECT COUNT(v, s.id) FILTER (WHERE v:kind::STRING = 'k1') FROM events" -> Some("v" -> "struct<0:string>"),
          "SELECT SUM(v:id::INT) FROM events WHERE TO_JSON(v) LIKE '%7%'" -> None,
          "SELECT MAX(part) FROM events" -> None
        )
      ) {
        val expected = SparkSpec.sorted(aggregated(builtIn(events).selectExpr(columns: _*))(query).collect())
        for (source <- sources(path)) {
          val frame = aggregated(source)(query)
          assert(SparkSpec.sorted(frame.collect()) === expected, query)
          types.foreach { case (column, expectedType) =>
            assert(scan(frame).schema(column).dataType.catalogString.startsWith(expectedType), query)
          }
        }
      }
    }
  }

  test("tests for null read no values") {
    val values = (0 until 2000).map(id => if (id % 5 == 0) null else s"""{"id": $id, "text": "text $id"}""")
    import spark.implicits._
    for (shredded <- Seq("false", "true")) {
      val path = newPath("nulls")
      withConf(
        "spark.sql.variant.writeShredding.enabled" -> shredded,
        "spark.sql.variant.inferShreddingSchema" -> shredded
      ) {
        values.toDF("json").coalesce(1).selectExpr("PARSE_JSON(json) AS v").write.format("pq2").save(path)
      }
      withConf(pushing: _*) {
        val bytes = ScanCounter.BYTES_READ.metricName
        val whole = countAfterRun(pq2(path).selectExpr("v"), bytes)
        for (
          query <- Seq(
            "SELECT COUNT(v) FROM events",
            "SELECT COUNT(v), COUNT_IF(v IS NULL) FROM events",
            "SELECT COUNT(*) FROM events WHERE v IS NOT NULL",
            "SELECT COUNT(v) FROM events WHERE v IS NULL"
          )
        ) {
          val expected = aggregated(builtIn(path))(query).collect().toSeq
          for (source <- sources(path)) {
            val frame = aggregated(source)(query)
            assert(frame.collect().toSeq === expected, query)
            val read = scan(frame).metrics(bytes).value
            assert(4 * read < whole, s"$query: $read of $whole bytes, ${frame.queryExecution}")
          }
        }
      }
    }
  }

  test("aggregates of tables and of replaced sources read only the leaves of their fields") {
    val query = "SELECT SUM(v:id::INT), v:kind::STRING FROM events GROUP BY 2"
    withConf(pushing: _*) {
      val expected = SparkSpec.sorted(aggregated(builtIn(events))(query).collect())
      spark.sql(s"CREATE TABLE variant_table USING pq2 LOCATION '${Path.of(events).getParent}'")
      try {
        val frame = aggregated(spark.table("variant_table"))(query)
        assert(SparkSpec.sorted(frame.collect()) === expected)
        assert(scan(frame).schema("v").dataType.catalogString === "struct<0:string,1:int>")
      } finally spark.sql("DROP TABLE variant_table")
      for (replace <- Seq("true", "false"))
        withConf("spark.pq2.replace.parquet" -> replace) {
          val frame = aggregated(builtIn(events))(query)
          assert(SparkSpec.sorted(frame.collect()) === expected)
          val read = if (replace == "true") "struct<0:string,1:int>" else "struct<0:variant,1:variant>"
          assert(scan(frame).schema("v").dataType.catalogString === read)
        }
    }
  }
}
