package io.pq2.spark.internal.procedures

import org.apache.spark.sql.catalyst.catalog.{CatalogStatistics, CatalogTable}
import org.apache.spark.sql.classic.SparkSession
import org.apache.spark.sql.execution.command.CommandUtils

/** Tells the catalog and the caches of a session that files were replaced. */
private[procedures] object CompactedCatalog {

  /** Refreshes cached files and data. If the table and its partitions have statistics, their sizes are computed again;
    * counts of rows and statistics of columns stay, because the rows are the same.
    *
    * @param partitions
    *   the names of the partitions whose files were replaced
    */
  def refresh(session: SparkSession, table: CompactedTable, partitions: Set[String]): Unit =
    table.catalog match {
      case None        => table.trees.foreach(tree => session.catalog.refreshByPath(tree.root.toString))
      case Some(entry) =>
        updatePartitions(session, entry, partitions)
        entry.stats.foreach { before =>
          val (bytes, _) = CommandUtils.calculateTotalSize(session, entry)
          session.sessionState.catalog.alterTableStats(entry.identifier, Some(resized(before, bytes)))
        }
        session.catalog.refreshTable(entry.identifier.quotedString)
    }

  private def updatePartitions(session: SparkSession, table: CatalogTable, partitions: Set[String]): Unit =
    if (table.partitionColumnNames.nonEmpty && table.tracksPartitionsInCatalog) {
      val catalog = session.sessionState.catalog
      val updated = for {
        partition <- catalog.listPartitions(table.identifier)
        before <- partition.stats
        if partitions(CompactedTable.nameOf(table, partition))
      } yield {
        val bytes =
          CommandUtils.calculateSingleLocationSize(
            session.sessionState,
            table.identifier,
            partition.storage.locationUri
          )
        partition.copy(stats = Some(resized(before, BigInt(bytes))))
      }
      if (updated.nonEmpty) catalog.alterPartitions(table.identifier, updated)
    }

  private def resized(statistics: CatalogStatistics, bytes: BigInt): CatalogStatistics =
    statistics.copy(sizeInBytes = bytes)
}
