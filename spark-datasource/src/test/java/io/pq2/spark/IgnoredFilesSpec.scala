package io.pq2.spark

import java.nio.file.attribute.PosixFilePermissions
import java.nio.file.{Files, Path}

import scala.jdk.CollectionConverters._

import io.pq2.io.LocalInputFile
import io.pq2.keys.CountingKms
import io.pq2.read.ParquetFile
import org.apache.spark.sql.DataFrame

/** Checks that `ignoreCorruptFiles` skips corrupt files, and nothing else. */
class IgnoredFilesSpec extends SparkSpec {

  CountingKms.server("ignored").create("kf", "kc")
  CountingKms.server("other").create("kx")

  private val kmsClass = "parquet.encryption.kms.client.class"
  private val instance = "parquet.encryption.kms.instance.id"
  private val reading = Map(kmsClass -> classOf[CountingKms].getName, instance -> "ignored")
  private val keys = Map("parquet.encryption.footer.key" -> "kf", "parquet.encryption.column.keys" -> "kc:secret")

  private val rows: DataFrame = spark.range(0, 100, 1, 1).selectExpr("id", "'secret ' || id AS secret")
  private val schema = rows.schema

  private val ignoring = Map("ignoreCorruptFiles" -> "true", "ignoreMissingFiles" -> "true")

  private def files(path: String, prefix: String): Seq[Path] = {
    val files = Files.walk(Path.of(path))
    try files.iterator.asScala.filter(_.getFileName.toString.startsWith(prefix)).toList
    finally files.close()
  }

  private def encrypted(options: Map[String, String]): String = {
    val path = newPath("encrypted")
    rows.write.format("pq2").options(reading ++ keys ++ options).save(path)
    path
  }

  /** Returns reads of a path by each way into the source. */
  private def reads(path: String, options: Map[String, String]): Seq[(String, () => Any)] = {
    def frame(reader: org.apache.spark.sql.DataFrameReader) =
      reader.options(ignoring ++ options).format("pq2").load(path)
    def v1[T](body: => T): T = withConf("spark.sql.sources.useV1SourceList" -> "pq2")(body)
    Seq(
      "V2" -> (() => frame(spark.read.schema(schema)).collect()),
      "V2 by rows" ->
        (() =>
          withConf("spark.sql.parquet.enableVectorizedReader" -> "false")(frame(spark.read.schema(schema)).collect())
        ),
      "V1" -> (() => v1(frame(spark.read.schema(schema)).collect())),
      "V1 by rows" ->
        (() =>
          withConf("spark.sql.parquet.enableVectorizedReader" -> "false") {
            v1(frame(spark.read.schema(schema)).collect())
          }
        ),
      "aggregate" -> (() => frame(spark.read.schema(schema)).selectExpr("max(secret)", "max(id)").collect()),
      "filter by footers" ->
        (() =>
          frame(spark.read.schema(schema).option("pq2.splits", "footers")).where("secret = 'x'").collect()
        )
    )
  }

  private def assertNotIgnored(path: String, options: Map[String, String], words: String*): Unit =
    for ((way, read) <- reads(path, options)) withClue(s"$way: ") {
      val error = intercept[Exception](read())
      val messages =
        Iterator.iterate[Throwable](error)(_.getCause).takeWhile(_ != null).map(_.getMessage).mkString("\n")
      for (word <- words) assert(messages.contains(word))
    }

  private def assertInferenceFails(path: String, options: Map[String, String]): Unit = {
    val error = intercept[Exception](spark.read.options(ignoring ++ options).format("pq2").load(path))
    assert(!error.getMessage.contains("the session or an option ignores such errors"), error)
  }

  test("a missing KMS class is an error") {
    val path = encrypted(Map.empty)
    val options = Map(kmsClass -> "no.such.Kms")
    assertNotIgnored(path, options, "no.such.Kms")
    assertInferenceFails(path, options)
  }

  /** Creates a key file. */
  private def newKeyFile(): Path = {
    val keyFile = Files.createTempDirectory(directory, "keys").resolve("keys.txt")
    Files.writeString(keyFile, "kf.1=MDEyMzQ1Njc4OTAxMjM0NQ==\nkc.1=MTEyMzQ1Njc4OTAxMjM0NQ==\n")
    Files.setPosixFilePermissions(keyFile, PosixFilePermissions.fromString("rw-------"))
    keyFile
  }

  private def withKeyFile(keyFile: Path): Map[String, String] = Map(
    kmsClass -> "key-file",
    "parquet.encryption.kms.instance.url" -> keyFile.toString,
    "parquet.encryption.cache.lifetime.seconds" -> "0"
  )

  test("an absent or unreadable key file is an error") {
    val keyFile = newKeyFile()
    val options = withKeyFile(keyFile)
    val path = newPath("encrypted")
    rows.write.format("pq2").options(keys ++ options).save(path)
    assertSameRows(spark.read.options(options).format("pq2").load(path), rows)
    val absent = options + ("parquet.encryption.kms.instance.url" -> (keyFile.toString + ".absent"))
    assertNotIgnored(path, absent, "keys.txt.absent")
    assertInferenceFails(path, absent)
    val folder = options + ("parquet.encryption.kms.instance.url" -> keyFile.getParent.toString)
    assertNotIgnored(path, folder, keyFile.getParent.toString)
    assertInferenceFails(path, folder)
  }

  test("files of another KMS are errors") {
    val path = encrypted(Map("parquet.encryption.double.wrapping" -> "false"))
    val other = reading + (instance -> "other")
    assertNotIgnored(path, other, "part-")
    assertInferenceFails(path, other)
    for (double <- Seq("true", "false")) {
      val byKeyFile = newPath("encrypted")
      val wrapping = Map("parquet.encryption.double.wrapping" -> double)
      rows.write.format("pq2").options(keys ++ withKeyFile(newKeyFile()) ++ wrapping).save(byKeyFile)
      assertNotIgnored(byKeyFile, reading, "part-")
      assertInferenceFails(byKeyFile, reading)
    }
  }

  test("files that settings of encryption refuse are errors") {
    val withPrefix = encrypted(Map("pq2.encryption.aadPrefix" -> "table a;"))
    assertNotIgnored(withPrefix, reading, "part-", "pq2.encryption.unverifiedAadPrefixes")
    assertInferenceFails(withPrefix, reading)
    val partly = encrypted(Map.empty)
    val requiring = reading + ("pq2.encryption.requiredColumns" -> "*")
    assertNotIgnored(partly, requiring, "part-", "column id", "pq2.encryption.requiredColumns")
    assertInferenceFails(partly, requiring)
    val plain = newPath("plain")
    rows.write.format("pq2").save(plain)
    assertNotIgnored(plain, requiring, "part-", "not encrypted")
    for (
      (path, setting) <- Seq(
        withPrefix -> ("aadPrefix" -> "table a;"),
        withPrefix -> ("unverifiedAadPrefixes" -> "true"),
        partly -> ("requiredColumns" -> "SECRET")
      )
    ) {
      val options = reading + ("pq2.encryption." + setting._1 -> setting._2)
      assertSameRows(spark.read.options(options).format("pq2").load(path), rows)
      for ((_, read) <- reads(path, options)) read()
    }
  }

  test("a denied key is an error") {
    CountingKms.server("ignored").deny("nobody", "kf").deny("clerk", "kc")
    val path = encrypted(Map.empty)
    for (user <- Seq("nobody", "clerk"))
      assertNotIgnored(path, reading + ("parquet.encryption.key.access.token" -> user), "part-")
    assertInferenceFails(path, reading + ("parquet.encryption.key.access.token" -> "nobody"))
  }

  test("damaged, foreign and absent key material is an error") {
    for (content <- Seq("", "{}", "not JSON", "absent")) withClue(s"$content: ") {
      val path = encrypted(Map("parquet.encryption.key.material.store.internally" -> "false"))
      for (file <- files(path, "_KEY_MATERIAL_FOR_")) {
        Files.deleteIfExists(file.resolveSibling("." + file.getFileName + ".crc"))
        if (content == "absent") Files.delete(file) else Files.writeString(file, content)
      }
      assertNotIgnored(path, reading, "_KEY_MATERIAL_FOR_")
      assertInferenceFails(path, reading)
    }
  }

  test("manipulated encrypted files are errors") {
    val path = encrypted(Map("parquet.encryption.complete.columns" -> "true"))
    for (file <- files(path, "part-")) {
      Files.deleteIfExists(file.resolveSibling("." + file.getFileName + ".crc"))
      val bytes = Files.readAllBytes(file)
      bytes(40) = (bytes(40) ^ 1).toByte
      Files.write(file, bytes)
    }
    assert(
      intercept[Exception](spark.read.schema(schema).options(ignoring ++ reading).format("pq2").load(path).collect())
        .getMessage.contains("part-")
    )
  }

  test("wrong settings and columns of other types are errors") {
    val path = newPath("plain")
    spark.range(100).selectExpr("id", "id AS secret").write.format("pq2").save(path)
    assertNotIgnored(path, Map.empty, "secret")
    val plain = newPath("plain")
    rows.write.format("pq2").save(plain)
    assertNotIgnored(plain, Map("pq2.read.verifyChecksums" -> "perhaps"), "pq2.read.verifyChecksums")
  }

  test("corrupt files are skipped") {
    val path = newPath("corrupt")
    rows.write.format("pq2").save(path)
    Files.writeString(Path.of(path, "a.parquet"), "To be, or not to be, that is the question")
    for ((way, read) <- reads(path, Map.empty)) withClue(s"$way: ")(read())
    for (merge <- Seq("true", "false"))
      assertSameRows(spark.read.options(ignoring + ("mergeSchema" -> merge)).format("pq2").load(path), rows)
  }

  test("first rows and aggregates are those of the rows before the damage") {
    val path = newPath("pages")
    spark.range(0, 25000, 1, 1).selectExpr("id", "id / 2.0D AS d").write
      .option("parquet.block.row.count.limit", "5000").option("parquet.enable.dictionary", "false")
      .format("pq2").save(path)
    val file = files(path, "part-").head
    val bytes = Files.readAllBytes(file)
    val parquet = ParquetFile.open(new LocalInputFile(file))
    for (column <- parquet.schema.columns.asScala) {
      val page = parquet.offsetIndex(4, column).pageLocations.get(0)
      val offset = page.offset.toInt
      java.util.Arrays.fill(bytes, offset, offset + page.compressedPageSize, 0x55.toByte)
    }
    parquet.close()
    Files.write(file, bytes)
    Files.deleteIfExists(file.resolveSibling(s".${file.getFileName}.crc"))
    val queries = Seq(
      "SELECT id FROM t ORDER BY id DESC LIMIT 3",
      "SELECT id, d FROM t WHERE d > 5 ORDER BY id DESC LIMIT 3",
      "SELECT max(id) FROM t",
      "SELECT max(id), count(id), count(d) FROM t WHERE id >= 0",
      "SELECT max(d), min(id), count(d) FROM t",
      "SELECT count(*) FROM t"
    )
    def results(frame: DataFrame): Seq[Seq[String]] = {
      frame.createOrReplaceTempView("t")
      try queries.map(query => SparkSpec.sorted(spark.sql(query).collect()))
      finally spark.catalog.dropTempView("t")
    }
    val expected = results(spark.read.options(ignoring).parquet(path))
    assert(expected.take(2).forall(rows => rows.size == 3 && !rows.last.contains("24999")))
    assert(results(spark.read.options(ignoring).format("pq2").load(path)) === expected)
    withConf("spark.sql.sources.useV1SourceList" -> "pq2") {
      assert(results(spark.read.options(ignoring).format("pq2").load(path)) === expected)
    }
    withConf("spark.sql.files.ignoreCorruptFiles" -> "true")(assert(results(pq2V1(path)) === expected))
  }
}
