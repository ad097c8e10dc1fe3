package io.pq2.spark.internal.replace

import io.pq2.spark.internal.v2.Pq2Table
import org.apache.spark.sql.connector.catalog.Table
import org.apache.spark.sql.execution.datasources.FileFormat
import org.apache.spark.sql.execution.datasources.v2.parquet.ParquetDataSourceV2
import org.apache.spark.sql.types.StructType
import org.apache.spark.sql.util.CaseInsensitiveStringMap

/** The data source in the place of Spark's own, for Data Source V2. Spark creates it by its class name. */
class ReplacingDataSource extends ParquetDataSourceV2 {

  override def fallbackFileFormat: Class[_ <: FileFormat] = classOf[ReplacingFileFormat]

  override def getTable(options: CaseInsensitiveStringMap): Table = table(options, None)

  override def getTable(options: CaseInsensitiveStringMap, schema: StructType): Table = table(options, Some(schema))

  private def table(options: CaseInsensitiveStringMap, schema: Option[StructType]): Table = {
    val paths = getPaths(options)
    val name = getTableName(options, paths)
    Pq2Table.inActiveSession(name, getOptionsWithoutPaths(options), paths, schema, fallbackFileFormat)
  }
}
