package io.pq2.spark.internal.procedures

import scala.collection.mutable

import io.pq2.compact.{CompactedFile, CompactionPlan, FileGroup}
import io.pq2.spark.internal.errors.{Condition, ConditionException}
import org.apache.spark.sql.Row
import org.apache.spark.sql.types.StructType

/** What a compaction does, by directory. */
final private[procedures] class CompactionReport(dryRun: Boolean) {
  import CompactionReport._

  private val directories = mutable.LinkedHashMap.empty[String, Directory]
  private val messages = mutable.LinkedHashMap.empty[String, mutable.ArrayBuffer[String]]

  /** Adds the directories of a plan that have data files.
    *
    * @param partition
    *   returns the partition of a directory; null for a table without partitions
    */
  def add(plan: CompactionPlan, partition: String => String): Unit = {
    plan.directories.forEach { planned =>
      if (planned.files > 0) {
        directories(planned.path) =
          new Directory(partition(planned.path), planned.files, planned.bytes, planned.youngFiles)
      }
    }
    plan.groups.forEach { group =>
      val directory = directories(group.directory)
      directory.groups += 1
      if (dryRun) directory.replace(group, 0)
    }
    plan.unfinished.forEach(message(_, "a compaction is running or was interrupted"))
    plan.failures.forEach(failure => message(parent(failure.path), failure.reason))
    plan.refused.forEach(failure => failed(failure.path, failure.reason))
    plan.excluded.forEach(message(_, "a file _no_compaction excludes it"))
  }

  /** Adds a message about a directory. */
  def message(directory: String, text: String): Unit =
    messages.getOrElseUpdate(directory, mutable.ArrayBuffer.empty) += text

  /** Adds the failure of a directory or of a group of its files. */
  def failed(directory: String, reason: String): Unit = {
    directories.get(directory).foreach(_.failed = true)
    message(directory, reason)
  }

  def replaced(file: CompactedFile): Unit = directories(file.group.directory).replace(file.group, file.bytes)

  /** Throws an error if directories failed, and none was compacted.
    *
    * @param name the name of the table
    */
  def checkResult(name: String): Unit = {
    val failed = directories.filter(_._2.failed)
    if (failed.nonEmpty && !changed) {
      val (path, _) = failed.head
      val reason = s"$name was not compacted: ${failed.size} of its directories failed. $path: ${text(path)}"
      throw ConditionException.of(Condition.COMPACTION_FAILED, reason, null)
    }
  }

  /** Whether files of any directory were replaced. */
  def changed: Boolean = directories.values.exists(_.replaced > 0)

  /** Returns the partitions whose files were replaced. */
  def changedPartitions: Set[String] = directories.values.filter(_.replaced > 0).map(_.partition).toSet

  /** Returns one row for each directory with data files, in the order of the plan. */
  def rows: Seq[Row] = directories.toSeq.map { case (path, directory) =>
    directory.row(dryRun, text(path))
  }

  /** Returns the messages about a directory; null if there are none. */
  private def text(directory: String): String = messages.get(directory).map(_.distinct.mkString("; ")).orNull

  private def parent(file: String): String = file.take(math.max(0, file.lastIndexOf('/')))
}

private[procedures] object CompactionReport {

  val Schema: StructType = StructType.fromDDL(
    "partition STRING, files_before BIGINT, files_after BIGINT, bytes_before BIGINT, bytes_after BIGINT, " +
      "rows BIGINT, result STRING, message STRING, young_files BIGINT"
  )

  final private class Directory(val partition: String, files: Long, bytes: Long, youngFiles: Long) {
    var groups = 0
    var replaced = 0
    var failed = false
    private var newFiles = files
    private var newBytes = bytes
    private var rows = 0L

    def replace(group: FileGroup, bytesOfFile: Long): Unit = {
      replaced += 1
      newFiles -= group.files.size - 1
      newBytes -= group.bytes - bytesOfFile
      rows += group.rows
    }

    def row(dryRun: Boolean, message: String): Row = {
      val result =
        if (failed && replaced == 0) "failed"
        else if (failed) "partly compacted"
        else if (groups == 0) "unchanged"
        else if (dryRun) "would be compacted"
        else "compacted"
      val after: java.lang.Long = if (dryRun && groups > 0) null else newBytes
      Row(partition, files, newFiles, bytes, after, rows, result, message, youngFiles)
    }
  }
}
