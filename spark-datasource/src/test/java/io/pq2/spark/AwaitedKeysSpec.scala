package io.pq2.spark

import java.util.concurrent.atomic.AtomicInteger

import scala.collection.mutable

import io.pq2.spark.internal.files.keys.KnownKeys
import io.pq2.spark.internal.operators.AwaitedKeysExec
import io.pq2.spark.internal.v2.Pq2Scan
import org.apache.spark.scheduler.{SparkListener, SparkListenerTaskEnd}
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.execution.adaptive.{AdaptiveSparkPlanExec, AdaptiveSparkPlanHelper}
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.execution.joins.{BroadcastHashJoinExec, ShuffledJoin, SortMergeJoinExec}
import org.apache.spark.sql.execution.{FileSourceScanExec, SparkPlan}

/** In adaptive queries, joins pass keys to scans of other stages, which wait for them, by V1 and V2. */
class AwaitedKeysSpec extends SparkSpec with AdaptiveSparkPlanHelper {

  private val shuffled = Seq(
    "spark.sql.autoBroadcastJoinThreshold" -> "-1",
    "spark.sql.adaptive.autoBroadcastJoinThreshold" -> "-1",
    "pq2.runtimeFilters.minBytes" -> "0"
  )
  private val broadcast = Seq("pq2.runtimeFilters.minBytes" -> "0")
  private val off = Seq(
    "pq2.runtimeFilters" -> "false",
    "spark.sql.optimizer.dynamicPartitionPruning.enabled" -> "false",
    "spark.sql.parquet.filterPushdown" -> "false"
  )

  private val readers = Seq[(String, String => DataFrame)]("V2" -> pq2, "V1" -> pq2V1)

  private lazy val facts: String = {
    val path = newPath("facts")
    spark.range(0, 40000, 1, 2).selectExpr(
      "IF(id % 97 = 0, NULL, id) AS id",
      "CAST(id % 1000 AS SMALLINT) AS small",
      "sha1(CAST(id AS STRING)) AS payload",
      "id % 10 AS class"
    ).write.option("parquet.block.row.count.limit", "5000").format("pq2").save(path)
    path
  }

  private lazy val keys: String = {
    val path = newPath("keys")
    spark.range(0, 20000, 1, 1).selectExpr(
      "IF(id % 89 = 0, NULL, id) AS key",
      "CAST(id AS SMALLINT) AS short",
      "id % 10 AS class",
      "concat('key ', id) AS label"
    ).write.format("pq2").save(path)
    path
  }

  private lazy val classes: String = {
    val path = newPath("classes")
    spark.range(0, 10, 1, 1).selectExpr("id AS class", "concat('class ', id) AS name").write.format("pq2").save(path)
    path
  }

  private def views(read: String => DataFrame): Unit = {
    read(facts).createOrReplaceTempView("f")
    read(keys).createOrReplaceTempView("k")
    read(classes).createOrReplaceTempView("c")
  }

  private def scanOf(frame: DataFrame, column: String): SparkPlan =
    collect(frame.queryExecution.executedPlan) {
      case scan: BatchScanExec      => scan
      case scan: FileSourceScanExec => scan
    }.find(_.output.exists(_.name == column)).get

  /** Whether a scan has a filter by keys that were known when it started. */
  private def hasKeys(scan: SparkPlan): Boolean = scan match {
    case scan: BatchScanExec      => scan.scan.asInstanceOf[Pq2Scan].hasRuntimeFilters
    case scan: FileSourceScanExec => scan.dataFilters.exists(_.isInstanceOf[KnownKeys])
    case _                        => false
  }

  private def rowsOf(scan: SparkPlan): Long = scan.metrics("numOutputRows").value

  private def joins(frame: DataFrame): Seq[SparkPlan] = collect(frame.queryExecution.executedPlan) {
    case join: ShuffledJoin          => join
    case join: BroadcastHashJoinExec => join
  }

  private def expected(query: String): Seq[String] =
    withConf(off: _*)(SparkSpec.sorted(spark.sql(query).collect()).toSeq)

  private val ofViews = mutable.Map.empty[String, Seq[String]]

  /** The rows of a query of [[views]], which V1 and V2 and all settings have in common. */
  private def expectedOfViews(query: String): Seq[String] = ofViews.getOrElseUpdate(query, expected(query))

  test("a side of a shuffled join is filtered by the keys of the other side, if the join drops rows without a match") {
    val few = "(SELECT * FROM k WHERE key BETWEEN 7000 AND 7100 OR key IS NULL)"
    val filtered = Seq(
      s"SELECT payload, label FROM f JOIN $few k ON id = key",
      s"SELECT payload, label FROM $few k JOIN f ON id = key",
      s"SELECT payload, label FROM f JOIN $few k ON id = key AND f.class < k.class + 3",
      s"SELECT payload, label FROM $few k LEFT JOIN f ON id = key",
      s"SELECT payload, label FROM f RIGHT JOIN $few k ON id = key",
      s"SELECT payload FROM f LEFT SEMI JOIN $few k ON id = key",
      s"SELECT label FROM $few k LEFT SEMI JOIN (SELECT id, payload FROM f WHERE payload > '1') f ON id = key",
      s"SELECT label FROM $few k LEFT ANTI JOIN (SELECT id, payload FROM f WHERE payload > '1') f ON id = key",
      s"SELECT label, EXISTS (SELECT * FROM f WHERE payload > '1' AND id = key) FROM $few k"
    )
    val others = Seq(
      s"SELECT payload, label FROM f LEFT JOIN $few k ON id = key",
      s"SELECT payload, label FROM f FULL JOIN $few k ON id = key",
      s"SELECT payload FROM f LEFT ANTI JOIN $few k ON id = key",
      "SELECT payload, label FROM f JOIN k ON id = key"
    )
    val queries = filtered.map(_ -> true) ++ others.map(_ -> false)
    for (
      (name, read) <- readers;
      // V1 plans the same operators as V2.
      (query, hasFilter) <- if (name == "V2") queries else some(queries, 3)
    ) {
      views(read)
      withConf(shuffled: _*) {
        val rows = expectedOfViews(query)
        val frame = spark.sql(query)
        assert(SparkSpec.sorted(frame.collect()).toSeq === rows, s"$name: $query")
        assert(joins(frame).exists(_.isInstanceOf[SortMergeJoinExec]), query)
        val scan = scanOf(frame, "payload")
        assert(hasKeys(scan) === hasFilter, s"$name: $query\n${frame.queryExecution.executedPlan}")
        if (hasFilter) assert(rowsOf(scan) <= 10000, query)
      }
    }
  }

  private val otherKeys = Seq(
    "concat('name ', n)",
    "date_add(DATE'1990-01-01', CAST(n AS INT))",
    "timestamp_seconds(n * 1000)",
    "CAST(timestamp_seconds(n * 1000) AS TIMESTAMP_NTZ)",
    "CAST(n AS DECIMAL(9, 2))",
    "CAST(n AS DECIMAL(18, 2))",
    "CAST(n AS DECIMAL(38, 3))"
  )

  test("keys of shuffled joins are also strings, dates, timestamps and decimals") {
    for (key <- otherKeys) {
      val (left, right) = (newPath("left"), newPath("right"))
      spark.range(0, 20000, 1, 2).selectExpr("id AS n", "sha1(CAST(id AS STRING)) AS payload")
        .selectExpr(s"IF(n % 97 = 0, NULL, $key) AS x", "payload")
        .write.option("parquet.block.row.count.limit", "5000").format("pq2").save(left)
      spark.range(0, 5000, 1, 1).selectExpr("id * 4 AS n", "id % 5 AS class")
        .selectExpr(s"IF(n % 89 = 0, NULL, $key) AS y", "class", "n")
        .write.format("pq2").save(right)
      // Few keys are a condition IN, many a set.
      val cases = for (reader <- readers; bound <- Seq(400, 20000)) yield (reader, bound)
      for (((name, read), bound) <- some(cases, 3, otherKeys.indexOf(key))) {
        read(left).createOrReplaceTempView("l")
        read(right).createOrReplaceTempView("r")
        withConf(shuffled: _*) {
          val query = s"SELECT payload, n FROM l JOIN (SELECT * FROM r WHERE class = 3 AND n < $bound) r ON x = y"
          val rows = expected(query)
          val frame = spark.sql(query)
          assert(SparkSpec.sorted(frame.collect()).toSeq === rows, s"$name: $key")
          val scan = scanOf(frame, "payload")
          assert(rows.nonEmpty && hasKeys(scan) && rowsOf(scan) < 5000, s"$name: $key\n${rowsOf(scan)}")
        }
      }
    }
  }

  test("keys pass through casts to wider types and to the dates of timestamps") {
    val (left, right) = (newPath("left"), newPath("right"))
    spark.range(0, 20000, 1, 2).selectExpr(
      "CAST(id AS SMALLINT) AS n",
      "CAST(id AS DECIMAL(9, 2)) AS price",
      "timestamp_seconds(id * 3600) AS at",
      "CAST(timestamp_seconds(id * 3600) AS TIMESTAMP_NTZ) AS local",
      "sha1(CAST(id AS STRING)) AS payload"
    ).write.option("parquet.block.row.count.limit", "1000").format("pq2").save(left)
    spark.range(0, 800, 1, 1).selectExpr(
      "id",
      "id * 10 AS key",
      "CAST(id AS INT) AS small",
      "CAST(id AS DECIMAL(15, 2)) AS cost",
      "date_add(DATE'1970-01-01', CAST(id AS INT)) AS d"
    ).write.format("pq2").save(right)
    val joins = Seq(
      "l JOIN r ON n = key",
      "l JOIN r ON n = small",
      "l JOIN r ON price = cost",
      "l JOIN r ON CAST(at AS DATE) = d",
      "l JOIN r ON to_date(local) = d",
      "(SELECT payload, CAST(at AS DATE) AS day FROM l) JOIN r ON day = d",
      "(SELECT payload, CAST(n AS INT) AS wide FROM l) JOIN r ON wide = key"
    )
    val cases = for {
      reader <- readers
      (kind, isAdaptive) <- Seq(shuffled -> "true", broadcast -> "true", broadcast -> "false")
      zone <- Seq("Pacific/Kiritimati", "America/Los_Angeles")
      join <- joins
    } yield (reader, kind, isAdaptive, zone, join)
    for (((name, read), kind, isAdaptive, zone, join) <- some(cases, 3)) {
      read(left).createOrReplaceTempView("l")
      read(right).createOrReplaceTempView("r")
      val settings = kind :+ ("spark.sql.adaptive.enabled" -> isAdaptive) :+ ("spark.sql.session.timeZone" -> zone)
      withConf(settings: _*) {
        val query = s"SELECT payload, key FROM $join WHERE r.id BETWEEN 300 AND 320"
        val rows = expected(query)
        val frame = spark.sql(query)
        assert(SparkSpec.sorted(frame.collect()).toSeq === rows && rows.nonEmpty, s"$name $zone: $query")
        assert(rowsOf(scanOf(frame, "payload")) < 3000, s"$name $zone: $query\n${frame.queryExecution.executedPlan}")
      }
    }
  }

  test("keys are not translated through other casts, nor collected from dates of timestamps") {
    val (left, right) = (newPath("left"), newPath("right"))
    spark.range(0, 5000, 1, 1).selectExpr(
      "CAST(id AS STRING) AS s",
      "id AS n",
      "CAST(id AS DOUBLE) AS x",
      "date_add(DATE'1970-01-01', CAST(id AS INT)) AS day",
      "sha1(CAST(id AS STRING)) AS payload"
    )
      .write.format("pq2").save(left)
    spark.range(0, 100, 1, 1).selectExpr("id AS key", "CAST(id AS INT) AS small", "timestamp_seconds(id * 86400) AS t")
      .write.format("pq2").save(right)
    val joins =
      Seq("CAST(s AS BIGINT) = key", "CAST(n AS INT) = small", "CAST(x AS BIGINT) = key", "day = CAST(t AS DATE)")
    for ((name, read) <- readers; join <- joins) {
      read(left).createOrReplaceTempView("l")
      read(right).createOrReplaceTempView("r")
      withConf(shuffled: _*) {
        val query = s"SELECT payload, key FROM l JOIN r ON $join WHERE key < 50"
        val rows = expected(query)
        val frame = spark.sql(query)
        assert(SparkSpec.sorted(frame.collect()).toSeq === rows && rows.size >= 49, s"$name: $query")
        assert(!hasKeys(scanOf(frame, "payload")), s"$name: $query")
      }
    }
  }

  test("keys are those of aggregates that HAVING drops, of several columns, or none") {
    val queries = Seq(
      "SELECT payload FROM f JOIN (SELECT class + 7000 AS k7, key FROM k GROUP BY class, key " +
        "HAVING max(label) = 'key 7005') k ON id = key",
      "SELECT payload FROM f WHERE id IN (SELECT key FROM k GROUP BY key HAVING max(label) = 'key 7005')",
      "SELECT payload FROM f WHERE id IN (SELECT key FROM k GROUP BY key HAVING sum(class) + key = 7012)",
      "SELECT payload, label FROM f JOIN (SELECT * FROM k WHERE label LIKE '%99') k ON small = short AND id = key",
      "SELECT payload, label FROM f JOIN (SELECT * FROM k WHERE label = 'none') k ON id = key"
    )
    for ((name, read) <- readers; query <- queries) {
      views(read)
      withConf(shuffled: _*) {
        val rows = expectedOfViews(query)
        val frame = spark.sql(query)
        assert(SparkSpec.sorted(frame.collect()).toSeq === rows, s"$name: $query")
        // A join with an empty side is not executed.
        if (rows.nonEmpty) assert(hasKeys(scanOf(frame, "payload")), s"$name: $query")
      }
    }
  }

  test("each exchange of a chain of joins runs once") {
    val queries = Seq(
      "SELECT max(f.payload), max(g.payload), max(h.payload) FROM k JOIN f ON f.id = k.key " +
        "JOIN f g ON g.small = f.small JOIN f h ON h.id = g.id WHERE k.key IN (7, 8)",
      "SELECT max(h.payload), max(d.payload) FROM f h JOIN (SELECT f.id, f.payload, k.short FROM f " +
        "JOIN k ON f.id = k.key JOIN (SELECT class AS short FROM c WHERE name LIKE '%3') c ON c.short = k.short) d " +
        "ON h.id = d.id"
    )
    for ((name, read) <- readers; query <- queries) {
      views(read)
      withConf(shuffled: _*) {
        val (rows, unfiltered) = readingTasks(withConf(off: _*)(SparkSpec.sorted(spark.sql(query).collect())))
        val (found, filtered) = readingTasks(SparkSpec.sorted(spark.sql(query).collect()))
        assert(found === rows, name)
        assert(filtered <= unfiltered, s"$name: $query")
      }
    }
  }

  /** Runs a query, and counts the tasks that read files. */
  private def readingTasks[T](query: => T): (T, Int) = {
    val tasks = new AtomicInteger
    val listener = new SparkListener {
      override def onTaskEnd(end: SparkListenerTaskEnd): Unit =
        if (end.taskMetrics != null && end.taskMetrics.inputMetrics.bytesRead > 0) tasks.incrementAndGet()
    }
    val context = spark.sparkContext
    context.addSparkListener(listener)
    try {
      val result = query
      ListenerEvents.await(context)
      (result, tasks.get)
    } finally context.removeSparkListener(listener)
  }

  test("keys are not those of aggregates whose results differ from run to run") {
    val sums = Seq("sum(CAST(class AS DOUBLE))", "try_sum(class)", "sum(CAST(class AS DECIMAL(30, 0)))")
    for ((name, read) <- readers; sum <- sums) {
      val query = s"SELECT payload FROM f WHERE id IN (SELECT key FROM k GROUP BY key HAVING $sum > 8)"
      views(read)
      withConf(shuffled: _*) {
        val frame = spark.sql(query)
        assert(SparkSpec.sorted(frame.collect()).toSeq === expectedOfViews(query), name)
        assert(!hasKeys(scanOf(frame, "payload")), name)
      }
    }
  }

  test("keys pass from stage to stage") {
    val query = "SELECT f1.payload, f2.small FROM (SELECT * FROM k WHERE key IN (5, 7007, 19000)) k" +
      " JOIN f f1 ON f1.id = key JOIN f f2 ON f2.id = f1.id" +
      " JOIN (SELECT id AS other FROM f WHERE small < 900) f3 ON other = f2.id"
    for ((name, read) <- readers) {
      views(read)
      withConf(shuffled: _*) {
        val rows = expectedOfViews(query)
        val frame = spark.sql(query)
        assert(SparkSpec.sorted(frame.collect()).toSeq === rows && rows.nonEmpty, name)
        val scans = collect(frame.queryExecution.executedPlan) {
          case scan: BatchScanExec if scan.output.exists(_.name == "id")      => scan
          case scan: FileSourceScanExec if scan.output.exists(_.name == "id") => scan
        }
        assert(scans.size === 3 && scans.forall(hasKeys), s"$name\n${frame.queryExecution.executedPlan}")
      }
    }
  }

  test("a join that became a broadcast gets its keys from the broadcast") {
    for ((name, read) <- readers) {
      views(read)
      withConf("spark.sql.autoBroadcastJoinThreshold" -> "200k", "pq2.runtimeFilters.minBytes" -> "0") {
        val query = "SELECT payload, label FROM f JOIN (SELECT * FROM k WHERE label LIKE '%7007%') k ON id = key"
        val rows = expectedOfViews(query)
        val frame = spark.sql(query)
        assert(SparkSpec.sorted(frame.collect()).toSeq === rows, name)
        assert(joins(frame).forall(_.isInstanceOf[BroadcastHashJoinExec]), name)
        assert(rowsOf(scanOf(frame, "payload")) <= 10000)
      }
    }
  }

  test("a table that a join broadcasts is filtered by the keys of a join above, and filters others in turn") {
    for (
      (name, read) <- readers;
      query <- Seq(
        "SELECT payload, label FROM f JOIN k ON id = key JOIN c ON k.class = c.class " +
          "WHERE name = 'class 3' AND key < 900",
        "SELECT payload, label FROM f JOIN k ON id = key JOIN c ON k.class = c.class WHERE name = 'class 33'",
        "SELECT payload, label FROM f LEFT JOIN k ON id = key JOIN c ON k.class = c.class WHERE name = 'class 3'",
        "SELECT payload, label FROM f JOIN k ON id = key LEFT JOIN c ON k.class = c.class AND name = 'class 3'"
      )
    ) {
      views(read)
      withConf(broadcast: _*) {
        val rows = expectedOfViews(query)
        val frame = spark.sql(query)
        assert(SparkSpec.sorted(frame.collect()).toSeq === rows, s"$name: $query")
        if (query.contains("class 3'") && query.contains("key < 900")) {
          assert(rowsOf(scanOf(frame, "label")) <= 100, query)
          assert(rowsOf(scanOf(frame, "payload")) <= 10000, query)
        }
        if (query.contains("LEFT JOIN c")) assert(rowsOf(scanOf(frame, "label")) >= 19000, query)
      }
    }
  }

  test("partitions are pruned as without") {
    val path = newPath("partitioned")
    spark.range(0, 20000, 1, 1).selectExpr("id", "id % 100 AS part", "sha1(CAST(id AS STRING)) AS payload").write
      .partitionBy("part").format("pq2").save(path)
    val query =
      "SELECT payload FROM f JOIN (SELECT * FROM k WHERE key < 90) k ON part = key JOIN c ON k.class = c.class" +
        " WHERE name = 'class 3'"
    for ((name, read) <- readers) {
      views(read)
      read(path).createOrReplaceTempView("f")
      withConf(broadcast: _*) {
        val rows = expected(query)
        val frame = spark.sql(query)
        assert(SparkSpec.sorted(frame.collect()).toSeq === rows && rows.nonEmpty, name)
        assert(rowsOf(scanOf(frame, "payload")) <= 18000, name)
      }
    }
  }

  test("an exchange that several joins use has all rows") {
    val query = "WITH g AS (SELECT /*+ REPARTITION(3, id) */ id, payload FROM f)" +
      " SELECT a.payload FROM g a JOIN (SELECT * FROM k WHERE key < 50) k ON a.id = key" +
      " UNION ALL SELECT b.payload FROM g b LEFT ANTI JOIN (SELECT * FROM k WHERE key > 50) k ON b.id = key"
    for ((name, read) <- readers) {
      views(read)
      withConf(shuffled: _*)(assert(
        SparkSpec.sorted(spark.sql(query).collect()).toSeq === expectedOfViews(query),
        name
      ))
    }
  }

  test("plans of many joins do not grow without bound") {
    val joins = 10
    val query = (1 to joins).map(n =>
      s"JOIN (SELECT * FROM f WHERE small <> ${n + 900}) f$n ON f$n.id = f${n - 1}.class"
    ).mkString(
      s"SELECT f$joins.payload FROM (SELECT * FROM k WHERE key IN (5, 7007, 19001)) f0 ",
      " ",
      ""
    )
    views(pq2)
    withConf(shuffled: _*) {
      val rows = expectedOfViews(query)
      val frame = spark.sql(query)
      val plan = frame.queryExecution.executedPlan.asInstanceOf[AdaptiveSparkPlanExec].initialPlan
      assert(plan.exists(_.isInstanceOf[AwaitedKeysExec]))
      // Without a bound, the copies of exchanges would double with each join, to thousands of operators.
      assert(plan.collect { case node => node }.size < 1000)
      assert(SparkSpec.sorted(frame.collect()).toSeq === rows && rows.nonEmpty)
    }
  }

  test("filters that are turned off, small scans and scans with an option of their own do not wait") {
    val query = "SELECT payload, label FROM f JOIN (SELECT * FROM k WHERE key < 100) k ON id = key"
    for ((name, read) <- readers) {
      views(read)
      for (setting <- Seq("pq2.runtimeFilters" -> "false", "pq2.runtimeFilters.minBytes" -> "1g"))
        withConf(shuffled :+ setting: _*) {
          val frame = spark.sql(query)
          assert(frame.collect().length === 97, name)
          assert(!hasKeys(scanOf(frame, "payload")), s"$name, $setting")
        }
    }
    // 40,000 rows of 16 bytes, but 32 bytes count at least.
    views(pq2)
    for ((bytes, waits) <- Seq("1200k" -> true, "1300k" -> false))
      withConf(shuffled :+ "pq2.runtimeFilters.minBytes" -> bytes: _*) {
        val few = "(SELECT * FROM k WHERE label IN ('key 5', 'key 7007'))"
        val frame = spark.sql(s"SELECT id, label FROM f JOIN $few k ON id = key")
        assert(frame.collect().length === 2)
        assert(hasKeys(scanOf(frame, "id")) === waits, bytes)
      }
    withConf(shuffled :+ "pq2.runtimeFilters.minBytes" -> "many": _*) {
      val error = intercept[Exception](spark.sql(query).collect())
      assert(error.getMessage.contains("pq2.runtimeFilters.minBytes"))
    }
  }
}
