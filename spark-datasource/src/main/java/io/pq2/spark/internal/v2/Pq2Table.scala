package io.pq2.spark.internal.v2

import scala.jdk.CollectionConverters._

import io.pq2.spark.internal.schema.SchemaInference
import io.pq2.spark.internal.v1.Pq2FileFormat
import org.apache.hadoop.fs.FileStatus
import org.apache.spark.sql.catalyst.util.CaseInsensitiveMap
import org.apache.spark.sql.connector.catalog.{MetadataColumn, SupportsMetadataColumns}
import org.apache.spark.sql.connector.read.ScanBuilder
import org.apache.spark.sql.connector.write.{LogicalWriteInfo, WriteBuilder}
import org.apache.spark.sql.execution.datasources.v2.FileTable
import org.apache.spark.sql.execution.datasources.{FileFormat, InMemoryFileIndex, PartitioningAwareFileIndex}
import org.apache.spark.sql.types.{DataType, StructType}
import org.apache.spark.sql.util.CaseInsensitiveStringMap
import org.apache.spark.sql.{SparkSession, classic}

/** A table of files and directories. */
case class Pq2Table(
    name: String,
    sparkSession: SparkSession,
    options: CaseInsensitiveStringMap,
    paths: Seq[String],
    userSpecifiedSchema: Option[StructType],
    fallbackFileFormat: Class[_ <: FileFormat]
) extends FileTable(sparkSession, options, paths, userSpecifiedSchema)
    with SupportsMetadataColumns {

  private def format: Pq2FileFormat =
    fallbackFileFormat.getDeclaredConstructor().newInstance().asInstanceOf[Pq2FileFormat]

  /** The files, if one listing finds them. */
  private[internal] lazy val listedFiles: Option[InMemoryFileIndex] =
    RecursiveListing.of(sparkSession, options, paths, userSpecifiedSchema)

  override lazy val fileIndex: PartitioningAwareFileIndex =
    listedFiles.getOrElse(new Pq2Table.SparkListing(this).fileIndex)

  /** Returns a table of the same listed files with another schema. */
  private[internal] def withSchema(schema: StructType): Pq2Table = {
    val listed = fileIndex
    new Pq2Table(name, sparkSession, options, paths, Some(schema), fallbackFileFormat) {
      override lazy val fileIndex: PartitioningAwareFileIndex = listed
    }
  }

  override def formatName: String = format.toString

  override def inferSchema(files: Seq[FileStatus]): Option[StructType] =
    Some(SchemaInference.infer(
      sparkSession,
      CaseInsensitiveMap(options.asCaseSensitiveMap.asScala.toMap),
      files,
      paths
    ))

  override def supportsDataType(dataType: DataType): Boolean = format.supportDataType(dataType)

  /** Returns the hidden struct `_metadata`, which Spark's V1 sources have too. */
  override def metadataColumns(): Array[MetadataColumn] = Array(Pq2Table.FileMetadata)

  override def newScanBuilder(options: CaseInsensitiveStringMap): Pq2ScanBuilder =
    new Pq2ScanBuilder(sparkSession, fileIndex, dataSchema, mergedOptions(options), format.flavor)

  override def newWriteBuilder(info: LogicalWriteInfo): WriteBuilder =
    new WriteBuilder {
      override def build(): Pq2Write =
        Pq2Write(paths, formatName, supportsDataType, mergedWriteInfo(info), format.flavor)
    }
}

object Pq2Table {

  /** The class of the data source, which Spark's services and users name. */
  val SourceClass = "io.pq2.spark.Pq2DataSourceV2"

  /** Returns a table of the active session. */
  def inActiveSession(
      name: String,
      options: CaseInsensitiveStringMap,
      paths: Seq[String],
      schema: Option[StructType],
      format: Class[_ <: FileFormat]
  ): Pq2Table = Pq2Table(name, classic.SparkSession.active, options, paths, schema, format)

  /** The same files, found by Spark. */
  final private class SparkListing(table: Pq2Table)
      extends FileTable(table.sparkSession, table.options, table.paths, table.userSpecifiedSchema) {

    override def name(): String = table.name

    override def formatName: String = table.formatName

    override def inferSchema(files: Seq[FileStatus]): Option[StructType] = table.inferSchema(files)

    override def fallbackFileFormat: Class[_ <: FileFormat] = table.fallbackFileFormat

    override def newScanBuilder(options: CaseInsensitiveStringMap): ScanBuilder = table.newScanBuilder(options)

    override def newWriteBuilder(info: LogicalWriteInfo): WriteBuilder = table.newWriteBuilder(info)
  }

  private object FileMetadata extends MetadataColumn {
    override def name(): String = FileFormat.METADATA_NAME
    override def dataType(): DataType = (new Pq2FileFormat).createFileMetadataCol().dataType
    override def isNullable: Boolean = false
    override def comment(): String = "the file of the row and the row's position in it"
  }
}
