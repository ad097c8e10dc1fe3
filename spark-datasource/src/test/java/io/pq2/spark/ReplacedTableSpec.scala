package io.pq2.spark

import java.nio.file.{Files, Path => LocalPath}

import scala.jdk.CollectionConverters._

import org.apache.parquet.column.Encoding
import org.apache.spark.sql.functions._
import org.apache.spark.sql.{DataFrame, Row}

/** Creates, writes and reads tables and files of the built-in source, with pq2 in its place: same catalog, same files.
  */
@CorePart
class ReplacedTableSpec extends ReplacedSourceSpec {

  private def rows(from: Long, to: Long): DataFrame = spark.range(from, to, 1, 2).select(
    col("id"),
    concat(lit("name "), col("id") % 7).as("name"),
    expr("timestamp_micros(id * 1000003)").as("time"),
    expr("cast(id AS decimal(12, 3))").as("price"),
    expr("array(id, null)").as("list"),
    expr("map('k', named_struct('x', id))").as("map"),
    expr("id % 2 = 0").as("flag"),
    (col("id") % 3).cast("int").as("part")
  )

  /** Runs the statements once with each source, on a table of its own, and compares catalog, files and rows. The tables
    * are named in the statements by `@`.
    */
  private def alike(statements: String => Unit): Unit =
    withTables("stock_t", "pq2_t") {
      statements("stock_t")
      replacing(statements("pq2_t"))
      assert(entry("pq2_t") === entry("stock_t"))
      assert(table("pq2_t").provider === Some("parquet"))
      assert(filesOf(location("pq2_t")) === filesOf(location("stock_t")))
      assert(writtenByPq2(location("pq2_t")) && !writtenByPq2(location("stock_t")))
      for (name <- Seq("pq2_t", "stock_t")) {
        replacing(assertByPq2(spark.table(name)))
        assertStock(spark.table(name))
      }
      assertSame(spark.table("pq2_t"), spark.table("stock_t"))
      replacing(assertSame(spark.table("stock_t"), spark.table("pq2_t")))
    }

  private def run(name: String, statements: String*): Unit =
    statements.foreach(statement => spark.sql(statement.replace("@", name)))

  private def withRows(body: => Unit): Unit = {
    rows(0, 60).createOrReplaceTempView("source_rows")
    try body
    finally spark.catalog.dropTempView("source_rows")
  }

  test("CREATE TABLE and INSERT") {
    withRows(alike(run(
      _,
      "CREATE TABLE @ (id BIGINT, name STRING, time TIMESTAMP, c CHAR(3), v VARCHAR(9) DEFAULT 'none') USING parquet",
      "INSERT INTO @ SELECT id, name, time, 'a', 'b' FROM source_rows",
      "INSERT INTO @ (id, name) VALUES (100, 'x')",
      "INSERT OVERWRITE @ SELECT id, name, time, 'c', 'd' FROM source_rows WHERE id < 50",
      "INSERT INTO @ (id) VALUES (101)"
    )))
  }

  test("CREATE TABLE AS SELECT with partitions, and overwriting of partitions") {
    withRows {
      alike(run(_, "CREATE TABLE @ USING parquet PARTITIONED BY (part) AS SELECT * FROM source_rows"))
      alike(run(
        _,
        "CREATE TABLE @ (id BIGINT, name STRING, part INT) USING parquet PARTITIONED BY (part)",
        "INSERT INTO @ SELECT id, name, part FROM source_rows",
        "INSERT OVERWRITE @ PARTITION (part = 1) SELECT id, name FROM source_rows WHERE id < 5",
        "INSERT INTO @ PARTITION (part) SELECT id, name, 9 FROM source_rows WHERE id < 5"
      ))
      withConf("spark.sql.sources.partitionOverwriteMode" -> "dynamic") {
        alike(run(
          _,
          "CREATE TABLE @ USING parquet PARTITIONED BY (part) AS SELECT id, name, part FROM source_rows",
          "INSERT OVERWRITE @ SELECT id, 'new', part FROM source_rows WHERE part = 2",
          "ALTER TABLE @ DROP PARTITION (part = 0)",
          "ALTER TABLE @ ADD COLUMNS (later INT)"
        ))
      }
    }
  }

  test("bucketed and sorted tables") {
    withRows {
      alike(run(
        _,
        "CREATE TABLE @ USING parquet CLUSTERED BY (id) SORTED BY (id) INTO 4 BUCKETS " +
          "AS SELECT id, name FROM source_rows"
      ))
    }
    withTables("b1", "b2") {
      for (name <- Seq("b1", "b2")) replacing(rows(0, 50).write.bucketBy(4, "id").saveAsTable(name))
      withConf("spark.sql.autoBroadcastJoinThreshold" -> "-1") {
        def exchanges = {
          val joined = spark.sql("SELECT b1.id, b2.name FROM b1 JOIN b2 USING (id)")
          assert(joined.count() === 50)
          joined.queryExecution.executedPlan.toString.contains("Exchange hashpartitioning")
        }
        assert(!exchanges)
        assert(!replacing(exchanges))
      }
    }
  }

  test("saveAsTable and insertInto in all modes") {
    alike { name =>
      rows(0, 20).write.partitionBy("part").saveAsTable(name)
      rows(20, 30).write.mode("append").partitionBy("part").format("parquet").saveAsTable(name)
      rows(30, 35).write.insertInto(name)
      rows(90, 95).write.mode("ignore").saveAsTable(name)
    }
    alike { name =>
      rows(0, 20).write.option("compression", "zstd").saveAsTable(name)
      rows(20, 40).write.mode("overwrite").option("compression", "zstd").saveAsTable(name)
    }
  }

  test("creation by writeTo") {
    alike(rows(0, 20).writeTo(_).using("parquet").partitionedBy(col("part")).create())
  }

  test("files have the defaults of the built-in source") {
    def write(path: String, options: (String, String)*): Unit =
      rows(0, 5000).write.options(options.toMap).partitionBy("part").parquet(path)
    val cases = Seq(
      Seq.empty,
      Seq("compression" -> "gzip"),
      Seq("maxRecordsPerFile" -> "1000"),
      Seq("parquet.compression" -> "uncompressed")
    )
    for (options <- cases) {
      val stock = newPath("stock")
      val replaced = newPath("replaced")
      write(stock, options: _*)
      replacing(write(replaced, options: _*))
      assert(filesOf(replaced) === filesOf(stock), options)
      assert(writtenByPq2(replaced))
      assertSame(builtIn(replaced), builtIn(stock))
    }
    for (timestamps <- Seq("INT96", "TIMESTAMP_MICROS", "TIMESTAMP_MILLIS"))
      withConf("spark.sql.parquet.outputTimestampType" -> timestamps) {
        val stock = newPath("stock")
        val replaced = newPath("replaced")
        write(stock)
        replacing(write(replaced))
        assert(filesOf(replaced) === filesOf(stock), timestamps)
      }
  }

  private def encodings(path: String): Set[Encoding] =
    dataFiles(path).flatMap(footer(_).getBlocks.asScala).flatMap(_.getColumns.asScala)
      .flatMap(_.getEncodings.asScala).toSet

  test("encodings are those of the built-in source, unless chosen") {
    val delta = Set(Encoding.DELTA_BINARY_PACKED, Encoding.DELTA_LENGTH_BYTE_ARRAY, Encoding.DELTA_BYTE_ARRAY)
    def written(options: (String, String)*) = {
      val path = newPath("encodings")
      spark.range(0, 50000, 1, 1).selectExpr("id", "'name ' || id AS name").write.options(options.toMap).parquet(path)
      encodings(path)
    }
    replacing {
      assert((written() & delta).isEmpty)
      assert((written("pq2.write.profile" -> "compatible") & delta).nonEmpty)
      assert((written("parquet.writer.version" -> "v2") & delta).nonEmpty)
    }
  }

  test("directories") {
    withRows {
      val (stock, replaced) = (newPath("stock"), newPath("replaced"))
      def write(path: String) =
        spark.sql(s"INSERT OVERWRITE DIRECTORY '$path' USING parquet SELECT id, name FROM source_rows")
      write(stock)
      replacing(write(replaced))
      assert(filesOf(replaced) === filesOf(stock))
      assert(writtenByPq2(replaced))
    }
  }

  test("tables of existing files, with inferred columns") {
    val path = newPath("existing")
    rows(0, 50).write.partitionBy("part").parquet(path)
    withTables("stock_e", "stock_f", "pq2_e", "pq2_f") {
      spark.sql(s"CREATE TABLE stock_e USING parquet LOCATION '$path'")
      spark.catalog.createTable("stock_f", path, "parquet")
      replacing {
        spark.sql(s"CREATE TABLE pq2_e USING parquet LOCATION '$path'")
        spark.sql(s"CREATE TABLE IF NOT EXISTS pq2_e USING parquet LOCATION '$path'")
        spark.catalog.createTable("pq2_f", path, "parquet")
        intercept[Exception](spark.sql(s"CREATE TABLE pq2_e USING parquet LOCATION '$path'"))
      }
      assert(entry("pq2_e") === entry("stock_e"))
      assert(entry("pq2_f") === entry("stock_f"))
      for (name <- Seq("stock_e", "pq2_e")) spark.sql(s"MSCK REPAIR TABLE $name")
      assertSame(spark.table("pq2_e"), spark.table("stock_e"))
    }
  }

  test("statistics of tables") {
    withTables("stock_a", "pq2_a") {
      rows(0, 50).write.saveAsTable("stock_a")
      replacing {
        rows(0, 50).write.saveAsTable("pq2_a")
        spark.sql("ANALYZE TABLE pq2_a COMPUTE STATISTICS FOR COLUMNS id, name, time")
      }
      spark.sql("ANALYZE TABLE stock_a COMPUTE STATISTICS FOR COLUMNS id, name, time")
      def statistics(name: String) = table(name).stats.get.copy(sizeInBytes = 0)
      assert(statistics("pq2_a") === statistics("stock_a"))
      assert(statistics("pq2_a").rowCount === Some(BigInt(50)))
    }
  }

  test("a table is overwritten by a query on another one, not on itself") {
    withTables("self_t") {
      rows(0, 10).write.saveAsTable("self_t")
      replacing {
        val error = intercept[org.apache.spark.sql.AnalysisException] {
          spark.sql("INSERT OVERWRITE self_t SELECT * FROM self_t")
        }
        assert(error.getCondition.startsWith("UNSUPPORTED_OVERWRITE"))
      }
    }
  }

  test("several inserts of one query") {
    withRows {
      withTables("m1", "m2") {
        replacing {
          for (name <- Seq("m1", "m2")) spark.sql(s"CREATE TABLE $name (id BIGINT) USING parquet")
          spark.sql("FROM source_rows INSERT INTO m1 SELECT id WHERE id < 9 INSERT INTO m2 SELECT id WHERE id > 9")
        }
        for (name <- Seq("m1", "m2")) assert(writtenByPq2(location(name)))
      }
    }
  }

  test("a write with summary files goes through pq2") {
    for (level <- Seq("ALL", "COMMON_ONLY")) {
      val (stock, replaced) = (newPath("stock"), newPath("replaced"))
      def write(path: String) = rows(0, 10).write.option("parquet.summary.metadata.level", level).parquet(path)
      write(stock)
      replacing(write(replaced))
      assert(writtenByPq2(replaced))
      for (name <- Seq("_metadata", "_common_metadata"))
        assert(Files.exists(LocalPath.of(replaced, name)) === Files.exists(LocalPath.of(stock, name)), name)
      replacing(assertSame(spark.read.parquet(replaced), builtIn(stock)))
      assertSame(builtIn(replaced), builtIn(stock))
    }
  }

  test("streams read and write through pq2, and continue under the other setting") {
    val (input, output, checkpoint) = (newPath("input"), newPath("output"), newPath("checkpoint"))
    def step(from: Long): Unit = {
      rows(from, from + 10).write.mode("append").parquet(input)
      val query = spark.readStream.schema(rows(0, 0).schema).parquet(input).writeStream
        .option("checkpointLocation", checkpoint)
        .partitionBy("part")
        .format("parquet")
        .start(output)
      try query.processAllAvailable()
      finally query.stop()
    }
    replacing(step(0))
    assert(writtenByPq2(output))
    step(10)
    replacing(step(20))
    assertSameRows(builtIn(output).select("id", "name", "time"), rows(0, 30).select("id", "name", "time"))
    replacing(assertSame(spark.read.parquet(output), builtIn(output)))
    assert(dataFiles(output).map(footer(_).getFileMetaData.getCreatedBy.take(3)).toSet === Set("pq2", "par"))
  }

  test("a stream of a path, and a stream of a table, are read by pq2") {
    val path = newPath("streamed")
    rows(0, 10).write.parquet(path)
    withTables("streamed_t") {
      spark.sql(s"CREATE TABLE streamed_t USING parquet LOCATION '$path'")
      val streams = Seq(
        () => spark.readStream.schema(rows(0, 0).schema).parquet(path),
        () => spark.readStream.table("streamed_t")
      )
      for ((stream, index) <- streams.zipWithIndex; replace <- Seq("true", "false"))
        withConf(Key -> replace) {
          val name = s"streamed_${index}_$replace"
          val query = stream().writeStream.format("memory").queryName(name).start()
          try {
            query.processAllAvailable()
            val text = query.asInstanceOf[
              VersionClasses.StreamingQueryWrapper
            ].streamingQuery.lastExecution.executedPlan.toString
            assert(text.contains("Scan pq2") === (replace == "true"), text)
            assert(spark.table(name).count() === 10)
            assert(spark.table(name).agg(sum("id")).head() === Row(45L))
          } finally query.stop()
        }
    }
  }
}
