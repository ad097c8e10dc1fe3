package io.pq2.spark.internal.files.write

import java.nio.file.{Files, Path => LocalPath}
import java.util.Random

import scala.jdk.CollectionConverters._

import io.pq2.spark.internal.schema.SparkTypeSamples
import io.pq2.spark.internal.settings.SourceFlavor
import io.pq2.spark.internal.versions.SparkVersion
import io.pq2.spark.{RandomRows, SparkSpec}
import org.apache.hadoop.fs.Path
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl
import org.apache.hadoop.mapreduce.{Job, TaskAttemptID}
import org.apache.parquet.hadoop.ParquetFileReader
import org.apache.parquet.hadoop.metadata.ParquetMetadata
import org.apache.parquet.hadoop.util.HadoopInputFile
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow
import org.apache.spark.sql.classic.SparkSession
import org.apache.spark.sql.types._
import org.apache.spark.sql.{DataFrame, Row, classic}
import org.apache.spark.{SparkException, SparkThrowable}

/** Files of the output writer that Spark's tasks use, read by Spark's built-in source and parquet-java. */
class OutputWriterSpec extends SparkSpec {

  private var folder: LocalPath = _

  /** Columns of Java's date and time types, including TIME. */
  private val timeSettings = Map(
    "spark.sql.datetime.java8API.enabled" -> "true",
    "spark.sql.timeType.enabled" -> "true"
  )

  override protected def beforeAll(): Unit = {
    super.beforeAll()
    timeSettings.foreach { case (key, value) => spark.conf.set(key, value) }
  }

  override protected def afterAll(): Unit =
    try timeSettings.keys.foreach(spark.conf.unset)
    finally super.afterAll()

  private val noOptions = Map.empty[String, String]

  private def session: SparkSession = spark.asInstanceOf[SparkSession]

  /** Writes a file to a new folder. */
  private def write(rows: Iterator[InternalRow], schema: StructType, options: Map[String, String]): String = {
    folder = Files.createDirectory(LocalPath.of(newPath("written")))
    val job = Job.getInstance(session.sessionState.newHadoopConfWithOptions(options))
    val factory = WritePreparation.prepare(SourceFlavor.PQ2, session.sessionState.conf, job, options, schema)
    val context = new TaskAttemptContextImpl(job.getConfiguration, new TaskAttemptID())
    val file = folder.resolve("part-0" + factory.getFileExtension(context)).toString
    val writer = factory.newInstance(file, schema, context)
    try rows.foreach(writer.write)
    finally writer.close()
    file
  }

  private def write(frame: DataFrame, options: (String, String)*): String = {
    val rows = frame.asInstanceOf[classic.DataFrame].queryExecution.toRdd.map(_.copy()).collect()
    write(rows.iterator, frame.schema, options.toMap)
  }

  private def footer(file: String): ParquetMetadata = {
    val reader = ParquetFileReader.open(HadoopInputFile.fromPath(new Path(file), session.sessionState.newHadoopConf()))
    try reader.getFooter
    finally reader.close()
  }

  private def assertSparkReadsBack(frame: DataFrame, options: (String, String)*): Unit = {
    val file = write(frame, options: _*)
    val back = spark.read.parquet(file)
    assert(RandomRows.nullable(back.schema) == RandomRows.nullable(frame.schema))
    assert(RandomRows.comparable(back) == RandomRows.comparable(frame))
  }

  private val leaves = SparkTypeSamples.leaves().asScala.toSeq.filterNot {
    case VariantType => true
    case other       => SparkVersion.SPARK.isSpatial(other)
  }

  for (nullable <- Seq(true, false))
    test(s"a column of each type${if (nullable) "" else " without nulls"}") {
      val schema = StructType(leaves.zipWithIndex.collect {
        case (dataType, i) if nullable || dataType != NullType => StructField(s"c$i", plain(dataType), nullable)
      })
      assertSparkReadsBack(RandomRows.dataFrame(session, schema, 5000, 1))
      assertSparkReadsBack(
        RandomRows.dataFrame(session, schema, 300, 2),
        "spark.sql.parquet.outputTimestampType" -> "TIMESTAMP_MICROS"
      )
      assertSparkReadsBack(
        RandomRows.dataFrame(session, schema, 300, 3),
        "spark.sql.parquet.writeLegacyFormat" -> "true"
      )
    }

  /** Spark's data frames have strings in place of char and varchar. */
  private def plain(dataType: DataType): DataType = dataType match {
    case _: CharType | _: VarcharType => StringType
    case other                        => other
  }

  test("schemas of any depth") {
    val random = new Random(11)
    for (i <- 1 to 60) {
      val schema = supported(SparkTypeSamples.schema(random, 3)).asInstanceOf[StructType]
      val frame = RandomRows.dataFrame(session, schema, 100, i)
      assertSparkReadsBack(frame, "spark.sql.parquet.writeLegacyFormat" -> (i % 3 == 0).toString)
    }
  }

  /** Replaces types that Spark cannot generate, compare or read back. */
  private def supported(dataType: DataType): DataType = dataType match {
    case VariantType | NullType | _: CharType | _: VarcharType => StringType
    case spatial if SparkVersion.SPARK.isSpatial(spatial)      => StringType
    case StructType(fields)               => StructType(fields.map(f => f.copy(dataType = supported(f.dataType))))
    case ArrayType(element, containsNull) => ArrayType(supported(element), containsNull)
    case MapType(_, value, containsNull)  => MapType(StringType, supported(value), containsNull)
    case other                            => other
  }

  test("rows that are not unsafe") {
    val schema = StructType.fromDDL("i int, s string, b binary, d decimal(30, 3), l decimal(12, 2), a array<string>")
    val frame = RandomRows.dataFrame(session, schema, 500, 5)
    val rows = frame.asInstanceOf[classic.DataFrame].queryExecution.toRdd.map(row =>
      new GenericInternalRow(row.copy().toSeq(schema).toArray): InternalRow
    ).collect()
    val file = write(rows.iterator, schema, noOptions)
    assert(RandomRows.comparable(spark.read.parquet(file)) == RandomRows.comparable(frame))
  }

  test("timestamps in milliseconds lose their microseconds downwards") {
    val frame = spark.sql("select timestamp_micros(1500) a, timestamp_micros(-1) b")
    val file = write(frame, "spark.sql.parquet.outputTimestampType" -> "TIMESTAMP_MILLIS")
    val back = spark.read.parquet(file).selectExpr("unix_micros(a)", "unix_micros(b)")
    assert(back.collect().toSeq == Seq(Row(1000L, -1000L)))
  }

  test("Spark's entries in the footer's key-value metadata") {
    val frame = spark.range(3).selectExpr("id", "struct(id as x) s")
    val metadata = footer(write(frame)).getFileMetaData
    assert(metadata.getSchema.getName == "spark_schema")
    assert(metadata.getKeyValueMetaData.asScala.toMap == Map(
      "org.apache.spark.version" -> spark.version.takeWhile(_ != '-'),
      "org.apache.spark.sql.parquet.row.metadata" -> frame.schema.json
    ))
  }

  test("Spark converts old dates and timestamps back from the hybrid calendar") {
    val frame =
      spark.sql("select date'1001-01-01' d, timestamp'1001-01-01 00:00:00' t, timestamp_ntz'1001-01-01 00:00:00' n")
    withConf(
      "spark.sql.parquet.datetimeRebaseModeInWrite" -> "LEGACY",
      "spark.sql.parquet.int96RebaseModeInWrite" -> "LEGACY"
    ) {
      for (storage <- Seq("INT96", "TIMESTAMP_MICROS", "TIMESTAMP_MILLIS")) {
        val file = write(frame, "spark.sql.parquet.outputTimestampType" -> storage)
        assert(spark.read.parquet(file).collect().toSeq == frame.collect().toSeq)
        val notes = footer(file).getFileMetaData.getKeyValueMetaData.asScala
        assert(notes("org.apache.spark.legacyDateTime") == "")
        assert(notes("org.apache.spark.legacyINT96") == "")
        assert(notes("org.apache.spark.timeZone") == "America/Los_Angeles")
      }
    }
  }

  test("old dates and timestamps are an error if the session says so") {
    withConf(
      "spark.sql.parquet.datetimeRebaseModeInWrite" -> "EXCEPTION",
      "spark.sql.parquet.int96RebaseModeInWrite" -> "EXCEPTION"
    ) {
      for {
        column <- Seq("date'1001-01-01'", "timestamp'1001-01-01 00:00:00'")
        storage <- Seq("INT96", "TIMESTAMP_MICROS")
      } {
        val frame = spark.sql(s"select $column c")
        val error = intercept[Exception] {
          write(frame, "spark.sql.parquet.outputTimestampType" -> storage)
        }
        assert(error.getClass.getSimpleName == "SparkUpgradeException")
        assert(error.getMessage.contains("RebaseModeInWrite"))
        assert(files.isEmpty)
      }
    }
  }

  private def files: Seq[LocalPath] = Files.list(folder).iterator().asScala.toSeq

  test("a failed write removes its file") {
    val schema = StructType.fromDDL("i int, s string")
    val rows = Iterator.single[InternalRow](new GenericInternalRow(Array[Any](1, "not a UTF8String")))
    intercept[ClassCastException](write(rows, schema, noOptions))
    assert(files.isEmpty)
  }

  test("a null in a required column is an error and the file is removed") {
    val schema = new StructType().add("i", IntegerType, nullable = false)
    val error = intercept[SparkException] {
      write(Iterator.single[InternalRow](new GenericInternalRow(Array[Any](null))), schema, noOptions)
    }
    assert(error.getCondition === "PQ2_INVALID_DATA" && error.getSqlState === "22000")
    assert(error.getMessage.contains("column i") && error.getMessage.contains("part-0"), error)
    assert(files.isEmpty)
  }

  test("values of many megabytes") {
    val frame = spark.range(20).selectExpr("id", "repeat('x', 3000000 + int(id)) s")
    val file = write(frame)
    assert(spark.read.parquet(file).selectExpr("id", "length(s)").collect().toSeq ==
      (0 until 20).map(i => Row(i.toLong, 3000000 + i)))
  }

  test("a write without rows creates a file with the schema") {
    val schema = StructType.fromDDL("i int, a array<struct<x: string>>")
    val file = write(Iterator.empty, schema, noOptions)
    assert(spark.read.parquet(file).schema == schema)
    assert(spark.read.parquet(file).count() == 0)
  }

  test("the codec comes from the option, the Hadoop option or the session, in this order") {
    val frame = spark.range(1000).toDF()
    def codec(options: (String, String)*): (String, String) = {
      val file = write(frame, options: _*)
      val inFile = footer(file).getBlocks.get(0).getColumns.get(0).getCodec.name
      (file.substring(file.lastIndexOf('/') + 1), inFile)
    }
    assert(codec() == ("part-0.snappy.parquet", "SNAPPY"))
    assert(codec("compression" -> "none") == ("part-0.parquet", "UNCOMPRESSED"))
    assert(codec("COMPRESSION" -> "uncompressed") == ("part-0.parquet", "UNCOMPRESSED"))
    assert(codec("parquet.compression" -> "GZIP") == ("part-0.gz.parquet", "GZIP"))
    assert(codec("parquet.compression" -> "gzip", "compression" -> "Zstd") == ("part-0.zstd.parquet", "ZSTD"))
    withConf("spark.sql.parquet.compression.codec" -> "zstd") {
      assert(codec() == ("part-0.zstd.parquet", "ZSTD"))
      assert(codec("compression" -> "snappy") == ("part-0.snappy.parquet", "SNAPPY"))
    }
    val error = intercept[IllegalArgumentException](codec("compression" -> "zip"))
    assert(error.getMessage.contains("zip"))
  }

  test("Hadoop's keys for writers are options") {
    val frame = spark.range(100000).toDF()
    val blocks = footer(write(frame, "parquet.block.row.count.limit" -> "30000")).getBlocks.asScala
    assert(blocks.map(_.getRowCount).sum == 100000 && blocks.forall(_.getRowCount <= 30000))
  }

  test("invalid options fail before tasks start") {
    val frame = spark.range(1).toDF()
    def refusal(option: (String, String)): String = {
      val error = intercept[Exception with SparkThrowable](write(frame, option))
      assert(error.getSqlState != null, error)
      assert(files.isEmpty)
      error.getMessage
    }
    assert(refusal("parquet.page.size" -> "many").contains("parquet.page.size"))
    assert(refusal("compression" -> "lzma").contains("lzma"))
    assert(refusal("spark.sql.parquet.writeLegacyFormat" -> "perhaps").contains("writeLegacyFormat"))
    assert(refusal("spark.sql.parquet.outputTimestampType" -> "INT128").contains("TIMESTAMP_MICROS"))
  }

  test("an unshredded variant") {
    val frame = spark.range(100).selectExpr("id", "if(id % 3 = 0, null, parse_json('{\"a\": ' || id || '}')) v")
    val back = spark.read.parquet(write(frame))
    assert(back.schema == frame.schema.copy(fields = frame.schema.fields.map(_.copy(nullable = true))))
    assert(back.selectExpr("id", "to_json(v)").collect().toSeq ==
      frame.selectExpr("id", "to_json(v)").collect().toSeq)
  }

  test("geometries and geographies") {
    assumeSpark("4.2", "there are geospatial types in Parquet files")
    val wkb = "X'0101000000000000000000F03F0000000000000040'"
    withConf("spark.sql.geospatial.enabled" -> "true") {
      val frame = spark.sql(s"select st_geomfromwkb($wkb) g, st_geogfromwkb($wkb) h, st_geomfromwkb(null) n")
      val back = spark.read.parquet(write(frame))
      assert(back.schema.map(_.dataType) == frame.schema.map(_.dataType))
      val shapes = Seq("hex(st_asbinary(g))", "hex(st_asbinary(h))", "n is null")
      assert(back.selectExpr(shapes: _*).collect().toSeq == frame.selectExpr(shapes: _*).collect().toSeq)
    }
  }
}
