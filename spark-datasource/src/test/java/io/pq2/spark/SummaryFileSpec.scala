package io.pq2.spark

import java.nio.file.{Files, Path => LocalPath}

import scala.jdk.CollectionConverters._

import io.pq2.hadoop.file.SummaryFiles
import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path
import org.apache.parquet.hadoop.ParquetFileReader
import org.apache.parquet.hadoop.metadata.ParquetMetadata
import org.apache.parquet.hadoop.util.HadoopInputFile
import org.apache.spark.sql.DataFrame

/** Writes the same rows with pq2 and the built-in source, and compares the summary files. */
class SummaryFileSpec extends SparkSpec {

  private def rows: DataFrame = spark.range(0, 300, 1, 3).selectExpr(
    "id",
    "'name ' || id % 20 AS name",
    "named_struct('a', id, 'b', array(id)) AS s",
    "if(id % 5 = 0, 'a b/%1', 'x') AS part"
  )

  private def write(format: String, settings: Map[String, String], partitioned: Boolean): String = {
    val path = newPath("summaries")
    val writer = rows.write.format(format).options(settings)
    (if (partitioned) writer.partitionBy("part") else writer).save(path)
    path
  }

  private def summary(path: String, name: String): Option[ParquetMetadata] = {
    val file = new Path(path, name)
    if (!Files.exists(LocalPath.of(path, name))) None
    else {
      val reader = ParquetFileReader.open(HadoopInputFile.fromPath(file, new Configuration))
      try Some(reader.getFooter)
      finally reader.close()
    }
  }

  /** Returns the parts of a summary that do not depend on the writer: file, column and number of values. */
  private def chunks(summary: ParquetMetadata): Seq[String] =
    summary.getBlocks.asScala.toSeq.flatMap(block =>
      block.getColumns.asScala.map { chunk =>
        val file = block.getPath.replaceAll("part-\\d+-[-0-9a-f]+", "part")
        s"$file ${chunk.getPath} ${chunk.getValueCount} ${chunk.getPrimitiveType}"
      }
    ).sorted

  private val requests: Seq[Map[String, String]] = Seq(
    Map("parquet.summary.metadata.level" -> "ALL"),
    Map("parquet.summary.metadata.level" -> "all"),
    Map("parquet.summary.metadata.level" -> "COMMON_ONLY"),
    Map("parquet.summary.metadata.level" -> "NONE"),
    Map("parquet.enable.summary-metadata" -> "true"),
    Map("parquet.enable.summary-metadata" -> "false"),
    Map("parquet.enable.summary-metadata" -> "true", "parquet.summary.metadata.level" -> "NONE"),
    Map.empty
  )

  test("summary files are those that the built-in source writes") {
    val cases = for (settings <- requests; partitioned <- Seq(false, true)) yield (settings, partitioned)
    for (((settings, partitioned), number) <- cases.zipWithIndex) withClue(s"$settings, $partitioned: ") {
      val theirs = write("parquet", settings, partitioned)
      val ours = write("pq2", settings, partitioned)
      for (name <- Seq("_metadata", "_common_metadata")) {
        val (found, expected) = (summary(ours, name), summary(theirs, name))
        assert(found.isDefined === expected.isDefined, name)
        for (mine <- found; other <- expected) {
          assert(mine.getFileMetaData.getSchema === other.getFileMetaData.getSchema)
          val keys = (footer: ParquetMetadata) => footer.getFileMetaData.getKeyValueMetaData.asScala.keySet
          assert(keys(mine) === keys(other))
          assert(chunks(mine) === chunks(other))
        }
      }
      assertSame(builtIn(ours), builtIn(theirs))
      val reads = for (merge <- Seq("true", "false"); respect <- Seq("true", "false")) yield (merge, respect)
      for ((merge, respect) <- some(reads, 3, number))
        withConf("spark.sql.parquet.mergeSchema" -> merge, "spark.sql.parquet.respectSummaryFiles" -> respect) {
          assertSame(pq2(ours), pq2V1(ours))
          // Without a summary file to respect, the built-in source infers no schema.
          val hasSummary = summary(ours, "_common_metadata").isDefined
          if (hasSummary || merge == "false" || respect == "false") assertSame(pq2(ours), builtIn(ours))
        }
    }
  }

  test("parquet-java reads the row groups of the files by the summary file") {
    val path = write("pq2", requests.head, partitioned = true)
    val found = summary(path, "_metadata").get
    assert(found.getBlocks.asScala.map(_.getRowCount).sum === 300)
    for (block <- found.getBlocks.asScala) {
      val file = new Path(path, block.getPath)
      assert(Files.exists(LocalPath.of(file.toString)), file)
      val reader = ParquetFileReader.open(HadoopInputFile.fromPath(file, new Configuration))
      try {
        val own = reader.getFooter.getBlocks.asScala
        assert(own.map(_.getColumns.asScala.map(_.getStartingPos)).contains(
          block.getColumns.asScala.map(_.getStartingPos)
        ))
      } finally reader.close()
    }
  }

  test("files that were appended are in the summary; another schema removes it") {
    val path = newPath("summaries")
    def append(columns: String*): Unit = rows.selectExpr(columns: _*).coalesce(1).write.format("pq2").mode("append")
      .options(requests.head).save(path)
    append("id", "name")
    append("id", "name")
    assert(summary(path, "_metadata").get.getBlocks.size === 2)
    rows.selectExpr("id", "name").coalesce(1).write.format("parquet").mode("append").options(requests.head).save(path)
    assert(summary(path, "_metadata").get.getBlocks.size === 3)
    append("id AS other")
    assert(summary(path, "_metadata").isEmpty)
    assert(summary(path, "_common_metadata").isEmpty)
    assert(spark.read.format("pq2").option("mergeSchema", "true").load(path).count() === 1200)
  }

  test("tables and V2 writes have summary files too") {
    spark.sql("DROP TABLE IF EXISTS with_summaries")
    try {
      spark.sql("CREATE TABLE with_summaries (id BIGINT, p INT) USING pq2 PARTITIONED BY (p) " +
        "OPTIONS ('parquet.summary.metadata.level' 'ALL')")
      spark.sql("INSERT INTO with_summaries SELECT id, id % 3 FROM range(10)")
      val location = spark.sql("DESCRIBE FORMATTED with_summaries").where("col_name = 'Location'").head().getString(1)
      assert(summary(location.stripPrefix("file:"), "_metadata").get.getBlocks.asScala.map(_.getRowCount).sum === 10)
      assert(spark.table("with_summaries").count() === 10)
    } finally spark.sql("DROP TABLE IF EXISTS with_summaries")
  }

  test("a level that does not exist is an error before anything is written") {
    val path = newPath("summaries")
    val error = intercept[Exception](rows.write.format("pq2").option(SummaryFiles.LEVEL, "SOME").save(path))
    assert(error.getMessage.contains("parquet.summary.metadata.level"))
    assert(error.getMessage.contains("COMMON_ONLY"))
  }
}
