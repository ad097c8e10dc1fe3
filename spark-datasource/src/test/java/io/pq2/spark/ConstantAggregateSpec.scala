package io.pq2.spark

import scala.util.Try

import org.apache.spark.sql.DataFrame

/** Aggregates of constants have the results of the built-in source, however Spark describes them to this source. */
class ConstantAggregateSpec extends SparkSpec {

  private val numbers =
    Seq("1", "0", "2L", "-1Y", "1.5", "1.5D", "9223372036854775807L", "CAST(1 AS DECIMAL(38, 0))", "1 + 1")
  private val others = Seq("'a'", "''", "true", "NULL", "CAST(NULL AS INT)", "current_date()", "X'00'", "array(1)")

  /** Queries of a view `v` with aggregates of a constant `c`. */
  private val ofAny = Seq(
    "SELECT count(DISTINCT c) FROM v",
    "SELECT count(c), count(DISTINCT c), min(c), max(c) FROM v",
    "SELECT count(DISTINCT c), count(DISTINCT 2), count(*), max(id) FROM v",
    "SELECT count(DISTINCT c) FILTER (WHERE id > 100), count(c) FILTER (WHERE id > 10) FROM v",
    "SELECT part, count(DISTINCT c), count(c) FROM v GROUP BY part",
    "SELECT g, count(DISTINCT c), count(DISTINCT id), max(c) FROM v GROUP BY g",
    "SELECT count(DISTINCT x), count(x), min(x) FROM (SELECT c AS x, part FROM v)",
    "SELECT count(DISTINCT c, 1), count(c, id) FROM v"
  )

  private val ofNumbers = Seq(
    "SELECT sum(c), avg(c) FROM v",
    "SELECT g, sum(c), sum(DISTINCT c) FROM v GROUP BY g",
    "SELECT sum(c) FILTER (WHERE id > 10), avg(DISTINCT c) FROM v",
    "SELECT part, sum(x), count(DISTINCT x) FROM (SELECT c AS x, part FROM v) GROUP BY part",
    "SELECT sum(c) FROM v WHERE id < 0"
  )

  private def written(rows: DataFrame): String = {
    val path = newPath("constants")
    rows.selectExpr("id", "id % 7 AS g", "id % 2 AS part").write.partitionBy("part").format("pq2").save(path)
    path
  }

  private lazy val fifty = written(spark.range(0, 50, 1, 2).toDF())

  private def replaced(path: String): DataFrame = spark.read.parquet(path)

  private def outcome(frame: => DataFrame): Either[String, Seq[String]] =
    Try(SparkSpec.sorted(frame.collect())).toEither.left.map(error => SparkSpec.conditions(error).mkString(" "))

  private def check(path: String, query: String, turn: Int, inAll: Boolean): Unit = {
    def rows(read: String => DataFrame): Either[String, Seq[String]] = {
      read(path).createOrReplaceTempView("v")
      outcome(spark.sql(query))
    }
    val expected = rows(builtIn)
    for ((name, read) <- if (inAll) readers else Seq(readers(turn % readers.size))) {
      val found = if (name != "replacement") rows(read) else withConf("spark.pq2.replace.parquet" -> "true")(rows(read))
      assert(found === expected, s"$name: $query")
    }
  }

  private val readers = Seq[(String, String => DataFrame)]("V2" -> pq2, "V1" -> pq2V1, "replacement" -> replaced)

  for (ansi <- Seq("true", "false"))
    test(s"all functions of constants, ANSI $ansi") {
      val cases = for {
        (constant, isNumber) <- numbers.map(_ -> true) ++ others.map(_ -> false)
        query <- if (isNumber) ofAny ++ ofNumbers else ofAny
      } yield query.replaceAll("\\bc\\b", java.util.regex.Matcher.quoteReplacement(constant))
      withConf("spark.sql.ansi.enabled" -> ansi) {
        for ((query, turn) <- some(cases.zipWithIndex, 2, ansi.length)) check(fifty, query, turn / 2, inAll = allCases)
      }
    }

  test("constants are counted once, or not at all without rows") {
    val empty = newPath("empty")
    spark.range(0).selectExpr("id", "id AS g", "id AS part").write.format("pq2").save(empty)
    for (path <- Seq(fifty, empty); query <- ofAny.take(3) :+ "SELECT sum(c), avg(c) FROM v")
      check(path, query.replaceAll("\\bc\\b", "1"), 0, inAll = true)
    withConf("spark.sql.optimizer.excludedRules" -> "org.apache.spark.sql.catalyst.optimizer.FoldablePropagation") {
      check(fifty, "SELECT count(DISTINCT x), count(x) FROM (SELECT 1 AS x, id FROM v)", 0, inAll = true)
    }
    assert(pq2(fifty).selectExpr("count(DISTINCT 1)").head().getLong(0) === 1)
  }
}
