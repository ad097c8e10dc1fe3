package io.pq2.it.hive

import java.io.StringWriter
import java.nio.file.{Files, Path}

import scala.jdk.CollectionConverters._
import scala.util.{Failure, Success, Try}

import io.pq2.io.LocalOutputFile
import io.pq2.mapreduce.{Pq2InputFormat, Pq2OutputFormat}
import io.pq2.record.{RecordWriter, Row}
import io.pq2.schema.{Schema, SchemaText}
import io.pq2.write.WriteOptions
import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{Path => HadoopPath}
import org.apache.hadoop.io.NullWritable
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat
import org.apache.hadoop.mapreduce.{Job, Mapper}
import org.apache.logging.log4j.core.Logger
import org.apache.logging.log4j.core.appender.WriterAppender
import org.apache.logging.log4j.{Level, LogManager}
import org.apache.parquet.hadoop.ParquetFileReader
import org.apache.parquet.hadoop.util.HadoopInputFile
import org.apache.spark.SparkThrowable
import org.apache.spark.sql.catalyst.catalog.CatalogTable

/** Statements about tables of a Hive metastore: the same for tables `USING pq2` as for tables `USING parquet`. */
class HiveTableSpec extends HiveSpec {

  private val sources = Seq("parquet", "pq2")

  /** Runs statements on a table of each source. In a statement, `@` is the name of the table and `SOURCE` the source.
    * Compares each result, and afterwards the rows, columns and partitions of the tables.
    */
  private def alike(statements: String*)(check: => Unit = ()): Unit =
    try {
      for (statement <- statements) {
        val results = sources.map(source => run(statement, source))
        assert(results.last === results.head, statement)
        val tables = sources.map(contents)
        assert(tables.last === tables.head, s"after $statement")
      }
      check
    } finally sources.foreach(source => spark.sql(s"DROP TABLE IF EXISTS t_$source"))

  private def of(source: String, text: String): String = text.replace("@", s"t_$source").replace("SOURCE", source)

  /** Returns the rows of a statement's result, or the condition of its error, without the name of the source. */
  private def run(statement: String, source: String): Either[String, Seq[String]] =
    Try(spark.sql(of(source, statement)).collect().toSeq.map(row => neutral(row.toString, source))) match {
      case Success(rows)                  => Right(rows)
      case Failure(error: SparkThrowable) => Left(s"${error.getCondition}")
      case Failure(error)                 => throw error
    }

  private def neutral(text: String, source: String): String =
    text.replace(s"t_$source", "t").replaceAll(s"(?i)\\b$source\\b", "SOURCE")

  private def contents(source: String): Seq[String] = {
    val name = s"t_$source"
    if (!spark.catalog.tableExists(name)) Nil
    else {
      val columns = spark.table(name).schema.map(field => s"${field.name} ${field.dataType.sql} ${field.metadata}")
      val parts = if (table(name).partitionColumnNames.isEmpty) Nil else partitions(name)
      columns ++ parts ++ rows(name)
    }
  }

  /** Returns what a logger logs. */
  private def logged(name: String)(body: => Unit): String = {
    val lines = new StringWriter
    val appender = WriterAppender.createAppender(null, null, lines, "tables", false, true)
    val logger = LogManager.getLogger(name).asInstanceOf[Logger]
    appender.start()
    logger.addAppender(appender)
    logger.setLevel(Level.WARN)
    try body
    finally {
      logger.removeAppender(appender)
      logger.setLevel(Level.OFF)
    }
    lines.toString
  }

  private def codecs(name: String): Set[String] = {
    val files = Files.walk(Path.of(table(name).location))
    try files.iterator.asScala.filter(_.toString.endsWith(".parquet")).map { file =>
        val reader = ParquetFileReader.open(HadoopInputFile.fromPath(new HadoopPath(file.toUri), new Configuration()))
        try reader.getFooter.getBlocks.get(0).getColumns.get(0).getCodec.name
        finally reader.close()
      }.toSet
    finally files.close()
  }

  private val partitioned = Seq(
    "CREATE TABLE @ (id BIGINT, name STRING, part BIGINT) USING SOURCE PARTITIONED BY (part)",
    "INSERT INTO @ SELECT id, name, part FROM source_rows"
  )

  test("partitions are added, dropped, renamed and truncated") {
    alike(
      partitioned ++ Seq(
        "ALTER TABLE @ ADD PARTITION (part = 7) PARTITION (part = 8)",
        "ALTER TABLE @ ADD PARTITION (part = 7)",
        "ALTER TABLE @ ADD IF NOT EXISTS PARTITION (part = 7)",
        "INSERT INTO @ PARTITION (part = 7) VALUES (1, 'seven')",
        "ALTER TABLE @ RENAME PARTITION (part = 7) TO (part = 70)",
        "SELECT count(*), max(id) FROM @ WHERE part = 70",
        "ALTER TABLE @ DROP PARTITION (part = 1), PARTITION (part = 8)",
        "ALTER TABLE @ DROP PARTITION (part = 1)",
        "SHOW PARTITIONS @",
        "TRUNCATE TABLE @ PARTITION (part = 2)",
        "SELECT part, count(*) FROM @ GROUP BY part ORDER BY part",
        "TRUNCATE TABLE @",
        "SELECT count(*) FROM @"
      ): _*
    )()
  }

  test("partitions at other places, and in directories that the metastore does not know") {
    val elsewhere = directory.resolve("elsewhere")
    for (source <- sources)
      spark.sql("SELECT 100L AS id, 'there' AS name").write.parquet(elsewhere.resolve(source).toString)
    alike(partitioned :+ s"ALTER TABLE @ ADD PARTITION (part = 9) LOCATION '$elsewhere/SOURCE'": _*) {
      for (source <- sources) {
        assert(spark.sql(s"SELECT max(id) FROM t_$source").head().getLong(0) === 100)
        val root = Path.of(table(s"t_$source").location)
        spark.sql("SELECT 55L AS id, 'found' AS name").write.parquet(root.resolve("part=5").toString)
        spark.sql(s"REFRESH TABLE t_$source")
        assert(spark.sql(s"SELECT count(*) FROM t_$source WHERE part = 5").head().getLong(0) === 0)
        spark.sql(s"MSCK REPAIR TABLE t_$source")
        assert(spark.sql(s"SELECT count(*), max(id) FROM t_$source WHERE part = 5").head().toSeq === Seq(1, 55))
        assert(partitions(s"t_$source").contains("part=5"))
      }
      assert(contents("pq2") === contents("parquet"))
    }
  }

  test("partitions are overwritten") {
    val overwrite = "INSERT OVERWRITE @ SELECT id, 'new', part FROM source_rows WHERE part = 1"
    withConf("spark.sql.sources.partitionOverwriteMode" -> "dynamic")(alike(partitioned :+ overwrite: _*)())
    alike(
      partitioned ++ Seq("INSERT OVERWRITE @ PARTITION (part = 0) SELECT id, 'zero' FROM source_rows", overwrite): _*
    )()
  }

  test("columns are added and have defaults") {
    alike(
      "CREATE TABLE @ (id BIGINT, word STRING DEFAULT 'none') USING SOURCE",
      "INSERT INTO @ (id) VALUES (1), (2)",
      "ALTER TABLE @ ADD COLUMNS (extra INT COMMENT 'more', number INT DEFAULT 40 + 1)",
      "INSERT INTO @ (id) VALUES (3)",
      "INSERT INTO @ VALUES (4, DEFAULT, 5, DEFAULT)",
      "ALTER TABLE @ ALTER COLUMN word SET DEFAULT 'other'",
      "INSERT INTO @ (id) VALUES (5)",
      "ALTER TABLE @ ALTER COLUMN word DROP DEFAULT",
      "INSERT INTO @ (id) VALUES (6)",
      "ALTER TABLE @ CHANGE COLUMN extra extra INT COMMENT 'changed'",
      "SELECT count(*), max(number), min(word), count(extra) FROM @",
      "DESCRIBE @",
      "ALTER TABLE @ ADD COLUMNS (id INT)"
    )()
    alike(partitioned :+ "ALTER TABLE @ ADD COLUMNS (extra INT)" :+
      "INSERT INTO @ PARTITION (part = 4) VALUES (1, 'x', 5)": _*)()
  }

  test("statistics") {
    val statistics =
      (source: String) =>
        table(s"t_$source").stats.map(stats => (stats.rowCount, stats.colStats.view.mapValues(_.toString).toMap))
    alike(
      partitioned ++ Seq(
        "ANALYZE TABLE @ COMPUTE STATISTICS",
        "ANALYZE TABLE @ COMPUTE STATISTICS FOR COLUMNS id, name",
        "ANALYZE TABLE @ COMPUTE STATISTICS FOR ALL COLUMNS",
        "ANALYZE TABLE @ PARTITION (part) COMPUTE STATISTICS"
      ): _*
    ) {
      assert(statistics("pq2") === statistics("parquet"))
      assert(statistics("pq2").get._1 === Some(BigInt(60)))
      withConf("spark.sql.cbo.enabled" -> "true") {
        val rows = sources.map(source => spark.table(s"t_$source").queryExecution.optimizedPlan.stats.rowCount)
        assert(rows === Seq(Some(BigInt(60)), Some(BigInt(60))))
      }
    }
  }

  test("SHOW CREATE TABLE, tables LIKE others, and renamed tables") {
    alike(
      "CREATE TABLE @ (id BIGINT NOT NULL COMMENT 'key', name STRING, part INT) USING SOURCE OPTIONS (`a.b` = 'c') " +
        "PARTITIONED BY (part) CLUSTERED BY (id) SORTED BY (name) INTO 3 BUCKETS COMMENT 'text' " +
        "TBLPROPERTIES ('k' = 'v')",
      "SHOW CREATE TABLE @",
      "SHOW TBLPROPERTIES @ ('k')",
      "ALTER TABLE @ SET TBLPROPERTIES ('k' = 'w', 'l' = 'x')",
      "ALTER TABLE @ UNSET TBLPROPERTIES ('l')",
      "SHOW CREATE TABLE @",
      "CREATE TABLE like_@ LIKE @",
      "SHOW CREATE TABLE like_@",
      "INSERT INTO like_@ VALUES (1, 'a', 2)",
      "SELECT * FROM like_@",
      "ALTER TABLE like_@ RENAME TO renamed_@",
      "SELECT * FROM renamed_@",
      "DROP TABLE renamed_@"
    )()
  }

  test("buckets") {
    alike(
      "CREATE TABLE @ USING SOURCE CLUSTERED BY (id) SORTED BY (id) INTO 4 BUCKETS AS SELECT id, name FROM source_rows",
      "INSERT INTO @ SELECT id + 100, name FROM source_rows",
      "SELECT * FROM @ WHERE id = 7",
      "SELECT id, count(*) FROM @ GROUP BY id ORDER BY id"
    ) {
      withConf(
        "spark.sql.autoBroadcastJoinThreshold" -> "-1",
        "spark.sql.adaptive.enabled" -> "false",
        "spark.sql.sources.bucketing.autoBucketedScan.enabled" -> "false"
      ) {
        for (source <- sources) {
          val join = spark.sql(s"SELECT * FROM t_$source a JOIN t_$source b ON a.id = b.id")
          assert(!join.queryExecution.executedPlan.toString.contains("Exchange"), source)
          assert(join.count() === 120)
          val one = spark.sql(s"SELECT * FROM t_$source WHERE id = 7").queryExecution.executedPlan.toString
          assert(one.contains("SelectedBucketsCount: 1 out of 4"), source)
        }
      }
    }
  }

  test("CHAR and VARCHAR") {
    alike(
      "CREATE TABLE @ (c CHAR(5), v VARCHAR(3), part CHAR(2)) USING SOURCE PARTITIONED BY (part)",
      "INSERT INTO @ VALUES ('ab', 'abc', 'x'), ('abcde', '', 'yy'), (NULL, NULL, 'z')",
      "INSERT INTO @ VALUES ('ab', 'abcd', 'x')",
      "INSERT INTO @ VALUES ('abcdef', 'a', 'x')",
      "INSERT INTO @ VALUES ('a', 'a   ', 'x')",
      "SELECT c, length(c), v FROM @ WHERE c = 'ab' AND part = 'x' ORDER BY v",
      "SELECT * FROM @ WHERE v IN ('abc', '') ORDER BY v",
      "SELECT count(*), max(c), min(v) FROM @",
      "DESCRIBE @"
    )()
  }

  test("the codec of a table's options and properties") {
    val create = "CREATE TABLE @ (id BIGINT) USING SOURCE"
    for (definition <- Seq("OPTIONS ('compression' = 'zstd')", "OPTIONS ('parquet.compression' = 'gzip')", ""))
      alike(s"$create $definition", "INSERT INTO @ VALUES (1)") {
        assert(codecs("t_pq2") === codecs("t_parquet"), definition)
      }
    // Spark ignores this property of its own tables. Those of pq2 follow it.
    alike(s"$create TBLPROPERTIES ('parquet.compression' = 'GZIP')", "INSERT INTO @ VALUES (1)") {
      assert(codecs("t_pq2") === Set("GZIP") && codecs("t_parquet") === Set("SNAPPY"))
    }
    try
      for (replaces <- Seq("false", "true"); codec <- Seq("ZSTD", "GZIP"))
        withConf("spark.pq2.replace.parquet" -> replaces) {
          spark.sql(
            s"CREATE TABLE hive_t (id BIGINT) STORED AS PARQUET TBLPROPERTIES ('parquet.compression' = '$codec')"
          )
          spark.sql("INSERT INTO hive_t VALUES (1)")
          val files = Files.list(Path.of(table("hive_t").location))
          try assert(files.iterator.asScala.exists(_.toString.contains(if (codec == "ZSTD") ".zstd." else ".gz.")))
          finally files.close()
          spark.sql("DROP TABLE hive_t")
        }
    finally spark.sql("DROP TABLE IF EXISTS hive_t")
  }

  /** Copies Parquet files with a MapReduce job. */
  private def runJob(in: Path, out: Path, schema: Schema): Unit = {
    val configuration = new Configuration()
    configuration.set("mapreduce.framework.name", "local")
    configuration.setInt("mapreduce.client.completion.pollinterval", 20)
    configuration.setInt("mapreduce.client.progressmonitor.pollinterval", 20)
    configuration.set("hadoop.tmp.dir", directory.resolve("job").toString)
    Pq2OutputFormat.setSchema(configuration, schema)
    val job = Job.getInstance(configuration)
    job.setInputFormatClass(classOf[Pq2InputFormat])
    job.setOutputFormatClass(classOf[Pq2OutputFormat])
    job.setOutputKeyClass(classOf[NullWritable])
    job.setOutputValueClass(classOf[Row])
    job.setMapperClass(classOf[Mapper[NullWritable, Row, NullWritable, Row]])
    job.setNumReduceTasks(0)
    FileInputFormat.addInputPath(job, new HadoopPath(in.toUri))
    FileOutputFormat.setOutputPath(job, new HadoopPath(out.toUri))
    assert(job.waitForCompletion(false))
  }

  test("tables by the classes of their input and output formats, with files of a MapReduce job") {
    val input = Files.createDirectories(directory.resolve("records"))
    val folder = directory.resolve("job-output")
    val schema = SchemaText.parse("message record { required int64 id; optional binary name (STRING); }")
    val writer = RecordWriter.create(LocalOutputFile.of(input.resolve("0.parquet")), schema, WriteOptions.DEFAULT)
    try
      for (id <- 1L to 3L) {
        val record = writer.record()
        record.setLong("id", id)
        if (id != 2) record.setString("name", s"n$id")
        writer.write(record)
      }
    finally writer.close()
    runJob(input, folder, schema)
    val parquet = "org.apache.hadoop.hive.ql.io.parquet"
    try {
      spark.sql(
        "CREATE EXTERNAL TABLE by_classes (ID BIGINT, name STRING) " +
          s"ROW FORMAT SERDE '$parquet.serde.ParquetHiveSerDe' " +
          s"STORED AS INPUTFORMAT '$parquet.MapredParquetInputFormat' " +
          s"OUTPUTFORMAT '$parquet.MapredParquetOutputFormat' " +
          s"LOCATION '$folder'"
      )
      val expected = Seq("[1,n1]", "[2,null]", "[3,n3]")
      assert(rows("by_classes") === expected)
      replacing {
        assert(rows("by_classes") === expected)
        assert(scans(spark.table("by_classes")) === Set("Pq2FileSourceScanExec"))
        assert(spark.sql("SELECT count(*), max(id), count(name) FROM by_classes").head().toSeq === Seq(3, 3, 2))
        spark.sql("INSERT INTO by_classes VALUES (4, 'n4')")
        assert(rows("by_classes") === expected :+ "[4,n4]")
      }
      withConf("spark.sql.hive.convertMetastoreParquet" -> "false") {
        spark.catalog.refreshTable("by_classes")
        assert(rows("by_classes") === expected :+ "[4,n4]")
      }
    } finally spark.sql("DROP TABLE IF EXISTS by_classes")
  }

  test("Hive has no columns of a table USING pq2, and those of a replaced table") {
    val metastore = spark.sharedState.externalCatalog.unwrapped
    def raw(name: String): CatalogTable =
      metastore.getClass.getMethod("getRawTable", classOf[String], classOf[String])
        .invoke(metastore, "default", name).asInstanceOf[CatalogTable]
    // Logs once per table, hence a name of its own.
    val log = logged("io.pq2.spark.HiveTables")(spark.sql("CREATE TABLE only_spark (id BIGINT) USING pq2"))
    spark.sql("DROP TABLE only_spark")
    assert(log.contains("cannot read the table") && log.contains("spark.pq2.replace.parquet"), log)
    assert(logged("io.pq2.spark.HiveTables")(spark.sql("CREATE TABLE shared (id BIGINT) USING parquet")) === "")
    spark.sql("DROP TABLE shared")
    alike("CREATE TABLE @ (id BIGINT, name STRING) USING SOURCE") {
      assert(raw("t_parquet").schema.fieldNames === Array("id", "name"))
      assert(raw("t_parquet").storage.serde.exists(_.contains("ParquetHiveSerDe")))
      assert(raw("t_pq2").schema.fieldNames === Array("col"))
    }
  }
}
