package io.pq2.spark

import java.nio.file.{Files, Path}

import scala.jdk.CollectionConverters._

import io.pq2.io.LocalInputFile
import io.pq2.read.ParquetFile
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
}
