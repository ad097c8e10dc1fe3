package io.pq2.spark.internal.schema

import java.io.StringWriter
import java.nio.file.{Files, Path => LocalPath, Paths, StandardCopyOption}

import scala.jdk.CollectionConverters._

import io.pq2.io.LocalOutputFile
import io.pq2.record.RecordWriter
import io.pq2.spark.SparkSpec
import io.pq2.spark.internal.replace.Replacement
import io.pq2.write.ParquetWriter
import io.pq2.write.WriteOptions
import org.apache.hadoop.fs.{FileStatus, Path}
import org.apache.logging.log4j.core.Logger
import org.apache.logging.log4j.core.appender.WriterAppender
import org.apache.logging.log4j.{Level, LogManager}
import org.apache.spark.SparkException
import org.apache.spark.sql.execution.datasources.parquet.ParquetUtils
import org.apache.spark.sql.types._
import org.apache.spark.sql.{AnalysisException, DataFrame, Row, classic}
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

  /** Writes a file of one row with a Spark schema in its footer. */
  private def writeStale(name: String, parquet: String, spark: String): Unit =
    writeStale(name, parquet, StructType.fromDDL(spark))

  /** Writes a file with a Spark schema in its footer, alone in a new folder. */
  private def writeOneStale(parquet: String, spark: String): Unit = {
    beforeEach()
    writeStale("a.parquet", parquet, spark)
  }

  private def writeStale(name: String, parquet: String, spark: StructType): Unit = {
    val options = WriteOptions.builder().keyValueMetadata(SparkMetadataKeys.ROW_SCHEMA, spark.json).build()
    val file = LocalOutputFile.of(folder.resolve(name))
    val writer = RecordWriter.create(file, s"message m { $parquet }", options)
    try {
      val row = writer.record()
      for (field <- Seq("x", "y") if parquet.contains(s" $field;")) row.setInt(field, 7)
      writer.write(row)
    } finally writer.close()
  }

  /** Returns the warnings of a block about Spark schemas. */
  private def warnings(body: => Unit): Seq[String] = {
    val lines = new StringWriter
    val appender = WriterAppender.createAppender(null, null, lines, "stale schemas", false, true)
    val logger = LogManager.getLogger(classOf[SchemaInference]).asInstanceOf[Logger]
    val level = logger.getLevel
    appender.start()
    logger.addAppender(appender)
    logger.setLevel(Level.WARN)
    try body
    finally {
      logger.removeAppender(appender)
      logger.setLevel(level)
    }
    lines.toString.linesIterator.filter(_.contains("Ignored the Spark schema")).toSeq
  }

  test("a Spark schema that names not all columns of the file is ignored, with a warning") {
    val own = StructType.fromDDL("x INT, y INT")
    val parquet = "optional int32 x; optional int32 y;"
    val cases = Seq("a INT, b INT" -> "x, y", "x INT, b INT" -> "y", "x INT" -> "y", "Y INT, b INT" -> "x")
    for ((stale, unnamed) <- cases) {
      writeOneStale(parquet, stale)
      val found = warnings(assert(infer() === own))
      assert(found.size === 1)
      assert(found.head.contains("a.parquet") && found.head.contains(s"columns of the file: $unnamed."))
      withConf(Replacement.Key -> "true") {
        for (read <- Seq[String => DataFrame](pq2, pq2V1, builtIn); frame = read(folder.toString)) {
          assert(frame.schema === own)
          assert(frame.where("x = 7").collect().toSeq === Seq(Row(7, 7)))
        }
      }
    }
  }

  test("stale Spark schemas of many files are one warning, and their own schemas are merged") {
    for (i <- 0 until 20) writeStale(s"$i.parquet", "optional int32 x; optional int32 y;", s"a INT, b$i INT")
    writeStale("named.parquet", "optional int32 x; optional int32 z;", "x INT, z INT")
    val merged = Map("mergeSchema" -> "true")
    val found = warnings(assert(infer(merged) === StructType.fromDDL("x INT, y INT, z INT")))
    assert(found.size === 1)
    assert(warnings(infer()).size === 1)
  }

  test("names of a Spark schema are compared as the session compares names, also in structs") {
    writeOneStale("optional int32 x;", "X TINYINT")
    assert(warnings(assert(infer() === StructType.fromDDL("X TINYINT"))).isEmpty)
    withConf("spark.sql.caseSensitive" -> "true")(assert(infer() === StructType.fromDDL("x INT")))
    val nested = """optional int32 x; optional group l (LIST) { repeated group list { optional group element {
      optional int32 new; } } } optional group m (MAP) { repeated group key_value { required binary key (STRING);
      optional group value { optional int32 new; } } }"""
    def ddl(name: String, kind: String) = s"x $kind, l ARRAY<STRUCT<$name: INT>>, m MAP<STRING, STRUCT<$name: INT>>"
    writeOneStale(nested, ddl("old", "TINYINT"))
    val found = warnings(assert(infer() === StructType.fromDDL(ddl("new", "INT"))))
    assert(found.head.contains("l.element.new, m.value.new."))
    writeOneStale(nested, ddl("new", "TINYINT"))
    assert(warnings(assert(infer() === StructType.fromDDL(ddl("new", "TINYINT")))).isEmpty)
  }

  test("a Spark schema that names all columns of the file, and others, decides as in the built-in source") {
    writeStale("a.parquet", "optional int32 x;", "y INT, x TINYINT")
    assert(warnings(assertAsSpark()).isEmpty)
    assert(infer() === StructType.fromDDL("y INT, x TINYINT"))
    val metadata = new MetadataBuilder().putString("__CHAR_VARCHAR_TYPE_STRING", "char(3)").build()
    val schema = new StructType().add("x", new MarkedIntegerType).add("y", IntegerType, nullable = true, metadata)
    beforeEach()
    writeStale("a.parquet", "optional int32 x; optional int32 y;", schema)
    assert(warnings(assertAsSpark()).isEmpty)
    assert(infer()("x").dataType === new MarkedIntegerType)
    assert(infer()("y").metadata === metadata)
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
