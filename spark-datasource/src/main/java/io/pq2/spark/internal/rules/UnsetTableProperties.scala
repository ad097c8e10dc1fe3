package io.pq2.spark.internal.rules

import org.apache.spark.sql.execution.command.{AlterTableUnsetPropertiesCommand, LeafRunnableCommand}
import org.apache.spark.sql.{Row, SparkSession, classic}

/** Removes properties of a table, and the options of the same names that are settings. */
final private case class UnsetTableProperties(command: AlterTableUnsetPropertiesCommand) extends LeafRunnableCommand {

  override def run(session: SparkSession): Seq[Row] = {
    val rows = command.run(session)
    val catalog = session.asInstanceOf[classic.SparkSession].sessionState.catalog
    val table = catalog.getTableRawMetadata(command.tableName)
    val options = table.storage.properties.filterNot { case (key, _) =>
      TableProperties.isSetting(table, key) && command.propKeys.exists(_.equalsIgnoreCase(key))
    }
    catalog.alterTable(table.copy(storage = table.storage.copy(properties = options)))
    catalog.invalidateCachedTable(command.tableName)
    rows
  }
}
