package io.pq2.spark

import java.nio.file.{Files, Path}

import scala.jdk.CollectionConverters._

import io.pq2.keys.CountingKms
import org.apache.spark.sql.DataFrame

/** Checks that pq2 and Spark's own source read each other's encrypted files with keys of the same KMS. */
class EncryptionInteropSpec extends SparkSpec {

  CountingKms.server("interop").create("kf", "kc", "kd")

  private val factory = "org.apache.parquet.crypto.keytools.PropertiesDrivenCryptoFactory"

  private val ofBuiltIn = Map(
    "parquet.crypto.factory.class" -> factory,
    "parquet.encryption.kms.client.class" -> classOf[ParquetJavaKms].getName,
    "parquet.encryption.kms.instance.id" -> "interop"
  )

  private val ofPq2 = ofBuiltIn + ("parquet.encryption.kms.client.class" -> classOf[CountingKms].getName)

  private lazy val frame: DataFrame = {
    val rows = spark.range(0, 500, 1, 1).selectExpr(
      "id",
      "IF(id % 3 = 0, NULL, 'secret ' || id) AS secret",
      "NAMED_STRUCT('city', 'city ' || id % 7, 'zip', id % 100) AS place",
      "TRANSFORM(SEQUENCE(0, id % 4), i -> 'tag ' || i) AS tags",
      "MAP('k' || id % 5, id) AS counts"
    )
    // The rows are computed once.
    spark.createDataFrame(java.util.Arrays.asList(rows.collect(): _*), rows.schema).coalesce(1)
  }

  private val keys = Map(
    "uniform" -> Map("parquet.encryption.uniform.key" -> "kf"),
    "by column" -> Map(
      "parquet.encryption.footer.key" -> "kf",
      "parquet.encryption.column.keys" -> "kc:secret,place.city;kd:tags.list.element,counts.key_value.value"
    )
  )

  /** The options of each kind of encryption. */
  private val encryptions: Seq[Map[String, String]] =
    for {
      keys <- keys.values.toSeq
      algorithm <- Seq("AES_GCM_V1", "AES_GCM_CTR_V1")
      plaintextFooter <- Seq("false", "true")
      (double, internal) <- Seq("true" -> "true", "true" -> "false", "false" -> "true", "false" -> "false")
      // With one key for all columns, fewer options apply.
      if keys.size > 1 || (double == plaintextFooter && internal != plaintextFooter)
    } yield keys ++ Map(
      "parquet.encryption.algorithm" -> algorithm,
      "parquet.encryption.plaintext.footer" -> plaintextFooter,
      "parquet.encryption.double.wrapping" -> double,
      "parquet.encryption.key.material.store.internally" -> internal
    )

  private def name(encryption: Map[String, String]): String = {
    def has(key: String) = encryption("parquet.encryption." + key).toBoolean
    Seq(
      encryption("parquet.encryption.algorithm"),
      if (encryption.contains("parquet.encryption.uniform.key")) "one key" else "keys by column",
      if (has("plaintext.footer")) "signed footer" else "encrypted footer",
      if (has("double.wrapping")) "double wrapping" else "single wrapping",
      if (has("key.material.store.internally")) "key material inside" else "key material files"
    ).mkString(", ")
  }

  /** Returns the data files of a directory. */
  private def dataFiles(path: String): Seq[Path] = {
    val files = Files.list(Path.of(path))
    try files.iterator.asScala.filter(_.getFileName.toString.startsWith("part-")).toList
    finally files.close()
  }

  private def materialFiles(path: String): Int = {
    val files = Files.list(Path.of(path))
    try files.iterator.asScala.count(_.getFileName.toString.startsWith("_KEY_MATERIAL_FOR_"))
    finally files.close()
  }

  private def assertEncrypted(path: String, encryption: Map[String, String]): Unit = {
    val plaintextFooter = encryption("parquet.encryption.plaintext.footer").toBoolean
    val internal = encryption("parquet.encryption.key.material.store.internally").toBoolean
    assert(dataFiles(path).size === 1)
    for (file <- dataFiles(path)) {
      val bytes = new String(Files.readAllBytes(file), "ISO-8859-1")
      assert(bytes.endsWith(if (plaintextFooter) "PAR1" else "PARE"))
      assert(!bytes.contains("secret 1"))
    }
    assert(materialFiles(path) === (if (internal) 0 else 1))
  }

  private def readers(path: String): Seq[(String, () => DataFrame)] = {
    def reader(format: String, options: Map[String, String]) = spark.read.format(format).options(options)
    def v1 = reader("pq2", ofPq2).schema(frame.schema)
    Seq(
      "built-in" -> (() => reader("parquet", ofBuiltIn).schema(frame.schema).load(path)),
      "V2" -> (() => reader("pq2", ofPq2).load(path)),
      "V1" -> (() => withConf("spark.sql.sources.useV1SourceList" -> "pq2")(v1.load(path)))
    )
  }

  for (encryption <- encryptions) test(name(encryption)) {
    val rows = frame
    for ((format, options) <- Seq("parquet" -> ofBuiltIn, "pq2" -> ofPq2)) {
      val path = newPath(format)
      rows.write.format(format).options(options ++ encryption).option("compression", "none").save(path)
      assertEncrypted(path, encryption)
      for ((reader, read) <- readers(path)) withClue(s"written by $format, read by $reader: ") {
        assertSameRows(read(), rows)
      }
    }
  }

  test("keys of 192 and 256 bits, and the footer key for all other columns") {
    for (bits <- Seq("192", "256")) {
      val encryption = keys("by column") ++ Map(
        "parquet.encryption.complete.columns" -> "true",
        "parquet.encryption.data.key.length.bits" -> bits,
        "parquet.encryption.kek.length.bits" -> bits
      )
      for ((format, options) <- Seq("parquet" -> ofBuiltIn, "pq2" -> ofPq2)) {
        val path = newPath(format)
        frame.write.format(format).options(options ++ encryption).save(path)
        for ((reader, read) <- readers(path)) withClue(s"written by $format, read by $reader: ") {
          assertSameRows(read(), frame)
        }
      }
    }
  }

  test("pq2 uses KMS clients written for parquet-java") {
    val path = newPath("adapted")
    frame.write.format("pq2").options(ofBuiltIn ++ keys("by column")).save(path)
    assertSameRows(spark.read.format("pq2").options(ofBuiltIn).load(path), frame)
    assertSameRows(spark.read.options(ofBuiltIn).parquet(path), frame)
  }
}
