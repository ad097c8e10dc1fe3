package io.pq2.spark

import scala.util.{Failure, Success, Try}

import io.pq2.spark.internal.operators.Pq2PartialAggregateExec
import org.apache.spark.SparkThrowable
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanHelper
import org.apache.spark.sql.execution.exchange.ReusedExchangeExec
import org.apache.spark.sql.{AnalysisException, DataFrame}

/** Scans of pq2 aggregate whole batches, with the results and errors of Spark's own operators. */
class PartialAggregateSpec extends SparkSpec with AdaptiveSparkPlanHelper {

  private val Off = Seq("pq2.partialAggregates" -> "false")

  private def partials(frame: DataFrame): Seq[Pq2PartialAggregateExec] =
    collect(frame.queryExecution.executedPlan) { case partial: Pq2PartialAggregateExec => partial }

  private def passedRows(frame: DataFrame): Long = partials(frame).map(_.metrics("numPassedRows").value).sum

  /** A file with nulls in all columns but `id`, values at the limits of their types, and dictionaries. */
  private lazy val values: String = {
    val path = newPath("values")
    spark.range(0, 30000, 1, 1).selectExpr(
      "id",
      "IF(id % 11 = 0, NULL, CAST(id % 7 AS INT)) AS k",
      "IF(id % 13 = 0, NULL, concat('name ', id % 5)) AS s",
      "IF(id % 17 = 0, NULL, concat('text ', id % 3000)) AS t",
      "IF(id % 3 = 0, NULL, CAST(id % 100 - 50 AS BYTE)) AS b",
      "IF(id % 5 = 0, NULL, CAST(hash(id) % 30000 AS SHORT)) AS h",
      "IF(id % 6 = 0, NULL, hash(id)) AS i",
      "IF(id % 7 = 0, NULL, xxhash64(id) DIV 1000000) AS l",
      "IF(id % 8 = 0, NULL, CAST(hash(id) % 1000000 / 100 AS DECIMAL(9, 2))) AS d9",
      "IF(id % 9 = 0, NULL, CAST(hash(id) / 100 AS DECIMAL(15, 2))) AS d15",
      "IF(id % 10 = 0, NULL, CAST(id % 11 / 100 AS DECIMAL(15, 2))) AS rate",
      "IF(id % 10 = 1, NULL, CAST(hash(id) AS DECIMAL(25, 3)) * 100000) AS d25",
      "CASE id % 23 WHEN 0 THEN NULL WHEN 1 THEN FLOAT('NaN') WHEN 2 THEN -0.0F WHEN 3 THEN 0.0F " +
        "WHEN 4 THEN FLOAT('-Infinity') ELSE CAST(hash(id) AS FLOAT) END AS f",
      "CASE id % 29 WHEN 0 THEN NULL WHEN 1 THEN -0.0D ELSE hash(id) / 7.0D END AS g",
      "CASE id % 31 WHEN 0 THEN NULL WHEN 1 THEN DOUBLE('NaN') WHEN 2 THEN DOUBLE('Infinity') " +
        "ELSE hash(id, 1) / 3.0D END AS n",
      "IF(id % 12 = 0, NULL, date_add(DATE '2020-01-01', CAST(id % 400 AS INT))) AS day",
      "IF(id % 14 = 0, NULL, timestamp_micros(hash(id) * 1000L)) AS ts",
      "IF(id % 15 = 0, NULL, id % 4 = 1) AS flag"
    ).write.option("parquet.block.row.count.limit", "7000").format("pq2").save(path)
    path
  }

  private val readers = Seq[(String, String => DataFrame)]("V2" -> pq2, "V1" -> pq2V1)

  /** Runs a query on a file, read by pq2 with the operator and by the built-in source, and compares the rows.
    *
    * @param operators the number of partial aggregations that the plan must have
    */
  private def check(read: String => DataFrame, path: String, query: String, operators: Int = 1): Unit = {
    builtInOnce(path).createOrReplaceTempView("v")
    val expected = Try(spark.sql(query)).flatMap(frame => Try(frame.collect()).map(SparkSpec.sorted(_)))
    read(path).createOrReplaceTempView("v")
    val frame = Try(spark.sql(query))
    val found = frame.flatMap(f => Try(f.collect()).map(SparkSpec.sorted(_)))
    (found, expected) match {
      case (Success(rows), Success(others)) =>
        assert(rows === others, query)
        assert(partials(frame.get).size === operators, s"$query\n${frame.get.queryExecution.executedPlan}")
      case (Failure(error), Failure(other)) => assert(condition(error) === condition(other), query)
      case _                                => fail(s"$query: $found instead of $expected")
    }
  }

  private def condition(error: Throwable): String =
    Iterator.iterate(error)(_.getCause).takeWhile(_ != null).collectFirst {
      case known: SparkThrowable if known.getCondition != null && known.getMessage.contains("SQLSTATE") =>
        s"${known.getCondition} ${known.getMessageParameters}"
    }.getOrElse(throw error)

  private val functions = Seq(
    "count(*), count(k), count(s), count(i, l), count(flag)",
    "sum(b), sum(h), sum(i), sum(l), avg(b), avg(h), avg(i), avg(l)",
    "sum(d9), avg(d9), sum(d15), avg(d15), sum(rate), avg(rate), sum(d25), avg(d25)",
    "sum(f), avg(f), sum(g), avg(g), sum(n), avg(n)",
    "min(b), max(b), min(h), max(h), min(i), max(i), min(l), max(l), min(day), max(day), min(ts), max(ts)",
    "min(d9), max(d9), min(d15), max(d15), min(d25), max(d25), min(flag), max(flag)",
    "min(f), max(f), min(g), max(g), min(n), max(n)",
    "sum(d15 * (1 - rate)), sum(d15 * (1 - rate) * (1 + rate)), avg(d9 + rate), sum(d9 - 3)",
    "sum(CAST(i AS BIGINT) * 3 + id), sum(b + b), sum(g * 2 - n), avg(CAST(h AS DOUBLE) + g)",
    "sum(d9) FILTER (WHERE k > 3), count(*) FILTER (WHERE s = 'name 1'), max(i) FILTER (WHERE flag)",
    "sum(i % 10), max(abs(h)), min(-b), sum(hour(ts)), max(date_trunc('DAY', ts)), min(to_date(ts))",
    "sum(l) FILTER (WHERE id < 0), min(ts) FILTER (WHERE day > DATE '2020-06-01' AND length(s) > 2)"
  )

  private val groups = Seq("", "k", "s", "s, k", "day, flag", "t", "l", "d9, h, b", "ts")

  for ((name, read) <- readers; ansi <- Seq("true", "false"))
    test(s"$name, ANSI $ansi: all functions have Spark's results in all groups") {
      withConf(
        "spark.sql.ansi.enabled" -> ansi,
        "spark.sql.adaptive.enabled" -> ansi,
        // Footers must not answer MIN and MAX of the whole file.
        "pq2.aggregates" -> "false"
      ) {
        for ((list, index) <- sample(name, functions); group = groups((index + ansi.length) % groups.size)) {
          val keys = if (group.isEmpty) "" else s"$group, "
          check(read, values, s"SELECT $keys$list FROM v" + (if (group.isEmpty) "" else s" GROUP BY $group"))
        }
      }
    }

  /** Returns all elements for V2, and some for V1, which plans the same operator. */
  private def sample[T](reader: String, all: Seq[T]): Seq[(T, Int)] =
    if (reader == "V2") all.zipWithIndex else some(all.zipWithIndex, 4, 3)

  private val conditions = Seq(
    "k = 3",
    "k <> 3 OR s = 'name 2'",
    "NOT (k < 3 AND s >= 'name 2')",
    "s IN ('name 1', 'name 4') AND d15 BETWEEN -100000 AND 100000",
    "day >= DATE '2020-03-01' AND day < DATE '2020-09-01'",
    "i IN (1, 2, 3) OR h > 5 AND b IS NOT NULL",
    "g <= n AND n > 0",
    "n = DOUBLE('NaN') OR g = 0.0D",
    "s LIKE 'name%' AND t LIKE '%7' AND t LIKE '%ext 1%'",
    "length(t) = 7 AND year(day) = 2020",
    "flag AND ts > TIMESTAMP '1970-01-02 00:00:00'",
    "flag IS NULL OR NOT flag",
    "d25 > 0 AND l < id",
    "k NOT IN (1, 2) AND s <=> 'name 3'",
    "coalesce(k, 9) = 9",
    "id < 0"
  )

  for ((name, read) <- readers; pushdown <- Seq("true", "false"))
    test(s"$name, pushdown $pushdown: conditions select Spark's rows") {
      withConf("spark.sql.parquet.filterPushdown" -> pushdown, "spark.sql.adaptive.enabled" -> "false") {
        for ((condition, index) <- sample(name, conditions)) {
          val grouped = s"SELECT s, count(*), sum(id), sum(d15) FROM v WHERE $condition GROUP BY s"
          val whole = s"SELECT count(*), sum(id), sum(g) FROM v WHERE $condition"
          check(read, values, if ((index % 2 == 0) == pushdown.toBoolean) grouped else whole)
        }
      }
    }

  private val computed = Seq(
    "year(day)",
    "month(day), s",
    "k, substring(s, 1, 6), quarter(day)",
    "date_trunc('MONTH', ts)",
    "date_trunc('HOUR', ts), k",
    "to_date(ts)",
    "year(ts), month(ts)",
    "minute(ts), second(ts)",
    "pmod(i, 10), b + h",
    "abs(d9) * 2, l & 7",
    "datediff(day, DATE'2020-03-01')",
    "trunc(day, 'YEAR')",
    "hour(ts), flag",
    "CASE WHEN k < 3 THEN 'few' WHEN k IS NULL THEN 'none' ELSE concat(s, '!') END",
    "CASE WHEN t LIKE '%7' THEN 1 WHEN t IS NULL THEN -1 END",
    "coalesce(s, 'none'), coalesce(k, 9)",
    "upper(t)",
    "length(t) + k",
    "l % 5",
    "i + id, b",
    "id % 3 = 1",
    "id * 2",
    "d9 * 2, d15 > 0",
    "CAST(k AS STRING)",
    "n * 2",
    "g, f",
    "n",
    "f, k",
    "CAST(d15 AS DOUBLE), s",
    "nullif(s, 'name 1')"
  )

  for ((name, read) <- readers; codegen <- Seq("CODEGEN_ONLY", "NO_CODEGEN"))
    test(s"$name, $codegen: expressions and floating-point numbers are keys") {
      withConf("spark.sql.codegen.factoryMode" -> codegen) {
        for ((group, index) <- sample(name, computed) if codegen == "CODEGEN_ONLY" || index % 3 == 0) {
          val condition = if (index % 2 == 0) "" else " WHERE k > 1 AND hash(id) % 3 = 0"
          check(read, values, s"SELECT $group, count(*), sum(i), max(d9) FROM v$condition GROUP BY $group")
        }
      }
    }

  for (codegen <- Seq("FALLBACK", "NO_CODEGEN"); ((name, read), turn) <- readers.zipWithIndex)
    test(s"$name, $codegen: null elements of arrays and maps are no values in conditions and groups") {
      val path = newPath("elements")
      spark.range(0, 100, 1, 1).selectExpr(
        "id",
        "CAST(id % 3 AS INT) AS k",
        "IF(id % 5 = 0, NULL, map('a', IF(id % 2 = 0, NULL, FLOAT('NaN')), 'b', IF(id % 7 = 0, NULL, FLOAT(2)))) AS m",
        "array(IF(id % 2 = 0, NULL, id), IF(id % 3 = 0, NULL, 100L)) AS l",
        "named_struct('x', array(IF(id % 2 = 0, NULL, true))) AS s"
      ).write.format(if (turn == 0) "pq2" else "parquet").save(path)
      withConf("spark.sql.codegen.factoryMode" -> codegen) {
        for (
          query <- Seq(
            "SELECT k, count(*) FROM v WHERE exists(map_values(m), x -> x <= FLOAT(1)) OR id < 3 GROUP BY k",
            "SELECT k, count(*) FROM v WHERE exists(l, x -> x < 1) OR exists(s.x, x -> NOT x) OR id < 3 GROUP BY k",
            "SELECT k, count(*) FILTER (WHERE forall(l, x -> x >= 0)), sum(id) FROM v GROUP BY k",
            "SELECT exists(l, x -> x = 0) IS NULL AS e, count(*) FROM v GROUP BY e"
          )
        ) check(read, path, query)
      }
    }

  for (ansi <- Seq("true", "false"))
    test(s"fields of structs and sizes of arrays and maps are keys and arguments: ANSI $ansi") {
      val path = newPath("nested")
      spark.range(0, 20000, 1, 1).selectExpr(
        "id",
        "IF(id % 6 = 0, NULL, named_struct('n', IF(id % 5 = 0, NULL, CAST(id % 100 AS INT)), " +
          "'word', IF(id % 4 = 0, NULL, concat('word ', id % 9)), 'text', concat('text ', id), " +
          "'wide', CAST(hash(id) AS DECIMAL(25, 3)) * 100000, " +
          "'inner', IF(id % 8 = 0, NULL, named_struct('d', CAST(id % 1000 / 8 AS DECIMAL(9, 3)), " +
          "'g', IF(id % 7 = 0, DOUBLE('NaN'), id / 3.0D), 'day', date_add(DATE'2020-01-01', CAST(id % 400 AS INT)), " +
          "'ts', timestamp_micros(id * 7000000000), 'flag', id % 3 = 1)), " +
          "'list', IF(id % 3 = 0, NULL, slice(array(1, 2, 3), 1, CAST(id % 4 AS INT))))) AS s",
        "IF(id % 7 = 0, NULL, slice(array('a', NULL, 'c', 'd'), 1, CAST(id % 5 AS INT))) AS l",
        "IF(id % 9 = 0, NULL, map_from_arrays(slice(array('a', 'b'), 1, CAST(id % 3 AS INT)), " +
          "slice(array(1, 2), 1, CAST(id % 3 AS INT)))) AS m"
      ).write.option("parquet.block.row.count.limit", "7000").format("pq2").save(path)
      val ofFields = "count(s.word), count(s.n, s.inner.d), sum(s.n), avg(s.n), min(s.inner.day), max(s.inner.ts), " +
        "sum(s.inner.d * 2), min(s.inner.g), max(s.inner.flag), sum(s.wide), max(s.wide)"
      val ofSizes = "sum(size(l)), max(size(m)), avg(size(s.list)), min(cardinality(l))"
      val queries = Seq(
        s"SELECT $ofFields FROM v",
        s"SELECT $ofSizes FROM v",
        s"SELECT s.word, $ofFields, $ofSizes FROM v GROUP BY s.word",
        s"SELECT s.n, s.inner.flag, $ofFields FROM v WHERE s.inner.d > 3 OR s.word LIKE '%1' GROUP BY 1, 2",
        "SELECT s.text, count(*) FROM v WHERE s.n < 10 GROUP BY s.text",
        "SELECT s.inner.g, sum(id) FROM v GROUP BY s.inner.g",
        "SELECT upper(s.word), year(s.inner.day), sum(s.n + id) FROM v GROUP BY 1, 2",
        "SELECT to_date(s.inner.ts), s.n % 10, sum(s.n) FILTER (WHERE s.word = 'word 1') FROM v GROUP BY 1, 2",
        "SELECT size(l), size(m), count(*) FROM v GROUP BY 1, 2",
        "SELECT size(l) + size(s.list), max(s.n) FROM v WHERE size(m) > 0 GROUP BY 1",
        "SELECT s.n IS NULL, s IS NULL, s.inner.d IS NULL, count(*) FROM v GROUP BY 1, 2, 3"
      )
      withConf("spark.sql.ansi.enabled" -> ansi, "spark.sql.legacy.sizeOfNull" -> (ansi == "false").toString) {
        for ((name, read) <- readers; (query, _) <- sample(name, queries)) check(read, path, query)
      }
    }

  for ((name, read) <- readers)
    test(s"$name: elements of arrays and entries of maps are rows") {
      val path = newPath("elements")
      spark.range(0, 20000, 1, 1).selectExpr(
        "id",
        "IF(id % 11 = 0, NULL, concat('word ', id % 9)) AS word",
        "CAST(id % 5 AS INT) AS k",
        "IF(id % 7 = 0, NULL, slice(array(id, NULL, id * 3, 7), 1, CAST(id % 5 AS INT))) AS longs",
        "IF(id % 6 = 1, NULL, slice(array('a', NULL, concat('x', id % 100), 'd'), 1, CAST(id % 4 AS INT))) AS words",
        "IF(id % 8 = 3, NULL, slice(array(" +
          "named_struct('name', concat('n', id % 50), 'quantity', CAST(id % 70 AS INT), " +
          "'price', CAST(id / 8 AS DECIMAL(9, 3)), 'tags', array('t')), " +
          "NULL, named_struct('name', NULL, 'quantity', 5, 'price', NULL, 'tags', NULL)), " +
          "1, CAST(id % 4 AS INT))) AS items",
        "IF(id % 9 = 0, NULL, map_from_arrays(slice(array('a', 'b'), 1, CAST(id % 3 AS INT)), " +
          "slice(array(id / 3.0D, NULL), 1, CAST(id % 3 AS INT)))) AS m",
        "IF(id % 10 = 0, NULL, named_struct('list', array(CAST(id AS INT), 1), 'n', id)) AS s",
        "array(array(id), array(2L, 3L)) AS lists"
      ).write.option("parquet.block.row.count.limit", "7000").format("pq2").save(path)
      val supported = Seq(
        "SELECT sum(x), count(x), count(*), min(x) FROM v LATERAL VIEW explode(longs) e AS x",
        "SELECT x, count(*) FROM v LATERAL VIEW explode(words) e AS x GROUP BY x",
        "SELECT x, k, word, sum(id), max(k) FROM v LATERAL VIEW explode(words) e AS x GROUP BY x, k, word",
        "SELECT i.name, sum(i.quantity), sum(i.price * 2), count(i) FROM v LATERAL VIEW explode(items) e AS i " +
          "GROUP BY i.name",
        "SELECT upper(i.name), k + 1, avg(i.quantity) FROM v LATERAL VIEW explode(items) e AS i WHERE i.quantity > 3 " +
          "AND word LIKE '%1' AND hash(id) % 3 = 0 GROUP BY 1, 2",
        "SELECT sum(x) FROM v LATERAL VIEW explode(longs) e AS x WHERE id > 15000 AND size(words) > 1",
        "SELECT x, y, count(*) FROM v LATERAL VIEW explode(m) e AS x, y WHERE y > 3 OR y IS NULL GROUP BY x, y",
        "SELECT key, sum(value), count(*) FROM (SELECT explode(m) FROM v WHERE k < 3) GROUP BY key",
        "SELECT max(x), sum(s.n) FROM v LATERAL VIEW explode(s.list) e AS x",
        "SELECT sum(size(x)), count(*) FROM v LATERAL VIEW explode(lists) e AS x",
        "SELECT d, sum(x) FROM (SELECT k * 2 AS d, word, longs FROM v) LATERAL VIEW explode(longs) e AS x GROUP BY d",
        "SELECT sum(i.quantity), count(*) FROM v LATERAL VIEW explode(items) e AS i",
        "SELECT i.name, count(*) FROM v LATERAL VIEW explode(items) e AS i WHERE k = 2 GROUP BY i.name",
        "SELECT size(i.tags), array_contains(i.tags, 't'), count(*) FROM v LATERAL VIEW explode(items) e AS i " +
          "GROUP BY 1, 2"
      )
      for (ansi <- Seq("true", "false"); (query, index) <- sample(name, supported) if ansi == "true" || index % 2 == 0)
        withConf("spark.sql.ansi.enabled" -> ansi)(check(read, path, query))
      for (
        query <- Seq(
          "SELECT sum(x) FROM v LATERAL VIEW OUTER explode(longs) e AS x",
          "SELECT sum(p), sum(x) FROM v LATERAL VIEW posexplode(longs) e AS p, x",
          "SELECT sum(x) FROM v LATERAL VIEW explode(lists) e AS y LATERAL VIEW explode(y) f AS x",
          "SELECT sum(x) FROM v LATERAL VIEW explode(filter(longs, x -> x > 3)) e AS x",
          "SELECT sum(x) FROM v LATERAL VIEW explode(longs) e AS x WHERE rand(1) > 2"
        )
      ) check(read, path, query, operators = 0)
    }

  test("elements of long arrays, of values that overflow, and of columns that files lack") {
    val path = newPath("long")
    spark.range(0, 5, 1, 1)
      .selectExpr("id", "IF(id = 2, NULL, sequence(id, 50000 * id)) AS l", "array(9223372036854775807, id) AS big")
      .write.format("pq2").save(path)
    check(pq2, path, "SELECT count(*), sum(x), sum(id), max(x) FROM v LATERAL VIEW explode(l) e AS x")
    check(pq2, path, "SELECT x % 10, count(*), sum(id) FROM v LATERAL VIEW explode(l) e AS x GROUP BY 1")
    for (ansi <- Seq("true", "false")) withConf("spark.sql.ansi.enabled" -> ansi) {
      check(pq2, path, "SELECT sum(x + 1) FROM v LATERAL VIEW explode(big) e AS x")
      check(pq2, path, "SELECT id, sum(x) FROM v LATERAL VIEW explode(big) e AS x GROUP BY id")
      check(pq2, path, "SELECT sum(x + 1) FROM v LATERAL VIEW explode(big) e AS x WHERE x < 10")
    }
    spark.sql("CREATE TABLE lacking (id BIGINT) USING pq2")
    try {
      spark.sql("INSERT INTO lacking VALUES (1), (2), (3)")
      spark.sql("ALTER TABLE lacking ADD COLUMN l ARRAY<STRUCT<n: INT, t: STRING>> DEFAULT " +
        "array(named_struct('n', 7, 't', 'x'), named_struct('n', 8, 't', NULL))")
      spark.sql("ALTER TABLE lacking ADD COLUMN m MAP<STRING, INT> DEFAULT map('a', 1, 'b', NULL)")
      spark.sql("ALTER TABLE lacking ADD COLUMN none ARRAY<INT>")
      spark.sql("ALTER TABLE lacking ADD COLUMN s STRUCT<inner: STRUCT<x: INT, y: STRING>, z: INT> DEFAULT " +
        "named_struct('inner', CAST(NULL AS STRUCT<x: INT, y: STRING>), 'z', 5)")
      spark.sql("INSERT INTO lacking VALUES (4, array(named_struct('n', 7, 't', 'y')), map('c', 4), array(1), " +
        "named_struct('inner', named_struct('x', 1, 'y', 'z'), 'z', 6))")
      for (
        query <- Seq(
          "SELECT e.t, sum(e.n), sum(id) FROM lacking LATERAL VIEW explode(l) x AS e GROUP BY e.t",
          "SELECT k, sum(v), count(*) FROM lacking LATERAL VIEW explode(m) x AS k, v GROUP BY k",
          "SELECT sum(e), count(*) FROM lacking LATERAL VIEW explode(none) x AS e",
          "SELECT count(s.inner.x), sum(s.inner.x), sum(s.z) FROM lacking LATERAL VIEW explode(l) x AS e WHERE e.n > 6",
          "SELECT s.inner.x, s.inner.y, sum(e.n) FROM lacking LATERAL VIEW explode(l) x AS e GROUP BY 1, 2"
        )
      ) {
        val expected = withConf(Off: _*)(SparkSpec.sorted(spark.sql(query).collect()))
        val frame = spark.sql(query)
        assert(SparkSpec.sorted(frame.collect()) === expected, query)
        assert(partials(frame).size === 1, query)
      }
    } finally spark.sql("DROP TABLE lacking")
  }

  test("rows whose values may overflow follow the groups of the rows before") {
    // The sum of the last two rows overflows, but not that of all rows.
    val path = newPath("order")
    spark.range(0, 4098, 1, 1).selectExpr(
      "id % 1 AS k",
      "CASE id WHEN 4096 THEN -9223372036854775807 WHEN 4097 THEN -2 ELSE 1125899906842624 END AS x",
      "CASE id WHEN 4096 THEN -99999999999999999999999999999999999999BD WHEN 4097 THEN -5 " +
        "ELSE CAST(9000000000000000000BD AS DECIMAL(38, 0)) END AS d",
      "id DIV 4096 = 0 AS first"
    ).write.format("pq2").save(path)
    for (ansi <- Seq("true", "false")) withConf("spark.sql.ansi.enabled" -> ansi) {
      for (
        functions <- Seq("sum(x), avg(x), count(*)", "sum(d), avg(d)", "sum(x) FILTER (WHERE first OR x < 0), sum(d)")
      ) {
        check(pq2, path, s"SELECT $functions FROM v")
        check(pq2, path, s"SELECT k, $functions FROM v GROUP BY k")
      }
    }
  }

  test("sums of floating point numbers in different orders are different arguments") {
    val path = newPath("orders")
    spark.sql("SELECT 1 AS k, 0.1D AS a, 0.2D AS b, 0.3D AS c").coalesce(1).write.format("pq2").save(path)
    for (read <- Seq[String => DataFrame](pq2, pq2V1)) {
      check(read, path, "SELECT k, max(a + (b + c)), max((a + b) + c), max(c + b + a) FROM v GROUP BY k")
      check(read, path, "SELECT k, max(a + (b + c)) FROM v WHERE (a + b) + c > 0.6D AND a < 1 GROUP BY k")
      check(read, path, "SELECT k, max(a * (b * c)) - max((a * b) * c) FROM v GROUP BY k")
    }
  }

  test("keys of many groups, of values that overflow, and of values that conditions exclude") {
    check(pq2, values, "SELECT s, count(DISTINCT year(day)) FROM v GROUP BY s")
    check(pq2, values, "SELECT DISTINCT month(day), n FROM v")
    val path = newPath("keys")
    spark.range(0, 300000, 1, 1).selectExpr(
      "id",
      "IF(id % 2 = 0, 0L, id) AS l",
      "IF(id = 299999, 9223372036854775807, id) AS big",
      "timestamp_micros(id * 1000000) AS ts"
    ).write.format("pq2").save(path)
    check(pq2, path, "SELECT date_trunc('HOUR', ts), count(*) FROM v GROUP BY 1")
    check(pq2, path, "SELECT id / 7.0D AS x, count(*) FROM v GROUP BY 1")
    check(pq2, path, "SELECT id % 2 = 0, sum(big) FROM v GROUP BY 1")
    check(pq2, path, "SELECT 100 / l, count(*) FROM v GROUP BY 1")
    check(pq2, path, "SELECT 100 / l, count(*) FROM v WHERE l <> 0 GROUP BY 1")
    check(pq2, path, "SELECT 100 DIV l, sum(big) FROM v WHERE l > 100000 GROUP BY 1")
  }

  for ((name, read) <- readers) {
    test(s"$name: projections, subqueries and DISTINCT around the aggregate") {
      check(
        read,
        values,
        "SELECT x, sum(y) FROM (SELECT k + 0 AS x0, k AS x, d9 * 2 AS y FROM v WHERE i > 0) GROUP BY x"
      )
      check(read, values, "SELECT k, count(DISTINCT s), sum(i) FROM v GROUP BY k")
      check(read, values, "SELECT k, count(DISTINCT s), sum(DISTINCT b) FROM v GROUP BY k")
      check(read, values, "SELECT DISTINCT s, k FROM v")
      check(read, values, "SELECT k, sum(c) FROM (SELECT k, s, count(*) AS c FROM v GROUP BY k, s) GROUP BY k")
      check(read, values, "SELECT s, k, grouping_id(), sum(i) FROM v GROUP BY CUBE(s, k)")
      check(read, values, "SELECT count(*) FROM v WHERE d9 > (SELECT avg(d9) FROM v)", operators = 0)
      check(read, values, "SELECT s, avg(i) AS a FROM v GROUP BY s HAVING avg(i) > 0 ORDER BY a LIMIT 2")
    }

    test(s"$name: functions and keys without an equivalent stay with Spark") {
      check(read, values, "SELECT k, stddev(i) FROM v GROUP BY k", operators = 0)
      check(read, values, "SELECT k, sum(i) FROM v GROUP BY k, rand(1) > 2", operators = 0)
      check(read, values, "SELECT array(k), count(*) FROM v GROUP BY array(k)", operators = 0)
      check(read, values, "SELECT CAST(s AS BINARY), count(*) FROM v GROUP BY CAST(s AS BINARY)", operators = 0)
      check(read, values, "SELECT sum(1 / i) FROM v WHERE i <> 0", operators = 0)
      check(read, values, "SELECT try_sum(l) FROM v", operators = 0)
      check(read, values, "SELECT s COLLATE UTF8_LCASE AS c, count(*) FROM v GROUP BY c", operators = 0)
    }

    test(s"$name: overflows have Spark's results and errors") {
      val path = newPath("limits")
      spark.range(0, 100, 1, 1).selectExpr(
        "id",
        "id % 2 AS k",
        "IF(id % 10 = 0, 9223372036854775807L, id) AS l",
        "IF(id = 50, 2147483647, CAST(id AS INT)) AS i",
        "IF(id % 3 = 0, 99999999999999999999999999999999999999BD, CAST(id AS DECIMAL(38, 0))) AS d",
        "CAST(999999999999999999 AS DECIMAL(18, 0)) AS e"
      ).write.format("pq2").save(path)
      val queries = Seq(
        "SELECT sum(l) FROM v",
        "SELECT k, sum(l) FROM v GROUP BY k",
        "SELECT k, sum(l) FROM v WHERE id % 10 <> 0 GROUP BY k",
        "SELECT sum(i + 1) FROM v",
        "SELECT sum(i + 1) FROM v WHERE i < 100",
        "SELECT sum(i + 1) FILTER (WHERE i < 100) FROM v",
        "SELECT k, sum(i * i) FROM v GROUP BY k",
        "SELECT i + 1, count(*), sum(k) FROM v GROUP BY i + 1",
        "SELECT i + 1, count(*), sum(k) FROM v WHERE i < 100 GROUP BY i + 1",
        "SELECT l * 2, k + i, count(*) FROM v GROUP BY l * 2, k + i",
        "SELECT sum(d) FROM v",
        "SELECT k, sum(d), avg(d), max(d) FROM v GROUP BY k",
        "SELECT sum(e), avg(e), sum(e * e) FROM v",
        "SELECT avg(l), max(l), min(l) FROM v"
      )
      for (ansi <- Seq("true", "false"); (query, _) <- sample(name, queries))
        withConf("spark.sql.ansi.enabled" -> ansi) {
          check(read, path, query)
        }
    }

    test(s"$name: values at both ends of their types, each in a batch of its own") {
      val ends = Seq("tinyint" -> 7, "smallint" -> 15, "int" -> 31, "bigint" -> 63)
      for ((dataType, bits) <- ends) {
        val (min, max) = (-BigInt(2).pow(bits), BigInt(2).pow(bits) - 1)
        val orders = Seq(Seq(min, BigInt(-1)), Seq(BigInt(-1), min), Seq(max, BigInt(1)), Seq(min, max, min, BigInt(1)))
        for ((numbers, index) <- orders.zipWithIndex) {
          val path = newPath("ends")
          spark.sql(numbers.map(n => s"CAST('$n' AS $dataType) AS x").mkString("SELECT ", " UNION ALL SELECT ", ""))
            .coalesce(1).write.option("parquet.block.row.count.limit", "1").format("pq2").save(path)
          val queries = Seq("sum(x), max(x)", "avg(x), min(x)", "sum(x + 0)", "sum(abs(x))", "sum(-x)", "sum(x * x)")
          for ((functions, _) <- some(queries.zipWithIndex, if (dataType == "bigint") 1 else 3, index))
            check(read, path, s"SELECT $functions FROM v")
        }
      }
    }

    test(s"$name: files without rows have one result, or no group") {
      val path = newPath("empty")
      spark.range(0).selectExpr("id", "CAST(id AS DECIMAL(9, 2)) AS d").write.format("pq2").save(path)
      withConf("spark.sql.adaptive.enabled" -> "false") {
        check(read, path, "SELECT count(id), sum(id), sum(d), avg(d), sum(CAST(id AS DOUBLE)) FROM v")
        check(read, path, "SELECT id, sum(d) FROM v GROUP BY id")
      }
    }
  }

  test("many groups are merged by Spark, and rows that grouping does not reduce are passed on") {
    def groups(rows: Int, files: Int): String = {
      val path = newPath("groups")
      spark.range(0, rows, 1, files).selectExpr(
        "id",
        "id DIV 4 AS sorted",
        s"id % ${rows / 4} AS repeated",
        "IF(id % 2 = 0, 0, id) AS skewed",
        "CAST(id AS DECIMAL(12, 2)) AS d"
      ).write.format("pq2").save(path)
      path
    }
    val inTwoFiles = groups(120000, 2)
    for (key <- Seq("sorted", "repeated", "skewed"))
      check(pq2, inTwoFiles, s"SELECT $key, count(*), sum(d), max(id) FROM v GROUP BY $key")
    // A task looks at 262,144 groups before it decides.
    val inOneFile = groups(320000, 1)
    check(pq2, inOneFile, "SELECT id, count(*), sum(d), max(id) FROM v GROUP BY id")
    val unique = pq2(inOneFile).groupBy("id").count()
    assert(unique.count() === 320000)
    unique.collect()
    assert(passedRows(unique) > 50000)
    val sorted = pq2(inOneFile).groupBy("sorted").count()
    sorted.collect()
    assert(passedRows(sorted) === 0)
  }

  test("columns of directories and of the path are keys and arguments") {
    val path = newPath("partitioned")
    pq2(values).selectExpr("id", "d9", "s AS name", "k AS part").write.partitionBy("part").format("pq2").save(path)
    for ((_, read) <- readers) {
      check(read, path, "SELECT part, name, count(*), sum(d9), sum(part) FROM v GROUP BY part, name")
      check(read, path, "SELECT name, count(part), max(part) FROM v WHERE part > 2 OR d9 > 0 GROUP BY name")
    }
  }

  test("columns that a file lacks, or has in another type, are aggregated") {
    val path = newPath("evolved")
    spark.range(0, 1000, 1, 1).selectExpr("id", "CAST(id AS INT) AS n").write.format("pq2").save(path + "/part=1")
    spark.range(
      0,
      1000,
      1,
      1
    ).selectExpr("id", "id AS n", "concat('s', id % 3) AS s", "id / 7.0D AS g", "id % 2 = 0 AS b")
      .write.format("pq2").save(path + "/part=2")
    for ((_, read) <- readers)
      withConf("spark.sql.parquet.mergeSchema" -> "true") {
        val merged = spark.read.option("mergeSchema", "true").format("pq2").load(path)
        merged.createOrReplaceTempView("m")
        val query = "SELECT s, b, count(*), count(g), sum(n), sum(g), max(n) FROM m GROUP BY s, b"
        val found = SparkSpec.sorted(spark.sql(query).collect())
        val expected = withConf(Off: _*)(SparkSpec.sorted(spark.sql(query).collect()))
        assert(found === expected)
        assert(read(path).count() === 2000)
      }
  }

  for ((name, read) <- readers; adaptive <- Seq("true", "false"))
    test(s"$name, adaptive $adaptive: equal aggregations run once") {
      read(values).createOrReplaceTempView("v")
      val query = "SELECT s, sum(i) AS total, max(d9) AS top FROM v WHERE k > 1 GROUP BY s"
      withConf("spark.sql.adaptive.enabled" -> adaptive, "spark.sql.autoBroadcastJoinThreshold" -> "-1") {
        val frame = spark.sql(s"SELECT * FROM ($query) a JOIN ($query) b ON a.s = b.s")
        assert(frame.collect().length === 5)
        val plan = frame.queryExecution.executedPlan
        assert(collect(plan) { case reused: ReusedExchangeExec => reused }.size === 1, plan)
      }
    }

  test("the setting switches it off") {
    withConf(Off: _*) {
      check(pq2, values, "SELECT k, sum(i) FROM v GROUP BY k", operators = 0)
    }
    val option = spark.read.format("pq2").option("pq2.partialAggregates", "false").load(values)
    val counted = option.groupBy("k").count()
    assert(counted.collect().length === 8)
    assert(partials(counted).isEmpty)
    val misspelt = intercept[AnalysisException] {
      withConf("pq2.partialAggregates" -> "maybe")(pq2(values).groupBy("k").count().collect())
    }
    assert(misspelt.getMessage.contains("pq2.partialAggregates"))
  }
}
