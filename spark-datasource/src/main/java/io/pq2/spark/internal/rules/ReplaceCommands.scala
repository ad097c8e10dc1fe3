package io.pq2.spark.internal.rules

import scala.util.control.NonFatal

import io.pq2.hadoop.internal.options.InternalKeys
import io.pq2.spark.internal.reflection.SinkFields
import io.pq2.spark.internal.replace.{Replacement, ReplacingFileFormat}
import io.pq2.spark.internal.settings.{OriginalOptions, SourceFlavor}
import io.pq2.spark.internal.v1.CreateInferredTableCommand
import io.pq2.spark.internal.versions.FileStreamSink
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.catalyst.streaming.WriteToStream
import org.apache.spark.sql.execution.command.{CreateDataSourceTableAsSelectCommand, CreateDataSourceTableCommand}
import org.apache.spark.sql.execution.datasources.InsertIntoHadoopFsRelationCommand

/** Replaces the built-in source in commands that write files, and in commands that infer the columns of a new table.
  *
  * An additional option marks a replaced write. Spark's format equals its subclasses, so without the option the command
  * would equal the original, and Spark would discard it.
  */
final private[spark] class ReplaceCommands(session: SparkSession) extends Rule[LogicalPlan] {

  override def apply(plan: LogicalPlan): LogicalPlan =
    if (!Replacement.isOn(session)) plan
    else
      plan.resolveOperators {
        case write: InsertIntoHadoopFsRelationCommand if isReplaceable(write) =>
          val properties =
            write.catalogTable.fold(Map.empty[String, String])(TableProperties.changed(_, write.options))
          write.copy(
            fileFormat = new ReplacingFileFormat,
            options = OriginalOptions.of(write.options) ++ properties + ReplaceCommands.Mark
          )
        case create: CreateDataSourceTableAsSelectCommand
            if create.table.provider.exists(Replacement.isBuiltIn) && TableProperties.of(create.table).nonEmpty =>
          create.copy(table = TableProperties.withOptions(create.table))
        case create: CreateDataSourceTableCommand
            if create.table.schema.isEmpty && create.table.provider.exists(Replacement.isBuiltIn) =>
          CreateInferredTableCommand(create, classOf[ReplacingFileFormat])
        case stream: WriteToStream =>
          stream.sink match {
            case sink: FileStreamSink => ReplaceCommands.replaced(sink).fold(stream)(pq2 => stream.copy(sink = pq2))
            case _                    => stream
          }
      }

  private def isReplaceable(write: InsertIntoHadoopFsRelationCommand): Boolean = {
    val isBuiltIn = SourceFlavor.isBuiltIn(write.fileFormat)
    if (!isBuiltIn) Replacement.reportOther(write.fileFormat)
    isBuiltIn
  }
}

private object ReplaceCommands {

  /** The option of a replaced write. */
  private val Mark = InternalKeys.REPLACES.name -> "parquet"

  /** Returns the sink with pq2's format. */
  private def replaced(sink: FileStreamSink): Option[FileStreamSink] =
    try {
      val fields = new SinkFields(sink)
      val format = fields.format
      if (SourceFlavor.isBuiltIn(format) && sink.getClass == classOf[FileStreamSink]) {
        Some(
          new FileStreamSink(
            fields.get[SparkSession]("sparkSession"),
            fields.path,
            new ReplacingFileFormat,
            fields.get[Seq[String]]("partitionColumnNames"),
            fields.options
          )
        )
      } else {
        Replacement.reportOther(format)
        None
      }
    } catch {
      case NonFatal(e) =>
        Replacement.report("sinks of streams", s"this version of Spark does not show their format ($e)")
        None
    }
}
