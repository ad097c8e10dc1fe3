package io.pq2.spark.internal.v1

import io.pq2.hadoop.internal.options.ReadingKeys
import io.pq2.hadoop.metrics.ScanCounter
import io.pq2.read.OnCorruption
import io.pq2.spark.internal.columns.leaf.FileColumns
import io.pq2.spark.internal.files.scan.{
  BoxFilter,
  ConfigurationBroadcasts,
  DamageHandling,
  ReadSettings,
  RowDemand,
  ScanSpec
}
import io.pq2.spark.internal.files.write.WritePreparation
import io.pq2.spark.internal.metrics.{ScanAccumulator, ScanMetricsSink}
import io.pq2.spark.internal.schema.{SchemaInference, SparkSchemas}
import io.pq2.spark.internal.settings.{Sessions, SettingOrder, SourceFlavor}
import io.pq2.spark.internal.tasks.ExecutorJars
import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{FileStatus, Path}
import org.apache.hadoop.mapreduce.Job
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.execution.datasources.parquet.{ParquetFileFormat, ParquetOptions}
import org.apache.spark.sql.execution.datasources.{FileFormat, OutputWriterFactory, PartitionedFile}
import org.apache.spark.sql.execution.metric.SQLMetric
import org.apache.spark.sql.execution.vectorized.ConstantColumnVector
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.types.{DataType, StructType}

/** The V1 file format: catalog tables, SQL on a path, streaming, and all writing.
  *
  * Spark checks for its own Parquet format by class in several places, hence this class extends it. It shares no code
  * with it that reads or writes files; see docs/design/spark-v1-format.md.
  */
class Pq2FileFormat extends ParquetFileFormat {

  override def shortName(): String = "pq2"

  override def toString: String = "pq2"

  /** The name under which this source runs. */
  def flavor: SourceFlavor = SourceFlavor.PQ2

  /** Formats of the same flavor are equal. The replacement of Spark's format also equals Spark's, so that Spark
    * recognises data that was cached under the other setting.
    */
  override def equals(other: Any): Boolean = other match {
    case that: Pq2FileFormat => that.flavor == flavor
    case _                   => flavor == SourceFlavor.PARQUET && SourceFlavor.isBuiltIn(other)
  }

  override def hashCode(): Int = flavor match {
    case SourceFlavor.PQ2     => classOf[Pq2FileFormat].hashCode()
    case SourceFlavor.PARQUET => classOf[ParquetFileFormat].hashCode()
  }

  /** The metrics that receive the counts of a scan, in addition to [[ScanAccumulator]]. */
  protected def counters: Array[(ScanCounter, SQLMetric)] = Array.empty

  /** Which rows the query needs. */
  protected def demand: RowDemand = RowDemand.ALL

  override def inferSchema(
      sparkSession: SparkSession,
      parameters: Map[String, String],
      files: Seq[FileStatus]
  ): Option[StructType] = {
    val places = if (files.isEmpty) AnalyzedPath.of(sparkSession.sparkContext) else Nil
    Some(SchemaInference.infer(sparkSession, parameters, files, places))
  }

  override def prepareWrite(
      sparkSession: SparkSession,
      job: Job,
      options: Map[String, String],
      dataSchema: StructType
  ): OutputWriterFactory = {
    ExecutorJars.watch(sparkSession.sparkContext)
    WritePreparation.prepare(flavor, Sessions.sqlConf(sparkSession), job, options, dataSchema)
  }

  /** Files are splittable, unless each split would check the whole file for damage. */
  override def isSplitable(sparkSession: SparkSession, options: Map[String, String], path: Path): Boolean =
    !skipsFiles(sparkSession, options)

  private def skipsFiles(sparkSession: SparkSession, options: Map[String, String]): Boolean =
    Sessions.value(sparkSession, options, ReadingKeys.ON_CORRUPTION, OnCorruption.FAIL) == OnCorruption.SKIP_FILE

  override def supportDataType(dataType: DataType): Boolean = SparkSchemas.supports(dataType)

  override def vectorTypes(
      requiredSchema: StructType,
      partitionSchema: StructType,
      sqlConf: SQLConf
  ): Option[Seq[String]] =
    Some(
      requiredSchema.fields.toIndexedSeq.map(FileColumns.classNameOf) ++
        partitionSchema.fields.map(_ => classOf[ConstantColumnVector].getName)
    )

  override def buildReaderWithPartitionValues(
      sparkSession: SparkSession,
      dataSchema: StructType,
      partitionSchema: StructType,
      requiredSchema: StructType,
      filters: Seq[Filter],
      options: Map[String, String],
      hadoopConf: Configuration
  ): PartitionedFile => Iterator[InternalRow] = {
    val sqlConf = Sessions.sqlConf(sparkSession)
    SettingOrder.apply(sqlConf, options, hadoopConf)
    val spec = Pq2FileFormat.scan(sqlConf, partitionSchema, requiredSchema, filters, options, hadoopConf, demand)
    BoxFilter.check(spec.settings.boxes, dataSchema)
    val vectorized = sqlConf.parquetVectorizedReaderEnabled
    val inBatches = vectorized && options.get(FileFormat.OPTION_RETURNING_BATCH).contains("true")
    if (inBatches) {
      require(
        supportBatch(sparkSession, spec.rowColumns),
        s"columnar batches are not supported for ${spec.rowColumns.catalogString}"
      )
    }
    val configuration = ConfigurationBroadcasts.of(sparkSession.sparkContext, flavor.forReading(hadoopConf))
    // Spark converts rows to unsafe rows itself if the vectorised reader is enabled.
    val sums = new ScanMetricsSink(ScanAccumulator.register(sparkSession.sparkContext), counters)
    val damage = DamageHandling.of(hadoopConf, sparkSession.sparkContext)
    new SplitFunction(spec, damage, configuration, inBatches, !vectorized, sums)
  }
}

private[spark] object Pq2FileFormat {

  /** Describes a scan. */
  def scan(
      sqlConf: SQLConf,
      partitionSchema: StructType,
      requiredSchema: StructType,
      filters: Seq[Filter],
      options: Map[String, String],
      hadoopConf: Configuration,
      demand: RowDemand
  ): ScanSpec = {
    val columns = StructType(partitionSchema.fields ++ requiredSchema.fields)
    val settings = ReadSettings.of(sqlConf, new ParquetOptions(options, sqlConf), hadoopConf, columns)
    new ScanSpec(requiredSchema, partitionSchema, filters.toArray, settings, demand.`with`(settings, hadoopConf))
  }
}
