package io.pq2.spark.internal.replace

import scala.util.control.NonFatal

import io.pq2.spark.internal.SourceFlavor
import io.pq2.spark.internal.v1.CreateInferredTableCommand
import org.apache.hadoop.conf.Configuration
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.catalyst.streaming.WriteToStream
import org.apache.spark.sql.execution.command.CreateDataSourceTableCommand
import org.apache.spark.sql.execution.datasources.{FileFormat, InsertIntoHadoopFsRelationCommand}
import org.apache.spark.sql.execution.streaming.sinks.FileStreamSink
import org.apache.spark.sql.internal.SessionStateHelper

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
          write.copy(fileFormat = new ReplacingFileFormat, options = write.options + ReplaceCommands.Mark)
        case create: CreateDataSourceTableCommand
            if create.table.schema.isEmpty && create.table.provider.exists(ReplaceSources.isBuiltIn) =>
          CreateInferredTableCommand(create, classOf[ReplacingFileFormat])
        case stream: WriteToStream =>
          stream.sink match {
            case sink: FileStreamSink => ReplaceCommands.replaced(sink).fold(stream)(pq2 => stream.copy(sink = pq2))
            case _                    => stream
          }
      }

  private def isReplaceable(write: InsertIntoHadoopFsRelationCommand): Boolean =
    if (!SourceFlavor.isBuiltIn(write.fileFormat)) {
      Replacement.reportOther(write.fileFormat)
      false
    } else if (ReplaceCommands.writesSummaries(SessionStateHelper.getHadoopConf(session, write.options))) {
      Replacement.report("writes with summary files", "pq2 does not write _metadata and _common_metadata")
      false
    } else {
      true
    }
}

private object ReplaceCommands {

  /** The option of a replaced write. */
  private val Mark = "pq2.replaces" -> "parquet"

  private def writesSummaries(conf: Configuration): Boolean = {
    val level = conf.getTrimmed("parquet.summary.metadata.level")
    if (level == null) conf.getBoolean("parquet.enable.summary-metadata", false) else !level.equalsIgnoreCase("NONE")
  }

  /** Returns the sink with pq2's format. A sink has no accessors, so this reads its fields. */
  private def replaced(sink: FileStreamSink): Option[FileStreamSink] =
    try {
      val format = field[FileFormat](sink, "fileFormat")
      if (SourceFlavor.isBuiltIn(format) && sink.getClass == classOf[FileStreamSink]) {
        Some(
          new FileStreamSink(
            field[SparkSession](sink, "sparkSession"),
            field[String](sink, "path"),
            new ReplacingFileFormat,
            field[Seq[String]](sink, "partitionColumnNames"),
            field[Map[String, String]](sink, "options")
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

  private def field[T](sink: FileStreamSink, name: String): T = {
    val declared = classOf[FileStreamSink].getDeclaredField(name)
    declared.setAccessible(true)
    declared.get(sink).asInstanceOf[T]
  }
}
