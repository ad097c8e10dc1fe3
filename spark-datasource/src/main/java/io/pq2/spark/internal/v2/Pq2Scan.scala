package io.pq2.spark.internal.v2

import java.lang.{Boolean => JBoolean}

import scala.jdk.CollectionConverters._
import scala.jdk.OptionConverters._

import io.pq2.hadoop.internal.options.SparkReadingKeys
import io.pq2.read.{OnCorruption, ScanMetrics}
import io.pq2.spark.internal.columns.leaf.FileMetadataColumn
import io.pq2.spark.internal.estimate.{ScanEstimate, ScanEstimator, SparkStatistics}
import io.pq2.spark.internal.files.keys.{AwaitedHashes, KeyBroadcasts, RuntimeFilter}
import io.pq2.spark.internal.files.scan.{
  AggregatePushdown,
  ConfigurationBroadcasts,
  DamageHandling,
  PruningDescription,
  ReadSettings,
  RowDemand,
  RuleNotes,
  ScanPartitions,
  ScanSpec,
  SplitStatus
}
import io.pq2.spark.internal.metrics.{PlanMetrics, ScanMetricsReport}
import io.pq2.spark.internal.settings.{Sessions, SourceFlavor}
import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.util.{quoteIdentifier, quoteIfNeeded}
import org.apache.spark.sql.connector.expressions.aggregate.Aggregation
import org.apache.spark.sql.connector.expressions.filter.Predicate
import org.apache.spark.sql.connector.expressions.{Expression => ConnectorExpression, Expressions, NamedReference}
import org.apache.spark.sql.connector.metric.{CustomMetric, CustomTaskMetric}
import org.apache.spark.sql.connector.read.Scan.ColumnarSupportMode
import org.apache.spark.sql.connector.read.partitioning.{KeyGroupedPartitioning, Partitioning, UnknownPartitioning}
import org.apache.spark.sql.connector.read.{
  Batch,
  InputPartition,
  PartitionReaderFactory,
  Statistics,
  SupportsReportPartitioning,
  SupportsRuntimeV2Filtering
}
import org.apache.spark.sql.execution.datasources.parquet.{ParquetOptions, ParquetUtils}
import org.apache.spark.sql.execution.datasources.v2.FileScan
import org.apache.spark.sql.execution.datasources.{FilePartition, PartitioningAwareFileIndex}
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.types.StructType
import org.apache.spark.sql.util.CaseInsensitiveStringMap

/** A scan by Data Source V2. Spark's explanations show its class name without "Scan" as the format. */
case class Pq2Scan(
    sparkSession: SparkSession,
    fileIndex: PartitioningAwareFileIndex,
    dataSchema: StructType,
    readDataSchema: StructType,
    readPartitionSchema: StructType,
    pushedFilters: Array[Filter],
    options: CaseInsensitiveStringMap,
    partitionFilters: Seq[Expression],
    dataFilters: Seq[Expression],
    flavor: SourceFlavor,
    @transient private val hadoopConf: Configuration,
    private val pushedAggregate: Option[AggregatePushdown.Pushed] = None,
    demand: RowDemand = RowDemand.ALL,
    private val runtimeFilters: Seq[RuntimeFilter] = Nil,
    private[spark] val awaitedKeys: Seq[AwaitedHashes] = Nil
) extends FileScan
    with SupportsReportPartitioning
    with SupportsRuntimeV2Filtering {

  /** Files are splittable unless the scan only counts rows, which one footer answers, or unless each split would check
    * the whole file for damage.
    */
  override def isSplitable(path: Path): Boolean = splitable

  @transient private lazy val splitable: Boolean =
    !pushedAggregate.exists(_.aggregates.countsRowsOnly) && DamageHandling.mode(hadoopConf) != OnCorruption.SKIP_FILE

  override def readSchema(): StructType = pushedAggregate.fold(super.readSchema())(_.aggregates.schema)

  /** Whether the scan returns batches, with any number of columns. Spark plans a second conversion to unsafe rows above
    * a scan that returns rows. For batches it plans one, which runs without whole-stage code if there are too many
    * columns.
    */
  private def inBatches: Boolean =
    ParquetUtils.isBatchReadSupportedForSchema(sqlConf, readSchema()) && sqlConf.wholeStageEnabled

  override def columnarSupportMode(): ColumnarSupportMode =
    if (pushedAggregate.isEmpty && inBatches) ColumnarSupportMode.SUPPORTED else ColumnarSupportMode.UNSUPPORTED

  private def sqlConf: SQLConf = Sessions.sqlConf(sparkSession)

  private def caseSensitiveOptions: Map[String, String] = options.asCaseSensitiveMap.asScala.toMap

  private def parquetOptions: ParquetOptions = new ParquetOptions(caseSensitiveOptions, sqlConf)

  /** The scan that this one is a copy of, with other files. It has the same settings. */
  @transient private var original: Option[Pq2Scan] = None

  @transient private[v2] lazy val settings: ReadSettings = original.fold {
    val columns = StructType(readPartitionSchema.fields ++ readDataSchema.fields)
    ReadSettings.of(sqlConf, parquetOptions, hadoopConf, columns)
  }(_.settings)

  @transient private lazy val spec: ScanSpec =
    new ScanSpec(
      readDataSchema,
      readPartitionSchema,
      pushedFilters,
      settings,
      pushedAggregate.fold(demand)(_.aggregates.demand).`with`(settings, hadoopConf),
      runtimeFilters.asJava
    )

  /** Counts the row groups that planning left out of the partitions. */
  @transient @volatile private var skipped: ScanMetrics = new ScanMetrics

  @transient @volatile private var planMetrics: PlanMetrics = PlanMetrics.NONE

  /** What rules left to Spark, and why. Equal scans may have different notes, so that Spark still finds equal plans. */
  @transient @volatile private var notes: RuleNotes = RuleNotes.NONE

  private[spark] def note(text: String): Unit = notes = notes.`with`(text)

  /** Spark itself derives the values of partition columns from the other side of a join. `JoinKeyFilters` does it for
    * other columns. A scan that returns aggregates has other columns.
    */
  override def filterAttributes(): Array[NamedReference] =
    if (pushedAggregate.isEmpty) RuntimeFilters.columns(readPartitionSchema) else Array.empty

  /** Whether a column can be filtered by the keys of a join. */
  private[spark] def acceptsKeys(column: String): Boolean =
    hasColumn(column) && !runtimeFilters.exists(_.column == quoteIfNeeded(column)) &&
      !awaitedKeys.exists(_.key.name == column) &&
      Sessions.value[JBoolean](sparkSession, caseSensitiveOptions, SparkReadingKeys.RUNTIME_FILTERS, true)

  /** Returns the same scan with a filter by the keys of a join. */
  private[spark] def withKeys(filter: RuntimeFilter): Pq2Scan =
    filtered(copy(runtimeFilters = runtimeFilters :+ filter))

  private def filtered(copied: Pq2Scan): Pq2Scan = {
    copied.original = Some(this)
    copied.notes = notes
    copied
  }

  /** Whether a filter may wait for its keys. Spark plans the partitions of a storage-partitioned join before. */
  private[spark] def canAwaitKeys: Boolean = !hasKeys

  /** Returns the same scan with a filter by a bloom filter, which is known when the partitions are planned. */
  private[spark] def withAwaitedKeys(keys: AwaitedHashes): Pq2Scan = filtered(copy(awaitedKeys = awaitedKeys :+ keys))

  /** Whether the scan has filters by the keys of joins. */
  private[spark] def hasRuntimeFilters: Boolean = runtimeFilters.nonEmpty || awaitedKeys.nonEmpty

  /** Whether a column's values come from files. */
  private[spark] def hasColumn(column: String): Boolean =
    pushedAggregate.isEmpty && readDataSchema.exists(field => field.name == column && !FileMetadataColumn.is(field))

  /** Whether batches of footers may replace the rows of aggregated row groups. */
  private[spark] def mayBeAggregatedByFooters: Boolean =
    pushedAggregate.isEmpty && AggregatePushdown.isEnabled(sqlConf, parquetOptions, hadoopConf)

  /** Whether all rows of the files are returned. */
  private[spark] def hasAllRows: Boolean =
    pushedAggregate.isEmpty && pushedFilters.isEmpty && dataFilters.isEmpty && spec.settings.boxes.isEmpty

  @transient private lazy val runtimePredicates = ThreadLocal.withInitial(() => Array.empty[Predicate])

  /** Applies to the next [[toBatch]] of the same thread only. Nodes of several plans may share a scan, and plan their
    * partitions at the same time. Spark calls both methods one after the other.
    */
  override def filter(predicates: Array[Predicate]): Unit = runtimePredicates.set(predicates)

  override def toBatch: Batch = {
    val predicates = runtimePredicates.get
    runtimePredicates.remove()
    val onPartitions = RuntimeFilters.of(predicates, readPartitionSchema)
    val onData =
      if (pushedAggregate.isEmpty) RuntimeFilters.ofData(sparkSession, predicates, readDataSchema) else Nil
    if (onPartitions.isEmpty && onData.isEmpty) this
    else {
      val pruned = copy(partitionFilters = partitionFilters ++ onPartitions, runtimeFilters = runtimeFilters ++ onData)
      pruned.original = Some(this)
      new Batch {
        override def planInputPartitions(): Array[InputPartition] = {
          val planned = pruned.planInputPartitions()
          skipped = pruned.skipped
          planMetrics = pruned.planMetrics
          planned
        }

        override def createReaderFactory(): PartitionReaderFactory = pruned.createReaderFactory()
      }
    }
  }

  /** Whether each partition has rows of one value of the partition columns. */
  @transient private lazy val hasKeys: Boolean =
    pushedAggregate.isEmpty && KeyedPartitions.isEnabled(sqlConf) && KeyedPartitions.supports(readPartitionSchema)

  /** Says by which partition columns Spark may join and group without an exchange. Spark counts the partitions that are
    * planned, not those reported here.
    */
  override def outputPartitioning(): Partitioning =
    if (hasKeys) {
      val columns = readPartitionSchema.fieldNames.map(name => Expressions.column(quoteIdentifier(name)))
      new KeyGroupedPartitioning(columns.toArray[ConnectorExpression], 0)
    } else new UnknownPartitioning(0)

  override def planInputPartitions(): Array[InputPartition] =
    if (hasKeys) KeyedPartitions.of(partitions, readPartitionSchema, sqlConf.filesMaxPartitionBytes)
    else super.planInputPartitions()

  override protected def partitions: Seq[FilePartition] =
    if (awaitedKeys.isEmpty) planned
    else {
      val known = copy(
        runtimeFilters = runtimeFilters ++
          awaitedKeys.map(keys => keys.filter(sparkSession, readDataSchema(keys.key.name).dataType)),
        awaitedKeys = Nil
      )
      known.original = Some(this)
      val partitions = known.planned
      skipped = known.skipped
      planMetrics = known.planMetrics
      partitions
    }

  private def planned: Seq[FilePartition] = {
    val start = System.nanoTime()
    val splits = new ScanPartitions(sparkSession, sqlConf, spec, hadoopConf)
    val byLength = super.partitions
    val planned = splits.plan(byLength)
    skipped = splits.skipped
    val nanos = System.nanoTime() - start + fileIndex.metadataOpsTimeNs.getOrElse(0L)
    planMetrics = Pq2Scan.metrics(byLength, fileIndex.partitionSchema.nonEmpty, nanos)
    val listed = KeyBroadcasts.addTo(SplitStatus.addTo(planned, fileIndex), runtimeFilters)
    // Without a row, Spark would return null rather than 0 for the number of rows.
    val countsNothing = listed.isEmpty && pushedAggregate.exists(!_.aggregates.isGrouped)
    if (countsNothing || pushedAggregate.exists(_.inOneTask)) Seq(FilePartition(0, listed.flatMap(_.files).toArray))
    else listed
  }

  override def createReaderFactory(): PartitionReaderFactory = {
    val configuration = ConfigurationBroadcasts.of(sparkSession.sparkContext, hadoopConf)
    val damage = DamageHandling.of(hadoopConf, sparkSession.sparkContext)
    val rows = new Pq2PartitionReaderFactory(spec, damage, configuration, inBatches, parquetOptions)
    pushedAggregate.fold[PartitionReaderFactory](rows)(pushed =>
      new Pq2AggregateReaderFactory(rows, spec, pushed.aggregates)
    )
  }

  @transient private lazy val estimate: Option[ScanEstimate] =
    new ScanEstimator(spec, hadoopConf, SparkStatistics.usesValues(sqlConf))
      .estimate(fileIndex.listFiles(partitionFilters, dataFilters).flatMap(_.files).map(_.fileStatus).asJava).toScala

  /** Returns an estimate of the number of rows; none if no footer can be read, and for aggregates. */
  private[spark] def estimatedRows: Option[Double] =
    if (pushedAggregate.isDefined) None else estimate.map(_.rows)

  /** Returns the size of the rows in memory, from footers; Spark's estimate from the sizes of files if no footer can be
    * read. Aggregates are few rows of another schema.
    */
  override def estimateStatistics(): Statistics =
    if (pushedAggregate.isDefined) super.estimateStatistics()
    else {
      estimate.fold(super.estimateStatistics()) {
        SparkStatistics.v2(_, spec.rowColumns, SparkStatistics.usesValues(sqlConf))
      }
    }

  override def supportedCustomMetrics(): Array[CustomMetric] = ScanMetricsReport.metrics() ++ PlanMetrics.metrics()

  override def reportDriverMetrics(): Array[CustomTaskMetric] =
    ScanMetricsReport.values(skipped).filter(_.value > 0) ++ planMetrics.values.asScala

  override def getMetaData(): Map[String, String] = fixedMetaData ++ PruningDescription.skipped(skipped).asScala ++
    notes.metadata().asScala

  // Spark shows an adaptive plan after each stage: printing filters and schemas and searching thousands of settings for
  // a prefix each time would delay short queries.
  @transient private lazy val fixedMetaData: Map[String, String] =
    super.getMetaData() ++ Map(
      "ReadSchema" -> pushedAggregate.fold(readDataSchema)(_.aggregates.schema).catalogString,
      "PushedFilters" -> seqToString(pushedFilters.toIndexedSeq),
      "PushedAggregation" -> pushed(_.aggregateExpressions),
      "PushedGroupBy" -> pushed(_.groupByExpressions),
      PruningDescription.KEY -> PruningDescription.describe(isPruned, hadoopConf)
    ) ++ PruningDescription.boxes(settings.boxes).asScala ++
      demand.metadata(spec.rowColumns).asScala ++
      Option.when(hasRuntimeFilters)("JoinKeys" -> seqToString(runtimeFilters ++ awaitedKeys))

  private def isPruned: Boolean = pushedFilters.nonEmpty || !settings.boxes.isEmpty

  private def pushed(part: Aggregation => Array[_]): String =
    pushedAggregate.fold("[]")(pushed => seqToString(part(pushed.aggregation).toIndexedSeq))

  override def equals(other: Any): Boolean = other match {
    case that: Pq2Scan =>
      super.equals(that) && dataSchema == that.dataSchema && options == that.options && flavor == that.flavor &&
      demand == that.demand && runtimeFilters == that.runtimeFilters &&
      awaitedKeys.size == that.awaitedKeys.size &&
      awaitedKeys.zip(that.awaitedKeys).forall { case (mine, others) => mine.isSame(others) } &&
      equivalentFilters(pushedFilters, that.pushedFilters) &&
      pushedAggregate.size == that.pushedAggregate.size &&
      pushedAggregate.zip(that.pushedAggregate).forall { case (mine, others) => mine.equivalent(others) }
    case _ => false
  }

  override def hashCode(): Int = getClass.hashCode()
}

private[spark] object Pq2Scan {

  /** Counts the files of a scan.
    *
    * @param partitions the partitions that Spark planned by the lengths of the files
    * @param partitioned whether the table has partition columns
    * @param nanos the time for planning
    */
  private def metrics(partitions: Seq[FilePartition], partitioned: Boolean, nanos: Long): PlanMetrics = {
    // A file has one part with start 0 for each time that it is read.
    val files = partitions.flatMap(_.files).filter(_.start == 0)
    val directories = files.iterator.map(file => file.urlEncodedPath.take(file.urlEncodedPath.lastIndexOf('/'))).toSet
    new PlanMetrics(files.size, files.map(_.fileSize).sum, if (partitioned) directories.size else 0, nanos)
  }
}
