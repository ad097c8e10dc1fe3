package io.pq2.spark.internal.rules

import java.util.Locale

import scala.jdk.CollectionConverters._
import scala.util.control.NonFatal

import io.pq2.spark.internal.replace.ReplacingFileFormat
import io.pq2.spark.internal.settings.Sessions
import io.pq2.spark.internal.v1.{Pq2FileFormat, SqlOnPath}
import io.pq2.spark.internal.v2.Pq2Table
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.analysis.UnresolvedRelation
import org.apache.spark.sql.catalyst.catalog.CatalogUtils
import org.apache.spark.sql.catalyst.plans.logical.{LogicalPlan, UnresolvedDataSource}
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.catalyst.util.CaseInsensitiveMap
import org.apache.spark.sql.classic.{SparkSession => ClassicSession}
import org.apache.spark.sql.execution.datasources.{DataSource, HadoopFsRelation, LogicalRelation}
import org.apache.spark.sql.types.StructType
import org.apache.spark.sql.util.CaseInsensitiveStringMap

/** Resolves a path that V1 reads, if one listing finds its files ([[Pq2Table.listedFiles]]). Must run before Spark
  * looks up the source: Spark asks the file system several times before it lists the files. Every other path is left
  * to Spark.
  */
final private[spark] class ListedPaths(session: SparkSession) extends Rule[LogicalPlan] {

  override def apply(plan: LogicalPlan): LogicalPlan = plan.resolveOperators {
    case source: UnresolvedDataSource if !source.isStreaming && isV1(source.format) =>
      val relation = for {
        format <- ListedPaths.format(source.format)
        path <- ListedPaths.onlyPath(source)
        found <- listed(format, path, source.options.originalMap + ("path" -> path), source.userSpecifiedSchema)
      } yield found
      relation.getOrElse(source)
    case relation: UnresolvedRelation if !relation.isStreaming && isPath(relation) =>
      val path = CatalogUtils.stringToURI(relation.multipartIdentifier.last).toString
      val options = relation.options.asCaseSensitiveMap.asScala.toMap
      ListedPaths.format(relation.multipartIdentifier.head).flatMap(listed(_, path, options, None)).getOrElse(relation)
  }

  private def isPath(relation: UnresolvedRelation): Boolean =
    SqlOnPath.isPath(session, relation, ListedPaths.format(_).isDefined)

  private def isV1(source: String): Boolean =
    ListedPaths.format(source).isDefined && DataSource.lookupDataSourceV2(source, Sessions.sqlConf(session)).isEmpty

  /** Returns the files of a path; none if Spark must find them, or if they cannot be read, which Spark's error says. */
  private def listed(
      format: Pq2FileFormat,
      path: String,
      options: Map[String, String],
      schema: Option[StructType]
  ): Option[LogicalPlan] = {
    val table = Pq2Table(
      format.shortName(),
      session,
      new CaseInsensitiveStringMap(options.asJava),
      Seq(path),
      schema,
      format.getClass
    )
    try
      table.listedFiles.map { files =>
        val _ = table.schema // Checks the columns.
        LogicalRelation(
          HadoopFsRelation(files, files.partitionSchema, table.dataSchema, None, format, CaseInsensitiveMap(options))(
            session.asInstanceOf[ClassicSession]
          )
        )
      }
    catch {
      case NonFatal(_) => None
    }
  }
}

private object ListedPaths {

  private val Replacing = classOf[ReplacingFileFormat].getName

  /** The names of `format("pq2")`, in lower case. */
  private val Names = Set(new Pq2FileFormat().shortName(), Pq2Table.SourceClass.toLowerCase(Locale.ROOT))

  /** Returns the V1 format of a source by its name; none for other sources. */
  private def format(source: String): Option[Pq2FileFormat] =
    if (source == Replacing) Some(new ReplacingFileFormat)
    else if (Names.contains(source.toLowerCase(Locale.ROOT))) Some(new Pq2FileFormat)
    else None

  private def onlyPath(source: UnresolvedDataSource): Option[String] =
    source.paths ++ source.options.get("path") match {
      case Seq(path) => Some(path)
      case _         => None
    }
}
