package io.pq2.spark

import io.pq2.spark.scan.{FilterExpressions, FilterTranslation, PushdownSettings, ScanSpec}
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.execution.datasources.PartitioningAwareFileIndex
import org.apache.spark.sql.execution.datasources.v2.FileScanBuilder
import org.apache.spark.sql.internal.{SQLConf, SessionStateHelper}
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.types.StructType
import org.apache.spark.sql.util.CaseInsensitiveStringMap

/** Collects what Spark's optimizer wants of a V2 scan: columns, also of nested fields, and filters. */
class Pq2ScanBuilder(
    sparkSession: SparkSession,
    fileIndex: PartitioningAwareFileIndex,
    dataSchema: StructType,
    options: CaseInsensitiveStringMap
) extends FileScanBuilder(sparkSession, fileIndex, dataSchema) {

  override protected val supportsNestedSchemaPruning: Boolean = true

  /** Marks the struct of metadata, unless it is a column of the table: Spark's pruning forgets what marked it before. */
  override protected def readDataSchema(): StructType =
    StructType(super.readDataSchema().map { field =>
      if (!dataSchema.fieldNames.contains(field.name)) ScanSpec.asFileMetadata(field) else field
    })

  private def sqlConf: SQLConf = SessionStateHelper.getSqlConf(sparkSession)

  override def pushFilters(filters: Seq[Expression]): Seq[Expression] =
    FilterExpressions.withExactTimes(sqlConf, () => super.pushFilters(filters))

  override protected def pushDataFilters(dataFilters: Array[Filter]): Array[Filter] =
    FilterTranslation.convertible(dataFilters, readDataSchema(), PushdownSettings.of(sqlConf))

  override def build(): Pq2Scan =
    Pq2Scan(
      sparkSession,
      fileIndex,
      dataSchema,
      readDataSchema(),
      readPartitionSchema(),
      pushedDataFilters,
      options,
      partitionFilters,
      dataFilters
    )
}
