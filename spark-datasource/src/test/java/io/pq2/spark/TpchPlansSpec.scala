package io.pq2.spark

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.catalyst.optimizer.{BuildLeft, BuildSide}
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.execution.exchange.ReusedExchangeExec
import org.apache.spark.sql.execution.joins.{BroadcastHashJoinExec, BroadcastNestedLoopJoinExec}
import org.apache.spark.sql.execution.{FileSourceScanExec, SparkPlan}

/** Compares which tables TPC-H's queries broadcast with what Spark decides by the sizes of files. The threshold of
  * broadcasts is scaled like the data. docs/design/statistics.md has the table; `-Dpq2.docs=write` writes it.
  */
class TpchPlansSpec extends SparkSpec {

  private val Scale = 0.02

  private val Page = Path.of("..", "..", "docs", "design", "statistics.md")

  private val Header = "| query | built-in source | built-in source, pq2's files | pq2, file sizes | pq2, footers |\n"

  private def path(format: String, table: String) = s"$directory/$format/$table"

  override protected def beforeAll(): Unit = {
    super.beforeAll()
    for (table <- TpchTables.columns.keys; source = TpchTables.rows(spark, table, Scale).coalesce(1).cache()) {
      for (format <- Seq("pq2", "parquet")) source.write.format(format).save(path(format, table))
      source.unpersist()
    }
  }

  private def session(source: String, files: String, settings: (String, String)*): SparkSession = {
    val session = spark.newSession()
    session.conf.set("spark.sql.adaptive.enabled", "false")
    // The broadcasts that they reuse would count twice.
    session.conf.set("pq2.runtimeFilters", "false")
    // Joins on batches are other nodes.
    session.conf.set("spark.pq2.batchJoins", "false")
    session.conf.set("spark.sql.autoBroadcastJoinThreshold", (10 * 1024 * 1024 * Scale).toLong.toString)
    settings.foreach { case (key, value) => session.conf.set(key, value) }
    TpchTables.columns.keys.foreach { table =>
      session.read.format(source).load(path(files, table)).createOrReplaceTempView(table)
    }
    session
  }

  /** Returns the prefixes of the columns of all scans below a node, which name the tables. */
  private def tables(plan: SparkPlan): Seq[String] = {
    def prefix(output: Seq[Attribute]) = output.headOption.map(_.name.takeWhile(_ != '_')).toSeq
    plan match {
      case scan: BatchScanExec        => prefix(scan.output)
      case scan: FileSourceScanExec   => prefix(scan.output)
      case reused: ReusedExchangeExec => tables(reused.child)
      case other                      => other.children.flatMap(tables)
    }
  }

  /** Returns the tables that a query broadcasts, sorted. */
  private def broadcasts(session: SparkSession, number: Int): String = {
    def built(left: SparkPlan, right: SparkPlan, side: BuildSide) =
      tables(if (side == BuildLeft) left else right).sorted.mkString("⋈")
    val plan = session.sql(TpchTables.query(number)).queryExecution.executedPlan
    plan.collectWithSubqueries {
      case join: BroadcastHashJoinExec       => built(join.left, join.right, join.buildSide)
      case join: BroadcastNestedLoopJoinExec => built(join.left, join.right, join.buildSide)
    }.sorted.mkString(" ")
  }

  test("no broadcast depends on codecs or writers, and the documentation has all of them") {
    val readers = Seq(
      session("parquet", "parquet"),
      session("parquet", "pq2"),
      session("pq2", "pq2", "pq2.statistics.maxFooters" -> "0"),
      session("pq2", "pq2")
    )
    val others = Seq(
      session("pq2", "parquet"),
      session("pq2", "pq2", "spark.sql.sources.useV1SourceList" -> "pq2"),
      session("pq2", "parquet", "spark.sql.sources.useV1SourceList" -> "pq2")
    )
    val rows = (1 to 22).map { number =>
      val found = readers.map(broadcasts(_, number))
      others.foreach(other => assert(broadcasts(other, number) === found.last, s"query $number"))
      found.mkString(s"| Q$number | ", " | ", " |\n").replace("  |", " |")
    }
    val table = rows.mkString(s"$Header|---|---|---|---|---|\n", "", "")
    val page = Files.readString(Page)
    val start = page.indexOf(Header)
    val documented = page.substring(start, page.indexOf("\n\n", start) + 1)
    if (System.getProperty("pq2.docs") == "write") Files.write(Page, page.replace(documented, table).getBytes(UTF_8))
    // Other versions of Spark push other filters down.
    else if (isSpark("4.2")) assert(documented === table)
  }
}
