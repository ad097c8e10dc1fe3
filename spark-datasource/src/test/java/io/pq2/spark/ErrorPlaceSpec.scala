package io.pq2.spark

import java.math.BigInteger
import java.nio.file.{Files, Path}

import scala.jdk.CollectionConverters._

import io.pq2.io.{LocalInputFile, LocalOutputFile}
import io.pq2.read.ParquetFile
import io.pq2.record.{RecordValue, RecordWriter}
import io.pq2.schema.SchemaText
import io.pq2.write.WriteOptions
import org.apache.spark.SparkException
import org.apache.spark.sql.DataFrame

/** Checks that the message of the error that the driver gets has the place of damage: file, row group, column, page and
  * offset. Clients of Spark Connect get this message, cut after 2,048 characters, and by default no causes.
  */
class ErrorPlaceSpec extends SparkSpec {

  private val ConnectCharacters = 2048

  /** Writes two row groups of several pages, and changes a byte of one page of the column `name`. */
  private def damaged(): (String, Path, Long) = {
    val path = newPath("damaged")
    spark.range(0, 4000, 1, 1)
      .selectExpr("id", "'name ' || id AS name", "NAMED_STRUCT('x', id * 2) AS place", "ARRAY(id, 1) AS list")
      .write.format("pq2").option("parquet.block.row.count.limit", "2000").option("parquet.page.row.count.limit", "500")
      .option("parquet.enable.dictionary", "false").save(path)
    val file = Files.list(Path.of(path)).iterator.asScala.find(_.toString.endsWith(".parquet")).get
    val opened = ParquetFile.open(new LocalInputFile(file))
    val (offset, size) =
      try {
        val column = opened.schema.columns.asScala.find(_.dottedPath == "name").get
        assert(opened.metadata.rowGroups.size === 2)
        val page = opened.offsetIndex(1, column).pageLocations.get(2)
        (page.offset, page.compressedPageSize)
      } finally opened.close()
    val bytes = Files.readAllBytes(file)
    val at = (offset + size - 3).toInt
    bytes(at) = (bytes(at) ^ 0x10).toByte
    Files.deleteIfExists(file.resolveSibling("." + file.getFileName + ".crc"))
    Files.write(file, bytes)
    (path, file, offset)
  }

  private def assertPlace(error: Throwable, words: String*): Unit = {
    val message = error.getMessage.take(ConnectCharacters)
    for (word <- words) assert(message.contains(word), message)
  }

  test("errors about a page have file, row group, column, page and offset") {
    val (path, file, offset) = damaged()
    val words = Seq(file.getFileName.toString, "row group 1", "column name", "page 2", s"offset $offset")
    val ways = Seq[DataFrame => Any](
      _.collect(),
      _.where("name > 'name'").collect(),
      _.selectExpr("max(length(name))").collect(),
      _.groupBy("place").agg(Map("name" -> "max")).collect(),
      frame => frame.write.format("pq2").save(newPath("copy")),
      frame => frame.toLocalIterator().asScala.foreach(_ => ())
    )
    for (vectorized <- Seq("true", "false"); v1 <- Seq("", "pq2"); (way, i) <- ways.zipWithIndex)
      withConf("spark.sql.parquet.enableVectorizedReader" -> vectorized, "spark.sql.sources.useV1SourceList" -> v1) {
        withClue(s"vectorized $vectorized, V1 $v1, way $i: ") {
          val error = intercept[SparkException](way(spark.read.format("pq2").load(path)))
          assertPlace(error, words: _*)
        }
      }
  }

  test("errors about a footer have file and offset") {
    val path = newPath("cut")
    spark.range(10).write.format("pq2").save(path)
    val file = Files.list(Path.of(path)).iterator.asScala.find(_.toString.endsWith(".parquet")).get
    val bytes = Files.readAllBytes(file)
    Files.deleteIfExists(file.resolveSibling("." + file.getFileName + ".crc"))
    bytes(bytes.length - 12) = (bytes(bytes.length - 12) ^ 0x7f).toByte
    bytes(bytes.length - 8) = 0x70
    Files.write(file, bytes)
    for (v1 <- Seq("", "pq2")) withConf("spark.sql.sources.useV1SourceList" -> v1) {
      val error =
        intercept[SparkException](spark.read.schema("id bigint").format("pq2").load(path).collect())
      assertPlace(error, file.getFileName.toString)
    }
  }

  test("the error survives serialization, as from an executor to the driver") {
    val (path, file, offset) = damaged()
    val error = intercept[SparkException](spark.read.format("pq2").load(path).collect())
    val bytes = new java.io.ByteArrayOutputStream
    new java.io.ObjectOutputStream(bytes).writeObject(error)
    val copy = new java.io.ObjectInputStream(new java.io.ByteArrayInputStream(bytes.toByteArray)).readObject()
    assertPlace(copy.asInstanceOf[Throwable], file.getFileName.toString, "column name", s"offset $offset")
  }

  /** Checks the message of the error of a query, by V1 and V2, with and without the vectorized reader.
    *
    * @param words what the message contains
    */
  private def assertPlaces(path: String, query: DataFrame => DataFrame, words: String*): Unit =
    for (vectorized <- Seq("true", "false"); v1 <- Seq("", "pq2"))
      withConf("spark.sql.parquet.enableVectorizedReader" -> vectorized, "spark.sql.sources.useV1SourceList" -> v1) {
        withClue(s"vectorized $vectorized, V1 $v1, ${words.mkString(" ")}: ") {
          val frame = query(spark.read.format("pq2").load(path))
          val error = intercept[SparkException](frame.collect())
          assert(SparkSpec.conditions(error).contains("FAILED_READ_FILE.CANNOT_READ_FILE_FOOTER"), error)
          assertPlace(error, words: _*)
        }
      }

  /** Returns the path of a file of 1,000 rows in two row groups.
    *
    * @param set sets the values of a row, given its number
    */
  private def file(schema: String)(set: (RecordValue, Int) => Unit): String = {
    val folder = Files.createDirectories(Path.of(newPath("values")))
    val target = LocalOutputFile.of(folder.resolve("values.parquet"))
    val options = WriteOptions.builder.rowGroupRows(500).build
    val writer = RecordWriter.create(target, SchemaText.parse(s"message m { $schema }"), options)
    try
      for (row <- 0 until 1000) {
        val record = writer.record()
        set(record, row)
        writer.write(record)
      }
    finally writer.close()
    folder.toString
  }

  /** Changes the precision of decimals in a footer: in the schema element, and in its logical type. */
  private def changePrecision(file: Path, scale: Int, precision: Int, changed: Int): Unit = {
    // Both are i32 fields of the compact protocol, one after the other.
    def fields(precision: Int) = Seq[Byte](0x15, (2 * scale).toByte, 0x15, (2 * precision).toByte)
    val bytes = Files.readAllBytes(file)
    val places = bytes.indices.filter(bytes.startsWith(fields(precision), _))
    assert(places.size === 2)
    places.foreach(place => fields(changed).copyToArray(bytes, place, 4))
    Files.write(file, bytes)
  }

  test("errors about values that Spark's types do not hold have row group, column and value") {
    val millis = "int64 t (TIMESTAMP(MILLIS,true))"
    val nested = file(s"required int64 n; required group s { optional $millis; }") { (record, row) =>
      record.setLong("n", row)
      record.struct("s").setLong("t", if (row == 700) Long.MaxValue / 10 else row)
    }
    val words = Seq("values.parquet", "row group 1", "column s.t", s"${Long.MaxValue / 10}")
    assertPlaces(nested, _.selectExpr("s.t"), words: _*)
    assertPlaces(nested, _.where("n = 700").select("s"), words: _*)
    assertPlaces(nested, _.groupBy("s.t").count(), words: _*)

    // The writer refuses decimals with too many digits, so the precision is changed afterwards.
    val decimals = file("required fixed_len_byte_array(16) d (DECIMAL(38,2)); required int64 n;") { (record, row) =>
      val unscaled = if (row == 700) BigInteger.TEN.pow(25) else BigInteger.valueOf(row)
      val digits = unscaled.toByteArray
      record.setBinary("d", new Array[Byte](16 - digits.length) ++ digits)
      record.setLong("n", row)
    }
    changePrecision(Path.of(decimals, "values.parquet"), scale = 2, 38, 20)
    val ofDecimal = Seq("values.parquet", "row group 1", "column d", "1" + "0" * 23 + ".00", "DECIMAL(20,2)")
    assertPlaces(decimals, _.select("d"), ofDecimal: _*)
    assertPlaces(decimals, _.where("n > 600").selectExpr("MAX(d)"), ofDecimal: _*)

    val days =
      file("required int32 d (DATE);")((record, row) => record.setInt("d", if (row == 700) Int.MaxValue else row))
    def asTimestamp(frame: DataFrame): DataFrame =
      spark.read.schema("d TIMESTAMP_NTZ").format("pq2").load(frame.inputFiles.head).select("d")
    assertPlaces(days, asTimestamp, "values.parquet", "row group 1", "column d", s"${Int.MaxValue}")

    val variants = file("required group v (VARIANT(1)) { required binary metadata; required binary value; }") {
      (record, row) =>
        // The object has five fields, which are not there.
        val value = if (row == 700) Array[Byte](2, 5) else Array[Byte](12, 1)
        record.struct("v").setBinary("metadata", Array[Byte](1, 0, 0)).setBinary("value", value)
    }
    withConf("spark.sql.variant.pushVariantIntoScan" -> "true") {
      val ofVariant = Seq("values.parquet", "row group 1", "column v")
      assertPlaces(variants, _.selectExpr("variant_get(v, '$', 'bigint')"), ofVariant: _*)
      assertPlaces(variants, _.selectExpr("variant_get(v, '$.a', 'string')"), ofVariant: _*)
    }
  }
}
