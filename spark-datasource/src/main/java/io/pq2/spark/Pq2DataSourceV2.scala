package io.pq2.spark

import io.pq2.spark.internal.v1.Pq2FileFormat
import io.pq2.spark.internal.v2.Pq2Table
import io.pq2.spark.internal.versions.Installation
import org.apache.spark.sql.connector.catalog.Table
import org.apache.spark.sql.execution.datasources.FileFormat
import org.apache.spark.sql.execution.datasources.v2.parquet.ParquetDataSourceV2
import org.apache.spark.sql.types.StructType
import org.apache.spark.sql.util.CaseInsensitiveStringMap

/** The data source `pq2`. It reads by Data Source V2, and names [[Pq2FileFormat]] for operations that Spark performs by
  * V1.
  *
  * It extends Spark's Parquet source because `ALTER TABLE ADD COLUMNS` checks for that class.
  *
  * Spark creates an instance whenever it looks up any source. Therefore this class must load in versions of Spark for
  * which it was not compiled: it uses classes that differ between versions only after the check of the installation,
  * and in other classes.
  */
class Pq2DataSourceV2 extends ParquetDataSourceV2 {

  override def fallbackFileFormat: Class[_ <: FileFormat] = {
    Installation.check()
    classOf[Pq2FileFormat]
  }

  override def shortName(): String = "pq2"

  override def getTable(options: CaseInsensitiveStringMap): Table = table(options, None)

  override def getTable(options: CaseInsensitiveStringMap, schema: StructType): Table = table(options, Some(schema))

  private def table(options: CaseInsensitiveStringMap, schema: Option[StructType]): Table = {
    val format = fallbackFileFormat
    val paths = getPaths(options)
    Pq2Table.inActiveSession(getTableName(options, paths), getOptionsWithoutPaths(options), paths, schema, format)
  }
}
