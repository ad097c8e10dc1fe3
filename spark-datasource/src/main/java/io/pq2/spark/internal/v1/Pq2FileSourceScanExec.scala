package io.pq2.spark.internal.v1

import java.lang.{Boolean => JBoolean}

import scala.jdk.CollectionConverters._
import scala.jdk.OptionConverters._
import scala.reflect.ClassTag

import io.pq2.hadoop.internal.options.SparkReadingKeys
import io.pq2.read.ScanMetrics
import io.pq2.spark.internal.expressions.{FilterExpressions, FilterTranslation}
import io.pq2.spark.internal.files.keys.{BloomFilterCondition, KeyBroadcasts, KnownKeys, RuntimeFilter}
import io.pq2.spark.internal.files.scan.{
  AggregatePushdown,
  PruningDescription,
  RowDemand,
  RuleNotes,
  ScanPartitions,
  SplitStatus
}
import io.pq2.spark.internal.metrics.ScanMetricsReport
import io.pq2.spark.internal.settings.{PushdownSettings, Sessions}
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.expressions.{
  Attribute,
  DynamicPruningExpression,
  Expression,
  FileSourceConstantMetadataAttribute,
  Literal
}
import org.apache.spark.sql.catalyst.{InternalRow, TableIdentifier}
import org.apache.spark.sql.connector.read.streaming.SparkDataStream
import org.apache.spark.sql.execution.datasources.parquet.ParquetOptions
import org.apache.spark.sql.execution.datasources.{FilePartition, FileScanRDD, HadoopFsRelation}
import org.apache.spark.sql.execution.metric.{SQLMetric, SQLMetrics}
import org.apache.spark.sql.execution.{FileSourceScanExec, InSubqueryExec, SQLExecution, ScalarSubquery}
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.types.{DataType, StructType}
import org.apache.spark.sql.vectorized.ColumnarBatch
import org.apache.spark.util.collection.BitSet

/** Spark's scan of files with three additions: the counts of pq2 as metrics, the pushdown of filters on fields of
  * structs, and partitions that pq2 plans. See docs/design/spark-v1-format.md.
  *
  * Copies are created by this constructor, and each has its own metrics. `demand` says which rows the query needs,
  * `notes` what rules left to Spark and why. The canonical form is the one of Spark's node, which Spark compares to
  * find equal plans.
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
    withoutBuckets: Boolean,
    private[spark] val demand: RowDemand,
    private[spark] val notes: RuleNotes
) extends FileSourceScanExec(
      CountingFileFormat.in(scanned, demand),
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

  override protected def doExecute(): RDD[InternalRow] = replanned(super.doExecute())

  override protected def doExecuteColumnar(): RDD[ColumnarBatch] = replanned(super.doExecuteColumnar())

  private def replanned[T: ClassTag](rows: RDD[T]): RDD[T] = inputRDD match {
    case scan: FileScanRDD =>
      val listed = SplitStatus.addTo(partitions.getOrElse(scan.filePartitions), relation.location)
      val planned = KeyBroadcasts.addTo(listed, runtimeFilters)
      // The tasks of Spark's partitions know only one file at a time.
      if ((planned eq scan.filePartitions) && planned.forall(_.files.length <= 1)) rows
      else new ReplannedRDD(rows, planned)
    case _ => rows
  }

  /** The partitions that pq2 plans, if they differ from those of Spark. Buckets keep the partitions of Spark. */
  @transient private lazy val partitions: Option[Seq[FilePartition]] = inputRDD match {
    case scan: FileScanRDD if !bucketedScan =>
      val configuration =
        pq2Format.flavor.forReading(Sessions.hadoopConf(relation.sparkSession, relation.options))
      def spec = Pq2FileFormat.scan(
        sqlConf,
        relation.partitionSchema,
        requiredSchema,
        pushedDownFilters,
        relation.options,
        configuration,
        demand
      ).withRuntimeFilters(runtimeFilters.asJava)
      val splits = new ScanPartitions(relation.sparkSession, sqlConf, spec, configuration)
      val planned = splits.plan(scan.filePartitions)
      if (planned eq scan.filePartitions) None
      else {
        report(splits.skipped)
        Some(planned)
      }
    case _ => None
  }

  /** Adds what planning skipped to the node's metrics. */
  private def report(skipped: ScanMetrics): Unit = {
    val found = ScanMetricsReport.values(skipped).filter(_.value > 0).flatMap { count =>
      counters.get(count.name).map { metric =>
        metric.add(count.value)
        metric
      }
    }
    if (found.nonEmpty) {
      val execution = sparkContext.getLocalProperty(SQLExecution.EXECUTION_ID_KEY)
      SQLMetrics.postDriverMetricUpdates(sparkContext, execution, found.toSeq)
    }
  }

  /** The filters with the keys of joins, whose broadcasts have finished when the scan starts. */
  @transient private lazy val runtimeFilters: Seq[RuntimeFilter] = dataFilters.collect {
    case DynamicPruningExpression(keys: InSubqueryExec) =>
      val column = keys.child.asInstanceOf[Attribute]
      val values = keys.values().getOrElse(throw new IllegalStateException(s"$keys has not finished"))
      KeyBroadcasts.filter(relation.sparkSession, column.name, typeOf(column), column.dataType, values)
    case DynamicPruningExpression(BloomFilterCondition(keys)) => keys.filter(relation.sparkSession, typeOf(keys.key))
    case KnownKeys(_, filter)                                 => filter
  }

  /** Returns the type of a column, which has the type of the keys in a filter. */
  private def typeOf(column: Attribute): DataType = requiredSchema(column.name).dataType

  /** Whether a column can be filtered by the keys of a join. */
  private[spark] def acceptsKeys(column: Attribute): Boolean =
    requiredSchema.exists(_.name == column.name) && !isConstantOfFile(column) && !isFiltered(column) &&
      Sessions.value[JBoolean](relation.sparkSession, relation.options, SparkReadingKeys.RUNTIME_FILTERS, true)

  private def isFiltered(column: Attribute): Boolean = dataFilters.exists {
    case keys @ (_: DynamicPruningExpression | _: KnownKeys) => keys.references.exists(_.exprId == column.exprId)
    case _                                                   => false
  }

  /** Whether the scan has filters by the keys of joins. */
  private[spark] def hasKeys: Boolean = dataFilters.exists {
    case _: DynamicPruningExpression | _: KnownKeys => true
    case _                                          => false
  }

  /** Returns the same scan with a filter by the keys of a join. */
  private[spark] def withKeys(filter: Expression): Pq2FileSourceScanExec =
    Pq2FileSourceScanExec.of(this, dataFilters :+ filter, demand, notes)

  private def pq2Format: Pq2FileFormat = relation.fileFormat.asInstanceOf[Pq2FileFormat]

  private def sqlConf: SQLConf = Sessions.sqlConf(relation.sparkSession)

  /** The filters passed to the format, with the values of finished subqueries. */
  @transient override protected lazy val pushedDownFilters: Seq[Filter] =
    dataFilters.flatMap(filter(_, _.toLiteral))

  /** The filters known without running subqueries. */
  private[spark] def filtersOfPlan: Seq[Filter] =
    dataFilters.filterNot(_.exists(_.isInstanceOf[ScalarSubquery])).flatMap(filter(_, _.toLiteral))

  /** Translates a condition to a filter. Conditions on columns that are constant for a file have none. */
  private def filter(condition: Expression, valueOf: ScalarSubquery => Literal): Option[Filter] =
    if (condition.references.exists(isConstantOfFile)) {
      None
    } else {
      val withoutSubqueries = condition.transform { case subquery: ScalarSubquery => valueOf(subquery) }
      FilterExpressions.implied(withoutSubqueries, sqlConf).toScala
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
    // Spark asks for this whenever it shows the plan, in adaptive queries after each stage.
    val configuration = Sessions.settings(
      relation.sparkSession,
      relation.options,
      PruningDescription.SETTINGS,
      SparkReadingKeys.BOX.name
    )
    val boxes = PruningDescription.boxes(configuration).asScala
    sparkNode.metadata + ("PushedFilters" -> filters.mkString("[", ", ", "]")) +
      (PruningDescription.KEY -> PruningDescription.describe(filters.nonEmpty || boxes.nonEmpty, configuration)) ++
      boxes ++ notes.metadata().asScala ++
      demand.metadata(StructType(requiredSchema.fields ++ relation.partitionSchema.fields)).asScala
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

  override protected def otherCopyArgs: Seq[AnyRef] = Seq(demand, notes)

  /** Returns the same scan for a query that needs other rows. */
  private[spark] def withDemand(other: RowDemand): Pq2FileSourceScanExec =
    Pq2FileSourceScanExec.of(this, dataFilters, other, notes)

  /** Returns the same scan with a note. */
  private[spark] def withNote(note: String): Pq2FileSourceScanExec =
    Pq2FileSourceScanExec.of(this, dataFilters, demand, notes.`with`(note))

  /** Whether a column's values come from files. */
  private[spark] def hasColumn(column: Attribute): Boolean =
    requiredSchema.exists(_.name == column.name) && !isConstantOfFile(column)

  /** Whether batches of footers may replace the rows of aggregated row groups. Spark copies batches when it adds the
    * columns of `_metadata` that are constant for a file.
    */
  private[spark] def mayBeAggregatedByFooters: Boolean =
    output.size == requiredSchema.size + relation.partitionSchema.size &&
      AggregatePushdown.isEnabled(
        sqlConf,
        new ParquetOptions(relation.options, sqlConf),
        Sessions.settings(
          relation.sparkSession,
          relation.options,
          AggregatePushdown.Settings,
          SparkReadingKeys.BOX.name
        )
      )

  /** Whether all rows of the files are returned. */
  private[spark] def hasAllRows: Boolean = dataFilters.isEmpty

  override def canEqual(other: Any): Boolean = other.isInstanceOf[Pq2FileSourceScanExec]

  /** Never equal to Spark's node: a rule that replaces one by the other has changed the plan. So has one that changes
    * `demand` or `notes`.
    */
  override def equals(other: Any): Boolean = other match {
    case that: Pq2FileSourceScanExec => demand == that.demand && notes == that.notes && super.equals(that)
    case _                           => false
  }

  override def hashCode(): Int = super.hashCode()
}

object Pq2FileSourceScanExec {

  /** Returns a scan that Spark planned, with counters. */
  def of(scan: FileSourceScanExec): Pq2FileSourceScanExec = of(scan, scan.dataFilters, RowDemand.ALL, RuleNotes.NONE)

  private def of(
      scan: FileSourceScanExec,
      dataFilters: Seq[Expression],
      demand: RowDemand,
      notes: RuleNotes
  ): Pq2FileSourceScanExec = {
    val created = new Pq2FileSourceScanExec(
      scan.relation,
      scan.stream,
      scan.output,
      scan.requiredSchema,
      scan.partitionFilters,
      scan.optionalBucketSet,
      scan.optionalNumCoalescedBuckets,
      dataFilters,
      scan.tableIdentifier,
      scan.disableBucketedScan,
      demand,
      notes
    )
    created.copyTagsFrom(scan)
    created
  }
}
