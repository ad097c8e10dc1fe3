package io.pq2.spark.internal.v1

import scala.jdk.OptionConverters._

import io.pq2.spark.internal.filter.FilterExpressions
import io.pq2.spark.internal.filter.FilterTranslation
import io.pq2.spark.internal.filter.PushdownSettings
import io.pq2.spark.internal.scan.PruningDescription
import org.apache.spark.sql.catalyst.TableIdentifier
import org.apache.spark.sql.catalyst.expressions.{Attribute, Expression, FileSourceConstantMetadataAttribute, Literal}
import org.apache.spark.sql.connector.read.streaming.SparkDataStream
import org.apache.spark.sql.execution.datasources.HadoopFsRelation
import org.apache.spark.sql.execution.metric.SQLMetric
import org.apache.spark.sql.execution.{FileSourceScanExec, ScalarSubquery}
import org.apache.spark.sql.internal.{SQLConf, SessionStateHelper}
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.types.StructType
import org.apache.spark.util.collection.BitSet

/** Spark's scan of files with two additions: the counts of pq2 as metrics, and the pushdown of filters on fields of
  * structs. See docs/design/spark-v1-format.md.
  *
  * Copies are created by this constructor, and each has its own metrics. The canonical form is the one of Spark's
  * node, which Spark compares to find equal plans.
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

  private def sqlConf: SQLConf = SessionStateHelper.getSqlConf(relation.sparkSession)

  /** The filters passed to the format, with the values of finished subqueries. */
  @transient override protected lazy val pushedDownFilters: Seq[Filter] =
    dataFilters.flatMap(filter(_, _.toLiteral))

  /** Translates a condition to a filter. Conditions on columns that are constant for a file have none. */
  private def filter(condition: Expression, valueOf: ScalarSubquery => Literal): Option[Filter] =
    if (condition.references.exists(isConstantOfFile)) {
      None
    } else {
      val withoutSubqueries = condition.transform { case subquery: ScalarSubquery => valueOf(subquery) }
      FilterExpressions.filter(withoutSubqueries, sqlConf).toScala
    }

  private def isConstantOfFile(attribute: Attribute): Boolean = attribute match {
    case FileSourceConstantMetadataAttribute(_) => true
    case _                                      => false
  }

  /** Returns the filters shown in the plan. Filters that wait for a subquery's value are shown as Spark shows them. */
  private def shownFilters: Seq[Filter] = {
    val settings = PushdownSettings.of(sqlConf)
    val (waiting, ready) = dataFilters.partition(_.exists(_.isInstanceOf[ScalarSubquery]))
    def all(conditions: Seq[Expression]) =
      conditions.flatMap(filter(_, subquery => Literal(s"ScalarSubquery#${subquery.exprId.id}")))
    FilterTranslation.convertible(all(ready).toArray, requiredSchema, settings).toSeq ++
      (if (settings.enabled) all(waiting) else Nil)
  }

  override lazy val metadata: Map[String, String] = {
    val filters = shownFilters
    val configuration = SessionStateHelper.getHadoopConf(relation.sparkSession, relation.options)
    sparkNode.metadata + ("PushedFilters" -> filters.mkString("[", ", ", "]")) +
      (PruningDescription.KEY -> PruningDescription.describe(filters.nonEmpty, configuration))
  }

  /** Returns Spark's own node for the same scan. */
  private def sparkNode: FileSourceScanExec =
    FileSourceScanExec(
      relation,
      stream,
      output,
      requiredSchema,
      partitionFilters,
      optionalBucketSet,
      optionalNumCoalescedBuckets,
      dataFilters,
      tableIdentifier,
      disableBucketedScan
    )

  override def canEqual(other: Any): Boolean = other.isInstanceOf[Pq2FileSourceScanExec]

  /** Never equal to Spark's node: a rule that replaces one by the other has changed the plan. */
  override def equals(other: Any): Boolean = canEqual(other) && super.equals(other)

  override def hashCode(): Int = super.hashCode()
}

object Pq2FileSourceScanExec {

  /** Returns a scan that Spark planned, with counters. */
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
