package io.pq2.spark.internal.schema

import java.nio.file.{Files, Path => LocalPath, Paths, StandardCopyOption}

import scala.jdk.CollectionConverters._

import io.pq2.io.LocalOutputFile
import io.pq2.spark.SparkSpec
import io.pq2.write.ParquetWriter
import io.pq2.write.WriteOptions
import org.apache.hadoop.fs.{FileStatus, Path}
import org.apache.spark.SparkException
import org.apache.spark.sql.execution.datasources.parquet.ParquetUtils
import org.apache.spark.sql.types._
import org.apache.spark.sql.{AnalysisException, classic}
import org.scalatest.BeforeAndAfterEach

/** Compares the inferred schema of files with the schema that Spark's built-in source infers. */
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

  private def infer(options: Map[String, String] = Map.empty): StructType =
    SchemaInference.infer(spark, options, files, Seq(folder.toString))

  private def assertAsSpark(options: Map[String, String] = Map.empty): Unit =
    assert(Some(infer(options)) == ParquetUtils.inferSchema(spark, options, files))

  private def assertNone(words: String*)(infer: => StructType): Unit = {
    val error = intercept[AnalysisException](infer)
    assert(error.getCondition == "UNABLE_TO_INFER_SCHEMA")
    for (word <- words) assert(error.getMessage.contains(word))
  }

  /** Writes one file of a given name with the result of a query. */
  private def write(name: String, query: String): LocalPath = {
    val scratch = Paths.get(newPath("file"))
    spark.sql(query).coalesce(1).write.parquet(scratch.toString)
    val file = Files.list(scratch).iterator().asScala.find(_.toString.endsWith(".parquet")).get
    Files.move(file, folder.resolve(name), StandardCopyOption.REPLACE_EXISTING)
  }

  test("without files there is no schema") {
    assertNone(s"no data files in $folder")(infer())
  }

  test("the footer's Spark schema overrides the Parquet schema") {
    write("a.parquet", "select cast(1 as tinyint) a, 'x' b, interval 1 year c, interval 1 day d")
    assertAsSpark()
    assert(infer()("c").dataType.isInstanceOf[YearMonthIntervalType])
  }

  test("one footer decides unless schemas are merged") {
    write("a.parquet", "select 1 a, struct(1 as x) s")
    write("b.parquet", "select 2L b, struct('y' as y) s")
    assertAsSpark()
    assertAsSpark(Map("mergeSchema" -> "true"))
    assert(infer(Map("MERGESCHEMA" -> "true")).fieldNames.toSeq == Seq("a", "s", "b"))
    withConf("spark.sql.parquet.mergeSchema" -> "true")(assertAsSpark())
    withConf("spark.sql.parquet.mergeSchema" -> "true")(assertAsSpark(Map("mergeSchema" -> "false")))
  }

  test("schemas that cannot be merged are an error that shows both") {
    write("a.parquet", "select 1 a")
    write("b.parquet", "select 'x' a")
    val error = intercept[SparkException](infer(Map("mergeSchema" -> "true")))
    assert(error.getMessage.contains("CANNOT_MERGE_SCHEMAS"))
  }

  test("summary files are read first, and _common_metadata before _metadata") {
    write("b.parquet", "select 1 fromFile")
    write("_metadata", "select 1 fromSummary")
    assertAsSpark()
    assert(infer().fieldNames.toSeq == Seq("fromSummary"))
    write("_common_metadata", "select 1 fromCommonSummary")
    assertAsSpark()
    assert(infer().fieldNames.toSeq == Seq("fromCommonSummary"))
    assertAsSpark(Map("mergeSchema" -> "true"))
    withConf("spark.sql.parquet.respectSummaryFiles" -> "true") {
      assertAsSpark(Map("mergeSchema" -> "true"))
      assert(infer(Map("mergeSchema" -> "true")).fieldNames.toSeq == Seq("fromSummary", "fromCommonSummary"))
    }
  }

  test("the Parquet schema replaces a Spark schema that cannot be parsed") {
    val schema = new StructType().add("i", IntegerType)
    val notes = WriteOptions.builder().keyValueMetadata("org.apache.spark.sql.parquet.row.metadata", "no json").build()
    val parquetSchema = SparkSchemas.toParquet(schema, ParquetSchemaOptions.DEFAULTS)
    ParquetWriter.create(LocalOutputFile.of(folder.resolve("a.parquet")), parquetSchema, notes).close()
    assert(infer() === schema)
    assertAsSpark()
  }

  test("a footer's Spark schema initializes no class but user-defined types") {
    val trap = "io.pq2.spark.internal.schema.InitializationTrap"
    def withUdt(name: String) =
      s"""{"type":"struct","fields":[{"name":"i","type":{"type":"array","containsNull":true,"elementType":
         |{"type":"udt","class":"$name","pyClass":null,"sqlType":"integer"}},
         |"nullable":true,"metadata":{}}]}""".stripMargin
    val schema = new StructType().add("i", ArrayType(IntegerType))
    val parquetSchema = SparkSchemas.toParquet(schema, ParquetSchemaOptions.DEFAULTS)
    def inferred(json: String) = {
      val notes = WriteOptions.builder().keyValueMetadata("org.apache.spark.sql.parquet.row.metadata", json).build()
      Files.deleteIfExists(folder.resolve("a.parquet"))
      ParquetWriter.create(LocalOutputFile.of(folder.resolve("a.parquet")), parquetSchema, notes).close()
      infer()
    }
    for (name <- Seq(trap, "no.such.Class", trap + "$")) assert(inferred(withUdt(name)) === schema)
    assert(System.getProperty(trap) == null)
    val harmless = schema.json.replace("\"metadata\":{}", s"\"metadata\":{\"type\":\"udt\",\"class\":\"$trap\"}")
    assert(inferred(harmless).head.metadata.getString("class") === trap)
    assert(System.getProperty(trap) == null)
    val known = classOf[MarkedIntegerType].getName
    assert(inferred(withUdt(known)).head.dataType === ArrayType(new MarkedIntegerType))
    intercept[ExceptionInInitializerError](Class.forName(trap))
    assert(System.getProperty(trap) == "initialized")
    System.clearProperty(trap)
  }

  test("a corrupt file is an error that names it, or is skipped") {
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
      val error = intercept[AnalysisException](infer())
      assert(error.getMessage.contains("a.parquet"), kind)
      assert(infer(Map("ignoreCorruptFiles" -> "true")).fieldNames.toSeq == Seq("a"))
      assert(infer(Map("ignoreCorruptFiles" -> "true", "mergeSchema" -> "true")).fieldNames.toSeq == Seq("a"))
    }
  }

  test("a missing file is an error that names it, or is skipped") {
    write("a.parquet", "select 1 a")
    val listed = files
    Files.delete(folder.resolve("a.parquet"))
    def inferListed(options: Map[String, String]) = SchemaInference.infer(spark, options, listed, Nil)
    assert(intercept[AnalysisException](inferListed(Map.empty)).getMessage.contains("a.parquet"))
    assertNone("a.parquet")(inferListed(Map("ignoreMissingFiles" -> "true")))
  }
}
