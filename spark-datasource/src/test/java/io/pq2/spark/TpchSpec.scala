package io.pq2.spark

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.execution.FileSourceScanExec
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanHelper
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec

/** Runs the 22 queries of TPC-H with the parameters of the standard's validation, on paths by V2, tables by V1, and
  * tables of the built-in source that pq2 replaces. The results are those of the built-in source. The build runs each
  * query in two of the four ways. `-Dpq2.tpch.scale=N` sets the scale factor.
  */
class TpchSpec extends SparkSpec with AdaptiveSparkPlanHelper {

  private val scale = System.getProperty("pq2.tpch.scale", "0.03").toDouble

  private val tables = TpchTables.columns

  /** A session whose names of tables are those of the queries. */
  private case class Reader(name: String, session: SparkSession, scan: String)

  private lazy val builtIn = Reader("the built-in source", session("tpch_parquet"), "FileSourceScanExec")

  private lazy val readers = {
    val byV2 = spark.newSession()
    tables.keys.foreach { table =>
      byV2.read.format("pq2").load(location("tpch_pq2", table)).createOrReplaceTempView(table)
    }
    // Small tables are not broadcast, and scans wait for the keys of joins.
    val shuffling = session("tpch_pq2")
    shuffling.conf.set("spark.sql.autoBroadcastJoinThreshold", "200k")
    shuffling.conf.set("pq2.runtimeFilters.minBytes", "0")
    val replacing = session("tpch_parquet")
    replacing.conf.set("spark.pq2.replace.parquet", "true")
    Seq(
      Reader("V2", byV2, "BatchScanExec"),
      Reader("V1", session("tpch_pq2"), "Pq2FileSourceScanExec"),
      Reader("V1 with shuffled joins", shuffling, "Pq2FileSourceScanExec"),
      Reader("replaced tables", replacing, "Pq2FileSourceScanExec")
    )
  }

  private def session(database: String): SparkSession = {
    val session = spark.newSession()
    session.sql(s"USE $database")
    session
  }

  private def location(database: String, table: String): String =
    spark.sql(s"DESCRIBE EXTENDED $database.$table").where("col_name = 'Location'").head().getString(1)

  override protected def beforeAll(): Unit = {
    super.beforeAll()
    for (format <- Seq("pq2", "parquet")) spark.sql(s"CREATE DATABASE tpch_$format LOCATION '$directory/$format'")
    for (table <- tables.keys; source = TpchTables.rows(spark, table, scale).cache()) {
      for (format <- Seq("pq2", "parquet")) source.write.format(format).saveAsTable(s"tpch_$format.$table")
      source.unpersist()
    }
  }

  override protected def afterAll(): Unit =
    try for (format <- Seq("pq2", "parquet")) spark.sql(s"DROP DATABASE IF EXISTS tpch_$format CASCADE")
    finally super.afterAll()

  /** Returns the rows, in the order that the query asks for, and the classes of scans. */
  private def run(reader: Reader, sql: String): (Seq[String], Set[String]) = {
    val frame = reader.session.sql(sql)
    val rows = frame.collect().toSeq.map(_.toString)
    val scans = collectWithSubqueries(frame.queryExecution.executedPlan) {
      case scan: FileSourceScanExec => scan.getClass.getSimpleName
      case scan: BatchScanExec      => scan.getClass.getSimpleName
    }
    (rows, scans.toSet)
  }

  for (number <- 1 to 22)
    test(s"query $number") {
      val sql = TpchTables.query(number)
      val (expected, scans) = run(builtIn, sql)
      assert(expected.nonEmpty && scans === Set(builtIn.scan))
      for (reader <- some(readers, 2, number)) {
        val (found, ofPq2) = run(reader, sql)
        assert(found === expected, reader.name)
        assert(ofPq2 === Set(reader.scan), reader.name)
      }
    }
}
