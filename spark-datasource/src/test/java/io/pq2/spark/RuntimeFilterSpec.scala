package io.pq2.spark

import java.io.StringWriter

import scala.util.Random

import io.pq2.hadoop.metrics.ScanCounter
import org.apache.logging.log4j.core.Logger
import org.apache.logging.log4j.core.appender.WriterAppender
import org.apache.logging.log4j.{Level, LogManager}
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanHelper
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.execution.exchange.BroadcastExchangeExec
import org.apache.spark.sql.execution.{FileSourceScanExec, SparkPlan}
import org.apache.spark.sql.functions.col

/** Joins pass the keys of their broadcast side to the scan of the other side, for every column, by V1 and V2. */
class RuntimeFilterSpec extends SparkSpec with AdaptiveSparkPlanHelper {

  private val Off = Seq(
    "pq2.runtimeFilters" -> "false",
    "spark.sql.optimizer.dynamicPartitionPruning.enabled" -> "false",
    "spark.sql.parquet.filterPushdown" -> "false"
  )

  private def scans(frame: DataFrame): Seq[SparkPlan] = collect(frame.queryExecution.executedPlan) {
    case scan: BatchScanExec      => scan
    case scan: FileSourceScanExec => scan
  }

  /** Returns the filters by keys in all scans of a query. */
  private def keyFilters(frame: DataFrame): Seq[String] = scans(frame).flatMap {
    case scan: BatchScanExec      => scan.runtimeFilters
    case scan: FileSourceScanExec => scan.dataFilters
    case _                        => Nil
  }.map(_.toString).filter(_.contains("joinkeys#"))

  /** Returns the number of broadcasts that a query runs. */
  private def broadcasts(frame: DataFrame): Int =
    collectWithSubqueries(frame.queryExecution.executedPlan) { case exchange: BroadcastExchangeExec => exchange }
      .map(System.identityHashCode).distinct.size

  private def scanOf(frame: DataFrame, column: String): SparkPlan =
    scans(frame).find(_.output.exists(_.name == column)).get

  private def metric(frame: DataFrame, column: String, name: String): Long = scanOf(frame, column).metrics(name).value

  private lazy val facts: String = {
    val path = newPath("facts")
    spark.range(0, 100000, 1, 2).selectExpr(
      "id",
      "id * 7 AS sparse",
      "CAST(id % 1000 AS INT) AS k",
      "concat('key ', id % 1000) AS name",
      "sha1(CAST(id AS STRING)) AS payload"
    ).write.option("parquet.block.row.count.limit", "5000").format("pq2").save(path)
    path
  }

  private lazy val keys: String = {
    val path = newPath("keys")
    spark.range(0, 20000, 1, 1).selectExpr(
      "id AS key",
      "id * 7 AS wide",
      "CAST(id AS INT) AS small",
      "concat('key ', id) AS label",
      "id % 10 AS class"
    ).write.format("pq2").save(path)
    path
  }

  private val readers = Seq[(String, String => DataFrame)]("V2" -> pq2, "V1" -> pq2V1)

  private def views(read: String => DataFrame): Unit = {
    read(facts).createOrReplaceTempView("f")
    read(keys).createOrReplaceTempView("k")
  }

  for ((name, read) <- readers; adaptive <- Seq("true", "false"))
    test(s"$name, adaptive $adaptive: row groups and rows without a key are not returned") {
      views(read)
      val joins = Seq(
        // A few keys in one row group.
        ("SELECT payload, key FROM f JOIN k ON id = key WHERE key BETWEEN 7000 AND 7002", 3L, true),
        // Many keys, spread over two row groups.
        (
          "SELECT payload, key FROM f JOIN k ON sparse = wide WHERE key > 2999 AND key < 9000 AND class < 5",
          3000L,
          true
        ),
        // Keys in every row group.
        ("SELECT payload, label FROM f JOIN k ON name = label WHERE key IN (3, 50, 999)", 300L, false),
        ("SELECT payload FROM f LEFT SEMI JOIN (SELECT * FROM k WHERE key = 12) ON k = small", 100L, false)
      )
      withConf("spark.sql.adaptive.enabled" -> adaptive) {
        for ((query, rows, prunes) <- joins) {
          val expected = withConf(Off: _*) {
            val frame = spark.sql(query)
            (SparkSpec.sorted(frame.collect()), metric(frame, "payload", "numOutputRows"), keyFilters(frame))
          }
          assert(expected._2 === 100000 && expected._3.isEmpty)
          val found = spark.sql(query)
          assert(SparkSpec.sorted(found.collect()) === expected._1, query)
          assert(keyFilters(found).size === 1, query)
          assert(metric(found, "payload", "numOutputRows") < rows * 4 + 5000, query)
          if (prunes) assert(metric(found, "payload", "numOutputRows") < 12000, query)
          assert(broadcasts(found) === 1, "the keys are those of the join's broadcast")
        }
      }
    }

  test("keys pass through projections, filters and other joins to the scan") {
    for ((name, read) <- readers) {
      views(read)
      val query = "SELECT a.renamed, b.label FROM (SELECT id AS renamed, k, payload FROM f WHERE payload > '1') a " +
        "JOIN k b ON a.renamed = b.key JOIN k c ON a.k = c.small WHERE b.class = 3 AND c.class = 4 AND c.key < 500"
      val expected = withConf(Off: _*)(SparkSpec.sorted(spark.sql(query).collect()))
      val found = spark.sql(query)
      assert(SparkSpec.sorted(found.collect()) === expected, name)
      assert(keyFilters(found).size >= 1, name)
    }
  }

  test("joins that return rows without a match get no filter") {
    for ((_, read) <- readers) {
      views(read)
      for (join <- Seq("LEFT JOIN", "LEFT ANTI JOIN", "FULL JOIN")) {
        val query = s"SELECT count(*) FROM f $join (SELECT * FROM k WHERE key = 5) k ON id = key"
        val frame = spark.sql(query)
        assert(frame.collect().head.getLong(0) === (if (join == "LEFT ANTI JOIN") 99999L else 100000L))
        assert(keyFilters(frame).isEmpty)
      }
    }
  }

  test("without a filter on the other side, and where turned off, there is no filter") {
    for ((_, read) <- readers) {
      views(read)
      val all = spark.sql("SELECT payload FROM f JOIN k ON id = key")
      assert(all.collect().length === 20000 && keyFilters(all).isEmpty)
      withConf("pq2.runtimeFilters" -> "false") {
        val off = spark.sql("SELECT payload FROM f JOIN k ON id = key WHERE class = 3")
        assert(off.collect().length === 2000 && keyFilters(off).isEmpty)
      }
    }
    val option = spark.read.format("pq2").option("pq2.runtimeFilters", "false").load(facts)
    val joined = option.join(pq2(keys).where("class = 3"), col("id") === col("key"))
    assert(joined.collect().length === 2000 && keyFilters(joined).isEmpty)
  }

  test("thousands of keys are passed only to a scan that is large enough") {
    for ((name, read) <- readers) {
      views(read)
      for ((columns, passed) <- Seq("id" -> false, "id, payload, name" -> true); classes <- Seq(1, 3)) {
        val query = s"SELECT $columns FROM f JOIN k ON id = key WHERE class < $classes"
        val frame = spark.sql(query)
        assert(frame.collect().length === classes * 2000)
        assert(keyFilters(frame).nonEmpty === (classes == 1 || passed), s"$name: $query")
      }
    }
  }

  test("a held query sees the same rows each time, also by partitions from footers") {
    for ((_, read) <- readers; splits <- Seq("midpoint", "footers"))
      withConf("pq2.splits" -> splits) {
        views(read)
        val held = spark.sql("SELECT payload FROM f JOIN k ON id = key WHERE class = 3 AND key < 100")
        assert(held.collect().length === 10)
        assert(held.collect().length === 10)
        assert(spark.table("f").count() === 100000)
      }
  }

  private val types = Seq(
    "BIGINT" -> Seq("0", "-1", "5", "9223372036854775807", "-9223372036854775808"),
    "INT" -> Seq("0", "-1", "5", "2147483647", "-2147483648"),
    "SMALLINT" -> Seq("0", "-1", "5", "32767"),
    "TINYINT" -> Seq("0", "-1", "127", "-128"),
    "STRING" -> Seq("''", "'a'", "'a '", "'ß€'", "'A'"),
    "STRING COLLATE UTF8_LCASE" -> Seq("'a'", "'A'", "'b'", "'ß'"),
    "DATE" -> Seq("DATE'1970-01-01'", "DATE'1500-03-01'", "DATE'2024-02-29'", "DATE'9999-12-31'"),
    "TIMESTAMP" ->
      Seq("TIMESTAMP'1970-01-01 00:00:00'", "TIMESTAMP'1883-11-18 12:00:00'", "TIMESTAMP'2024-02-29 1:2:3.4567'"),
    "TIMESTAMP_NTZ" -> Seq("TIMESTAMP_NTZ'1970-01-01 00:00:00'", "TIMESTAMP_NTZ'2024-02-29 12:34:56.789'"),
    "DECIMAL(9,2)" -> Seq("0", "-1.25", "5.00", "1234567.89"),
    "DECIMAL(30,4)" -> Seq("0", "-1.25", "99999999999999999999999999.9999"),
    "DOUBLE" -> Seq("0.0D", "-0.0D", "double('NaN')", "double('Infinity')", "1.5D"),
    "FLOAT" -> Seq("float(0.0)", "float('-0.0')", "float('NaN')", "float(1.5)"),
    "BOOLEAN" -> Seq("true", "false"),
    "BINARY" -> Seq("X''", "X'00'", "X'00FF'")
  )

  test("random joins have the answers of the built-in source without any pushdown") {
    val random = new Random(7)
    for ((columnType, values) <- types) {
      def table(rows: Int, few: Boolean): DataFrame = {
        val pool = if (few) random.shuffle(values).take(2) :+ "NULL" else values :+ "NULL"
        val array = pool.map(value => s"CAST($value AS $columnType)").mkString("ARRAY(", ", ", ")")
        spark.range(0, rows, 1, 1).selectExpr("id", s"element_at($array, CAST(id % ${pool.size} AS INT) + 1) AS v")
      }
      val (left, right) = (newPath("left"), newPath("right"))
      val writer = if (random.nextBoolean()) "pq2" else "parquet"
      table(200, few = false).write.option("parquet.block.row.count.limit", "50").format(writer).save(left)
      table(6, few = true).write.format("parquet").save(right)
      val others = Seq("LEFT SEMI JOIN", "LEFT JOIN", "RIGHT JOIN", "LEFT ANTI JOIN", "FULL JOIN")
      for (join <- "JOIN" +: random.shuffle(others).take(1)) {
        val columns = if (join.contains("SEMI") || join.contains("ANTI")) "l.id, l.v" else "l.id, l.v, r.id, r.v"
        val operator = if (random.nextInt(4) == 0) "<=>" else "="
        val condition = if (random.nextBoolean()) " AND l.id <> r.id + 1" else ""
        val query = s"SELECT $columns FROM l $join (SELECT * FROM r WHERE id <> 4) r ON l.v $operator r.v$condition"
        def answer(read: String => DataFrame, settings: (String, String)*): Seq[String] =
          withConf(settings: _*) {
            read(left).createOrReplaceTempView("l")
            read(right).createOrReplaceTempView("r")
            SparkSpec.sorted(spark.sql(query).collect())
          }
        val expected = answer(builtIn, Off :+ ("spark.sql.adaptive.enabled" -> "false"): _*)
        for ((name, read) <- readers; adaptive <- Seq(random.nextBoolean().toString)) {
          val found = answer(read, "spark.sql.adaptive.enabled" -> adaptive)
          assert(found === expected, s"$name $adaptive $columnType $query")
        }
      }
    }
  }

  test("padded strings of a table with CHAR columns") {
    try {
      spark.sql("CREATE TABLE padded (id INT, c CHAR(5)) USING pq2")
      spark.sql("INSERT INTO padded VALUES (1, 'a'), (2, 'ab'), (3, NULL)")
      pq2(keys).createOrReplaceTempView("k")
      val query = "SELECT p.id FROM padded p " +
        "JOIN (SELECT CAST('a    ' AS STRING) AS x, key FROM k WHERE key < 3) ON c = x"
      assert(spark.sql(query).collect().map(_.getInt(0)).distinct.toSeq === Seq(1))
    } finally spark.sql("DROP TABLE IF EXISTS padded")
  }

  test("keys are compared in the type, unit, calendar and place that a column has in each file") {
    val timestamps = "spark.sql.parquet.outputTimestampType"
    val kinds = Seq(
      ("BIGINT", Seq(timestamps -> "TIMESTAMP_MICROS")),
      ("INT", Seq(timestamps -> "TIMESTAMP_MILLIS")),
      ("BIGINT", Seq(timestamps -> "INT96")),
      ("INT", Seq(timestamps -> "TIMESTAMP_MICROS", "spark.sql.parquet.datetimeRebaseModeInWrite" -> "LEGACY"))
    )
    // The calendars of dates switch on the day 501, those of timestamps later.
    def day(number: String) = s"date_add(DATE'1581-06-01', CAST($number AS INT))"
    def instant(number: String) = s"timestamp_seconds($number * 86400 - 2252000000)"
    val path = newPath("mixed")
    // One task reads the files, and meets each kind of file again after others.
    for (((integer, settings), index) <- (kinds ++ kinds).zipWithIndex) withConf(settings: _*) {
      val columns = Seq(
        "id",
        s"CAST(id % 1000 AS $integer) AS k",
        s"${day("id % 1000")} AS day",
        s"${instant("id % 1000")} AS at"
      )
      val ordered = if (index % 2 == 0) columns else columns.reverse
      spark.range(index * 1000, (index + 1) * 1000, 1, 1)
        .selectExpr(ordered: _*)
        .write.mode("append").format("parquet").save(path)
    }
    views(pq2)
    val schema = "id BIGINT, k BIGINT, day DATE, at TIMESTAMP"
    try {
      spark.sql(s"CREATE TABLE mixed_v1 ($schema) USING pq2 LOCATION '$path'")
      spark.read.schema(schema).format("pq2").load(path).createOrReplaceTempView("mixed_v2")
      for (
        table <- Seq("mixed_v1", "mixed_v2");
        condition <- Seq("k = key", "day = d", "at = t");
        // Few keys are compared with statistics, many are looked up.
        (first, count) <- Seq(450 -> 60, 100 -> 800)
      ) {
        val keys = s"(SELECT key, ${day("key")} AS d, ${instant("key")} AS t FROM k " +
          s"WHERE class < 5 AND key BETWEEN $first AND ${first + count - 1})"
        val query = s"SELECT m.id FROM $table m JOIN $keys ON m.$condition"
        val expected = withConf(Off: _*)(SparkSpec.sorted(spark.sql(query).collect()))
        // The hybrid calendar lacks ten days, which are written as later ones.
        assert(expected.size >= 8 * (count / 2 - 10))
        val found = spark.sql(query)
        assert(SparkSpec.sorted(found.collect()) === expected, query)
        assert(keyFilters(found).size === 1, query)
      }
    } finally {
      spark.sql("DROP TABLE IF EXISTS mixed_v1")
      spark.catalog.dropTempView("mixed_v2")
    }
  }

  test("the plan, the metrics and the explanation have the keys") {
    val lines = new StringWriter
    val appender = WriterAppender.createAppender(null, null, lines, "explanations", false, true)
    val logger = LogManager.getLogger("io.pq2.hadoop.ExplanationLog").asInstanceOf[Logger]
    val level = logger.getLevel
    appender.start()
    logger.addAppender(appender)
    logger.setLevel(Level.INFO)
    try
      for ((_, read) <- readers) withConf("pq2.read.explain" -> "true") {
        views(read)
        val frame = spark.sql("SELECT payload FROM f JOIN k ON id = key WHERE class = 3 AND wide < 7000")
        lines.getBuffer.setLength(0)
        assert(frame.collect().length === 100)
        assert(frame.queryExecution.executedPlan.toString.contains("dynamicpruningexpression(id"))
        assert(metric(frame, "payload", ScanCounter.SKIPPED_BY_STATISTICS.metricName) === 19)
        assert(metric(frame, "payload", ScanCounter.ROWS_FILTERED.metricName) > 0)
        assert(lines.toString.contains("id >= 3 AND id <= 993 AND id PASSES 100 keys\n"), lines)
      }
    finally {
      logger.removeAppender(appender)
      logger.setLevel(level)
    }
  }
}
