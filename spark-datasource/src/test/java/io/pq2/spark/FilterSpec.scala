package io.pq2.spark

import java.time.LocalDate

import scala.util.Try

import io.pq2.hadoop.metrics.ScanCounter
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.catalyst.util.RebaseDateTime
import org.apache.spark.sql.execution.SparkPlan

/** Checks that filters change the data that is read, but not the result. */
@CorePart
class FilterSpec extends SparkSpec {

  private val Pushdown = "spark.sql.parquet.filterPushdown"

  private lazy val path: String = {
    val path = newPath("filters")
    spark
      .range(0, 4000, 1, 2)
      .selectExpr(
        "id",
        "id % 50 = 7 AS flag",
        "CAST(id % 100 AS TINYINT) AS tiny",
        "CASE WHEN id % 9 <> 0 THEN CAST(id AS INT) END AS int",
        "id / 8.0D AS double",
        "CAST(id AS FLOAT) AS float",
        "CONCAT('name ', LPAD(CAST(id AS STRING), 5, '0')) AS name",
        "CAST(CONCAT('b', id) AS BINARY) AS bytes",
        "CAST(id / 4 AS DECIMAL(9, 2)) AS dec9",
        "CAST(id / 4 AS DECIMAL(30, 2)) AS dec30",
        "DATE_ADD(DATE'2020-01-01', CAST(id AS INT)) AS day",
        "timestamp_seconds(id * 3600) AS instant",
        "CAST(timestamp_seconds(id * 3600) AS TIMESTAMP_NTZ) AS local",
        "CASE WHEN id % 4 <> 0 THEN NAMED_STRUCT('x', id, 'dotted.name', CAST(id AS STRING)) END AS point",
        "ARRAY(id) AS list",
        "INTERVAL '1' MONTH * CAST(id AS INT) AS months"
      )
      .write
      .option("parquet.block.size", "20000")
      .parquet(path)
    path
  }

  private val conditions = Seq(
    "id = 17",
    "id > 3990 AND tiny = 95",
    "flag",
    "NOT flag AND id < 10",
    "int IS NULL AND id < 100",
    "int IS NOT NULL AND id < 10",
    "int <=> NULL",
    "NOT (int <=> 7) AND id < 20",
    "int IN (1, 2, 3, NULL)",
    "int NOT IN (5) AND id < 20",
    "id IN (1, 100, 1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000, 10000)",
    "double BETWEEN 100 AND 101",
    "float >= 3998.5",
    "name = 'name 01234'",
    "name LIKE 'name 003%'",
    "name LIKE '%99' OR id = 3",
    "name > 'name 03990' OR name < 'name 00010'",
    "bytes = CAST('b77' AS BINARY)",
    "dec9 = 250.25",
    "dec30 > 998.50",
    "day = DATE'2020-02-29'",
    "day < DATE'1582-01-01'",
    "instant >= TIMESTAMP'1970-06-01 00:00:00' AND instant < TIMESTAMP'1970-06-02 00:00:00'",
    "local = TIMESTAMP_NTZ'1970-01-03 00:00:00'",
    "point.x = 1001",
    "point.`dotted.name` = '1001'",
    "point IS NULL AND id < 50",
    "list[0] = 5",
    "months = INTERVAL '5' MONTH",
    "NOT (id > 10 AND name LIKE '%1')",
    "id > 5000",
    "id = 5 OR (id > 100 AND length(name) = 3)"
  )

  /** The rows of Spark's own source, read once and filtered in memory. */
  private lazy val reference: DataFrame = builtIn(path).cache()

  private def check(condition: String): Unit =
    withClue(s"$condition: ") {
      val expected = reference.where(condition)
      assertSame(pq2(path).where(condition), expected)
      assertSame(pq2V1(path).where(condition).select("id"), expected.select("id"))
    }

  test("rows are the same with push-down") {
    conditions.foreach(check)
  }

  test("rows are the same without push-down") {
    withConf(Pushdown -> "false")(conditions.take(5).foreach(check))
  }

  test("rows are the same with nested push-down by Spark's own node") {
    withConf("spark.sql.optimizer.nestedPredicatePushdown.supportedFileSources" -> "pq2,parquet") {
      conditions.filter(_.contains("point")).foreach(check)
    }
  }

  private def scan(frame: DataFrame): SparkPlan = frame.queryExecution.executedPlan.collectLeaves().head

  private def countAfterRun(frame: DataFrame, counter: ScanCounter): Long = {
    frame.collect()
    scan(frame).metrics(counter.metricName).value
  }

  private def pushed(frame: DataFrame): String =
    "PushedFilters: \\[(.*?)\\]".r
      .findFirstMatchIn(scan(frame).simpleString(1000))
      .map(_.group(1))
      .getOrElse("")

  test("exactly the translatable filters are pushed") {
    def filters(condition: String) = pushed(pq2(path).where(condition))
    assert(filters("id > 3 AND length(name) > 2") === "IsNotNull(id), IsNotNull(name), GreaterThan(id,3)")
    assert(filters("instant > TIMESTAMP'1970-06-01 00:00:00'").contains("GreaterThan(instant"))
    assert(filters("point.x = 3").contains("EqualTo(point.x,3)"))
    assert(filters("point.`dotted.name` = 'a'").contains("EqualTo(point.`dotted.name`,a)"))
    assert(filters("list = ARRAY(1L)") === "IsNotNull(list)" || filters("list = ARRAY(1L)") === "")
    assert(filters("id = 1 OR length(name) > 2") === "")
    withConf(Pushdown -> "false")(assert(filters("id > 3") === ""))
    withConf("spark.sql.parquet.filterPushdown.date" -> "false") {
      assert(filters("day > DATE'2020-01-01'") === "IsNotNull(day)")
    }
  }

  test("row groups excluded by statistics are not read, in V1 and V2") {
    for (read <- Seq[String => DataFrame](pq2, pq2V1)) {
      def skipped(condition: String): Long = countAfterRun(read(path).where(condition), ScanCounter.ROW_GROUPS_SKIPPED)
      assert(skipped("id >= 0") === 0)
      for (
        condition <- Seq("id = 17", "name = 'name 01234'", "dec30 > 999", "day < DATE'2020-01-10'", "point.x = 3999")
      )
        assert(skipped(condition) > 0, condition)
    }
  }

  /** Asserts that a condition without matching rows skips row groups only under the given settings.
    *
    * @param off a setting that disables the skipping
    */
  private def assertSkipsRowGroups(path: String, condition: String, off: (String, String)): Unit =
    for (read <- Seq[String => DataFrame](pq2, pq2V1)) {
      def skipped(): Long = countAfterRun(read(path).where(condition), ScanCounter.ROW_GROUPS_SKIPPED)
      assert(skipped() > 0, condition)
      withConf(off)(assert(skipped() === 0, condition))
    }

  test("conditions on texts skip row groups by statistics and dictionaries") {
    val path = newPath("texts")
    spark
      .range(0, 4000, 1, 1)
      .selectExpr("CONCAT('name ', LPAD(CAST(id DIV 100 AS STRING), 5, '0')) AS `a.name`", "id")
      .write
      .option("parquet.block.size", "5000")
      .parquet(path)
    // Dictionaries are read however little they can save.
    withConf("pq2.read.dictionaryMinBytes" -> "0") {
      for (condition <- Seq("LIKE 'nom%'", "LIKE '%x'", "LIKE '%1x0%'", "LIKE 'name%x'"))
        assertSkipsRowGroups(
          path,
          s"`a.name` $condition",
          "spark.sql.parquet.filterPushdown.stringPredicate" -> "false"
        )
    }
    for (condition <- Seq("= 'name'", "IN ('name', 'nom')", "> 'nom'"))
      assertSkipsRowGroups(path, s"`a.name` $condition", Pushdown -> "false")
  }

  test("conditions on years, truncated times, patterns and linear functions skip row groups by what they imply") {
    val path = newPath("periods")
    spark
      .range(0, 4000, 1, 1)
      .selectExpr(
        "id",
        "id % 100 AS tiny",
        "DATE_ADD(DATE'2020-01-01', CAST(id AS INT)) AS day",
        "timestamp_seconds(id * 86400) AS instant",
        "CAST(timestamp_seconds(id * 86400) AS TIMESTAMP_NTZ) AS local",
        "CONCAT('name ', LPAD(CAST(id DIV 100 AS STRING), 5, '0')) AS name",
        "CAST(id AS INT) AS int",
        "CAST(id AS DECIMAL(12, 2)) AS total",
        "CAST(id AS DOUBLE) / 4 AS price"
      )
      .write
      .option("parquet.block.row.count.limit", "500")
      .format("pq2")
      .save(path)
    val conditions = Seq(
      "year(day) = 2025",
      "2029 <= year(day)",
      "year(day) IN (2020, 2021)",
      "year(local) = 1971",
      "year(instant) > 1975",
      "year(day) = 2025 AND tiny = 5 OR year(day) < 2021",
      "date_trunc('MONTH', instant) = TIMESTAMP'1970-05-01 00:00:00'",
      "CAST(instant AS DATE) = DATE'1975-05-05'",
      "to_date(local) BETWEEN DATE'1975-05-05' AND DATE'1975-06-05'",
      "date(instant) IN (DATE'1975-05-05', DATE'1975-07-05') OR CAST(local AS DATE) > DATE'1980-10-10'",
      "date_trunc('MONTH', instant) IN (TIMESTAMP'1970-05-01 00:00:00', TIMESTAMP'1970-08-01 00:00:00')",
      "trunc(day, 'MONTH') IN (DATE'2030-04-01', DATE'2030-05-01')",
      "int * 2 + 1 IN (17, 19, 21) OR datediff(day, DATE'2020-01-01') IN (1, 12)",
      "int + 1 IN (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13)",
      "date_trunc('WEEK', instant) < TIMESTAMP'1970-01-26 00:00:00'",
      "trunc(day, 'QUARTER') >= DATE'2030-04-01'",
      "name LIKE 'name 0003%_'",
      "name LIKE '%e_0002%'",
      "int * 2 + 1 > 7900",
      "100 - id > 7",
      "int + 5L < 17",
      "total + 0.05 >= 3990.05",
      "total * 1.5 = 30",
      "price * 2 >= 1990",
      "price / 100 < 0.125",
      "3 + price <= 5.5",
      "date_add(day, 7) >= DATE'2030-12-01'",
      "day - INTERVAL '3' MONTH >= DATE'2030-06-01'",
      "datediff(day, DATE'2020-01-01') < 30",
      "datediff(DATE'2030-12-10', day) BETWEEN 0 AND 30",
      "instant + INTERVAL '1' DAY < TIMESTAMP'1970-02-01 00:00:00'",
      "instant - INTERVAL '2' MONTH > TIMESTAMP'1980-10-01 00:00:00'",
      "local + INTERVAL '5' HOUR < TIMESTAMP_NTZ'1970-02-01 00:00:00'"
    )
    // Dictionaries are read however little they can save.
    withConf("pq2.read.dictionaryMinBytes" -> "0") {
      // The newest version of Spark tests one half of the conditions, and an older one the other.
      for (condition <- some(conditions, 2, if (isSpark("4.2")) 0 else 1)) {
        assertSkipsRowGroups(path, condition, Pushdown -> "false")
        val rows = pq2(path).where(condition).select("id").collect()
        assert(SparkSpec.sorted(rows) === SparkSpec.sorted(builtIn(path).where(condition).select("id").collect()))
        assert(rows.nonEmpty, condition)
      }
    }
  }

  test("a condition does not fail for rows that another one excludes, and the rows are those without ANSI mode") {
    // The table of the other tests is cached, with statistics.
    val path = newPath("failing")
    spark.range(0, 4000, 1, 1)
      .selectExpr(
        "id",
        "CAST(id % 100 AS TINYINT) AS tiny",
        "CAST(id AS INT) AS int",
        "CONCAT('name ', LPAD(CAST(id AS STRING), 5, '0')) AS name",
        "CAST(id / 4 AS DECIMAL(9, 2)) AS dec"
      )
      .write.option("parquet.block.row.count.limit", "500").format("pq2").save(path)
    // Spark evaluates the first condition of a query before the second one. The first one fails for a late row.
    val queries = Seq(
      "SELECT id FROM v WHERE 100 DIV (id - 3000) <= 0 AND id < 10" -> "DIVIDE_BY_ZERO",
      "SELECT id FROM v WHERE CAST(tiny * (id DIV 2000) + 50 AS TINYINT) >= 0 AND name LIKE 'name 0000%'" ->
        "CAST_OVERFLOW",
      "SELECT count(*), max(id) FROM v WHERE length(name) DIV (3000 - id) >= 0 AND int = 77" -> "DIVIDE_BY_ZERO",
      "SELECT tiny, count(*) FROM v WHERE 7 / (dec - 800) <> 1 AND id IN (5, 6, 7) GROUP BY tiny" -> "DIVIDE_BY_ZERO"
    )
    def rows(read: String => DataFrame, query: String): Either[Seq[String], Seq[String]] = {
      read(path).createOrReplaceTempView("v")
      Try(SparkSpec.sorted(spark.sql(query).collect())).toEither.left.map(SparkSpec.conditions)
    }
    for ((query, error) <- queries) {
      val expected = withConf("spark.sql.ansi.enabled" -> "false", Pushdown -> "false")(rows(builtIn, query))
      assert(expected.exists(_.nonEmpty), query)
      withConf("spark.sql.ansi.enabled" -> "true") {
        withConf(Pushdown -> "false") {
          val found = rows(builtIn, query)
          assert(found.left.exists(_.lastOption.contains(error)), s"$query: $found")
        }
        // Spark's own pushdown skips these rows, too.
        assert(rows(builtIn, query) === expected, query)
        for (read <- Seq[String => DataFrame](pq2, pq2V1)) assert(rows(read, query) === expected, query)
      }
    }
  }

  test("conditions on a partition column select its partitions exactly, not those of a condition that they imply") {
    val partitions = Seq(
      Seq("a b", "a 7", "7 a", "x") -> Seq("p LIKE '%a%7%'", "p LIKE 'a%_b'", "p LIKE '%a%x' OR p LIKE '%7_%'"),
      Seq(0, 1, 4, 9) -> Seq("p + 1 IN (1, 5)", "p * 2 - 1 IN (-1, 17)", "p * 3 > 11 AND p + 1 IN (2, 10)"),
      Seq("1999-12-31", "2010-05-05", "2024-02-15", "2024-02-29") -> Seq(
        "trunc(p, 'MONTH') = DATE'2024-02-15'",
        "year(p) IN (1999, 2024)",
        "datediff(p, DATE'2024-01-01') IN (45, 59, -5000)",
        "date_add(p, 1) IN (DATE'2000-01-01', DATE'2024-03-01')"
      ),
      Seq("2024-02-28 23:59:59", "2024-02-29 10:00:00", "2024-03-01 00:00:00") -> Seq(
        "CAST(p AS DATE) = DATE'2024-02-29'",
        "date_trunc('DAY', p) IN (TIMESTAMP'2024-02-28 00:00:00', TIMESTAMP'2024-03-01 00:00:00')",
        "year(p) = 2024 AND p + INTERVAL '1' DAY < TIMESTAMP'2024-03-01 00:00:00'"
      )
    )
    for ((values, conditions) <- partitions) {
      val path = newPath("partitions")
      val rows = values.zipWithIndex.map { case (value, index) => (index, value.toString) } :+ ((values.size, null))
      spark.createDataFrame(rows).toDF("n", "p").write.partitionBy("p").format("pq2").save(path)
      for {
        condition <- conditions
        query <- Seq(s"SELECT * FROM v WHERE $condition", s"SELECT count(*), max(n) FROM v WHERE $condition")
      } {
        def result(read: String => DataFrame): Seq[String] = {
          read(path).createOrReplaceTempView("v")
          SparkSpec.sorted(spark.sql(query).collect())
        }
        val expected = result(builtIn)
        assert(result(pq2) === expected, query)
        assert(result(pq2V1) === expected, query)
      }
    }
  }

  test("bloom filters skip row groups") {
    val path = newPath("bloom")
    spark
      .range(0, 100, 1, 1)
      .selectExpr("id * 2 AS id")
      .write
      .option("parquet.bloom.filter.enabled#id", "true")
      .option("parquet.enable.dictionary", "false")
      .parquet(path)
    assertSkipsRowGroups(path, "id = 19", "parquet.filter.bloom.enabled" -> "false")
  }

  test("a filter returns only its rows from a page, also without page indexes and record-level filtering") {
    val path = newPath("pages")
    spark
      .range(0, 900, 1, 1)
      .write
      .option("parquet.page.size", "500")
      .option("parquet.block.size", "2000")
      .parquet(path)
    for {
      read <- Seq[String => DataFrame](pq2, pq2V1)
      vectorized <- Seq("true", "false")
      indexes <- Seq("true", "false")
    } withConf(
      "spark.sql.parquet.enableVectorizedReader" -> vectorized,
      "spark.sql.parquet.recordLevelFilter.enabled" -> "false",
      "parquet.filter.columnindex.enabled" -> indexes
    ) {
      val frame = read(path).where("id = 1")
      assert(frame.collect().map(_.getLong(0)) === Seq(1L))
      assert(scan(frame).metrics("numOutputRows").value === 1)
      assert((scan(frame).metrics(ScanCounter.PAGES_SKIPPED.metricName).value > 0) === indexes.toBoolean)
    }
  }

  test("each kind of filter skips rows, in V1 and V2") {
    val kinds = Seq(
      "id = 17",
      "flag",
      "tiny = 95Y",
      "int IS NULL",
      "int <=> 7",
      "double > 499D",
      "float < 2",
      "name = 'name 01234'",
      "name LIKE 'name 012%'",
      "name LIKE '%99'",
      "name LIKE '%123%'",
      "bytes = X'623737'",
      "dec9 = 250.25",
      "dec30 > 999",
      "day = DATE'2020-02-29'",
      "instant = TIMESTAMP'1970-06-01 00:00:00'",
      "instant IN (TIMESTAMP'1970-06-01 00:00:00', TIMESTAMP'1970-06-02 00:00:00')",
      "local < TIMESTAMP_NTZ'1970-01-03 00:00:00'",
      "months = INTERVAL '5' MONTH",
      "point.x = 3999",
      "point.`dotted.name` LIKE '%999'",
      "point IS NULL",
      "list IS NULL",
      s"id IN (${(0 to 3000 by 200).mkString(", ")})",
      "NOT (id > 10 OR name LIKE '%1')"
    )
    for (read <- Seq[String => DataFrame](pq2, pq2V1); condition <- kinds) {
      val frame = read(path).where(condition)
      frame.collect()
      assert(scan(frame).metrics("numOutputRows").value < 2000, condition)
    }
  }

  test("values from before the Gregorian calendar are compared as they are read") {
    // The hybrid calendar has February 29, 1500, which is read as March 1.
    val march = RebaseDateTime.rebaseGregorianToJulianDays(LocalDate.of(1500, 3, 1).toEpochDay.toInt)
    val hybrid = newPath("hybrid")
    withConf(
      "spark.sql.session.timeZone" -> "UTC",
      "spark.sql.parquet.datetimeRebaseModeInWrite" -> "CORRECTED"
    ) {
      spark.range(march - 3, march + 3, 1, 6)
        .selectExpr("date_from_unix_date(int(id)) AS d", "timestamp_seconds(id * 86400) AS t")
        .write.format("pq2")
        .option("pq2.write.metadata.org.apache.spark.legacyDateTime", "")
        .option("pq2.write.metadata.org.apache.spark.timeZone", "UTC")
        .save(hybrid)
      for (
        value <- Seq("d = DATE", "d < DATE", "d >= DATE", "t = TIMESTAMP", "t < TIMESTAMP", "t >= TIMESTAMP");
        day <- Seq("1500-02-28", "1500-03-01", "1500-03-02")
      ) {
        val condition = s"$value'$day'"
        val expected =
          withConf(Pushdown -> "false") {
            SparkSpec.sorted(spark.read.parquet(hybrid).where(condition).collect())
          }
        for (read <- Seq[String => DataFrame](pq2, pq2V1))
          assert(SparkSpec.sorted(read(hybrid).where(condition).collect()) === expected, condition)
      }
      // Spark's own source converts the constant to one stored value, and misses the other.
      assert(spark.read.parquet(hybrid).where("d = DATE'1500-03-01'").count() === 1)
      assert(pq2(hybrid).where("d = DATE'1500-03-01'").count() === 2)
    }
  }

  test("explanations of tables show the pushed filters") {
    def filters(condition: String) = pushed(pq2V1(path).where(condition))
    assert(filters("point.x = 3").contains("EqualTo(point.x,3)"))
    assert(filters("point.`dotted.name` = 'a'").contains("EqualTo(point.`dotted.name`,a)"))
    assert(filters("id = 1 OR length(name) > 2") === "")
    assert(filters("instant > TIMESTAMP'1970-06-01 00:00:00'").contains("GreaterThan(instant,1970-06-01T07:00:00Z)"))
    assert(filters("_metadata.file_size > 3 AND id > 3") === "IsNotNull(id), GreaterThan(id,3)")
    withConf(Pushdown -> "false")(assert(filters("id > 3") === ""))
  }

  test("the value of a subquery is pushed down") {
    withConf("spark.sql.adaptive.enabled" -> "false") {
      val last = pq2V1(path).where(s"point.x > (SELECT max(id) - 3 FROM pq2.`$path`)")
      assert(pushed(last).contains("GreaterThan(point.x,ScalarSubquery#"))
      assert(countAfterRun(last, ScanCounter.ROW_GROUPS_SKIPPED) > 0)
    }
  }

  test("record-level filtering returns exactly the rows that satisfy the filter") {
    withConf(
      "spark.sql.parquet.enableVectorizedReader" -> "false",
      "spark.sql.parquet.recordLevelFilter.enabled" -> "true"
    ) {
      val scanned =
        pq2V1(path).where("id IN (5, 6) AND name IS NOT NULL").queryExecution.executedPlan.collectLeaves().head
      assert(scanned.execute().count() === 2)
    }
  }

  test("record-level filtering tells columns whose names have dots from fields") {
    val dots = newPath("dots")
    spark
      .range(0, 100, 1, 1)
      .selectExpr(
        "id",
        "named_struct('b', id) AS a",
        "99 - id AS `a.b`",
        "array(id, 7) AS l",
        "-id AS `l.element`"
      )
      .write
      .format("pq2")
      .save(dots)
    withConf(
      "spark.sql.parquet.enableVectorizedReader" -> "false",
      "spark.sql.parquet.recordLevelFilter.enabled" -> "true"
    ) {
      for (
        condition <- Seq("a.b = 3", "`a.b` = 3", "a.b = 2 AND `a.b` = 97", "array_contains(l, 3)", "`l.element` = -3")
      )
        for (read <- Seq[String => DataFrame](pq2V1, pq2)) {
          val rows = read(dots).where(condition).selectExpr("id", "`a.b`", "a", "l", "`l.element`")
          assert(rows.count() === 1, condition)
        }
      val scanned = pq2V1(dots).where("`a.b` = 3").queryExecution.executedPlan.collectLeaves().head
      assert(scanned.execute().count() === 1)
    }
  }

  test("dates and timestamps at both ends of their types are truncated as Spark does") {
    val ends = newPath("ends")
    val days =
      Seq(Int.MinValue, Int.MinValue + 3, Int.MinValue + 400, 0, Int.MaxValue - 400, Int.MaxValue).map(_.toLong)
    val micros = Seq(Long.MinValue, Long.MinValue + 1000000, 0, Long.MaxValue - 1000000, Long.MaxValue)
    def rows(numbers: Seq[Long]) =
      numbers.map(number => s"SELECT CAST('$number' AS BIGINT) AS n").mkString("(", " UNION ALL ", ")")
    spark
      .sql(s"SELECT date_from_unix_date(CAST(n AS INT)) AS d, timestamp_micros(0) AS ts FROM ${rows(days)}")
      .union(spark.sql(s"SELECT DATE'1970-01-01', timestamp_micros(n) FROM ${rows(micros)}"))
      .coalesce(1)
      .write
      .option("parquet.block.row.count.limit", "1")
      .format("pq2")
      .save(ends)
    val units = Seq("YEAR", "QUARTER", "MONTH", "WEEK")
    val last = "date_from_unix_date(2147483640)"
    val conditions = units.flatMap { unit =>
      Seq(s"> DATE'2020-01-01'", s"<= $last", s"= trunc(date_from_unix_date(-2147483648), '$unit')")
        .map(rest => s"trunc(d, '$unit') $rest")
    } ++ (units ++ Seq("DAY", "HOUR", "SECOND", "MILLISECOND")).map(unit =>
      s"date_trunc('$unit', ts) > TIMESTAMP'2020-01-01 00:00:00'"
    ) ++ Seq("last_day(d) > DATE'2020-01-01' AND d < DATE'2020-01-01'")
    def outcome(frame: => DataFrame) =
      Try(SparkSpec.sorted(frame.selectExpr("unix_date(d)", "unix_micros(ts)").collect())).toEither.left.map(_ =>
        "error"
      )
    for (condition <- conditions) {
      val expected = outcome(builtIn(ends).where(condition))
      for (read <- Seq[String => DataFrame](pq2V1, pq2))
        assert(outcome(read(ends).where(condition)) === expected, condition)
    }
  }
}
