package io.pq2.spark

import org.apache.spark.sql.catalyst.TableIdentifier
import org.apache.spark.sql.catalyst.expressions.{Attribute, Expression}
import org.apache.spark.sql.connector.read.streaming.SparkDataStream
import org.apache.spark.sql.execution.FileSourceScanExec
import org.apache.spark.sql.execution.datasources.HadoopFsRelation
import org.apache.spark.sql.execution.metric.SQLMetric
import org.apache.spark.sql.types.StructType
import org.apache.spark.util.collection.BitSet

/** Spark's scan of files, with pq2's counters among its metrics; see docs/design/spark-v1-format.md.
  *
  * Copies are made by this constructor, and each has metrics of its own. The canonical form is that of Spark's node, for all that
  * asks whether two plans read the same.
  */
class Pq2FileSourceScanExec(
    scanned: HadoopFsRelation,
    source: Option[SparkDataStream],
    attributes: Seq[Attribute],
    columns: StructType,
    partitionPredicates: Seq[Expression],
    bucketSet: Option[BitSet],
    coalescedBuckets: Option[Int],
    dataPredicates: Seq[Expression],
    table: Option[TableIdentifier],
    withoutBuckets: Boolean
) extends FileSourceScanExec(
      CountingFileFormat.in(scanned),
      source,
      attributes,
      columns,
      partitionPredicates,
      bucketSet,
      coalescedBuckets,
      dataPredicates,
      table,
      withoutBuckets
    ) {

  override def metrics: Map[String, SQLMetric] = super.metrics ++ counters

  private def counters: Map[String, SQLMetric] = relation.fileFormat.asInstanceOf[CountingFileFormat].metrics

  override def canEqual(other: Any): Boolean = other.isInstanceOf[Pq2FileSourceScanExec]

  /** Not equal to Spark's node: a rule that puts one in the other's place has changed the plan. */
  override def equals(other: Any): Boolean = canEqual(other) && super.equals(other)

  override def hashCode(): Int = super.hashCode()
}

object Pq2FileSourceScanExec {

  /** What Spark planned, with counters. */
  def of(scan: FileSourceScanExec): Pq2FileSourceScanExec =
    new Pq2FileSourceScanExec(
      scan.relation,
      scan.stream,
      scan.output,
      scan.requiredSchema,
      scan.partitionFilters,
      scan.optionalBucketSet,
      scan.optionalNumCoalescedBuckets,
      scan.dataFilters,
      scan.tableIdentifier,
      scan.disableBucketedScan
    )
}
