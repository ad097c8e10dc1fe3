package io.pq2.it.hive

import java.nio.file.{Files, Path}

import scala.jdk.CollectionConverters._

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{Path => HadoopPath}
import org.apache.parquet.hadoop.ParquetFileReader
import org.apache.parquet.hadoop.util.HadoopInputFile
import org.apache.spark.sql.catalyst.TableIdentifier
import org.apache.spark.sql.catalyst.catalog.CatalogTable
import org.apache.spark.sql.execution.FileSourceScanExec
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanHelper
import org.apache.spark.sql.{DataFrame, SparkSession, classic}
import org.scalatest.BeforeAndAfterAll
import org.scalatest.funsuite.AnyFunSuite

/** A suite with tables in a Hive metastore, embedded on Derby. All suites share a session. */
abstract class HiveSpec extends AnyFunSuite with BeforeAndAfterAll with AdaptiveSparkPlanHelper {

  protected lazy val spark: classic.SparkSession = HiveSpec.session
  protected lazy val directory: Path = Files.createTempDirectory(HiveSpec.directory, "suite")

  override protected def beforeAll(): Unit = {
    super.beforeAll()
    spark.range(0, 60, 1, 2).selectExpr(
      "id",
      "'name ' || id % 7 AS name",
      "timestamp_millis(id) AS time",
      "id % 3 AS part"
    ).createOrReplaceTempView("source_rows")
  }

  protected def withConf[T](pairs: (String, String)*)(body: => T): T = {
    val before = spark.conf.getAll
    pairs.foreach { case (key, value) => spark.conf.set(key, value) }
    try body
    finally pairs.foreach { case (key, _) => before.get(key).fold(spark.conf.unset(key))(spark.conf.set(key, _)) }
  }

  protected def replacing[T](body: => T): T = withConf("spark.pq2.replace.parquet" -> "true")(body)

  protected def scans(frame: DataFrame): Set[String] = {
    frame.collect()
    collectWithSubqueries(frame.queryExecution.executedPlan) {
      case scan: FileSourceScanExec                      => scan.getClass.getSimpleName
      case scan if scan.nodeName.startsWith("Scan hive") => "Hive"
    }.toSet
  }

  protected def table(name: String): CatalogTable =
    spark.sessionState.catalog.getTableMetadata(TableIdentifier(name))

  protected def entry(name: String): Seq[String] =
    table(name).toLinkedHashMap.map { case (key, value) => s"$key: $value" }.toSeq
      .filterNot(line => Seq("Table: ", "Created Time: ", "Location: ", "Statistics: ").exists(line.startsWith))
      .map(_.replaceAll("transient_lastDdlTime=\\d+", "transient_lastDdlTime"))

  protected def partitions(name: String): Seq[String] =
    spark.sql(s"SHOW PARTITIONS $name").collect().map(_.getString(0)).toSeq.sorted

  /** Returns the writers of a table's files. */
  protected def writers(name: String): Set[String] = {
    val root = Path.of(table(name).location)
    val files = Files.walk(root)
    try files.iterator.asScala.filter { file =>
        val names = root.relativize(file).iterator.asScala.map(_.toString)
        Files.isRegularFile(file) && !names.exists(part => part.startsWith("_") || part.startsWith("."))
      }.map { file =>
        val reader =
          ParquetFileReader.open(HadoopInputFile.fromPath(new HadoopPath(file.toUri), new Configuration()))
        try reader.getFileMetaData.getCreatedBy.split(" ").head
        finally reader.close()
      }.toSet
    finally files.close()
  }

  protected def rows(name: String): Seq[String] = spark.table(name).collect().map(_.toString).sorted.toSeq
}

private object HiveSpec {

  private lazy val directory: Path = Files.createTempDirectory("pq2-hive")

  private lazy val session: classic.SparkSession = {
    val session = SparkSession
      .builder()
      .master("local[2]")
      .appName("pq2")
      .enableHiveSupport()
      .config("spark.driver.bindAddress", "127.0.0.1")
      .config("spark.driver.host", "127.0.0.1")
      .config("spark.ui.enabled", "false")
      .config("spark.sql.shuffle.partitions", "2")
      .config("spark.sql.warehouse.dir", directory.resolve("warehouse").toString)
      .config(
        "spark.hadoop.javax.jdo.option.ConnectionURL",
        s"jdbc:derby:;databaseName=${directory.resolve("metastore")};create=true"
      )
      .config("spark.hadoop.datanucleus.schema.autoCreateAll", "true")
      .config("spark.hadoop.hive.metastore.schema.verification", "false")
      .config("spark.hadoop.hive.exec.dynamic.partition.mode", "nonstrict")
      .getOrCreate()
      .asInstanceOf[classic.SparkSession]
    sys.addShutdownHook {
      session.stop()
      delete(directory)
    }
    session
  }

  private def delete(directory: Path): Unit = {
    val paths = Files.walk(directory)
    try paths.sorted(java.util.Comparator.reverseOrder[Path]()).forEach(path => Files.delete(path))
    finally paths.close()
  }
}
