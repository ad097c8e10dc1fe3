package io.pq2.spark.internal.v1

import io.pq2.spark.internal.settings.Sessions
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.analysis.{AnalysisContext, UnresolvedRelation}
import org.apache.spark.sql.connector.catalog.{Identifier, TableCatalog}

/** Recognizes a source and a path in SQL, such as ``pq2.`/data/orders` ``. */
private[spark] object SqlOnPath {

  /** Whether an identifier is a source and a path. A table of that name takes precedence. An empty path is left to
    * Spark, which has an error for it.
    *
    * @param isSource whether a name is that of the source
    */
  def isPath(session: SparkSession, relation: UnresolvedRelation, isSource: String => Boolean): Boolean = {
    val identifier = relation.multipartIdentifier
    identifier.size == 2 && identifier.last.nonEmpty && isSource(identifier.head) &&
    Sessions.sqlConf(session).runSQLonFile &&
    !isTable(session, identifier.head, identifier.last)
  }

  private def isTable(session: SparkSession, namespace: String, name: String): Boolean = {
    val catalogs = Sessions.state(session).catalogManager
    catalogs.isCatalogRegistered(namespace) || {
      val catalog = AnalysisContext.get.catalogAndNamespace.headOption match {
        case Some(ofView) => catalogs.catalog(ofView)
        case None         => catalogs.currentCatalog
      }
      catalog match {
        case tables: TableCatalog => tables.tableExists(Identifier.of(Array(namespace), name))
        case _                    => false
      }
    }
  }
}
