package io.pq2.spark

import java.nio.file.{Files, Path}

import io.pq2.io.LocalOutputFile
import io.pq2.record.RecordWriter
import io.pq2.schema.SchemaText
import io.pq2.write.WriteOptions
import org.apache.spark.sql.{DataFrame, Row}

/** Reads columns of the logical type UNKNOWN, which Spark names VOID. They hold nulls only. */
class NullTypeSpec extends SparkSpec {

  private val key = "spark.sql.parquet.reader.respectUnknownTypeAnnotation.enabled"

  private val physicalTypes = Seq("boolean", "int32", "int64", "float", "double", "binary")

  /** A file of another writer with a column of each physical type, also as the field of a struct. */
  private lazy val ofOther: String = {
    val folder = Files.createDirectories(Path.of(newPath("unknown")))
    val columns = physicalTypes.map(name => s"optional $name n_$name (UNKNOWN);").mkString
    val writer = RecordWriter.create(
      LocalOutputFile.of(folder.resolve("a.parquet")),
      SchemaText.parse(s"message m { required int64 id; $columns optional group s { optional int32 n (UNKNOWN); } }"),
      WriteOptions.DEFAULT
    )
    try
      for (id <- 0L until 10L) {
        val record = writer.record()
        record.setLong("id", id)
        if (id > 4) record.struct("s")
        writer.write(record)
      }
    finally writer.close()
    folder.toString
  }

  /** A file of Spark rows, whose footer has Spark's schema. */
  private lazy val ofSpark: String = {
    val path = newPath("void")
    spark.range(0, 10, 1, 1).selectExpr("id", "NULL AS n_int32", "named_struct('n', NULL) AS s", "array(NULL) AS l")
      .write.format("pq2").save(path)
    path
  }

  private def eachRead(body: (String => DataFrame) => Unit): Unit =
    for (vectorized <- Seq("true", "false"); read <- Seq[String => DataFrame](pq2, pq2V1))
      withConf("spark.sql.parquet.enableVectorizedReader" -> vectorized)(body(read))

  test("the inferred type is that of the built-in source") {
    assumeSpark("4.1", "the built-in source has the type VOID")
    for (respected <- Seq("true", "false"); path <- Seq(ofOther, ofSpark))
      withConf(key -> respected)(eachRead { read =>
        assertSame(read(path), builtIn(path))
      })
    withConf(key -> "true") {
      assert(pq2(ofOther).schema("n_int64").dataType.catalogString === "void")
      assert(pq2(ofOther).schema("s").dataType.catalogString === "struct<n:void>")
    }
    withConf(key -> "false")(assert(pq2(ofOther).schema("n_int64").dataType.catalogString === "bigint"))
    assert(pq2(ofSpark).schema("n_int32").dataType.catalogString === "void")
    assert(pq2(ofSpark).schema("l").dataType.catalogString === "array<void>")
  }

  test("a given schema has the type VOID or the physical type") {
    assumeSpark("4.1", "the built-in source has the type VOID")
    val types = Seq("boolean", "int", "bigint", "float", "double", "binary")
    for (path <- Seq(ofOther, ofSpark); name <- Seq("n_int32"))
      for (sql <- Seq("void", if (path == ofOther) "int" else "boolean")) {
        def read(format: String) = spark.read.schema(s"id bigint, $name $sql").format(format).load(path)
        assertSame(read("pq2"), read("parquet"))
        assert(read("pq2").select(name).distinct().collect().toSeq === Seq(Row(null)))
      }
    for ((physical, sql) <- physicalTypes.zip(types); given <- Seq("void", sql)) {
      val frame = spark.read.schema(s"n_$physical $given").format("pq2").load(ofOther)
      assert(frame.collect().toSeq === Seq.fill(10)(Row(null)))
    }
  }

  test("filters and aggregates find nulls only") {
    for (respected <- Seq("true", "false"); path <- Seq(ofOther, ofSpark))
      withConf(key -> respected)(eachRead { read =>
        val conditions = Seq(
          "n_int32 IS NULL" -> 10,
          "n_int32 IS NOT NULL" -> 0,
          "n_int32 <=> NULL" -> 10,
          "s.n IS NULL" -> 10,
          "s.n IS NOT NULL" -> 0,
          "n_int32 IS NULL AND id < 3" -> 3,
          "n_int32 = 1" -> 0,
          "NOT (n_int32 <=> 1)" -> 10,
          "n_int32 IN (1, NULL)" -> 0
        )
        for ((condition, count) <- conditions) assert(read(path).where(condition).collect().length === count, condition)
        assert(read(path).selectExpr("count(n_int32)", "count(*)", "max(n_int32)").head() === Row(0L, 10L, null))
      })
  }
}
