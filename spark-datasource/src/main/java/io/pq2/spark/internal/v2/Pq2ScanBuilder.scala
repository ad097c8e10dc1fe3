package io.pq2.spark.internal.v2

import scala.jdk.CollectionConverters._

import io.pq2.spark.internal.columns.leaf.FileMetadataColumn
import io.pq2.spark.internal.expressions.{FilterExpressions, FilterTranslation, ImpliedConditions}
import io.pq2.spark.internal.files.scan.{AggregatePushdown, BoxFilter}
import io.pq2.spark.internal.settings.{PushdownSettings, Sessions, SourceFlavor}
import org.apache.hadoop.conf.Configuration
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.connector.expressions.aggregate.Aggregation
import org.apache.spark.sql.connector.read.SupportsPushDownAggregates
import org.apache.spark.sql.execution.datasources.parquet.ParquetOptions
import org.apache.spark.sql.execution.datasources.v2.FileScanBuilder
import org.apache.spark.sql.execution.datasources.{PartitioningAwareFileIndex, VariantMetadata}
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.types.{StructField, StructType}
import org.apache.spark.sql.util.CaseInsensitiveStringMap

/** Collects the pushdowns of Spark's optimizer for a V2 scan: columns and nested fields, filters, aggregates. */
class Pq2ScanBuilder(
    sparkSession: SparkSession,
    fileIndex: PartitioningAwareFileIndex,
    dataSchema: StructType,
    options: CaseInsensitiveStringMap,
    flavor: SourceFlavor
) extends FileScanBuilder(sparkSession, fileIndex, dataSchema)
    with SupportsPushDownAggregates {

  private var pushedAggregate = Option.empty[AggregatePushdown.Pushed]

  override protected val supportsNestedSchemaPruning: Boolean = true

  /** Marks the struct `_metadata`, unless it is a column of the table. Spark's pruning of columns drops the original
    * mark, and the descriptions of fields that are extracted from variants.
    */
  override protected def readDataSchema(): StructType =
    StructType(super.readDataSchema().map { field =>
      dataColumns.get(field.name) match {
        case None                                            => FileMetadataColumn.mark(field)
        case Some(column) if Pq2ScanBuilder.extracts(column) => field.copy(dataType = column.dataType)
        case _                                               => field
      }
    })

  private lazy val dataColumns: Map[String, StructField] = dataSchema.map(field => field.name -> field).toMap

  private def sqlConf: SQLConf = Sessions.sqlConf(sparkSession)

  /** Pushes weaker conditions in place of those of the query, which Spark tests again on the rows. Spark does not test
    * conditions on partition columns only, so these are pushed as the query has them.
    */
  override def pushFilters(filters: Seq[Expression]): Seq[Expression] = {
    val implied = filters.map { filter =>
      val weaker = ImpliedConditions.of(filter)
      if (selectsPartitions(filter) || selectsPartitions(weaker)) filter else weaker
    }
    val remaining = FilterExpressions.withExactTimes(sqlConf, () => super.pushFilters(implied))
    filters.zip(implied).collect { case (original, pushed) if remaining.exists(_ eq pushed) => original }
  }

  private def selectsPartitions(filter: Expression): Boolean =
    filter.references.forall(column => partitionColumns.contains(column.name))

  private lazy val partitionColumns: Set[String] = fileIndex.partitionSchema.fieldNames.toSet

  override protected def pushDataFilters(dataFilters: Array[Filter]): Array[Filter] = {
    val settings = PushdownSettings.of(sqlConf)
    // Only a file tells which columns its variants have. Parsing the names that filters refer to takes its time.
    val (onVariants, others) =
      if (dataSchema.exists(Pq2ScanBuilder.extracts)) dataFilters.partition(isOnVariant)
      else (Array.empty[Filter], dataFilters)
    FilterTranslation.convertible(others, readDataSchema(), settings) ++
      (if (settings.enabled) onVariants else Array.empty[Filter])
  }

  private def isOnVariant(filter: Filter): Boolean =
    filter.v2references.exists(name => dataColumns.get(name.head).exists(Pq2ScanBuilder.extracts))

  /** Takes over aggregates that footers can answer. Enabled by default, unlike in Spark's own source, which fails if a
    * file has no statistics. This source reads the values where footers are inconclusive, so the result is always that
    * of the rows.
    */
  override def pushAggregation(aggregation: Aggregation): Boolean = {
    pushedAggregate = pushed(aggregation)
    pushedAggregate.isDefined
  }

  private lazy val configuration: Configuration =
    flavor.forReading(Sessions.hadoopConf(sparkSession, options.asCaseSensitiveMap.asScala.toMap))

  /** Whether the scan returns the final values. Spark then needs neither an exchange nor a second stage. */
  override def supportCompletePushDown(aggregation: Aggregation): Boolean = pushed(aggregation).exists(_.inOneTask)

  private def pushed(aggregation: Aggregation): Option[AggregatePushdown.Pushed] = {
    val conf = sqlConf
    // Footers do not say what Spark's casts make of the values in variants.
    val hasOwnValues = !dataSchema.exists(Pq2ScanBuilder.extracts)
    val fileOptions = new ParquetOptions(options.asCaseSensitiveMap.asScala.toMap, conf)
    if (AggregatePushdown.isEnabled(conf, fileOptions, configuration) && dataFilters.isEmpty && hasOwnValues) {
      AggregatePushdown(conf, dataSchema, fileIndex.partitionSchema).of(aggregation).map { pushed =>
        val isFinal = pushed.aggregates.countsRowsOnly && pushed.aggregates.hasGroupsOfOneForm
        pushed.copy(inOneTask = isFinal && hasFewFiles)
      }
    } else None
  }

  /** Whether one task reads the footers of all files sooner than Spark runs a second stage. */
  private def hasFewFiles: Boolean =
    fileIndex.listFiles(partitionFilters, dataFilters).map(_.files.size).sum <= Pq2ScanBuilder.FILES_OF_ONE_TASK

  override def build(): Pq2Scan = {
    val scan = Pq2Scan(
      sparkSession,
      fileIndex,
      dataSchema,
      pushedAggregate.fold(readDataSchema())(_.dataColumns),
      readPartitionSchema(),
      pushedDataFilters,
      options,
      partitionFilters,
      dataFilters,
      flavor,
      configuration,
      pushedAggregate
    )
    BoxFilter.check(scan.settings.boxes, dataSchema)
    scan
  }
}

private object Pq2ScanBuilder {

  /** The most files whose rows one task counts. */
  private val FILES_OF_ONE_TASK = 16

  /** Whether a column has fields that are extracted from variants. */
  private def extracts(column: StructField): Boolean = column.dataType match {
    case struct: StructType => VariantMetadata.isVariantStruct(struct) || struct.exists(extracts)
    case _                  => false
  }
}
