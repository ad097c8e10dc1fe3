package io.pq2.spark

import java.nio.file.{Files, Path}

import scala.jdk.CollectionConverters._

import io.pq2.hadoop.split.FooterCache
import io.pq2.spark.internal.settings.Sessions
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.catalyst.plans.logical.{ColumnStat, LeafNode, Statistics}

/** The estimates of scans: in memory, after pruning, and equal for all writers, codecs and encodings. */
class StatisticsSpec extends SparkSpec {

  private val Rows = 20000

  /** The width of a row as Spark counts it: 8 for the row and 12 for each string. */
  private val Widths = Map("id" -> 8.0, "small" -> 4.0, "price" -> 8.0, "day" -> 4.0, "mode" -> 16.0, "text" -> 47.0)

  private def data(rows: Int = Rows, files: Int = 1): DataFrame =
    spark.range(0, rows, 1, files).selectExpr(
      "id",
      "CAST(id % 50 AS INT) AS small",
      "CAST(id % 1000 AS DECIMAL(15,2)) AS price",
      "date_add(DATE'2000-01-01', CAST(id % 2000 AS INT)) AS day",
      "element_at(ARRAY('RAIL', 'SHIP', 'MAIL', 'AIR_'), CAST(id % 4 + 1 AS INT)) AS mode",
      "concat(sha1(CAST(id AS STRING)), '') AS long"
    ).selectExpr("id", "small", "price", "day", "mode", "substring(long, 1, 35) AS text")

  private def leaf(frame: DataFrame): Statistics =
    frame.queryExecution.optimizedPlan.collect { case node: LeafNode => node.stats }.head

  /** Returns the estimated size of the columns, as the optimizer sees it above the scan. */
  private def size(frame: DataFrame): BigInt = frame.queryExecution.optimizedPlan.stats.sizeInBytes

  private def columnsOf(statistics: Statistics): Map[String, ColumnStat] =
    statistics.attributeStats.map { case (attribute, column) => attribute.name -> column }.toMap

  private def writers: Seq[(String, String)] = {
    def written(format: String, options: (String, String)*): (String, String) = {
      val path = newPath(format)
      data().write.format(format).options(options.toMap).save(path)
      s"$format ${options.mkString(" ")}" -> path
    }
    Seq("uncompressed", "snappy", "zstd", "gzip").flatMap { codec =>
      Seq(written("pq2", "compression" -> codec), written("parquet", "compression" -> codec))
    } ++ Seq(
      written("pq2", "parquet.enable.dictionary" -> "false"),
      written("parquet", "parquet.enable.dictionary" -> "false"),
      written("pq2", "parquet.writer.version" -> "PARQUET_2_0"),
      written("parquet", "parquet.writer.version" -> "PARQUET_2_0"),
      written("parquet", "parquet.size.statistics.enabled" -> "false"),
      written("parquet", "parquet.size.statistics.enabled" -> "false", "parquet.enable.dictionary" -> "false")
    )
  }

  test("the size is that in memory, whatever the codec, the encoding and the writer") {
    val projections = Seq(Seq("id"), Seq("small", "mode"), Seq("text"), Seq("price", "day"), Widths.keys.toSeq)
    for ((name, path) <- writers; columns <- projections) {
      val expected = Rows * (8 + columns.map(Widths).sum)
      for (frame <- Seq(pq2(path), pq2V1(path))) {
        val found = size(frame.select(columns.head, columns.tail: _*)).toDouble
        assert(math.abs(found / expected - 1) < 0.05, s"$name $columns: $found instead of $expected")
      }
    }
  }

  test("V1 and V2 have the same estimate, with and without a filter") {
    val path = newPath("same")
    data(files = 3).write.format("pq2").save(path)
    for (condition <- Seq("true", "id < 5000", "small IN (1, 2, 3)", "day >= DATE'2003-01-01' AND mode = 'RAIL'")) {
      def ask(frame: DataFrame) = size(frame.where(condition).select("id", "text"))
      assert(math.abs(ask(pq2(path)).toDouble / ask(pq2V1(path)).toDouble - 1) < 0.01, condition)
    }
  }

  test("excluded partitions and row groups do not count, and filters count as far as min and max say") {
    val path = newPath("pruned")
    data().selectExpr("*", "id % 4 AS part").write.partitionBy("part").option("parquet.block.row.count.limit", "1000")
      .format("pq2").save(path)
    for (read <- Seq[String => DataFrame](pq2, pq2V1)) {
      def rows(condition: String): Double = size(read(path).where(condition).select("id")).toDouble / 16
      // Above a filter, Spark takes the width of the columns that are read for that of the ones that it returns.
      assert(math.abs(rows("true") - Rows) < 1)
      assert(math.abs(rows("part = 3") - Rows / 4) < 1)
      assert(rows("id < 4000") < Rows / 4.5)
      assert(rows("small = 7") < Rows / 7.5)
      assert(rows("small = 7") > Rows / 9)
    }
  }

  test("equalities with texts in several columns count as far as dictionaries say") {
    val demographics = spark.range(0, Rows, 1, 1).selectExpr(
      "id",
      "element_at(ARRAY('Secondary', 'Primary', 'Unknown', 'College', '2 yr Degree', '4 yr Degree', " +
        "'Advanced Degree'), CAST(id % 7 + 1 AS INT)) AS education",
      "element_at(ARRAY('M', 'S', 'D', 'W', 'U'), CAST(id % 5 + 1 AS INT)) AS status",
      "sha1(CAST(id AS STRING)) AS text"
    )
    for (writer <- Seq("pq2", "parquet"); read <- Seq[String => DataFrame](pq2, pq2V1)) {
      val path = newPath("demographics")
      demographics.write.format(writer).save(path)
      val all = size(read(path).where("education IS NOT NULL AND status IS NOT NULL AND text IS NOT NULL")).toDouble
      def share(condition: String): Double =
        size(read(path).where(s"($condition) AND education IS NOT NULL AND status IS NOT NULL AND text IS NOT NULL"))
          .toDouble / all
      def between(share: Double, least: Double, most: Double) =
        assert(share >= least && share <= most, s"$writer: $share")
      // A single text may be that of most rows.
      between(share("education = 'College'"), 0.99, 1.01)
      between(share("education = 'College' OR status = 'S'"), 0.99, 1.01)
      between(share("status = 'S' AND status IN ('S', 'M')"), 0.99, 1.01)
      between(share("education IN ('College', 'Primary', 'Unknown') AND status IN ('M', 'S', 'M')"), 0.17, 0.24)
      between(share("education = 'College' AND status = 'S'"), 0.062, 0.063)
      between(share("education = 'College' AND status = 'S' OR education = 'Unknown' AND status = 'M'"), 0.062, 0.08)
      between(share("education = 'College' AND status = 'S' OR status = 'M'"), 0.99, 1.01)
      // Nothing is known of texts without a dictionary.
      between(share("text = 'abc' AND status = 'S'"), 0.99, 1.01)
    }
  }

  test("the footers of a sample stand for all files") {
    val path = newPath("many")
    data(files = 40).write.format("pq2").save(path)
    val exact = size(pq2(path).select("id", "text")).toDouble
    for (footers <- Seq("1", "7"))
      withConf("pq2.statistics.maxFooters" -> footers) {
        assert(math.abs(size(pq2(path).select("id", "text")).toDouble / exact - 1) < 0.1)
        // The rows may be in files outside of the sample.
        assert(size(pq2(path).where("id = 700").select("id")) > 16 * Rows / 40)
      }
  }

  /** Returns the number of footers that a block reads for planning. */
  private def footersRead(body: => Unit): Int = {
    val cache = FooterCache.shared(64L << 20)
    val before = cache.size
    body
    cache.size - before
  }

  test("an estimate reads no more footers than configured, once, and a query without a join none") {
    val path = newPath("cached")
    data(files = 20).write.format("pq2").save(path)
    val schema = spark.read.parquet(path).schema
    val v2 = spark.read.schema(schema).format("pq2").load(path)
    spark.sql(s"CREATE TEMPORARY VIEW cached USING pq2 OPTIONS (path '$path')")
    try {
      for (frame <- Seq(v2, spark.table("cached")))
        assert(footersRead(frame.where("id < 5").select("text").collect()) === 0)
      withConf("pq2.statistics.maxFooters" -> "6") {
        // The schema of the view is that of the first file, whose footer has stayed.
        assert(footersRead(size(v2.select("id"))) === 5)
        assert(footersRead(size(spark.table("cached").select("text"))) === 0)
      }
    } finally spark.catalog.dropTempView("cached")
  }

  test("without footers, the estimate is Spark's") {
    val path = newPath("off")
    data().write.format("pq2").save(path)
    val bytes = Files.list(Path.of(path)).iterator().asScala.filter(_.toString.endsWith(".parquet")).map(Files.size).sum
    withConf("pq2.statistics.maxFooters" -> "0") {
      for (frame <- Seq(pq2(path), pq2V1(path))) assert(leaf(frame).sizeInBytes === BigInt(bytes))
    }
  }

  test("a damaged footer changes the estimate, not the error of the query") {
    val path = newPath("damaged")
    data().write.format("pq2").save(path)
    val frames = Seq(pq2(path), pq2V1(path))
    val file = Files.list(Path.of(path)).iterator().asScala.find(_.toString.endsWith(".parquet")).get
    val bytes = Files.readAllBytes(file)
    java.util.Arrays.fill(bytes, bytes.length - 200, bytes.length - 8, 0x7f.toByte)
    Files.write(file, bytes)
    Files.setLastModifiedTime(file, java.nio.file.attribute.FileTime.fromMillis(1000000))
    for (frame <- frames) {
      frame.sparkSession.catalog.refreshByPath(path)
      assert(size(frame.select("id")) > 0)
      intercept[Exception](frame.select("id").collect())
    }
  }

  test("with the cost-based optimizer, columns have nulls, distinct values, min, max and length") {
    val path = newPath("cbo")
    data().selectExpr("*", "IF(id % 10 = 0, NULL, id) AS gaps").write.format("pq2").save(path)
    withConf("spark.sql.cbo.enabled" -> "true") {
      for (frame <- Seq(pq2(path), pq2V1(path))) {
        val statistics = leaf(frame)
        assert(statistics.rowCount === Some(BigInt(Rows)))
        val columns = columnsOf(statistics)
        assert(columns("id").min === Some(0L))
        assert(columns("id").max === Some(Rows - 1L))
        assert(columns("id").distinctCount === Some(BigInt(Rows)))
        assert(columns("small").distinctCount === Some(BigInt(50)))
        assert(columns("small").max === Some(49))
        assert(columns("day").distinctCount.get <= 2000)
        assert(columns("mode").distinctCount.get <= 16)
        assert(columns("mode").avgLen === Some(16L))
        assert(columns("gaps").nullCount === Some(BigInt(Rows / 10)))
        val one = frame.where("small = 7").queryExecution.optimizedPlan.stats
        assert(one.rowCount.get >= Rows / 60 && one.rowCount.get <= Rows / 40)
      }
    }
    for (frame <- Seq(pq2(path), pq2V1(path)))
      assert(leaf(frame).rowCount.isEmpty && leaf(frame).attributeStats.isEmpty)
  }

  test("with the cost-based optimizer, conditions on infinite numbers are planned") {
    val path = newPath("infinite")
    spark
      .range(0, 100, 1, 1)
      .selectExpr(
        "id",
        "IF(id = 5, DOUBLE('Infinity'), DOUBLE(id)) AS d",
        "IF(id = 5, FLOAT('-Infinity'), FLOAT(id)) AS f"
      )
      .write.format("pq2").save(path)
    withConf("spark.sql.cbo.enabled" -> "true") {
      for (frame <- Seq(pq2(path), pq2V1(path)); condition <- Seq("d > 5", "f < 5", "d = f", "d BETWEEN 3 AND 7")) {
        val joined = frame.where(condition).join(frame.withColumnRenamed("id", "other"), Seq("d"))
        assert(joined.count() > 0)
      }
      assert(columnsOf(leaf(pq2(path)))("d").max.isEmpty)
    }
  }

  test("the statistics of a table that was analyzed stay") {
    withTable("analyzed") { table =>
      data().write.format("pq2").saveAsTable(table)
      assert(leaf(spark.table(table)).sizeInBytes === size(pq2V1(location(table))))
      val state = Sessions.state(spark)
      spark.sql(s"ANALYZE TABLE $table COMPUTE STATISTICS NOSCAN")
      val stored = state.catalog.getTableMetadata(state.sqlParser.parseTableIdentifier(table))
      assert(leaf(spark.table(table)).sizeInBytes === stored.stats.get.sizeInBytes)
    }
  }

  test("a table that compresses well is not broadcast") {
    val facts = newPath("facts")
    val keys = newPath("keys")
    spark.range(0, 400000, 1, 1).selectExpr("id", "CAST(id AS STRING) AS name").write.format("pq2").save(facts)
    spark.range(0, 300000, 1, 1).selectExpr("id AS key", "'the same for all of these rows' AS label")
      .write.format("pq2").save(keys)
    val query = "SELECT name, label FROM f JOIN k ON id = key"
    for (read <- Seq[String => DataFrame](pq2, pq2V1)) {
      read(facts).createOrReplaceTempView("f")
      read(keys).createOrReplaceTempView("k")
      def plan = spark.sql(query).queryExecution.sparkPlan.toString
      withConf("spark.sql.adaptive.enabled" -> "false") {
        assert(plan.contains("SortMergeJoin"))
        withConf("pq2.statistics.maxFooters" -> "0")(assert(plan.contains("BroadcastHashJoin")))
      }
    }
  }

  private def withTable(name: String)(body: String => Unit): Unit =
    try body(name)
    finally spark.sql(s"DROP TABLE IF EXISTS $name")

  private def location(table: String): String =
    spark.sql(s"DESCRIBE EXTENDED $table").where("col_name = 'Location'").head().getString(1)
}
