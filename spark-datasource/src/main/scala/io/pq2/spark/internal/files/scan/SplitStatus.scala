package io.pq2.spark.internal.files.scan

import io.pq2.hadoop.split.FooterCache
import org.apache.hadoop.fs.{FileStatus, Path}
import org.apache.spark.sql.execution.datasources.{
  FileIndex,
  FilePartition,
  PartitionedFile,
  PartitioningAwareFileIndex
}

/** Carries the status of a split's file from the listing to the task, in Spark's map of constant metadata columns. With
  * the ETag in it, the task needs no request to learn whether the file has been replaced, and may use a cached footer.
  */
private[spark] object SplitStatus {

  /** The key of the status. It starts with a blank, so that it is not the name of a column. */
  private val Key = " pq2.status"

  /** Adds the statuses that have an ETag. Returns the same partitions if there is none. */
  def addTo(partitions: Seq[FilePartition], index: FileIndex): Seq[FilePartition] = {
    val listed = index match {
      case files: PartitioningAwareFileIndex => files.allFiles()
      case _                                 => Nil
    }
    val statuses: Map[Path, FileStatus] =
      listed.iterator.filter(FooterCache.hasEtag).map(status => status.getPath -> status).toMap
    if (statuses.isEmpty) partitions
    else partitions.map(partition => partition.copy(files = partition.files.map(withStatus(_, statuses))))
  }

  private def withStatus(split: PartitionedFile, statuses: Map[Path, FileStatus]): PartitionedFile =
    statuses.get(split.toPath).fold(split) { status =>
      split.copy(otherConstantMetadataColumnValues = split.otherConstantMetadataColumnValues + (Key -> status))
    }

  /** Returns the status of a split's file; null if the listing gave no ETag. */
  def of(split: PartitionedFile): FileStatus =
    split.otherConstantMetadataColumnValues.get(Key) match {
      case Some(status: FileStatus) => status
      case _                        => null
    }
}
