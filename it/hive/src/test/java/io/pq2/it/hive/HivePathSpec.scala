package io.pq2.it.hive

import java.nio.file.Files
import java.util.regex.Pattern

import io.pq2.io.LocalOutputFile
import io.pq2.record.RecordWriter
import io.pq2.schema.SchemaText
import io.pq2.spark.internal.replace.ReplacingFileFormat
import io.pq2.write.WriteOptions
import org.apache.spark.sql.catalyst.plans.logical.CacheTableAsSelect
import org.apache.spark.sql.execution.FileSourceScanExec
import org.apache.spark.sql.execution.command.ExplainCommand
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.{AnalysisException, DataFrame, Row, SparkSession}

/** Paths that a session with Hive support reads: Spark's analyzer of these sessions differs from the usual one. */
class HivePathSpec extends HiveSpec {

  private lazy val folder = {
    val path = Files.createDirectories(directory.resolve("uuids"))
    val writer = RecordWriter.create(
      LocalOutputFile.of(path.resolve("a.parquet")),
      SchemaText.parse("message m { required fixed_len_byte_array(16) u (UUID); }"),
      WriteOptions.DEFAULT
    )
    try {
      val record = writer.record()
      record.setBinary("u", Array.fill[Byte](16)(-1))
      writer.write(record)
    } finally writer.close()
    path.toString
  }

  private val ways = Seq[(String, SparkSession => DataFrame)](
    "spark.read" -> (_.read.parquet(folder)),
    "spark.read with mergeSchema" -> (_.read.option("mergeSchema", "true").parquet(folder)),
    "SQL on a path" -> (_.sql(s"SELECT * FROM parquet.`$folder`")),
    "a view" -> { session =>
      session.sql(s"CREATE OR REPLACE TEMPORARY VIEW uuids USING parquet OPTIONS (path '$folder')")
      session.table("uuids")
    }
  )

  for {
    (way, read) <- ways
    list <- Seq("parquet", "")
  }
    test(s"the first query of a session infers the schema by pq2: $way, V1 sources: '$list'") {
      // A new session has an analyzer of its own.
      val session = spark.newSession()
      session.conf.set("spark.sql.sources.useV1SourceList", list)
      session.conf.set("spark.pq2.replace.parquet", "true")
      val frame = read(session)
      assert(frame.collect().toSeq === Seq(Row("ffffffff-ffff-ffff-ffff-ffffffffffff")))
      val plan = frame.queryExecution.executedPlan
      val byPq2 = collectWithSubqueries(plan) {
        case scan: FileSourceScanExec => scan.getClass.getName
        case scan: BatchScanExec      => scan.scan.getClass.getName
      }
      assert(byPq2.size === 1 && byPq2.forall(_.startsWith("io.pq2.")), plan)
      session.conf.set("spark.pq2.replace.parquet", "false")
      intercept[Exception](read(session).collect())
    }

  test("a parsed statement has pq2's source for each path that it reads, wherever that stands") {
    val session = spark.newSession()
    session.conf.set("spark.pq2.replace.parquet", "true")
    val path = s"parquet.`$folder`"
    def parsed(statement: String) = session.sessionState.sqlParser.parsePlan(statement)
    Seq(
      s"SELECT * FROM $path",
      s"SELECT u FROM $path UNION ALL SELECT u FROM $path",
      s"SELECT (SELECT count(*) FROM $path) AS n",
      s"SELECT 1 WHERE EXISTS (SELECT * FROM $path) OR 1 IN (SELECT u FROM $path)",
      s"WITH uuids AS (SELECT * FROM $path) SELECT * FROM uuids",
      s"EXPLAIN SELECT * FROM $path",
      s"CREATE TABLE copied USING parquet AS SELECT * FROM $path",
      s"INSERT INTO written SELECT * FROM $path",
      s"CACHE TABLE cached AS SELECT * FROM $path"
    ).foreach { statement =>
      val text = parsed(statement) match {
        case explain: ExplainCommand   => explain.logicalPlan.treeString
        case cache: CacheTableAsSelect => cache.plan.treeString
        case other                     => other.treeString
      }
      def count(relation: String) = text.split(Pattern.quote(relation), -1).length - 1
      val reads = statement.split(folder, -1).length - 1
      assert(count(s"[${classOf[ReplacingFileFormat].getName}, $folder]") === reads, text)
      assert(count(s"[parquet, $folder]") === 0, text)
    }
    assert(parsed("INSERT INTO parquet.`/x` SELECT 1").treeString.contains("[parquet, /x]"))
    val unchanged = "SELECT * FROM names n JOIN other.names o ON n.id = o.id WHERE n.name = 'x'"
    assert(parsed(unchanged) === spark.sessionState.sqlParser.parsePlan(unchanged))
  }

  test("a wrong option of a read fails when the read is declared") {
    val session = spark.newSession()
    def read(option: String) = session.read.format("pq2").option(option, "true").load(folder)
    assert(read("pq2.aggregates").count() === 1)
    val error = intercept[AnalysisException](read("pq2.agregates"))
    assert(error.getMessage.contains("pq2.aggregates"), error.getMessage)
  }
}
