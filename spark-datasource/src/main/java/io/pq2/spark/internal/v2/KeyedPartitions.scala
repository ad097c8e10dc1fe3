package io.pq2.spark.internal.v2

import scala.collection.mutable

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.connector.read.{HasPartitionKey, InputPartition}
import org.apache.spark.sql.execution.datasources.{FilePartition, PartitionedFile}
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.types._

/** Partitions of a scan with the rows of one value of the table's partition columns each, so that Spark joins and
  * groups by these columns without an exchange; see docs/design/storage-partitions.md.
  */
private[v2] object KeyedPartitions {

  /** Whether the session asks for it. Spark's default differs between its versions, and is not a request. */
  def isEnabled(conf: SQLConf): Boolean =
    conf.v2BucketingEnabled && conf.contains(SQLConf.V2_BUCKETING_ENABLED.key)

  /** Whether Spark finds equal values of partition columns by comparing their bytes. */
  def supports(columns: StructType): Boolean = columns.nonEmpty && columns.forall(_.dataType match {
    case BooleanType | ByteType | ShortType | IntegerType | LongType | DateType | TimestampType | TimestampNTZType =>
      true
    case _: DecimalType => true
    case other          => other == StringType
  })

  /** Returns the partitions by key.
    *
    * @param planned partitions with rows of any keys
    * @param columns the partition columns
    * @param maxBytes the size of a partition of a key with several. Their number depends on the files of the key alone,
    *   because Spark does not permit that filters at run time increase it
    */
  def of(planned: Seq[FilePartition], columns: StructType, maxBytes: Long): Array[InputPartition] = {
    val keys = mutable.LinkedHashMap.empty[Seq[Any], mutable.ArrayBuffer[PartitionedFile]]
    for (split <- planned.iterator.flatMap(_.files))
      keys.getOrElseUpdate(split.partitionValues.toSeq(columns), mutable.ArrayBuffer.empty) += split
    val partitions = for {
      splits <- keys.valuesIterator.toSeq
      files <- distribute(splits.toSeq, number(splits.toSeq, maxBytes))
    } yield (files, splits.head.partitionValues)
    partitions.zipWithIndex.map { case ((files, key), index) =>
      KeyedPartition(FilePartition(index, files.toArray), key): InputPartition
    }.toArray
  }

  /** Distributes parts of files over partitions, each to the one with the fewest bytes so far, beginning with the
    * largest part. Some partitions may be empty.
    */
  private def distribute(splits: Seq[PartitionedFile], number: Int): Seq[Iterable[PartitionedFile]] = {
    val partitions = Seq.fill(number)(mutable.ArrayBuffer.empty[PartitionedFile])
    // The bytes and the index of each partition, with the fewest bytes first.
    val queue = mutable.PriorityQueue.from((0 until number).map(index => (0L, index)))(Ordering[(Long, Int)].reverse)
    for (split <- splits.sortBy(-_.length)) {
      val (bytes, index) = queue.dequeue()
      partitions(index) += split
      queue.enqueue((bytes + split.length, index))
    }
    partitions
  }

  private def number(splits: Seq[PartitionedFile], maxBytes: Long): Int = {
    val bytes = splits.map(split => split.urlEncodedPath -> split.fileSize).distinct.map(_._2).sum
    (1 + (bytes - 1) / math.max(1L, maxBytes)).toInt
  }

  /** Returns the files of a partition of a scan. */
  def files(partition: InputPartition): FilePartition = partition match {
    case keyed: KeyedPartition => keyed.files
    case files: FilePartition  => files
    case other                 => throw new IllegalArgumentException(s"$other is not a partition of files")
  }
}

/** Files whose rows have the same values of the partition columns. */
final private[v2] case class KeyedPartition(files: FilePartition, partitionKey: InternalRow) extends HasPartitionKey {

  override def preferredLocations(): Array[String] = files.preferredLocations()
}
