package io.pq2.spark

import scala.util.Random

import io.pq2.hadoop.metrics.ScanCounter
import org.apache.spark.sql.functions.{col, expr, lit}
import org.apache.spark.sql.{Column, DataFrame}

/** Compares random filters on random tables of all types with Spark's own source. V2 and V1 take turns. The tables
  * are written by pq2, and by Spark with several settings. `-Dpq2.filters=n` runs n filters on each table by both, with
  * another seed each time.
  */
@RandomPart
class FilterDifferenceSpec extends SparkSpec {

  private val rows = 1500

  /** The literals of each column, which are also its values. */
  private val pools: Seq[(String, Seq[String])] = Seq(
    "flag" -> Seq("true", "false"),
    "tiny" -> Seq("-128Y", "127Y", "0Y", "5Y"),
    "short" -> Seq("-32768S", "32767S", "0S", "300S"),
    "int" -> Seq("-2147483648", "2147483647", "0", "7", "8", "1000000"),
    "long" -> Seq("-9223372036854775808L", "9223372036854775807L", "0L", "9007199254740993L", "9007199254740992L"),
    "float" -> numbers("FLOAT", "1.5", "-2.25", "0.1", "16777216", "3.4028235E38"),
    "double" -> numbers("DOUBLE", "1.5", "-2.25", "0.1", "9007199254740992", "1.7976931348623157E308", "4.9E-324"),
    "text" -> Seq("''", "'a'", "'ab'", "'abc'", "'b'", "'ß€'", "'zzz'", "'a b'"),
    "bytes" -> Seq("X''", "X'00'", "X'61'", "X'FF'", "X'6162FF'"),
    "day" -> Seq(
      "0001-01-01",
      "1500-03-01",
      "1582-10-04",
      "1582-10-15",
      "1969-12-31",
      "1970-01-01",
      "2024-02-29",
      "9999-12-31"
    )
      .map(day => s"DATE'$day'"),
    "instant" -> times("TIMESTAMP"),
    "local" -> times("TIMESTAMP_NTZ"),
    "dec9" -> decimals(9, 2, "0", "1.25", "-1.25", "9999999.99", "-9999999.99"),
    "dec18" -> decimals(18, 4, "0", "1.25", "99999999999999.9999", "-99999999999999.9999"),
    "dec38" -> decimals(38, 6, "0", "1.25", "-0.000001", "99999999999999999999999999999999.999999"),
    "months" -> Seq("INTERVAL '0' MONTH", "INTERVAL '-7' MONTH", "INTERVAL '178956970' YEAR"),
    "seconds" -> Seq("INTERVAL '0' SECOND", "INTERVAL '-1.5' SECOND", "INTERVAL '106751991' DAY")
  )

  private def numbers(name: String, values: String*): Seq[String] =
    (values ++ Seq("-0.0", "0.0", "NaN", "Infinity", "-Infinity")).map(value => s"$name('$value')")

  private def decimals(precision: Int, scale: Int, values: String*): Seq[String] =
    values.map(value => s"CAST('$value' AS DECIMAL($precision, $scale))")

  private def times(name: String): Seq[String] =
    Seq(
      "0001-01-02 00:00:00",
      "1500-03-01 12:00:00",
      "1899-12-31 23:59:59.999",
      "1969-12-31 23:59:59.999",
      "1970-01-01 00:00:00",
      "2020-03-08 02:30:00.123",
      "2024-02-29 12:34:56.789",
      "9999-12-30 23:59:59.999"
    ).map(time => s"$name'$time'")

  /** Returns one of some literals or null: constant within a run of rows, or random for each row. */
  private def pick(name: String, literals: Seq[String], seed: Int): Column = {
    val every = if (name.hashCode % 3 == 0) 1 else 150
    val choice = s"pmod(xxhash64(id DIV $every, $seed, '$name'), ${literals.size})"
    val isNull = s"pmod(xxhash64(id, $seed, '$name is null'), 6) = 0"
    expr(s"IF($isNull, NULL, element_at(array(${literals.mkString(", ")}), CAST($choice + 1 AS INT)))").as(name)
  }

  private def frame(seed: Int): DataFrame = {
    val scalars = pools.map { case (name, literals) => pick(name, literals, seed) }
    val flat = spark.range(0, rows, 1, 1).select(col("id") +: scalars: _*)
    def isNull(name: String) = s"pmod(xxhash64(id, $seed, '$name'), 5) = 0"
    flat.withColumns(
      Map(
        "struct" -> expr(
          s"IF(${isNull("struct")}, NULL, NAMED_STRUCT('int', int, 'text', text, 'inner'," +
            s" IF(${isNull("inner")}, NULL, NAMED_STRUCT('double', double, 'dec9', dec9, 'instant', instant))))"
        ),
        "list" -> expr(s"IF(${isNull("list")}, NULL, array_repeat(int, CAST(id % 3 AS INT)))"),
        "map" -> expr(s"IF(${isNull("map")}, NULL, map('k', double))"),
        "texts" -> expr("array(text, 'q', NULL)"),
        "days" -> expr(s"IF(${isNull("days")}, NULL, map(CAST(id DIV 150 AS INT), day))"),
        "structs" -> expr("array(NULL, named_struct('instant', instant, 'dec9', dec9))")
      )
    )
  }

  private val nested = Map(
    "struct.int" -> "int",
    "struct.text" -> "text",
    "struct.inner.double" -> "double",
    "struct.inner.dec9" -> "dec9",
    "struct.inner.instant" -> "instant"
  )

  private val columns: IndexedSeq[(String, Seq[String])] = {
    val byName = pools.toMap
    (pools ++ nested.map { case (path, like) => path -> byName(like) }).toIndexedSeq
  }

  private val groups = IndexedSeq("struct", "struct.inner", "list", "map", "texts", "days", "structs")

  /** Arrays, with the literals of their elements. */
  private val arrays: IndexedSeq[(String, Seq[String])] = {
    val byName = pools.toMap
    IndexedSeq(
      "list" -> byName("int"),
      "texts" -> byName("text"),
      "map_values(map)" -> byName("double"),
      "map_values(days)" -> byName("day"),
      "structs.instant" -> byName("instant"),
      "structs.dec9" -> byName("dec9")
    )
  }

  private class Conditions(random: Random) {

    private def oneOf[T](choices: collection.Seq[T]): T = choices(random.nextInt(choices.size))

    def condition(depth: Int): String =
      random.nextInt(if (depth == 0) 1 else 5) match {
        case 1 => s"(${condition(depth - 1)} AND ${condition(depth - 1)})"
        case 2 => s"(${condition(depth - 1)} OR ${condition(depth - 1)})"
        case 3 => s"NOT (${condition(depth - 1)})"
        case _ => leaf()
      }

    private def leaf(): String =
      if (random.nextInt(12) == 0) s"${oneOf(groups)} IS ${oneOf(Seq("", "NOT "))}NULL"
      else if (random.nextInt(6) == 0) onElements()
      else {
        val (name, literals) = oneOf(columns)
        random.nextInt(10) match {
          case 0                          => s"$name IS NULL"
          case 1                          => s"$name IS NOT NULL"
          case 2                          => s"$name <=> ${oneOf(literals :+ "NULL")}"
          case 3                          => in(name, Seq.fill(1 + random.nextInt(4))(oneOf(literals)))
          case 4                          => in(name, literals ++ literals.reverse)
          case 5 if name.endsWith("text") =>
            s"$name LIKE '${oneOf(Seq("a%", "%b", "%b%", "%€", "ab", "%", "%a%b%", "a_", "%ß_"))}'"
          case 6 if isTime(name) => onPeriod(name, literals)
          case _                 => s"$name ${oneOf(Seq("=", "<>", "<", "<=", ">", ">="))} ${oneOf(literals)}"
        }
      }

    /** A condition on the elements of an array or the entries of a map. */
    private def onElements(): String = {
      val (array, literals) = oneOf(arrays)
      val operator = oneOf(Seq("=", "<>", "<", "<=", ">", ">=", "<=>"))
      def onElement = s"x $operator ${oneOf(literals)}"
      random.nextInt(8) match {
        case 0 => s"array_contains($array, ${oneOf(literals)})"
        case 1 => s"exists($array, x -> $onElement)"
        case 2 => s"exists($array, x -> $onElement ${oneOf(Seq("AND", "OR"))} ${in("x", literals.take(2))})"
        case 3 => s"arrays_overlap($array, array(${oneOf(literals)}, ${oneOf(literals)}, NULL))"
        case 4 => s"map['${oneOf(Seq("k", "l"))}'] $operator ${oneOf(pools.toMap.apply("double"))}"
        case 5 => s"days[${random.nextInt(11)}] $operator ${oneOf(pools.toMap.apply("day"))}"
        case 6 => s"map_contains_key(days, ${random.nextInt(11)})"
        case _ => s"size($array) $operator ${random.nextInt(4) - 1}"
      }
    }

    private def isTime(name: String) = Seq("day", "instant", "local").exists(name.endsWith)

    /** A condition on the year of a date or timestamp, or on the unit that it is in. */
    private def onPeriod(name: String, literals: Seq[String]): String = {
      val operator = oneOf(Seq("=", "<", "<=", ">", ">="))
      val unit = oneOf(Seq("YEAR", "QUARTER", "MONTH", "WEEK", "DAY", "HOUR"))
      def day = oneOf(Seq("0001-01-02", "1500-02-28", "1582-10-04", "1970-01-01", "2020-03-08", "9999-12-31"))
      random.nextInt(7) match {
        case 3 => s"date_trunc('$unit', $name) IN (${oneOf(literals)}, ${oneOf(literals)})"
        case 4 => s"CAST($name AS DATE) $operator DATE'$day'"
        case 5 => s"CAST($name AS DATE) ${oneOf(Seq("IN", "NOT IN"))} (DATE'$day', DATE'$day')"
        case 0 => s"year($name) $operator ${oneOf(Seq(-5, 1, 2, 1500, 1582, 1969, 1970, 2020, 9998, 9999, 20000))}"
        case 1 => s"year($name) ${oneOf(Seq("IN", "NOT IN"))} (1582, 1970, 2024)"
        case 2 => s"${oneOf(literals)} $operator date_trunc('$unit', $name)"
        case _ => s"trunc($name, '$unit') $operator ${oneOf(Seq("1500-03-01", "1582-10-01", "1970-01-01", "2024-02-26")
              .map(day => s"DATE'$day'"))}"
      }
    }

    private def in(name: String, literals: Seq[String]): String = {
      val withNull = if (random.nextInt(4) == 0) literals :+ "NULL" else literals
      s"$name ${oneOf(Seq("IN", "NOT IN"))} (${withNull.mkString(", ")})"
    }
  }

  /** A kind of table: its writer and the settings of the write. */
  private case class Sample(name: String, format: String, settings: (String, String)*)

  private val timestamps = "spark.sql.parquet.outputTimestampType"
  private val samples = Seq(
    Sample("pq2 with microseconds", "pq2", timestamps -> "TIMESTAMP_MICROS"),
    Sample("pq2 with INT96", "pq2", timestamps -> "INT96"),
    Sample("Spark's with INT96", "parquet", timestamps -> "INT96"),
    Sample("Spark's with milliseconds", "parquet", timestamps -> "TIMESTAMP_MILLIS"),
    Sample(
      "Spark's of the Julian calendar",
      "parquet",
      timestamps -> "TIMESTAMP_MICROS",
      "spark.sql.parquet.datetimeRebaseModeInWrite" -> "LEGACY",
      "spark.sql.parquet.writeLegacyFormat" -> "true"
    ),
    Sample(
      "Spark's of the Julian calendar with INT96",
      "parquet",
      timestamps -> "INT96",
      "spark.sql.parquet.datetimeRebaseModeInWrite" -> "LEGACY",
      "spark.sql.parquet.int96RebaseModeInWrite" -> "LEGACY"
    )
  )

  private val configuredFilters = Integer.getInteger("pq2.filters", 0).intValue
  private val perTable = if (configuredFilters > 0) configuredFilters else 40
  private val perQuery = 10

  private def write(sample: Sample, frame: DataFrame, path: String): Unit =
    withConf(sample.settings: _*) {
      frame.write
        .mode("append")
        .option("parquet.block.size", "16384")
        .option("parquet.page.size", "2048")
        .option("parquet.page.row.count.limit", "100")
        .option("parquet.block.row.count.limit", "300")
        .format(sample.format)
        .save(path)
    }

  /** Returns the rows that satisfy each condition, by its number; one scan per condition. */
  private def kept(table: DataFrame, conditions: Seq[String]): DataFrame =
    conditions.zipWithIndex
      .map { case (condition, index) => table.where(condition).select(lit(index).as("condition"), col("id")) }
      .reduce(_ union _)

  private def byCondition(frame: DataFrame): Map[Int, Seq[Long]] =
    frame.collect().toSeq.groupMap(_.getInt(0))(_.getLong(1)).map { case (index, ids) => index -> ids.sorted }

  /** Returns the same rows from a single pass over all rows. */
  private def expected(table: DataFrame, conditions: Seq[String]): Map[Int, Seq[Long]] = {
    val truths = conditions.zipWithIndex.map { case (condition, index) => expr(condition).as(s"is$index") }
    val checked = table.select(col("id") +: truths: _*).collect().toSeq
    conditions.indices
      .map(index =>
        index -> checked.filter(row => !row.isNullAt(index + 1) && row.getBoolean(index + 1)).map(_.getLong(0))
      )
      .collect { case (index, ids) if ids.nonEmpty => index -> ids.sorted }
      .toMap
  }

  for ((sample, index) <- samples.zipWithIndex)
    test(s"filters select the same rows of files of ${sample.name}") {
      val seed = if (configuredFilters > 0) Random.nextInt() else index
      val path = newPath("differences")
      write(sample, frame(seed), path)
      check(path, seed, rows)
    }

  test("filters select the same rows of a table whose files differ in calendar, units and order of columns") {
    val seed = if (configuredFilters > 0) Random.nextInt() else samples.size
    val path = newPath("mixed")
    // One task reads the files by their names, and meets each kind of file again after others.
    for ((sample, index) <- (samples ++ samples).zipWithIndex) {
      val part = frame(seed + index).withColumn("id", col("id") + index * rows)
      val columns = if (index % 4 < 2) part.columns else part.columns.reverse
      write(sample, part.select(columns.map(col).toIndexedSeq: _*), path)
    }
    check(path, seed, 2 * samples.size * rows)
  }

  /** Compares random filters on a table.
    *
    * @param rows the number of rows of the table
    */
  private def check(path: String, seed: Int, rows: Int): Unit = {
    info(s"seed $seed, $perTable filters")
    val random = new Random(seed)
    var skipped = 0L
    var selective = 0
    withConf("spark.sql.files.minPartitionNum" -> "1", "spark.sql.adaptive.enabled" -> "false") {
      val reference = withConf("spark.sql.parquet.filterPushdown" -> "false")(builtIn(path).cache())
      for (start <- 0 until perTable by perQuery) {
        val conditions = Seq.fill(math.min(perQuery, perTable - start))(new Conditions(random).condition(3))
        val expectedRows = expected(reference, conditions)
        selective += expectedRows.values.count(_.size < rows)
        val readers = Seq("V2" -> pq2(path), "V1" -> pq2V1(path))
        for ((reader, table) <- if (configuredFilters > 0) readers else some(readers, 2, start / perQuery)) {
          val query = kept(table, conditions)
          val found = byCondition(query)
          conditions.zipWithIndex.foreach { case (condition, number) =>
            val clue = s"seed $seed, $reader, $condition"
            assert(found.getOrElse(number, Nil) === expectedRows.getOrElse(number, Nil), clue)
          }
          skipped +=
            query.queryExecution.executedPlan
              .collectLeaves()
              .flatMap(_.metrics.get(ScanCounter.ROW_GROUPS_SKIPPED.metricName))
              .map(_.value)
              .sum
        }
      }
      reference.unpersist()
    }
    assert(skipped > 0)
    assert(selective > perTable / 10, "conditions that keep some rows and drop others")
  }
}
