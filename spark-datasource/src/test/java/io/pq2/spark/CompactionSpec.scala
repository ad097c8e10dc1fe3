package io.pq2.spark

import java.io.IOException
import java.nio.file.attribute.FileTime
import java.nio.file.{Files, Path => LocalPath}
import java.util.concurrent.atomic.AtomicBoolean

import scala.jdk.CollectionConverters._

import io.pq2.compact.{CompactionOptions, LocalTableFileSystem, TableCompaction}
import org.apache.hadoop.fs.Path
import org.apache.spark.SparkException
import org.apache.spark.sql.catalyst.TableIdentifier
import org.apache.spark.sql.catalyst.parser.ParseException
import org.apache.spark.sql.{AnalysisException, Row}

/** `CALL pq2.compact` and `Compaction`: tables, partitions and paths; failures and interrupted compactions. */
@CorePart
class CompactionSpec extends SparkSpec {

  private val Table = "pq2_compacted"

  override protected def beforeAll(): Unit = {
    super.beforeAll()
    spark.conf.set("fs.faulty.impl", classOf[FaultyFileSystem].getName)
  }

  override protected def afterAll(): Unit =
    try spark.conf.unset("fs.faulty.impl")
    finally super.afterAll()

  /** Six rows in three files. */
  private def small(path: String = newPath("small")): String = {
    spark.range(0, 6, 1, 3).selectExpr("id", "'row ' || id AS text").write.format("pq2").save(path)
    path
  }

  /** Two partitions with three files each. */
  private def partitioned(path: String = newPath("partitioned")): String = {
    spark.range(0, 12, 1, 3).selectExpr("id", "DATE '2026-01-01' + CAST(id % 2 AS INT) AS day")
      .write.partitionBy("day").format("pq2").save(path)
    path
  }

  private def files(path: String): Seq[LocalPath] = {
    val paths = Files.walk(LocalPath.of(path))
    try paths.iterator.asScala.filter(Files.isRegularFile(_)).toList.sorted
    finally paths.close()
  }

  private def data(path: String): Seq[String] =
    files(path).map(_.getFileName.toString).filter(name => name.endsWith(".parquet") && !name.startsWith("."))

  private def hidden(path: String): Seq[LocalPath] = files(path).filter(_.toString.contains(".pq2-compaction"))

  private def ids(path: String): Seq[Long] = pq2(path).select("id").collect().map(_.getLong(0)).toSeq.sorted

  private def call(arguments: String): Seq[Row] = spark.sql(s"CALL pq2.compact($arguments)").collect().toSeq

  private def results(rows: Seq[Row]): Seq[(String, String)] =
    rows.map(row => row.getAs[String]("partition") -> row.getAs[String]("result"))

  private def assertInvalid(arguments: String)(words: String*): Unit = {
    val error = intercept[AnalysisException](call(arguments))
    assert(error.getCondition === "STDS_INVALID_OPTION_VALUE.WITH_MESSAGE" && error.getSqlState === "42616", error)
    words.foreach(word => assert(error.getMessage.contains(word), error.getMessage))
  }

  private def assertFailed(error: SparkException)(words: String*): Unit = {
    assert(error.getCondition === "PQ2_COMPACTION_FAILED" && error.getSqlState === "58030", error)
    words.foreach(word => assert(error.getMessage.contains(word), error.getMessage))
  }

  private def withTable[T](body: => T): T =
    try body
    finally spark.sql(s"DROP TABLE IF EXISTS $Table")

  test("a path without partitions") {
    val path = small()
    val bytes = files(path).filter(_.toString.endsWith(".parquet")).map(Files.size).sum
    val report = spark.sql(s"CALL pq2.compact(table => '$path')")
    assert(data(path).size === 1)
    val after = files(path).filter(_.toString.endsWith(".parquet")).map(Files.size).sum
    assert(report.collect() === Array(Row(null, 3L, 1L, bytes, after, 6L, "compacted", null, 0L)))
    // The statement ran once, and not again for its result.
    assert(report.columns === Array(
      "partition",
      "files_before",
      "files_after",
      "bytes_before",
      "bytes_after",
      "rows",
      "result",
      "message",
      "young_files"
    ))
    assert(ids(path) === (0 to 5))
    assert(hidden(path) === Nil)
    assert(results(call(s"table => 'pq2.`$path`'")) === Seq((null, "unchanged")))
  }

  test("a dry run and EXPLAIN change nothing") {
    val path = small()
    val before = files(path)
    val row = call(s"table => '$path', dry_run => true").head
    assert(row.getLong(1) === 3 && row.getLong(2) === 1 && row.isNullAt(4) && row.getLong(5) === 6)
    assert(row.getString(6) === "would be compacted")
    assert(spark.sql(s"EXPLAIN CALL pq2.compact('$path')").head().getString(0).contains("compact"))
    assert(files(path) === before)
  }

  test("partitions of a path, by their columns") {
    val path = partitioned()
    val rows = call(s"""'$path', "day = DATE '2026-01-01' AND month(day) = 1" """)
    assert(results(rows) === Seq("day=2026-01-01" -> "compacted"))
    assert(data(path + "/day=2026-01-01").size === 1 && data(path + "/day=2026-01-02").size === 3)
    assert(call(s"""'$path', "DAY > DATE '2027-01-01'" """) === Nil)
    assert(results(call(s"`where` => 'true', `table` => '$path'")) ===
      Seq("day=2026-01-01" -> "unchanged", "day=2026-01-02" -> "compacted"))
    assert(ids(path) === (0 to 11))
  }

  test("conditions on other columns are errors") {
    val path = partitioned()
    assertInvalid(s"""'$path', "day = DATE '2026-01-01' OR id < 3" """)("id", "not a partition column", "day")
    assertInvalid(s"'$path', 'day IN (SELECT 1)'")("subquery")
    assertInvalid(s"'${small()}', 'day = 1'")("has no partition columns", "leave where out")
    intercept[ParseException](call(s"'$path', 'day = '"))
    intercept[AnalysisException](call(s"'$path', 'day + 1'"))
    assert(data(path).size === 6)
  }

  for (source <- Seq("pq2", "parquet"))
    test(s"a partitioned table of $source: statistics, cached files, a partition elsewhere") {
      withTable {
        spark.sql(s"CREATE TABLE $Table (id BIGINT, part STRING) USING $source PARTITIONED BY (part)")
        val elsewhere = newPath("elsewhere")
        spark.sql(s"ALTER TABLE $Table ADD PARTITION (part = 'c d') LOCATION '$elsewhere'")
        spark.range(0, 30, 1, 3).selectExpr(
          "id",
          "element_at(array('a', 'b=b', 'c d'), CAST(id % 3 + 1 AS INT)) AS part"
        )
          .write.insertInto(Table)
        val empty = Files.createDirectory(LocalPath.of(newPath("empty")))
        spark.sql(s"ALTER TABLE $Table ADD PARTITION (part = 'empty') LOCATION '$empty'")
        spark.sql(s"ANALYZE TABLE $Table COMPUTE STATISTICS FOR ALL COLUMNS")
        spark.sql(s"ANALYZE TABLE $Table PARTITION (part) COMPUTE STATISTICS")
        val before = metadata.stats.get
        assert(spark.table(Table).count() === 30)
        spark.table(Table).cache()
        try {
          val some = call(s"""table => 'default.$Table', where => "part IN ('b=b', 'c d')" """)
          assert(results(some).sortBy(_._1) === Seq("part=b%3Db" -> "compacted", "part=c d" -> "compacted"))
          assert(data(elsewhere).size === 1)
          val all = Compaction.compact(spark, Table).collect().toSeq
          assert(results(all).sortBy(_._1) ===
            Seq("part=a" -> "compacted", "part=b%3Db" -> "unchanged", "part=c d" -> "unchanged"))
        } finally spark.table(Table).unpersist()
        assert(spark.table(Table).select("id").collect().map(_.getLong(0)).toSeq.sorted === (0 to 29))
        val after = metadata.stats.get
        assert(after.copy(sizeInBytes = before.sizeInBytes) === before)
        val bytes = all("bytes_after")
        assert(after.sizeInBytes === bytes && bytes < before.sizeInBytes)
        val catalog = spark.sessionState.catalog
        val sizes = catalog.listPartitions(TableIdentifier(Table)).flatMap(_.stats).filter(_.rowCount.exists(_ > 0))
        assert(sizes.size === 3 && sizes.map(_.sizeInBytes).sum === bytes)
        Files.delete(empty)
        assert(call(s"'$Table', all => true").map(_.getString(6)) === Seq.fill(3)("compacted"))
      }
    }

  private def metadata = spark.sessionState.catalog.getTableMetadata(TableIdentifier(Table))

  private def all(column: String): Long = call(s"'$Table', dry_run => true").map(_.getAs[Long](column)).sum

  test("a table without partitions, replaced by pq2") {
    withConf("spark.pq2.replace.parquet" -> "true") {
      withTable {
        spark.range(0, 9, 1, 3).write.saveAsTable(Table)
        assert(results(call(s"'spark_catalog.default.$Table'")) === Seq((null, "compacted")))
        assert(spark.table(Table).count() === 9)
        assertInvalid(s"'$Table', 'id = 1'")("id", "leave where out")
      }
    }
  }

  test("settings of new files") {
    val path = small()
    val options =
      Map("sort_by" -> "id:desc", "codec" -> "zstd", "level" -> "3", "all" -> "true", "bloom_filters" -> "id")
    val report = Compaction.compact(spark, path, options.asJava)
    assert(report.collect().map(_.getAs[String]("result")) === Array("compacted"))
    assert(pq2(path).select("id").collect().map(_.getLong(0)) === (0 to 5).reverse.toArray)
    val large = small()
    call(s"table => '$large', target_size => ${files(large).map(Files.size).max * 5 / 2}, level => 3, codec => 'zstd'")
    assert(data(large).size === 2)
    call(s"table => '$large', zorder => 'id,text', all => true, verify => false, row_group_size => '64MiB'")
    assert(ids(large) === (0 to 5))
  }

  test("wrong arguments are explained") {
    val path = small()
    assert(intercept[AnalysisException](call("")).getMessage.contains("table"))
    assert(intercept[AnalysisException](call(s"'$path', sortby => 'id'")).getMessage.contains("sortby"))
    assertInvalid("table => NULL")("table is missing")
    assertInvalid(s"'$path', target_size => 'huge'")("target_size is 'huge'", "128MiB")
    assertInvalid(s"'$path', sort_by => 'id:up'")("expected asc or desc")
    val option = intercept[AnalysisException](Compaction.compact(spark, path, Map("targetsize" -> "1").asJava))
    assert(option.getMessage.contains("did you mean target_size?"))
    val dry = intercept[AnalysisException](Compaction.compact(spark, path, Map("dry_run" -> "yes").asJava))
    assert(dry.getMessage.contains("expected true or false"))
    assert(intercept[AnalysisException](call("'/nowhere/at/all'")).getCondition === "PATH_NOT_FOUND")
    assert(intercept[AnalysisException](call("'no_such_table'")).getMessage.contains("no_such_table"))
    withTable {
      spark.range(3).write.format("json").saveAsTable(Table)
      assertInvalid(s"'$Table'")("format json", "Parquet")
    }
    spark.range(3).createOrReplaceTempView(Table)
    try assertInvalid(s"'$Table'")("is a view")
    finally spark.catalog.dropTempView(Table)
    assertInvalid("'a.b.c'")("catalog a", "path")
    // Other procedures are Spark's affair.
    intercept[AnalysisException](spark.sql("CALL pq2.nothing()"))
    assert(data(path).size === 3)
  }

  test("files that cannot be merged stay, and other partitions are compacted") {
    val path = partitioned()
    spark.range(0, 2, 1, 2).selectExpr("id AS other").write.format("pq2").save(path + "/day=2026-01-03")
    val rows = call(s"'$path', sort_by => 'id'")
    assert(results(rows) ===
      Seq("day=2026-01-01" -> "compacted", "day=2026-01-02" -> "compacted", "day=2026-01-03" -> "failed"))
    assert(rows.last.getAs[String]("message").contains("id"))
    assert(rows.last.getLong(1) === 2 && rows.last.getLong(2) === 2)
    assert(hidden(path) === Nil)
  }

  test("the statement fails at once with fail_fast, and else if all directories failed") {
    val path = partitioned()
    spark.range(0, 2, 1, 2).selectExpr("id AS other").write.format("pq2").save(path + "/day=2026-01-03")
    val before = files(path)
    assertInvalid(s"'$path', sort_by => 'id', fail_fast => true")("no column id to sort by", "day=2026-01-03")
    assert(files(path) === before)
    val corrupt = files(path).filter(_.toString.contains("day=2026-01-01")).filter(_.toString.endsWith(".parquet")).head
    val content = Files.readAllBytes(corrupt)
    Files.write(corrupt, content.take(content.length / 2))
    assertFailed(intercept[SparkException](call(s"'$path', fail_fast => true")))(
      corrupt.getFileName.toString,
      "fail_fast"
    )
    assert(data(path).size === before.count(_.toString.endsWith(".parquet")))
    assert(results(call(s"'$path'")).map(_._2) === Seq("compacted", "compacted", "compacted"))
  }

  test("columns that the files do not have are refused before the job, and case counts as in Spark") {
    val path = newPath("columns")
    spark.range(0, 6, 1, 3).selectExpr(
      "id AS Customer",
      "named_struct('city', 'c', 'zip', id) AS address",
      "array(id) AS numbers",
      "id % 2 = 0 AS flag"
    ).write.format("pq2").save(path)
    val before = files(path)
    assertInvalid(s"'$path', sort_by => 'custmer'")(
      "no column custmer to sort by",
      "did you mean Customer?",
      "address.city"
    )
    assertInvalid(s"'$path', zorder => 'custmer,flag'")("no column custmer for the Z-order", "did you mean Customer?")
    assertInvalid(s"'$path', bloom_filters => 'nothing.at.all'")("no column nothing.at.all for a bloom filter", "flag")
    assertInvalid(s"'$path', bloom_filters => 'address'")("address is a group", "address.city, address.zip")
    assertInvalid(s"'$path', bloom_filters => 'flag'")("BOOLEAN")
    assertInvalid(s"'$path', sort_by => 'numbers.list.element'")("repeated")
    assertInvalid(s"'$path', sort_by => 'custmer', dry_run => true")("no column custmer")
    withConf("spark.sql.caseSensitive" -> "true") {
      assertInvalid(s"'$path', sort_by => 'customer'")("no column customer", "did you mean Customer?")
    }
    assert(files(path) === before)
    val rows = call(s"'$path', sort_by => 'customer:desc', bloom_filters => 'ADDRESS.CITY'")
    assert(results(rows) === Seq((null, "compacted")))
    assert(pq2(path).select("Customer").collect().map(_.getLong(0)).toSeq === (5 to 0 by -1))
    // Nothing is left to do, and a misspelt name is still refused.
    assertInvalid(s"'$path', sort_by => 'custmer'")("no column custmer")
  }

  test("a partition column is no column of the files") {
    withTable {
      spark.range(0, 12, 1, 3).selectExpr("id", "id % 2 AS part").write.partitionBy("part").format("pq2")
        .saveAsTable(Table)
      assertInvalid(s"'$Table', sort_by => 'PART,id'")("partition column")
      assertInvalid(s"'$Table', zorder => 'id,part'")("partition column")
      assert(results(call(s"'$Table', sort_by => 'ID'")).map(_._2) === Seq("compacted", "compacted"))
    }
  }

  test("a marker excludes directories, and young files stay") {
    val path = partitioned()
    val marker = LocalPath.of(path, "day=2026-01-01", "_no_compaction")
    Files.createFile(marker)
    val rows = call(s"'$path'")
    assert(results(rows) === Seq("day=2026-01-01" -> "unchanged", "day=2026-01-02" -> "compacted"))
    assert(rows.head.getAs[String]("message").contains("_no_compaction"))
    assertInvalid(s"'$path/day=2026-01-01'")("_no_compaction", "stream")
    Files.delete(marker)
    Files.createFile(LocalPath.of(path, "_no_compaction"))
    assertInvalid(s"'$path'")("_no_compaction")
    assertInvalid(s"'$path/day=2026-01-01'")("_no_compaction")
    Files.delete(LocalPath.of(path, "_no_compaction"))
    val young = call(s"'$path', min_age => '1h'")
    assert(results(young).map(_._2) === Seq("unchanged", "unchanged"))
    assert(young.map(_.getAs[Long]("young_files")) === Seq(3, 1))
    files(path + "/day=2026-01-01").filter(_.toString.endsWith(".parquet")).take(2).foreach { file =>
      Files.setLastModifiedTime(file, FileTime.fromMillis(1000))
    }
    val old = call(s"'$path', min_age => '1h'")
    assert(old.map(_.getAs[Long]("young_files")) === Seq(1, 1))
    assert(results(old).map(_._2) === Seq("compacted", "unchanged") && data(path + "/day=2026-01-01").size === 2)
    assertInvalid(s"'$path', min_age => 'soon'")("min_age is 'soon'", "12h")
  }

  test("a file that others change during a compaction keeps its group") {
    val path = small()
    val touched = files(path).filter(_.toString.endsWith(".parquet")).last
    val error = intercept[SparkException](FaultyFileSystem.observed { (operation, file) =>
      if (operation == "create" && file.getName.endsWith(".new")) {
        Files.setLastModifiedTime(touched, FileTime.fromMillis(1000))
      }
    }(call(s"'faulty:$path'")))
    // The only directory failed, so the statement fails.
    assertFailed(error)(touched.getFileName.toString, "changed by others", "was not compacted")
    assert(data(path).size === 3 && ids(path) === (0 to 5) && hidden(path) === Nil)
  }

  test("a failing task leaves the table as it was") {
    val path = small()
    val before = files(path)
    def failing(error: => Throwable): Seq[Row] =
      FaultyFileSystem.observed { (operation, file) =>
        if (operation == "create" && file.getName.endsWith(".new")) throw error
      }(call(s"'faulty:$path'"))
    assertFailed(intercept[SparkException](failing(new IOException("no space left"))))("no space left")
    assert(files(path) === before)
    val failure = intercept[SparkException](failing(new IllegalStateException("a defect")))
    assert(failure.getMessage.contains("a defect"))
    assert(files(path) === before && ids(path) === (0 to 5))
  }

  /** Compacts, and stops all changes of files before an operation, as if the driver were killed. */
  private def killedAt(path: String)(last: (String, Path) => Boolean): Unit = {
    val killed = new AtomicBoolean
    val error = intercept[SparkException] {
      FaultyFileSystem.observed { (operation, file) =>
        if (killed.get || last(operation, file)) {
          killed.set(true)
          throw new IOException("killed")
        }
      }(call(s"'faulty:$path'"))
    }
    assert(killed.get)
    assertFailed(error)("killed")
  }

  test("the command undoes what a killed driver has left between the journal and the commit") {
    val path = small()
    killedAt(path)((operation, file) => operation == "rename" && file.getName.endsWith(".new"))
    assert(hidden(path).exists(_.toString.endsWith(".journal")))
    assert(intercept[Exception](ids(path)).toString.contains("unfinished-compaction"))
    val report = call(s"'$path', dry_run => true")
    assert(report.head.getAs[String]("message").contains("was interrupted"))
    val command = TableCompaction.of(new LocalTableFileSystem, path, CompactionOptions.DEFAULT)
    assert(command.recover().asScala.map(each => each.completed -> each.undone) === Seq(0 -> 1))
    assert(data(path).size === 3 && ids(path) === (0 to 5) && hidden(path) === Nil)
  }

  test("the next call completes a commit that was decided when the driver was killed") {
    val path = small()
    killedAt(path)((operation, file) => operation == "delete" && file.getName.startsWith("part-"))
    assert(intercept[Exception](ids(path)).toString.contains("unfinished-compaction"))
    val rows = call(s"'$path'")
    assert(results(rows) === Seq((null, "unchanged")))
    assert(rows.head.getAs[String]("message").contains("1 replacements were completed"))
    assert(data(path).size === 1 && ids(path) === (0 to 5) && hidden(path) === Nil)
  }
}
