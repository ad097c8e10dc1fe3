package io.pq2.spark

import java.nio.file.{Files, Path}

import scala.jdk.CollectionConverters._

import io.pq2.exception.KeyDeniedException
import io.pq2.hadoop.file.HadoopInputFile
import io.pq2.hadoop.options.HadoopEncryption
import io.pq2.keys.CountingKms
import io.pq2.read.ParquetFile
import io.pq2.read.ReadOptions
import org.apache.hadoop.fs.{Path => HadoopPath}
import org.apache.spark.sql.catalyst.TableIdentifier
import org.apache.spark.sql.functions._
import org.apache.spark.sql.{DataFrame, Row}

/** Writes and reads tables and files with encrypted columns, also as users without access to every key. */
@CorePart
class EncryptedTableSpec extends SparkSpec {

  CountingKms.server("tables").create("kf", "kc", "kd").deny("clerk", "kc").deny("stranger", "kf")

  private val reading = Map(
    "parquet.encryption.kms.client.class" -> classOf[CountingKms].getName,
    "parquet.encryption.kms.instance.id" -> "tables"
  )

  private val writing = reading ++ Map(
    "parquet.encryption.footer.key" -> "kf",
    "parquet.encryption.column.keys" -> "kc:SECRET,place;kd:tags"
  )

  private def as(user: String): Map[String, String] = reading + ("parquet.encryption.key.access.token" -> user)

  private def sql(options: Map[String, String]): String =
    options.map { case (key, value) => s"'$key' '$value'" }.mkString("(", ", ", ")")

  private def rows(from: Long, to: Long): DataFrame = spark.range(from, to, 1, 2).selectExpr(
    "id",
    "NULLIF('secret ' || id, '') AS secret",
    "NAMED_STRUCT('city', 'city ' || id % 7, 'zip', id % 100) AS place",
    "ARRAY('tag ' || id) AS tags",
    "id % 2 AS half"
  )

  private def v2(path: String, options: Map[String, String]): DataFrame =
    spark.read.format("pq2").options(options).load(path)

  private def v1(path: String, options: Map[String, String]): DataFrame =
    withConf("spark.sql.sources.useV1SourceList" -> "pq2")(v2(path, options))

  private def both(path: String, options: Map[String, String]): Seq[DataFrame] =
    Seq(v2(path, options), v1(path, options))

  private def withTable(body: String => Unit): Unit = {
    val table = "pq2_encrypted"
    try body(table)
    finally spark.sql(s"DROP TABLE IF EXISTS $table")
  }

  private def location(table: String): String =
    Path.of(spark.sessionState.catalog.getTableMetadata(TableIdentifier(table)).location).toString

  private def dataFiles(path: String): Seq[Path] = {
    val files = Files.walk(Path.of(path))
    try files.iterator.asScala.filter(_.getFileName.toString.startsWith("part-")).toList
    finally files.close()
  }

  /** Returns the encrypted columns of a file. */
  private def encryptedColumns(file: Path): Seq[String] = {
    val configuration = spark.sessionState.newHadoopConfWithOptions(reading)
    val path = new HadoopPath(file.toUri)
    val keys = HadoopEncryption.forReading(configuration, path)
    val opened = ParquetFile.open(HadoopInputFile.of(path, configuration), ReadOptions.DEFAULT, keys)
    try opened.schema.columns.asScala.toSeq.filter { column =>
        opened.metadata.rowGroups.get(0).columns.get(column.index).cryptoMetadata != null
      }.map(_.dottedPath)
    finally opened.close()
  }

  private val encrypted = Seq("secret", "place.city", "place.zip", "tags.list.element")

  private def assertEncrypted(path: String): Unit = {
    assert(dataFiles(path).nonEmpty)
    for (file <- dataFiles(path)) {
      assert(encryptedColumns(file) === encrypted)
      assert(!new String(Files.readAllBytes(file), "ISO-8859-1").contains("secret 1"))
    }
  }

  private def assertDenied(frame: => DataFrame, words: String*): Unit = {
    val error = intercept[Exception](frame.collect())
    assert(
      Iterator.iterate[Throwable](error)(_.getCause).takeWhile(_ != null).exists(_.isInstanceOf[KeyDeniedException]),
      error
    )
    for (word <- words) assert(error.getMessage.contains(word))
  }

  test("SQL creates, fills, reads and drops tables with options or properties") {
    for (clause <- Seq("OPTIONS", "TBLPROPERTIES")) withTable { table =>
      spark.sql(s"""CREATE TABLE $table (id BIGINT, secret STRING, place STRUCT<city: STRING, zip: BIGINT>,
                     tags ARRAY<STRING>, half BIGINT)
                    USING pq2 $clause ${sql(writing)}""")
      rows(0, 10).createOrReplaceTempView("pq2_rows")
      spark.sql(s"INSERT INTO $table SELECT * FROM pq2_rows")
      rows(10, 20).write.insertInto(table)
      assertEncrypted(location(table))
      assertSameRows(spark.table(table), rows(0, 20))
      spark.sql(s"INSERT OVERWRITE $table SELECT * FROM pq2_rows WHERE place.zip < 5")
      assertEncrypted(location(table))
      assertSameRows(spark.table(table), rows(0, 5))
      spark.sql(s"ALTER TABLE $table ADD COLUMNS (later INT)")
      assert(spark.sql(s"SELECT count(*), max(place.zip), count(later) FROM $table").head() === Row(5, 4, 0))
    }
  }

  test("tables are created from queries, and from files with an encrypted footer") {
    withTable { table =>
      rows(0, 10).createOrReplaceTempView("pq2_rows")
      for (clause <- Seq("OPTIONS", "TBLPROPERTIES")) {
        spark.sql(s"CREATE TABLE $table USING pq2 $clause ${sql(writing)} AS SELECT * FROM pq2_rows")
        assertEncrypted(location(table))
        assertSameRows(spark.table(table), rows(0, 10))
        spark.sql(s"DROP TABLE $table")
      }
      rows(0, 10).write.format("pq2").options(writing).saveAsTable(table)
      rows(0, 30).write.format("pq2").options(writing).mode("overwrite").saveAsTable(table)
      assertEncrypted(location(table))
      assertSameRows(spark.table(table), rows(0, 30))
      for (clause <- Seq("OPTIONS", "TBLPROPERTIES")) {
        val other = s"${table}_2"
        spark.sql(s"CREATE TABLE $other USING pq2 $clause ${sql(reading)} LOCATION '${location(table)}'")
        assertSameRows(spark.table(other), rows(0, 30))
        spark.sql(s"DROP TABLE $other")
      }
    }
  }

  test("properties that are set later apply, and options of a query override them") {
    withTable { table =>
      spark.sql(s"CREATE TABLE $table USING pq2 AS SELECT 1 AS id, 'x' AS secret")
      spark.sql(
        s"ALTER TABLE $table SET TBLPROPERTIES ${sql(writing + ("parquet.encryption.column.keys" -> "kc:secret"))}"
      )
      val before = dataFiles(location(table))
      spark.sql(s"INSERT INTO $table VALUES (2, 'y')")
      val after = dataFiles(location(table)).filterNot(before.contains)
      assert(after.map(encryptedColumns) === Seq(Seq("secret")))
      assert(spark.table(table).count() === 2)
      assertDenied(spark.sql(s"SELECT * FROM $table WITH ('parquet.encryption.key.access.token' = 'clerk')"), "secret")
    }
  }

  test("encryption works with appends, partitions, buckets and merged schemas") {
    val path = newPath("partitioned")
    rows(0, 10).write.format("pq2").options(writing).partitionBy("half").save(path)
    rows(
      10,
      20
    ).withColumn("more", lit("m")).write.format("pq2").options(writing).mode("append").partitionBy("half").save(path)
    for (found <- both(path, reading + ("mergeSchema" -> "true"))) {
      assert(found.columns.toSeq === Seq("id", "secret", "place", "tags", "more", "half"))
      assert(found.filter("half = 1 AND place.city = 'city 3'").select("secret").collect().map(_.getString(0)).toSet ===
        Set("secret 3", "secret 17"))
      assert(found.filter("more IS NULL").count() === 10)
    }
    withTable { table =>
      rows(0, 20).write.format("pq2").options(writing).bucketBy(2, "id").sortBy("id").saveAsTable(table)
      assertEncrypted(location(table))
      val joined = spark.table(table).as("a").join(spark.table(table).as("b"), "id").select("a.secret", "b.tags")
      assert(joined.count() === 20)
    }
  }

  test("a stream writes and reads encrypted files") {
    val from = newPath("from")
    rows(0, 20).write.format("pq2").options(writing).save(from)
    val path = newPath("stream")
    val query = spark.readStream.schema(rows(0, 1).schema).format("pq2").options(reading).load(from)
      .writeStream.format("pq2").options(writing).option("checkpointLocation", newPath("checkpoint")).start(path)
    try query.processAllAvailable()
    finally query.stop()
    assertEncrypted(path)
    both(path, reading).foreach(assertSameRows(_, rows(0, 20)))
  }

  test("encrypted footers are used for splits and aggregates") {
    val path = newPath("footers")
    rows(0, 1000).write.format("pq2").options(writing).save(path)
    for ((found, way) <- both(path, reading + ("pq2.splits" -> "footers")).zip(Seq("V2", "V1")))
      assert(
        found.filter("place.zip = 55 AND secret = 'secret 555'").select("id").collect().toSeq === Seq(Row(555)),
        way
      )
    val found = v2(path, reading).agg(count("secret"), min("id"), max("id"))
    assert(found.queryExecution.executedPlan.toString.contains("PushedAggregation: [COUNT(secret), MIN(id), MAX(id)]"))
    assert(found.head() === Row(1000, 0, 999))
    assert(v1(path, reading).agg(count("secret"), min("secret")).head() === Row(1000, "secret 0"))
  }

  test("cached footers use the keys of the reader") {
    val path = newPath("kept")
    rows(0, 100).write.format("pq2").options(writing).save(path)
    val byFooters = Map("pq2.splits" -> "footers")
    val schema = rows(0, 1).schema
    def read(user: String) = spark.read.schema(schema).format("pq2").options(as(user) ++ byFooters).load(path)
    assert(read("boss").filter("id < 5").count() === 5)
    assertDenied(read("stranger").filter("id < 5"), "part-")
    assertDenied(read("clerk").filter("secret = 'secret 3'"), "part-", "secret")
    assert(read("boss").filter("secret = 'secret 3'").count() === 1)
  }

  test("without a column's key, other columns are readable, and the error names the key") {
    for (plaintextFooter <- Seq("false", "true")) {
      val path = newPath("denied")
      rows(0, 100).write.format("pq2").options(writing +
        ("parquet.encryption.plaintext.footer" -> plaintextFooter)).save(path)
      for (
        ignoring <- Seq(Map.empty, Map("ignoreCorruptFiles" -> "true")); table <- both(path, as("clerk") ++ ignoring)
      ) {
        assertSameRows(table.select("id", "tags", "half"), rows(0, 100).select("id", "tags", "half"))
        assert(table.count() === 100)
        assert(table.filter("id = 7").select("tags").head() === Row(Seq("tag 7")))
        assertDenied(table, path, "secret", "kc")
        assertDenied(table.select("place.zip"), path, "place.zip", "kc")
        assertDenied(table.filter("secret = 'secret 7'").select("id"), path, "secret", "kc")
        assertDenied(table.filter("secret IS NULL").select("id"), path, "secret")
        assertDenied(table.filter("secret = 'nobody'").agg(count("*")), path, "secret")
        assertDenied(table.agg(min("secret")), path, "secret")
        assertDenied(table.agg(max("place.zip")), path, "place.zip")
      }
    }
  }

  test("the KMS gets one request per master key for any number of files") {
    val path = newPath("many")
    val counted = CountingKms.server("counted").create("kf", "kc", "kd")
    val other = Map("parquet.encryption.kms.instance.id" -> "counted")
    rows(0, 200).withColumn("day", col("id") % 10).repartition(4).write.format("pq2").options(writing ++ other)
      .partitionBy("day").save(path)
    assert(dataFiles(path).size >= 30)
    both(path, reading ++ other).foreach(table => assert(table.filter("secret LIKE 'secret 1%'").count() === 111))
    assert(counted.wraps() === 3)
    assert(counted.unwraps() <= 3)
  }
}
