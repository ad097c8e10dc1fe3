package io.pq2.spark.internal.rules

import java.util.concurrent.ConcurrentHashMap

import scala.jdk.CollectionConverters._

import io.pq2.hadoop.options.HadoopEncryption.COLUMN_KEYS
import io.pq2.spark.internal.errors.PlanningErrors
import io.pq2.spark.internal.files.encryption.WriteEncryption
import io.pq2.spark.internal.replace.Replacement
import io.pq2.spark.internal.settings.Sessions
import io.pq2.spark.internal.v1.TableWrite
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.catalog.CatalogTable
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.classic
import org.apache.spark.sql.execution.command.{
  AlterTableSetPropertiesCommand,
  AlterTableUnsetPropertiesCommand,
  CreateTableLikeCommand
}
import org.apache.spark.sql.execution.datasources.CreateTable
import org.apache.spark.sql.internal.{SQLConf, StaticSQLConf}
import org.slf4j.LoggerFactory

/** Keeps tables encrypted when their properties are copied or changed.
  *
  *   - `CREATE TABLE … LIKE` copies the properties that configure writes. Spark itself copies only options.
  *   - `SET TBLPROPERTIES` merges column keys. Otherwise a key for one column would remove the keys of the others.
  *   - `UNSET TBLPROPERTIES` also removes the options that the properties became when the table was created.
  *
  * In addition, it logs that Hive and its peers cannot read a new table in a Hive metastore, and which tables they can
  * read.
  */
final private[spark] class TablePropertyCommands(session: SparkSession) extends Rule[LogicalPlan] {

  override def apply(plan: LogicalPlan): LogicalPlan = plan.resolveOperators {
    case create: CreateTable if TableWrite.isPq2(create.tableDesc) =>
      TablePropertyCommands.reportReaders(create.tableDesc)
      create
    case like: CreateTableLikeCommand => copyProperties(like)
    case set: AlterTableSetPropertiesCommand if !set.isView && set.properties.contains(COLUMN_KEYS) =>
      val table = catalog.getTableRawMetadata(set.tableName)
      if (isWritten(table)) set.copy(properties = mergeKeys(table, set.properties)) else set
    case unset: AlterTableUnsetPropertiesCommand if !unset.isView =>
      val table = catalog.getTableRawMetadata(unset.tableName)
      val isOption = unset.propKeys.exists(TableProperties.isSetting(table, _))
      if (isWritten(table) && isOption) UnsetTableProperties(unset) else unset
  }

  /** Whether pq2 writes the files of a table. */
  private def isWritten(table: CatalogTable): Boolean =
    TableWrite.isPq2(table) || Replacement.isOn(session) && table.provider.exists(Replacement.isBuiltIn)

  private def catalog = session.asInstanceOf[classic.SparkSession].sessionState.catalog

  private def copyProperties(like: CreateTableLikeCommand): LogicalPlan = {
    val source = catalog.getTempViewOrPermanentTableMetadata(like.sourceTable)
    val provider = like.provider.orElse(source.provider)
    if (isWritten(source) && isWritten(source.copy(provider = provider)) && like.fileFormat.inputFormat.isEmpty)
      like.copy(properties = TableProperties.of(source) ++ mergeKeys(source, like.properties))
    else like
  }

  /** Returns new properties of a table in which the table's column keys are merged with the new column keys. */
  private def mergeKeys(table: CatalogTable, properties: Map[String, String]): Map[String, String] = {
    val present = table.properties.get(COLUMN_KEYS).orElse(table.storage.properties.get(COLUMN_KEYS))
    (present, properties.get(COLUMN_KEYS)) match {
      case (Some(keys), Some(added)) =>
        val sqlConf = Sessions.sqlConf(session)
        val partitionColumns = table.partitionColumnNames.asJava
        properties +
          (COLUMN_KEYS ->
            PlanningErrors.checked[String](
              s"the properties of ${table.identifier.unquotedString}",
              () => WriteEncryption.mergeColumnKeys(sqlConf, table.schema, partitionColumns, keys, added)
            ))
      case _ => properties
    }
  }
}

private object TablePropertyCommands {

  private val logger = LoggerFactory.getLogger("io.pq2.spark.HiveTables")

  private val reported = ConcurrentHashMap.newKeySet[String]()

  /** Logs, once per table, who cannot read a table in a Hive metastore. Spark stores the SerDe and columns that Hive
    * needs only for its own sources.
    */
  private def reportReaders(table: CatalogTable): Unit = {
    val name = table.identifier.unquotedString
    if (SQLConf.get.getConf(StaticSQLConf.CATALOG_IMPLEMENTATION) == "hive" && reported.add(name)) {
      logger.warn(
        "Hive, Trino and Impala cannot read the table {}, because it is USING pq2. For a table that they read, use " +
          "USING parquet or STORED AS PARQUET, and set {} to true.",
        name,
        Replacement.Key
      )
    }
  }
}
