package io.pq2.spark.internal.v2

import io.pq2.spark.internal.files.write.WritePreparation
import io.pq2.spark.internal.settings.SourceFlavor
import org.apache.hadoop.mapreduce.Job
import org.apache.spark.sql.connector.write.LogicalWriteInfo
import org.apache.spark.sql.execution.datasources.OutputWriterFactory
import org.apache.spark.sql.execution.datasources.v2.FileWrite
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.types.{DataType, StructType}

/** A write by Data Source V2. Spark itself writes files by V1; this class serves callers that request a table's writer.
  */
case class Pq2Write(
    paths: Seq[String],
    formatName: String,
    supportsDataType: DataType => Boolean,
    info: LogicalWriteInfo,
    flavor: SourceFlavor
) extends FileWrite {

  override def prepareWrite(
      sqlConf: SQLConf,
      job: Job,
      options: Map[String, String],
      dataSchema: StructType
  ): OutputWriterFactory = WritePreparation.prepare(flavor, sqlConf, job, options, dataSchema)
}
