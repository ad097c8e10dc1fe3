package io.pq2.it.hive

import org.apache.spark.sql.catalyst.catalog.CatalogTable

/** Tables of a Hive metastore that Spark reads and writes, with pq2 in the place of the built-in source and without. */
class ReplacedHiveTableSpec extends HiveSpec {

  /** Runs statements on two tables, named by `@`: one with the built-in source, one with pq2. Compares the tables. */
  private def alike(statements: String*)(check: => Unit = ()): Unit =
    try {
      def run(name: String): Unit = statements.foreach(statement => spark.sql(statement.replace("@", name)))
      run("stock_t")
      replacing(run("pq2_t"))
      assert(entry("pq2_t") === entry("stock_t"))
      assert(writers("stock_t") === Set("parquet-mr"))
      assert(writers("pq2_t") === Set("pq2"))
      val expected = rows("stock_t")
      assert(expected.nonEmpty && rows("pq2_t") === expected)
      for (name <- Seq("stock_t", "pq2_t")) {
        assert(scans(spark.table(name)) === Set("FileSourceScanExec"))
        replacing {
          assert(rows(name) === expected)
          assert(scans(spark.table(name)) === Set("Pq2FileSourceScanExec"))
        }
        assert(scans(spark.table(name)) === Set("FileSourceScanExec"))
        // Hive's own classes read the files of both.
        withConf("spark.sql.hive.convertMetastoreParquet" -> "false") {
          spark.catalog.refreshTable(name)
          assert(rows(name) === expected)
        }
        spark.catalog.refreshTable(name)
      }
      check
    } finally Seq("stock_t", "pq2_t").foreach(name => spark.sql(s"DROP TABLE IF EXISTS $name"))

  test("a converted Hive table is read and written by pq2") {
    alike(
      "CREATE TABLE @ (id BIGINT, name STRING, time TIMESTAMP) STORED AS PARQUET",
      "INSERT INTO @ SELECT id, name, time FROM source_rows",
      "INSERT INTO @ VALUES (100, 'x', null)"
    )(assert(table("pq2_t").provider === Some("hive")))
    alike(
      "CREATE TABLE @ (id BIGINT, name STRING) STORED AS PARQUET TBLPROPERTIES ('parquet.compression' = 'ZSTD')",
      "INSERT INTO @ SELECT id, name FROM source_rows",
      "INSERT OVERWRITE @ SELECT id, name FROM source_rows WHERE id < 10"
    )()
  }

  test("a converted Hive table with partitions") {
    alike(
      "CREATE TABLE @ (id BIGINT, name STRING) PARTITIONED BY (part BIGINT) STORED AS PARQUET",
      "INSERT INTO @ PARTITION (part) SELECT id, name, part FROM source_rows",
      "INSERT OVERWRITE @ PARTITION (part = 1) SELECT id, name FROM source_rows WHERE id < 5",
      "INSERT INTO @ PARTITION (part = 7) VALUES (1, 'seven')",
      "ALTER TABLE @ DROP PARTITION (part = 0)"
    ) {
      assert(partitions("pq2_t") === Seq("part=1", "part=2", "part=7"))
      for (managed <- Seq("true", "false"))
        withConf("spark.sql.hive.manageFilesourcePartitions" -> managed) {
          spark.catalog.refreshTable("pq2_t")
          val expected = rows("pq2_t")
          replacing {
            val query = spark.sql("SELECT t.id FROM pq2_t t WHERE part = 2")
            assert(scans(query) === Set("Pq2FileSourceScanExec"))
            assert(query.queryExecution.executedPlan.toString.contains("PartitionFilters: [isnotnull(part"))
            assert(rows("pq2_t") === expected)
          }
        }
      spark.catalog.refreshTable("pq2_t")
    }
  }

  test("CREATE TABLE AS SELECT of a Hive table") {
    alike("CREATE TABLE @ STORED AS PARQUET AS SELECT id, name FROM source_rows")()
  }

  test("the settings of the conversion apply") {
    try
      replacing {
        withConf("spark.sql.hive.convertMetastoreParquet" -> "false") {
          spark.sql("CREATE TABLE kept (id BIGINT) STORED AS PARQUET")
          spark.sql("INSERT INTO kept VALUES (1)")
          assert(writers("kept") === Set("parquet-mr"))
          assert(scans(spark.table("kept")) === Set("Hive"))
        }
        withConf("spark.sql.hive.convertInsertingUnpartitionedTable" -> "false") {
          spark.sql("INSERT INTO kept VALUES (2)")
          assert(writers("kept") === Set("parquet-mr"))
        }
        spark.sql("INSERT INTO kept VALUES (3)")
        assert(writers("kept") === Set("parquet-mr", "pq2"))
        assert(rows("kept") === Seq("[1]", "[2]", "[3]"))
      }
    finally spark.sql("DROP TABLE IF EXISTS kept")
  }

  test("a table of the built-in source has the same entry in the metastore") {
    alike(
      "CREATE TABLE @ USING parquet PARTITIONED BY (part) AS SELECT * FROM source_rows",
      "INSERT INTO @ SELECT id, 'more', time, part FROM source_rows WHERE part = 1"
    ) {
      assert(table("pq2_t").provider === Some("parquet"))
      val metastore = spark.sharedState.externalCatalog.unwrapped
      val rawTable = metastore.getClass.getMethod("getRawTable", classOf[String], classOf[String])
      val hive = rawTable.invoke(metastore, "default", "pq2_t").asInstanceOf[CatalogTable]
      assert(hive.storage.serde.exists(_.contains("ParquetHiveSerDe")))
      assert(hive.properties("spark.sql.sources.provider") === "parquet")
    }
    alike(
      "CREATE TABLE @ USING parquet CLUSTERED BY (id) INTO 2 BUCKETS AS SELECT id, name FROM source_rows"
    )()
  }

  test("INSERT OVERWRITE DIRECTORY STORED AS PARQUET") {
    val path = directory.resolve("written").toString
    replacing(spark.sql(s"INSERT OVERWRITE DIRECTORY '$path' STORED AS PARQUET SELECT id FROM source_rows"))
    assert(spark.read.parquet(path).count() === 60)
    val onPath = s"SELECT id FROM parquet.`$path`"
    assert(scans(spark.sql(onPath)) === Set("FileSourceScanExec"))
    replacing(assert(scans(spark.sql(onPath)) === Set("Pq2FileSourceScanExec")))
    try {
      spark.sql(s"CREATE TABLE written USING parquet LOCATION '$path'")
      assert(writers("written") === Set("pq2"))
    } finally spark.sql("DROP TABLE IF EXISTS written")
  }

  test("statistics of a Hive table") {
    try {
      spark.sql("CREATE TABLE analyzed STORED AS PARQUET AS SELECT id, name FROM source_rows")
      replacing(spark.sql("ANALYZE TABLE analyzed COMPUTE STATISTICS FOR COLUMNS id, name"))
      assert(table("analyzed").stats.get.rowCount === Some(BigInt(60)))
      assert(table("analyzed").stats.get.colStats("id").max === Some("59"))
    } finally spark.sql("DROP TABLE IF EXISTS analyzed")
  }
}
