package io.pq2.spark

import scala.jdk.CollectionConverters._
import scala.jdk.OptionConverters._

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.catalyst.types.DataTypeUtils
import org.apache.spark.sql.execution.datasources.{DataSourceUtils, InsertIntoHadoopFsRelationCommand}
import org.apache.spark.sql.internal.SessionStateHelper

/** Holds the encryption that a write asks for against its columns and the KMS while the write is analysed: when Spark asks the
  * format, what is overwritten may be gone.
  */
final private class EncryptionCheck(session: SparkSession) extends (LogicalPlan => Unit) {

  override def apply(plan: LogicalPlan): Unit = plan.foreach {
    case write: InsertIntoHadoopFsRelationCommand if write.fileFormat.isInstanceOf[Pq2FileFormat] =>
      val columns = DataTypeUtils.fromAttributes(write.outputColumns)
      check(new SavedTable(columns, write.partitionColumns.map(_.name).asJava, write.options))
    case other => SavedTable.of(other).toScala.foreach(check)
  }

  private def check(write: SavedTable): Unit = {
    val configuration = SessionStateHelper.getHadoopConf(session, write.options)
    DataSourceUtils.mergeWriteOptionsIntoHadoopConf(write.options, configuration)
    val sqlConf = SessionStateHelper.getSqlConf(session)
    WritePreparation.checkEncryption(sqlConf, configuration, write.columns, write.partitionColumns)
  }
}
