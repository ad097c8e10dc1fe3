package io.pq2.spark.internal.files.keys

import io.pq2.hadoop.split.RowGroupSet
import org.apache.hadoop.fs.FileStatus
import org.apache.spark.sql.execution.datasources.PartitionedFile

/** A value that a split may carry to its task, in Spark's map of constant metadata columns of a file. */
final class SplitValue[T >: Null <: AnyRef] private (name: String) {

  /** The key of the value. It starts with a blank, so that it is not the name of a column. */
  private val key = s" pq2.$name"

  /** Returns the value of a split; null if it has none. */
  def of(split: PartitionedFile): T = split.otherConstantMetadataColumnValues.get(key).orNull.asInstanceOf[T]

  /** Returns a split with a value. */
  def in(split: PartitionedFile, value: T): PartitionedFile =
    split.copy(otherConstantMetadataColumnValues = split.otherConstantMetadataColumnValues + (key -> value))
}

object SplitValue {

  /** The row groups that the split was planned with. Without them, it has those whose midpoints lie in its bytes. */
  val RowGroups = new SplitValue[RowGroupSet]("rowGroups")

  /** The status that the listing gave for the file, if it has an ETag. With the ETag, the task needs no request to
    * learn whether the file has been replaced, and may use a cached footer.
    */
  val Status = new SplitValue[FileStatus]("status")

  /** The runtime filters of the scan. */
  val Filters = new SplitValue[java.util.List[RuntimeFilter]]("runtimeFilters")

  /** The files that a V1 task reads after this first one. Spark's interface passes one file at a time. */
  val FollowingFiles = new SplitValue[Array[PartitionedFile]]("followingFiles")
}
