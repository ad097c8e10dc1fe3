package io.pq2.spark

import java.time.{Instant, ZoneId}
import java.util.concurrent.atomic.AtomicInteger

import scala.util.Try

import io.pq2.spark.internal.batch.Pq2FilterExec
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.execution.FilterExec
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanHelper

/** Scans of pq2 filter batches, with the results and errors of Spark's own filter. */
class BatchFilterSpec extends SparkSpec with AdaptiveSparkPlanHelper {

  // Generated code that does not compile is an error.
  override protected def beforeAll(): Unit = {
    super.beforeAll()
    spark.conf.set("spark.sql.codegen.fallback", "false")
  }

  override protected def afterAll(): Unit =
    try {
      spark.conf.unset("spark.sql.codegen.fallback")
      spark.catalog.dropTempView("v")
    } finally super.afterAll()

  private def selections(frame: DataFrame): Seq[Pq2FilterExec] =
    collect(frame.queryExecution.executedPlan) { case selected: Pq2FilterExec => selected }

  private def filters(frame: DataFrame): Seq[FilterExec] =
    collect(frame.queryExecution.executedPlan) { case filter: FilterExec => filter }

  private val texts = Seq(
    "",
    "a",
    "special requests",
    "special  and requests",
    "requests special",
    "specialrequests",
    "specialequests",
    "the special case\nof many requests",
    "SPECIAL REQUESTS",
    "äöü special ß requests é",
    "special",
    "requests",
    "100%",
    "under_score",
    "back\\slash",
    "aab",
    "aba",
    "ababab",
    "12-345",
    "12",
    "x12",
    " padded ",
    "日本語 special 要求 requests"
  )

  /** A file with a column of few strings, one of many, invalid UTF-8, nulls, and numbers. */
  private lazy val strings: String = written("parquet.enable.dictionary" -> "true")

  /** The same file without dictionaries. */
  private lazy val plain: String = written("parquet.enable.dictionary" -> "false")

  private def written(option: (String, String)): String = {
    val path = newPath("strings")
    val literals = texts.map(text => "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'").mkString(", ")
    spark.range(0, 20000, 1, 1).selectExpr(
      "id",
      s"IF(id % 7 = 0, NULL, array($literals)[CAST(id % ${texts.size} AS INT)]) AS few",
      s"IF(id % 11 = 0, NULL, concat(array($literals)[CAST(id % ${texts.size} AS INT)], ' ', id)) AS many",
      "IF(id % 13 = 0, NULL, CAST(unhex(array('41C3', 'E2C3A9', 'C3A9', 'FF', 'EFBFBD', '41')[CAST(id % 6 AS INT)]) " +
        "AS STRING)) AS broken",
      s"array($literals)[CAST(id % ${texts.size} AS INT)] AS collated",
      "IF(id % 5 = 0, NULL, CAST(id % 100 AS INT)) AS n",
      "CAST(id % 50 AS TINYINT) AS tiny",
      "IF(id % 17 = 0, NULL, id * 1000000007) AS big",
      "CAST(id % 1000 / 8 AS DECIMAL(9, 3)) AS dec",
      "IF(id % 19 = 0, NULL, CAST(array('NaN', '-0.0', '0.0', '1.5', '-Infinity')[CAST(id % 5 AS INT)] AS DOUBLE)) " +
        "AS real",
      "CAST(array('NaN', '-0.0', '0.0', '1.5', '0.1')[CAST(id % 5 AS INT)] AS FLOAT) AS single",
      "IF(id % 3 = 0, NULL, id % 3 = 1) AS flag",
      "IF(id % 9 = 0, NULL, date_add(DATE'1500-01-01', CAST(id * 37 AS INT))) AS day",
      "timestamp_seconds(id * 86399) AS instant",
      "IF(id % 23 = 0, NULL, timestamp_micros((id - 15000) * 200000000003)) AS time",
      "CAST(timestamp_micros((id - 15000) * 200000000003) AS TIMESTAMP_NTZ) AS local",
      "named_struct('s', concat('s', id % 10)) AS nested",
      "IF(id % 6 = 0, NULL, named_struct(" +
        s"'n', IF(id % 5 = 0, NULL, CAST(id % 100 AS INT)), 'big', id * 3," +
        s"'word', IF(id % 4 = 0, NULL, array($literals)[CAST(id % ${texts.size} AS INT)])," +
        "'inner', IF(id % 8 = 0, NULL, named_struct('tiny', CAST(id % 100 AS TINYINT)," +
        " 'day', date_add(DATE'1500-01-01', CAST(id * 37 AS INT)), 'text', concat('x', id)," +
        " 'real', IF(id % 7 = 0, NULL, CAST('NaN' AS DOUBLE)), 'dec', CAST(id % 1000 / 8 AS DECIMAL(9, 3))," +
        " 'flag', id % 3 = 1)), 'list', IF(id % 3 = 0, NULL, slice(array(1, 2, 3), 1, CAST(id % 4 AS INT))))) AS deep",
      "IF(id % 7 = 0, NULL, slice(array('a', NULL, 'c', 'd'), 1, CAST(id % 5 AS INT))) AS list",
      "IF(id % 9 = 0, NULL, map_from_arrays(slice(array('a', 'b'), 1, CAST(id % 3 AS INT)), " +
        "slice(array(1, 2), 1, CAST(id % 3 AS INT)))) AS entries"
    ).write.option("parquet.block.row.count.limit", "6000").option(option._1, option._2).format("pq2").save(path)
    path
  }

  private val readers = Seq[(String, String => DataFrame)]("V2" -> pq2, "V1" -> pq2V1)

  /** Compares the rows that match a condition with those of the built-in source.
    *
    * @param selected whether batches are filtered
    * @param filtered whether Spark's filter remains
    */
  private def check(
      read: String => DataFrame,
      condition: String,
      selected: Boolean,
      filtered: Boolean,
      path: => String = strings
  ): Unit = {
    val query = s"SELECT id, many, n FROM v WHERE $condition"
    builtIn(path).createOrReplaceTempView("v")
    val expected = SparkSpec.sorted(spark.sql(query).collect())
    read(path).createOrReplaceTempView("v")
    val frame = spark.sql(query)
    assert(SparkSpec.sorted(frame.collect()) === expected, query)
    assert(selections(frame).nonEmpty === selected, s"$query\n${frame.queryExecution.executedPlan}")
    assert(filters(frame).nonEmpty === filtered, s"$query\n${frame.queryExecution.executedPlan}")
  }

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

  /** Conditions on one column that only Spark's code evaluates. */
  private val onOneColumn = Seq(
    "hash(n) % 3 = 1",
    "CAST(n AS STRING) LIKE '1%'",
    "bit_count(n) > 3",
    "CASE WHEN n BETWEEN 20 AND 50 THEN n % 4 = 1 WHEN n IS NULL THEN true ELSE n > 90 END",
    "coalesce(hash(big), 2) % 3 <> 1",
    "hex(tiny) = '2A'",
    "CAST(id AS STRING) RLIKE '^1.*[07]$'",
    "round(dec, 1) = 62.1",
    "format_number(dec, 1) LIKE '1%.5'",
    "dec / 3 > 30",
    "date_format(day, 'yyyy-MM') = '1995-02'",
    "add_months(day, 3) > DATE'1995-02-01'",
    "date_format(instant, 'MM-dd') = '02-28'",
    "date_format(time, 'EEE') IN ('Mon', 'Tue') OR time IS NULL",
    "unix_micros(time) % 2 = 0",
    "CAST(real AS STRING) = '-0.0'",
    "CASE WHEN real > 1 THEN real < 2 ELSE CAST(real AS STRING) LIKE '0%' END",
    "isnan(real) OR CAST(real AS STRING) = '0.0'",
    "single * single > CAST(1 AS FLOAT)",
    "CASE WHEN flag THEN CAST(flag AS INT) = 1 ELSE flag IS NULL END",
    "TRY_CAST(few AS INT) = 12",
    "md5(few) < '8'",
    "reverse(many) LIKE '7%'",
    "hex(CAST(broken AS BINARY)) LIKE 'C3%'",
    "size(split(few, ' ')) > 2",
    "exists(split(few, ' '), word -> word LIKE 's%')",
    "collated COLLATE UTF8_LCASE = 'SPECIAL requests'",
    "hash(deep.n) % 3 = 1 AND deep.n IS NOT NULL",
    "CAST(deep.inner.dec AS STRING) LIKE '6%' OR deep.inner.dec IS NULL",
    "date_format(deep.inner.day, 'yyyy') LIKE '19%'",
    "TRY_CAST(deep.word AS INT) = 12",
    "hash(n) % 3 = 1 AND CAST(id AS STRING) LIKE '%7' AND CAST(tiny AS STRING) LIKE '2%'",
    "hash(n) % 3 = 1 OR few LIKE '%special%' OR tiny > 45",
    "NOT (hash(n) % 3 = 1 OR CAST(tiny AS STRING) LIKE '2%')"
  )

  // Spark does not use generated code of larger methods.
  for (((name, read), limit, turn) <- Seq((readers(0), "65535", 0), (readers(1), "65535", 1), (readers(0), "1", 2)))
    test(s"$name, generated code up to $limit bytes: conditions on strings leave Spark's filter") {
      withConf("spark.sql.codegen.hugeMethodLimit" -> limit) {
        // Each third of the conditions in one of the ways, and a few in all.
        for ((condition, index) <- onStrings.zipWithIndex if index % 3 == turn || index % 10 == 0)
          check(read, condition, selected = true, filtered = false)
      }
    }

  for ((ansi, codegen) <- Seq(("true", "true"), ("false", "false")))
    test(s"conditions on dates, numbers and fields leave Spark's filter: ANSI $ansi, generated code $codegen") {
      withConf("spark.sql.ansi.enabled" -> ansi, "spark.sql.codegen.wholeStage" -> codegen) {
        // Without generated code, scans return rows.
        val selected = codegen == "true"
        for (((_, read), turn) <- readers.zipWithIndex) {
          for ((condition, index) <- onDates.zipWithIndex if index % 2 == turn)
            check(read, condition, selected, filtered = !selected)
          for ((condition, index) <- (onNumbers ++ onFields ++ onSizes).zipWithIndex) {
            val all = if (index % 2 == turn) condition else s"few LIKE '%e%' AND ($condition)"
            check(read, all, selected, filtered = !selected)
          }
        }
      }
    }

  for ((ansi, codegen) <- Seq(("true", "true"), ("false", "false")))
    test(s"conditions with arithmetic leave Spark's filter: ANSI $ansi, generated code $codegen") {
      withConf("spark.sql.ansi.enabled" -> ansi, "spark.sql.codegen.wholeStage" -> codegen) {
        val selected = codegen == "true"
        for (((_, read), turn) <- readers.zipWithIndex; (condition, index) <- onArithmetic.zipWithIndex) {
          val all = if (index % 2 == turn) condition else s"few LIKE '%e%' AND ($condition)"
          check(read, all, selected, filtered = !selected)
        }
      }
    }

  for ((ansi, limit, turn) <- Seq(("true", "65535", 0), ("false", "65535", 1), ("true", "1", 2)))
    test(s"other conditions on one column leave Spark's filter: ANSI $ansi, generated code up to $limit bytes") {
      withConf("spark.sql.ansi.enabled" -> ansi, "spark.sql.codegen.hugeMethodLimit" -> limit) {
        for ((condition, index) <- onOneColumn.zipWithIndex) {
          val all = if (index % 2 == 0) condition else s"few LIKE '%e%' AND ($condition)"
          val (_, read) = readers((index + turn) % 2)
          check(read, all, selected = true, filtered = false, if ((index / 2 + turn) % 2 == 0) strings else plain)
        }
      }
    }

  for ((name, read) <- readers; path <- Seq(() => strings, () => plain))
    test(s"$name, ${if (path() == plain) "without" else "with"} dictionaries: Spark's code runs once for each value") {
      spark.udf.register("counted", (n: Int) => BatchFilterSpec.counted(n % 3 == 1))
      spark.udf.register("counted_text", (text: String) => BatchFilterSpec.counted(text == null || text.length > 5))
      read(path()).createOrReplaceTempView("v")
      def callsOf(condition: String): Int = {
        BatchFilterSpec.calls.set(0)
        val frame = spark.sql(s"SELECT id FROM v WHERE $condition")
        assert(frame.collect().nonEmpty, condition)
        assert(selections(frame).nonEmpty && filters(frame).isEmpty, condition)
        BatchFilterSpec.calls.get
      }
      // One task reads the file, so each value is evaluated once. The column n has the numbers from 0 to 99 without the
      // multiples of 5, which are null: 80 values.
      assert(callsOf("counted(n)") === 80)
      assert(callsOf("n < 10 AND counted(n)") === 8)
      assert(callsOf("counted(n) AND n < 10") === 8)
      assert(callsOf("counted(deep.n)") === 80)
      assert(callsOf("id < 30 AND counted(n) AND n > 3") === (0 until 30).count(n => n % 5 != 0 && n > 3))
      // One row group has the first rows. Null is evaluated once, too.
      val texts = callsOf("id < 5000 AND counted_text(few)")
      if (path() == strings) assert(texts === this.texts.size + 1) else assert(texts === 5000)
    }

  for ((name, read) <- readers)
    test(s"$name: conditions on columns that repeat no value have the results and errors of Spark's filter") {
      val path = newPath("unique")
      // Only even numbers have a text that is a number.
      spark.range(0, 150000, 1, 1).selectExpr(
        "id",
        "id * 7919 AS unique",
        "IF(id % 2 = 0, '1', 'x') AS text",
        "CAST(id % 100 AS INT) AS n"
      ).write.format("pq2").save(path)
      def outcome(reader: String => DataFrame, condition: String): (Option[Seq[String]], String, Boolean) = {
        reader(path).createOrReplaceTempView("v")
        val frame = spark.sql(s"SELECT id FROM v WHERE $condition")
        val rows = Try(SparkSpec.sorted(frame.collect()))
        (rows.toOption, rows.failed.map(_.toString.takeWhile(_ != '"')).getOrElse(""), filters(frame).isEmpty)
      }
      val conditions = Seq(
        "hash(unique) % 3 = 1",
        "CAST(unique AS STRING) LIKE '%7'",
        "CAST(CAST(unique AS STRING) AS BIGINT) % 2 = 0 AND CAST(text AS INT) = 1",
        "CAST(CAST(unique AS STRING) AS BIGINT) % 3 = 0 AND CAST(text AS INT) = 1",
        "hash(unique) % 3 = 1 AND CAST(n AS STRING) LIKE '1%' AND 100 / (unique - 7919 * 140000) > -1",
        "unique <> 7919 * 140000 AND 100 / (unique - 7919 * 140000) > -1 AND 100 / (n + 1) > 4",
        "CAST(n AS STRING) LIKE '1%' AND TRY_CAST(text AS INT) = 1 AND hash(unique) % 3 = 1"
      )
      for (ansi <- Seq("true", "false"); limit <- Seq("65535", "1"); condition <- conditions)
        withConf("spark.sql.ansi.enabled" -> ansi, "spark.sql.codegen.hugeMethodLimit" -> limit) {
          val (rows, error, _) = outcome(builtIn, condition)
          assert(outcome(read, condition) === ((rows, error, true)), s"$condition, ANSI $ansi, $limit bytes")
          assert(rows.forall(_.nonEmpty) && rows.isDefined === error.isEmpty, condition)
          if (ansi == "false") assert(rows.isDefined, condition)
        }
      withConf("spark.sql.ansi.enabled" -> "true") {
        assert(conditions.map(outcome(read, _)._2.nonEmpty) === Seq(false, false, false, true, false, false, false))
        assert(outcome(read, "100 / (unique - 7919 * 140000) > -1")._2.contains("DIVIDE_BY_ZERO"))
        // Spark stops before the row for which the condition fails.
        val limited = "CAST(IF(n > 2, 'x', CAST(n AS STRING)) AS INT) >= 1 LIMIT 2"
        assert(outcome(builtIn, limited)._1.map(_.size) === Some(2))
        assert(outcome(read, limited) === outcome(builtIn, limited).copy(_3 = true))
        assert(outcome(read, "n <> 50 AND 100 / (n - 50) > 4")._1.map(_.size) === Some(1500 * 24))
      }
      // The metric counts the rows that generated code selects.
      read(path).createOrReplaceTempView("v")
      val frame = spark.sql("SELECT id FROM v WHERE hash(unique) % 3 = 1")
      val rows = frame.collect().length
      assert(selections(frame).map(_.metrics("numOutputRows").value) === Seq(rows))
      assert(spark.sql("SELECT id FROM v WHERE hash(unique) % 3 = 1 AND id > 100000 LIMIT 7").collect().length === 7)
    }

  for ((zone, index) <- zones.zipWithIndex)
    test(s"conditions on functions of timestamps leave Spark's filter: $zone") {
      withConf("spark.sql.session.timeZone" -> zone) {
        val (_, read) = readers(index % 2)
        // All conditions in one zone, and a third in each of the others.
        for ((condition, turn) <- onTimestamps.zipWithIndex if index == 0 || turn % 3 == index % 3)
          check(read, condition, selected = true, filtered = false)
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
          check(read, "hash(n, id) % 7 = 2 AND n + tiny > 50", selected = false, filtered = true)
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

  test("equal selections are computed once, and the option disables them") {
    pq2(strings).createOrReplaceTempView("v")
    val union = spark.sql(
      "SELECT n, collect_set(id) FROM v WHERE few RLIKE 'spe' GROUP BY n " +
        "UNION ALL SELECT n, collect_set(id) FROM v WHERE few RLIKE 'spe' GROUP BY n"
    )
    union.collect()
    assert(selections(union).nonEmpty)
    withConf("pq2.batch-filters" -> "false") {
      val frame = spark.sql("SELECT id FROM v WHERE few RLIKE 'spe'")
      frame.collect()
      assert(selections(frame).isEmpty && filters(frame).nonEmpty)
    }
    val option = spark.read.format("pq2").option("pq2.batch-filters", "false").load(strings).where("few RLIKE 'spe'")
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

private object BatchFilterSpec {

  /** The number of calls of functions of users, in tasks of this JVM. */
  val calls = new AtomicInteger

  def counted(result: Boolean): Boolean = {
    calls.incrementAndGet()
    result
  }
}
