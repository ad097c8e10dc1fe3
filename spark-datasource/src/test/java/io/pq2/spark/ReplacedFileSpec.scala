package io.pq2.spark

import java.nio.file.attribute.FileTime
import java.nio.file.{Files, Path, StandardCopyOption}

import scala.jdk.CollectionConverters._
import scala.util.{Failure, Success, Try}

import org.apache.spark.sql.DataFrame

/** Reads files that another file replaces after Spark listed them: behind a view, whose listing Spark keeps, and
  * between planning and reading.
  */
class ReplacedFileSpec extends SparkSpec {

  private val sources = Seq[(String, String => DataFrame)](
    "V2" -> pq2,
    "V1" -> pq2V1,
    "in place of the built-in source" -> (path => withConf("spark.pq2.replace.parquet" -> "true")(builtIn(path)))
  )

  private val queries = Seq(
    "SELECT * FROM t",
    "SELECT COUNT(id), MAX(s) FROM t WHERE id >= 0",
    "SELECT COUNT(*), MIN(id), MAX(id) FROM t",
    "SELECT COUNT(*) FROM t",
    "SELECT s FROM t WHERE id = 30000 OR id = 500",
    "SELECT id FROM t ORDER BY id DESC LIMIT 3",
    "SELECT id % 7, SUM(id) FROM t GROUP BY id % 7"
  )

  /** Writes a table of one file with row groups of up to 10,000 rows, and returns the file. */
  private def write(rows: Int, first: Int = 0): Path = {
    val path = newPath("written")
    spark.range(first, first + rows, 1, 1).selectExpr("id", "REPEAT(MD5(CAST(id AS STRING)), 3) AS s")
      .write.format("pq2").option("parquet.block.row.count.limit", "10000").save(path)
    val files = Files.list(Path.of(path))
    try files.iterator.asScala.find(_.toString.endsWith(".parquet")).get
    finally files.close()
  }

  private lazy val small = write(1000)
  private lazy val large = write(50000)

  /** Differs from `large` in its rows, not in the number of row groups. */
  private lazy val other = write(50000, first = 100000)

  private def put(file: Path, at: Path): Unit = Files.copy(file, at, StandardCopyOption.REPLACE_EXISTING)

  private def rows(query: String): Try[Seq[String]] = Try(SparkSpec.sorted(spark.sql(query).collect()))

  /** Checks queries of a view of a file that another one replaced.
    *
    * @param check what must be true of the result, given the rows of the new file
    */
  private def afterReplacement(files: Seq[(Path, Path)])(check: (Try[Seq[String]], Seq[String]) => Unit): Unit =
    for ((source, read) <- sources; (first, second) <- files) {
      val path = newPath("table")
      val at = Files.createDirectories(Path.of(path)).resolve("part-0.parquet")
      put(first, at)
      val view = read(path)
      view.createOrReplaceTempView("t")
      // Plans may use footers that this query leaves in the cache.
      queries.foreach(query => assert(rows(query).isSuccess, s"$source: $query"))
      put(second, at)
      Files.setLastModifiedTime(at, FileTime.fromMillis(1000000000000L))
      val found = queries.map(rows)
      builtIn(path).createOrReplaceTempView("t")
      for ((query, result) <- queries.zip(found)) withClue(s"$source, $query: ")(check(result, rows(query).get))
    }

  private def replacements = Seq((small, large), (large, small), (large, other))

  test("a task that reads a file as a whole reads all of the new file") {
    for ((vectorized, files) <- Seq("true" -> replacements, "false" -> Seq((small, large))))
      withConf("spark.sql.parquet.enableVectorizedReader" -> vectorized) {
        afterReplacement(files)((found, expected) => assert(found === Success(expected), s"vectorized $vectorized"))
      }
  }

  test("between planning and reading") {
    for ((source, read) <- sources; query <- queries) {
      val path = newPath("table")
      val at = Files.createDirectories(Path.of(path)).resolve("part-0.parquet")
      put(small, at)
      read(path).createOrReplaceTempView("t")
      val frame = spark.sql(query)
      frame.queryExecution.executedPlan
      put(large, at)
      val found = SparkSpec.sorted(frame.collect())
      builtIn(path).createOrReplaceTempView("t")
      assert(found === rows(query).get, s"$source, $query")
    }
  }

  private def assertRefusedOrNew(found: Try[Seq[String]], expected: Seq[String]): Unit = found match {
    case Success(rows)  => assert(rows === expected)
    case Failure(error) =>
      val messages = Iterator.iterate(error)(_.getCause).takeWhile(_ != null).map(_.getMessage).mkString("\n")
      assert(messages.contains("the file was replaced after the query was planned"), messages)
      assert(messages.contains("REFRESH TABLE"), messages)
  }

  test("a task that reads a part of a file of another length fails") {
    var refused = 0
    withConf("spark.sql.files.maxPartitionBytes" -> "1000000") {
      afterReplacement(Seq((large, write(40000)))) { (found, expected) =>
        assertRefusedOrNew(found, expected)
        if (found.isFailure) refused += 1
      }
    }
    assert(refused > queries.size)
  }

  test("row groups that were chosen by the footer of the old file are not read from the new one") {
    var refused = 0
    withConf("pq2.splits" -> "footers") {
      afterReplacement(replacements) { (found, expected) =>
        // A query whose filter excludes all row groups of the old file reads no file.
        if (!found.toOption.contains(Nil)) assertRefusedOrNew(found, expected)
        if (found.isFailure) refused += 1
      }
    }
    assert(refused > queries.size)
  }
}
