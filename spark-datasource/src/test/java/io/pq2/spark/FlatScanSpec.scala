package io.pq2.spark

import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanHelper
import org.apache.spark.sql.functions._

/** Scans flat files of Spark's own writer. */
@CorePart
class FlatScanSpec extends SparkSpec with AdaptiveSparkPlanHelper {

  private var path: String = _

  override protected def beforeAll(): Unit = {
    super.beforeAll()
    path = newPath("flat")
    spark
      .range(6000)
      .select(
        col("id"),
        (col("id") % 7 === 0).as("flag"),
        (col("id") % 256 - 128).cast("byte").as("tiny"),
        (col("id") - 3000).cast("short").as("small"),
        when(col("id") % 5 =!= 0, col("id").cast("int")).as("int"),
        when(col("id") % 3 =!= 0, col("id") * 1000000007L).as("long"),
        (col("id") / 3.0f).cast("float").as("float"),
        when(col("id") % 11 =!= 0, col("id") / 7.0).as("double"),
        when(col("id") % 13 =!= 0, concat(lit("text "), col("id") % 50)).as("few"),
        concat(lit("a longer text "), col("id")).as("many"),
        encode(concat(lit("bytes "), col("id")), "UTF-8").as("binary"),
        (col("id") / 100).cast("decimal(9,2)").as("dec9"),
        (col("id") * 1234567).cast("decimal(18,4)").as("dec18"),
        when(col("id") % 4 =!= 0, (col("id") * 1234567).cast("decimal(38,10)")).as("dec38"),
        date_add(lit("1969-12-01").cast("date"), col("id").cast("int")).as("date"),
        timestamp_micros(col("id") * 1234567891L - 5000000000L).as("timestamp"),
        timestamp_micros(col("id") * 1234567L).cast("timestamp_ntz").as("ntz")
      )
      .repartition(3)
      .write
      .parquet(path)
  }

  test("V2 returns the rows of Spark's own source") {
    assertSame(pq2(path), builtIn(path))
  }

  test("V1 returns the rows of Spark's own source") {
    assertSame(pq2V1(path), builtIn(path))
  }

  test("V2 counts rows without reading a column") {
    assert(pq2(path).count() === 6000)
  }

  test("columns are read in any order") {
    for (columns <- Seq(Seq("few"), Seq("double", "id"), Seq("dec38", "timestamp", "int"))) {
      assertSame(pq2(path).select(columns.map(col): _*), builtIn(path).select(columns.map(col): _*))
      assertSame(pq2V1(path).select(columns.map(col): _*), builtIn(path).select(columns.map(col): _*))
    }
  }

  test("rows are the same without batches") {
    for (key <- Seq("spark.sql.parquet.enableVectorizedReader", "spark.sql.codegen.wholeStage"))
      withConf(key -> "false") {
        assertSame(pq2(path), builtIn(path))
        assertSame(pq2V1(path), builtIn(path))
      }
  }

  test("rows are the same with more columns than whole-stage code can process") {
    withConf("spark.sql.codegen.maxFields" -> "5") {
      assertSame(pq2(path), builtIn(path))
      assertSame(pq2V1(path), builtIn(path))
    }
  }

  /** A table of 11 numbers and a struct of them, in which whole-stage code can process 10 columns. */
  private def withWideTable(body: String => Unit): Unit = {
    val wide = newPath("wide")
    val fields = (0 to 10).map(i => s"id + $i AS c$i")
    spark.range(10).selectExpr(fields :+ fields.mkString("STRUCT(", ", ", ") AS nested"): _*).write.parquet(wide)
    withConf("spark.sql.codegen.maxFields" -> "10")(body(wide))
  }

  private def inBatches(frame: DataFrame): Boolean =
    frame.queryExecution.sparkPlan.collectLeaves().head.supportsColumnar

  test("a scan by V1 returns batches if whole-stage code can process its columns") {
    withWideTable { wide =>
      def inBatchesOf(columns: Seq[String]): Boolean = {
        assertSame(pq2V1(wide).selectExpr(columns: _*), builtIn(wide).selectExpr(columns: _*))
        inBatches(pq2V1(wide).selectExpr(columns: _*))
      }
      assert(inBatchesOf((0 to 8).map(i => s"c$i")))
      assert(!inBatchesOf((0 to 10).map(i => s"c$i")))
      assert(inBatchesOf((0 to 8).map(i => s"nested.c$i")))
      assert(!inBatchesOf(Seq("nested")))
    }
  }

  test("a scan by V2 returns batches of any number of columns, whose rows are converted once") {
    withWideTable { wide =>
      for (columns <- Seq((0 to 10).map(i => s"c$i"), Seq("nested"), Seq("*"))) {
        val frame = pq2(wide).selectExpr(columns: _*)
        assertSame(frame, builtIn(wide).selectExpr(columns: _*))
        assert(inBatches(frame))
        val nodes = frame.queryExecution.executedPlan.collect { case node => node.getClass.getSimpleName }
        assert(nodes === Seq("ColumnarToRowExec", "BatchScanExec"))
      }
    }
  }

  test("filters and aggregates of many columns by V2 work on batches") {
    withWideTable { wide =>
      val all = (0 to 10).map(i => s"c$i")
      def nodes(query: DataFrame => DataFrame): Seq[String] = {
        assertSame(query(pq2(wide)), query(builtIn(wide)))
        val found = query(pq2(wide))
        found.collect()
        collect(found.queryExecution.executedPlan) { case node => node.getClass.getSimpleName }
      }
      assert(nodes(_.where("c3 IN (5, 7) OR c4 = 6")).contains("Pq2FilterExec"))
      assert(nodes(_.where("c3 IN (5, 7) AND hash(c4) % 2 = c5 % 3")).count(_.endsWith("FilterExec")) === 2)
      assert(nodes(_.where("c3 < 9").selectExpr(all.map(name => s"sum($name) AS $name"): _*))
        .contains("Pq2PartialAggregateExec"))
    }
  }

  test("aggregates and joins of the scan are correct") {
    def summary(frame: DataFrame) =
      frame.groupBy("few").agg(sum("long"), max("dec38"), min("date"), count("int"), sum("dec9")).orderBy("few")
    assertSame(summary(pq2(path)), summary(builtIn(path)))
    assertSame(summary(pq2V1(path)), summary(builtIn(path)))
    val joined = pq2(path).as("a").join(pq2V1(path).as("b"), col("a.id") === col("b.id")).where("a.few = b.few")
    assert(joined.count() === builtIn(path).where("few is not null").count())
  }

  test("several splits of one file return each row once") {
    withConf("spark.sql.files.maxPartitionBytes" -> "10000") {
      assertSame(pq2(path), builtIn(path))
      assertSame(pq2V1(path), builtIn(path))
    }
  }
}
