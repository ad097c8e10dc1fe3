package io.pq2.spark

import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit

import scala.concurrent.ExecutionContext.Implicits.global
import scala.concurrent.duration.Duration
import scala.concurrent.{Await, Future}
import scala.io.StdIn
import scala.jdk.CollectionConverters._

import io.pq2.hadoop.testing.TestFileSystem
import org.apache.spark.scheduler._
import org.apache.spark.sql.functions.{col, udf}
import org.apache.spark.sql.{DataFrame, SparkSession}
import org.apache.spark.{ExecutorLostFailure, Resubmitted, Success, TaskCommitDenied, TaskKilled}

/** Runs writes and reads on a [[TwoHostCluster]], and interferes with one of their tasks. [[LocalClusterSpec]] starts
  * it as a process, because a JVM has only one Spark context.
  *
  * It reads commands from the standard input, and answers each by a line with what Spark's listener saw.
  */
final class LocalClusterDriver(cluster: TwoHostCluster, directory: Path) {

  import LocalClusterDriver._

  private val events = new TaskEvents
  private var session: Option[SparkSession] = None

  private def start(speculation: Boolean): Map[String, String] = {
    session.foreach(_.stop())
    val started = SparkSession
      .builder()
      .master(cluster.address())
      .appName("pq2")
      // The first task waits for both executors.
      .config("spark.cores.max", "2")
      .config("spark.scheduler.minRegisteredResourcesRatio", "1.0")
      .config("spark.scheduler.maxRegisteredResourcesWaitingTime", "60s")
      .config("spark.driver.bindAddress", "127.0.0.1")
      .config("spark.driver.host", "127.0.0.1")
      .config("spark.executor.extraClassPath", System.getProperty("java.class.path"))
      .config("spark.executor.extraJavaOptions", JvmOptions.mkString(" "))
      .config("spark.executor.memory", "1g")
      .config("spark.hadoop.fs.file.impl", classOf[TestFileSystem].getName)
      .config("spark.speculation", speculation.toString)
      .config("spark.speculation.efficiency.enabled", "false")
      .config("spark.speculation.interval", "50ms")
      .config("spark.speculation.multiplier", "1.1")
      .config("spark.speculation.quantile", "0.5")
      .config("spark.sql.files.minPartitionNum", Tasks.toString)
      .config("spark.sql.shuffle.partitions", "2")
      .config("spark.sql.warehouse.dir", directory.resolve("warehouse").toString)
      .config("spark.ui.enabled", "false")
      .getOrCreate()
    started.sparkContext.addSparkListener(events)
    session = Some(started)
    Map.empty
  }

  private def spark: SparkSession = session.get

  /** Returns the name of a source's format, after turning the replacement on or off. */
  private def format(source: String): String = {
    spark.conf.set("spark.pq2.replace.parquet", (source == Replacement).toString)
    if (source == Replacement) "parquet" else source
  }

  private def write(source: String, interference: String, path: String): Map[String, String] = {
    val name = format(source)
    interfere(interference, () => halfWritten(path)) { gate =>
      val pass = udf((id: Long) => gate.pass(id)).asNondeterministic()
      // Spark's files have several row groups too, so that their writer has flushed bytes at the gate.
      spark.range(0, Rows, 1, Tasks).select(pass(col("id")).as("id"))
        .selectExpr("id", "repeat(md5(cast(id AS STRING)), 4) AS text")
        .write.format(name).option("parquet.block.row.count.limit", "1000").save(path)
      Map.empty
    }
  }

  private def read(source: String, interference: String, path: String): Map[String, String] = {
    val name = format(source)
    interfere(interference, () => 0) { gate =>
      val pass = udf((id: Long) => gate.pass(id)).asNondeterministic()
      val rows = spark.read.format(name).load(path)
      val groups = aggregate(rows.select(pass(col("id")).as("id"), col("text")))
      val answer = groups.collect().map(_.toString).sorted.mkString(" ")
      Map("rows" -> answer, "pq2" -> groups.queryExecution.executedPlan.toString.contains("Scan pq2").toString)
    }
  }

  /** Runs an action with a gate in one of its tasks, and interferes with the attempts of this task. */
  private def interfere(interference: String, halfWritten: () => Long)(
      action: TaskGate => Map[String, String]
  ): Map[String, String] = {
    events.begin()
    val keeper = new TaskGate.Keeper
    try {
      val running = Future(action(keeper.gate(HeldRow)))
      var bytes = 0L
      running.failed.foreach { error =>
        error.printStackTrace()
        // No further attempt arrives.
        keeper.close()
      }
      val first = keeper.next()
      if (interference == Kill) {
        bytes = halfWritten()
        kill(first.pid)
        keeper.next().release()
      } else {
        val attempts = Seq(first, keeper.next())
        bytes = halfWritten()
        attempts.filter(attempt => Released(interference)(attempt.number)).foreach(_.release())
      }
      val result = Await.result(running, Duration.Inf)
      result ++ events.end(spark, lost = interference == Kill) + ("half-written" -> bytes.toString)
    } finally keeper.close()
  }

  private def kill(pid: Long): Unit = {
    val executor = ProcessHandle.of(pid).get
    require(executor.parent.get.pid == ProcessHandle.current.pid, "the gate is in an executor of this cluster")
    executor.destroyForcibly()
    executor.onExit().get()
  }

  /** Returns the size of the smallest file that tasks at the gate have written so far. */
  private def halfWritten(path: String): Long = {
    val held = HeldRow / (Rows / Tasks)
    val files = Files.walk(Path.of(path, "_temporary"))
    try files.iterator.asScala.filter(_.getFileName.toString.startsWith(f"part-$held%05d-")).map(Files.size).min
    finally files.close()
  }

  private def execute(command: Seq[String]): Map[String, String] = command match {
    case Seq("start", speculation)                => start(speculation.toBoolean)
    case Seq("write", source, interference, path) => write(source, interference, path)
    case Seq("read", source, interference, path)  => read(source, interference, path)
    case other                                    => throw new IllegalArgumentException(other.mkString(" "))
  }
}

object LocalClusterDriver {

  val Rows = 40000L
  val Tasks = 4

  /** The id at which the task with the gate stops: after five row groups of the second file. */
  val HeldRow = 15500L

  /** Options of the driver and its executors: they end before code that C2 compiles would pay. */
  val JvmOptions: Seq[String] = Seq("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")

  val Replacement = "replacement"

  /** Kills the executor of the first attempt. */
  val Kill = "kill"

  /** Waits for a duplicate of the first attempt, and releases the first attempt. */
  val OriginalWins = "original-wins"

  /** Waits for a duplicate of the first attempt, and releases the duplicate. */
  val DuplicateWins = "duplicate-wins"

  /** Waits for a duplicate of the first attempt, and releases both. */
  val Race = "race"

  /** The numbers of the attempts that are released, by the interference. */
  private val Released = Map(OriginalWins -> Set(0), DuplicateWins -> Set(1), Race -> Set(0, 1))

  /** The aggregates of each read. */
  def aggregate(rows: DataFrame): DataFrame =
    rows.groupBy((col("id") % 7).as("digit")).agg("id" -> "count", "id" -> "sum", "text" -> "min", "text" -> "max")

  /** @param arguments
    *   the directory for the files of the cluster
    */
  def main(arguments: Array[String]): Unit = {
    // Spark's threads would keep the process alive.
    Thread.currentThread().setUncaughtExceptionHandler { (_, error) =>
      error.printStackTrace()
      Runtime.getRuntime.halt(1)
    }
    val directory = Path.of(arguments.head)
    val cluster = new TwoHostCluster(directory.resolve("work"))
    val driver = new LocalClusterDriver(cluster, directory)
    Iterator.continually(StdIn.readLine()).takeWhile(_ != null).foreach { line =>
      val answer = driver.execute(line.split('\t').toSeq)
      println(answer.map { case (key, value) => s"$key=$value" }.mkString("answer\t", "\t", ""))
    }
    driver.session.foreach(_.stop())
    cluster.close()
  }
}

/** Counts events of the tasks of an action. */
final private class TaskEvents extends SparkListener {

  private var running = 0
  private var lostExecutors = 0
  private var duplicates = 0
  private var ends = Map.empty[String, Int].withDefaultValue(0)

  def begin(): Unit = synchronized {
    require(running == 0)
    lostExecutors = 0
    duplicates = 0
    ends = ends.empty.withDefaultValue(0)
  }

  /** Waits until all started tasks have ended, and returns the counts.
    *
    * @param lost
    *   whether to wait also for the loss of an executor
    */
  def end(spark: SparkSession, lost: Boolean): Map[String, String] = {
    TwoHostCluster.awaitEvents(spark.sparkContext)
    synchronized {
      while (running > 0 || (lost && lostExecutors == 0)) wait(TimeUnit.SECONDS.toMillis(1))
      ends.map { case (reason, count) => reason -> count.toString } ++
        Map("lost-executors" -> lostExecutors.toString, "duplicates" -> duplicates.toString)
    }
  }

  override def onTaskStart(start: SparkListenerTaskStart): Unit = synchronized {
    running += 1
    if (start.taskInfo.speculative) duplicates += 1
  }

  override def onTaskEnd(end: SparkListenerTaskEnd): Unit = synchronized {
    // A second end of a task that succeeded, whose output was on a lost executor.
    if (end.reason != Resubmitted) running -= 1
    val reason = end.reason match {
      case Success                => "succeeded"
      case _: ExecutorLostFailure => "lost"
      case _: TaskKilled          => "killed"
      case _: TaskCommitDenied    => "denied"
      case Resubmitted            => "resubmitted"
      case other                  => other.toString.replaceAll("\\s+", " ")
    }
    ends += reason -> (ends(reason) + 1)
    notifyAll()
  }

  override def onExecutorRemoved(removed: SparkListenerExecutorRemoved): Unit = synchronized {
    lostExecutors += 1
    notifyAll()
  }
}
