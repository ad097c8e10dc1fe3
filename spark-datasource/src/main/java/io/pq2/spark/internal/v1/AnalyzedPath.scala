package io.pq2.spark.internal.v1

import scala.util.Try

import io.pq2.spark.internal.settings.DeclaredPaths
import org.apache.spark.QueryContextType
import org.apache.spark.SparkContext
import org.apache.spark.sql.catalyst.catalog.CatalogUtils
import org.apache.spark.sql.catalyst.parser.CatalystSqlParser
import org.apache.spark.sql.catalyst.trees.CurrentOrigin
import org.apache.spark.sql.execution.SQLExecution
import org.apache.spark.sql.execution.command.CreateDataSourceTableCommand

/** Finds the path for which Spark looks up a V1 source. Spark gives the format only the files that were found. If there
  * are none, the path is needed for a helpful error.
  */
private[spark] object AnalyzedPath {

  /** Returns the path of SQL on a path, the location of the table that is being created, or the paths of the sources in
    * the query; empty in other cases.
    */
  def of(sparkContext: SparkContext): Seq[String] =
    path.orElse(location(sparkContext)).fold(DeclaredPaths.get)(Seq(_))

  /** Returns the path of the relation that the analyzer resolves. The text of the relation is the name of the source
    * and the path.
    */
  private def path: Option[String] =
    CurrentOrigin.get.getQueryContext
      .find(_.contextType == QueryContextType.SQL)
      .flatMap(context => Try(CatalystSqlParser.parseMultipartIdentifier(context.fragment)).toOption)
      .collect { case Seq(_, path) => path }

  private def location(sparkContext: SparkContext): Option[String] =
    for {
      id <- Option(sparkContext.getLocalProperty(SQLExecution.EXECUTION_ID_KEY))
      execution <- Option(SQLExecution.getQueryExecution(id.toLong))
      table <- execution.analyzed.collectFirst {
        case CreateDataSourceTableCommand(table, _) => table
        case CreateInferredTableCommand(create, _)  => create.table
      }
      uri <- table.storage.locationUri
    } yield CatalogUtils.URIToString(uri)
}
