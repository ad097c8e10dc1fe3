package io.pq2.spark

import java.nio.file.{Files, Path => LocalPath}

import scala.jdk.CollectionConverters._

import org.apache.hadoop.fs.Path
import org.apache.parquet.hadoop.ParquetFileReader
import org.apache.parquet.hadoop.util.HadoopInputFile
import org.apache.spark.sql.catalyst.plans.logical.AppendData
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation
import org.apache.spark.sql.functions._
import org.apache.spark.sql.util.CaseInsensitiveStringMap
import org.apache.spark.sql.{AnalysisException, DataFrame, Row, SaveMode, classic}

/** Saves data frames as pq2, and reads them with Spark's built-in source and with pq2. */
@CorePart
class WriteSpec extends SparkSpec {

  private def frame(from: Long, to: Long): DataFrame = {
    val session = spark
    session.range(from, to).select(
      col("id"),
      concat(lit("text "), col("id")).as("text"),
      when(col("id") % 3 =!= 0, col("id") / 7).as("maybe"),
      array(col("id"), lit(null)).as("list"),
      map(concat(lit("k"), col("id")), struct(col("id").as("x"))).as("map")
    )
  }

  private def dataFiles(path: String): Seq[LocalPath] = {
    val files = Files.walk(LocalPath.of(path))
    try files.iterator().asScala.filter { file =>
        val name = file.getFileName.toString
        Files.isRegularFile(file) && !name.startsWith("_") && !name.startsWith(".")
      }.toList.sorted
    finally files.close()
  }

  private def assertContains(path: String, expected: DataFrame): Unit = {
    val columns = expected.columns.toIndexedSeq.map(name => col(s"`$name`"))
    for (found <- Seq(builtIn(path), pq2(path), pq2V1(path)))
      assertSameRows(found.select(columns: _*), expected)
  }

  test("all save modes are supported") {
    val path = newPath("modes")
    frame(0, 10).write.format("pq2").save(path)
    assertContains(path, frame(0, 10))
    intercept[AnalysisException](frame(10, 20).write.format("pq2").save(path))
    frame(10, 20).write.format("pq2").mode(SaveMode.Ignore).save(path)
    assertContains(path, frame(0, 10))
    frame(10, 20).write.format("pq2").mode(SaveMode.Append).save(path)
    assertContains(path, frame(0, 20))
    frame(100, 120).write.format("pq2").mode(SaveMode.Overwrite).save(path)
    assertContains(path, frame(100, 120))
  }

  test("options enable bloom filters") {
    val path = newPath("bloom")
    spark.range(0, 20000, 1, 1).select(col("id").as("Key"), (col("id") * 3).as("other"))
      .write.format("pq2")
      .option("parquet.bloom.filter.enabled#Key", "true")
      .option("parquet.bloom.filter.expected.ndv#Key", "20000")
      .save(path)
    val file = new Path(dataFiles(path).head.toUri)
    val reader = ParquetFileReader.open(HadoopInputFile.fromPath(file, spark.sessionState.newHadoopConf()))
    try {
      val columns = reader.getRowGroups.get(0).getColumns
      assert(columns.get(1).getBloomFilterOffset === -1)
      val filter = reader.readBloomFilter(columns.get(0))
      assert((0L until 20000L).forall(id => filter.findHash(filter.hash(id))))
      assert((20000L until 40000L).count(id => filter.findHash(filter.hash(id))) < 250)
    } finally reader.close()
    assert(builtIn(path).filter("Key = 777").count() === 1)
    assert(builtIn(path).filter("Key = 77777").count() === 0)
  }

  test("files are named as Spark names them") {
    val path = newPath("names")
    frame(0, 10).coalesce(1).write.format("pq2").save(path)
    val name = """part-00000-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}-c000\.snappy\.parquet"""
    assert(dataFiles(path).map(_.getFileName.toString).forall(_.matches(name)))
    assert(Files.exists(LocalPath.of(path, "_SUCCESS")))
  }

  test("partition values can be null and contain special characters") {
    val path = newPath("partitions")
    val session = spark
    import session.implicits._
    val values = Seq("plain", "with space", "a/b", "a=b", "100%", "ä", "x:y", "[z]", "__HIVE_DEFAULT_PARTITION__", null)
    val rows = values.zipWithIndex.map { case (value, i) => (i, value, if (i % 2 == 0) Some(i.toLong) else None) }
      .toDF("i", "p q", "n")
    rows.write.format("pq2").partitionBy("p q", "n").save(path)
    val expected = rows.withColumn(
      "p q",
      when($"p q" === "__HIVE_DEFAULT_PARTITION__", null).otherwise($"p q")
    )
    assertContains(path, expected.withColumn("n", $"n".cast("int")))
    assert(Files.exists(LocalPath.of(path, "p q=__HIVE_DEFAULT_PARTITION__")))
    assert(Files.exists(LocalPath.of(path, "p q=a%2Fb", "n=2")))
    assert(pq2(path).where($"p q" === "a/b").select("i").as[Int].collect().toSeq == Seq(2))
  }

  test("dynamic overwriting replaces only the written partitions") {
    val path = newPath("dynamic")
    val session = spark
    import session.implicits._
    Seq((1, "a"), (2, "b")).toDF("i", "p").write.format("pq2").partitionBy("p").save(path)
    Seq((3, "b"), (4, "c")).toDF("i", "p").write.format("pq2").partitionBy("p").mode("overwrite")
      .option("partitionOverwriteMode", "dynamic").save(path)
    assertContains(path, Seq((1, "a"), (3, "b"), (4, "c")).toDF("i", "p"))
    Seq((5, "d")).toDF("i", "p").write.format("pq2").partitionBy("p").mode("overwrite").save(path)
    assertContains(path, Seq((5, "d")).toDF("i", "p"))
  }

  test("a managed table is created, inserted into, overwritten, and appended to by name") {
    withTable("t") {
      spark.sql("create table t (i int, s string, d decimal(10, 2)) using pq2")
      spark.sql("insert into t values (1, 'a', 1.5), (2, null, null)")
      spark.sql("insert into t (s, i) values ('b', 3)")
      assert(spark.sql("select i, s, d from t order by i").collect().toSeq == Seq(
        Row(1, "a", new java.math.BigDecimal("1.50")),
        Row(2, null, null),
        Row(3, "b", null)
      ))
      spark.sql("insert overwrite t select 9, 'z', 0")
      assert(spark.table("t").select("i", "s").collect().toSeq == Seq(Row(9, "z")))
      spark.sql("select 10 i, 'y' s, cast(1 as decimal(10, 2)) d").write.format("pq2").mode("append").saveAsTable("t")
      assert(spark.table("t").count() == 2)
      assert(spark.sql("describe extended t").where("col_name = 'Provider'").select("data_type").head() == Row("pq2"))
    }
  }

  test("an external table finds the partitions of its folder") {
    val path = newPath("external")
    spark.range(10).selectExpr("id", "id % 2 p").write.format("pq2").partitionBy("p").save(path)
    withTable("e") {
      spark.sql(s"create table e (id bigint, p int) using pq2 partitioned by (p) location '$path'")
      assert(spark.table("e").count() == 0)
      spark.sql("msck repair table e")
      assert(spark.table("e").count() == 10)
      spark.sql("insert into e partition (p = 7) values (70)")
      assert(spark.sql("select id from e where p = 7").collect().toSeq == Seq(Row(70L)))
      spark.sql("alter table e drop partition (p = 0)")
      assert(spark.table("e").count() == 6)
      spark.sql("insert overwrite e partition (p = 7) select 71")
      assert(spark.sql("select id from e where p = 7").collect().toSeq == Seq(Row(71L)))
    }
    assert(Files.exists(LocalPath.of(path, "p=7")))
  }

  test("a partitioned table is created from a query") {
    withTable("c") {
      spark.sql("create table c using pq2 partitioned by (p) as select id, id % 3 p, 'x' s from range(9)")
      assert(spark.sql("select count(*), sum(id) from c where p = 1").head() == Row(3L, 12L))
      withConf("spark.sql.sources.partitionOverwriteMode" -> "dynamic") {
        spark.sql("insert overwrite c select 100, 'y', 1")
      }
      assert(spark.sql("select count(*), sum(id) from c").head() == Row(7L, 36L - 12L + 100L))
    }
  }

  test("a bucketed and sorted table joins without a shuffle") {
    withTable("b1", "b2") {
      for (table <- Seq("b1", "b2"))
        spark.range(1000).selectExpr("id", "concat('v', id) v").write.format("pq2")
          .bucketBy(4, "id").sortBy("id").saveAsTable(table)
      withConf("spark.sql.autoBroadcastJoinThreshold" -> "-1", "spark.sql.adaptive.enabled" -> "false") {
        val joined = spark.table("b1").join(spark.table("b2"), "id")
        assert(joined.count() == 1000)
        val plan = joined.asInstanceOf[classic.DataFrame].queryExecution.executedPlan.toString
        assert(!plan.contains("Exchange"), plan)
      }
    }
  }

  test("char and varchar columns pad and limit their values") {
    withTable("v") {
      spark.sql("create table v (i int, c char(5), w varchar(5)) using pq2")
      spark.sql("insert into v values (1, 'ab', 'cd')")
      assert(spark.sql("select c, w from v").head() == Row("ab   ", "cd"))
      val error = intercept[Exception](spark.sql("insert into v values (1, 'ab', 'too long')"))
      assert(error.getMessage.contains("EXCEED_LIMIT_LENGTH"))
    }
  }

  test("the rows per file are limited") {
    val path = newPath("limited")
    frame(0, 100).coalesce(1).write.format("pq2").option("maxRecordsPerFile", 30).save(path)
    assert(dataFiles(path).map(_.getFileName.toString.replaceAll(".*-c", "c").take(4)) ==
      Seq("c000", "c001", "c002", "c003"))
    assertContains(path, frame(0, 100))
  }

  test("several partitions are written at once") {
    val path = newPath("concurrent")
    withConf("spark.sql.maxConcurrentOutputFileWriters" -> "3") {
      val rows = spark.range(1000).selectExpr("id", "id % 7 p")
      rows.write.format("pq2").partitionBy("p").save(path)
      assertContains(path, rows.select(col("id"), col("p").cast("int")))
    }
  }

  test("options select the codec, which file names contain") {
    for (
      (codec, extension) <- Seq(
        "none" -> "",
        "snappy" -> ".snappy",
        "gzip" -> ".gz",
        "zstd" -> ".zstd",
        "lz4" -> ".lz4hadoop",
        "lz4_raw" -> ".lz4raw"
      )
    ) {
      val path = newPath("codec")
      frame(0, 50).coalesce(1).write.format("pq2").option("compression", codec).save(path)
      val files = dataFiles(path)
      assert(files.size == 1)
      val file = files.head
      assert(file.toString.endsWith(s"c000$extension.parquet"))
      val reader = ParquetFileReader.open(HadoopInputFile.fromPath(new Path(file.toUri), hadoopConf))
      try
        assert(reader.getFooter.getBlocks.get(0).getColumns.get(0).getCodec.name ==
          (if (codec == "none") "UNCOMPRESSED" else codec.toUpperCase))
      finally reader.close()
      assertContains(path, frame(0, 50))
    }
    val error = intercept[IllegalArgumentException] {
      frame(0, 1).write.format("pq2").option("compression", "zip").save(newPath("codec"))
    }
    assert(error.getMessage.contains("zip"))
  }

  test("LZO is written by option and by session") {
    val path = newPath("lzo")
    val rows = spark.range(0, 50000, 1, 1).selectExpr("id", "'text ' || id % 1000 AS t", "id % 7 = 0 AS b")
    rows.write.format("pq2").option("compression", "lzo").save(path)
    withConf("spark.sql.parquet.compression.codec" -> "lzo")(rows.write.format("pq2").mode("append").save(path))
    for (file <- dataFiles(path)) {
      assert(file.toString.endsWith("c000.lzo.parquet"))
      val reader = ParquetFileReader.open(HadoopInputFile.fromPath(new Path(file.toUri), hadoopConf))
      try assert(reader.getFooter.getBlocks.get(0).getColumns.asScala.map(_.getCodec.name).toSet === Set("LZO"))
      finally reader.close()
    }
    for (read <- Seq(pq2(path), pq2V1(path))) assertSameRows(read, rows.union(rows))
  }

  private def hadoopConf = spark.asInstanceOf[classic.SparkSession].sessionState.newHadoopConf()

  test("a write without rows creates one file with the schema") {
    val path = newPath("empty")
    frame(0, 10).where("id > 100").write.format("pq2").save(path)
    assert(dataFiles(path).size == 1)
    assert(pq2(path).schema == RandomRows.nullable(frame(0, 1).schema))
    assert(builtIn(path).count() == 0 && pq2(path).count() == 0)
  }

  test("a schema without columns is an error") {
    val error = intercept[AnalysisException] {
      spark.range(3).select().write.format("pq2").save(newPath("columns"))
    }
    assert(error.getMessage.contains("EMPTY_SCHEMA"))
  }

  test("unsupported types fail before the job starts") {
    val error = intercept[AnalysisException] {
      spark.sql("select make_interval(1) i").write.format("pq2").save(newPath("interval"))
    }
    assert(error.getMessage.contains("UNSUPPORTED_DATA_TYPE_FOR_DATASOURCE") || error.getMessage.contains("INTERVAL"))
  }

  test("a failed job writes no data and keeps existing data") {
    val path = newPath("failing")
    frame(0, 10).write.format("pq2").save(path)
    val failing = spark.range(0, 100000, 1, 4).selectExpr("id", "if(id = 99999, raise_error('no'), 'x') as text")
    intercept[Exception](failing.write.format("pq2").mode("append").save(path))
    assert(!Files.exists(LocalPath.of(path, "_temporary")))
    assertContains(path, frame(0, 10))
  }

  test("a query can write to another table, but not overwrite the table that it reads") {
    withTable("r", "w") {
      spark.range(10).write.format("pq2").saveAsTable("r")
      intercept[AnalysisException](spark.table("r").write.format("pq2").mode("overwrite").saveAsTable("r"))
      spark.table("r").write.format("pq2").saveAsTable("w")
      spark.sql("insert into w select id + 10 from r")
      assert(spark.table("w").agg(sum("id")).head() == Row(190L))
    }
  }

  test("columns added to a table are null in its old files") {
    withTable("a") {
      spark.sql("create table a (i int) using pq2")
      spark.sql("insert into a values (1)")
      spark.sql("alter table a add columns (s string)")
      spark.sql("insert into a values (2, 'x')")
      assert(spark.sql("select i, s from a order by i").collect().toSeq == Seq(Row(1, null), Row(2, "x")))
    }
  }

  test("column names can contain dots, spaces and commas") {
    val path = newPath("odd")
    val odd = spark.range(5).select(col("id").as("a.b"), col("id").as("c d"), struct(col("id").as("e,f")).as("g;h"))
    odd.write.format("pq2").save(path)
    assertContains(path, odd)
  }

  test("a stream is written") {
    val source = newPath("source")
    val path = newPath("sink")
    spark.range(100).write.format("pq2").save(source)
    val query = spark.readStream.schema("id bigint").format("pq2").load(source)
      .writeStream.format("pq2").option("checkpointLocation", newPath("checkpoint"))
      .trigger(org.apache.spark.sql.streaming.Trigger.AvailableNow()).start(path)
    query.awaitTermination()
    assertContains(path, spark.range(100).toDF())
  }

  private def withTable(names: String*)(body: => Unit): Unit =
    try body
    finally names.foreach(name => spark.sql(s"drop table if exists $name"))

  test("the session's committer for Parquet is used") {
    val path = newPath("committer")
    withConf(
      "spark.sql.parquet.output.committer.class" -> "org.apache.parquet.hadoop.ParquetOutputCommitter",
      "parquet.summary.metadata.level" -> "COMMON_ONLY"
    ) {
      frame(0, 10).write.format("pq2").save(path)
    }
    assert(Files.exists(LocalPath.of(path, "_common_metadata")))
    assertContains(path, frame(0, 10))
    assert(pq2(path).schema == RandomRows.nullable(frame(0, 1).schema))
  }

  test("the write builder of the V2 table appends") {
    val path = newPath("v2")
    frame(0, 10).write.format("pq2").save(path)
    val session = spark.asInstanceOf[classic.SparkSession]
    val table = new Pq2DataSourceV2().getTable(new CaseInsensitiveStringMap(Map("path" -> path).asJava))
    val rows = frame(10, 20).asInstanceOf[classic.DataFrame].queryExecution.logical
    val append = AppendData.byPosition(DataSourceV2Relation.create(table, None, None), rows)
    session.sessionState.executePlan(append).assertCommandExecuted()
    assertContains(path, frame(0, 20))
  }
}
