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

/** Spark's scan of files, with pq2's counters among its metrics, which takes filters on fields of structs to the files too; see
  * docs/design/spark-v1-format.md.
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

  private def sqlConf: SQLConf = SessionStateHelper.getSqlConf(relation.sparkSession)

  /** The filters that the format gets, with the values that subqueries have by now. */
  @transient override protected lazy val pushedDownFilters: Seq[Filter] =
    dataFilters.flatMap(filter(_, _.toLiteral))

  /** Columns that are the same for all rows of a file are not in it. */
  private def filter(condition: Expression, valueOf: ScalarSubquery => Literal): Option[Filter] =
    if (condition.references.exists(isOfTheFile)) {
      None
    } else {
      val withoutSubqueries = condition.transform { case subquery: ScalarSubquery => valueOf(subquery) }
      FilterExpressions.filter(withoutSubqueries, sqlConf).toScala
    }

  private def isOfTheFile(attribute: Attribute): Boolean = attribute match {
    case FileSourceConstantMetadataAttribute(_) => true
    case _                                      => false
  }

  /** What the files get of the filters. Those that wait for a subquery's value are shown as Spark shows them. */
  private def shownFilters: Seq[Filter] = {
    val settings = PushdownSettings.of(sqlConf)
    val (waiting, known) = dataFilters.partition(_.exists(_.isInstanceOf[ScalarSubquery]))
    def all(conditions: Seq[Expression]) =
      conditions.flatMap(filter(_, subquery => Literal(s"ScalarSubquery#${subquery.exprId.id}")))
    FilterTranslation.convertible(all(known).toArray, requiredSchema, settings).toSeq ++
      (if (settings.enabled) all(waiting) else Nil)
  }

  override lazy val metadata: Map[String, String] = {
    val filters = shownFilters
    val configuration = SessionStateHelper.getHadoopConf(relation.sparkSession, relation.options)
    asPlanned.metadata + ("PushedFilters" -> filters.mkString("[", ", ", "]")) +
      (PruningDescription.KEY -> PruningDescription.describe(filters.nonEmpty, configuration))
  }

  /** Spark's own node for the same scan. */
  private def asPlanned: FileSourceScanExec =
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
