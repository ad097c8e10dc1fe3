package io.pq2.spark

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.execution.datasources.PartitioningAwareFileIndex
import org.apache.spark.sql.execution.datasources.v2.FileScanBuilder
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
