package io.pq2.spark.internal.rules

import scala.jdk.CollectionConverters._
import scala.jdk.OptionConverters._

import io.pq2.hadoop.options.ExternalKeyMaterial
import io.pq2.spark.internal.errors.PlanningErrors
import io.pq2.spark.internal.files.encryption.WriteEncryption
import io.pq2.spark.internal.files.write.WritePreparation
import io.pq2.spark.internal.schema.ColumnTypeOptions
import io.pq2.spark.internal.settings.{Sessions, SourceFlavor}
import io.pq2.spark.internal.v1.{Pq2FileFormat, TableWrite}
import org.apache.hadoop.conf.Configuration
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.catalyst.types.DataTypeUtils
import org.apache.spark.sql.execution.datasources.InsertIntoHadoopFsRelationCommand

/** Checks a write during analysis: the types, encodings and codecs that options request, and the requested encryption,
  * with the columns and the KMS. When Spark later asks the format to prepare the write, it may already have deleted the
  * overwritten data.
  */
final private[spark] class EncryptionCheck(session: SparkSession) extends (LogicalPlan => Unit) {

  override def apply(plan: LogicalPlan): Unit = PlanningErrors.check("", () => plan.foreach(checkNode))

  private def checkNode(plan: LogicalPlan): Unit = plan match {
    case write: InsertIntoHadoopFsRelationCommand =>
      write.fileFormat match {
        case format: Pq2FileFormat =>
          ExternalKeyMaterial.checkCommitter(configuration(write.options), write.outputPath)
          if (TableWrite.replacesPartitions(write))
            WriteEncryption.checkAppend(configuration(write.options), write.outputPath)
          val columns = DataTypeUtils.fromAttributes(write.outputColumns)
          check(new TableWrite(columns, write.partitionColumns.map(_.name).asJava, write.options), format.flavor)
        case _ =>
      }
    case other => TableWrite.of(other).toScala.foreach(check(_, SourceFlavor.PQ2))
  }

  private def check(write: TableWrite, flavor: SourceFlavor): Unit = {
    val sqlConf = Sessions.sqlConf(session)
    val conf = configuration(write.options)
    ColumnTypeOptions.check(sqlConf, conf, write.options, write.columns, write.partitionColumns)
    WritePreparation.check(flavor, sqlConf, conf, write.options, write.columns, write.partitionColumns)
  }

  private def configuration(options: Map[String, String]): Configuration = Sessions.hadoopConf(session, options)
}
