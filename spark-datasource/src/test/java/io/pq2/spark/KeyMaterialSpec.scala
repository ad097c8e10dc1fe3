package io.pq2.spark

import java.nio.file.{Files, Path}

import scala.jdk.CollectionConverters._

import io.pq2.keys.CountingKms
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.catalyst.TableIdentifier

/** Checks that key material files are moved and deleted together with their data files. */
class KeyMaterialSpec extends SparkSpec {

  CountingKms.server("material").create("kf", "kc")

  private val options = Map(
    "parquet.encryption.kms.client.class" -> classOf[CountingKms].getName,
    "parquet.encryption.kms.instance.id" -> "material",
    "parquet.encryption.footer.key" -> "kf",
    "parquet.encryption.column.keys" -> "kc:secret",
    "parquet.encryption.key.material.store.internally" -> "false"
  )

  private val Material = "_KEY_MATERIAL_FOR_(.*)\\.json".r

  private def rows(from: Long, to: Long): DataFrame =
    spark.range(from, to, 1, 2).selectExpr("id", "'secret ' || id AS secret", "id % 3 AS part")

  private def files(path: String): Seq[Path] = {
    val files = Files.walk(Path.of(path))
    try files.iterator.asScala.filter(Files.isRegularFile(_)).toList
    finally files.close()
  }

  /** Checks that each file has key material next to it, and that no other files exist. */
  private def assertPaired(path: String): Unit = {
    val found = files(path).filterNot(file => file.getFileName.toString.matches("\\..*|_SUCCESS"))
    val data = found.filter(_.getFileName.toString.startsWith("part-"))
    val forFiles = found.map(file => file.getFileName.toString -> file.getParent).collect {
      case (Material(name), directory) => directory.resolve(name)
    }
    assert(data.nonEmpty)
    assert(forFiles.toSet === data.toSet)
    assert(found.size === 2 * data.size)
  }

  private def assertContains(path: String, expected: DataFrame): Unit = {
    assertPaired(path)
    val table = spark.read.format("pq2").options(options).load(path)
    assertSameRows(table.selectExpr("id", "secret", "CAST(part AS BIGINT)"), expected)
    assert(table.inputFiles.length === files(path).count(_.getFileName.toString.startsWith("part-")))
    withConf("spark.sql.sources.useV1SourceList" -> "pq2") {
      assert(spark.read.format("pq2").options(options).load(path).count() === expected.count())
    }
  }

  for (algorithm <- Seq("1", "2")) test(s"the file committer moves key material, algorithm $algorithm") {
    val path = newPath("committed")
    def write(from: Long, to: Long, mode: String, partitions: String) =
      rows(from, to).write.format("pq2").options(options).mode(mode).partitionBy("part")
        .option("mapreduce.fileoutputcommitter.algorithm.version", algorithm)
        .option("partitionOverwriteMode", partitions).save(path)
    write(0, 30, "overwrite", "static")
    assertContains(path, rows(0, 30))
    write(30, 60, "append", "static")
    assertContains(path, rows(0, 60))
    write(60, 61, "overwrite", "dynamic")
    assertContains(path, rows(0, 60).filter("part != 0").union(rows(60, 61)))
    write(0, 10, "overwrite", "static")
    assertContains(path, rows(0, 10))
  }

  test("a failed task leaves no key material") {
    val path = newPath("failed")
    rows(0, 10).write.format("pq2").options(options).save(path)
    intercept[Exception] {
      rows(0, 1000).selectExpr("id", "IF(id < 900, 'x', raise_error('enough')) AS secret", "part")
        .write.format("pq2").options(options).mode("append").save(path)
    }
    assertContains(path, rows(0, 10))
  }

  test("overwritten and dropped tables leave no key material") {
    val table = "pq2_material"
    val location =
      try {
        rows(0, 10).write.format("pq2").options(options).partitionBy("part").saveAsTable(table)
        val location = Path.of(spark.sessionState.catalog.getTableMetadata(TableIdentifier(table)).location).toString
        assertContains(location, rows(0, 10))
        rows(10, 20).createOrReplaceTempView("pq2_rows")
        spark.sql(s"INSERT OVERWRITE $table PARTITION (part = 1) SELECT id, secret FROM pq2_rows WHERE part = 1")
        assertContains(location, rows(0, 10).filter("part != 1").union(rows(10, 20).filter("part = 1")))
        spark.sql(s"TRUNCATE TABLE $table PARTITION (part = 2)")
        assertContains(location, rows(0, 10).filter("part = 0").union(rows(10, 20).filter("part = 1")))
        location
      } finally spark.sql(s"DROP TABLE IF EXISTS $table")
    assert(!Files.exists(Path.of(location)))
  }

  test("a write fails if Spark would not move the key material") {
    val table = "pq2_material"
    val elsewhere = newPath("elsewhere")
    try {
      rows(0, 9).write.format("pq2").options(options).partitionBy("part").saveAsTable(table)
      spark.sql(s"ALTER TABLE $table ADD PARTITION (part = 7) LOCATION '$elsewhere'")
      val error = intercept[Exception](spark.sql(s"INSERT INTO $table PARTITION (part = 7) VALUES (100, 'x')"))
      val texts = Iterator.iterate[Throwable](error)(_.getCause).takeWhile(_ != null).map(_.getMessage).mkString("\n")
      assert(texts.contains("parquet.encryption.key.material.store.internally"))
      assert(!Files.exists(Path.of(elsewhere)) || files(elsewhere).isEmpty)
    } finally spark.sql(s"DROP TABLE IF EXISTS $table")
  }
}
