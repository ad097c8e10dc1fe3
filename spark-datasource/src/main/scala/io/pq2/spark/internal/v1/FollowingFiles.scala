package io.pq2.spark.internal.v1

import org.apache.spark.sql.execution.datasources.{FilePartition, PartitionedFile}

/** The files that a V1 task reads after the first one, in Spark's map of constant metadata columns of the first one.
  * Spark's interface passes one file at a time.
  */
private object FollowingFiles {

  /** The key of the files. It starts with a blank, so that it is not the name of a column. */
  private val Key = " pq2.followingFiles"

  /** Returns a partition whose first file has the others. */
  def in(partition: FilePartition): FilePartition =
    if (partition.files.length < 2) partition
    else {
      val others = partition.files.tail
      val values = partition.files.head.otherConstantMetadataColumnValues + (Key -> others)
      partition.copy(files = partition.files.head.copy(otherConstantMetadataColumnValues = values) +: others)
    }

  /** Returns the files after a file; empty if it is not the first file of a partition. */
  def of(file: PartitionedFile): Seq[PartitionedFile] =
    file.otherConstantMetadataColumnValues.get(Key) match {
      case Some(others: Array[PartitionedFile]) => others.toSeq
      case _                                    => Nil
    }
}
