package io.pq2.spark

import java.util.concurrent.atomic.{AtomicInteger, AtomicLong}
import java.util.concurrent.{ConcurrentLinkedQueue, Executors, Future, TimeUnit}

import scala.jdk.CollectionConverters._
import scala.util.Random
import scala.util.control.NonFatal

import io.pq2.hadoop.metrics.ScanCounter
import io.pq2.spark.internal.files.scan.AggregatedRows
import io.pq2.spark.internal.replace.Replacement
import io.pq2.spark.internal.rules.SessionRules
import org.apache.spark.sql.classic.SparkSession
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.execution.{FileSourceScanExec, SparkPlan}

/** Runs random queries of random tables by Data Source V2 or V1, with pushdown or without, in batches or in rows, and
  * compares the results with those of Spark's built-in source without pushdown.
  *
  * In ANSI mode, some queries of one table fail for some values. A scan may skip rows for which the query fails: then
  * the rows must be those of the built-in source without ANSI mode.
  *
  * Each pair of tables has a seed, and so have its queries. `-Dpq2.queries=N` sets the number of queries,
  * `-Dpq2.queries.seconds=N` the time after which no further tables are made, `-Dpq2.queries.seed=N` the first seed. A
  * failure names its seed.
  */
@RandomPart
class RandomQuerySpec extends SparkSpec {

  import RandomQuerySpec.{Ansi, SizeOfNull}

  private val perTable = 50
  private val count = Integer.getInteger("pq2.queries", 2000).intValue
  private val seconds = Integer.getInteger("pq2.queries.seconds", 120).longValue
  private val firstSeed = java.lang.Long.getLong("pq2.queries.seed", 1L).longValue
  private val lastSeed = firstSeed + (count + perTable - 1) / perTable - 1

  private val failures = new ConcurrentLinkedQueue[String]
  private val tally = new RandomQuerySpec.Tally

  test("queries have the result of the built-in source") {
    val next = new AtomicLong(firstSeed)
    val end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds)
    def isOver(seed: Long): Boolean = seed > lastSeed || failures.size >= 20 || System.nanoTime() - end > 0
    val workers = 2
    val pool = Executors.newFixedThreadPool(workers)
    try {
      val running: Seq[Future[_]] = Seq.fill(workers)(pool.submit[Unit] { () =>
        val readers = new Readers
        Iterator.continually(next.getAndIncrement()).takeWhile(!isOver(_)).foreach { seed =>
          check(seed, readers)
          if (seed % 20 == 0) println(s"Random queries: the seeds before ${seed - workers + 1} are done")
        }
      })
      running.foreach(_.get())
    } finally pool.shutdownNow()
    // Each worker took one seed that it did not run.
    val seeds = next.get - workers - firstSeed
    info(s"$seeds seeds from $firstSeed, $perTable queries each")
    assert(failures.isEmpty, failures.asScala.mkString("\n", "\n\n", "\n"))
    info(tally.toString)
    tally.assertThatEverythingHappened(seeds * perTable)
  }

  /** The sessions of a thread, each with other settings, and its views `f` and `d`. */
  private class Readers {

    private def session(pairs: (String, String)*): SparkSession = {
      val session = spark.asInstanceOf[SparkSession].newSession()
      val common = Seq(
        "spark.sql.shuffle.partitions" -> "1",
        "spark.sql.files.minPartitionNum" -> "1",
        "spark.sql.session.timeZone" -> "America/Los_Angeles",
        "pq2.runtimeFilters.minBytes" -> "0",
        "spark.sql.optimizer.runtime.bloomFilter.applicationSideScanSizeThreshold" -> "0"
      )
      (common ++ pairs).foreach { case (key, value) => session.conf.set(key, value) }
      session
    }

    private val withoutPushdown = Seq(
      "spark.sql.parquet.filterPushdown" -> "false",
      "pq2.aggregates" -> "false",
      "spark.sql.optimizer.dynamicPartitionPruning.enabled" -> "false"
    )

    val builtIn: SparkSession = session(withoutPushdown: _*)
    val ofPq2: Seq[(String, SparkSession)] = Seq(
      "V2" -> session(),
      "V2 without pushdown" -> session(withoutPushdown: _*),
      "V1" -> session(),
      "V1 without pushdown" -> session(withoutPushdown: _*)
    )

    /** The session that also writes. */
    val writing: SparkSession = session()

    def show(name: String, path: String): Unit = {
      builtIn.read.parquet(path).createOrReplaceTempView(name)
      ofPq2.foreach { case (reader, session) =>
        val table =
          if (reader.startsWith("V2")) session.read.format("pq2").load(path)
          else session.sql(s"SELECT * FROM pq2.`$path`")
        table.createOrReplaceTempView(name)
      }
    }

    /** Runs a query of the built-in source with its row reader. */
    def withRowReader[T](query: => T): T = {
      val key = "spark.sql.parquet.enableVectorizedReader"
      val before = builtIn.conf.get(key)
      builtIn.conf.set(key, false)
      try query
      finally builtIn.conf.set(key, before)
    }

    /** Runs a query of the built-in source without ANSI mode, but with the size of null as in ANSI mode. */
    def withoutAnsi[T](query: => T): T = {
      builtIn.conf.set(Ansi, false)
      builtIn.conf.set(SizeOfNull, false)
      try query
      finally {
        builtIn.conf.set(Ansi, true)
        builtIn.conf.unset(SizeOfNull)
      }
    }

    /** Sets how scans return rows: in batches to generated code (0), as views of batches (1), as rows of Spark's own
      * form (2), or by V2 in batches that have too many columns for whole-stage code (3). Code is generated for few
      * queries, because compiling it takes most of the time.
      */
    def setForm(form: Int): Unit = (builtIn +: ofPq2.map(_._2)).foreach { session =>
      session.conf.set("spark.sql.codegen.wholeStage", form == 0 || form == 3)
      session.conf.set("spark.sql.codegen.maxFields", if (form == 3) 0 else 100)
      session.conf.set("spark.sql.codegen.factoryMode", if (form == 0) "FALLBACK" else "NO_CODEGEN")
      session.conf.set("spark.sql.parquet.enableVectorizedReader", form != 2)
    }

    def setZone(zone: String)
        : Unit = (builtIn +: ofPq2.map(_._2)).foreach(_.conf.set("spark.sql.session.timeZone", zone))

    /** Sets whether overflows and casts of invalid values are errors, or null. */
    def setAnsi(isAnsi: Boolean)
        : Unit = (builtIn +: ofPq2.map(_._2)).foreach(_.conf.set(Ansi, isAnsi))

    /** Turns off rules in the sessions with pushdown, and turns on all others. */
    def turnOff(switches: Seq[(String, String)]): Unit =
      ofPq2.collect { case (reader, session) if !reader.endsWith("pushdown") => session }.foreach { session =>
        SessionRules.switches.foreach { case (key, _) => session.conf.unset(key) }
        switches.foreach { case (key, off) => session.conf.set(key, off) }
      }

    /** Sets whether queries are adaptive, so that scans wait for keys, and whether joins broadcast a side. */
    def setJoins(isAdaptive: Boolean, broadcasts: Boolean): Unit = (builtIn +: ofPq2.map(_._2)).foreach { session =>
      session.conf.set("spark.sql.adaptive.enabled", isAdaptive)
      session.conf.set("spark.sql.autoBroadcastJoinThreshold", if (broadcasts) "10m" else "-1")
    }
  }

  /** Returns what is turned off for the queries of a seed: half of the time nothing, else one switch or all of them. */
  private def turnedOff(seed: Long): Seq[(String, String)] = {
    val switches = SessionRules.switches.filter(_._1 != Replacement.Key)
    ((seed / 2) % (2 * (switches.size + 1))).toInt match {
      case one if one < switches.size  => Seq(switches(one))
      case all if all == switches.size => switches
      case _                           => Nil
    }
  }

  private def check(seed: Long, readers: Readers): Unit = {
    val random = new Random(seed)
    val tables = new RandomTables(readers.writing, random)
    val facts = tables.facts(newPath("facts"))
    val dimensions = tables.dimensions(newPath("dimensions"))
    readers.setZone(RandomQuerySpec.Zones(random.nextInt(RandomQuerySpec.Zones.size)))
    val isAnsi = seed % 2 == 0
    readers.setAnsi(isAnsi)
    readers.turnOff(turnedOff(seed))
    readers.show("f", facts.path)
    readers.show("d", dimensions.path)
    val queries = new RandomQueries(facts, dimensions, random, isAnsi)
    for (number <- 1 to perTable) {
      val query = queries.next()
      val inBatches = query.startsWith(RandomQueries.InBatches) || random.nextInt(10) == 0
      readers.setForm(if (inBatches) 0 else 1 + random.nextInt(3))
      // Adaptive queries take longer.
      readers.setJoins(isAdaptive = number % 4 == 0, broadcasts = number % 8 > 1)
      try compare(query, number, readers)
      catch {
        case NonFatal(e) =>
          val off = turnedOff(seed).map(_._1).mkString("turned off: ", ", ", "")
          val failure = s"seed $seed, query $number: $query\n$e\nfacts: ${describe(facts)}\n$off"
          println(s"Random queries: $failure")
          failures.add(failure)
      }
    }
    RandomQuerySpec.delete(java.nio.file.Path.of(facts.path))
    RandomQuerySpec.delete(java.nio.file.Path.of(dimensions.path))
  }

  private def describe(table: RandomTable): String =
    table.columns.map(column => s"${column.name} ${column.dataType.sql}").mkString(", ")

  /** @param number the number of the query, which chooses the reader */
  private def compare(query: String, number: Int, readers: Readers): Unit = {
    val expected = outcome(readers.builtIn, query)
    tally.add(expected.fold(_ => tally.errors, rows => if (rows.isEmpty) tally.empty else tally.withRows))
    // The number also chooses how joins are planned, so the readers take turns within the same kind of joins, too.
    val (reader, session) = readers.ofPq2(RandomQuerySpec.Turns((number + number / 8) % 8))
    val found = outcome(session, query)
    if (found != expected) {
      // Spark's vectorized reader returns wrong bytes from some uncompressed pages; see docs/writing.md.
      if (found == readers.withRowReader(outcome(readers.builtIn, query))) tally.add(tally.sparkDiffers)
      else if (expected.isLeft && found.isRight && found == readers.withoutAnsi(outcome(readers.builtIn, query)))
        tally.add(tally.errorsSkipped)
      else throw new AssertionError(s"$reader: ${shorten(found)}\nbut the built-in source: ${shorten(expected)}")
    }
  }

  /** Returns the rows in a fixed order (right), or the condition of the error. */
  private def outcome(session: SparkSession, query: String): Either[String, Seq[String]] =
    try {
      val frame = session.sql(query)
      val rows = SparkSpec.sorted(frame.collect())
      tally.count(frame.queryExecution.executedPlan)
      Right(rows)
    } catch {
      case NonFatal(error) => Left(SparkSpec.conditions(error).lastOption.getOrElse(throw error))
    }

  private def shorten(outcome: Either[String, Seq[String]]): String = outcome match {
    case Left(condition) => condition
    case Right(rows)     => rows.take(20).mkString(s"${rows.size} rows: ", " ", "").take(2000)
  }
}

private object RandomQuerySpec {

  /** The readers of pq2 that eight queries take in turn. Those with pushdown have three turns, the others one. */
  private val Turns = Seq(0, 2, 0, 2, 0, 2, 1, 3)

  private val Ansi = "spark.sql.ansi.enabled"

  /** Whether the size of null is -1 without ANSI mode. */
  private val SizeOfNull = "spark.sql.legacy.sizeOfNull"

  private val Zones = Seq("America/Los_Angeles", "UTC", "Asia/Kathmandu", "Australia/Lord_Howe", "Africa/Monrovia")

  /** Counts what happened in all queries. */
  final private class Tally {
    val errors = new AtomicInteger
    val empty = new AtomicInteger
    val withRows = new AtomicInteger
    val errorsSkipped = new AtomicInteger
    val sparkDiffers = new AtomicInteger
    private val rowGroupsSkipped = new AtomicInteger
    private val aggregates = new AtomicInteger
    private val rowGroupsAnswered = new AtomicInteger
    private val dynamicInV2 = new AtomicInteger
    private val dynamicInV1 = new AtomicInteger

    def add(counter: AtomicInteger): Unit = counter.incrementAndGet()

    def count(plan: SparkPlan): Unit =
      plan.collectLeaves().foreach {
        case scan: BatchScanExec =>
          countRowGroups(scan)
          if (scan.runtimeFilters.nonEmpty) add(dynamicInV2)
          if (scan.scan.description().matches("(?s).*PushedAggregation: \\[[^\\]]+\\].*")) add(aggregates)
        case scan: FileSourceScanExec =>
          countRowGroups(scan)
          if (scan.partitionFilters.exists(_.toString.contains("dynamicpruning"))) add(dynamicInV1)
        case _ =>
      }

    private def countRowGroups(scan: SparkPlan): Unit = {
      if (scan.metrics.get(ScanCounter.ROW_GROUPS_SKIPPED.metricName).exists(_.value > 0)) add(rowGroupsSkipped)
      val isAnswered = scan.metrics.get(ScanCounter.ROW_GROUPS_ANSWERED.metricName).exists(_.value > 0)
      if (isAnswered && scan.toString.contains(AggregatedRows.KEY)) add(rowGroupsAnswered)
    }

    /** What a run of 1,000 queries must include. */
    private def usual: Seq[(String, Int)] = Seq(
      "queries with rows" -> withRows.get,
      "without rows" -> empty.get,
      "scans that skipped row groups" -> rowGroupsSkipped.get,
      "aggregates from footers" -> aggregates.get,
      "dynamic pruning by V2" -> dynamicInV2.get,
      "queries with an error" -> errors.get
    )

    /** What a run of 10,000 queries must include. Some runs of 2,000 queries do not. */
    private def seldom: Seq[(String, Int)] = Seq(
      "scans with row groups of footers" -> rowGroupsAnswered.get,
      "dynamic pruning by V1" -> dynamicInV1.get
    )

    private def rare: Seq[(String, Int)] = Seq(
      "errors of rows that pq2 skipped" -> errorsSkipped.get,
      "different results of Spark's own two readers" -> sparkDiffers.get
    )

    override def toString
        : String = (usual ++ seldom ++ rare).map { case (name, count) => s"$name: $count" }.mkString(", ")

    def assertThatEverythingHappened(queries: Long): Unit = {
      if (queries >= 1000) assertThatUsualHappened()
      if (queries >= 10000) assert(seldom.forall { case (_, count) => count > 0 }, s"in $this")
    }

    private def assertThatUsualHappened(): Unit = {
      assert(usual.forall { case (_, count) => count > 0 }, s"in $this")
      assert(withRows.get > empty.get / 2 && errors.get < withRows.get / 5, s"in $this")
      assert(sparkDiffers.get < withRows.get / 20, s"in $this")
    }
  }

  private def delete(directory: java.nio.file.Path): Unit = {
    val paths = java.nio.file.Files.walk(directory)
    try paths.sorted(java.util.Comparator.reverseOrder[java.nio.file.Path]()).forEach(java.nio.file.Files.delete(_))
    finally paths.close()
  }
}
