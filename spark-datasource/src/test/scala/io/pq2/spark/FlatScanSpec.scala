package io.pq2.spark

import org.apache.spark.sql.functions._

/** Scans flat files of Spark's own writer. */
class FlatScanSpec extends SparkSpec {

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
    withConf("spark.sql.codegen.maxFields" -> "5") {
      assertSame(pq2(path), builtIn(path))
      assertSame(pq2V1(path), builtIn(path))
    }
  }

  test("a scan returns batches if whole-stage code can process its columns, in V1 and V2") {
    val wide = newPath("wide")
    val fields = (0 to 10).map(i => s"id + $i AS c$i")
    spark.range(10).selectExpr(fields :+ fields.mkString("STRUCT(", ", ", ") AS nested"): _*).write.parquet(wide)
    withConf("spark.sql.codegen.maxFields" -> "10") {
      for (read <- Seq(pq2 _, pq2V1 _)) {
        def inBatches(columns: Seq[String]): Boolean = {
          assertSame(read(wide).selectExpr(columns: _*), builtIn(wide).selectExpr(columns: _*))
          read(wide).selectExpr(columns: _*).queryExecution.sparkPlan.collectLeaves().head.supportsColumnar
        }
        assert(inBatches((0 to 8).map(i => s"c$i")))
        assert(!inBatches((0 to 10).map(i => s"c$i")))
        assert(inBatches((0 to 8).map(i => s"nested.c$i")))
        assert(!inBatches(Seq("nested")))
      }
    }
  }

  test("aggregates and joins of the scan are correct") {
    def summary(frame: org.apache.spark.sql.DataFrame) =
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
