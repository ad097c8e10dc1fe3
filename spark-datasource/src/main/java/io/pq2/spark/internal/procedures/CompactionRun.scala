package io.pq2.spark.internal.procedures

import java.io.{FileNotFoundException, IOException, UncheckedIOException}
import java.util.concurrent.LinkedBlockingQueue

import scala.concurrent.ExecutionContext
import scala.jdk.CollectionConverters._

import io.pq2.compact._
import io.pq2.exception.{InvalidDataException, ParquetException}
import io.pq2.hadoop.compact.{CompactionSettings, HadoopTableFileSystem}
import io.pq2.hadoop.internal.options.EncryptionSettings
import io.pq2.rewrite.Timestamps
import io.pq2.spark.internal.errors.{Condition, ConditionException, FileErrors, PlanningErrors, SparkErrors}
import io.pq2.spark.internal.settings.Sessions
import io.pq2.spark.internal.tasks.{ElementsRDD, ExecutorJars}
import io.pq2.spark.internal.versions.Installation
import org.apache.hadoop.conf.Configuration
import org.apache.spark.sql.execution.SQLExecution
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.types.StructType
import org.apache.spark.sql.{Row, SparkSession, classic}
import org.apache.spark.util.SerializableConfiguration

/** Compacts a table: the driver plans, locks and replaces files, tasks on executors write the new files. */
final private[spark] class CompactionRun private (
    session: classic.SparkSession,
    configuration: Configuration,
    settings: CompactionSettings,
    dryRun: Boolean
) {
  private val options = settings.options(configuration)
  private val report = new CompactionReport(dryRun)

  private def run(table: CompactedTable): Seq[Row] = {
    table.checkColumns(options, Sessions.sqlConf(session).resolver)
    checkTimestamps()
    // Partitions may be on other file systems than their table.
    val plans = table.trees.groupBy(_.root.getFileSystem(configuration).getUri).values.toSeq.map { trees =>
      val files = HadoopTableFileSystem.of(trees.head.root, configuration)
      files -> CompactionPlan.union(trees.flatMap(planOf(files, _)).asJava)
    }
    val all = CompactionPlan.union(plans.map(_._2).asJava)
    all.undecryptable(options.failFast && !dryRun).ifPresent { failure =>
      throw FileErrors.of(failure.path, failure.cause, configuration)
    }
    all.checkColumns(options.failFast)
    if (!dryRun) {
      try
        plans.foreach { case (files, plan) =>
          plan.failures.forEach(failure => endIfFast(failure.path, failure.reason))
          if (!plan.groups.isEmpty) replace(files, plan, table.name)
        }
      finally if (report.changed) CompactedCatalog.refresh(session, table, report.changedPartitions)
      report.checkResult(table.name)
    }
    report.rows
  }

  /** Checks that the session reads converted INT96 timestamps as the same instants.
    *
    * @throws InvalidDataException
    *   if it shifts INT96 timestamps of some writers
    */
  private def checkTimestamps(): Unit =
    if (options.rewrite.timestamps == Timestamps.MICROS && Sessions.sqlConf(session).isParquetINT96TimestampConversion)
      throw new InvalidDataException(
        s"${CompactionSettings.TIMESTAMPS} is micros, and ${SQLConf.PARQUET_INT96_TIMESTAMP_CONVERSION.key} is true: " +
          "this session shifts INT96 timestamps of some writers by its time zone, and would not shift the new ones. " +
          "If the timestamps of the table are instants (UTC), set the key to false"
      )

  private def failed(directory: String, reason: String): Unit = {
    report.failed(directory, reason)
    endIfFast(directory, reason)
  }

  private def endIfFast(path: String, reason: String): Unit =
    if (options.failFast) {
      val place = if (reason.contains(path)) "" else s"$path: "
      val text = s"$place$reason. The compaction ended there because of ${CompactionSettings.FAIL_FAST}; files that " +
        "it had replaced before stay replaced"
      throw ConditionException.of(Condition.COMPACTION_FAILED, text, null)
    }

  /** Completes or undoes interrupted compactions of a directory tree, and plans the next one. */
  private def planOf(files: TableFileSystem, tree: CompactedTree): Option[CompactionPlan] = {
    val location = files.asInstanceOf[HadoopTableFileSystem].location(tree.root)
    val compaction = TableCompaction.of(files, location, options)
    try {
      val recovered = if (dryRun) Nil else compaction.recover(tree.includes(_)).asScala
      val plan = compaction.plan(tree.includes(_))
      report.add(plan, tree.partitionOf(_, location))
      recovered.foreach { directory =>
        val text = s"an interrupted compaction was found: ${directory.completed} replacements were completed, " +
          s"${directory.undone} undone"
        report.message(directory.directory, text)
      }
      Some(plan)
    } catch {
      // A partition may be in the catalog before its directory exists.
      case _: FileNotFoundException if tree.partition.nonEmpty => None
    }
  }

  private def replace(files: TableFileSystem, plan: CompactionPlan, name: String): Unit = {
    val compaction = DistributedCompaction.begin(files, plan, options)
    try {
      compaction.failures.forEach(failure => failed(failure.path, failure.reason))
      val tasks = compaction.tasks.asScala.toIndexedSeq
      if (tasks.nonEmpty) write(tasks, name) {
        case Written(file) =>
          try report.replaced(compaction.commit(file))
          catch { case e: IOException => failed(file.group.directory, CompactionRun.text(e)) }
        case Failed(directory, reason) => failed(directory, reason)
      }
    } finally compaction.close()
  }

  /** Runs tasks on executors. Results are processed on this thread while other tasks run. */
  private def write(tasks: IndexedSeq[CompactionTask], name: String)(process: AttemptResult => Unit): Unit = {
    val context = session.sparkContext
    ExecutorJars.watch(context)
    val conf = context.broadcast(new SerializableConfiguration(configuration))
    val writer = new CompactionWriter(conf, settings, CompactionWriter.attempts(context))
    val results = new LinkedBlockingQueue[Option[AttemptResult]]
    val description = context.getLocalProperty(CompactionRun.Description)
    context.setJobDescription(s"compaction of $name: ${tasks.size} new files")
    try SQLExecution.withSQLConfPropagated(session) {
        val job = context.submitJob[CompactionTask, AttemptResult, Unit](
          new ElementsRDD(context, tasks, tasks.size),
          writer,
          tasks.indices,
          (_, result) => results.put(Some(result)),
          ()
        )
        job.onComplete(_ => results.put(None))(ExecutionContext.parasitic)
        try {
          Iterator.continually(results.take()).takeWhile(_.isDefined).foreach(_.foreach(process))
          // Throws the failure of the job.
          job.value.foreach(_.get)
        } finally job.cancel()
      }
    finally {
      context.setJobDescription(description)
      conf.destroy()
    }
  }
}

private[spark] object CompactionRun {

  private val Description = "spark.job.description"

  /** The names of all options. */
  private val Names = CompactionSettings.NAMES.asScala.toSet ++
    Set(CompactionOptionNames.Table, CompactionOptionNames.Where, CompactionOptionNames.DryRun)

  /** Returns the columns of the report. */
  def schema: StructType = CompactionReport.Schema

  /** Compacts a table.
    *
    * @param table
    *   a table, or the path of its directory
    * @param values
    *   the options by their names
    * @return
    *   the rows of the report
    * @throws org.apache.spark.sql.AnalysisException
    *   if an option or the table is invalid
    * @throws org.apache.spark.SparkException
    *   if all directories that were to be compacted failed, or one of them failed and the options demand to end then
    */
  def compact(session: SparkSession, table: String, values: Map[String, String]): Seq[Row] = {
    Installation.check()
    try compacted(session, table, values)
    catch {
      case e: ParquetException         => throw PlanningErrors.raise("", Names.asJava, "", e)
      case e: IllegalArgumentException => throw PlanningErrors.raise("", Names.asJava, "", e)
      case e: UncheckedIOException     => throw PlanningErrors.raise("", Names.asJava, "", e)
      case e: FileNotFoundException    => throw SparkErrors.missingPath(text(e).stripSuffix(": no such directory"))
      case e: IOException              => throw ConditionException.of(Condition.COMPACTION_FAILED, text(e), e)
    }
  }

  private def compacted(session: SparkSession, table: String, values: Map[String, String]): Seq[Row] = {
    val classicSession = session match {
      case local: classic.SparkSession => local
      case _ => throw new InvalidDataException("A session of Spark Connect compacts tables by SQL: CALL pq2.compact(…)")
    }
    val (own, others) = values.partition { case (name, _) => isOwn(name) }
    val caseSensitive = Sessions.sqlConf(session).caseSensitiveAnalysis
    val settings =
      CompactionSettings.of(others.asJava).withDefault(CompactionSettings.CASE_SENSITIVE, caseSensitive.toString)
    val dryRun = own.getOrElse(CompactionOptionNames.DryRun, "false") match {
      case "true"  => true
      case "false" => false
      case other   => throw new InvalidDataException(s"dry_run is '$other'; expected true or false")
    }
    val where = own.get(CompactionOptionNames.Where).filterNot(_.isBlank)
    classicSession.withActive {
      val configuration = Sessions.hadoopConf(classicSession, Map.empty)
      EncryptionSettings.checkReading(configuration)
      val run = new CompactionRun(classicSession, configuration, settings, dryRun)
      run.run(CompactedTable.of(classicSession, table, where))
    }
  }

  private def isOwn(name: String): Boolean =
    name == CompactionOptionNames.Where || name == CompactionOptionNames.DryRun

  /** Returns the message of an exception. */
  def text(failure: Throwable): String = Option(failure.getMessage).getOrElse(failure.toString)
}
