package io.pq2.spark

import java.io.StringWriter
import java.nio.file.{Files, Path => LocalPath}

import io.pq2.hadoop.metrics.ScanCounter
import io.pq2.io.LocalOutputFile
import io.pq2.keys.CountingKms
import io.pq2.record.RecordWriter
import io.pq2.schema.SchemaText
import io.pq2.write.WriteOptions
import org.apache.logging.log4j.core.Logger
import org.apache.logging.log4j.core.appender.WriterAppender
import org.apache.logging.log4j.{Level, LogManager}
import org.apache.spark.sql.connector.catalog.{SupportsRead, Table, TableCapability, TableProvider}
import org.apache.spark.sql.connector.expressions.Transform
import org.apache.spark.sql.connector.read._
import org.apache.spark.sql.execution.FileSourceScanExec
import org.apache.spark.sql.execution.columnar.InMemoryTableScanExec
import org.apache.spark.sql.execution.datasources.parquet.ParquetFileFormat
import org.apache.spark.sql.types.{StringType, StructType}
import org.apache.spark.sql.util.CaseInsensitiveStringMap
import org.apache.spark.sql.{DataFrame, Row, SparkSession, classic}

/** Reads what names the built-in source, with pq2 in its place. */
@CorePart
class ReplacementSpec extends ReplacedSourceSpec {

  private lazy val people: String = {
    val path = newPath("people")
    spark.range(0, 300, 1, 2).selectExpr(
      "id",
      "'name ' || id % 20 AS name",
      "named_struct('a', id, 'b', timestamp_millis(id)) AS s",
      "cast(id % 3 AS int) AS year"
    ).write.partitionBy("year").parquet(path)
    path
  }

  /** Each way to read a path. */
  private def reads(path: String): Seq[() => DataFrame] = Seq(
    () => spark.read.parquet(path),
    () => spark.read.format("parquet").load(path),
    () => spark.read.format("PARQUET").option("path", path).load(),
    () => spark.read.load(path),
    () => spark.read.schema("id bigint, missing string, year int").parquet(path),
    () => spark.read.option("mergeSchema", "true").parquet(path),
    () => spark.read.format("org.apache.spark.sql.parquet").load(path),
    () => spark.read.format(classOf[ParquetFileFormat].getName).load(path),
    () => spark.read.parquet(path).selectExpr("s.b", "_metadata.row_index", "_metadata.file_name").where("s.a > 50"),
    () => spark.sql(s"SELECT * FROM parquet.`$path`"),
    () => spark.sql(s"WITH t AS (SELECT * FROM PARQUET.`$path`) SELECT name, (SELECT max(id) FROM t) FROM t"),
    () => {
      spark.sql(s"CREATE OR REPLACE TEMPORARY VIEW people_view USING parquet OPTIONS (path '$path')")
      spark.sql("SELECT * FROM people_view")
    }
  )

  test("every way to read a path goes through pq2, with the same schema and rows") {
    reads(people).foreach { read =>
      val stock = read()
      assertStock(stock)
      replacing {
        val replaced = read()
        assertSame(replaced, stock)
        assertByPq2(replaced)
      }
      assertStock(read())
    }
  }

  test("the list of V1 sources decides between V1 and V2") {
    for (replace <- Seq("false", "true"))
      withConf(Key -> replace, "spark.sql.sources.useV1SourceList" -> "avro,csv,json,orc") {
        val found = scans(spark.read.parquet(people).where("id > 7"))
        assert(found === Seq(if (replace == "true") "Pq2Scan" else "ParquetScan"))
      }
    for (replace <- Seq("false", "true"))
      withConf(Key -> replace, "spark.sql.sources.useV1SourceList" -> "parquet") {
        val found = scans(spark.read.parquet(people).where("id > 7"))
        assert(found === Seq(if (replace == "true") "Pq2FileSourceScanExec" else "FileSourceScanExec"))
      }
    withConf("spark.sql.sources.useV1SourceList" -> "") {
      val stock = spark.read.parquet(people)
      assertStock(stock)
      replacing(assertSame(spark.read.parquet(people), stock))
    }
  }

  test("without the setting, or with false, plans are those of the built-in source") {
    assert(!spark.conf.getAll.contains(Key) && spark.conf.get(Key) === "false")
    assertStock(spark.read.parquet(people))
    withConf(Key -> "false")(reads(people).foreach(read => assertStock(read())))
    val error = intercept[IllegalArgumentException](spark.conf.set(Key, "maybe"))
    assert(error.getMessage.contains(Key) && error.getMessage.contains("maybe"), error.getMessage)
    assertStock(spark.read.parquet(people))
  }

  test("a session has its own setting") {
    val other = spark.newSession()
    other.conf.set(Key, "true")
    assertStock(spark.read.parquet(people))
    assertByPq2(other.read.parquet(people))
  }

  test("plans and the user interface show pq2") {
    withTables("shown") {
      spark.sql(s"CREATE TABLE shown USING parquet LOCATION '$people'")
      spark.sql("MSCK REPAIR TABLE shown")
      replacing {
        def explained(query: String) = spark.sql(s"EXPLAIN FORMATTED $query").head().getString(0)
        for (query <- Seq("SELECT id FROM shown WHERE id > 290", s"SELECT id FROM parquet.`$people` WHERE id > 290")) {
          val text = explained(query)
          assert(text.contains("Scan pq2 "), text)
          assert(text.contains("Pruning: [statistics"), text)
          val scan = collect(spark.sql(query).queryExecution.executedPlan) { case node: FileSourceScanExec => node }
          assert(scan.head.nodeName.startsWith("Scan pq2"))
          assert(scan.head.metrics.contains(ScanCounter.ROW_GROUPS_SKIPPED.metricName))
        }
        assert(explained("INSERT INTO shown VALUES (1, 'x', null, 2)").contains("pq2.replaces=parquet"))
      }
      assert(!spark.sql("EXPLAIN INSERT INTO shown VALUES (1, 'x', null, 2)").head().getString(0).contains("replaces"))
    }
  }

  test("tables are planned with the current setting, also in data frames that exist") {
    withTables("planned") {
      spark.sql(s"CREATE TABLE planned USING parquet LOCATION '$people'")
      spark.sql("MSCK REPAIR TABLE planned")
      val before = spark.table("planned")
      assertStock(before.where("id = 3"))
      replacing {
        assertByPq2(before.where("id = 3"))
        assertSame(spark.table("planned"), before)
        assertByPq2(spark.sql("SELECT count(*), max(name) FROM planned WHERE year = 1"))
        assertByPq2(spark.sql("SELECT * FROM planned p JOIN planned q USING (id) WHERE p.year = 1"))
      }
      assertStock(before.where("id = 4"))
      assertStock(spark.table("planned"))
    }
  }

  test("views are read with the setting of the reader") {
    withTables("viewed") {
      spark.sql(s"CREATE TABLE viewed USING parquet LOCATION '$people'")
      spark.sql("MSCK REPAIR TABLE viewed")
      try {
        spark.sql(s"CREATE VIEW stored_view AS SELECT a.id, b.name FROM viewed a JOIN parquet.`$people` b USING (id)")
        spark.sql(s"CREATE TEMPORARY VIEW passing_view AS SELECT * FROM parquet.`$people` WHERE id > 7")
        for (view <- Seq("stored_view", "passing_view")) {
          val stock = spark.table(view)
          assertStock(stock)
          replacing {
            assertByPq2(spark.table(view))
            assertSame(spark.table(view), stock)
          }
        }
      } finally {
        spark.sql("DROP VIEW IF EXISTS stored_view")
        spark.sql("DROP VIEW IF EXISTS passing_view")
      }
    }
  }

  test("a table of a database named parquet is not a path") {
    spark.sql("CREATE DATABASE parquet")
    try {
      spark.sql("CREATE TABLE parquet.fruit USING csv AS SELECT 'apple' AS name")
      replacing {
        assert(spark.sql("SELECT * FROM parquet.fruit").head().getString(0) === "apple")
        assertByPq2(spark.sql(s"SELECT * FROM parquet.`$people`"))
      }
    } finally spark.sql("DROP DATABASE parquet CASCADE")
  }

  private def isCached(frame: DataFrame): Boolean =
    collect(frame.queryExecution.executedPlan) { case scan: InMemoryTableScanExec => scan }.nonEmpty

  test("data that was cached under the other setting is used, and invalidated by writes") {
    for (setting <- Seq("true", "false"); (other, index) = (if (setting == "true") "false" else "true", setting))
      withTables(s"cached_$index") {
        val table = s"cached_$index"
        spark.range(10).write.saveAsTable(table)
        val path = newPath("cached")
        spark.range(10).write.parquet(path)
        withConf(Key -> setting) {
          spark.sql(s"CACHE TABLE $table")
          spark.read.parquet(path).cache().count()
        }
        withConf(Key -> other) {
          assert(isCached(spark.table(table)))
          assert(isCached(spark.read.parquet(path)))
          spark.sql(s"INSERT INTO $table VALUES (77)")
          spark.range(77, 78).write.mode("append").parquet(path)
          assert(spark.table(table).where("id = 77").count() === 1)
          assert(spark.read.parquet(path).where("id = 77").count() === 1)
        }
        withConf(Key -> setting) {
          assert(isCached(spark.table(table)))
          assert(spark.table(table).where("id = 77").count() === 1)
          spark.sql(s"UNCACHE TABLE $table")
          spark.read.parquet(path).unpersist()
          assert(!isCached(spark.table(table)))
          assert(!isCached(spark.read.parquet(path)))
        }
      }
  }

  test("schemas are inferred by pq2, so that files open which the built-in source refuses") {
    CountingKms.server("replacement").create("kf")
    val kms = Map(
      "parquet.encryption.kms.client.class" -> classOf[CountingKms].getName,
      "parquet.encryption.kms.instance.id" -> "replacement"
    )
    val path = newPath("refused")
    spark.range(10).write.format("pq2").options(kms + ("parquet.encryption.footer.key" -> "kf") +
      ("parquet.encryption.uniform.key" -> "kf") - "parquet.encryption.footer.key").save(path)
    def options = kms.map { case (key, value) => s"'$key' '$value'" }.mkString(", ")
    def viaTable = {
      spark.sql(s"CREATE TABLE refused USING parquet OPTIONS ($options, path '$path')")
      spark.table("refused")
    }
    def viaView = {
      spark.sql(s"CREATE OR REPLACE TEMPORARY VIEW refused_view USING parquet OPTIONS ($options, path '$path')")
      spark.table("refused_view")
    }
    def viaPath = spark.read.options(kms).parquet(path)
    for (read <- Seq(() => viaPath, () => viaView, () => viaTable))
      withTables("refused") {
        intercept[Exception](read())
        replacing(assertSameRows(read(), spark.range(10).toDF()))
      }
  }

  test("a file of UUIDs opens and is written back through the built-in source's name") {
    val folder = newPath("uuids")
    Files.createDirectories(LocalPath.of(folder))
    val writer = RecordWriter.create(
      LocalOutputFile.of(LocalPath.of(folder, "a.parquet")),
      SchemaText.parse("message m { required fixed_len_byte_array(16) u (UUID); }"),
      WriteOptions.DEFAULT
    )
    try {
      val record = writer.record()
      record.setBinary("u", Array.fill[Byte](16)(-1))
      writer.write(record)
    } finally writer.close()
    val uuid = Row("ffffffff-ffff-ffff-ffff-ffffffffffff")
    def viaTable = {
      spark.sql(s"CREATE TABLE uuids USING parquet LOCATION '$folder'")
      spark.table("uuids")
    }
    val reads = Seq(
      () => spark.read.parquet(folder),
      () => spark.read.option("mergeSchema", "true").parquet(folder),
      () => spark.sql(s"SELECT * FROM parquet.`$folder`"),
      () => viaTable
    )
    for (list <- Seq("parquet", ""); read <- reads)
      withConf("spark.sql.sources.useV1SourceList" -> list)(withTables("uuids") {
        intercept[Exception](read().collect())
        spark.sql("DROP TABLE IF EXISTS uuids")
        replacing {
          val frame = read()
          assert(frame.schema("u").dataType === StringType)
          assert(frame.collect().toSeq === Seq(uuid))
          assert(frame.where("u > '80000000-0000-0000-0000-000000000000'").count() === 1)
          assertByPq2(frame)
        }
      })
    replacing {
      val copy = newPath("copy")
      spark.read.parquet(folder).write.option("pq2.write.type#u", "uuid").parquet(copy)
      assert(footer(dataFiles(copy).head).getFileMetaData.getSchema.toString.contains("u (UUID)"))
      assert(spark.read.parquet(copy).collect().toSeq === Seq(uuid))
      assert(intercept[Exception] {
        spark.range(1).write.option("pq2.write.type#id", "uuid").parquet(newPath("wrong"))
      }.getMessage.contains("needs a column of type STRING"))
    }
  }

  test("checksums are verified if the built-in source's key says so") {
    val path = LocalPath.of(
      System.getProperty("pq2.shared"),
      "parquet-testing",
      "data",
      "datapage_v1-corrupt-checksum.parquet"
    ).toString
    assume(Files.exists(LocalPath.of(path)), s"$path is absent (system property pq2.shared)")
    def verifying = spark.read.option("parquet.page.verify-checksum.enabled", "true").parquet(path)
    for (list <- Seq("", "parquet"))
      withConf("spark.sql.sources.useV1SourceList" -> list, Key -> "true") {
        assert(spark.read.parquet(path).collect().nonEmpty)
        intercept[Exception](verifying.collect())
      }
    intercept[Exception](pq2(path).collect())
  }

  /** Runs with pq2 in the place of the built-in source, and returns the lines that the replacement logs. */
  private def logged(body: => Unit): Seq[String] = {
    val lines = new StringWriter
    val appender = WriterAppender.createAppender(null, null, lines, "replacement", false, true)
    val logger = LogManager.getLogger("io.pq2.spark.Replacement").asInstanceOf[Logger]
    val level = logger.getLevel
    appender.start()
    logger.addAppender(appender)
    logger.setLevel(Level.WARN)
    try replacing(body)
    finally {
      logger.removeAppender(appender)
      logger.setLevel(level)
    }
    lines.toString.linesIterator.toSeq
  }

  test("formats that extend Spark's are left alone, which is logged once") {
    val path = newPath("other")
    val other = classOf[OtherFormat].getName
    val lines = logged {
      for (_ <- 1 to 2) {
        spark.range(5).write.mode("overwrite").format(other).save(path)
        assert(!writtenByPq2(path))
        assertStock(spark.read.format(other).load(path))
      }
    }
    assert(lines === Seq(s"$Key does not apply to tables of $other: its class differs from Spark's Parquet format. " +
      "They are read and written as without it."))
  }

  test("V2 tables of Parquet files with a source of their own are left alone, which is logged once") {
    val lines = logged {
      for (_ <- 1 to 2) assert(spark.read.format(classOf[OtherSource].getName).load().count() === 0)
    }
    assert(lines === Seq(s"$Key does not apply to tables of ${classOf[OtherTable].getName}: they have a source of " +
      "their own. They are read and written as without it."))
  }

  test("to name the extension as well changes nothing") {
    val active = spark
    SparkSession.clearActiveSession()
    SparkSession.clearDefaultSession()
    try {
      val twice = classic.SparkSession.builder()
        .config("spark.sql.extensions", classOf[Pq2SessionExtensions].getName)
        .config(Key, "true")
        .getOrCreate()
      assert(twice ne active)
      val path = newPath("twice")
      twice.range(10).write.parquet(path)
      assert(writtenByPq2(path))
      assertByPq2(twice.read.parquet(path))
      assertSame(twice.read.parquet(path), builtIn(path))
    } finally {
      SparkSession.setActiveSession(active)
      SparkSession.setDefaultSession(active)
    }
  }

  test("a path without files is an error that names it, as for the built-in source") {
    val empty = Files.createDirectory(LocalPath.of(newPath("empty"))).toString
    for (query <- Seq(() => spark.read.parquet(empty), () => spark.sql(s"SELECT * FROM parquet.`$empty`"))) {
      val stock = intercept[org.apache.spark.sql.AnalysisException](query())
      val replaced = replacing(intercept[org.apache.spark.sql.AnalysisException](query()))
      assert(replaced.getCondition === stock.getCondition)
    }
    for (
      query <- Seq(
        () => spark.read.parquet("/none"),
        () => spark.sql("SELECT * FROM parquet.`/none`"),
        () => spark.sql("SELECT * FROM parquet.none")
      )
    ) {
      val stock = intercept[org.apache.spark.sql.AnalysisException](query())
      val replaced = replacing(intercept[org.apache.spark.sql.AnalysisException](query()))
      assert(replaced.getMessage === stock.getMessage)
    }
  }
}

/** A format of another project that extends Spark's. */
class OtherFormat extends ParquetFileFormat

/** A V2 source that describes its files as Iceberg does. */
class OtherSource extends TableProvider {
  override def inferSchema(options: CaseInsensitiveStringMap): StructType = new StructType().add("id", "bigint")
  override def getTable(schema: StructType, partitions: Array[Transform], all: java.util.Map[String, String]): Table =
    new OtherTable(schema)
}

class OtherTable(columns: StructType) extends Table with SupportsRead {
  override def name(): String = "other"
  override def schema(): StructType = columns
  override def properties(): java.util.Map[String, String] = java.util.Map.of("format", "iceberg/parquet")
  override def capabilities(): java.util.Set[TableCapability] = java.util.Set.of(TableCapability.BATCH_READ)
  override def newScanBuilder(options: CaseInsensitiveStringMap): ScanBuilder = () =>
    new Scan with Batch {
      override def readSchema(): StructType = columns
      override def toBatch(): Batch = this
      override def planInputPartitions(): Array[InputPartition] = Array.empty
      override def createReaderFactory(): PartitionReaderFactory = _ => throw new UnsupportedOperationException
    }
}
