package io.pq2.spark

import java.lang.ProcessBuilder.Redirect
import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit

import org.apache.spark.launcher.JavaModuleOptions
import org.apache.spark.sql.SparkSession

/** Queries that keep many long strings in memory, and writes of long rows, succeed in a process of 512 MB, in which
  * those of the built-in source do too.
  */
@ClustersPart
class SmallHeapSpec extends SparkSpec {

  private val log = Path.of("target", "small-heap.log").toAbsolutePath

  /** Returns the answer of a query in a process of its own, whose driver and tasks share the heap. */
  private def answer(settings: (String, String)*)(tables: Seq[String], query: String): String = {
    val java = Path.of(System.getProperty("java.home"), "bin", "java").toString
    val result = Path.of(newPath("answer"))
    val command = (java +: JavaModuleOptions.defaultModuleOptionArray.toSeq) ++
      // G1, because only its regions are larger than what they hold.
      Seq("-Xmx512m", "-XX:TieredStopAtLevel=1", "-XX:+UseG1GC", "-cp", System.getProperty("java.class.path")) ++
      Seq("io.pq2.spark.SmallHeapSpec", result.toString, tables.mkString(","), query) ++
      settings.map { case (key, value) => s"$key=$value" }
    val process =
      new ProcessBuilder(command: _*).redirectErrorStream(true).redirectOutput(Redirect.to(log.toFile)).start()
    try assert(process.waitFor(180, TimeUnit.SECONDS), "the query does not end")
    finally process.destroyForcibly()
    withClue(Files.readString(log))(assert(process.exitValue === 0))
    Files.readString(result)
  }

  /** Writes a table with a string of some length in each row. */
  private def strings(name: String, rows: Int, step: Int, repeated: Int): String = {
    val path = newPath(name)
    spark.range(0, rows, 1, 2).selectExpr(
      s"REPEAT(MD5(CAST(id * $step % $rows AS STRING)), $repeated) AS k",
      "id % 100 AS x"
    ).write.format("pq2").option("compression", "zstd").option("parquet.enable.dictionary", "false").save(path)
    path
  }

  test("groups of long strings") {
    val rows = 150000
    val path = strings("groups", rows, 1, 125)
    for (key <- Seq("k", "UPPER(k)")) {
      val query = s"SELECT COUNT(*), SUM(x) FROM (SELECT $key AS k, SUM(x) AS x FROM t0 GROUP BY $key)"
      assert(answer("spark.sql.shuffle.partitions" -> "50")(Seq(path), query) === s"[$rows,${rows / 100 * 4950}]")
    }
  }

  test("keys of a shuffled join that are long strings") {
    val rows = 200000
    val tables = Seq(strings("large", rows, 3, 8), strings("small", rows, 1, 8))
    val query = "SELECT COUNT(*), SUM(t1.x) FROM t0 JOIN t1 ON t0.k = t1.k WHERE t1.x < 50"
    val expected = s"[${rows / 2},${rows / 100 * 1225}]"
    for (maxResultSize <- Seq("1g", "1m"))
      assert(
        answer(
          "spark.sql.autoBroadcastJoinThreshold" -> "-1",
          "spark.sql.shuffle.partitions" -> "8",
          "pq2.runtimeFilters.minBytes" -> "0",
          "spark.driver.maxResultSize" -> maxResultSize
        )(tables, query) === expected
      )
  }

  test("long rows after a short one are written") {
    val path = newPath("written")
    val table = s"SELECT id, IF(id < 1, ARRAY(0L), ARRAY_REPEAT(id, 100000)) AS s FROM RANGE(0, 1500, 1, 1)"
    val query = s"INSERT OVERWRITE DIRECTORY '$path' USING pq2 $table"
    answer()(Nil, query)
    assert(pq2(path).selectExpr("SUM(SIZE(s))").head().getLong(0) === 149900001L)
  }
}

/** Runs one query of views of pq2, and writes its only row, if any, to a file. */
object SmallHeapSpec {

  /** @param args the file, the paths of the views `t0`, `t1` and so on, the query, and settings */
  def main(args: Array[String]): Unit = {
    val builder = SparkSession.builder().master("local[2]").config("spark.ui.enabled", "false")
      .config("spark.sql.extensions", "io.pq2.spark.Pq2SessionExtensions")
    args.drop(3).foreach { setting =>
      builder.config(setting.takeWhile(_ != '='), setting.dropWhile(_ != '=').tail)
    }
    val session = builder.getOrCreate()
    args(1).split(",").filter(_.nonEmpty).zipWithIndex.foreach { case (path, i) =>
      session.read.format("pq2").load(path).createOrReplaceTempView(s"t$i")
    }
    val row = session.sql(args(2)).collect().headOption
    Files.writeString(Path.of(args(0)), row.mkString)
    session.stop()
  }
}
