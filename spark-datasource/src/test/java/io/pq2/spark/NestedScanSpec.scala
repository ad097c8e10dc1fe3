package io.pq2.spark

import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.functions._

/** Scans structs, arrays and maps, and parts of them. */
@CorePart
class NestedScanSpec extends SparkSpec {

  private var path: String = _

  override protected def beforeAll(): Unit = {
    super.beforeAll()
    path = newPath("nested")
    val id = col("id")
    val point = struct(id.as("x"), when(id % 3 =!= 0, id * 2).as("y"), concat(lit("p"), id % 9).as("label"))
    spark
      .range(5000)
      .select(
        id,
        when(id % 4 =!= 0, point).as("point"),
        struct(struct(when(id % 5 =!= 0, id.cast("int")).as("deep"), lit("c").as("const")).as("inner")).as("outer"),
        when(id % 6 =!= 0, sequence(lit(0L), id % 4)).as("numbers"),
        array(when(id % 2 === 0, concat(lit("s"), id % 5)), lit(null).cast("string")).as("strings"),
        transform(sequence(lit(0L), id % 3), i => struct(i.as("a"), when(i % 2 === 0, point).as("b"))).as("structs"),
        array(array(id, id + 1), when(id % 2 === 0, array(lit(0L)))).as("lists"),
        when(id % 7 =!= 0, map(concat(lit("k"), id % 3), id, lit("z"), lit(null).cast("long"))).as("dictionary"),
        map(id, point).as("points"),
        array().cast("array<double>").as("empty")
      )
      .repartition(2)
      .write
      .parquet(path)
  }

  private def assertSameBothWays(query: DataFrame => DataFrame): Unit = {
    assertSame(query(pq2(path)), query(builtIn(path)))
    assertSame(query(pq2V1(path)), query(builtIn(path)))
  }

  test("all columns equal those of Spark's own source") {
    assertSameBothWays(identity)
  }

  test("rows are the same without batches") {
    withConf("spark.sql.parquet.enableVectorizedReader" -> "false")(assertSameBothWays(identity))
    withConf("spark.sql.parquet.enableNestedColumnVectorizedReader" -> "false")(assertSameBothWays(identity))
  }

  test("single fields of structs are read") {
    assertSameBothWays(_.select("point.y"))
    assertSameBothWays(_.select("outer.inner.deep", "point.label", "id"))
    assertSameBothWays(_.select("structs.a"))
    assertSameBothWays(_.select(col("structs.b.label")))
    assertSameBothWays(_.select(map_values(col("points")).getField("x")))
    assertSameBothWays(_.where("point.x > 17").select("point.label"))
  }

  test("only the requested leaves are read") {
    val schema = "point struct<label: string>, structs array<struct<b: struct<x: bigint>>>"
    assert(readSchema(pq2(path).select("point.label", "structs.b.x")) === schemaText(schema))
    assert(readSchema(pq2V1(path).select("point.label", "structs.b.x")) === schemaText(schema))
  }

  private def schemaText(ddl: String): String = org.apache.spark.sql.types.StructType.fromDDL(ddl).catalogString

  private def readSchema(frame: DataFrame): String = {
    val plan = frame.queryExecution.executedPlan.collectLeaves().head
    val found = "ReadSchema: (struct<.*>)".r.findFirstMatchIn(plan.simpleString(1000))
    found.map(_.group(1)).getOrElse(fail(plan.simpleString(1000)))
  }

  test("explode, element access and aggregates return the same rows") {
    assertSameBothWays(_.select(col("id"), explode(col("structs")).as("s")).select("id", "s.a", "s.b.y"))
    assertSameBothWays(_.select(col("id"), explode(col("dictionary"))))
    assertSameBothWays(_.select(col("lists")(1)(0), col("dictionary")("k1"), size(col("numbers"))))
    assertSameBothWays(_.groupBy("point.label").agg(sum("outer.inner.deep"), max("strings")))
  }

  test("a sort and a shuffle copy the nested values") {
    assertSameBothWays(_.repartition(3, col("id")).sortWithinPartitions("id"))
  }

  test("struct fields that the file lacks are null") {
    val schema = "id bigint, point struct<x: bigint, missing: array<int>, label: string>, " +
      "structs array<struct<missing: string, a: bigint>>"
    def read(format: String) = spark.read.schema(schema).format(format).load(path)
    assertSame(read("pq2"), read("parquet"))
    assertSame(v1(schema), read("parquet"))
  }

  test("a struct without any requested field is null where the file's struct is null") {
    val schema = "id bigint, point struct<missing: int>, structs array<struct<missing: string>>, " +
      "outer struct<inner: struct<gone: date>>"
    for (legacy <- Seq("false", "true"))
      withConf("spark.sql.legacy.parquet.returnNullStructIfAllFieldsMissing" -> legacy) {
        def read(format: String) = spark.read.schema(schema).format(format).load(path)
        assertSame(read("pq2"), read("parquet"))
        assertSame(v1(schema), read("parquet"))
      }
  }

  private def v1(schema: String): DataFrame =
    withConf("spark.sql.sources.useV1SourceList" -> "pq2,parquet") {
      spark.read.schema(schema).format("pq2").load(path)
    }
}
