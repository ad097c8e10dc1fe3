package io.pq2.spark.internal.files.scan

import io.pq2.hadoop.split.FooterCache
import io.pq2.spark.internal.files.keys.SplitValue
import org.apache.hadoop.fs.{FileStatus, Path}
import org.apache.spark.sql.execution.datasources.{
  FileIndex,
  FilePartition,
  PartitionedFile,
  PartitioningAwareFileIndex
}

/** Gives splits the status of their file ([[SplitValue.Status]]). */
private[spark] object SplitStatus {

  /** Adds the statuses that have an ETag. Returns the same partitions if there is none. */
  def addTo(partitions: Seq[FilePartition], index: FileIndex): Seq[FilePartition] = {
    val listed = index match {
      case files: PartitioningAwareFileIndex => files.allFiles()
      case _                                 => Nil
    }
    val statuses: Map[Path, FileStatus] =
      listed.iterator.filter(FooterCache.hasEtag).map(status => status.getPath -> status).toMap
    if (statuses.isEmpty) partitions
    else {
      def withStatus(split: PartitionedFile) = statuses.get(split.toPath).fold(split)(SplitValue.Status.in(split, _))
      partitions.map(partition => partition.copy(files = partition.files.map(withStatus)))
    }
  }
}
