package io.pq2.spark

import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanHelper
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.{DataFrame, Row}

/** Tables and SQL on a path answer aggregates from footers, as paths by V2 do. */
class TableAggregateSpec extends SparkSpec with AdaptiveSparkPlanHelper {

  private def isPushed(frame: DataFrame): Boolean =
    collectWithSubqueries(frame.queryExecution.executedPlan) { case scan: BatchScanExec => scan.scan.description() }
      .exists(text => !text.contains("PushedAggregation: []"))

  /** Checks a query that names its table `@`. */
  private def check(table: String, query: String, pushed: Boolean = true): Unit = {
    val sql = query.replace("@", table)
    val expected = withConf("pq2.aggregates" -> "false") {
      val frame = spark.sql(sql)
      val rows = SparkSpec.sorted(frame.collect())
      assert(!isPushed(frame), sql)
      rows
    }
    val frame = spark.sql(sql)
    assert(SparkSpec.sorted(frame.collect()) === expected, sql)
    assert(isPushed(frame) === pushed, sql)
  }

  private def withTable(definition: String)(check: String => Unit): Unit =
    try {
      spark.sql(s"CREATE TABLE counted $definition")
      check("counted")
    } finally spark.sql("DROP TABLE IF EXISTS counted")

  private val rows = "SELECT id, 'name ' || id % 7 AS name, CAST(id / 4 AS DECIMAL(12, 3)) AS price, " +
    "IF(id % 5 = 0, NULL, id % 11) AS some, id % 3 AS part FROM range(0, 100, 1, 2)"

  private val answered = Seq(
    "SELECT count(*) FROM @",
    "SELECT count(some), min(id), max(id), min(name), max(price) FROM @",
    "SELECT max(id) + 1 AS next FROM @ HAVING count(*) > 3",
    "SELECT x FROM (SELECT max(id) AS x FROM (SELECT id AS id, name FROM @)) WHERE x > 3",
    "SELECT * FROM VALUES (5), (99) AS v(n) WHERE n = (SELECT max(id) FROM @)"
  )

  private val refused = Seq(
    "SELECT count(*) FROM @ WHERE id > 5",
    "SELECT sum(id) FROM @",
    "SELECT count(DISTINCT name) FROM @",
    "SELECT max(id % 3) FROM @",
    "SELECT name, count(*) FROM @ GROUP BY name",
    "SELECT count(*) FILTER (WHERE id > 3) FROM @"
  )

  private val ofPartitions = Seq(
    "SELECT part, count(*), max(id) FROM @ GROUP BY part",
    "SELECT count(*), max(part) FROM @ WHERE part = 1",
    "SELECT max(id) FROM @ WHERE part IN (0, 2) OR part > 1",
    "SELECT count(*) FROM @ WHERE part = 17",
    "SELECT count(*), MAX(PART), min(Name) FROM @ WHERE PART = 1 OR Part = 2",
    "SELECT part, min(name) FROM @ WHERE part <> 1 GROUP BY part"
  )

  test("a table") {
    withTable(s"USING pq2 AS $rows") { table =>
      answered.foreach(check(table, _))
      refused.foreach(check(table, _, pushed = false))
    }
  }

  test("a table with partitions") {
    withTable(s"USING pq2 PARTITIONED BY (part) AS $rows") { table =>
      (answered ++ ofPartitions).foreach(check(table, _))
      refused.foreach(check(table, _, pushed = false))
      check(table, "SELECT count(*) FROM @ WHERE part = (SELECT min(part) FROM @)", pushed = true)
      spark.sql("ALTER TABLE counted DROP PARTITION (part = 1)")
      ofPartitions.foreach(check(table, _))
    }
  }

  test("a table with buckets, and a table without files") {
    withTable(s"USING pq2 CLUSTERED BY (id) INTO 3 BUCKETS AS $rows")(table => answered.foreach(check(table, _)))
    withTable(s"USING pq2 AS SELECT * FROM ($rows) WHERE id < 0")(table => answered.foreach(check(table, _)))
    withTable("(id BIGINT, name STRING, price DECIMAL(12, 3), some BIGINT, part INT) USING pq2 PARTITIONED BY (part)") {
      table =>
        // An adaptive plan drops groups of no rows.
        withConf("spark.sql.adaptive.enabled" -> "false")((answered ++ ofPartitions).foreach(check(table, _)))
    }
  }

  test("SQL on a path, and reads by V1") {
    val path = newPath("path")
    spark.sql(rows).write.partitionBy("part").format("pq2").save(path)
    (answered ++ ofPartitions).foreach(check(s"pq2.`$path`", _))
  }

  test("a table of the built-in source, if pq2 replaces it") {
    withTable(s"USING parquet PARTITIONED BY (part) AS $rows") { table =>
      assert(!isPushed(spark.sql(s"SELECT count(*) FROM $table")))
      withConf("spark.pq2.replace.parquet" -> "true")((answered ++ ofPartitions).foreach(check(table, _)))
      assert(!isPushed(spark.sql(s"SELECT count(*) FROM $table")))
    }
  }

  test("columns that were added later") {
    withTable(s"USING pq2 AS $rows") { table =>
      spark.sql("ALTER TABLE counted ADD COLUMNS (added INT)")
      spark.sql("ALTER TABLE counted ADD COLUMNS (number INT DEFAULT 41, word STRING DEFAULT 'x')")
      spark.sql("INSERT INTO counted VALUES (1000, 'n', 1.5, 3, 7, 8, 9, 'y')")
      check(table, "SELECT count(added), max(added), count(number), min(number), max(number), min(word) FROM @")
    }
  }

  test("files in the plan, metadata columns, and cached tables") {
    withTable(s"USING pq2 AS $rows") { table =>
      assert(spark.sql(s"SELECT max(id) FROM $table").inputFiles.nonEmpty)
      check(table, "SELECT max(_metadata.row_index), count(DISTINCT _metadata.file_path) FROM @", pushed = false)
      spark.sql(s"CACHE TABLE $table")
      assert(!isPushed(spark.sql(s"SELECT count(*) FROM $table")))
      spark.sql(s"UNCACHE TABLE $table")
      spark.sql(s"INSERT INTO $table SELECT max(id) + 1, 'new', 1, 1, 1 FROM $table")
      check(table, "SELECT count(*), max(id) FROM @")
    }
  }

  test("a partition without rows has no greatest value") {
    for (metadataOnly <- Seq("false", "true"))
      withConf("spark.sql.optimizer.metadataOnly" -> metadataOnly) {
        withTable("(col INT, part INT) USING pq2 PARTITIONED BY (part)") { table =>
          spark.sql(s"INSERT INTO $table PARTITION (part = 5) SELECT id FROM range(1, 1)")
          for (query <- Seq(s"SELECT max(part) FROM $table", s"SELECT max(col) FROM $table"))
            assert(spark.sql(query).collect().toSeq === Seq(Row(null)), s"$query, metadataOnly $metadataOnly")
        }
      }
  }
}
