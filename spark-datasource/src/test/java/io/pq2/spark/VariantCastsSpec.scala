package io.pq2.spark

import io.pq2.variant.Variant
import org.apache.spark.sql.DataFrame

/** Casts of fields of variants fail for the rows for which they fail with the built-in source, which leaves them where
  * the query has them. The scan evaluates a cast only if the query does so for all rows.
  */
class VariantCastsSpec extends VariantFieldTests {

  /** The path of a file of rows in which `n` is no number if `kind` is `text`, one row of eight. The first is one. In
    * the last row, `late` is no number.
    */
  private lazy val readings: String = {
    val path = newPath("readings")
    withConf(pushing: _*) {
      builtIn(
        file(
          (0 until 800).map { id =>
            val (kind, n) = if (id % 8 == 0) ("text", s""""x$id"""") else ("number", s"$id")
            val late = if (id == 799) "\"x\"" else "7"
            Variant.parseJson(s"""{"id": $id, "kind": "$kind", "n": $n, "late": $late}""")
          },
          "{id: int64, kind: string, n: int64}"
        )
      ).selectExpr("v", "v:id::BIGINT AS id", "v:kind::STRING AS kind", "IF(v:id::BIGINT % 5 = 0, NULL, 1) AS g")
        .coalesce(1).write.format("pq2").save(path)
    }
    path
  }

  private def run(source: DataFrame, query: String): Either[String, Seq[String]] = outcome(aggregated(source)(query))

  private def extracted(source: DataFrame, query: String): String =
    scan(aggregated(source)(query)).schema("v").dataType.catalogString

  test("a cast does not fail for rows that the query excludes or does not come to") {
    val queries = Seq(
      "SELECT COUNT(*) FROM events WHERE kind = 'number' AND v:n::INT > 500",
      "SELECT id FROM events WHERE kind IS NOT NULL AND kind = 'number' AND v:n::INT > 500",
      "SELECT id FROM events WHERE kind = 'text' OR v:n::INT > 500",
      "SELECT v:n::INT FROM events WHERE kind = 'number' AND id < 100",
      "SELECT IF(kind = 'number', v:n::INT, NULL) FROM events WHERE id < 3",
      "SELECT CASE WHEN kind = 'number' THEN v:n::INT ELSE -1 END FROM events",
      "SELECT COALESCE(g, v:n::INT) FROM events WHERE id % 40 <> 0",
      "SELECT v:n::INT FROM events WHERE id % 8 = 5 LIMIT 2",
      "SELECT id FROM events WHERE v:n::INT > 0 AND id > 0 LIMIT 0",
      "SELECT v:late::INT FROM events LIMIT 2",
      "SELECT /*+ COALESCE(1) */ v:late::INT FROM events LIMIT 2",
      "SELECT id FROM events WHERE v:late::INT = 7 LIMIT 2",
      "SELECT x FROM (SELECT id, v:n::INT AS x FROM events) WHERE id % 8 > 2",
      "SELECT /*+ BROADCAST(b) */ b.id, a.x FROM (SELECT id, v:n::INT AS x FROM events) a " +
        "JOIN (SELECT id FROM events WHERE kind = 'number') b ON a.id = b.id",
      "SELECT id FROM events WHERE (SELECT MAX(v:n::INT) FROM events WHERE kind = 'number') = id",
      "SELECT id FROM events a WHERE id < 9 AND EXISTS " +
        "(SELECT 1 FROM events b WHERE b.kind = 'number' AND b.v:n::INT = a.id)",
      "SELECT TRY_CAST(v:n AS INT) FROM events WHERE kind = 'text'"
    )
    for (ansi <- Seq("true", "false"))
      withConf(pushing :+ ("spark.sql.ansi.enabled" -> ansi): _*) {
        for (query <- queries) {
          val expected = run(builtIn(readings), query)
          assert(expected.isRight, query)
          sources(readings).foreach(source => assert(run(source, query) === expected, query))
          withConf("spark.pq2.replace.parquet" -> "true")(assert(run(builtIn(readings), query) === expected, query))
        }
      }
  }

  test("a cast that is evaluated for all rows is extracted, and fails as with the built-in source") {
    withConf(pushing: _*) {
      for (
        (query, types) <- Seq(
          "SELECT v:n::INT FROM events" -> "struct<0:int>",
          "SELECT v:n::INT + 1 AS x FROM events ORDER BY x LIMIT 3" -> "struct<0:int>",
          "SELECT id FROM events WHERE v:n::INT > 500" -> "struct<0:int>",
          "SELECT v:n::INT FROM events WHERE id >= 0 ORDER BY id LIMIT 7" -> "struct<0:variant>",
          "SELECT id FROM events WHERE v:n::INT > 500 AND id >= 0" -> "struct<0:variant>",
          "SELECT a.id, b.id FROM (SELECT id, v:n::INT AS n FROM events) a JOIN events b ON a.n = b.id" ->
            "struct<0:int>",
          "SELECT SUM(x) FROM (SELECT v:n::INT AS x FROM events)" -> "struct<0:int>",
          "SELECT v:n::INT FROM events WHERE v IS NOT NULL" -> "struct<0:int>",
          "SELECT TRY_CAST(v:n AS INT) FROM events WHERE kind = 'text'" -> "struct<0:int>"
        )
      ) {
        val expected = run(builtIn(readings), query)
        for (source <- sources(readings)) {
          assert(run(source, query) === expected, query)
          assert(extracted(source, query) === types, query)
        }
      }
    }
  }
}
