package io.pq2.spark.internal.replace

import io.pq2.spark.Pq2DataSourceV2
import org.apache.spark.sql.execution.datasources.FileFormat

/** The data source in the place of Spark's own, for Data Source V2. Spark creates it by its class name. */
class ReplacingDataSource extends Pq2DataSourceV2 {

  override def fallbackFileFormat: Class[_ <: FileFormat] = classOf[ReplacingFileFormat]

  override def shortName(): String = "parquet"
}
