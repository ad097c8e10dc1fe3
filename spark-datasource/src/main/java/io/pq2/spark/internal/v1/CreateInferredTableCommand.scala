package io.pq2.spark.internal.v1

import io.pq2.spark.internal.settings.Sessions
import io.pq2.spark.internal.versions.SparkVersion
import org.apache.spark.sql.catalyst.catalog.{CatalogTable, CatalogUtils}
import org.apache.spark.sql.execution.command.{CreateDataSourceTableCommand, LeafRunnableCommand}
import org.apache.spark.sql.execution.datasources.{DataSource, FileFormat, HadoopFsRelation}
import org.apache.spark.sql.{Row, SparkSession, classic}

/** Creates a table whose columns are inferred by another format than that of the table.
  *
  * @param create Spark's command; its table has no columns
  * @param format the format that infers the columns from the files
  */
private[spark] case class CreateInferredTableCommand(
    create: CreateDataSourceTableCommand,
    format: Class[_ <: FileFormat]
) extends LeafRunnableCommand {

  override def run(session: SparkSession): Seq[Row] = {
    val exists = Sessions.state(session).catalog.tableExists(create.table.identifier)
    (if (exists) create else create.copy(table = withColumns(session, create.table))).run(session)
  }

  /** Returns the table with its columns. If data and partition columns overlap, the catalog has no columns, and Spark
    * infers them for each query.
    */
  private def withColumns(session: SparkSession, table: CatalogTable): CatalogTable = {
    val path = table.storage.locationUri.map("path" -> CatalogUtils.URIToString(_))
    val source = DataSource(
      session.asInstanceOf[classic.SparkSession],
      className = format.getName,
      bucketSpec = table.bucketSpec,
      options = table.storage.properties ++ path
    )
    SparkVersion.SPARK.resolveForTable(source, Sessions.state(session).conf) match {
      case files: HadoopFsRelation if files.overlappedPartCols.isEmpty =>
        table.copy(schema = files.schema, partitionColumnNames = files.partitionSchema.fieldNames.toSeq)
      case _ => table
    }
  }
}
