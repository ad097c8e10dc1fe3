package io.pq2.spark.internal.v1

import scala.util.Try

import org.apache.spark.QueryContextType
import org.apache.spark.SparkContext
import org.apache.spark.sql.catalyst.catalog.CatalogUtils
import org.apache.spark.sql.catalyst.parser.CatalystSqlParser
import org.apache.spark.sql.catalyst.trees.CurrentOrigin
import org.apache.spark.sql.execution.SQLExecution
import org.apache.spark.sql.execution.command.CreateDataSourceTableCommand

/** Finds out where a V1 source is being looked for. Spark tells the format only which files were found, and where there are
  * none an error without a path helps nobody.
  */
private[spark] object AnalyzedPath {

  /** The path of SQL on a path, or the location of the table that is being created; empty if it is neither. */
  def of(sparkContext: SparkContext): Seq[String] =
    path.orElse(location(sparkContext)).toSeq

  /** The analyzer is at a relation whose text is the name of the source and the path. */
  private def path: Option[String] =
    CurrentOrigin.get.getQueryContext
      .find(_.contextType == QueryContextType.SQL)
      .flatMap(context => Try(CatalystSqlParser.parseMultipartIdentifier(context.fragment)).toOption)
      .collect { case Seq(_, path) => path }

  private def location(sparkContext: SparkContext): Option[String] =
    for {
      id <- Option(sparkContext.getLocalProperty(SQLExecution.EXECUTION_ID_KEY))
      execution <- Option(SQLExecution.getQueryExecution(id.toLong))
      table <- execution.analyzed.collectFirst { case CreateDataSourceTableCommand(table, _) => table }
      uri <- table.storage.locationUri
    } yield CatalogUtils.URIToString(uri)
}
