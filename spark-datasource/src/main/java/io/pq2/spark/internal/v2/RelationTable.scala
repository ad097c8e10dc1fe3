package io.pq2.spark.internal.v2

import scala.jdk.CollectionConverters._

import io.pq2.spark.internal.settings.SourceFlavor
import io.pq2.spark.internal.v1.Pq2FileFormat
import org.apache.hadoop.fs.FileStatus
import org.apache.spark.sql.connector.write.{LogicalWriteInfo, WriteBuilder}
import org.apache.spark.sql.execution.datasources.v2.FileTable
import org.apache.spark.sql.execution.datasources.{FileFormat, HadoopFsRelation, PartitioningAwareFileIndex}
import org.apache.spark.sql.types.StructType
import org.apache.spark.sql.util.CaseInsensitiveStringMap

/** The files of a V1 relation as a table of Data Source V2, which is only read.
  *
  * @param name the name that plans show
  * @param index the files to read: those of the relation, or fewer
  */
final private[spark] class RelationTable(
    override val name: String,
    relation: HadoopFsRelation,
    index: PartitioningAwareFileIndex,
    flavor: SourceFlavor
) extends FileTable(
      relation.sparkSession,
      new CaseInsensitiveStringMap(relation.options.asJava),
      index.rootPaths.map(_.toString),
      Some(relation.dataSchema)
    ) {

  override lazy val fileIndex: PartitioningAwareFileIndex = index

  override def formatName: String = relation.fileFormat.toString

  override def inferSchema(files: Seq[FileStatus]): Option[StructType] = Some(relation.dataSchema)

  override def fallbackFileFormat: Class[_ <: FileFormat] = classOf[Pq2FileFormat]

  override def newScanBuilder(options: CaseInsensitiveStringMap): Pq2ScanBuilder =
    new Pq2ScanBuilder(relation.sparkSession, index, relation.dataSchema, mergedOptions(options), flavor)

  override def newWriteBuilder(info: LogicalWriteInfo): WriteBuilder =
    throw new UnsupportedOperationException(s"$name is only read by this table")
}
