package io.pq2.spark

import java.nio.file.{Files, Path => LocalPath}

import scala.jdk.CollectionConverters._

import org.apache.hadoop.fs.Path
import org.apache.parquet.hadoop.ParquetFileReader
import org.apache.parquet.hadoop.metadata.ParquetMetadata
import org.apache.parquet.hadoop.util.HadoopInputFile
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.catalyst.TableIdentifier
import org.apache.spark.sql.catalyst.catalog.CatalogTable
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanHelper
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.execution.{FileSourceScanExec, SparkPlan}

/** A suite that runs the same statements with Spark's built-in source and with pq2 in its place. */
abstract class ReplacedSourceSpec extends SparkSpec with AdaptiveSparkPlanHelper {

  protected val Key = "spark.pq2.replace.parquet"

  protected def replacing[T](body: => T): T = withConf(Key -> "true")(body)

  protected def withTables[T](names: String*)(body: => T): T =
    try body
    finally names.foreach(name => spark.sql(s"DROP TABLE IF EXISTS $name"))

  /** Returns the scans of a query, as the class names of the nodes or V2 scans. Runs the query. */
  protected def scans(frame: DataFrame): Seq[String] = {
    frame.collect()
    collectWithSubqueries(frame.queryExecution.executedPlan: SparkPlan) {
      case scan: FileSourceScanExec => scan.getClass.getSimpleName
      case scan: BatchScanExec      => scan.scan.getClass.getSimpleName
    }
  }

  protected def assertByPq2(frame: DataFrame): Unit = {
    val found = scans(frame)
    assert(found.nonEmpty && found.forall(Set("Pq2FileSourceScanExec", "Pq2Scan")), found)
    assert(frame.queryExecution.toString.contains("Scan pq2") || found.contains("Pq2Scan"))
  }

  protected def assertStock(frame: DataFrame): Unit = {
    val found = scans(frame)
    assert(found.nonEmpty && found.forall(Set("FileSourceScanExec", "ParquetScan")), found)
    assert(!frame.queryExecution.toString.contains("Scan pq2"))
  }

  protected def dataFiles(path: String): Seq[LocalPath] = {
    val files = Files.walk(LocalPath.of(path))
    try files.iterator.asScala.filter { file =>
        val names = LocalPath.of(path).relativize(file).iterator.asScala.map(_.toString)
        Files.isRegularFile(file) && !names.exists(name => name.startsWith("_") || name.startsWith("."))
      }.toList.sorted
    finally files.close()
  }

  protected def footer(file: LocalPath): ParquetMetadata = {
    val input = HadoopInputFile.fromPath(new Path(file.toUri), spark.sessionState.newHadoopConf())
    val reader = ParquetFileReader.open(input)
    try reader.getFooter
    finally reader.close()
  }

  protected def writtenByPq2(path: String): Boolean = {
    val writers = dataFiles(path).map(footer(_).getFileMetaData.getCreatedBy.startsWith("pq2")).toSet
    assert(writers.size === 1, "one writer for all files")
    writers.head
  }

  /** Describes files by what the built-in source decides: directory, name without ids, schema, codec, encodings. */
  protected def filesOf(path: String): Seq[String] =
    dataFiles(path).map { file =>
      val name = LocalPath.of(path).relativize(file).toString
        .replaceAll("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "UUID")
      val metadata = footer(file)
      val schema = metadata.getFileMetaData.getSchema.toString
      val keys = metadata.getFileMetaData.getKeyValueMetaData.asScala.toSeq.sorted
      val columns = metadata.getBlocks.asScala.flatMap(_.getColumns.asScala)
      val rows = metadata.getBlocks.asScala.map(_.getRowCount).sum
      s"$name\n$schema$keys\n${columns.map(_.getCodec).toSet}\n$rows rows"
    }.sorted

  protected def table(name: String): CatalogTable =
    spark.sessionState.catalog.getTableMetadata(TableIdentifier(name))

  protected def location(name: String): String = LocalPath.of(table(name).location).toString

  /** Describes the entry of the catalog, without what differs between two equal tables. */
  protected def entry(name: String): Seq[String] =
    table(name).toLinkedHashMap.map { case (key, value) => s"$key: $value" }.toSeq
      .filterNot(line => Seq("Table: ", "Created Time: ", "Location: ", "Statistics: ").exists(line.startsWith))
}
