package io.pq2.spark

import java.nio.file.{Files, Path}

import scala.collection.mutable

import org.apache.spark.SparkThrowable
import org.apache.spark.sql.{DataFrame, Row, SparkSession}
import org.apache.spark.unsafe.types.VariantVal
import org.scalatest.BeforeAndAfterAll
import org.scalatest.funsuite.AnyFunSuite

/** A suite with its own directory. All suites share a local Spark session. */
abstract class SparkSpec extends AnyFunSuite with BeforeAndAfterAll {

  protected lazy val spark: SparkSession = SparkSpec.session
  protected lazy val directory: Path = Files.createTempDirectory("pq2-spark")

  override protected def afterAll(): Unit =
    try {
      // A view that is left hides the tables of other suites.
      val views = spark.sql("SHOW VIEWS").where("isTemporary").select("viewName")
      views.collect().foreach(view => spark.catalog.dropTempView(view.getString(0)))
      SparkSpec.delete(directory)
    } finally super.afterAll()

  /** Whether this is a version of Spark, or a later one. */
  protected def isSpark(minor: String): Boolean = SparkSpec.number(spark.version) >= SparkSpec.number(minor)

  /** Cancels a test of what versions before this one do not have. */
  protected def assumeSpark(minor: String, reason: String): Unit =
    assume(isSpark(minor), s"Spark ${spark.version}: since Spark $minor, $reason")

  /** Returns a path in the suite's directory that does not exist yet. */
  protected def newPath(name: String): String = {
    val path = Files.createTempDirectory(directory, name).resolve("data")
    path.toString
  }

  /** Reads by V2. */
  protected def pq2(path: String): DataFrame = spark.read.format("pq2").load(path)

  /** Reads by V1. */
  protected def pq2V1(path: String): DataFrame = spark.sql(s"SELECT * FROM pq2.`$path`")

  /** Reads by Spark's own source. */
  protected def builtIn(path: String): DataFrame = spark.read.format("parquet").load(path)

  private val reused = mutable.Map.empty[String, DataFrame]

  /** Reads files that do not change any more by Spark's own source, which infers their schema once. */
  protected def builtInOnce(path: String): DataFrame = reused.getOrElseUpdate(path, builtIn(path))

  /** Whether all cases are tested, as in the profile `all-cases`, where the build tests some. */
  protected val allCases: Boolean = java.lang.Boolean.getBoolean("pq2.all-cases")

  /** Returns every n-th case, beginning with the case at `first % n`, or all cases if [[allCases]]. */
  protected def some[T](cases: Seq[T], n: Int, first: Int = 0): Seq[T] =
    if (allCases) cases else cases.zipWithIndex.collect { case (one, index) if index % n == first % n => one }

  /** Runs a block with changed configuration. */
  protected def withConf[T](pairs: (String, String)*)(body: => T): T = {
    // Keys that are not set explicitly are unset again, because a default may differ from Spark's default if it is set.
    val explicit = spark.conf.getAll
    val before = pairs.map { case (key, _) => key -> explicit.get(key) }
    pairs.foreach { case (key, value) => spark.conf.set(key, value) }
    try body
    finally before.foreach {
        case (key, Some(value)) => spark.conf.set(key, value)
        case (key, None)        => spark.conf.unset(key)
      }
  }

  /** Asserts that two frames have the same schema and, in any order, the same rows. */
  protected def assertSame(actual: DataFrame, expected: DataFrame): Unit = {
    assert(actual.schema === expected.schema)
    assertSameRows(actual, expected)
  }

  /** Asserts that two frames have, in any order, the same rows. */
  protected def assertSameRows(actual: DataFrame, expected: DataFrame): Unit =
    assertSameRows(actual, expected.collect())

  /** Asserts that a frame has, in any order, these rows. */
  protected def assertSameRows(actual: DataFrame, expected: Array[Row]): Unit = {
    val expectedRows = SparkSpec.sorted(expected)
    val found = SparkSpec.sorted(actual.collect())
    assert(found.length === expectedRows.length)
    found.zip(expectedRows).zipWithIndex.foreach { case ((row, other), index) =>
      assert(row === other, s"at row $index of the sorted rows")
    }
  }
}

object SparkSpec {

  private lazy val session: SparkSession = SparkSession
    .builder()
    .master("local[2]")
    .appName("pq2")
    // Aggregates of a few rows need no large pages of memory.
    .config("spark.buffer.pageSize", "1m")
    .config("spark.driver.bindAddress", "127.0.0.1")
    .config("spark.driver.host", "127.0.0.1")
    // Tests add no jars or classes to a session. With isolation, each class that generated code names is also asked for
    // from the driver.
    .config("spark.sql.artifact.isolation.enabled", "false")
    // Suites run many queries of the same shape. Compiling the code of queries takes a sixth of their time.
    .config("spark.sql.codegen.cache.maxEntries", "2000")
    .config("spark.sql.session.timeZone", "America/Los_Angeles")
    .config("spark.sql.shuffle.partitions", "2")
    .config("spark.sql.warehouse.dir", "target/spark-warehouse")
    .config("spark.ui.enabled", "false")
    .getOrCreate()

  /** Returns the first two parts of a version as one number. */
  private def number(version: String): Int =
    version.split('.').take(2).map(_.toInt).reduce((major, minor) => 1000 * major + minor)

  /** Returns the texts of rows, sorted. Equal rows have equal texts. Floating point numbers are compared by bits. */
  private[spark] def sorted(rows: Array[Row]): Seq[String] = rows.map(text).sorted.toSeq

  /** Formats a row, with arrays of bytes by content and floating point numbers by bits. */
  private[spark] def text(value: Any): String = value match {
    case null                            => "null"
    case row: Row                        => row.toSeq.map(text).mkString("(", ", ", ")")
    case bytes: Array[Byte]              => bytes.map("%02x".format(_)).mkString("0x", "", "")
    case variant: VariantVal             => text(variant.getMetadata) + text(variant.getValue)
    case map: scala.collection.Map[_, _] =>
      map.toSeq.map { case (k, v) => text(k) + " -> " + text(v) }.sorted.mkString("{", ", ", "}")
    case seq: scala.collection.Seq[_] => seq.map(text).mkString("[", ", ", "]")
    case double: Double               => java.lang.Double.doubleToRawLongBits(double).toHexString + s" ($double)"
    case float: Float                 => java.lang.Float.floatToRawIntBits(float).toHexString + s" ($float)"
    case other                        => other.toString
  }

  /** Returns the conditions of an error and its causes, the outermost first. */
  private[spark] def conditions(error: Throwable): Seq[String] =
    Iterator.iterate(error)(_.getCause).takeWhile(_ != null).collect {
      case known: SparkThrowable if known.getCondition != null => known.getCondition
    }.toSeq

  private def delete(directory: Path): Unit = {
    val paths = Files.walk(directory)
    try paths.sorted(java.util.Comparator.reverseOrder[Path]()).forEach(path => Files.delete(path))
    finally paths.close()
  }
}
