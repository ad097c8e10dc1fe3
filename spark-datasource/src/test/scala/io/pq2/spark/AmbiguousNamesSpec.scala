package io.pq2.spark

import java.nio.file.{Files, Path}

import io.pq2.io.LocalOutputFile
import io.pq2.record.RecordWriter
import io.pq2.schema.SchemaText
import io.pq2.write.WriteOptions
import org.apache.spark.SparkThrowable
import org.apache.spark.sql.{AnalysisException, DataFrame, Row}

/** Reads files in which names of columns differ only by case, while names are not case-sensitive. */
class AmbiguousNamesSpec extends SparkSpec {

  /** A file of Spark, whose footer has Spark's schema. */
  private lazy val ofSpark: String = {
    val path = newPath("spark")
    withConf("spark.sql.caseSensitive" -> "true") {
      spark.range(0, 10, 1, 1).selectExpr(
        "id AS a",
        "id AS b",
        "id + 1 AS B",
        "named_struct('c', id, 'x', id, 'X', id) AS s",
        "array(named_struct('x', id, 'X', id)) AS l",
        "map(id, named_struct('x', id, 'X', id)) AS m"
      ).write.parquet(path)
    }
    path
  }

  /** The same columns in a file of another writer. */
  private lazy val ofOther: String = {
    val struct = "optional int64 x; optional int64 X;"
    val schema = s"""message m { required int64 a; required int64 b; required int64 B;
      optional group s { required int64 c; $struct }
      optional group l (LIST) { repeated group list { optional group element { $struct } } }
      optional group m (MAP) { repeated group key_value { required int64 key; optional group value { $struct } } } }"""
    val folder = Files.createDirectories(Path.of(newPath("other")))
    val writer = RecordWriter.create(
      LocalOutputFile.of(folder.resolve("a.parquet")),
      SchemaText.parse(schema),
      WriteOptions.DEFAULT
    )
    try
      for (id <- 0L until 10L) {
        val record = writer.record()
        record.setLong("a", id)
        record.setLong("b", id)
        record.setLong("B", id + 1)
        record.struct("s").setLong("c", id)
        writer.write(record)
      }
    finally writer.close()
    folder.toString
  }

  private def eachRead(body: (String => DataFrame, String) => Unit): Unit =
    for (path <- Seq(ofSpark, ofOther); read <- Seq[String => DataFrame](pq2, pq2V1, merged)) body(read, path)

  private def merged(path: String): DataFrame = spark.read.format("pq2").option("mergeSchema", "true").load(path)

  test("the schema has the first of the names, and other columns are readable") {
    eachRead { (read, path) =>
      val frame = read(path)
      val inner = "STRUCT<x: BIGINT>"
      val ddl = s"a BIGINT, b BIGINT, s STRUCT<c: BIGINT, x: BIGINT>, l ARRAY<$inner>, m MAP<BIGINT, $inner>"
      assert(frame.schema.toDDL.replace(" NOT NULL", "") === spark.read.schema(ddl).parquet(path).schema.toDDL)
      assert(frame.select("a").collect().toSeq === (0L until 10L).map(Row(_)))
      assert(frame.select("s.c").where("a > 7 AND s.c < 9").collect().toSeq === Seq(Row(8L)))
      assert(frame.selectExpr("count(*)", "max(a)").head() === Row(10L, 9L))
      assert(frame.count() === 10L)
    }
  }

  test("a query of the column is the error of the built-in source, with the way out") {
    val selections = Seq("b" -> "[b, B]", "B" -> "[b, B]", "s.x" -> "[x, X]", "l" -> "[x, X]", "m" -> "[x, X]")
    for ((selection, both) <- selections) eachRead { (read, path) =>
      val error = intercept[Exception](read(path).select(selection).collect())
      val causes = LazyList.iterate[Throwable](error)(_.getCause).takeWhile(_ != null)
      val found = causes.collectFirst {
        case spark: SparkThrowable if spark.getCondition == "_LEGACY_ERROR_TEMP_2093" => spark
      }
      assert(found.map(_.getMessageParameters.get("matchedOrcFields")) === Some(both), error)
      val texts = causes.map(_.getMessage)
      assert(texts.exists(_.contains(s"$both differ only by case: set spark.sql.caseSensitive to true")), texts)
      assert(texts.exists(_.contains(path)), texts)
    }
    eachRead { (read, path) =>
      assert(intercept[Exception](read(path).where("b > 3").count()) != null)
      assert(intercept[Exception](read(path).selectExpr("max(b)").collect()) != null)
    }
  }

  test("all columns are readable if names are case-sensitive") {
    withConf("spark.sql.caseSensitive" -> "true") {
      eachRead { (read, path) =>
        assert(read(path).select("b", "B").collect().toSeq === (0L until 10L).map(id => Row(id, id + 1)))
        assert(read(path).schema("s").dataType.catalogString === "struct<c:bigint,x:bigint,X:bigint>")
      }
    }
  }

  test("tables have the first of the names") {
    for (path <- Seq(ofSpark, ofOther))
      try {
        spark.sql(s"CREATE TABLE pq2_ambiguous USING pq2 LOCATION '$path'")
        assert(spark.table("pq2_ambiguous").columns.toSeq === Seq("a", "b", "s", "l", "m"))
        assert(spark.table("pq2_ambiguous").selectExpr("sum(a)").head() === Row(45L))
      } finally spark.sql("DROP TABLE IF EXISTS pq2_ambiguous")
  }

  test("strict refuses the file as the built-in source does") {
    def condition(read: => DataFrame) = intercept[AnalysisException](read.schema).getCondition
    for (path <- Seq(ofSpark, ofOther)) {
      def strict = spark.read.format("pq2").option("pq2.read.types", "strict").load(path)
      assert(condition(strict) === condition(builtIn(path)))
    }
  }
}
