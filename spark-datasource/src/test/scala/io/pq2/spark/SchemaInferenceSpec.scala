package io.pq2.spark

import java.nio.file.{Files, Path => LocalPath, StandardCopyOption}

import scala.jdk.CollectionConverters._

import io.pq2.io.LocalOutputFile
import io.pq2.write.{ParquetWriter, WriteOptions}
import org.apache.hadoop.fs.{FileStatus, Path}
import org.apache.spark.SparkException
import org.apache.spark.sql.classic
import org.apache.spark.sql.execution.datasources.parquet.ParquetUtils
import org.apache.spark.sql.types._
import org.scalatest.BeforeAndAfterEach

/** The schema of a set of files, beside what Spark's built-in source makes of them. */
class SchemaInferenceSpec extends SparkSpec with BeforeAndAfterEach {

  private var folder: LocalPath = _

  override protected def beforeEach(): Unit = {
    super.beforeEach()
    folder = Files.createDirectory(LocalPath.of(newPath("files")))
  }

  private def hadoopConf = spark.asInstanceOf[classic.SparkSession].sessionState.newHadoopConf()

  private def files: Seq[FileStatus] = {
    val fs = new Path(folder.toUri).getFileSystem(hadoopConf)
    fs.listStatus(new Path(folder.toUri)).toSeq.filterNot(_.getPath.getName.startsWith("."))
  }

  private def infer(options: Map[String, String] = Map.empty): Option[StructType] =
    SchemaInference.infer(spark, options, files)

  private def assertAsSpark(options: Map[String, String] = Map.empty): Unit =
    assert(infer(options) == ParquetUtils.inferSchema(spark, options, files))

  /** One file of that name with the result of a query. */
  private def write(name: String, query: String): LocalPath = {
    val scratch = Files.createTempDirectory("pq2-file")
    spark.sql(query).coalesce(1).write.mode("overwrite").parquet(scratch.toString)
    val file = Files.list(scratch).iterator().asScala.find(_.toString.endsWith(".parquet")).get
    Files.move(file, folder.resolve(name), StandardCopyOption.REPLACE_EXISTING)
  }

  test("no files, no schema") {
    assert(infer().isEmpty)
  }

  test("what Spark noted in the footer wins over the Parquet schema") {
    write("a.parquet", "select cast(1 as tinyint) a, 'x' b, interval 1 year c, interval 1 day d")
    assertAsSpark()
    assert(infer().get("c").dataType.isInstanceOf[YearMonthIntervalType])
  }

  test("one footer decides unless schemas are merged") {
    write("a.parquet", "select 1 a, struct(1 as x) s")
    write("b.parquet", "select 2L b, struct('y' as y) s")
    assertAsSpark()
    assertAsSpark(Map("mergeSchema" -> "true"))
    assert(infer(Map("MERGESCHEMA" -> "true")).get.fieldNames.toSeq == Seq("a", "s", "b"))
    withConf("spark.sql.parquet.mergeSchema" -> "true")(assertAsSpark())
    withConf("spark.sql.parquet.mergeSchema" -> "true")(assertAsSpark(Map("mergeSchema" -> "false")))
  }

  test("schemas that cannot be merged are an error that shows both") {
    write("a.parquet", "select 1 a")
    write("b.parquet", "select 'x' a")
    val error = intercept[SparkException](infer(Map("mergeSchema" -> "true")))
    assert(error.getMessage.contains("CANNOT_MERGE_SCHEMAS"))
  }

  test("summary files are asked first, the one without row groups before the other") {
    write("b.parquet", "select 1 fromFile")
    write("_metadata", "select 1 fromSummary")
    assertAsSpark()
    assert(infer().get.fieldNames.toSeq == Seq("fromSummary"))
    write("_common_metadata", "select 1 fromCommonSummary")
    assertAsSpark()
    assert(infer().get.fieldNames.toSeq == Seq("fromCommonSummary"))
    assertAsSpark(Map("mergeSchema" -> "true"))
    withConf("spark.sql.parquet.respectSummaryFiles" -> "true") {
      assertAsSpark(Map("mergeSchema" -> "true"))
      assert(infer(Map("mergeSchema" -> "true")).get.fieldNames.toSeq == Seq("fromSummary", "fromCommonSummary"))
    }
  }

  test("a Spark schema that cannot be parsed gives way to the Parquet schema") {
    val schema = new StructType().add("i", IntegerType)
    val notes = WriteOptions.builder().keyValueMetadata("org.apache.spark.sql.parquet.row.metadata", "no json").build()
    val parquetSchema = SparkSchemas.toParquet(schema, ParquetSchemaOptions.DEFAULTS)
    ParquetWriter.create(LocalOutputFile.of(folder.resolve("a.parquet")), parquetSchema, notes).close()
    assert(infer().contains(schema))
    assertAsSpark()
  }

  test("a file that is no Parquet file is an error that names it, or is passed over") {
    write("b.parquet", "select 1 a")
    val whole = Files.readAllBytes(folder.resolve("b.parquet"))
    val kinds = Map(
      "empty" -> Array.empty[Byte],
      "text" -> ("some text " * 20).getBytes,
      "truncated" -> whole.take(whole.length / 2),
      "no tail" -> whole.take(whole.length - 1),
      "short" -> "PAR1".getBytes
    )
    for ((kind, bytes) <- kinds) {
      Files.write(folder.resolve("a.parquet"), bytes)
      val error = intercept[SparkException](infer())
      assert(messages(error).exists(_.contains("a.parquet")), kind)
      assert(infer(Map("ignoreCorruptFiles" -> "true")).isEmpty)
      assert(infer(Map("ignoreCorruptFiles" -> "true", "mergeSchema" -> "true")).get.fieldNames.toSeq == Seq("a"))
    }
  }

  test("a file that is gone is an error that names it, or is passed over") {
    write("a.parquet", "select 1 a")
    val listed = files
    Files.delete(folder.resolve("a.parquet"))
    val error = intercept[SparkException](SchemaInference.infer(spark, Map.empty[String, String], listed))
    assert(messages(error).exists(_.contains("a.parquet")))
    assert(SchemaInference.infer(spark, Map("ignoreMissingFiles" -> "true"), listed).isEmpty)
  }

  private def messages(error: Throwable): Seq[String] =
    Iterator.iterate(error)(_.getCause).takeWhile(_ != null).map(_.getMessage).toSeq
}
