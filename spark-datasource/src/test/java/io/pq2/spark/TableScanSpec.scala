package io.pq2.spark

import org.apache.spark.sql.functions._

/** Scans tables with partitions, metadata columns, catalog entries and evolving schemas. */
@CorePart
class TableScanSpec extends SparkSpec {

  private def people(path: String): String = {
    spark
      .range(300)
      .select(
        col("id"),
        concat(lit("name "), col("id") % 20).as("name"),
        (col("id") % 3).cast("int").as("year"),
        when(col("id") % 2 === 0, "even").otherwise(null).as("kind")
      )
      .write
      .partitionBy("year", "kind")
      .parquet(path)
    path
  }

  test("partition columns come from the paths") {
    val path = people(newPath("partitions"))
    assertSame(pq2(path), builtIn(path))
    assertSame(pq2V1(path), builtIn(path))
    for (query <- Seq("year = 1", "kind = 'even' and id > 20", "kind is null", "year = 7")) {
      assertSame(pq2(path).where(query), builtIn(path).where(query))
      assertSame(pq2V1(path).where(query), builtIn(path).where(query))
    }
    assertSame(pq2(path).select("kind", "id"), builtIn(path).select("kind", "id"))
    assertSame(pq2(path).select("year").distinct(), builtIn(path).select("year").distinct())
    withConf("spark.sql.parquet.enableVectorizedReader" -> "false") {
      assertSame(pq2(path), builtIn(path))
      assertSame(pq2V1(path), builtIn(path))
    }
  }

  test("V2 has the metadata column") {
    val path = people(newPath("metadata"))
    val columns =
      Seq("id", "_metadata.file_path", "_metadata.file_name", "_metadata.file_modification_time", "_metadata.row_index")
    for (vectorized <- Seq("true", "false"))
      withConf("spark.sql.parquet.enableVectorizedReader" -> vectorized) {
        assertSame(pq2(path).selectExpr(columns: _*), builtIn(path).selectExpr(columns: _*))
        assertSameRows(pq2(path).selectExpr("_metadata"), builtIn(path).selectExpr("_metadata"))
        assertSame(pq2(path).where("_metadata.row_index = 3"), builtIn(path).where("_metadata.row_index = 3"))
      }
    assert(pq2(path).columns === builtIn(path).columns)
  }

  test("V1 has the metadata column with the row index") {
    val path = people(newPath("metadata"))
    val columns = Seq("id", "_metadata.file_path", "_metadata.file_name", "_metadata.file_size", "_metadata.row_index")
    assertSame(pq2V1(path).selectExpr(columns: _*), builtIn(path).selectExpr(columns: _*))
    val filtered = "_metadata.row_index = 3"
    assertSame(pq2V1(path).where(filtered), builtIn(path).where(filtered))
    withConf("spark.sql.parquet.enableVectorizedReader" -> "false") {
      assertSame(pq2V1(path).selectExpr(columns: _*), builtIn(path).selectExpr(columns: _*))
    }
  }

  test("dropped rows do not change the row index of the others") {
    val path = newPath("gaps")
    spark.range(0, 30000, 1, 1).selectExpr(
      "id",
      "hash(id) % 100 AS noise",
      "cast(id AS string) AS text"
    ).write.parquet(path)
    val columns = Seq("id", "text", "_metadata.row_index")
    for (condition <- Seq("noise = 7", "noise > 3", "id > 12345 AND noise < 50", "noise IS NULL")) {
      assertSame(
        pq2(path).where(condition).selectExpr(columns: _*),
        builtIn(path).where(condition).selectExpr(columns: _*)
      )
      assertSame(
        pq2V1(path).where(condition).selectExpr(columns: _*),
        builtIn(path).where(condition).selectExpr(columns: _*)
      )
    }
  }

  test("input_file_name is known") {
    val path = people(newPath("input"))
    assertSame(pq2(path).select(input_file_name()), builtIn(path).select(input_file_name()))
  }

  test("a catalog table on a location returns the defaults of added columns") {
    val path = newPath("table")
    spark.range(10).selectExpr("id", "named_struct('a', id, 'b', 'x') as s").write.parquet(path)
    spark.sql(s"CREATE TABLE located USING pq2 LOCATION '$path'")
    assertSameRows(spark.table("located"), builtIn(path))
    assertSameRows(spark.table("located").select("s.b"), builtIn(path).select("s.b"))
    spark.sql("ALTER TABLE located ADD COLUMNS (extra INT)")
    assertSameRows(spark.table("located").select("extra").distinct(), spark.sql("SELECT CAST(NULL AS INT)"))
    spark.sql("ALTER TABLE located ADD COLUMNS (number INT DEFAULT 41, text STRING DEFAULT 'none', " +
      "price DECIMAL(30, 2) DEFAULT 1.5, day DATE DEFAULT DATE'2020-02-29')")
    val expected = spark.sql("SELECT 41, 'none', CAST(1.5 AS DECIMAL(30, 2)), DATE'2020-02-29'")
    assertSameRows(spark.table("located").select("number", "text", "price", "day").distinct(), expected)
    spark.sql("DROP TABLE located")
  }

  test("the session decides the case sensitivity of names") {
    val path = newPath("case")
    spark.range(5).selectExpr("id as Id", "named_struct('Aa', id) as S").write.parquet(path)
    def read(format: String) = spark.read.schema("iD bigint, s struct<aA: bigint>").format(format).load(path)
    assertSame(read("pq2"), read("parquet"))
    withConf("spark.sql.caseSensitive" -> "true") {
      assertSame(read("pq2"), read("parquet"))
      assert(read("pq2").where("iD is not null").count() === 0)
    }
  }

  test("two fields that match one name are an error") {
    val path = newPath("ambiguous")
    withConf("spark.sql.caseSensitive" -> "true") {
      spark.range(5).selectExpr("id as a", "id + 1 as A").write.parquet(path)
    }
    val error = intercept[Exception](spark.read.schema("a bigint").format("pq2").load(path).collect())
    assert(causes(error).exists(_.contains("""Found duplicate field(s) "a": [a, A]""")), causes(error))
  }

  private def causes(error: Throwable): Seq[String] =
    Iterator.iterate(error)(_.getCause).takeWhile(_ != null).map(_.toString).toSeq

  test("fields are matched by id if the session enables it") {
    val path = newPath("ids")
    val numbered = new org.apache.spark.sql.types.MetadataBuilder().putLong("parquet.field.id", 7).build()
    spark.range(5).select(col("id").as("old", numbered)).write.parquet(path)
    val schema = new org.apache.spark.sql.types.StructType().add("renamed", "bigint", nullable = true, numbered)
    def read(format: String) = spark.read.schema(schema).format(format).load(path)
    withConf("spark.sql.parquet.fieldId.read.enabled" -> "true") {
      assertSame(read("pq2"), read("parquet"))
      assert(read("pq2").where("renamed is not null").count() === 5)
    }
  }

  test("filters apply to fields that are matched by id") {
    def numbered(id: Long) = new org.apache.spark.sql.types.MetadataBuilder().putLong("parquet.field.id", id).build()
    val path = newPath("swapped")
    spark.range(5).select(col("id").as("a", numbered(1)), (col("id") + 100).as("b", numbered(2))).write.parquet(path)
    val swapped = new org.apache.spark.sql.types.StructType()
      .add("b", "bigint", nullable = true, numbered(1))
      .add("a", "bigint", nullable = true, numbered(2))
    withConf("spark.sql.parquet.fieldId.read.enabled" -> "true") {
      assert(spark.read.schema(swapped).format("pq2").load(path).where("a >= 100").count() === 5)
      assert(spark.read.schema(swapped).format("pq2").load(path).where("b < 100").count() === 5)
      assert(spark.read.schema(swapped).format("pq2").load(path).where("b >= 100").count() === 0)
    }
  }

  test("filters on narrowed columns do not use the min and max of the wider values") {
    val path = newPath("narrowed")
    spark.range(256, 260).selectExpr("cast(id as int) as n").write.parquet(path)
    for (narrow <- Seq("n tinyint", "n smallint")) {
      def read = spark.read.schema(narrow).format("pq2").load(path)
      val all = read.collect().map(_.getAs[Number](0).longValue).sorted.toSeq
      val filtered = read.where(s"n = ${all.head}").collect().map(_.getAs[Number](0).longValue).toSeq
      assert(filtered === all.take(1), narrow)
    }
  }

  test("schemas are merged on demand") {
    val path = newPath("merge")
    spark.range(3).selectExpr("id", "named_struct('a', id) as s").write.parquet(path)
    spark.range(3).selectExpr(
      "id",
      "named_struct('a', id, 'b', 'x') as s",
      "1.5d as d"
    ).write.mode("append").parquet(path)
    def read(format: String) = spark.read.option("mergeSchema", "true").format(format).load(path)
    assertSame(read("pq2"), read("parquet"))
  }

  test("a stream reads new files") {
    val path = newPath("stream")
    spark.range(5).write.parquet(path)
    val query = spark.readStream.schema("id bigint").format("pq2").load(path).writeStream
      .format("memory")
      .queryName("streamed")
      .start()
    try {
      query.processAllAvailable()
      spark.range(5, 9).write.mode("append").parquet(path)
      query.processAllAvailable()
      assertSameRows(spark.table("streamed"), spark.range(9).toDF())
    } finally
      query.stop()
  }
}
