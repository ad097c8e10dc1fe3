package io.pq2.spark

import java.util.concurrent.atomic.AtomicInteger

import scala.util.Try

import org.apache.spark.sql.DataFrame

/** Conditions on one column that only Spark's code evaluates leave Spark's filter, with its results and errors. */
class ColumnConditionSpec extends BatchFilterTests {

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

  for ((ansi, limit, turn) <- Seq(("true", "65535", 0), ("false", "65535", 1), ("true", "1", 2)))
    test(s"other conditions on one column leave Spark's filter: ANSI $ansi, generated code up to $limit bytes") {
      withConf("spark.sql.ansi.enabled" -> ansi, "spark.sql.codegen.hugeMethodLimit" -> limit) {
        // The defaults of Spark 4 are tested with all conditions.
        val tested = if (turn == 0) onOneColumn.zipWithIndex else some(onOneColumn.zipWithIndex, 2, turn)
        val ways = tested.groupMap { case (_, index) => ((index / 2 + turn) % 2, (index / 4 + turn) % 2 == 0) } {
          case (condition, index) => if (index % 3 == 0) s"few LIKE '%e%' AND ($condition)" else condition
        }
        for (((reader, dictionaries), conditions) <- ways) {
          val (_, read) = readers(reader)
          checkAll(read, conditions, selected = true, filtered = false, if (dictionaries) strings else plain)
        }
      }
    }

  for ((name, read) <- readers; path <- Seq(() => strings, () => plain))
    test(s"$name, ${if (path() == plain) "without" else "with"} dictionaries: Spark's code runs once for each value") {
      spark.udf.register("counted", (n: Int) => ColumnConditionSpec.counted(n % 3 == 1))
      spark.udf.register("counted_text", (text: String) => ColumnConditionSpec.counted(text == null || text.length > 5))
      read(path()).createOrReplaceTempView("v")
      def callsOf(condition: String): Int = {
        ColumnConditionSpec.calls.set(0)
        val frame = spark.sql(s"SELECT id FROM v WHERE $condition")
        assert(frame.collect().nonEmpty, condition)
        assert(selections(frame).nonEmpty && filters(frame).isEmpty, condition)
        ColumnConditionSpec.calls.get
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
      val cases = for {
        condition <- conditions
        ansi <- Seq("true", "false")
        limit <- Seq("65535", "1")
      } yield (condition, ansi, limit)
      for ((condition, ansi, limit) <- some(cases, 3, readers.map(_._1).indexOf(name)))
        withConf("spark.sql.ansi.enabled" -> ansi, "spark.sql.codegen.hugeMethodLimit" -> limit) {
          val (rows, error, _) = outcome(builtIn, condition)
          assert(outcome(read, condition) === ((rows, error, true)), s"$condition, ANSI $ansi, $limit bytes")
          assert(rows.forall(_.nonEmpty) && rows.isDefined === error.isEmpty, condition)
          if (ansi == "false") assert(rows.isDefined, condition)
        }
      withConf("spark.sql.ansi.enabled" -> "true") {
        assert(conditions.map(outcome(read, _)._2.nonEmpty) === Seq(false, false, false, true, false, false, false))
        assert(outcome(read, "100 / (unique - 7919 * 140000) > -1")._2.contains("DIVIDE_BY_ZERO"))
        // Spark stops before the row for which the condition fails, with and without generated code.
        val limited = "CAST(IF(n > 2, 'x', CAST(n AS STRING)) AS INT) >= 1 LIMIT 2"
        for (maxFields <- Seq("100", "1"))
          withConf("spark.sql.codegen.maxFields" -> maxFields) {
            assert(outcome(builtIn, limited)._1.map(_.size) === Some(2))
            // A scan by V1 returns rows instead of batches if it has more columns than maxFields.
            val isTested = maxFields == "100" || name == "V2"
            assert(outcome(read, limited) === outcome(builtIn, limited).copy(_3 = isTested))
          }
        assert(outcome(read, "n <> 50 AND 100 / (n - 50) > 4")._1.map(_.size) === Some(1500 * 24))
      }
      // The metric counts the rows that generated code selects.
      read(path).createOrReplaceTempView("v")
      val frame = spark.sql("SELECT id FROM v WHERE hash(unique) % 3 = 1")
      val rows = frame.collect().length
      assert(selections(frame).map(_.metrics("numOutputRows").value) === Seq(rows))
      assert(spark.sql("SELECT id FROM v WHERE hash(unique) % 3 = 1 AND id > 100000 LIMIT 7").collect().length === 7)
    }
}

private object ColumnConditionSpec {

  /** The number of calls of functions of users, in tasks of this JVM. */
  val calls = new AtomicInteger

  def counted(result: Boolean): Boolean = {
    calls.incrementAndGet()
    result
  }
}
