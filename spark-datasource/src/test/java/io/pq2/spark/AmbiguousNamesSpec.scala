package io.pq2.spark

import java.nio.charset.StandardCharsets.ISO_8859_1
import java.nio.file.{Files, Path}

import io.pq2.io.{LocalInputFile, LocalOutputFile}
import io.pq2.read.ParquetFile
import io.pq2.record.{RecordWriter, RowReader}
import io.pq2.schema.SchemaText
import io.pq2.write.WriteOptions
import org.apache.spark.SparkThrowable
import org.apache.spark.sql.types.{DataType, LongType, MetadataBuilder, StringType, StructField, StructType}
import org.apache.spark.sql.{AnalysisException, DataFrame, Row}

/** Reads files in which names of columns are equal, or differ only by case while names are not case-sensitive. */
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

  /** Writes a file in which two columns have the name b and two fields the name v. */
  private def twins(ids: Boolean): String = {
    def id(number: Int) = if (ids) s" = $number" else ""
    val schema = s"""message m { required int64 a;
      required int64 left1${id(1)}; required binary left2 (STRING)${id(2)};
      optional group s { optional int64 right1${id(3)}; optional binary right2 (STRING)${id(
        4
      )}; optional int64 c; } }"""
    val folder = Files.createDirectories(Path.of(newPath("twins")))
    val file = folder.resolve("a.parquet")
    val writer = RecordWriter.create(LocalOutputFile.of(file), SchemaText.parse(schema), WriteOptions.DEFAULT)
    try
      for (id <- 0L until 10L) {
        val record = writer.record().setLong("a", id).setLong("left1", id).setString("left2", s"text $id")
        record.struct("s").setLong("right1", id).setString("right2", s"text $id").setLong("c", id)
        writer.write(record)
      }
    finally writer.close()
    // pq2 and Spark refuse to write such files.
    val bytes = new String(Files.readAllBytes(file), ISO_8859_1)
    Files.write(file, bytes.replace("left2", "left1").replace("right2", "right1").getBytes(ISO_8859_1))
    folder.toString
  }

  private def eachTwinRead(path: String)(body: DataFrame => Unit): Unit =
    for (caseSensitive <- Seq("false", "true"); read <- Seq[String => DataFrame](pq2, pq2V1, merged))
      withConf("spark.sql.caseSensitive" -> caseSensitive) {
        withClue(s"caseSensitive = $caseSensitive: ")(body(read(path)))
      }

  private def assertTwins(frame: => DataFrame, names: String, remedy: String): Unit = {
    val error = intercept[Exception](frame.collect())
    val causes = LazyList.iterate[Throwable](error)(_.getCause).takeWhile(_ != null).map(_.getMessage)
    val reason = s"the columns $names have the same name, and Spark finds columns by name: select none of them. "
    assert(causes.exists(_.contains(reason + remedy)), causes.toList)
    assert(causes.forall(!_.contains("caseSensitive to true")))
  }

  test("columns of exactly one name do not prevent reading the others") {
    eachTwinRead(twins(ids = false)) { frame =>
      assert(frame.columns.toSeq === Seq("a", "left1", "s"))
      assert(frame.select("a").collect().toSeq === (0L until 10L).map(Row(_)))
      assert(frame.select("s.c").where("a > 7 AND s.c < 9").collect().toSeq === Seq(Row(8L)))
      assert(frame.selectExpr("count(*)", "max(a)", "max(s.c)").head() === Row(10L, 9L, 9L))
    }
  }

  test("a query of columns of exactly one name is an error with what helps") {
    val remedy = "They have no field ids to read them by. A program that reads columns by their position"
    eachTwinRead(twins(ids = false)) { frame =>
      assertTwins(frame.select("left1"), "[left1, left1]", remedy)
      assertTwins(frame.select("s"), "[right1, right1]", remedy)
      assertTwins(frame.select("s.right1"), "[right1, right1]", remedy)
      assertTwins(frame.where("left1 = 3").select("a"), "[left1, left1]", remedy)
      assertTwins(frame.selectExpr("max(left1)"), "[left1, left1]", remedy)
    }
    val ids = "Read them by their field ids [1, 2]: set spark.sql.parquet.fieldId.read.enabled to true, and give a"
    eachTwinRead(twins(ids = true))(frame => assertTwins(frame.select("left1"), "[left1, left1]", ids))
  }

  test("columns of exactly one name are read by their field ids") {
    def field(name: String, dataType: DataType, id: Int) =
      StructField(name, dataType, nullable = true, new MetadataBuilder().putLong("parquet.field.id", id).build())
    val struct = StructType(Seq(field("z", StringType, 4), field("y", LongType, 3)))
    val schema =
      StructType(Seq(field("q", StringType, 2), field("p", LongType, 1))).add("s", struct).add("a", LongType)
    val path = twins(ids = true)
    for (caseSensitive <- Seq("false", "true"); v1 <- Seq("", "pq2"))
      withConf(
        "spark.sql.caseSensitive" -> caseSensitive,
        "spark.sql.sources.useV1SourceList" -> v1,
        "spark.sql.parquet.fieldId.read.enabled" -> "true"
      ) {
        val frame = spark.read.schema(schema).format("pq2").load(path)
        assert(frame.where("a = 3").head() === Row("text 3", 3L, Row("text 3", 3L), 3L))
        assert(frame.where("p = 3 AND s.y = 3").select("q", "s.z").collect().toSeq === Seq(Row("text 3", "text 3")))
      }
  }

  test("columns of exactly one name are read by their position, to write them with other names") {
    val source = Path.of(twins(ids = false), "a.parquet")
    val folder = Files.createDirectories(Path.of(newPath("renamed")))
    val schema = "message m { required int64 n; required binary t (STRING); }"
    val target = LocalOutputFile.of(folder.resolve("a.parquet"))
    val writer = RecordWriter.create(target, SchemaText.parse(schema), WriteOptions.DEFAULT)
    try {
      val file = ParquetFile.open(new LocalInputFile(source))
      val rows = new RowReader(file.scan().open())
      try
        while (rows.next()) {
          val row = rows.row()
          writer.write(writer.record().setLong("n", row.getLong(1)).setString("t", row.getString(2)))
        }
      finally {
        rows.close()
        file.close()
      }
    } finally writer.close()
    assert(pq2(folder.toString).where("n = 4").collect().toSeq === Seq(Row(4L, "text 4")))
  }

  test("the columns of RisingWave that have exactly one name are not needed to read the others") {
    val shared = Path.of(System.getProperty("pq2.shared", "../../shared"))
    val file = shared.resolve("faults/files/duplicate-names-risingwave.parquet")
    assume(Files.exists(file), s"needs faults/files/${file.getFileName} in the folder of the property pq2.shared")
    eachTwinRead(file.toString) { frame =>
      assert(frame.selectExpr("max(id)", "count(*)").head() === Row(2, 2L))
      assertTwins(frame.select("s"), "[v, v]", "They have no field ids")
    }
  }
}
