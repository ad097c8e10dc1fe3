package io.pq2.spark.internal.v1

import scala.reflect.ClassTag

import io.pq2.spark.internal.files.keys.SplitValue
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.execution.datasources.FilePartition
import org.apache.spark.{NarrowDependency, Partition, TaskContext}

/** Scans partitions of files that pq2 planned, or that Spark planned. Passes the whole list of a partition's files with
  * its first file ([[SplitValue.FollowingFiles]]), so that the next files can be opened before their turn.
  *
  * @param scan Spark's RDD, which computes any [[FilePartition]], also one that is not its own
  */
final private class ReplannedRDD[T: ClassTag](scan: RDD[T], @transient val filePartitions: Seq[FilePartition])
    extends RDD[T](scan.sparkContext, Seq(new ReplannedRDD.OtherPartitions(scan))) {

  override protected def getPartitions: Array[Partition] = filePartitions.toArray

  override def compute(partition: Partition, context: TaskContext): Iterator[T] =
    firstParent[T].iterator(ReplannedRDD.withFollowing(partition.asInstanceOf[FilePartition]), context)

  override protected def getPreferredLocations(partition: Partition): Seq[String] =
    partition.asInstanceOf[FilePartition].preferredLocations().toSeq
}

private object ReplannedRDD {

  /** Returns a partition whose first file has the others. */
  private def withFollowing(partition: FilePartition): FilePartition = partition.files match {
    case Array(first, others @ _*) if others.nonEmpty =>
      partition.copy(files = SplitValue.FollowingFiles.in(first, others.toArray) +: others.toArray)
    case _ => partition
  }

  /** No partition of the scan belongs to a partition of the other RDD. */
  final private class OtherPartitions[T](scan: RDD[T]) extends NarrowDependency[T](scan) {
    override def getParents(partition: Int): Seq[Int] = Nil
  }
}
