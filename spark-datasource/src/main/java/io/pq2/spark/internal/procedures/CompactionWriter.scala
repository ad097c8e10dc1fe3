package io.pq2.spark.internal.procedures

import java.io.IOException

import io.pq2.compact.{CompactionTask, WrittenFile}
import io.pq2.exception.ParquetException
import io.pq2.hadoop.compact.{CompactionSettings, HadoopTableFileSystem}
import org.apache.hadoop.fs.Path
import org.apache.spark.broadcast.Broadcast
import org.apache.spark.util.SerializableConfiguration
import org.apache.spark.{SparkContext, TaskContext, TaskKilledException}

/** What an attempt of a task sends to the driver. */
sealed private[procedures] trait AttemptResult extends Serializable

/** A new file that the driver commits. */
final private[procedures] case class Written(file: WrittenFile) extends AttemptResult

/** Files that cannot be merged. */
final private[procedures] case class Failed(directory: String, reason: String) extends AttemptResult

/** Writes the new file of a group, in a task of Spark. A named class, for the reasons of
  * [[io.pq2.spark.internal.tasks.TaskFunction]].
  *
  * @param attempts
  *   the number of times that Spark runs a failing task
  */
final private[procedures] class CompactionWriter(
    configuration: Broadcast[SerializableConfiguration],
    settings: CompactionSettings,
    attempts: Int
) extends (Iterator[CompactionTask] => AttemptResult)
    with Serializable {

  override def apply(tasks: Iterator[CompactionTask]): AttemptResult = {
    val context = TaskContext.get()
    val task = tasks.next()
    val conf = configuration.value.value
    val directory = task.group.directory
    try {
      val files = HadoopTableFileSystem.of(new Path(directory), conf)
      Written(task.write(files, settings.options(conf), context.taskAttemptId().toString, _ => checkKilled(context)))
    } catch {
      case e: ParquetException => Failed(directory, CompactionRun.text(e))
      // A failing attempt is repeated by Spark. After the last one, the other groups are still to be merged.
      case e: IOException if context.attemptNumber() + 1 >= attempts => Failed(directory, CompactionRun.text(e))
    }
  }

  private def checkKilled(context: TaskContext): Unit =
    if (context.isInterrupted()) throw new TaskKilledException("the compaction was cancelled")
}

private[procedures] object CompactionWriter {

  private val MaxFailures = "spark.task.maxFailures"
  private val DefaultFailures = 4

  /** Returns the number of times that Spark runs a failing task. In local mode, it does not repeat tasks. */
  def attempts(context: SparkContext): Int =
    if (context.isLocal) 1 else context.getConf.getInt(MaxFailures, DefaultFailures)
}
