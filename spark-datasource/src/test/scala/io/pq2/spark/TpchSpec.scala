package io.pq2.spark

import java.nio.charset.StandardCharsets.UTF_8

import scala.jdk.CollectionConverters._

import io.trino.tpch.TpchTable
import org.apache.spark.sql.execution.FileSourceScanExec
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanHelper
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.{DataFrame, SparkSession}

/** Runs the 22 queries of TPC-H with the parameters of the standard's validation, on paths by V2, tables by V1, and
  * tables of the built-in source that pq2 replaces. The results are those of the built-in source. `-Dpq2.tpch.scale=N`
  * sets the scale factor.
  */
class TpchSpec extends SparkSpec with AdaptiveSparkPlanHelper {

  private val scale = System.getProperty("pq2.tpch.scale", "0.1").toDouble

  private val tables = Map(
    "customer" ->
      ("c_custkey BIGINT, c_name STRING, c_address STRING, c_nationkey BIGINT, c_phone STRING, " +
        "c_acctbal DECIMAL(15,2), c_mktsegment STRING, c_comment STRING"),
    "lineitem" ->
      ("l_orderkey BIGINT, l_partkey BIGINT, l_suppkey BIGINT, l_linenumber INT, " +
        "l_quantity DECIMAL(15,2), l_extendedprice DECIMAL(15,2), l_discount DECIMAL(15,2), l_tax DECIMAL(15,2), " +
        "l_returnflag STRING, l_linestatus STRING, l_shipdate DATE, l_commitdate DATE, l_receiptdate DATE, " +
        "l_shipinstruct STRING, l_shipmode STRING, l_comment STRING"),
    "nation" -> "n_nationkey BIGINT, n_name STRING, n_regionkey BIGINT, n_comment STRING",
    "orders" ->
      ("o_orderkey BIGINT, o_custkey BIGINT, o_orderstatus STRING, o_totalprice DECIMAL(15,2), " +
        "o_orderdate DATE, o_orderpriority STRING, o_clerk STRING, o_shippriority INT, o_comment STRING"),
    "part" ->
      ("p_partkey BIGINT, p_name STRING, p_mfgr STRING, p_brand STRING, p_type STRING, p_size INT, " +
        "p_container STRING, p_retailprice DECIMAL(15,2), p_comment STRING"),
    "partsupp" ->
      ("ps_partkey BIGINT, ps_suppkey BIGINT, ps_availqty INT, ps_supplycost DECIMAL(15,2), " +
        "ps_comment STRING"),
    "region" -> "r_regionkey BIGINT, r_name STRING, r_comment STRING",
    "supplier" ->
      ("s_suppkey BIGINT, s_name STRING, s_address STRING, s_nationkey BIGINT, s_phone STRING, " +
        "s_acctbal DECIMAL(15,2), s_comment STRING")
  )

  private def rows(table: String): DataFrame = {
    import spark.implicits._
    val parts = if (Set("nation", "region")(table)) 1 else 2
    val factor = scale
    val lines = spark.sparkContext.parallelize(1 to parts, parts).flatMap { part =>
      TpchTable.getTable(table).createGenerator(factor, part, parts).asScala.map(_.toLine)
    }
    spark.read.schema(tables(table)).option("sep", "|").csv(spark.createDataset(lines))
  }

  /** A session whose names of tables are those of the queries. */
  private case class Reader(name: String, session: SparkSession, scan: String)

  private lazy val builtIn = Reader("the built-in source", session("tpch_parquet"), "FileSourceScanExec")

  private lazy val readers = {
    val byV2 = spark.newSession()
    tables.keys.foreach { table =>
      byV2.read.format("pq2").load(location("tpch_pq2", table)).createOrReplaceTempView(table)
    }
    val replacing = session("tpch_parquet")
    replacing.conf.set("spark.pq2.replace.parquet", "true")
    Seq(
      Reader("V2", byV2, "BatchScanExec"),
      Reader("V1", session("tpch_pq2"), "Pq2FileSourceScanExec"),
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
    for (table <- tables.keys; source = rows(table).cache()) {
      for (format <- Seq("pq2", "parquet")) source.write.format(format).saveAsTable(s"tpch_$format.$table")
      source.unpersist()
    }
  }

  override protected def afterAll(): Unit =
    try for (format <- Seq("pq2", "parquet")) spark.sql(s"DROP DATABASE IF EXISTS tpch_$format CASCADE")
    finally super.afterAll()

  private def query(number: Int): String = {
    val file = getClass.getResourceAsStream(f"/tpch/q$number%02d.sql")
    try new String(file.readAllBytes(), UTF_8)
    finally file.close()
  }

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
      val sql = query(number)
      val (expected, scans) = run(builtIn, sql)
      assert(expected.nonEmpty && scans === Set(builtIn.scan))
      for (reader <- readers) {
        val (found, ofPq2) = run(reader, sql)
        assert(found === expected, reader.name)
        assert(ofPq2 === Set(reader.scan), reader.name)
      }
    }
}
