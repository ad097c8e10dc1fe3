package io.pq2.spark

import java.nio.file.{Files, Path}

import scala.util.{Failure, Success, Try}

import org.apache.spark.SparkException
import org.apache.spark.sql.types._
import org.apache.spark.sql.{DataFrame, functions}

/** Merges the schemas of files with different types of a column, and reads the files with the result. */
class MergedSchemaSpec extends SparkSpec {

  private val sources = Seq("pq2", "")

  /** Writes files to one folder, one for each query. */
  private def files(queries: String*): String = {
    val path = newPath("merged")
    queries.foreach(spark.sql(_).coalesce(1).write.mode("append").parquet(path))
    path
  }

  /** Returns a folder with copies of files. */
  private def folder(files: Path*): String = {
    val path = newPath("copies")
    Files.createDirectories(Path.of(path))
    for ((file, index) <- files.zipWithIndex) Files.copy(file, Path.of(path, s"$index.parquet"))
    path
  }

  private def merged(format: String, path: String): DataFrame =
    spark.read.format(format).option("mergeSchema", "true").load(path)

  /** A value of each type, which the built-in source writes. */
  private val values: Seq[(String, String)] = Seq(
    "tinyint" -> "tinyint(-7)",
    "smallint" -> "smallint(-30000)",
    "int" -> "int(2147483647)",
    "bigint" -> "-9223372036854775808",
    "float" -> "float(1.25)",
    "double" -> "double(1e300)",
    "date" -> "date'2024-02-29'",
    "timestamp_ntz" -> "timestamp_ntz'2024-02-29 01:02:03'",
    "timestamp" -> "timestamp'2024-02-29 01:02:03'",
    "decimal(5,2)" -> "cast(-123.45 as decimal(5,2))",
    "decimal(9,0)" -> "cast(987654321 as decimal(9,0))",
    "decimal(18,4)" -> "cast(12345678901234.5678 as decimal(18,4))",
    "decimal(30,10)" -> "cast(12345678901234567890.0123456789 as decimal(30,10))",
    "decimal(38,0)" -> "cast(99999999999999999999999999999999999999 as decimal(38,0))",
    "string" -> "'text'",
    "binary" -> "binary('bytes')",
    "boolean" -> "true"
  )

  /** The common types of two different types, by the types' names in order. */
  private val wider: Map[(String, String), String] = {
    val integers = Seq("tinyint", "smallint", "int", "bigint")
    val ints = for (a <- integers; b <- integers if integers.indexOf(a) < integers.indexOf(b)) yield (a, b) -> b
    val doubles = for (a <- integers.init :+ "float") yield (a, "double") -> "double"
    val floats = for (a <- integers.init) yield (a, "float") -> "double"
    def digits(p: Int, s: Int)(q: Int, t: Int) = {
      val (scale, whole) = (math.max(s, t), math.max(p - s, q - t))
      if (scale + whole <= 38) Some(s"decimal(${scale + whole},$scale)") else None
    }
    val decimals = Seq((5, 2), (9, 0), (18, 4), (30, 10), (38, 0))
    val sameKind = for {
      (p, s) <- decimals
      (q, t) <- decimals if (p, s) != (q, t)
      common <- digits(p, s)(q, t)
    } yield (s"decimal($p,$s)", s"decimal($q,$t)") -> common
    val mixed = for {
      a <- integers
      (p, s) <- decimals
      common <- digits(if (a == "bigint") 20 else 10, 0)(p, s)
    } yield (a, s"decimal($p,$s)") -> common
    (ints ++ doubles ++ floats ++ sameKind ++ mixed :+ ("date", "timestamp_ntz") -> "timestamp_ntz").toMap
  }

  test("different types of a column are widened where Spark reads both without loss") {
    def written(n: Int): Map[String, Path] = values.map { case (name, value) =>
      val path = files(s"SELECT $value AS v, $n AS n")
      name -> Path.of(path, namesOf(path).head)
    }.toMap
    val (first, second) = (written(1), written(2))
    val pairs = for ((a, _) <- values; (b, _) <- values if a != b) yield (a, b)
    for ((a, b) <- some(pairs, 5)) withClue(s"$a and $b: ") {
      val path = folder(first(a), second(b))
      wider.get(a -> b).orElse(wider.get(b -> a)) match {
        case Some(common) =>
          for (v1 <- sources) withConf("spark.sql.sources.useV1SourceList" -> v1) {
            val found = merged("pq2", path)
            assert(found.schema("v").dataType.sql.toLowerCase === common)
            assertSameRows(found, spark.read.schema(found.schema).format("parquet").load(path))
            assertSameRows(found.where("v IS NOT NULL").agg(functions.count("v")), spark.sql("SELECT 2L"))
          }
        case None => intercept[SparkException](merged("pq2", path))
      }
    }
  }

  test("what the built-in source merges has the same result, nested too") {
    val pairs = Seq(
      "SELECT 1 AS a, struct(1 AS x) AS s" -> "SELECT 2L AS b, struct('y' AS y, 2 AS x) AS s",
      "SELECT array(struct(1 AS x)) AS a" -> "SELECT array(struct(1.5D AS y)) AS a",
      "SELECT map('a', struct(1 AS x)) AS m" -> "SELECT map('b', struct(1.5D AS y)) AS m",
      "SELECT cast(1 AS decimal(9,2)) AS d" -> "SELECT cast(1 AS decimal(20,2)) AS d",
      "SELECT interval '1' year AS i" -> "SELECT interval '1-2' year to month AS i"
    )
    for ((left, right) <- pairs; v1 <- sources) withConf("spark.sql.sources.useV1SourceList" -> v1) {
      val path = files(left, right)
      assertSame(merged("pq2", path), merged("parquet", path))
    }
    val nested = files(
      "SELECT struct(1 AS x, array(1) AS a) AS s, map(1, 1.5F) AS m",
      "SELECT struct(2L AS x, array(2L) AS a) AS s, map(2L, 2.5D) AS m"
    )
    for (v1 <- sources) withConf("spark.sql.sources.useV1SourceList" -> v1) {
      val found = merged("pq2", nested)
      assert(found.schema.toDDL === "s STRUCT<x: BIGINT, a: ARRAY<BIGINT>>,m MAP<BIGINT, DOUBLE>")
      assertSameRows(
        found.selectExpr("s.x", "s.a[0]", "map_values(m)[0]"),
        spark.sql(
          "SELECT * FROM VALUES (1L, 1L, 1.5D), (2L, 2L, 2.5D)"
        )
      )
    }
  }

  test("names that differ by case are one column, unless case matters") {
    val path = files("SELECT 1 AS a", "SELECT 2L AS A")
    assert(merged("pq2", path).schema.map(_.dataType) === Seq(LongType))
    withConf("spark.sql.caseSensitive" -> "true") {
      assert(merged("pq2", path).schema.fieldNames.toSet === Set("a", "A"))
    }
  }

  test("an error names the column and the two files that conflict") {
    val cases = Seq(
      ("SELECT 1 AS a, 'x' AS b", "SELECT 1 AS a, true AS b", "b", "STRING", "BOOLEAN"),
      (
        "SELECT struct(array(1) AS x) AS s",
        "SELECT struct(array(date'2024-01-01') AS x) AS s",
        "s.x.element",
        "INT",
        "DATE"
      ),
      ("SELECT map(1, 'a') AS m", "SELECT map(1, struct(1 AS y)) AS m", "m.value", "STRING", "STRUCT")
    )
    for ((left, right, column, typeOfLeft, typeOfRight) <- cases) withClue(column) {
      val path = files(left)
      val first = namesOf(path)
      spark.sql("SELECT 1L AS other").coalesce(1).write.mode("append").parquet(path)
      spark.sql(right).coalesce(1).write.mode("append").parquet(path)
      for (v1 <- sources) withConf("spark.sql.sources.useV1SourceList" -> v1) {
        val error = intercept[SparkException](merged("pq2", path))
        val builtIn = intercept[SparkException](merged("parquet", path))
        assert(error.getCondition === builtIn.getCondition)
        assert(error.getMessage.contains(s"Column $column is "))
        assert(first.forall(name => error.getMessage.contains(name)))
        for (word <- Seq(typeOfLeft, typeOfRight)) assert(error.getMessage.contains(word))
        assert("part-[^ ]*parquet".r.findAllIn(error.getMessage).toSet.size === 2)
      }
    }
  }

  private def namesOf(path: String): Seq[String] =
    new java.io.File(path).list().toSeq.filter(name => name.startsWith("part-"))

  test("strict types are merged as the built-in source merges them") {
    val path = files("SELECT 1 AS a", "SELECT 2L AS a")
    for (v1 <- sources) withConf("spark.sql.sources.useV1SourceList" -> v1, "pq2.read.types" -> "strict") {
      (Try(merged("pq2", path)), Try(merged("parquet", path))) match {
        case (Failure(ours: SparkException), Failure(theirs: SparkException)) =>
          assert(ours.getCondition === theirs.getCondition)
        case (Success(ours), Success(theirs)) => assert(ours.schema === theirs.schema)
        case other                            => fail(other.toString)
      }
    }
  }

  test("without a summary file, all files are merged although summary files are respected") {
    val path = files("SELECT 1 AS a", "SELECT 2 AS b")
    for (v1 <- sources)
      withConf("spark.sql.parquet.respectSummaryFiles" -> "true", "spark.sql.sources.useV1SourceList" -> v1) {
        assert(merged("pq2", path).schema.fieldNames.toSet === Set("a", "b"))
        assert(merged("pq2", path).count() === 2)
      }
  }
}
