package io.pq2.spark.internal.rules

import java.util.Locale

import scala.jdk.CollectionConverters._

import io.pq2.hadoop.internal.options.SettingRegistry
import io.pq2.spark.internal.reflection.SinkFields
import io.pq2.spark.internal.replace.{Replacement, ReplacingDataSource, ReplacingFileFormat}
import io.pq2.spark.internal.settings.{DeclaredPaths, OriginalOptions, Sessions}
import io.pq2.spark.internal.v1.{CreateInferredTableCommand, Pq2FileFormat}
import io.pq2.spark.internal.v2.Pq2Table
import io.pq2.spark.internal.versions.FileStreamSink
import org.apache.spark.sql.catalyst.catalog.CatalogTable
import org.apache.spark.sql.catalyst.plans.logical.{LogicalPlan, UnresolvedDataSource}
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.catalyst.streaming.WriteToStream
import org.apache.spark.sql.catalyst.trees.TreeNodeTag
import org.apache.spark.sql.execution.command._
import org.apache.spark.sql.execution.datasources._
import org.apache.spark.sql.{SparkSession, classic}

/** Checks the options of a session's reads, writes and tables; see [[DeclaredOptions]]. */
final private[spark] class OptionChecks(session: SparkSession) {

  /** Checks options before Spark looks up their source. Spark itself may use an option before it asks the source. */
  object Sources extends Rule[LogicalPlan] {

    override def apply(plan: LogicalPlan): LogicalPlan = {
      var paths = Seq.empty[String]
      val checked = plan.resolveOperators {
        case source: UnresolvedDataSource if OptionChecks.isPq2(source.format) =>
          val ofSource = source.paths ++ source.options.get("path")
          check(source.options, ofSource.mkString(", "))
          paths ++= ofSource
          source
        case view: CreateTempViewUsing if OptionChecks.isPq2(view.provider) =>
          check(view.options, view.tableIdent.unquotedString)
          paths ++= view.options.get("path")
          view
      }
      DeclaredPaths.set(paths)
      checked
    }
  }

  /** Checks the options of tables and writes in an analyzed plan. */
  object Plans extends (LogicalPlan => Unit) {

    override def apply(plan: LogicalPlan): Unit = plan.foreachWithSubqueries {
      case relation: LogicalRelation if relation.getTagValue(OptionChecks.Checked).isEmpty =>
        relation.relation match {
          case files: HadoopFsRelation if isPq2(files.fileFormat) =>
            val properties = relation.catalogTable.map(OptionChecks.ownProperties).getOrElse(Map.empty)
            check(files.options, place(relation), properties)
            relation.setTagValue(OptionChecks.Checked, ())
          case _ =>
        }
      case write: InsertIntoHadoopFsRelationCommand if write.fileFormat.isInstanceOf[Pq2FileFormat] =>
        check(write.options, write.outputPath.toString)
      case stream: WriteToStream =>
        stream.sink match {
          case sink: FileStreamSink => check(sink)
          case _                    =>
        }
      case create: CreateDataSourceTableCommand         => check(create.table)
      case create: CreateDataSourceTableAsSelectCommand => check(create.table)
      case CreateInferredTableCommand(create, _)        => check(create.table)
      case set: AlterTableSetPropertiesCommand if !set.isView && set.properties.keys.exists(OptionChecks.isSetting) =>
        val table = session.asInstanceOf[classic.SparkSession].sessionState.catalog.getTableRawMetadata(set.tableName)
        check(table.copy(properties = set.properties))
      case _ =>
    }
  }

  private def isPq2(format: FileFormat): Boolean = Replacement.reads(session, format)

  private def place(relation: LogicalRelation): String = relation.catalogTable match {
    case Some(table) => table.identifier.unquotedString
    case None        => relation.relation.asInstanceOf[HadoopFsRelation].location.rootPaths.mkString(", ")
  }

  private def check(sink: FileStreamSink): Unit =
    try {
      val fields = new SinkFields(sink)
      if (isPq2(fields.format)) check(fields.options, fields.path)
    } catch {
      // The first batch of the stream parses the options.
      case _: ReflectiveOperationException =>
    }

  private def check(table: CatalogTable): Unit =
    if (
      table.provider.exists { provider =>
        OptionChecks.isPq2(provider) || Replacement.isBuiltIn(provider) && Replacement.isOn(session)
      }
    ) {
      check(table.storage.properties, table.identifier.unquotedString, OptionChecks.ownProperties(table))
    }

  private def check(options: Map[String, String], place: String, properties: Map[String, String] = Map.empty): Unit = {
    val written = OriginalOptions.of(options)
    DeclaredOptions.check(
      Sessions.sqlConf(session),
      Sessions.hadoopConf(session, properties ++ written),
      written.asJava,
      properties.asJava,
      place
    )
  }
}

private object OptionChecks {

  /** Marks a relation whose options are checked. */
  private val Checked = TreeNodeTag[Unit]("pq2.options.checked")

  private val Names: Set[String] = {
    val classes = Seq(classOf[Pq2FileFormat], classOf[ReplacingDataSource], classOf[ReplacingFileFormat])
    ("pq2" +: Pq2Table.SourceClass +: classes.map(_.getName)).map(_.toLowerCase(Locale.ROOT)).toSet
  }

  private def isPq2(source: String): Boolean = Names.contains(source.toLowerCase(Locale.ROOT))

  /** Whether a property may be a setting, perhaps a misspelt one. */
  private def isSetting(key: String): Boolean = SettingRegistry.isOwn(key) || SettingRegistry.find(key) != null

  /** Returns the properties of a table that are options of pq2, or look like one. */
  private def ownProperties(table: CatalogTable): Map[String, String] =
    table.properties.filter { case (key, _) => SettingRegistry.isOwn(key) || TableProperties.isSetting(table, key) }
}
