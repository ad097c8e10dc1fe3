package io.pq2.spark

import java.time.{Instant, ZoneId}

import scala.util.Try

import org.apache.spark.sql.DataFrame

/** Scans of pq2 filter batches, with the results and errors of Spark's own filter. */
class BatchFilterSpec extends BatchFilterTests {

  private val onStrings = Seq("few", "many", "broken").flatMap { column =>
    Seq(
      s"$column LIKE '%special%requests%'",
      s"$column NOT LIKE '%special%requests%'",
      s"$column LIKE 'special%requ%sts'",
      s"$column LIKE 'a_b%'",
      s"$column LIKE '%\\\\_score'",
      s"$column LIKE '%ab%ab%'",
      s"$column LIKE '%é'",
      s"$column LIKE '%\uFFFD%A%'",
      s"$column RLIKE '^[0-9]+(-[0-9]+)?( |$$)'",
      s"NOT $column RLIKE 'special|a+b'",
      s"substring($column, 1, 2) IN ('12', 'sp', '')",
      s"upper(trim($column)) = 'PADDED'",
      s"length($column) > 10",
      s"coalesce($column, 'none') = 'none'",
      s"$column >= 'a' AND $column <> 'special'",
      s"NOT ($column = 'a' OR $column LIKE '%special%' OR $column IS NULL)",
      s"$column IN ('a', '12', 'special', NULL)",
      s"$column NOT IN ('a', '12', 'special')",
      s"$column <=> 'a'",
      s"CASE WHEN $column LIKE 'a%' THEN length($column) = 3 ELSE $column = '12' END"
    )
  } ++ Seq(
    "few LIKE '%special%requests%' OR many LIKE '%requests%special%'",
    "few = collated OR NOT (many > broken)",
    "few <> collated OR many <= few",
    "NOT (few <=> broken) AND few < 'b'",
    "few <=> collated OR many <=> broken",
    "few = 'a' AND many LIKE '%7' OR few = '12' AND many LIKE '%9'",
    "few = '12' OR n < 5"
  )

  private val onDates = Seq(
    "year(day) = 1995",
    "year(day) <> 1995",
    "NOT (year(day) > 1600 AND month(day) < 12)",
    "month(day) IN (2, 3) AND dayofmonth(day) = 28",
    "month(day) NOT IN (2, 3)",
    "trunc(day, 'MONTH') = DATE'1995-02-01' OR year(day) < 1510",
    "trunc(day, 'nothing') IS NULL",
    "quarter(day) = 4 OR day IS NULL",
    "dayofweek(day) = 1 AND weekofyear(day) > 50",
    "last_day(day) = day",
    "coalesce(dayofyear(day), 366) = 366",
    "year(day) = 1582 OR few = 'a'"
  )

  /** Conditions on other columns, which leave Spark's filter together with one on strings. */
  private val onNumbers = Seq(
    "n > 50",
    "n <> 7 AND tiny < 25Y",
    "tiny >= 49Y",
    "NOT (n <= 50)",
    "n IN (3, 5, 7) OR big < 5000000000000",
    "n NOT IN (3, 5, 7)",
    "n IN (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)",
    "n NOT IN (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)",
    "big > id",
    "n <=> deep.n AND big IS NOT NULL",
    "NOT (big <=> id)",
    "dec = 62.125",
    "real >= 1.5D",
    "real = 0.0D",
    "NOT (real < DOUBLE('NaN'))",
    "real = DOUBLE('NaN')",
    "single > CAST('0.1' AS FLOAT)",
    "single = CAST('-0.0' AS FLOAT)",
    "flag",
    "NOT flag",
    "flag OR n = 4",
    "day > DATE'1995-01-01'",
    "instant < TIMESTAMP'1975-05-05 05:05:05'",
    "n IS NULL AND big IS NOT NULL"
  )

  /** Conditions with arithmetic that overflows for no row. */
  private val onArithmetic = Seq(
    "n % 7 = 2",
    "NOT (n % -7 <> 2)",
    "pmod(n - 50, 7) = 3",
    "n DIV 7 IN (3, 5)",
    "tiny % 5 NOT IN (1, 2)",
    "n + tiny > 50",
    "tiny - 45Y >= n",
    "big * 2 < id",
    "id - big > -5000000000 OR n = 7",
    "CAST(n AS BIGINT) + big > id * 1000000000",
    "abs(n - 50) < 5 AND abs(dec - 60.5) < 1",
    "-n < -95",
    "n & 3 = 1 AND ~n < -50",
    "n | 1 = 7 OR n ^ tiny = 0",
    "dec * 2 > 100.5 AND dec + 1.5 < 100",
    "dec - n > 0",
    "CAST(dec AS DECIMAL(18, 6)) * dec > 3000",
    "real / 2 >= 0.5D",
    "abs(real) * 2 - 1 = 2D",
    "single + 1D > 2D",
    "date_add(day, n) > DATE'1995-01-01'",
    "date_sub(day, 7) <= DATE'1510-01-01'",
    "datediff(day, DATE'1995-01-01') BETWEEN -500 AND 500",
    "deep.n % 7 = 2 AND deep.big + id > 400"
  )

  /** Conditions with functions of timestamps. */
  private val onTimestamps = Seq(
    "year(time) = 1901",
    "NOT (year(time) <= 1960 OR month(time) < 12)",
    "month(time) IN (2, 3) AND dayofmonth(time) = 28",
    "year(local) = 1901 OR quarter(instant) = 2",
    "coalesce(dayofyear(time), 366) = 366",
    "CAST(time AS DATE) = DATE'1937-07-01' OR time IS NULL",
    "to_date(local) BETWEEN DATE'1900-01-01' AND DATE'1901-01-01'",
    "to_date(time) = to_date(local)",
    "hour(time) IN (0, 23)",
    "hour(local) NOT IN (1, 2, 3, 4)",
    "minute(time) = 30 OR minute(time) % 15 = 7",
    "minute(local) = 59 AND second(local) > 30",
    "second(time) < 15",
    "hour(time) * 60 + minute(time) > 1400",
    "trunc(time, 'YEAR') = DATE'1950-01-01'",
    "time = date_trunc('SECOND', time)",
    "date_trunc('DAY', time) < TIMESTAMP'1900-01-01 00:00:00'"
  ) ++ Seq("MICROSECOND", "MILLISECOND", "SECOND", "MINUTE", "HOUR", "DD", "WEEK", "MON", "QUARTER", "YYYY").map {
    unit => s"date_trunc('$unit', time) > date_trunc('$unit', instant)"
  }

  /** Time zones with changes at midnight, by half an hour and by a day, and with offsets of seconds. */
  private val zones = Seq(
    "America/Los_Angeles",
    "America/Sao_Paulo",
    "Australia/Lord_Howe",
    "Africa/Monrovia",
    "Pacific/Apia",
    "Europe/Amsterdam",
    "Asia/Kathmandu",
    "UTC"
  )

  /** Conditions on fields of structs. */
  private val onFields = Seq(
    "nested.s = 's1'",
    "deep.n > 50",
    "NOT (deep.n <= 50)",
    "deep.big < big OR deep.big = 300",
    "deep.n IN (3, 5, 7)",
    "deep.n NOT IN (3, 5, 7)",
    "deep.word LIKE 'special%' AND deep.n IS NOT NULL",
    "deep.word NOT LIKE '%e%'",
    "deep.word RLIKE '^[0-9]' OR deep.inner.text LIKE 'x1%9'",
    "coalesce(deep.word, 'none') = 'none'",
    "deep IS NULL AND n > 3",
    "deep.n IS NULL",
    "deep IS NOT NULL AND deep.inner IS NULL",
    "deep.inner.day IS NULL AND deep.n = 40",
    "NOT (deep.inner.dec IS NOT NULL)",
    "year(deep.inner.day) = 1995",
    "coalesce(month(deep.inner.day), 2) = 2",
    "deep.inner.day > DATE'1995-01-01' AND deep.inner.tiny >= 90Y",
    "deep.inner.real = DOUBLE('NaN')",
    "deep.inner.dec = 62.125 OR deep.inner.flag",
    "NOT deep.inner.flag",
    "deep.inner.text >= 'x19' AND many LIKE '%9'"
  )

  /** Conditions on sizes. Without ANSI, the size of null is -1. */
  private val onSizes = Seq(
    "size(list) > 2",
    "size(list) = -1",
    "size(list) <> 3",
    "NOT (size(list) IN (0, 2))",
    "cardinality(entries) = 2 AND size(list) < size(entries) + 2",
    "size(entries) <= 0",
    "size(deep.list) % 2 = 1 OR deep.list IS NULL"
  )

  /** Returns some conditions, each other one together with a condition on strings. Without selection, Spark's own
    * filter evaluates them, and few are enough.
    */
  private def withStrings(conditions: Seq[String], turn: Int, selected: Boolean): Seq[String] =
    some(conditions.zipWithIndex, if (selected) 2 else 6, turn).map { case (condition, index) =>
      if (index / 2 % 2 == turn) condition else s"few LIKE '%e%' AND ($condition)"
    }

  // Spark does not use generated code of larger methods.
  for (((name, read), limit, turn) <- Seq((readers(0), "65535", 0), (readers(1), "65535", 1), (readers(0), "1", 2)))
    test(s"$name, generated code up to $limit bytes: conditions on strings leave Spark's filter") {
      withConf("spark.sql.codegen.hugeMethodLimit" -> limit) {
        // Each third of the conditions in one of the ways, and a few in all.
        val tested = onStrings.zipWithIndex.collect {
          case (condition, index) if index % 3 == turn || index % 10 == 0 => condition
        }
        checkAll(read, tested, selected = true, filtered = false)
      }
    }

  for ((ansi, codegen) <- Seq(("true", "true"), ("false", "false")))
    test(s"conditions on dates, numbers and fields leave Spark's filter: ANSI $ansi, generated code $codegen") {
      withConf("spark.sql.ansi.enabled" -> ansi, "spark.sql.codegen.wholeStage" -> codegen) {
        // Without generated code, scans return rows.
        val selected = codegen == "true"
        for (((_, read), turn) <- readers.zipWithIndex) {
          val dates = onDates.zipWithIndex.collect { case (condition, index) if index % 2 == turn => condition }
          val others = withStrings(onNumbers ++ onFields ++ onSizes, turn, selected)
          checkAll(read, dates ++ others, selected, filtered = !selected)
        }
      }
    }

  for ((ansi, codegen) <- Seq(("true", "true"), ("false", "false")))
    test(s"conditions with arithmetic leave Spark's filter: ANSI $ansi, generated code $codegen") {
      withConf("spark.sql.ansi.enabled" -> ansi, "spark.sql.codegen.wholeStage" -> codegen) {
        val selected = codegen == "true"
        for (((_, read), turn) <- readers.zipWithIndex)
          checkAll(read, withStrings(onArithmetic, turn, selected), selected, filtered = !selected)
      }
    }

  for ((zone, index) <- zones.zipWithIndex)
    test(s"conditions on functions of timestamps leave Spark's filter: $zone") {
      withConf("spark.sql.session.timeZone" -> zone) {
        val (_, read) = readers(index % 2)
        // All conditions in one zone, and a third in each of the others.
        val tested = onTimestamps.zipWithIndex.collect {
          case (condition, turn) if index == 0 || turn % 3 == index % 3 => condition
        }
        checkAll(read, tested, selected = true, filtered = false)
      }
    }

  for ((zone, index) <- zones.zipWithIndex)
    test(s"the earliest and the latest timestamps, and those beside changes of the time zone: $zone") {
      val path = newPath("timestamps")
      // The first change in every third year, in steps of ten minutes before and after it.
      val rules = ZoneId.of(zone).getRules
      val changes = (1880 to 2030 by 3)
        .flatMap(year => Option(rules.nextTransition(Instant.parse(s"$year-01-01T00:00:00Z"))))
        .map(_.toEpochSecond)
        .distinct
      val times = changes.flatMap(change => (-9 to 9).map(i => (change + i * 600) * 1000000 - i % 2))
      val all = times ++ Seq(Long.MinValue, Long.MinValue + 1, Long.MaxValue, 0L)
      spark.sql(s"SELECT timestamp_micros(col1) AS t FROM VALUES ${all.map(t => s"(${t}L)").mkString(", ")}")
        .coalesce(1).write.format("pq2").save(path)
      def outcome(read: String => DataFrame, query: String): Option[Seq[String]] = {
        read(path).createOrReplaceTempView("v")
        val rows = Try(SparkSpec.sorted(spark.sql(query).collect()))
        assert(rows.isSuccess || rows.failed.get.toString.contains("overflow"), query)
        rows.toOption
      }
      val fields = Seq("to_date(t)", "hour(t)", "minute(t)", "second(t)")
      val truncated = Seq("MINUTE", "HOUR", "DAY", "WEEK", "MONTH").map(unit => s"date_trunc('$unit', t)")
      val grouped = (fields ++ truncated).map(value =>
        s"SELECT xxhash64($value), count(*), unix_micros(max(t)) FROM v GROUP BY $value"
      )
      // Truncating the earliest timestamps overflows in Spark.
      val filtered = truncated.map { value =>
        s"SELECT $value FROM v WHERE t > TIMESTAMP'1800-01-01 00:00:00' AND $value <= t"
      }
      withConf("spark.sql.session.timeZone" -> zone) {
        for (query <- grouped ++ filtered)
          assert(outcome(readers(index % 2)._2, query) === outcome(builtIn, query), query)
        assert(outcome(builtIn, grouped.last) === None)
      }
    }

  for ((name, read) <- readers)
    test(s"$name: arithmetic that overflows has Spark's results and errors") {
      for (ansi <- Seq("true", "false"))
        withConf("spark.sql.ansi.enabled" -> ansi) {
          for (
            condition <-
              Seq("big * 1000000000 > 0", "n + 2147483600 > 0", "-tiny - 100Y < 0Y", "abs(n - 2147483647) > 3")
          ) {
            val outcomes = Seq(builtIn _, read).map { reader =>
              reader(strings).createOrReplaceTempView("v")
              val frame = spark.sql(s"SELECT id FROM v WHERE $condition")
              val rows = Try(SparkSpec.sorted(frame.collect()))
              assert(rows.isSuccess || rows.failed.get.toString.contains("ARITHMETIC_OVERFLOW"), condition)
              (rows.toOption, selections(frame).nonEmpty)
            }
            assert(outcomes.map(_._1).distinct.size === 1, condition)
            assert(outcomes.map(_._2) === Seq(false, true), condition)
          }
          // The first condition excludes the rows that would overflow, and the second would fail for others.
          check(read, "n < 5 AND n + 2147483600 > 0", selected = true, filtered = false)
          // The sum wraps around unless in ANSI mode, so the second condition may be tested before the first.
          check(read, "hash(n, id) % 7 = 2 AND n + tiny > 50", selected = ansi == "false", filtered = true)
        }
    }

  for ((name, read) <- readers)
    test(s"$name: other conditions stay") {
      check(read, "hash(n, id) % 7 = 2", selected = false, filtered = true)
      check(read, "n IS NOT NULL AND many IS NOT NULL", selected = false, filtered = true)
      check(read, "few LIKE '%special%requests%' AND n > 50", selected = true, filtered = false)
      check(read, "few LIKE '%special%requests%' AND hash(n, id) % 7 = 2", selected = true, filtered = true)
      check(read, "n > 50 AND hash(n, id) % 7 = 2", selected = true, filtered = true)
      check(read, "hash(n) % 7 = 2 AND hash(n, id) % 7 = 2", selected = true, filtered = true)
      check(read, "hash(n, id) % 7 = 2 AND hash(n) % 7 = 2", selected = true, filtered = true)
      check(read, "hash(n, id) % 7 = 2 AND round(dec, 1) > 2", selected = false, filtered = true)
      check(read, "CAST(dec AS DECIMAL(30, 3)) / 3 > n", selected = false, filtered = true)
      check(read, "n % tiny = 3 AND tiny > 0", selected = true, filtered = true)
      check(read, "add_months(day, n) > DATE'1995-01-01'", selected = false, filtered = true)
      check(read, "deep.word IS NOT NULL AND nested.s IS NOT NULL", selected = false, filtered = true)
      check(read, "collated COLLATE UTF8_LCASE = few", selected = false, filtered = true)
      check(read, "upper(few) = many", selected = false, filtered = true)
      check(read, "few = 'a' AND monotonically_increasing_id() >= 0", selected = true, filtered = true)
      check(read, "few = 'a' AND id > (SELECT max(n) FROM v)", selected = true, filtered = true)
    }

  for ((name, read) <- readers)
    test(s"$name: a condition that may fail is evaluated after the others") {
      withConf("spark.sql.ansi.enabled" -> "true") {
        // Only these strings are numbers.
        for (path <- Seq(strings, plain)) {
          check(read, "id % 23 = 19 AND CAST(few AS INT) = 12", selected = true, filtered = false, path)
          check(read, "substring(few, 1, 3) = '12' AND CAST(few AS INT) = 12", selected = true, filtered = false, path)
          check(read, "n > 50 AND 100 / (n - 50) < 20 AND many LIKE '%7'", selected = true, filtered = false, path)
          check(read, "hash(n) % 7 <> 100 AND 100 / (n + 1) < 20", selected = true, filtered = false, path)
        }
        read(strings).createOrReplaceTempView("v")
        val failing = Try(spark.sql("SELECT id FROM v WHERE CAST(few AS INT) = 12").collect())
        assert(failing.isFailure && failing.failed.get.toString.contains("CAST_INVALID_INPUT"))
        val pattern = Try(spark.sql("SELECT id FROM v WHERE few RLIKE '('").collect())
        assert(pattern.isFailure, "an invalid pattern fails as in Spark")
      }
    }

  for ((name, read) <- readers)
    test(s"$name: other operators see the selected rows only") {
      val condition = "few LIKE '%special%requests%'"
      builtIn(strings).createOrReplaceTempView("v")
      val expected = queries(condition).map(query => SparkSpec.sorted(spark.sql(query).collect()))
      read(strings).createOrReplaceTempView("v")
      for ((query, rows) <- queries(condition).zip(expected))
        assert(SparkSpec.sorted(spark.sql(query).collect()) === rows, query)
      assert(spark.sql(s"SELECT id FROM v WHERE $condition LIMIT 7").collect().length === 7)
      assert(spark.sql(s"SELECT id FROM v WHERE $condition").repartition(3).count() === expected.head.length)
    }

  private def queries(condition: String) = Seq(
    s"SELECT id, few, many, broken, n, nested FROM v WHERE $condition",
    s"SELECT few, count(*), sum(n) FROM v WHERE $condition GROUP BY few",
    s"SELECT a.id, b.id FROM v a JOIN v b ON a.id = b.id + 23 WHERE a.$condition AND b.$condition",
    s"SELECT a.id FROM v a WHERE a.n < 3 AND EXISTS (SELECT 1 FROM v b WHERE b.n = a.n AND b.$condition)",
    s"SELECT id, many FROM v WHERE $condition ORDER BY many DESC LIMIT 20"
  )

  test("fields that a file lacks are null, or have the default of their column") {
    spark.range(100).selectExpr("id").write.format("pq2").saveAsTable("lacking")
    try {
      spark.sql(
        "ALTER TABLE lacking ADD COLUMNS (absent STRUCT<a: INT, t: STRUCT<b: STRING, c: BIGINT>>, " +
          "added STRUCT<a: INT, t: STRUCT<b: STRING, c: BIGINT>, u: STRUCT<b: STRING, c: DATE>> " +
          "DEFAULT named_struct('a', 7, 't', NULL, 'u', named_struct('b', 'x', 'c', DATE'2024-02-29')))"
      )
      val ofNone = Seq("absent.a > 5", "absent.t.b LIKE '%'", "absent.t.c = 0", "added.t.b LIKE '%'", "added.a <> 7")
      val ofAll = Seq(
        "absent.a IS NULL AND id >= 0",
        "absent.t.c IS NULL AND coalesce(absent.t.b, 'none') = 'none'",
        "added.a = 7",
        "coalesce(added.t.b, 'none') = 'none' AND added.t.c IS NULL",
        "added.u.b LIKE 'x%' AND month(added.u.c) = 2"
      )
      for ((condition, count) <- ofNone.map(_ -> 0) ++ ofAll.map(_ -> 100)) {
        // Spark's own source cannot read structs with a default in batches.
        val frame = spark.sql(s"SELECT id, absent, added FROM lacking WHERE $condition")
        assert(frame.collect().length === count, condition)
        assert(selections(frame).nonEmpty && filters(frame).isEmpty, condition)
      }
    } finally spark.sql("DROP TABLE lacking")
  }

  test("fields of the metadata column, which are never null") {
    val conditions = Seq(
      "_metadata.file_name NOT IN ('a', 'b')",
      "upper(_metadata.file_name) LIKE 'PART%' AND id < 50",
      "_metadata.file_name RLIKE '^part' AND _metadata.file_size > 5",
      "_metadata.row_index < 10 OR substring(_metadata.file_name, 1, 5) = 'other'"
    )
    for (condition <- conditions) {
      val expected = SparkSpec.sorted(builtIn(strings).where(condition).select("id").collect())
      assert(expected.nonEmpty, condition)
      for ((name, read) <- readers)
        assert(
          SparkSpec.sorted(read(strings).where(condition).select("id").collect()) === expected,
          s"$name: $condition"
        )
    }
  }

  test("functions of rows that conditions on fields select") {
    builtIn(strings).createOrReplaceTempView("v")
    val query = "SELECT few, count(*), sum(deep.n) FILTER (WHERE deep.inner.text LIKE '%9') FROM v " +
      "WHERE deep.word LIKE '%e%' AND deep.inner.tiny < 50 GROUP BY few"
    val expected = SparkSpec.sorted(spark.sql(query).collect())
    for ((_, read) <- readers) {
      read(strings).createOrReplaceTempView("v")
      assert(SparkSpec.sorted(spark.sql(query).collect()) === expected)
    }
    assert(expected.size > 5)
  }

  test("conditions after one that numbers rows are tested after it") {
    for ((_, read) <- readers; condition <- Seq("few RLIKE 'spe'", "id % 2 = 0")) {
      val numbered = "monotonically_increasing_id() % 2 = 0"
      def count(frame: DataFrame, conditions: String) = frame.where(conditions).count()
      for (conditions <- Seq(s"$numbered AND $condition", s"$condition AND $numbered"))
        assert(count(read(strings), conditions) === count(builtIn(strings), conditions), conditions)
    }
  }

  test("equal selections are computed once, and the option disables them") {
    pq2(strings).createOrReplaceTempView("v")
    val union = spark.sql(
      "SELECT n, collect_set(id) FROM v WHERE few RLIKE 'spe' GROUP BY n " +
        "UNION ALL SELECT n, collect_set(id) FROM v WHERE few RLIKE 'spe' GROUP BY n"
    )
    union.collect()
    assert(selections(union).nonEmpty)
    withConf("pq2.batchFilters" -> "false") {
      val frame = spark.sql("SELECT id FROM v WHERE few RLIKE 'spe'")
      frame.collect()
      assert(selections(frame).isEmpty && filters(frame).nonEmpty)
    }
    val option = spark.read.format("pq2").option("pq2.batchFilters", "false").load(strings).where("few RLIKE 'spe'")
    option.collect()
    assert(selections(option).isEmpty && filters(option).nonEmpty)
  }

  test("the metrics count the selected rows") {
    val frame = pq2(strings).where("few NOT LIKE '%special%requests%'").select("id")
    val rows = frame.collect().length
    assert(selections(frame).map(_.metrics("numOutputRows").value) === Seq(rows))
    assert(selections(frame).head.metrics("numInputBatches").value > 0)
  }
}
